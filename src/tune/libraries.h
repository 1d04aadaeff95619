#ifndef SONDE_TUNE_LIBRARIES_H
#define SONDE_TUNE_LIBRARIES_H

#include "tune/library.h"
#include "tune/table.h"

/* The libraries by what users call them: "openmpi", which is 4.1 as "openmpi:4" is, "mpich", ..., NULL. */
extern const char *const tune_library_words[];
extern const struct tune_library *const tune_libraries[];

/* The one whose version text this is, "Open MPI v5.0.7, ..."; NULL: none. Local. */
const struct tune_library *tune_library_of(const char *version);

#endif
