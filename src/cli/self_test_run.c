#include "cli/self_test_run.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file_read.h"
#include "base/text.h"
#include "cli/progress_line.h"
#include "cli/stop.h"

enum { OUTPUT_MOST = 1 << 24, SAID_MOST = 300 };

static const struct timespec pause_between = {0, 10000000}; /* looks whether a process has ended */

/* The first word of this process' command line has this name. */
static bool is_called(const char *name)
{
	char line[SELF_TEST_PATH] = "";
	FILE *in = fopen("/proc/self/cmdline", "r");
	size_t n = in ? fread(line, 1, sizeof(line) - 1, in) : 0;
	const char *slash = strrchr(line, '/');

	if (in)
		fclose(in);
	return n > 0 && strcmp(slash ? slash + 1 : line, name) == 0;
}

/* This program's file; where the command sonde beside it has started it, that one: it is to work too. */
static enum status find_program(char *program, struct error *err)
{
	static const char starter[] = "sonde";
	char beside[SELF_TEST_PATH];
	ssize_t n = readlink("/proc/self/exe", program, SELF_TEST_PATH - 1);
	const char *slash;

	if (n < 0)
		return error_set(err, ERR_IO, "the program cannot be found: %s", strerror(errno));
	program[n] = '\0';
	slash = strrchr(program, '/');
	if (!slash || !is_called(starter) || (size_t)(slash - program) + sizeof("/sonde") > sizeof(beside))
		return OK;
	snprintf(beside, sizeof(beside), "%.*s/%s", (int)(slash - program), program, starter);
	if (access(beside, X_OK) == 0)
		strcpy(program, beside);
	return OK;
}

enum status self_test_place_init(struct self_test_place *place, double patience, struct error *err)
{
	const char *folder = getenv("TMPDIR");

	place->folder[0] = '\0';
	place->patience = patience;
	if (find_program(place->program, err) != OK)
		return err->status;
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

/* Whether a process and all of its group have ended. */
static bool has_ended(pid_t group, int *how)
{
	int its = 0;
	pid_t process;

	while ((process = waitpid(-group, &its, WNOHANG)) > 0)
		if (process == group)
			*how = its;
	return process < 0;
}

/* Ends a process and all of its group, such as what a launcher's script has started. */
static void end_group(pid_t group, int *how)
{
	static const int signals[] = {SIGTERM, SIGKILL};

	for (int s = 0; s < 2; s++) {
		kill(-group, signals[s]);
		for (int i = 0; i < 200; i++) {
			if (has_ended(group, how))
				return;
			nanosleep(&pause_between, NULL);
		}
	}
}

/* Waits so long at most; false: it had to be ended. */
static bool await(pid_t process, double patience, int *how)
{
	double end = progress_line_now(NULL) + patience;

	while (progress_line_now(NULL) < end && !stop_asked()) {
		if (waitpid(process, how, WNOHANG) == process)
			return true;
		nanosleep(&pause_between, NULL);
	}
	end_group(process, how);
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
	prctl(PR_SET_CHILD_SUBREAPER, 1); /* what the process leaves behind becomes a child of this one */
	process = fork();
	if (process < 0)
		return error_set(err, ERR_CHECK, "no process can be started: %s", strerror(errno));
	setpgid(process, process); /* both do it: neither knows who comes first */
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

enum status self_test_read(const struct self_test_place *place, const char *name, struct json_tree *tree,
			   struct error *err)
{
	char *output = read_output(place, name, "out");
	enum status status = output ? json_read(output, strlen(output), tree, err)
				    : error_set(err, ERR_CHECK, "what sonde printed cannot be read");

	if (status == OK && tree->fault)
		status = error_set(err, ERR_CHECK, "what sonde printed is not JSON: %s", tree->fault);
	free(output);
	return status;
}

size_t self_test_row(const struct json_tree *tree, size_t row)
{
	size_t rows = row == JSON_NONE ? json_member(tree, 1, "rows") : JSON_NONE;

	return row != JSON_NONE ? tree->list[row].next : rows == JSON_NONE ? JSON_NONE : tree->list[rows].child;
}

bool self_test_cell(const struct json_tree *tree, size_t row, const char *key, double *number)
{
	size_t at = json_member(tree, row, key);

	return at != JSON_NONE && tree->list[at].text && text_number(tree->list[at].text, number);
}

enum status self_test_summary(const struct self_test_place *place, const char *name, const char *object,
			      const char *key, char *text, size_t room, struct error *err)
{
	struct json_tree tree = {.n = 0};
	enum status status = self_test_read(place, name, &tree, err);
	size_t at = status == OK ? json_member(&tree, 1, "summary") : JSON_NONE;

	if (at != JSON_NONE && object)
		at = json_member(&tree, at, object);
	if (at != JSON_NONE)
		at = json_member(&tree, at, key);
	if (at != JSON_NONE && tree.list[at].text)
		snprintf(text, room, "%s", tree.list[at].text);
	else if (status == OK)
		status = error_set(err, ERR_CHECK, "what sonde printed has no %s", key);
	json_release(&tree);
	return status;
}

enum status self_test_number(const struct self_test_place *place, const char *name, const char *object, const char *key,
			     double *number, struct error *err)
{
	char text[64];

	TRY(self_test_summary(place, name, object, key, text, sizeof(text), err));
	if (!text_number(text, number))
		return error_set(err, ERR_CHECK, "%s is %s, which is no number", key, text);
	return OK;
}
