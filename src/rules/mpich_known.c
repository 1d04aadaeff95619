#include "rules/mpich_known.h"

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
