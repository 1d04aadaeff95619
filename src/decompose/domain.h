#ifndef SONDE_DECOMPOSE_DOMAIN_H
#define SONDE_DECOMPOSE_DOMAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "model/paths.h"

/* Regular domains and how they are cut. All functions are Local. */

#define DOMAIN_DIMS 3
#define DOMAIN_EXTENT_MOST (1U << 24)
#define DOMAIN_ELEMENT_MOST (1U << 20)

/* A domain of elements in 1 to 3 dimensions, of which the first is stored contiguously. */
struct domain {
	size_t ndims;
	size_t extent[DOMAIN_DIMS]; /* elements; 1 beyond ndims */
	bool periodic[DOMAIN_DIMS]; /* the last part is a neighbour of the first */
	size_t element;             /* bytes */
	const int *node;            /* of each process; NULL: one model holds for all pairs */
	const struct model *within; /* with node: the model that holds within a node */
};

/* So many processes in each dimension, 1 beyond those of the domain. Process number n[0] * (n[1] * z + y) + x is at
 * place x, y, z. */
struct grid {
	size_t n[DOMAIN_DIMS];
};

/* Places of a grid, or elements of a domain: from these on so many. */
struct box {
	size_t from[DOMAIN_DIMS], length[DOMAIN_DIMS];
};

size_t grid_processes(const struct grid *grid);
bool grid_same(const struct grid *a, const struct grid *b);

/* The place of a process, and the process at a place. */
void grid_place(const struct grid *grid, size_t process, size_t place[DOMAIN_DIMS]);
size_t grid_process(const struct grid *grid, const size_t place[DOMAIN_DIMS]);

/* "16x1": the dimensions of the domain. 64 is room enough. Returns text. */
const char *grid_name(const size_t n[DOMAIN_DIMS], size_t ndims, char *text, size_t room);

/* The elements of a box of places. Parts along a dimension differ by one element at most, the larger ones first. */
struct box domain_parts(const struct domain *domain, const struct grid *grid, const struct box *places);

/* The elements of a process. */
struct box domain_part(const struct domain *domain, const struct grid *grid, size_t process);

/* The bytes of a box of elements. */
size_t domain_bytes(const struct domain *domain, const size_t length[DOMAIN_DIMS]);

/*
 * Whether a box lies noncontiguous in an array.
 *
 * - length, array: elements of the box and of the array that it is a part of.
 * - *stride: from a block of it to the next, in blocks: of the first dimension that it does not fill. With several such
 *   dimensions the others' distances do not count.
 */
bool box_is_strided(const size_t length[DOMAIN_DIMS], const size_t array[DOMAIN_DIMS], double *stride);

/* A message between two processes. */
struct part_message {
	size_t from, to;
	size_t bytes;
	bool strided_sender, strided_receiver;
	double stride; /* in blocks */
};

/*
 * The paths of the message. The nearest stride that the model knows counts.
 *
 * - ERR_* of model_paths.
 */
enum status domain_paths(const struct model *model, const struct domain *domain, const struct part_message *message,
			 struct paths *paths, struct error *err);

/*
 * ERR_INPUT, with what is wrong and what is allowed, unless there are 1 to 3 dimensions of 1 to DOMAIN_EXTENT_MOST
 * elements of 1 to DOMAIN_ELEMENT_MOST bytes, all of which can be counted.
 */
enum status domain_check(const struct domain *domain, struct error *err);

#endif
