#ifndef SONDE_MPI_DROPIN_STATE_H
#define SONDE_MPI_DROPIN_STATE_H

#include <mpi.h>
#include <stdbool.h>

#include "algorithm/choice.h"

/* The state of the library: a process has one. */
struct dropin {
	struct choices table;
	bool has[COLLECTIVE_SCAN + 1]; /* the table has rows for the operation that are not the library's own way */
	int keyval;                    /* of what is known of a communicator */
	bool on;                       /* all processes have the same table; keyval is there */
	bool ends;                     /* MPI_Finalize has begun */
	unsigned long long replaced;   /* calls that the table had a row for */
	uint64_t longest;              /* bytes of a message, which MPI counts in an int: INT_MAX, in tests fewer */
};
extern struct dropin dropin;

#endif
