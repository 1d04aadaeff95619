#ifndef SONDE_CLI_TRACE_LIBRARY_H
#define SONDE_CLI_TRACE_LIBRARY_H

#include "base/error.h"
#include "executable/executable.h"

/* What the files of these libraries begin with. */
#define TRACE_LIBRARY_FAMILY "libsonde-trace-"

/* Folders to look in first, of all of them, with a colon between each two. */
#define TRACE_LIBRARY_FOLDERS "SONDE_TRACE_LIBRARIES"

/*
 * The library that traces programs of an MPI: in the folders of SONDE_TRACE_LIBRARIES, beside this program, where it is
 * installed.
 *
 * - *file: the caller frees it; NULL if err is NULL and there is none.
 * - ERR_INPUT: there is none; the text names the places. ERR_MEMORY. Local.
 */
enum status trace_library_find(enum mpi_kind mpi, char **file, struct error *err);

/* Whether a library that takes a program's MPI calls can be preloaded into it. file: the program's path. ERR_USAGE: it
 * cannot, and why. Local. */
enum status preloadable_check(const struct executable *executable, const char *file, struct error *err);

/*
 * As trace_library_find, of other libraries that are preloaded.
 *
 * - family: what their files' names begin with. what: as the user knows it, "tracer".
 */
enum status preloaded_library_find(const char *family, const char *what, enum mpi_kind mpi, char **file,
				   struct error *err);

#endif
