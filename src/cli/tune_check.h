#ifndef SONDE_CLI_TUNE_CHECK_H
#define SONDE_CLI_TUNE_CHECK_H

#include "cli/command.h"

/* Prints what Open MPI or MPICH makes of a rule file. ERR_CHECK: it ignores it, or programs abort or may hang. ERR_IO,
 * ERR_INPUT, ERR_MEMORY. Local. */
enum status tune_check(struct context *context, const char *path, struct error *err);

#endif
