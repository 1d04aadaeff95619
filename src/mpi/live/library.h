#ifndef SONDE_MPI_LIVE_LIBRARY_H
#define SONDE_MPI_LIVE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* True if this build has MPI. Local. */
bool live_available(void);

/* The MPI library this build is linked to, as the library says it, or "none"; static text or room bytes of text. Local;
 * MPI need not be initialised. */
const char *live_library(char *text, size_t room);

#endif
