#ifndef SONDE_CLI_OUTPUT_H
#define SONDE_CLI_OUTPUT_H

#include "base/error.h"

/*
 * Whether a result can be written to path, as model_write would ("-" and NULL always): seen before anything is
 * measured. ERR_IO with the cause; ERR_USAGE if it is the file taken (NULL if there is none), which would be lost: what
 * says what that is. No file appears or changes. Local.
 */
enum status output_check(const char *path, const char *taken, const char *what, struct error *err);

/* Removes what could only be written in part, which is worse than nothing; what is no regular file, a pipe for example,
 * stays. Local. */
void output_remove(const char *path);

#endif
