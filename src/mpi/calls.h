#ifndef SONDE_MPI_CALLS_H
#define SONDE_MPI_CALLS_H

#include "mpi/side.h"

/*
 * The MPI calls by which an operation other than MPI_Send moves messages; to add one: a table here, its name in
 * sample/setup.h. send and receive move n messages from the places of the out ring into those of the peer's in ring and
 * return when the peer's part may be taken as arrived: the two match. exchange does both at once, one message each way.
 * All required but open, ready and close, which are not timed.
 */
struct calls {
	size_t slots_most;                /* of a ring; 0: any number */
	void (*open)(struct side *side);  /* windows, requests */
	void (*ready)(struct side *side); /* before each timed section, when both sides have written what they send:
					     one-sided calls may take it from now on */
	void (*close)(struct side *side);
	void (*send)(struct side *side, size_t n);
	void (*receive)(struct side *side, size_t n);
	void (*exchange)(struct side *side);
};

/* The calls of an operation. */
const struct calls *calls_of(enum mpi_operation operation);

/* ERR_INPUT if the experiment cannot be made by its operation; says what can. Local. */
enum status calls_check(const struct experiment *what, struct error *err);

#endif
