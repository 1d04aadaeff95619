#include "cli/self_test_run.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file_read.h"
#include "base/json_tree.h"
#include "base/text.h"
#include "cli/stop.h"

enum { OUTPUT_MOST = 1 << 24, SAID_MOST = 300 };

enum status self_test_place_init(struct self_test_place *place, double patience, struct error *err)
{
	const char *folder = getenv("TMPDIR");
	ssize_t n = readlink("/proc/self/exe", place->program, sizeof(place->program) - 1);

	place->folder[0] = '\0';
	place->patience = patience;
	if (n < 0)
		return error_set(err, ERR_IO, "the program cannot be found: %s", strerror(errno));
	place->program[n] = '\0';
	if (!folder || strlen(folder) + sizeof("/sonde-self-test-XXXXXX") > sizeof(place->folder))
		folder = "/tmp";
	snprintf(place->folder, sizeof(place->folder), "%s/sonde-self-test-XXXXXX", folder);
	if (mkdtemp(place->folder))
		return OK;
	place->folder[0] = '\0';
	return error_set(err, ERR_IO, "a folder in %s cannot be made: %s", folder, strerror(errno));
}

/* Removes what is in the folder; a trace's folder is one below. */
static void empty(const char *folder, int depth)
{
	DIR *list = opendir(folder);
	struct dirent *entry;

	while (list && (entry = readdir(list))) {
		char path[SELF_TEST_PATH];

		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		if (depth > 0 && unlink(path) != 0) {
			empty(path, depth - 1);
			rmdir(path);
		} else
			unlink(path);
	}
	if (list)
		closedir(list);
}

void self_test_place_release(struct self_test_place *place)
{
	if (!place->folder[0])
		return;
	empty(place->folder, 2);
	rmdir(place->folder);
}

const char *self_test_path(const struct self_test_place *place, const char *name, char *path)
{
	snprintf(path, SELF_TEST_PATH, "%s/%s", place->folder, name);
	return path;
}

static char *read_output(const struct self_test_place *place, const char *name, const char *end)
{
	char path[SELF_TEST_PATH], *text = NULL;
	size_t length;

	snprintf(path, sizeof(path), "%s/%s.%s", place->folder, name, end);
	return file_read(path, "output", OUTPUT_MOST, &text, &length, NULL) == OK ? text : NULL;
}

bool self_test_said(const struct self_test_place *place, const char *name, const char *text)
{
	char *said = read_output(place, name, "err");
	bool found = said && strstr(said, text);

	free(said);
	return found;
}

/* What tells most of a failure: the last line that begins with "sonde: ", or else the first with letters. */
static void tell_said(const struct self_test_place *place, const char *name, char *line, size_t room)
{
	char *said = read_output(place, name, "err"), *at = said, *found = NULL;

	line[0] = '\0';
	for (char *next; at; at = next) {
		next = strchr(at, '\n');
		if (next)
			*next++ = '\0';
		if (strncmp(at, "sonde: ", strlen("sonde: ")) == 0 ||
		    (!found && strpbrk(at, "abcdefghijklmnopqrstuvwxyz")))
			found = at;
	}
	if (found)
		snprintf(line, room, ": %s", found);
	free(said);
}

/* The child becomes the program; its output goes to the files. */
static void become(const struct self_test_place *place, const char *name, const char *const *words)
{
	static const char *const ends[] = {"out", "err"};
	char path[SELF_TEST_PATH];
	int input = open("/dev/null", O_RDONLY);

	dup2(input, STDIN_FILENO);
	for (int i = 0; i < 2; i++) {
		int output;

		snprintf(path, sizeof(path), "%s/%s.%s", place->folder, name, ends[i]);
		output = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
		if (output < 0)
			_exit(127);
		dup2(output, i == 0 ? STDOUT_FILENO : STDERR_FILENO);
	}
	execvp(words[0], (char *const *)words);
	fprintf(stderr, "sonde: %s cannot be started: %s\n", words[0], strerror(errno));
	fflush(stderr);
	_exit(127);
}

/* Waits so long at most; false: it had to be ended. */
static bool await(pid_t process, double patience, int *how)
{
	static const struct timespec pause = {0, 10000000};

	for (double waited = 0; waited < patience && !stop_asked(); waited += 0.01) {
		if (waitpid(process, how, WNOHANG) == process)
			return true;
		nanosleep(&pause, NULL);
	}
	kill(process, SIGTERM);
	for (int i = 0; i < 200; i++) {
		if (waitpid(process, how, WNOHANG) == process)
			return false;
		nanosleep(&pause, NULL);
	}
	kill(process, SIGKILL);
	waitpid(process, how, 0);
	return false;
}

enum status self_test_run(const struct self_test_place *place, const char *name, const char *const *words,
			  struct error *err)
{
	char said[SAID_MOST];
	pid_t process;
	int how = 0;
	bool ended;

	signal(SIGCHLD, SIG_DFL);
	process = fork();
	if (process < 0)
		return error_set(err, ERR_CHECK, "no process can be started: %s", strerror(errno));
	if (process == 0)
		become(place, name, words);
	ended = await(process, place->patience, &how);
	tell_said(place, name, said, sizeof(said));
	if (stop_asked())
		return error_set(err, ERR_STOPPED, "stopped");
	if (!ended)
		return error_set(err, ERR_CHECK, "no answer within %g s%s", place->patience, said);
	if (WIFSIGNALED(how))
		return error_set(err, ERR_CHECK, "ended by signal %d%s", WTERMSIG(how), said);
	if (WEXITSTATUS(how) != 0)
		return error_set(err, ERR_CHECK, "exit code %d%s", WEXITSTATUS(how), said);
	return OK;
}

enum status self_test_summary(const struct self_test_place *place, const char *name, const char *object,
			      const char *key, char *text, size_t room, struct error *err)
{
	struct json_tree tree = {.n = 0};
	char *output = read_output(place, name, "out");
	enum status status = output ? json_read(output, strlen(output), &tree, err) : ERR_CHECK;
	size_t at = status == OK && !tree.fault ? json_member(&tree, 1, "summary") : JSON_NONE;

	if (at != JSON_NONE && object)
		at = json_member(&tree, at, object);
	if (at != JSON_NONE)
		at = json_member(&tree, at, key);
	if (at != JSON_NONE && tree.list[at].text)
		snprintf(text, room, "%s", tree.list[at].text);
	else
		status = error_set(err, ERR_CHECK, "what sonde printed has no %s", key);
	json_release(&tree);
	free(output);
	return status;
}

enum status self_test_number(const struct self_test_place *place, const char *name, const char *object, const char *key,
			     double *number, struct error *err)
{
	char text[64];
	enum status status = self_test_summary(place, name, object, key, text, sizeof(text), err);

	if (status == OK && !text_number(text, number))
		status = error_set(err, ERR_CHECK, "%s is %s, which is no number", key, text);
	return status;
}
