#include "rules/mpich.h"

#include <string.h>

static int power_up_to(int n)
{
	int power = 1;

	while (power <= n / 2)
		power *= 2;
	return power;
}

static bool holds_for_communicator(const struct mpich_node *node, const struct mpich_call *call)
{
	int nodes = call->nodes > 0 ? call->nodes : 1;

	switch (node->test) {
	case MPICH_TEST_INTRA:
		return !call->inter;
	case MPICH_TEST_INTER:
		return call->inter;
	case MPICH_TEST_UP_TO:
		return call->processes <= node->value;
	case MPICH_TEST_BELOW:
		return call->processes < node->value;
	case MPICH_TEST_POWER_OF_2:
		return (call->processes & (call->processes - 1)) == 0;
	case MPICH_TEST_ONE_NODE:
		return nodes == 1 && call->hierarchy == MPICH_IS_PARENT;
	case MPICH_TEST_HIERARCHY:
		return node->value == MPICH_ANY_HIERARCHY || (int)call->hierarchy == node->value;
	case MPICH_TEST_CONSECUTIVE:
		return call->scattered == (node->value == 0);
	case MPICH_TEST_PER_NODE:
		return call->processes <= (int64_t)node->value * nodes;
	default:
		return true;
	}
}

static bool holds_for_call(const struct mpich_node *node, const struct mpich_call *call)
{
	int64_t value = node->value;

	switch (node->test) {
	case MPICH_TEST_BELOW:
		return call->processes <= node->value; /* as the library has it here */
	case MPICH_TEST_THREADED:
		return call->threaded == (node->value == 1);
	case MPICH_TEST_MEAN_UP_TO:
		return (int64_t)call->mean <= value;
	case MPICH_TEST_MEAN_BELOW:
		return (int64_t)call->mean < value;
	case MPICH_TEST_TOTAL_UP_TO:
		return (int64_t)call->total <= value;
	case MPICH_TEST_TOTAL_BELOW:
		return (int64_t)call->total < value;
	case MPICH_TEST_COUNT_UP_TO:
		return (int64_t)call->count <= value;
	case MPICH_TEST_FEW:
		return call->count < (uint64_t)power_up_to(call->processes);
	case MPICH_TEST_IN_PLACE:
		return call->in_place == (node->value == 1);
	case MPICH_TEST_REGULAR:
		return call->irregular == (node->value == 0);
	case MPICH_TEST_COMMUTES:
		return call->commutes == (node->value == 1);
	case MPICH_TEST_BUILT_IN:
		return call->built_in == (node->value == 1);
	default:
		return holds_for_communicator(node, call);
	}
}

/* Tests of the communicator, as they are looked up when it is made: the first node that is none, or from itself if
 * none holds. */
static size_t prune(const struct mpich_tree *tree, size_t from, const struct mpich_call *call)
{
	size_t i = from;

	while (i > 0 && tree->list[i].test > MPICH_TEST_COLLECTIVE && tree->list[i].test < MPICH_TEST_THREADED)
		i = holds_for_communicator(&tree->list[i], call) ? tree->list[i].success : tree->list[i].failure;
	return i > 0 ? i : from;
}

const struct mpich_algorithm *mpich_find_way(const struct mpich_tree *tree, const struct mpich_call *call,
					     struct mpich_way *way)
{
	const struct mpich_node *list = tree->list;
	size_t found = 0, first, i;

	*way = (struct mpich_way){.line = 0};
	if (*tree->aborts || tree->root == 0)
		return NULL;
	first = prune(tree, tree->root, call);
	for (i = first; i > 0; i = list[i].failure) {
		way->unsure = list[i].test != MPICH_TEST_COLLECTIVE && i != first;
		if (list[i].test != MPICH_TEST_COLLECTIVE)
			return NULL;
		if (strcmp(mpich_algorithms[list[i].value].operation, call->operation) == 0)
			found = list[i].success;
	}
	for (i = found > 0 ? prune(tree, found, call) : 0; i > 0 && list[i].test != MPICH_ALGORITHM;) {
		way->line = list[i].line;
		way->untested = way->untested || !mpich_has_test(call->operation, list[i].test);
		i = holds_for_call(&list[i], call) ? list[i].success : list[i].failure;
	}
	way->line = i > 0 ? list[i].line : way->line;
	return i > 0 ? list[i].algorithm : NULL;
}

const struct mpich_algorithm *mpich_find(const struct mpich_tree *tree, const struct mpich_call *call)
{
	struct mpich_way way;

	return mpich_find_way(tree, call, &way);
}

unsigned mpich_lacks(const struct mpich_algorithm *algorithm, const struct mpich_call *call)
{
	uint64_t power = (uint64_t)power_up_to(call->processes);
	unsigned has = (power == (uint64_t)call->processes ? MPICH_POWER_OF_2 : 0U) |
		       (call->in_place ? MPICH_IN_PLACE : MPICH_OUT_OF_PLACE) | (call->commutes ? MPICH_COMMUTES : 0U) |
		       (call->built_in ? MPICH_BUILT_IN : 0U) | (call->count >= power ? MPICH_MANY : 0U) |
		       (call->hierarchy == MPICH_IS_PARENT ? MPICH_PARENT : 0U) |
		       (call->irregular ? 0U : MPICH_REGULAR);

	return algorithm->needs & ~has;
}

static bool row_holds(const struct mpich_row *row, const struct mpich_call *call)
{
	bool holds = strcmp(row->operation, call->operation) == 0;

	for (int i = 0; holds && i < MPICH_TESTS_MOST && row->tests[i]; i++) {
		struct mpich_node node = {.line = 0};

		holds = mpich_read_test(row->tests[i], &node) && holds_for_call(&node, call);
	}
	return holds;
}

const struct mpich_algorithm *mpich_find_own(const struct mpich_call *call)
{
	const struct mpich_row *row = mpich_own;
	const struct mpich_algorithm *a = mpich_algorithms;

	while (row->operation && !row_holds(row, call))
		row++;
	if (!row->operation)
		return NULL;
	while (a->name && (strcmp(a->operation, row->operation) != 0 || strcmp(a->name, row->algorithm) != 0))
		a++;
	return a->name ? a : NULL;
}
