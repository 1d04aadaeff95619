#ifndef SONDE_ALGORITHM_BINE_TREE_H
#define SONDE_ALGORITHM_BINE_TREE_H

/*
 * A Bine tree (bine.h): a binomial tree whose subtrees are rows of neighbours with the subtree's root inside instead of
 * at an end, nearer to the parent. Places are those of SHAPE_IN_ORDER and of SHAPE_K_NOMIAL of fan-out 2. bine_further
 * says how many processes further on around the circle of n the process of a place is than the root, bine_place the
 * opposite. For n = 2^k the tree is the paper's of halving distances; for others it is its continuation, in which the
 * larger part of a row is a power of two. Local, as are all of these.
 */
int bine_further(int n, int place);
int bine_place(int n, int further);

#endif
