#ifndef SONDE_EXECUTABLE_LIBRARIES_H
#define SONDE_EXECUTABLE_LIBRARIES_H

#include <stddef.h>

#include "base/error.h"

/* The libraries that a program would be started with, in the order in which they are searched. */
struct libraries {
	char **names; /* as the program and its libraries ask for them: "libmpi.so.40" */
	char **files; /* NULL: it was not found */
	size_t n;
};

/*
 * Asks the loader of a program for all libraries that it needs, those of its libraries too. The loader maps them and
 * runs nothing of them; the environment decides as it will for the program.
 *
 * - interpreter: the loader, as the program names it (struct elf).
 * - A loader that cannot be started, or says nothing, leaves an empty list: the program will not start either.
 * - ERR_MEMORY, ERR_PLATFORM (no pipe). libraries_release frees the list, after a failure too. Local.
 */
enum status libraries_find(const char *interpreter, const char *program, struct libraries *libraries,
			   struct error *err);
void libraries_release(struct libraries *libraries);

#endif
