#include "algorithm/decision/bands.h"
#include "algorithm/decision/steps.h"

/*
 * Open MPI 4.1's blocking operations: coll/tuned's fixed decision, and coll/basic for scatterv, gatherv, scan, exscan
 * and alltoallw, which coll/tuned leaves alone. Segments and fan-outs are passed as 0: messages go in one piece, and
 * chains have a fan-out of 1; alltoall's linear_sync, which may have any number of requests under way, is linear. The
 * radix of k-nomial is coll_tuned_bcast_algorithm_knomial_radix.
 */

/* By the numbers of coll_tuned_<operation>_algorithm. Those without one of sonde's are two operations, each by its own
 * decision. */
static const struct decided barrier_algorithms[] = {
	{0},
	{"linear", COLLECTIVE_BARRIER, "linear", 0, 0},
	{"double_ring", COLLECTIVE_BARRIER, "double-ring", 0, 0},
	{"recursive_doubling", COLLECTIVE_BARRIER, "recursive-doubling", 0, 0},
	{"bruck", COLLECTIVE_BARRIER, "dissemination", 0, 0},
	{"two_proc", COLLECTIVE_BARRIER, "recursive-doubling", 0, 0},
	{"tree", COLLECTIVE_BARRIER, "tree", 0, 0},
};

static const struct decided bcast_algorithms[] = {
	{0},
	{"basic_linear", COLLECTIVE_BCAST, "linear", 0, 0},
	{"chain", COLLECTIVE_BCAST, "chain", 1, 0},
	{"pipeline", COLLECTIVE_BCAST, "pipeline", 0, 0},
	{"split_binary_tree", COLLECTIVE_BCAST, "split-binary", 0, 0},
	{"binary_tree", COLLECTIVE_BCAST, "binary", 0, 0},
	{"binomial", COLLECTIVE_BCAST, "binomial", 0, 0},
	{"knomial", COLLECTIVE_BCAST, "k-nomial", 4, 0},
	{"scatter_allgather", COLLECTIVE_BCAST, "scatter-allgather", 0, 0},
	{"scatter_allgather_ring", COLLECTIVE_BCAST, "scatter-ring", 0, 0},
};

static const struct decided scatter_algorithms[] = {
	{0},
	{"basic_linear", COLLECTIVE_SCATTER, "linear", 0, 0},
	{"binomial", COLLECTIVE_SCATTER, "binomial-mpich", 0, 0},
	{"linear_nb", COLLECTIVE_SCATTER, "linear-nonblocking", 0, 0},
};

static const struct decided gather_algorithms[] = {
	{0},
	{"basic_linear", COLLECTIVE_GATHER, "linear", 0, 0},
	{"binomial", COLLECTIVE_GATHER, "binomial", 0, 0},
	{"linear_sync", COLLECTIVE_GATHER, "linear-synchronised", 0, 0},
};

static const struct decided reduce_algorithms[] = {
	{0},
	{"linear", COLLECTIVE_REDUCE, "linear", 0, 0},
	{"chain", COLLECTIVE_REDUCE, "chain", 1, 0},
	{"pipeline", COLLECTIVE_REDUCE, "pipeline", 0, 0},
	{"binary", COLLECTIVE_REDUCE, "binary", 0, 0},
	{"binomial", COLLECTIVE_REDUCE, "binomial", 0, 0},
	{"in-order_binary", COLLECTIVE_REDUCE, "in-order-binary", 0, 0},
	{"rabenseifner", COLLECTIVE_REDUCE, "rabenseifner", 0, 0},
};

static const struct decided allreduce_algorithms[] = {
	{0},
	{"basic_linear", COLLECTIVE_ALLREDUCE, "linear", 0, 0},
	{"nonoverlapping", COLLECTIVE_ALLREDUCE, NULL, 0, 0},
	{"recursive_doubling", COLLECTIVE_ALLREDUCE, "recursive-doubling", 0, 0},
	{"ring", COLLECTIVE_ALLREDUCE, "ring", 0, 0},
	{"segmented_ring", COLLECTIVE_ALLREDUCE, "segmented-ring", 0, 0},
	{"rabenseifner", COLLECTIVE_ALLREDUCE, "rabenseifner", 0, 0},
};

static const struct decided allgather_algorithms[] = {
	{0},
	{"linear", COLLECTIVE_ALLGATHER, NULL, 0, 0},
	{"bruck", COLLECTIVE_ALLGATHER, "bruck", 0, 0},
	{"recursive_doubling", COLLECTIVE_ALLGATHER, "recursive-doubling", 0, 0},
	{"ring", COLLECTIVE_ALLGATHER, "ring", 0, 0},
	{"neighbor", COLLECTIVE_ALLGATHER, "neighbour-exchange", 0, 0},
	{"two_proc", COLLECTIVE_ALLGATHER, "recursive-doubling", 0, 0},
};

