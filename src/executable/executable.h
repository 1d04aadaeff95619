#ifndef SONDE_EXECUTABLE_EXECUTABLE_H
#define SONDE_EXECUTABLE_EXECUTABLE_H

#include <stdbool.h>

#include "base/error.h"

enum executable_kind {
	EXECUTABLE_SCRIPT,  /* no ELF file, or none that can be read: what it will start is not known */
	EXECUTABLE_FOREIGN, /* for another kind of machine, or of processes, than this program */
	EXECUTABLE_STATIC,  /* nothing can be preloaded into it */
	EXECUTABLE_SECURE,  /* runs with the rights of another user: nothing is preloaded into it either */
	EXECUTABLE_DYNAMIC  /* with the libraries that it needs */
};

/* Whose MPI a program was linked with. The numbers are those of mpi_kind_names. */
enum mpi_kind {
	MPI_KIND_OPENMPI,
	MPI_KIND_MPICH, /* or another one that has its binary interface */
	MPI_KIND_SMPI,  /* SimGrid's: all processes of a job are simulated by one program, smpimain */
	MPI_KIND_OTHER, /* an MPI, but none of these */
	MPI_KIND_NONE   /* none is to be seen: a script, an interpreter, a program that loads MPI when it runs */
};

/* Those whose programs a launcher starts one by one; they come first. */
enum { MPI_KINDS_KNOWN = 2 };

/* "openmpi", "mpich", NULL; and as people write them, SMPI too. */
extern const char *const mpi_kind_names[], *const mpi_kind_titles[];

/* A program, looked at before it is started. */
struct executable {
	enum executable_kind kind;
	int bits; /* of EXECUTABLE_FOREIGN: 32, 64, 0: not known */
	enum mpi_kind mpi;
	char *library; /* the library that says so, with its place; NULL: none, or the program itself */
	bool inside;   /* the program has MPI in itself: nothing that is preloaded comes before that */
};

/*
 * Looks at the program in a file, and all libraries that it needs.
 *
 * - MPI is known by what libraries define, not by their names alone: Open MPI 1.10 was a libmpi.so.12, as MPICH is.
 * - executable_release follows, after a failure too. ERR_MEMORY, ERR_PLATFORM. Local.
 */
enum status executable_read(struct executable *executable, const char *file, struct error *err);
void executable_release(struct executable *executable);

#endif
