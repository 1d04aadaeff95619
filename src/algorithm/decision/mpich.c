#include "algorithm/build.h"
#include "algorithm/decision/mpich.h"

#include <string.h>

/*
 * MPICH 4.0's operations over ch4:ucx without shared memory of its own (MPIDI_CH4_DIRECT_NETMOD). Source: the selection
 * trees maint/tuning/coll/ch4/generic.json and maint/tuning/coll/mpir/generic.json of v4.0.2, and the compositions of
 * src/mpid/ch4/src/ch4_coll_impl.h. The first row that holds is taken.
 */

enum {
	BLOCKING = 1,
	NONBLOCKING = 2,
	POW2 = 4,      /* a power of two of processes */
	COMMUTES = 8,  /* the reduction commutes */
	BUILT_IN = 16, /* the reduction is MPI's */
	MANY = 32,     /* as many elements as the largest power of two of processes, or more */
	IN_PLACE = 64,
	REGULAR = 128,    /* blocks are equal */
	DIVIDES = 512,    /* that power divides the elements */
	TOTAL_BYTES = 256 /* up_to is of all blocks together, not of one message or block */
};

/* Bytes of a message in blocking allgatherv's ring (MPIR_CVAR_ALLGATHERV_PIPELINE_MSG_SIZE). */
enum { PIPELINED = 32768 };

struct rule {
	enum decision_operation operation;
	unsigned when;
	int below;      /* fewer processes than these; 0: any */
	uint64_t up_to; /* bytes */
	struct decided decided;
};

#define ANY UINT64_MAX
#define BOTH (BLOCKING | NONBLOCKING)

