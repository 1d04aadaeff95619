#ifndef SONDE_CLI_TRACE_START_H
#define SONDE_CLI_TRACE_START_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* What is asked of a trace. */
struct trace_start {
	const char *dir, *only, *pcontrol;
	int mpi; /* enum mpi_kind, or MPI_KIND_NONE: found out */
	size_t memory;
	bool off, exact, verbose;
};

/*
 * Becomes the program argv[0], found as execvp does, with the library preloaded that traces it: does not return if all
 * goes well.
 *
 * ERR_USAGE: it cannot be traced, or is not there, or the folder of the trace cannot be had; the folder is then as it
 * was. ERR_MEMORY, ERR_PLATFORM. Local.
 */
enum status trace_start(const struct trace_start *asked, char **argv, struct error *err);

#endif
