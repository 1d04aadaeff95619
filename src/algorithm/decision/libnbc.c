#include "algorithm/build.h"
#include "algorithm/decision/steps.h"

/*
 * Open MPI 4.1's nonblocking operations. Source: ompi/mca/coll/libnbc/nbc_i*.c of v4.1.4; ibcast with
 * coll_libnbc_ibcast_skip_dt_decision, which is set by default.
 */

static const struct decided barrier = {"dissemination", COLLECTIVE_BARRIER, "dissemination", 0, 0},
			    bcast_linear = {"linear", COLLECTIVE_BCAST, "linear", 0, 0},
			    bcast_binomial = {"binomial", COLLECTIVE_BCAST, "binomial", 0, SWAPS},
			    scatter = {"linear", COLLECTIVE_SCATTER, "linear-nonblocking", 0, 0},
			    scatterv = {"linear", COLLECTIVE_SCATTERV, "linear-nonblocking", 0, 0},
			    gather = {"linear", COLLECTIVE_GATHER, "linear-nonblocking", 0, 0},
			    gatherv = {"linear", COLLECTIVE_GATHERV, "linear-nonblocking", 0, 0},
			    reduce_binomial = {"binomial", COLLECTIVE_REDUCE, "binomial", 0, SWAPS},
			    reduce_ordered = {"binomial", COLLECTIVE_REDUCE, "binomial", 0, NEAREST},
			    reduce_chain = {"chain", COLLECTIVE_REDUCE, "pipeline", 0, NEAREST},
			    reduce_halving = {"rabenseifner", COLLECTIVE_REDUCE, "rabenseifner", 0, 0},
			    allreduce_binomial = {"binomial", COLLECTIVE_ALLREDUCE, "binomial", 0, 0},
			    allreduce_ordered = {"binomial", COLLECTIVE_ALLREDUCE, "binomial", 0, NEAREST},
			    allreduce_halving = {"rabenseifner", COLLECTIVE_ALLREDUCE, "rabenseifner", 0, 0},
			    allreduce_ring = {"ring", COLLECTIVE_ALLREDUCE, "ring", 0, NEAREST},
			    by_rank = {"linear", COLLECTIVE_ALLTOALL, "linear-by-rank", 0, 0},
			    /* begins with the process after */ from_rank_on = {"linear", COLLECTIVE_ALLTOALL,
										"linear-by-rank", 0, NEAREST},
			    scan = {"linear", COLLECTIVE_SCAN, "linear", 0, 0};

static const struct decided *allreduce(const struct decision_case *what)
{
	if (!what->commutes)
		return &allreduce_ordered;
	if (what->processes < 4 || what->count * what->size < 65536 || what->in_place)
		return &allreduce_binomial;
	return what->count >= (uint64_t)power_below(what->processes) ? &allreduce_halving : &allreduce_ring;
}

static const struct decided *reduce(const struct decision_case *what)
{
	if (!what->commutes)
		return &reduce_ordered;
	if (what->processes > 2 && what->count >= (uint64_t)power_below(what->processes))
		return &reduce_halving;
	if (what->processes > 4 || what->count * what->size < 65536)
		return &reduce_binomial;
	return &reduce_chain;
}

/* Blocks of nothing are sent as any other, where sonde's schedules have no message. */
static void add_blocks(struct decision *found, const struct decision_case *what, int process,
		       const struct decided *decided)
{
	struct decision_step *step = steps_add(found, what, process, decided);

	for (int i = 0; what->counts && i < what->processes; i++)
		step->exact = step->exact && what->counts[i] > 0;
}

/* A reduction to process 0, which then sends each its block. */
static void reduce_scatter(const struct decision_case *what, int process, struct decision *found)
{
	struct decision_case whole = *what, blocks = *what;

	whole.root = blocks.root = 0;
	whole.in_place = blocks.in_place = false;
	whole.count = decision_total(what);
	whole.counts = NULL;
	steps_add(found, &whole, process, what->commutes ? &reduce_binomial : &reduce_ordered);
	add_blocks(found, &blocks, process, &scatterv);
}

void libnbc_decide(const struct decision_case *what, int process, struct decision *found)
{
	static const struct decided *const always[] = {
		[DECISION_BARRIER] = &barrier,   [DECISION_SCATTER] = &scatter,   [DECISION_GATHER] = &gather,
		[DECISION_ALLGATHER] = &by_rank, [DECISION_ALLTOALL] = &by_rank,  [DECISION_ALLGATHERV] = &from_rank_on,
		[DECISION_SCAN] = &scan,         [DECISION_ALLTOALLV] = &by_rank, [DECISION_ALLTOALLW] = &by_rank,
		[DECISION_EXSCAN] = &scan,
	};

	switch (what->operation) {
	case DECISION_BCAST:
		steps_add(found, what, process, what->processes <= 4 ? &bcast_linear : &bcast_binomial);
		break;
	case DECISION_REDUCE:
		steps_add(found, what, process, reduce(what));
		break;
	case DECISION_ALLREDUCE:
		steps_add(found, what, process, allreduce(what));
		break;
	case DECISION_SCATTERV:
		add_blocks(found, what, process, &scatterv);
		break;
	case DECISION_GATHERV:
		add_blocks(found, what, process, &gatherv);
		break;
	case DECISION_REDUCE_SCATTER:
	case DECISION_REDUCE_SCATTER_BLOCK:
		reduce_scatter(what, process, found);
		break;
	default:
		steps_add(found, what, process, always[what->operation]);
	}
}
