#include "rules/mpich_known.h"

#include <string.h>

/* Source: init_comm_seq in src/mpi/comm/commutil.c, MPIR_Get_contextid_sparse_group in contextid.c and
 * MPIR_Comm_split_impl in comm_split.c of MPICH 4.0.2. */
const struct mpich_inner_call mpich_inner_calls[MPICH_INNER_CALLS] = {
	[MPICH_NEW_COMMUNICATOR] =
		{"bcast", 1, 4, "whatever makes a communicator goes through here: it broadcasts 4 B on the new one"},
	[MPICH_NEW_CONTEXT] = {"allreduce", 65, 260,
			       "MPI_Comm_dup, MPI_Comm_split and MPI_Comm_create go through here: they carry out an "
			       "allreduce of 260 B"},
	[MPICH_COLOURS] = {"allgather", 2, 8,
			   "MPI_Comm_split goes through here: it carries out an allgather of 8 B from each process"},
};

struct mpich_known mpich_known_nothing(void)
{
	const struct mpich_range any = {0, INT64_MAX};

	return (struct mpich_known){.processes = {1, INT64_MAX}, .mean = any, .total = any, .count = any};
}

bool mpich_known_power_of_2(const struct mpich_known *known)
{
	const struct mpich_range *p = &known->processes;

	return known->truth[MPICH_TEST_POWER_OF_2] == TRUTH_YES || p->most <= 2 ||
	       (p->least == p->most && (p->least & (p->least - 1)) == 0);
}

/* Up to a number, or above it. */
static bool cut(struct mpich_range *range, int64_t most, bool holds)
{
	if (holds && most < range->most)
		range->most = most;
	if (!holds && most >= range->least)
		range->least = most < INT64_MAX ? most + 1 : most;
	return range->least <= range->most;
}

static bool set(enum mpich_truth *truth, bool is)
{
	enum mpich_truth now = is ? TRUTH_YES : TRUTH_NO;

	if (*truth != TRUTH_UNKNOWN && *truth != now)
		return false;
	*truth = now;
	return true;
}

static bool refine_power(struct mpich_known *known, bool holds)
{
	if (!holds && mpich_known_power_of_2(known))
		return false;
	return set(&known->truth[MPICH_TEST_POWER_OF_2], holds);
}

static bool refine_hierarchy(struct mpich_known *known, int value, bool holds)
{
	if (value == MPICH_ANY_HIERARCHY)
		return holds;
	if (value == MPICH_IS_PARENT)
		return set(&known->truth[MPICH_TEST_HIERARCHY], holds);
	return !holds || set(&known->truth[MPICH_TEST_HIERARCHY], false);
}

bool mpich_known_refine(struct mpich_known *known, const struct mpich_node *node, bool holds)
{
	int64_t value = node->value;

	known->called = known->called || node->test >= MPICH_TEST_THREADED;
	switch (node->test) {
	case MPICH_TEST_INTRA:
	case MPICH_TEST_INTER:
		return set(&known->truth[MPICH_TEST_INTRA], holds == (node->test == MPICH_TEST_INTRA));
	case MPICH_TEST_UP_TO:
		return cut(&known->processes, value, holds);
	case MPICH_TEST_BELOW:
		return cut(&known->processes, known->called ? value : value - 1, holds);
	case MPICH_TEST_POWER_OF_2:
		return refine_power(known, holds);
	case MPICH_TEST_HIERARCHY:
		return refine_hierarchy(known, node->value, holds);
	case MPICH_TEST_MEAN_UP_TO:
	case MPICH_TEST_MEAN_BELOW:
		return cut(&known->mean, node->test == MPICH_TEST_MEAN_UP_TO ? value : value - 1, holds);
	case MPICH_TEST_TOTAL_UP_TO:
	case MPICH_TEST_TOTAL_BELOW:
		return cut(&known->total, node->test == MPICH_TEST_TOTAL_UP_TO ? value : value - 1, holds);
	case MPICH_TEST_COUNT_UP_TO:
		return cut(&known->count, value, holds);
	case MPICH_TEST_ANY_PROCESSES:
	case MPICH_TEST_ANY_MEAN:
	case MPICH_TEST_ANY_TOTAL:
	case MPICH_TEST_ANY_COUNT:
		return holds;
	case MPICH_TEST_FEW:
		return set(&known->truth[MPICH_TEST_FEW], holds);
	case MPICH_TEST_CONSECUTIVE:
	case MPICH_TEST_THREADED:
	case MPICH_TEST_IN_PLACE:
	case MPICH_TEST_REGULAR:
	case MPICH_TEST_COMMUTES:
	case MPICH_TEST_BUILT_IN:
		return set(&known->truth[node->test], holds == (node->value == 1));
	default:
		return true;
	}
}

static bool has(const struct mpich_range *range, uint64_t number)
{
	return range->least <= (int64_t)number && range->most >= (int64_t)number;
}

static bool may_be(const struct mpich_known *known, enum mpich_test test, enum mpich_truth truth)
{
	return known->truth[test] == TRUTH_UNKNOWN || known->truth[test] == truth;
}

/* Whether so many bytes times a number of processes are among the totals. */
static bool has_total(const struct mpich_known *known, uint64_t each)
{
	int64_t least = known->processes.least, most = known->processes.most;
	int64_t fewest = (known->total.least + (int64_t)each - 1) / (int64_t)each,
		greatest = known->total.most / (int64_t)each;

	return (least > fewest ? least : fewest) <= (most < greatest ? most : greatest);
}

/* They are few where there are as many processes as the first power of two above their number, or more. */
static bool has_count(const struct mpich_known *known, uint64_t count)
{
	int64_t power = 1;

	while (power <= (int64_t)count)
		power *= 2;
	return has(&known->count, count) &&
	       (known->truth[MPICH_TEST_FEW] != TRUTH_YES || known->processes.most >= power) &&
	       (known->truth[MPICH_TEST_FEW] != TRUTH_NO || known->processes.least < power);
}

bool mpich_known_admits(const struct mpich_known *known, const struct mpich_inner_call *call)
{
	bool by_mean = strcmp(call->operation, "allgather") != 0;

	return may_be(known, MPICH_TEST_INTRA, TRUTH_YES) && may_be(known, MPICH_TEST_COMMUTES, TRUTH_YES) &&
	       may_be(known, MPICH_TEST_BUILT_IN, TRUTH_YES) && (!by_mean || has(&known->mean, call->bytes)) &&
	       has_total(known, call->bytes) && has_count(known, call->count);
}
