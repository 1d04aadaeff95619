#ifndef SONDE_TESTS_MPI_ELEMENTS_H
#define SONDE_TESTS_MPI_ELEMENTS_H

#include <mpi.h>
#include <stddef.h>

/* Datatypes of the tests of executed schedules, plain and with gaps, and reductions of them that commute or do not.
 * Local. */
enum { TYPES = 4 };

/* A datatype of one or two ints: where they lie from an element's address on, its lower bound and extent. */
struct element {
	const char *name;
	int ints, at[2], lower, extent;
	MPI_User_function *affine, *add;
};

/* Type i of TYPES; 0 is MPI_INT, which has the library's own operations. */
const struct element *element_of(int i);

/* to = from after to for n elements, each the map x -> a x + b, modulo 2^32, as matrices are multiplied: it is
 * associative and does not commute. */
void element_compose(const struct element *element, const unsigned char *from, unsigned char *to, int n);

/* Sums of each int, modulo 2^32: it commutes. */
void element_add(const struct element *element, const unsigned char *from, unsigned char *to, int n);

/* The datatypes and operations as MPI knows them; of type 0 the operations are MPI_OP_NULL. */
struct element_types {
	MPI_Datatype types[TYPES];
	MPI_Op affine[TYPES], add[TYPES];
};

void element_types_make(struct element_types *of);
void element_types_free(struct element_types *of);

/* Fills memory with what a process contributes to a run: it differs in every byte, and from run to run. */
void element_fill(unsigned char *memory, size_t bytes, int rank, int run);

#endif
