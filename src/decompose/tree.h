#ifndef SONDE_DECOMPOSE_TREE_H
#define SONDE_DECOMPOSE_TREE_H

#include "decompose/domain.h"

/* How the parts get from process 0 to all, or back. All functions are Local. */

/*
 * A way to cut a grid: process 0 has all places, and gives boxes of them away, each to the process at its first place,
 * which goes on with its own box in the same way. The slowest dimension is cut first.
 */
struct domain_tree {
	const char *name;
	size_t radix; /* into how many parts a dimension is cut at a time; 0: into single places, all at once */
	const char *about;
};

enum { TREE_FLAT, TREE_BINOMIAL, TREE_4_NOMIAL, TREE_8_NOMIAL, TREE_BY_DIMENSION, DOMAIN_TREES };
extern const struct domain_tree domain_trees[DOMAIN_TREES];

/* Messages from parents to children. Zero-initialise it; messages_free frees it. */
struct part_messages {
	struct part_message *list;
	size_t n, capacity;
};

void part_messages_release(struct part_messages *messages);

/*
 * The messages of a scatter, as senders send them. A parent's own message comes before those that it sends.
 *
 * - Receivers take their box as a contiguous block; a sender cuts it out of the domain (process 0) or of its own box.
 * - messages: emptied first.
 * - ERR_MEMORY.
 */
enum status tree_scatter(const struct domain *domain, const struct grid *grid, const struct domain_tree *tree,
			 struct part_messages *messages, struct error *err);

/* The messages of a broadcast of the whole domain among so many processes. Errors: as tree_scatter. */
enum status tree_broadcast(const struct domain *domain, size_t processes, const struct domain_tree *tree,
			   struct part_messages *messages, struct error *err);

#endif