static const struct rule rules[] = {
	{DECISION_BARRIER, BOTH, 0, ANY, {"dissemination", COLLECTIVE_BARRIER, "dissemination", 0, 0}},
	{DECISION_BCAST, BOTH, 8, ANY, {"binomial", COLLECTIVE_BCAST, "k-nomial", 2, 0}},
	{DECISION_BCAST, BLOCKING, 0, 12288, {"binomial", COLLECTIVE_BCAST, "k-nomial", 2, 0}},
	{DECISION_BCAST,
	 BLOCKING | POW2,
	 0,
	 524288,
	 {"scatter_recursive_doubling_allgather", COLLECTIVE_BCAST, "scatter-allgather", 0, 0}},
	/* In the scatter of nonblocking ones some messages are longer than needed. */
	{DECISION_BCAST, NONBLOCKING, 0, 12287, {"binomial", COLLECTIVE_BCAST, "k-nomial", 2, 0}},
	{DECISION_BCAST,
	 NONBLOCKING | POW2,
	 0,
	 524287,
	 {"scatter_recursive_doubling_allgather", COLLECTIVE_BCAST, "scatter-allgather", 0, NEAREST}},
	{DECISION_BCAST, BLOCKING, 0, ANY, {"scatter_ring_allgather", COLLECTIVE_BCAST, "scatter-ring", 0, 0}},
	{DECISION_BCAST, NONBLOCKING, 0, ANY, {"scatter_ring_allgather", COLLECTIVE_BCAST, "scatter-ring", 0, NEAREST}},
	{DECISION_SCATTER, BOTH, 0, ANY, {"binomial", COLLECTIVE_SCATTER, "binomial-mpich", 0, 0}},
	{DECISION_SCATTERV, BOTH, 0, ANY, {"linear", COLLECTIVE_SCATTERV, "linear-nonblocking", 0, 0}},
	{DECISION_GATHER, BOTH, 0, ANY, {"binomial", COLLECTIVE_GATHER, "binomial", 0, 0}},
	{DECISION_GATHERV, BOTH, 0, ANY, {"linear", COLLECTIVE_GATHERV, "linear-nonblocking", 0, 0}},
	{DECISION_REDUCE, BOTH | COMMUTES, 0, 2048, {"binomial", COLLECTIVE_REDUCE, "binomial", 0, 0}},
	{DECISION_REDUCE,
	 BLOCKING | COMMUTES | BUILT_IN | MANY,
	 0,
	 ANY,
	 {"reduce_scatter_gather", COLLECTIVE_REDUCE, "rabenseifner-mpich", 0, 0}},
	/* Nonblocking ones give the last share what is left over. */
	{DECISION_REDUCE,
	 NONBLOCKING | COMMUTES | BUILT_IN | MANY | DIVIDES,
	 0,
	 ANY,
	 {"reduce_scatter_gather", COLLECTIVE_REDUCE, "rabenseifner-mpich", 0, 0}},
	{DECISION_REDUCE,
	 NONBLOCKING | COMMUTES | BUILT_IN | MANY,
	 0,
	 ANY,
	 {"reduce_scatter_gather", COLLECTIVE_REDUCE, "rabenseifner-mpich", 0, NEAREST}},
	{DECISION_REDUCE, BOTH | COMMUTES, 0, ANY, {"binomial", COLLECTIVE_REDUCE, "binomial", 0, 0}},
	{DECISION_REDUCE, BOTH, 0, ANY, {"binomial", COLLECTIVE_REDUCE, "binomial", 0, NEAREST}},
	{DECISION_ALLREDUCE, BLOCKING, 0, 8, {"recursive_doubling", COLLECTIVE_ALLREDUCE, "recursive-doubling", 0, 0}},
	{DECISION_ALLREDUCE,
	 NONBLOCKING,
	 0,
	 2048,
	 {"recursive_doubling", COLLECTIVE_ALLREDUCE, "recursive-doubling", 0, 0}},
	{DECISION_ALLREDUCE,
	 BLOCKING | BUILT_IN | MANY,
	 0,
	 ANY,
	 {"reduce_scatter_allgather", COLLECTIVE_ALLREDUCE, "rabenseifner-mpich", 0, 0}},
	/* Nonblocking ones give the last share what is left over. */
	{DECISION_ALLREDUCE,
	 NONBLOCKING | BUILT_IN | MANY | DIVIDES,
	 0,
	 ANY,
	 {"reduce_scatter_allgather", COLLECTIVE_ALLREDUCE, "rabenseifner-mpich", 0, 0}},
	{DECISION_ALLREDUCE,
	 NONBLOCKING | BUILT_IN | MANY,
	 0,
	 ANY,
	 {"reduce_scatter_allgather", COLLECTIVE_ALLREDUCE, "rabenseifner-mpich", 0, NEAREST}},
	{DECISION_ALLREDUCE, BOTH, 0, ANY, {"recursive_doubling", COLLECTIVE_ALLREDUCE, "recursive-doubling", 0, 0}},
	{DECISION_ALLGATHER,
	 BOTH | POW2 | TOTAL_BYTES,
	 0,
	 524287,
	 {"recursive_doubling", COLLECTIVE_ALLGATHER, "recursive-doubling", 0, 0}},
	{DECISION_ALLGATHER, BOTH | POW2, 0, ANY, {"ring", COLLECTIVE_ALLGATHER, "ring", 0, 0}},
	{DECISION_ALLGATHER, BOTH | TOTAL_BYTES, 0, 81919, {"brucks", COLLECTIVE_ALLGATHER, "bruck", 0, 0}},
	{DECISION_ALLGATHER, BOTH, 0, ANY, {"ring", COLLECTIVE_ALLGATHER, "ring", 0, 0}},
	{DECISION_ALLGATHERV,
	 BOTH | POW2 | TOTAL_BYTES,
	 0,
	 524287,
	 {"recursive_doubling", COLLECTIVE_ALLGATHER, "recursive-doubling", 0, 0}},
	{DECISION_ALLGATHERV, BOTH | TOTAL_BYTES, 0, 81919, {"brucks", COLLECTIVE_ALLGATHER, "bruck", 0, 0}},
	/* Of longer blocks a message has so much. */
	{DECISION_ALLGATHERV, BLOCKING, 0, PIPELINED, {"ring", COLLECTIVE_ALLGATHER, "ring", 0, 0}},
	{DECISION_ALLGATHERV, NONBLOCKING, 0, ANY, {"ring", COLLECTIVE_ALLGATHER, "ring", 0, 0}},
	{DECISION_ALLGATHERV, BLOCKING, 0, ANY, {"ring", COLLECTIVE_ALLGATHER, "ring", 0, NEAREST}},
	/* The tree says comm_size<8, but below another test the library compares by <= (src/mpi/coll/src/csel.c). */
	{DECISION_ALLTOALL,
	 BOTH | IN_PLACE,
	 0,
	 ANY,
	 {"pairwise_sendrecv_replace", COLLECTIVE_ALLTOALL, "pairwise", 0, 0}},
	{DECISION_ALLTOALL, BLOCKING, 9, 32768, {"scattered", COLLECTIVE_ALLTOALL, "scattered", 32, 0}},
	{DECISION_ALLTOALL, NONBLOCKING, 9, 32768, {"permuted_sendrecv", COLLECTIVE_ALLTOALL, "scattered", 32, 0}},
	{DECISION_ALLTOALL, BLOCKING, 0, 256, {"brucks", COLLECTIVE_ALLTOALL, "bruck", 0, 0}},
	{DECISION_ALLTOALL, NONBLOCKING, 0, 2048, {"brucks", COLLECTIVE_ALLTOALL, "bruck", 0, 0}},
	{DECISION_ALLTOALL, BLOCKING, 0, 32768, {"scattered", COLLECTIVE_ALLTOALL, "scattered", 32, 0}},
	{DECISION_ALLTOALL, NONBLOCKING, 0, 32768, {"permuted_sendrecv", COLLECTIVE_ALLTOALL, "scattered", 32, 0}},
	{DECISION_ALLTOALL, BOTH, 0, ANY, {"pairwise", COLLECTIVE_ALLTOALL, "pairwise-mpich", 0, 0}},
	{DECISION_ALLTOALLV,
	 BOTH | IN_PLACE,
	 0,
	 ANY,
	 {"pairwise_sendrecv_replace", COLLECTIVE_ALLTOALL, "pairwise", 0, 0}},
	{DECISION_ALLTOALLV, BOTH, 0, ANY, {"scattered", COLLECTIVE_ALLTOALL, "scattered", 32, 0}},
	{DECISION_ALLTOALLW,
	 BOTH | IN_PLACE,
	 0,
	 ANY,
	 {"pairwise_sendrecv_replace", COLLECTIVE_ALLTOALL, "pairwise", 0, 0}},
	{DECISION_ALLTOALLW, BOTH, 0, ANY, {"scattered", COLLECTIVE_ALLTOALL, "scattered", 32, 0}},
	{DECISION_REDUCE_SCATTER,
	 BOTH | COMMUTES | TOTAL_BYTES,
	 0,
	 524287,
	 {"recursive_halving", COLLECTIVE_REDUCE_SCATTER, "recursive-halving", 0, 0}},
	{DECISION_REDUCE_SCATTER, BOTH | COMMUTES, 0, ANY, {"pairwise", COLLECTIVE_REDUCE_SCATTER, "pairwise", 0, 0}},
	{DECISION_REDUCE_SCATTER,
	 BOTH | REGULAR | POW2,
	 0,
	 ANY,
	 {"noncommutative", COLLECTIVE_REDUCE_SCATTER, "linear", 0, NEAREST}},
	{DECISION_REDUCE_SCATTER,
	 BOTH,
	 0,
	 ANY,
	 {"recursive_doubling", COLLECTIVE_REDUCE_SCATTER, "linear", 0, NEAREST}},
	{DECISION_REDUCE_SCATTER_BLOCK,
	 BOTH | COMMUTES | TOTAL_BYTES,
	 0,
	 524287,
	 {"recursive_halving", COLLECTIVE_REDUCE_SCATTER, "recursive-halving", 0, 0}},
	{DECISION_REDUCE_SCATTER_BLOCK,
	 BOTH | COMMUTES,
	 0,
	 ANY,
	 {"pairwise", COLLECTIVE_REDUCE_SCATTER, "pairwise", 0, 0}},
	{DECISION_REDUCE_SCATTER_BLOCK,
	 BOTH | POW2,
	 0,
	 ANY,
	 {"noncommutative", COLLECTIVE_REDUCE_SCATTER, "linear", 0, NEAREST}},
	{DECISION_REDUCE_SCATTER_BLOCK,
	 BOTH,
	 0,
	 ANY,
	 {"recursive_doubling", COLLECTIVE_REDUCE_SCATTER, "linear", 0, NEAREST}},
	{DECISION_SCAN, BOTH, 0, ANY, {"recursive_doubling", COLLECTIVE_SCAN, "recursive-doubling", 0, 0}},
	{DECISION_EXSCAN, BOTH, 0, ANY, {"recursive_doubling", COLLECTIVE_SCAN, "recursive-doubling", 0, 0}},
};

