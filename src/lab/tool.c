#include "lab/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/spawn.h"

enum { WORDS_MOST = 32, LINE_MOST = 512 };

static const char *package_of(const char *program)
{
	return strcmp(program, "ethtool") == 0      ? "ethtool"
	       : strncmp(program, "mpirun", 6) == 0 ? "openmpi-bin or mpich"
						    : "iproute2";
}

static void line_of(const char *const *argv, char *line, size_t room)
{
	size_t used = 0;

	line[0] = '\0';
	for (size_t i = 0; argv[i] && used < room; i++)
		used += (size_t)snprintf(line + used, room - used, "%s%s", i ? " " : "", argv[i]);
}

/* Reads to the end; keeps as much as there is room for, on one line. */
static void listen_to(int descriptor, char *said, size_t room)
{
	char part[256];
	size_t used = 0;
	ssize_t n;

	while ((n = read(descriptor, part, sizeof(part))) > 0 || (n < 0 && errno == EINTR))
		for (ssize_t i = 0; i < n && used + 1 < room; i++)
			said[used++] = (char)(part[i] == '\n' ? ' ' : part[i]);
	while (used > 0 && said[used - 1] == ' ')
		used--;
	said[used] = '\0';
}

enum status tool_run(const char *const *argv, struct error *err)
{
	char said[300] = "", line[LINE_MOST];
	int ends[2], failure, how = 0;
	pid_t process = 0, ended;

	if (pipe(ends) != 0)
		return error_set(err, ERR_PLATFORM, "a pipe for %s could not be had: %s", argv[0], strerror(errno));
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	failure = spawn_into(argv, STDERR_FILENO, ends[1], &process);
	close(ends[1]);
	if (!failure)
		listen_to(ends[0], said, sizeof(said));
	close(ends[0]);
	if (failure == ENOENT)
		return error_set(err, ERR_PLATFORM,
				 "the lab needs the program %s, which is not in PATH (on Debian: apt-get install %s)",
				 argv[0], package_of(argv[0]));
	if (failure)
		return error_set(err, ERR_PLATFORM, "%s cannot be started: %s", argv[0], strerror(failure));
	while ((ended = waitpid(process, &how, 0)) < 0 && errno == EINTR)
		;
	line_of(argv, line, sizeof(line));
	if (ended < 0)
		return error_set(err, ERR_PLATFORM, "\"%s\": how it ended cannot be had: %s", line, strerror(errno));
	if (WIFEXITED(how) && WEXITSTATUS(how) == 0)
		return OK;
	return error_set(err, ERR_PLATFORM, "\"%s\" failed: %s", line, said[0] ? said : "it did not say why");
}

enum status tool_runf(struct error *err, const char *format, ...)
{
	const char *argv[WORDS_MOST + 1] = {NULL};
	char line[LINE_MOST], *word;
	size_t n = 0;
	va_list values;
	int length;

	va_start(values, format);
	length = vsnprintf(line, sizeof(line), format, values);
	va_end(values);
	for (word = strtok(line, " "); word && n < WORDS_MOST; word = strtok(NULL, " "))
		argv[n++] = word;
	if (length < 0 || (size_t)length >= sizeof(line) || word || n == 0)
		return error_set(err, ERR_PLATFORM, "a command line of the lab is too long");
	return tool_run(argv, err);
}

enum status tool_check(struct error *err)
{
	static const char *const tools[][3] = {{"ip", "-V", NULL}, {"tc", "-V", NULL}, {"ethtool", "--version", NULL}};

	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++)
		if (tool_run(tools[i], err) != OK)
			return ERR_PLATFORM;
	return OK;
}
