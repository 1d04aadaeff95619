#ifndef SONDE_TRACE_ONLY_H
#define SONDE_TRACE_ONLY_H

#include "base/error.h"

/*
 * The functions that a list of the user's names, with a colon between each two, as the tracer wants them: "MPI_Send".
 *
 * - list: names with a comma between each two, with or without MPI_, in capitals or not; or groups of functions:
 *   point-to-point, collective, one-sided, file.
 * - *names: the caller frees it.
 * - ERR_INPUT: a name is no function that is traced; the text has the nearest one. ERR_MEMORY. Local.
 */
enum status trace_only_read(const char *list, char **names, struct error *err);

#endif