static const struct decided allgatherv_algorithms[] = {
	{0},
	{"default", COLLECTIVE_ALLGATHER, NULL, 0, 0},
	{"bruck", COLLECTIVE_ALLGATHER, "bruck", 0, 0},
	{"ring", COLLECTIVE_ALLGATHER, "ring", 0, 0},
	{"neighbor", COLLECTIVE_ALLGATHER, "neighbour-exchange", 0, 0},
	{"two_proc", COLLECTIVE_ALLGATHER, "recursive-doubling", 0, 0},
};

static const struct decided alltoall_algorithms[] = {
	{0},
	{"linear", COLLECTIVE_ALLTOALL, "linear", 0, 0},
	{"pairwise", COLLECTIVE_ALLTOALL, "pairwise", 0, 0},
	{"modified_bruck", COLLECTIVE_ALLTOALL, "bruck", 0, 0},
	{"linear_sync", COLLECTIVE_ALLTOALL, "linear", 0, 0},
	{"two_proc", COLLECTIVE_ALLTOALL, "pairwise", 0, 0},
};

static const struct decided alltoallv_algorithms[] = {
	{0},
	{"basic_linear", COLLECTIVE_ALLTOALL, "linear-by-rank", 0, 0},
	{"pairwise", COLLECTIVE_ALLTOALL, "pairwise", 0, 0},
};

static const struct decided reduce_scatter_algorithms[] = {
	{0},
	{"non-overlapping", COLLECTIVE_REDUCE_SCATTER, NULL, 0, 0},
	{"recursive_halving", COLLECTIVE_REDUCE_SCATTER, "recursive-halving", 0, 0},
	{"ring", COLLECTIVE_REDUCE_SCATTER, "ring", 0, 0},
	{"butterfly", COLLECTIVE_REDUCE_SCATTER, "recursive-halving", 0, NEAREST},
};

static const struct decided reduce_scatter_block_algorithms[] = {
	{0},
	{"basic_linear", COLLECTIVE_REDUCE_SCATTER, NULL, 0, 0},
	{"recursive_doubling", COLLECTIVE_REDUCE_SCATTER, "recursive-halving", 0, NEAREST},
	{"recursive_halving", COLLECTIVE_REDUCE_SCATTER, "recursive-halving", 0, 0},
	{"butterfly", COLLECTIVE_REDUCE_SCATTER, "recursive-halving", 0, NEAREST},
};

/* Of coll/basic. */
static const struct decided scatterv_algorithms[] = {{0}, {"linear", COLLECTIVE_SCATTERV, "linear", 0, 0}};
static const struct decided gatherv_algorithms[] = {{0}, {"linear", COLLECTIVE_GATHERV, "linear", 0, 0}};
static const struct decided alltoallw_algorithms[] = {{0}, {"linear", COLLECTIVE_ALLTOALL, "linear-by-rank", 0, 0}};
static const struct decided scan_algorithms[] = {{0}, {"linear", COLLECTIVE_SCAN, "linear", 0, 0}};
static const struct decided exscan_algorithms[] = {{0}, {"linear", COLLECTIVE_SCAN, "linear", 0, 0}};

/* Bands by the message's or the block's bytes, or those of all blocks over the number that they are divided by. */
enum measure { BLOCK, MEAN, TOTAL };

struct decider {
	const struct band *bands, *ordered; /* ordered: of reductions that do not commute, NULL: algorithm 1 */
	const struct decided *algorithms;
	enum measure measure;
};

