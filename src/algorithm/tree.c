#include "algorithm/tree.h"

#include <assert.h>
#include <stdint.h>

static int smaller(int64_t a, int64_t b)
{
	return (int)(a < b ? a : b);
}

/* The chains divide places 1 .. n-1; of what does not divide evenly, the first ones have one more each. Chain i begins
 * at chain_begin(i). */
static int chain_begin(const struct tree *tree, int i)
{
	int rest = tree->n - 1;

	return 1 + i * (rest / tree->fanout) + smaller(i, rest % tree->fanout);
}

static int chain_of(const struct tree *tree, int place)
{
	int rest = tree->n - 1, length = rest / tree->fanout, longer = rest % tree->fanout,
	    in_longer = longer * (length + 1);

	return place - 1 < in_longer ? (place - 1) / (length + 1) : longer + (place - 1 - in_longer) / length;
}

static int chain_next_child(const struct tree *tree, int place, int child)
{
	int chain;

	if (place > 0)
		return child < 0 && place + 1 < chain_begin(tree, chain_of(tree, place) + 1) ? place + 1 : -1;
	chain = child < 0 ? 0 : chain_of(tree, child) + 1;
	return chain < smaller(tree->fanout, tree->n - 1) ? chain_begin(tree, chain) : -1;
}

static int low_bit_parent(int place)
{
	int bit = 1;

	while (bit <= place / 2)
		bit *= 2;
	return place - bit;
}

static int low_bit_next_child(const struct tree *tree, int place, int child)
{
	int64_t bit = child < 0 ? 1 : 2 * ((int64_t)child - place);

	while (bit <= place)
		bit *= 2;
	return place + bit < tree->n ? (int)(place + bit) : -1;
}

static int in_order_next_child(const struct tree *tree, int place, int child)
{
	int64_t bit = child < 0 ? 1 : 2 * ((int64_t)child - place);

	return (place & bit) == 0 && (place == 0 || bit < (place & -place)) && place + bit < tree->n
		       ? (int)(place + bit)
		       : -1;
}

/* The power of the base that the place's lowest digit other than 0 stands at; for the root the first one that is not
 * below n. */
static int64_t k_nomial_weight(const struct tree *tree, int place)
{
	int64_t weight = 1;

	while (place > 0 ? place % (weight * tree->fanout) == 0 : weight < tree->n)
		weight *= tree->fanout;
	return weight;
}

static int k_nomial_next_child(const struct tree *tree, int place, int child)
{
	int64_t weight;

	if (child < 0) {
		weight = k_nomial_weight(tree, place) / tree->fanout;
	} else {
		weight = k_nomial_weight(tree, child);
		if ((child - place) / weight < tree->fanout - 1 && child + weight < tree->n)
			return (int)(child + weight);
		weight /= tree->fanout;
	}
	while (weight > 0 && place + weight >= tree->n)
		weight /= tree->fanout;
	return weight > 0 ? (int)(place + weight) : -1;
}

/* A level of a complete tree: where it begins and how many places it has room for. */
struct level {
	int64_t begin, width;
};

static struct level level_above(const struct tree *tree, int place)
{
	struct level level = {0, 1};

	while (level.begin + level.width + level.width * tree->fanout <= place) {
		level.begin += level.width;
		level.width *= tree->fanout;
	}
	return level;
}

static int layers_parent(const struct tree *tree, int place)
{
	struct level above = level_above(tree, place);

	return (int)(above.begin + (place - above.begin - above.width) % above.width);
}

static int layers_next_child(const struct tree *tree, int place, int child)
{
	int64_t width = 1, next;

	for (int64_t begin = 0; begin + width <= place; width *= tree->fanout)
		begin += width;
	next = (child < 0 ? place : child) + width;
	return next < tree->n && next - place <= width * tree->fanout ? (int)next : -1;
}

/* The way down a k-ary tree to a place: its parent, and the end of its subtree. */
struct branch {
	int parent, end;
};

/* The child of node whose subtree has the place, beyond node and before end. Children beyond what is to be divided have
 * none. */
static struct span k_ary_child(const struct tree *tree, int node, int end, int place)
{
	int rest = end - node - 1, children = smaller(tree->fanout, rest), size = rest / children,
	    smaller_ones = children - rest % children;
	int first = node + 1, first_larger = first + smaller_ones * size, begin;

	if (place < first_larger) {
		begin = place - (place - first) % size;
		return (struct span){begin, begin + size};
	}
	begin = place - (place - first_larger) % (size + 1);
	return (struct span){begin, begin + size + 1};
}