static unsigned circumstances(const struct decision_case *what)
{
	int power = power_below(what->processes);

	return (what->nonblocking ? NONBLOCKING : BLOCKING) | (power == what->processes ? POW2 : 0U) |
	       (what->commutes ? COMMUTES : 0U) | (what->predefined ? BUILT_IN : 0U) |
	       (what->count >= (uint64_t)power ? MANY : 0U) | (what->count % (uint64_t)power == 0 ? DIVIDES : 0U) |
	       (what->in_place ? IN_PLACE : 0U) | (decision_is_uneven(what) ? 0U : REGULAR) | TOTAL_BYTES;
}

static bool holds(const struct rule *rule, const struct decision_case *what, unsigned circumstance)
{
	unsigned needed = rule->when & BOTH & circumstance ? rule->when & ~(unsigned)BOTH : rule->when;
	uint64_t bytes = (rule->when & TOTAL_BYTES ? decision_total(what) : what->count) * what->size;

	return rule->operation == what->operation && (needed & circumstance) == needed && bytes <= rule->up_to &&
	       (rule->below == 0 || what->processes < rule->below);
}

/* The row of the algorithm of this name; NULL: none, or the call has not what that needs. */
static const struct rule *chosen(const struct decision_case *what, const char *name, unsigned circumstance)
{
	for (size_t i = 0; name && i < sizeof(rules) / sizeof(rules[0]); i++) {
		const struct rule *rule = &rules[i];
		unsigned needed = rule->when & ~(unsigned)BOTH;

		if (rule->operation == what->operation && strcmp(rule->decided.name, name) == 0 &&
		    rule->when & BOTH & circumstance && (needed & circumstance) == needed)
			return rule;
	}
	return NULL;
}

