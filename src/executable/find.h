#ifndef SONDE_EXECUTABLE_FIND_H
#define SONDE_EXECUTABLE_FIND_H

#include "base/error.h"

/*
 * Finds the file that execvp would run.
 *
 * - name: with a slash a path, else to be looked for.
 * - path: the value of PATH, NULL if it is not set.
 * - *file: the caller frees it.
 * - ERR_INPUT: there is none, or it may not be run; the text says what was found. ERR_MEMORY. Local.
 */
enum status executable_find(const char *name, const char *path, char **file, struct error *err);

/* The folder of this program itself, which the caller frees; NULL if the system does not tell, or without memory.
 * Local.
 */
char *executable_own_folder(void);

#endif