static struct branch k_ary_branch(const struct tree *tree, int place)
{
	struct branch branch = {-1, tree->n};
	int node = 0;

	if (tree->fanout == 1)
		return (struct branch){place - 1, tree->n};
	while (node != place) {
		struct span child = k_ary_child(tree, node, branch.end, place);

		branch = (struct branch){node, child.end};
		node = child.begin;
	}
	return branch;
}

static int k_ary_next_child(const struct tree *tree, int place, int child)
{
	int end = k_ary_branch(tree, place).end, next = child < 0 ? place + 1 : k_ary_branch(tree, child).end;

	return next < end ? next : -1;
}

static struct span group_at(const struct tree *tree, int place)
{
	return tree->leader ? (struct span){tree->leader[place], tree->end[place]}
			    : grouping_span(&tree->groups, place);
}

/* The root first serves the leaders of the other groups, then its own. */
static int groups_next_child(const struct tree *tree, int place, int child,
			     int (*next_inside)(const struct tree *, int, int))
{
	struct span group = group_at(tree, place);
	int leader = group.begin, next;
	struct tree inside = {.n = group.end - leader};

	if (place == 0 && (child < 0 || child >= group.end)) {
		next = child < 0 ? group.end : group_at(tree, child).end;
		if (next < tree->n)
			return next;
		child = -1;
	}
	next = next_inside(&inside, place - leader, child < 0 ? -1 : child - leader);
	return next < 0 ? -1 : leader + next;
}

static int linear_next_child(const struct tree *tree, int place, int child)
{
	int next = child < 0 ? 1 : child + 1;

	return place == 0 && next < tree->n ? next : -1;
}

int tree_parent(const struct tree *tree, int place)
{
	if (place == 0)
		return -1;
	switch (tree->shape) {
	case SHAPE_LINEAR:
		return 0;
	case SHAPE_CHAIN:
		return place == chain_begin(tree, chain_of(tree, place)) ? 0 : place - 1;
	case SHAPE_LOW_BIT:
		return low_bit_parent(place);
	case SHAPE_IN_ORDER:
		return place & (place - 1);
	case SHAPE_K_NOMIAL:
		return (int)(place - place % (k_nomial_weight(tree, place) * tree->fanout));
	case SHAPE_LAYERS:
		return layers_parent(tree, place);
	case SHAPE_K_ARY:
		return k_ary_branch(tree, place).parent;
	case SHAPE_TWO_LEVEL:
		return group_at(tree, place).begin == place ? 0 : group_at(tree, place).begin;
	case SHAPE_HIERARCHICAL:
		return group_at(tree, place).begin == place
			       ? 0
			       : group_at(tree, place).begin + low_bit_parent(place - group_at(tree, place).begin);
	}
	return -1;
}

int tree_next_child(const struct tree *tree, int place, int child)
{
	switch (tree->shape) {
	case SHAPE_LINEAR:
		return linear_next_child(tree, place, child);
	case SHAPE_CHAIN:
		return chain_next_child(tree, place, child);
	case SHAPE_LOW_BIT:
		return low_bit_next_child(tree, place, child);
	case SHAPE_IN_ORDER:
		return in_order_next_child(tree, place, child);
	case SHAPE_K_NOMIAL:
		return k_nomial_next_child(tree, place, child);
	case SHAPE_LAYERS:
		return layers_next_child(tree, place, child);
	case SHAPE_K_ARY:
		return k_ary_next_child(tree, place, child);
	case SHAPE_TWO_LEVEL:
		return groups_next_child(tree, place, child, linear_next_child);
	case SHAPE_HIERARCHICAL:
		return groups_next_child(tree, place, child, low_bit_next_child);
	}
	return -1;
}

int tree_end(const struct tree *tree, int place)
{
	if (place == 0)
		return tree->n;
	switch (tree->shape) {
	case SHAPE_CHAIN:
		return chain_begin(tree, chain_of(tree, place) + 1);
	case SHAPE_IN_ORDER:
		return smaller((int64_t)place + (place & -place), tree->n);
	case SHAPE_K_NOMIAL:
		return smaller(place + k_nomial_weight(tree, place), tree->n);
	case SHAPE_K_ARY:
		return k_ary_branch(tree, place).end;
	case SHAPE_TWO_LEVEL:
		return group_at(tree, place).begin == place ? group_at(tree, place).end : place + 1;
	default:
		assert(tree->shape == SHAPE_LINEAR);
		return place + 1;
	}
}
