#ifndef SONDE_MPI_TRACER_GENERATE_ROLES_H
#define SONDE_MPI_TRACER_GENERATE_ROLES_H

#include "mpi/tracer/generate/header.h"
#include "trace/fields.h"

/* All functions are Local. */

/* A function of the table as this MPI declares it: which parameter has which role. */
struct roles {
	const struct prototype *prototype;
	enum trace_function function;
	char role[HEADER_PARAMETERS][20];  /* without what follows @ */
	char where[HEADER_PARAMETERS][20]; /* what follows it: "root", "leaf", "part" or "" */
};

/* Reads the row of a function. prototype: of MPI_X or MPI_X_c. */
void roles_read(struct roles *roles, enum trace_function function, const struct prototype *prototype);

/* The parameter with this role, -1: none. */
int roles_find(const struct roles *roles, const char *role);

/* The name of that parameter; the program ends if there is none. */
const char *roles_name(const struct roles *roles, const char *role);

/* Whether the function has fields of this kind, and the place of that field among those before the lists. */
bool roles_has(const struct roles *roles, enum trace_field field);
int roles_place(const struct roles *roles, enum trace_field field);

/* How many fields stand before the lists. */
int roles_scalars(const struct roles *roles);

#endif
