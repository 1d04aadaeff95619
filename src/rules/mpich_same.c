#include "rules/mpich.h"

#include <string.h>

/* Calls that differ in what tests ask for. */
struct mpich_variant {
	bool inter, scattered, threaded, in_place, irregular, commutes, built_in;
	enum mpich_hierarchy hierarchy;
	int nodes;
};

static const struct mpich_variant variants[] = {
	{.commutes = true, .built_in = true, .hierarchy = MPICH_IS_PARENT, .nodes = 1},
	{.commutes = true, .built_in = true, .hierarchy = MPICH_NODE, .nodes = 1},
	{.commutes = true, .built_in = true, .hierarchy = MPICH_NODE_ROOTS, .nodes = 4096},
	{.commutes = true, .built_in = true, .hierarchy = MPICH_FLAT, .nodes = 4096},
	{.commutes = true, .built_in = true, .hierarchy = MPICH_IS_PARENT, .nodes = 2, .scattered = true},
	{.commutes = true, .built_in = true, .hierarchy = MPICH_IS_PARENT, .nodes = 1, .threaded = true},
	{.commutes = true, .hierarchy = MPICH_IS_PARENT, .nodes = 1},
	{.hierarchy = MPICH_IS_PARENT, .nodes = 1},
	{.hierarchy = MPICH_IS_PARENT, .nodes = 1, .irregular = true},
	{.commutes = true, .built_in = true, .hierarchy = MPICH_NODE, .nodes = 1, .irregular = true},
	{.commutes = true, .built_in = true, .hierarchy = MPICH_NODE, .nodes = 1, .in_place = true},
	{.commutes = true, .built_in = true, .hierarchy = MPICH_FLAT, .nodes = 1, .inter = true},
};

/* A call of so many bytes, whose elements have so many. */
static struct mpich_call call_of(const struct mpich_variant *variant, const char *operation, int processes,
				 uint64_t bytes, uint64_t element)
{
	struct mpich_call call = {.operation = operation,
				  .processes = processes,
				  .nodes = variant->nodes < processes ? variant->nodes : processes,
				  .hierarchy = variant->hierarchy,
				  .inter = variant->inter,
				  .scattered = variant->scattered,
				  .threaded = variant->threaded,
				  .in_place = variant->in_place,
				  .irregular = variant->irregular,
				  .commutes = variant->commutes,
				  .built_in = variant->built_in};

	mpich_call_size(&call, bytes);
	call.count = bytes / element;
	return call;
}

/* Around each power of two, with elements of 1 and of 8 B. */
static bool same_sizes(const struct mpich_tree *a, const struct mpich_tree *b, const struct mpich_variant *variant,
		       const char *operation, int processes)
{
	for (int i = 0; i < 3 * 24 * 2; i++) {
		uint64_t element = i % 2 ? 8 : 1, bytes = ((uint64_t)1 << i / 6) + (uint64_t)(i / 2 % 3) - 1;
		const struct mpich_call call =
			call_of(variant, operation, processes, (bytes > 0 ? bytes : 1) * element, element);

		if (mpich_find(a, &call) != mpich_find(b, &call))
			return false;
	}
	return true;
}

bool mpich_same(const struct mpich_tree *a, const struct mpich_tree *b, int processes)
{
	for (int i = 0; mpich_algorithms[i].name; i++) {
		const char *operation = mpich_algorithms[i].operation;

		if (i > 0 && strcmp(mpich_algorithms[i - 1].operation, operation) == 0)
			continue;
		for (size_t k = 0; k < sizeof(variants) / sizeof(variants[0]); k++)
			if (!same_sizes(a, b, &variants[k], operation, processes))
				return false;
	}
	return true;
}
