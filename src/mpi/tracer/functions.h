#ifndef SONDE_MPI_TRACER_FUNCTIONS_H
#define SONDE_MPI_TRACER_FUNCTIONS_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi/portable.h"

/*
 * MPI's functions and variables, found when the program first calls MPI: the library links to none, since it is
 * preloaded into shells as well, and since an interpreter may load MPI late.
 *
 * struct tracer_mpi has a member for each function that mpi.h declares, without MPI_. All functions are Local.
 */
#include "tracer/functions_list.h"

extern struct tracer_mpi tracer_next; /* what stands behind this library: MPI, or another tool */
extern struct tracer_mpi tracer_own;  /* PMPI_…: for this library's own calls */

/* Generated: names in the order of the members; sets tracer_variables. What is not found is a function that ends the
 * program by tracer_missing. */
extern const char *const tracer_function_names[];
void tracer_find_variables(void);

/* Says that no library has the function, and ends the program as the loader would. */
_Noreturn void tracer_missing(const char *name);

/* The address of a symbol behind this library, NULL: none. anywhere: also in objects that were loaded for another one
 * alone and are not MPI's main library, such as that of its Fortran functions. */
void *tracer_find(const char *name);
void *tracer_find_anywhere(const char *name);

/* The address of a variable; of some, a program has the copy that counts. */
void *tracer_find_variable(const char *name);

/* The address of a symbol in the first object that has it. */
void *tracer_find_first(const char *name);

/* Whether MPI was loaded for one object alone, where programs' other objects do not find it. */
bool tracer_is_late(void);

/* Finds everything; threads may do so at the same time. False: MPI is not loaded yet; it is looked for again then. */
bool tracer_resolve(void);

/* tracer_next, which is filled if MPI is there. */
const struct tracer_mpi *tracer_real(void);

#endif
