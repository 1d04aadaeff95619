#ifndef SONDE_MPI_TRACER_GENERATE_WRAPPER_H
#define SONDE_MPI_TRACER_GENERATE_WRAPPER_H

#include "mpi/tracer/generate/writing.h"

/* All functions are Local. */

/*
 * Writes the wrappers of a function; the names that they use are those of mpi/tracer/record.h. There are two where
 * "use mpi" has a function of another name, mpi_alloc_mem_cptr, for memory whose address is a type(c_ptr).
 */
void wrapper_write(FILE *out, const struct roles *roles, enum language language);

/* Whether a function has a wrapper of its own that is not generated: Init and its like. */
bool wrapper_is_written_by_hand(enum trace_function function);

#endif
