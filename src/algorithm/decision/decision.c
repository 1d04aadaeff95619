#include "algorithm/decision/decision.h"
#include "algorithm/decision/steps.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char decision_selects_own[] = "own";

const char *const decision_library_words[] = {"Open MPI 4.1", "MPICH 4.0", NULL};

const char *const decision_operation_words[] = {
	"barrier",  "bcast",     "scatter",   "scatterv",       "gather",
	"gatherv",  "reduce",    "allreduce", "allgather",      "allgatherv",
	"alltoall", "alltoallv", "alltoallw", "reduce_scatter", "reduce_scatter_block",
	"scan",     "exscan",    NULL};

bool decision_of_function(const char *name, enum decision_operation *operation, bool *nonblocking)
{
	if (strncmp(name, "MPI_", 4) != 0)
		return false;
	name += 4;
	for (int i = 0; decision_operation_words[i]; i++)
		for (int skip = 0; skip < 2; skip++)
			if ((skip == 0 || name[0] == 'I') &&
			    strcasecmp(name + skip, decision_operation_words[i]) == 0) {
				*operation = (enum decision_operation)i;
				*nonblocking = skip == 1;
				return true;
			}
	return false;
}

/* Whether a call moves no data: then it has no steps, unless it is a barrier. What other processes move is not known.
 */
static bool is_empty(const struct decision_case *what)
{
	if (what->processes < 2)
		return true;
	if (what->to)
		return false;
	return what->operation != DECISION_BARRIER && (what->size == 0 || decision_total(what) == 0);
}

/* Whether the library may send messages of no bytes for such a call: where it does not return at once. */
static bool sends_nothings(const struct decision_case *what)
{
	bool openmpi = what->library == LIBRARY_OPENMPI_4_1;

	if (what->processes < 2)
		return false;
	switch (what->operation) {
	case DECISION_SCATTER:
	case DECISION_SCATTERV:
	case DECISION_GATHER:
	case DECISION_GATHERV:
	case DECISION_ALLGATHER:
	case DECISION_ALLGATHERV:
	case DECISION_ALLTOALL:
	case DECISION_EXSCAN:
		return openmpi && what->nonblocking;
	case DECISION_ALLTOALLV:
		return openmpi && !what->nonblocking;
	case DECISION_BCAST:
	case DECISION_ALLREDUCE:
		return !openmpi;
	case DECISION_REDUCE_SCATTER:
		return !openmpi && !what->commutes;
	default:
		return false;
	}
}

static enum status check(const struct decision_case *what, int process, struct error *err)
{
	if (what->processes < 1 || process < 0 || process >= what->processes)
		return error_set(err, ERR_INPUT, "process %d is not one of %d", process, what->processes);
	if (what->root < 0 || what->root >= what->processes)
		return error_set(err, ERR_INPUT, "the root %d is not one of %d processes", what->root, what->processes);
	for (int i = 0; what->node && i < what->processes; i++)
		if (what->node[i] < 0 || what->node[i] >= what->processes)
			return error_set(err, ERR_INPUT, "process %d is on node %d, which is not one of %d", i,
					 what->node[i], what->processes);
	return OK;
}

enum status decision_find(const struct decision_case *what, int process, struct decision *found, struct error *err)
{
	enum status status = check(what, process, err);

	*found = (struct decision){.exact = true};
	if (status != OK)
		return status;
	if (is_empty(what)) {
		found->exact = !sends_nothings(what);
		return OK;
	}
	if (what->library == LIBRARY_MPICH_4_0)
		status = mpich_decide(what, process, found, err);
	else if (what->nonblocking)
		libnbc_decide(what, process, found);
	else
		openmpi_decide(what, process, found);
	for (int i = 0; i < found->n; i++)
		found->exact = found->exact && found->step[i].exact;
	return status;
}

enum decision_operation decision_step_operation(const struct decision_case *what, const struct decision_step *step)
{
	enum collective collective = step->algorithm->collective;

	if (what->operation == DECISION_BARRIER || what->operation == DECISION_ALLREDUCE)
		return collective == COLLECTIVE_BCAST    ? DECISION_BCAST
		       : collective == COLLECTIVE_REDUCE ? DECISION_REDUCE
							 : what->operation;
	return what->operation;
}

bool decision_is_message(const struct decision_step *step)
{
	return strcmp(step->name, "message") == 0;
}

void decision_release(struct decision *found)
{
	for (int i = 0; i < found->n; i++)
		free(found->step[i].members);
	found->n = 0;
}
