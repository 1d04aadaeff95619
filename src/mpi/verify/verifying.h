#ifndef SONDE_MPI_VERIFY_VERIFYING_H
#define SONDE_MPI_VERIFY_VERIFYING_H

#include <mpi.h>

#include "mpi/collective/native.h"
#include "mpi/process.h"
#include "mpi/verify/verify.h"

/* What looking at rules of either library has in common. Local, unless it is said. */

struct verifying {
	const struct tuned_file *file; /* the rules */
	enum tuned_level level;        /* those that are looked at now, */
	int processes;                 /* and the number of processes that they are for */
	const struct tuned_class *(*class)(int id);
	struct verify_result *result;
	double confidence;
	MPI_Comm control;      /* of the processes that take part, apart from what is timed */
	struct process timing; /* the same processes, how they begin together */
	struct collective_data data;
	double *times; /* with[i], without[i]: VERIFY_TIMINGS each */

	/* Has the library go by the rules from now on, or by its own decision; what is called is on data.comm.
	 * Collective over control. */
	void (*choose)(struct verifying *v, bool rules);
	/* Optional: the operation by whose call a rule for so many bytes is looked at, in place of its own; NULL: the
	 * library looks it up in no call. ERR_MEMORY. Local, the same at each process. */
	enum status (*call_of)(struct verifying *v, int id, uint64_t bytes, const struct collective_operation **call,
			       struct error *err);
	/* Which algorithm runs, and whether it is the rule's at each process; sets the row's ran to timed.
	 * Collective over control. */
	enum status (*look)(struct verifying *v, const struct collective_operation *operation, struct verify_row *row,
			    struct error *err);
	void *self; /* of the library's part */
};
enum {
	VERIFY_TIMINGS = 50,
	VERIFY_STEP = 16 /* from one size to the next that a rule is looked at between its ends */
};

/* Buffers for communicators of up to so many processes; MPI ends where there is no memory. verifying_end frees them. */
void verifying_begin(struct verifying *v, int processes);
void verifying_end(struct verifying *v);

/* Timings are of the processes of v->control from now on, which is to have two and more. Collective over it. */
void verifying_take_part(struct verifying *v);

/* Reads clocks where that is due, and finds out how long it takes to come together. Collective over v->control. */
void verifying_clocks(struct verifying *v);

/*
 * What an operation takes, by the rules or by the library's own decision, in s, the same at all processes. It is timed
 * as tuning does: from an agreed beginning to the last end; where processes share CPUs, or do not come together in
 * time, it is the longest time of any. Collective over v->control.
 */
double verifying_time(struct verifying *v, const struct collective_operation *operation, bool rules);

/* sonde's operation for that of an id of coll/tuned; NULL: there is none. */
const struct collective_operation *verifying_operation(const struct verifying *v, int id);

/* The most bytes of a message or a block that buffers hold among so many processes. */
uint64_t verifying_most(int processes);

/* A rule at one size: by whose call it is looked at, and what is known of the row before. It is added to the result,
 * and timed if it is in force. ERR_MEMORY, as of verifying_communicator. Collective over control. */
enum status verifying_row(struct verifying *v, const struct collective_operation *operation,
			  const struct verify_row *row, struct error *err);

/* All rules whose first or last number of processes this is. ERR_MEMORY, of this process alone: the others are then in
 * calls that it has left, and whoever gets it ends MPI (verifying_must). Collective over control. */
enum status verifying_communicator(struct verifying *v, int processes, struct error *err);

/* The same of rules of a level: among a number of processes inside the communicator of data.size. */
enum status verifying_level(struct verifying *v, enum tuned_level level, int processes, struct error *err);

/* A communicator of the first so many processes. False at the others, which have met these by then. Collective over
 * MPI_COMM_WORLD. */
bool verifying_split(struct verifying *v, int processes, MPI_Comm *with);

/* Copies of it: the other one that calls are timed on, and v->control. Collective over it. */
void verifying_copy(struct verifying *v, MPI_Comm with, MPI_Comm *without);

/* Frees all three and joins the others; ends MPI if this process failed. Collective as verifying_split, of the
 * processes for which that was true. */
void verifying_join(struct verifying *v, MPI_Comm *with, MPI_Comm *without, enum status status);

/* Ends MPI after a failure of this process alone. */
void verifying_must(enum status status);

/* Waits until all processes of MPI_COMM_WORLD have come here, asleep but for looks. Collective over it. */
void verifying_meet(void);

/* Whether so many processes are the first or the last that some rules are for. */
bool verifying_names(const struct verifying *v, int processes);

/* Adds to the result how many of the file's rules no row is of. Local. */
void verifying_count_left(struct verifying *v);

/* Corrects the rows' p-values for their number. ERR_MEMORY. */
enum status verifying_correct(struct verify_result *result, struct error *err);

/* A symbol that is loaded; false: there is none. function: where its address goes. */
bool verifying_symbol(const char *name, void *function);

#endif
