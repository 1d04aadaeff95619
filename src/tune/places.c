#include "tune/places.h"

#include "base/memory.h"

#include <stdlib.h>

static const enum decision_operation by_nodes[] = {DECISION_BCAST, DECISION_REDUCE, DECISION_ALLREDUCE,
						   DECISION_BARRIER};

static bool goes_by_nodes(const struct tune_options *options, int id)
{
	return options->node && options->library->goes_by_nodes && options->library->goes_by_nodes(id);
}

/* What a library looks up for a step, as an algorithm or as one message. */
static bool is_looked_up(const struct decision_case *call, const struct decision_step *step,
			 const struct tune_place *place, enum decision_operation operation, uint64_t bytes)
{
	static const enum tuned_level levels[] = {
		[LEVEL_WHOLE] = TUNED_WHOLE, [LEVEL_NODE] = TUNED_NODE, [LEVEL_LEADERS] = TUNED_ROOTS};

	return !decision_is_message(step) && levels[step->level] == place->level &&
	       step->processes == place->processes && decision_step_operation(call, step) == operation &&
	       (operation == DECISION_BARRIER || step->count * step->size == bytes);
}

static enum status looks_up(const struct decision_case *call, const struct tune_place *place,
			    enum decision_operation operation, bool *used, struct error *err)
{
	enum status status = OK;

	for (int p = 0; status == OK && !*used && p < call->processes; p++) {
		struct decision decision;

		status = decision_find(call, p, &decision, err);
		for (int i = 0; status == OK && i < decision.n; i++)
			*used = *used || is_looked_up(call, &decision.step[i], place, operation, call->count);
		decision_release(&decision);
	}
	return status;
}

enum status tune_place_is_used(const struct tune_options *options, const struct tune_place *place, uint64_t bytes,
			       bool *used, struct error *err)
{
	enum decision_operation operation;
	enum status status = OK;

	*used = !goes_by_nodes(options, place->id);
	if (*used || !tune_operation(options->library, place->id, &operation))
		return OK;
	for (size_t i = 0; status == OK && !*used && i < sizeof(by_nodes) / sizeof(by_nodes[0]); i++) {
		const struct decision_case call = {.library = options->library->decision,
						   .operation = by_nodes[i],
						   .processes = place->whole,
						   .count = bytes,
						   .size = 1,
						   .commutes = true,
						   .predefined = true,
						   .node = options->node};

		if (by_nodes[i] == operation || operation == DECISION_BCAST || operation == DECISION_REDUCE)
			status = looks_up(&call, place, operation, used, err);
	}
	return status;
}

static enum status add(struct tune_places *places, size_t first, const struct tune_place *place, struct error *err)
{
	struct tune_place *grown;

	for (size_t i = first; i < places->n; i++)
		if (places->list[i].level == place->level && places->list[i].processes == place->processes)
			return OK;
	grown = memory_grow(places->list, &places->capacity, places->n + 1, sizeof(*grown));
	if (!grown)
		return error_memory(err, "the list of operations to tune");
	places->list = grown;
	places->list[places->n++] = *place;
	return OK;
}

/* Adds a place that some size makes a call look up. */
static enum status add_used(const struct tune_options *options, struct tune_places *places, size_t first,
			    const struct tune_place *place, struct error *err)
{
	bool sized = options->library->class(place->id)->measure != TUNED_NONE, used = false;
	enum status status = OK;

	for (size_t s = 0; status == OK && !used && s < (sized ? options->sizes.n : 1); s++)
		status = tune_place_is_used(options, place, sized ? options->sizes.bytes[s] : 0, &used, err);
	return status == OK && used ? add(places, first, place, err) : status;
}

/* The places of so many processes: all, those of each node, and one of each node. */
static enum status add_levels(const struct tune_options *options, int id, int processes, struct tune_places *places,
			      size_t first, struct error *err)
{
	struct tune_place place = {id, processes, TUNED_WHOLE, processes};
	int *count = calloc((size_t)processes, sizeof(*count));
	enum status status =
		count ? add_used(options, places, first, &place, err) : error_memory(err, "the processes of nodes");
	int nodes = 0;

	for (int i = 0; status == OK && i < processes; i++)
		nodes += count[options->node[i]]++ == 0;
	place.level = TUNED_NODE;
	for (int i = 0; status == OK && i < processes; i++) {
		place.processes = count[i];
		if (count[i] >= 2)
			status = add_used(options, places, first, &place, err);
	}
	place.level = TUNED_ROOTS;
	place.processes = nodes;
	if (status == OK && nodes >= 2 && nodes < processes)
		status = add_used(options, places, first, &place, err);
	free(count);
	return status;
}

static int compare(const void *a, const void *b)
{
	const struct tune_place *x = a, *y = b;

	return x->level != y->level ? (int)x->level - (int)y->level : x->processes - y->processes;
}

enum status tune_places_find(const struct tune_options *options, int id, struct tune_places *places, struct error *err)
{
	size_t first = places->n;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < options->processes.n; i++) {
		int processes = (int)options->processes.bytes[i];
		const struct tune_place place = {id, processes, TUNED_WHOLE, processes};

		status = goes_by_nodes(options, id) ? add_levels(options, id, processes, places, first, err)
						    : add(places, first, &place, err);
	}
	if (places->n > first)
		qsort(places->list + first, places->n - first, sizeof(*places->list), compare);
	return status;
}

void tune_places_release(struct tune_places *places)
{
	free(places->list);
	*places = (struct tune_places){.n = 0};
}
