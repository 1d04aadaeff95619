#ifndef SONDE_MPI_TRACER_GENERATE_WRITING_H
#define SONDE_MPI_TRACER_GENERATE_WRITING_H

#include "mpi/tracer/generate/roles.h"

/* All functions are Local. */

/* Who calls the wrapper. */
enum language {
	LANGUAGE_C,
	LANGUAGE_FORTRAN, /* mpif.h and "use mpi": mpi_send_ in four spellings */
	LANGUAGE_F08      /* "use mpi_f08": mpi_send_f08_ */
};

/* A wrapper that is being written. Names in wrappers end in an underscore: no parameter of MPI's does. */
struct wrapper {
	FILE *out;
	const struct roles *roles;
	enum language language;
	const char *suffix; /* of the name in Fortran, before its last underscore: "" or "_cptr" */
};

void wrapper_put(const struct wrapper *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether a parameter has the role. */
bool wrapper_has(const struct wrapper *w, const char *role);

/*
 * The expression of a parameter's value: a number, or a handle of that kind ("Comm", "Type", "Request", "Op",
 * "Message"; NULL: a number). The texts live until the function was called eight times more.
 */
const char *wrapper_value(const struct wrapper *w, const char *role, const char *kind);

/* The expression of the error code that the real function returned. */
const char *wrapper_code(const struct wrapper *w);

/* The expression of how many requests there are. */
const char *wrapper_length(const struct wrapper *w);

/* The name of Fortran without MPI_ in small letters: "send". It lives until the function is called again. */
const char *wrapper_small_name(const struct wrapper *w);

/* Writes the other names that Fortran's compilers have for the wrapper. */
void wrapper_put_spellings(const struct wrapper *w);

/* Writes what fills the fields of a call, the lists' requests completed among them: n_ is how many there are then. */
void wrapper_put_fields(const struct wrapper *w);

#endif
