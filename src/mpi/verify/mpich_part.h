#ifndef SONDE_MPI_VERIFY_MPICH_PART_H
#define SONDE_MPI_VERIFY_MPICH_PART_H

#include "algorithm/decision/decision.h"
#include "mpi/process.h"
#include "mpi/spy/spy.h"
#include "mpi/verify/verifying.h"

/* What looking at MPICH has of its own: what was sent (mpich_ran.c), and what the library is told (mpich_told.c). */

enum { MPICH_FORCED_MOST = 4 };

struct mpich_sent {
	struct spy_message *list; /* owned */
	size_t n;
	bool all; /* else there were more than the spy keeps */
};

struct mpich_part {
	spy_forget_function *forget;
	spy_sent_function *sent;
	const struct mpich_tree *tree;
	const void **endpoints; /* by process of MPI_COMM_WORLD */
	int processes;          /* of it */
	int *node;              /* of each, counted from 0 */
	struct decision_selection selection;
	enum decision_operation call;
	struct decision_case what; /* the call that is looked at, */
	struct mpich_sent kept;    /* and what it sent */
	struct process process;    /* to tell the library what to take */
	struct setup forced[MPICH_FORCED_MOST];
	int n_forced;
	bool is_forced;
};

/* The communicator of a step of a call, as the selection's tests see it. Local. */
struct mpich_call mpich_step_call(const struct mpich_part *part, const struct decision_case *what);

/* part->selection.choose; self: the part. Local. */
const char *mpich_choose_selected(const void *self, const struct decision_case *what);

/* Makes the call, and keeps what it sends to other processes; the caller frees kept->list. Collective. */
void mpich_see(const struct verifying *v, const struct collective_operation *operation, struct mpich_sent *kept);
bool mpich_same_sent(const struct mpich_sent *a, const struct mpich_sent *b);

/* Which decisions about a call have the messages that a process sent, as bits. */
enum {
	MPICH_RAN_OWN = 1,            /* the library's own; the bits above it are those of its class's algorithms */
	MPICH_RAN_KNOWN = 1 << 29,    /* the messages of what the selection chooses are known, */
	MPICH_RAN_SELECTED = 1 << 30, /* and were sent */
};
enum status mpich_match(const struct verifying *v, const struct verify_row *row, unsigned *mask, struct error *err);

/* Names what ran, of the decisions that match at every process. Local. */
enum status mpich_tell(const struct mpich_part *part, unsigned mask, struct verify_row *row, struct error *err);

/* Whether a call has at some process a step of what the row's rule is for: its operation, level and processes; by the
 * algorithm of this name, NULL: by any. Local. */
enum status mpich_has_step(const struct decision_case *what, const struct verify_row *row, const char *name, bool *has,
			   struct error *err);

/* What the library is to be told so that it does for a call what is decided for it; *can: it can be told so, at every
 * process. Collective over control. */
enum status mpich_find_told(struct verifying *v, const struct decision_case *call, bool *can, struct error *err);

/* Tells it, or lets it go by the rules. Collective over control. */
void mpich_choose(struct verifying *v, bool rules);

#endif
