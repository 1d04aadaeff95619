#ifndef SONDE_CLI_TUNE_CHECK_H
#define SONDE_CLI_TUNE_CHECK_H

#include "cli/command.h"
#include "tune/library.h"

/*
 * Prints what an MPI library makes of a rule file.
 *
 * - library: NULL: the one that the file's form is of.
 * - ERR_CHECK: it ignores it, or programs abort or may hang. ERR_IO, ERR_INPUT, ERR_MEMORY. Local.
 */
enum status tune_check(struct context *context, const char *path, const struct tune_library *library,
		       struct error *err);

/* Whether a text is a table of sonde run: its JSON, or lines that begin with the name of an operation. Local. */
bool tune_check_is_table(const char *text);

#endif