/* Whether blocks that differ go around a ring in pieces, or some of them not at all. */
static bool goes_in_pieces(const struct decision_case *what)
{
	bool pieces = false;

	if (what->operation != DECISION_ALLGATHERV || what->nonblocking || !decision_is_uneven(what))
		return false;
	for (int i = 0; i < what->processes; i++)
		pieces = pieces || what->counts[i] == 0 || what->counts[i] * what->size > PIPELINED;
	return pieces;
}

struct decision_step *mpich_flat(const struct decision_case *what, int process, struct decision *found)
{
	unsigned circumstance = circumstances(what);
	const char *name = what->selection ? what->selection->choose(what->selection->self, what) : what->named;
	const struct rule *rule = chosen(what, name, circumstance), *own = rules;
	bool known = rule || !what->selection || name == decision_selects_own;
	struct decision_step *step;

	while (!rule) {
		rule = holds(own, what, circumstance) ? own : NULL;
		own++;
	}
	step = steps_add(found, what, process, &rule->decided);
	if (strcmp(rule->decided.algorithm, "ring") == 0 && goes_in_pieces(what))
		step->exact = false;
	/* Of fewer elements than processes a selection's algorithm sends pieces of none or of one. */
	if (name && what->operation == DECISION_BCAST && strncmp(name, "scatter", 7) == 0 &&
	    what->count < (uint64_t)what->processes)
		step->exact = false;
	step->exact = step->exact && known;
	return step;
}
