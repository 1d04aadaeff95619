#include "render/page_gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "render/page_buffer.h"

/* How much of what gnuplot says goes into an error. */
#define SAID_MAX 600

/* What a shell, and a spawn that cannot tell sooner, exits with if there is no such program. */
#define EXIT_NOT_FOUND 127

extern char **environ;

enum stream { COMMANDS, DRAWING, COMPLAINTS, N_STREAMS };

static void streams_close(FILE *streams[N_STREAMS])
{
	for (int i = 0; i < N_STREAMS; i++)
		if (streams[i])
			fclose(streams[i]);
}

static enum status streams_open(FILE *streams[N_STREAMS], const char *commands, struct error *err)
{
	for (int i = 0; i < N_STREAMS; i++) {
		streams[i] = tmpfile();
		if (!streams[i])
			return error_set(err, ERR_IO, "cannot make a temporary file for gnuplot: %s", strerror(errno));
	}
	if (fputs(commands, streams[COMMANDS]) == EOF || fflush(streams[COMMANDS]) == EOF ||
	    fseek(streams[COMMANDS], 0, SEEK_SET) != 0)
		return error_set(err, ERR_IO, "cannot write gnuplot's commands to a temporary file: %s",
				 strerror(errno));
	return OK;
}

static enum status read_all(FILE *stream, struct buffer *text, struct error *err)
{
	char part[8192];
	size_t n;

	buffer_add(text, "");
	rewind(stream);
	while ((n = fread(part, 1, sizeof(part), stream)) > 0)
		buffer_add_part(text, part, n);
	if (ferror(stream))
		return error_set(err, ERR_IO, "cannot read what gnuplot wrote");
	return text->failed ? error_memory(err, "what gnuplot wrote") : OK;
}

static enum status not_found(struct error *err)
{
	return error_set(err, ERR_PLATFORM,
			 "gnuplot, which draws the plots, was not found: install it (Debian and Ubuntu: apt install "
			 "gnuplot-nox; elsewhere the package gnuplot) "
			 "and see that it is in PATH");
}

/* Runs the program to its end; *result is as waitpid gives it. */
static enum status spawn(FILE *streams[N_STREAMS], int *result, struct error *err)
{
	static char program[] = "gnuplot", defaults[] = "-d";
	char *const argv[] = {program, defaults, NULL};
	posix_spawn_file_actions_t actions;
	pid_t process, ended;
	int failure = posix_spawn_file_actions_init(&actions);

	if (failure)
		return error_memory(err, "starting gnuplot");
	for (int i = 0; i < N_STREAMS && !failure; i++)
		failure = posix_spawn_file_actions_adddup2(&actions, fileno(streams[i]), i);
	if (!failure)
		failure = posix_spawnp(&process, program, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (failure == ENOENT)
		return not_found(err);
	if (failure)
		return error_set(err, ERR_PLATFORM, "cannot start gnuplot, which draws the plots: %s",
				 strerror(failure));
	do
		ended = waitpid(process, result, 0);
	while (ended == -1 && errno == EINTR);
	return ended == -1 ? error_set(err, ERR_PLATFORM, "cannot wait for gnuplot: %s", strerror(errno)) : OK;
}

/* The complaints on one line, and not too many of them. */
static void flatten(char *text)
{
	char *to = text;

	for (const char *from = text; *from && to - text < SAID_MAX; from++) {
		bool space = strchr(" \t\r\n", *from) != NULL;

		if (space && (to == text || to[-1] == ' '))
			continue;
		*to++ = (char)(space ? ' ' : *from);
	}
	while (to > text && to[-1] == ' ')
		to--;
	*to = '\0';
}

static enum status check(int result, const struct buffer *drawing, FILE *complaints, struct error *err)
{
	struct buffer said = {0};
	enum status status = OK;

	if (WIFEXITED(result) && WEXITSTATUS(result) == EXIT_NOT_FOUND)
		return not_found(err);
	if (WIFEXITED(result) && WEXITSTATUS(result) == 0 && strstr(drawing->text, "</svg>"))
		return OK;
	status = read_all(complaints, &said, err);
	if (!status) {
		flatten(said.text);
		status = error_set(err, ERR_PLATFORM, "gnuplot could not draw a plot; it says: %s",
				   *said.text ? said.text : "nothing");
	}
	buffer_release(&said);
	return status;
}

char *gnuplot_run(const char *commands, struct error *err)
{
	FILE *streams[N_STREAMS] = {NULL};
	struct buffer drawing = {0};
	int result;
	enum status status = streams_open(streams, commands, err);

	if (!status)
		status = spawn(streams, &result, err);
	if (!status)
		status = read_all(streams[DRAWING], &drawing, err);
	if (!status)
		status = check(result, &drawing, streams[COMPLAINTS], err);
	streams_close(streams);
	if (!status)
		return drawing.text;
	buffer_release(&drawing);
	return NULL;
}