static const struct decider deciders[] = {
	[DECISION_BARRIER] = {openmpi_barrier_bands, openmpi_barrier_bands, barrier_algorithms, BLOCK},
	[DECISION_BCAST] = {openmpi_bcast_bands, openmpi_bcast_bands, bcast_algorithms, BLOCK},
	[DECISION_SCATTER] = {openmpi_scatter_bands, openmpi_scatter_bands, scatter_algorithms, BLOCK},
	[DECISION_SCATTERV] = {NULL, NULL, scatterv_algorithms, BLOCK},
	[DECISION_GATHER] = {openmpi_gather_bands, openmpi_gather_bands, gather_algorithms, BLOCK},
	[DECISION_GATHERV] = {NULL, NULL, gatherv_algorithms, BLOCK},
	[DECISION_REDUCE] = {openmpi_reduce_bands, openmpi_reduce_ordered_bands, reduce_algorithms, BLOCK},
	[DECISION_ALLREDUCE] = {openmpi_allreduce_bands, openmpi_allreduce_ordered_bands, allreduce_algorithms, BLOCK},
	[DECISION_ALLGATHER] = {openmpi_allgather_bands, openmpi_allgather_bands, allgather_algorithms, BLOCK},
	[DECISION_ALLGATHERV] = {openmpi_allgatherv_bands, openmpi_allgatherv_bands, allgatherv_algorithms, MEAN},
	[DECISION_ALLTOALL] = {openmpi_alltoall_bands, openmpi_alltoall_bands, alltoall_algorithms, BLOCK},
	[DECISION_ALLTOALLV] = {openmpi_alltoallv_bands, openmpi_alltoallv_bands, alltoallv_algorithms, BLOCK},
	[DECISION_ALLTOALLW] = {NULL, NULL, alltoallw_algorithms, BLOCK},
	[DECISION_REDUCE_SCATTER] = {openmpi_reduce_scatter_bands, NULL, reduce_scatter_algorithms, TOTAL},
	[DECISION_REDUCE_SCATTER_BLOCK] = {openmpi_reduce_scatter_block_bands, NULL, reduce_scatter_block_algorithms,
					   BLOCK},
	[DECISION_SCAN] = {NULL, NULL, scan_algorithms, BLOCK},
	[DECISION_EXSCAN] = {NULL, NULL, exscan_algorithms, BLOCK},
};

static bool reduces(enum decision_operation operation)
{
	return operation == DECISION_REDUCE || operation == DECISION_ALLREDUCE ||
	       operation == DECISION_REDUCE_SCATTER || operation == DECISION_REDUCE_SCATTER_BLOCK;
}

static int number(const struct decision_case *what)
{
	const struct decider *decider = &deciders[what->operation];
	bool ordered = reduces(what->operation) && !what->commutes;
	const struct band *band = ordered ? decider->ordered : decider->bands;
	uint64_t bytes = what->count * what->size;
	int i = 0;

	if (decider->measure == TOTAL)
		bytes = decision_total(what) * what->size;
	else if (decider->measure == MEAN)
		bytes = decision_total(what) * what->size / (uint64_t)what->processes;
	if (!band)
		return 1;
	while (what->processes >= band->below)
		band++;
	while (bytes >= band->sizes[i].below)
		i++;
	return band->sizes[i].algorithm;
}

int openmpi_number(const struct decision_case *what)
{
	return deciders[what->operation].bands ? number(what) : 0;
}

/* An operation that is two others, one after the other: among all processes, with process 0 as the root. */
static void decide_both(const struct decision_case *what, int process, struct decision *found)
{
	struct decision_case first = *what, second = *what;
	uint64_t total = decision_total(what);

	first.root = second.root = 0;
	first.in_place = second.in_place = false;
	first.algorithm = second.algorithm = 0;
	switch (what->operation) {
	case DECISION_ALLREDUCE:
		first.operation = DECISION_REDUCE;
		second.operation = DECISION_BCAST;
		break;
	case DECISION_ALLGATHER:
		first.operation = DECISION_GATHER;
		second.operation = DECISION_BCAST;
		second.count = total;
		break;
	case DECISION_ALLGATHERV: /* broadcasts one element that is all blocks */
		first.operation = DECISION_GATHERV;
		second.operation = DECISION_BCAST;
		second.count = 1;
		second.size = total * what->size;
		second.counts = NULL;
		break;
	default:
		first.operation = DECISION_REDUCE;
		first.count = total;
		first.counts = NULL;
		second.operation = what->operation == DECISION_REDUCE_SCATTER ? DECISION_SCATTERV : DECISION_SCATTER;
	}
	openmpi_decide(&first, process, found);
	openmpi_decide(&second, process, found);
}

/* A rule's fan-out and segment. */
static void tune(struct decision_step *step, const struct decision_case *what)
{
	if (what->algorithm == 0)
		return;
	step->fanout = what->fanout > 0 ? what->fanout : step->fanout;
	step->segment = what->segment;
}

void openmpi_decide(const struct decision_case *what, int process, struct decision *found)
{
	/* Blocks go to either side at distance 1, 2, ... at once; sonde exchanges pair after pair. */
	static const struct decided in_place = {"inplace", COLLECTIVE_ALLTOALL, "pairwise", 0, NEAREST};
	int chosen = what->algorithm > 0 ? what->algorithm : number(what);
	const struct decided *decided = &deciders[what->operation].algorithms[chosen];

	if (what->in_place && decided->collective == COLLECTIVE_ALLTOALL)
		steps_add(found, what, process, &in_place);
	else if (decided->algorithm)
		tune(steps_add(found, what, process, decided), what);
	else
		decide_both(what, process, found);
}
