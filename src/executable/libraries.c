#include "executable/libraries.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/spawn.h"

/* The option by which a loader lists what it would load: its own, which no user of this program types. */
static const char lists[] = "-"
			    "-list";

/* Keeps a library: file of that length, 0 for none. */
static enum status add(struct libraries *libraries, const char *name, size_t name_length, const char *file,
		       size_t file_length, struct error *err)
{
	size_t names = libraries->n, files = libraries->n;
	char **grown = memory_grow(libraries->names, &names, libraries->n + 1, sizeof(*grown));
	char **grown_files;

	if (!grown)
		return error_memory(err, "the libraries of a program");
	libraries->names = grown;
	grown_files = memory_grow(libraries->files, &files, libraries->n + 1, sizeof(*grown_files));
	if (!grown_files)
		return error_memory(err, "the libraries of a program");
	libraries->files = grown_files;
	libraries->names[libraries->n] = strndup(name, name_length);
	libraries->files[libraries->n] = file_length ? strndup(file, file_length) : NULL;
	libraries->n++;
	return libraries->names[libraries->n - 1] && (!file_length || libraries->files[libraries->n - 1])
		       ? OK
		       : error_memory(err, "the libraries of a program");
}

/*
 * One line of a loader: "libmpi.so.40 => /usr/lib/libmpi.so.40 (0x7f...)", "libmpi.so.40 => not found", or a library
 * that was asked for by its path, "/lib64/ld-linux-x86-64.so.2 (0x7f...)"; one of no path is the kernel's.
 */
static enum status read_line(struct libraries *libraries, const char *line, struct error *err)
{
	const char *name = line + strspn(line, " \t");
	const char *arrow = strstr(name, " => ");
	const char *file = arrow ? arrow + strlen(" => ") : name;
	const char *address = strstr(file, " (0x");
	size_t length = address ? (size_t)(address - file) : 0;

	if (!arrow && !address)
		return OK;
	return add(libraries, name, arrow ? (size_t)(arrow - name) : length, file,
		   memchr(file, '/', length) ? length : 0, err);
}

static enum status listen_to(int descriptor, struct libraries *libraries, struct error *err)
{
	FILE *stream = fdopen(descriptor, "r");
	enum status status = OK;
	char *line = NULL;
	size_t room = 0;

	if (!stream) {
		close(descriptor);
		return error_memory(err, "the libraries of a program");
	}
	while (status == OK && getline(&line, &room, stream) > 0)
		status = read_line(libraries, line, err);
	free(line);
	fclose(stream);
	return status;
}

enum status libraries_find(const char *interpreter, const char *program, struct libraries *libraries, struct error *err)
{
	const char *argv[] = {interpreter, lists, program, NULL};
	int ends[2], failure;
	pid_t process = 0;
	enum status status;

	*libraries = (struct libraries){.n = 0};
	if (pipe(ends) != 0)
		return error_set(err, ERR_PLATFORM, "a pipe for %s could not be had: %s", interpreter, strerror(errno));
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	failure = spawn_into(argv, STDOUT_FILENO, ends[1], &process);
	close(ends[1]);
	status = listen_to(ends[0], libraries, err);
	/* Where SIGCHLD is ignored nobody learns how it ended; what it said is all the same. */
	while (!failure && waitpid(process, NULL, 0) < 0 && errno == EINTR)
		;
	return status;
}

void libraries_release(struct libraries *libraries)
{
	for (size_t i = 0; i < libraries->n; i++) {
		free(libraries->names[i]);
		free(libraries->files[i]);
	}
	free(libraries->names);
	free(libraries->files);
	*libraries = (struct libraries){.n = 0};
}
