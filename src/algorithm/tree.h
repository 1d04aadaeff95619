#ifndef SONDE_ALGORITHM_TREE_H
#define SONDE_ALGORITHM_TREE_H

#include "algorithm/grouping.h"

/* Trees over places 0 .. n-1 with the root at 0, computed place by place. */
enum shape {
	SHAPE_LINEAR,   /* the root has all others as children */
	SHAPE_CHAIN,    /* fanout chains of consecutive places, the longer ones first */
	SHAPE_LOW_BIT,  /* binomial: the children of v are v + 2^k for each 2^k > v */
	SHAPE_IN_ORDER, /* binomial: the children of v are v + 2^k for each 2^k below v's lowest bit, nearest first;
			   subtrees are consecutive places */
	SHAPE_K_NOMIAL, /* the same with base fanout, farthest first */
	SHAPE_LAYERS,   /* complete tree of fanout children, level after level */
	SHAPE_K_ARY, /* fanout children with subtrees of consecutive places, as equal as can be, the larger ones last */
	SHAPE_TWO_LEVEL, /* groups of consecutive places: the root serves the leaders of the others, then its own group;
			    the leaders serve theirs */
	SHAPE_HIERARCHICAL /* the same with low-bit binomial trees within groups, as MagPIe does (Kielmann et al. 1999)
			    */
};

struct tree {
	enum shape shape;
	int n;
	int fanout;              /* of chains, k-nomial (at least 2), layers and k-ary trees */
	const int *leader, *end; /* of trees over groups: for each place, where its group begins, and one more than
				    where it ends; or NULL and */
	struct grouping groups;  /* that of its places' order */
};

/* The parent of a place, -1 for the root's. Local, as are all of these. */
int tree_parent(const struct tree *tree, int place);

/*
 * The child of place after child, in the order in which the algorithms serve them; the first if child is -1; -1 if
 * there is none left. Of SHAPE_K_ARY the cost is the depth, but of a fan-out of 1.
 */
int tree_next_child(const struct tree *tree, int place, int child);

/*
 * One more than the last place of the subtree at place, for shapes whose subtrees are consecutive places: linear,
 * chain, in order, k-nomial, k-ary and two-level.
 */
int tree_end(const struct tree *tree, int place);

#endif
