#include "decompose/tree.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>

const struct domain_tree domain_trees[DOMAIN_TREES] = {
	[TREE_FLAT] = {"flat", 0, "process 0 sends to each"},
	[TREE_BINOMIAL] = {"binomial", 2, "whoever has something gives half of it away"},
	[TREE_4_NOMIAL] = {"4-nomial", 4, "whoever has something gives three quarters of it away"},
	[TREE_8_NOMIAL] = {"8-nomial", 8, "whoever has something gives seven eighths of it away"},
	[TREE_BY_DIMENSION] = {"by dimension", SIZE_MAX, "all slices of a dimension at once, then those of the next"},
};

void part_messages_release(struct part_messages *messages)
{
	free(messages->list);
	*messages = (struct part_messages){.n = 0};
}

static enum status append(struct part_messages *messages, const struct part_message *message, struct error *err)
{
	struct part_message *list =
		memory_grow(messages->list, &messages->capacity, messages->n + 1, sizeof(*messages->list));

	if (!list)
		return error_memory(err, "the messages of a domain");
	messages->list = list;
	list[messages->n++] = *message;
	return OK;
}

/* What a tree is made of. */
struct cutting {
	const struct domain *domain;
	const struct grid *grid;
	const struct domain_tree *tree;
	bool whole; /* each message is the whole domain */
	struct part_messages *messages;
};

/* The message by which the process at the first place of box from, which holds elements of held, gives box to away. */
static enum status give(const struct cutting *c, const size_t from[DOMAIN_DIMS], const size_t held[DOMAIN_DIMS],
			const struct box *to, struct box *elements, struct error *err)
{
	struct part_message message = {.from = grid_process(c->grid, from), .to = grid_process(c->grid, to->from)};

	*elements = domain_parts(c->domain, c->grid, to);
	if (c->whole) {
		message.bytes = domain_bytes(c->domain, c->domain->extent);
	} else {
		message.bytes = domain_bytes(c->domain, elements->length);
		message.strided_sender = box_is_strided(elements->length, held, &message.stride);
	}
	return append(c->messages, &message, err);
}

/* How many places of n stay: the largest power of the radix below n, at least a part of 1. */
static size_t kept(size_t n, size_t radix)
{
	size_t part = 1;

	while (part <= (n - 1) / radix)
		part *= radix;
	return part;
}

/* The process at the first place of the box cuts it until its own place is left. held: the elements of its memory. */
static enum status cut(const struct cutting *c, struct box places, const size_t held[DOMAIN_DIMS], struct error *err)
{
	enum status status = OK;

	for (size_t d = DOMAIN_DIMS; status == OK && d-- > 0;) {
		while (status == OK && places.length[d] > 1) {
			size_t n = places.length[d], part = kept(n, c->tree->radix);

			for (size_t at = part; status == OK && at < n; at += part) {
				struct box child = places, elements;

				child.from[d] += at;
				child.length[d] = n - at < part ? n - at : part;
				status = give(c, places.from, held, &child, &elements, err);
				if (status == OK)
					status = cut(c, child, elements.length, err);
			}
			places.length[d] = part;
		}
	}
	return status;
}

static enum status cut_flat(const struct cutting *c, struct error *err)
{
	const size_t root[DOMAIN_DIMS] = {0};
	enum status status = OK;

	for (size_t p = 1; status == OK && p < grid_processes(c->grid); p++) {
		struct box place = {.length = {1, 1, 1}}, elements;

		grid_place(c->grid, p, place.from);
		status = give(c, root, c->domain->extent, &place, &elements, err);
	}
	return status;
}

static enum status cut_grid(const struct cutting *c, struct error *err)
{
	struct box all = {.from = {0}};

	c->messages->n = 0;
	for (size_t d = 0; d < DOMAIN_DIMS; d++)
		all.length[d] = c->grid->n[d];
	return c->tree->radix == 0 ? cut_flat(c, err) : cut(c, all, c->domain->extent, err);
}

enum status tree_scatter(const struct domain *domain, const struct grid *grid, const struct domain_tree *tree,
			 struct part_messages *messages, struct error *err)
{
	return cut_grid(&(struct cutting){domain, grid, tree, false, messages}, err);
}

enum status tree_broadcast(const struct domain *domain, size_t processes, const struct domain_tree *tree,
			   struct part_messages *messages, struct error *err)
{
	const struct grid row = {{processes, 1, 1}};

	return cut_grid(&(struct cutting){domain, &row, tree, true, messages}, err);
}
