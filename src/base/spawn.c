#include "base/spawn.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

extern char **environ;

int spawn_into(const char *const *argv, int stream, int descriptor, pid_t *process)
{
	int other = stream == STDOUT_FILENO ? STDERR_FILENO : STDOUT_FILENO;
	posix_spawn_file_actions_t actions;
	int failure = posix_spawn_file_actions_init(&actions);

	if (failure)
		return failure;
	failure = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	if (!failure)
		failure = posix_spawn_file_actions_addopen(&actions, other, "/dev/null", O_WRONLY, 0);
	if (!failure)
		failure = posix_spawn_file_actions_adddup2(&actions, descriptor, stream);
	if (!failure)
		failure = posix_spawnp(process, argv[0], &actions, NULL, (char *const *)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return failure;
}
