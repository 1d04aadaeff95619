#ifndef SONDE_MPI_DROPIN_STATE_H
#define SONDE_MPI_DROPIN_STATE_H

#include <mpi.h>
#include <stdbool.h>

#include "algorithm/choice.h"
#include "mpi/portable.h"

struct dropin_communicator;
struct dropin_account;

/* The communicator that was asked for last, and how many had been freed then: their handles may come again. */
struct dropin_asked {
	MPI_Comm comm;
	struct dropin_communicator *known;
	unsigned long freed;
};

/* The state of the library: a process has one, and so has each simulated one. */
struct dropin {
	struct choices table;
	bool has[COLLECTIVE_SCAN + 1];   /* the table has rows for the operation that are not the library's own way */
	bool looks[COLLECTIVE_SCAN + 1]; /* calls of the operation are looked at: there are such rows, or they are
					    counted */
	struct dropin_account *account;  /* what becomes of this process's calls; NULL: nobody asked */
	int keyval;                      /* of what is known of a communicator */
	bool on;                         /* all processes have the same table; keyval is there */
	bool ends;                       /* MPI_Finalize has begun */
	unsigned long long replaced;     /* calls that the table had a row for */
	uint64_t longest;                /* bytes of a message, which MPI counts in an int: INT_MAX, in tests fewer */
	struct dropin_asked asked;       /* by a simulated process */
};
extern struct dropin dropin;

/* The state of the simulated process that runs; that of no table where memory is out. Local. */
struct dropin *dropin_of_simulated(void);

/* The state of this process. Local. */
static inline struct dropin *dropin_state(void)
{
	return PORTABLE_SIMULATED ? dropin_of_simulated() : &dropin;
}

#endif
