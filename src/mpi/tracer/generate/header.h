#ifndef SONDE_MPI_TRACER_GENERATE_HEADER_H
#define SONDE_MPI_TRACER_GENERATE_HEADER_H

#include <stdbool.h>
#include <stdio.h>

/* All functions are Local. This folder is a program of its own, which runs while sonde is built: it ends with a message
 * where something is wrong. */

enum { HEADER_PARAMETERS = 24 };

struct mpi_parameter {
	char *text;  /* its declaration: "const int counts[]" */
	char *name;  /* "counts" */
	bool string; /* of characters: Fortran passes a length with it */
};

struct prototype {
	char *result; /* "int" */
	char *name;   /* "MPI_Send" */
	int n;
	struct mpi_parameter parameters[HEADER_PARAMETERS];
	bool variadic;
};

/* A variable of the library's, such as ompi_mpi_comm_world. */
struct variable {
	char *type; /* "struct ompi_predefined_communicator_t" */
	char *name;
};

/* What a preprocessed mpi.h declares: functions MPI_…, each once, and variables of MPI's. */
struct header {
	size_t n, n_variables;
	struct prototype *functions;
	struct variable *variables;
};

/* The header is never freed: the program ends soon. */
void header_read(struct header *header, FILE *file);

/* NULL if it is not declared. name: "MPI_Send". */
const struct prototype *header_find(const struct header *header, const char *name);

/* Says what is wrong and ends the program. */
_Noreturn void fail(const char *format, ...);

#endif
