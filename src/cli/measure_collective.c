#include "cli/measure_collective.h"

#include "algorithm/algorithm.h"
#include "cli/measure_families.h"
#include "cli/predict_operation.h"
#include "sample/collective.h"
#include "sample/process_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wishes {
	struct sizes_wish sizes;
	int operation, timing;
	size_t root, segment, fanout;
	const char *order, *groups;                           /* as the user gave them */
	char places[SETUP_LIST_MOST], group[SETUP_LIST_MOST]; /* the same as the setup has them */
	const char *algorithm;                                /* "native", the name of one, or "all" */
	bool all;
	const struct algorithm_class **list; /* those to be measured; NULL: the MPI library's own */
	size_t n;
};

/* What an algorithm does not take it is not given: one that the user names is, and refuses it (check_algorithm). */
static size_t segment_for(const struct wishes *w, const struct algorithm_class *algorithm)
{
	return !w->all || algorithm->takes & TAKES_SEGMENT ? w->segment : 0;
}

static size_t fanout_for(const struct wishes *w, const struct algorithm_class *algorithm)
{
	return !w->all || algorithm->takes & TAKES_FANOUT ? w->fanout : 0;
}

static bool ordered(const struct wishes *w, const struct algorithm_class *algorithm)
{
	return w->order && (!w->all || algorithm->takes & TAKES_ORDER);
}

static bool grouped(const struct wishes *w, const struct algorithm_class *algorithm)
{
	return w->groups && (!w->all || algorithm->takes & TAKES_GROUP);
}

/* As explore_family.at; context: the wishes. */
static struct experiment operation_at(const void *context, size_t bytes, size_t curve)
{
	const struct wishes *w = context;
	const struct algorithm_class *algorithm = w->list[curve];
	struct experiment what = {
		.kind = EXPERIMENT_COLLECTIVE, .from = (int)w->root, .to = (int)w->root, .bytes = bytes, .count = 1};

	if (algorithm) {
		snprintf(what.setup.algorithm, sizeof(what.setup.algorithm), "%s", algorithm->name);
		what.setup.segment = segment_for(w, algorithm);
		what.setup.fanout = fanout_for(w, algorithm);
		if (ordered(w, algorithm))
			memcpy(what.setup.order, w->places, sizeof(w->places));
		if (grouped(w, algorithm))
			memcpy(what.setup.groups, w->group, sizeof(w->group));
	}
	what.setup.timing = (enum collective_timing)w->timing;
	snprintf(what.setup.collective, sizeof(what.setup.collective), "%s", collective_names[w->operation]);
	return what;
}

/* A barrier has one size, 0. */
static enum status choose_sizes(struct wishes *w, struct error *err)
{
	const struct collective_kind *kind = &collective_kinds[w->operation];

	if (strcmp(kind->name, "barrier") != 0)
		return sizes_choose(&w->sizes, err);
	if (w->sizes.request.sizes.n)
		return error_set(err, ERR_USAGE, "--sizes: a barrier moves no data");
	return size_list_parse("0", &w->sizes.request.sizes, err);
}

static enum status check_processes(const struct measuring *m, const struct wishes *w, struct error *err)
{
	const struct collective_kind *kind = &collective_kinds[w->operation];

	if (w->root >= m->platform->processes)
		return error_set(err, ERR_USAGE, "--root %zu: there are processes 0 to %zu", w->root,
				 m->platform->processes - 1);
	if (w->root > 0 && !kind->rooted && w->timing != TIMING_ROOT)
		return error_set(err, ERR_USAGE, "--root: %s has no root, only --timing root looks at one", kind->name);
	return OK;
}

/* The order and the groups as the setup has them: of files what is in them. */
static enum status set_lists(struct wishes *w, struct operation_wish *lists, struct error *err)
{
	bool groups_fit = true, order_fits = true;

	if (lists->places)
		order_fits = process_list_format(lists->places, lists->processes, w->places, sizeof(w->places));
	if (lists->group)
		groups_fit = process_list_format(lists->group, lists->processes, w->group, sizeof(w->group));
	if (order_fits && groups_fit)
		return OK;
	return error_set(err, ERR_USAGE,
			 "%s: a measurement keeps at most %d characters of numbers and ranges like 0,15-8,1-7",
			 order_fits ? "--groups" : "--order", SETUP_LIST_MOST - 1);
}

static enum status choose_lists(struct wishes *w, size_t processes, struct error *err)
{
	struct operation_wish lists = {.processes = processes, .order = w->order, .groups = w->groups};
	enum status status = operation_lists(&lists, err);

	if (status == OK)
		status = set_lists(w, &lists, err);
	if (status == OK && w->groups && w->groups[strspn(w->groups, "0123456789")] == '\0' &&
	    strlen(w->groups) < SETUP_LIST_MOST)
		strcpy(w->group, w->groups); /* how many there are of a group says it shorter */
	operation_release(&lists);
	return status;
}

/* Whether so many processes can do the operation by the algorithm, which any size shows. */
static enum status check_algorithm(const struct wishes *w, const struct algorithm_class *algorithm, size_t processes,
				   struct error *err)
{
	uint64_t *counts = calloc(processes + 1, sizeof(*counts));
	struct call call = {.collective = algorithm->collective,
			    .processes = (int)processes,
			    .commutes = true,
			    .segment = segment_for(w, algorithm),
			    .fanout = (int)fanout_for(w, algorithm)};
	struct operation_wish lists = {.processes = processes,
				       .order = ordered(w, algorithm) ? w->places : NULL,
				       .groups = grouped(w, algorithm) ? w->group : NULL};
	enum status status;

	if (!counts)
		return error_memory(err, "the counts of a collective operation");
	if (algorithm->collective == COLLECTIVE_SCATTERV || algorithm->collective == COLLECTIVE_GATHERV)
		call.counts = counts;
	if (collective_has_root(algorithm->collective))
		call.root = (int)w->root;
	status = operation_lists(&lists, err);
	call.order = lists.places;
	call.group = lists.group;
	if (status == OK)
		status = operation_check(algorithm, &call, err);
	operation_release(&lists);
	free(counts);
	return status;
}

/* The library's own and all of the operation that so many processes can do. */
static enum status choose_all(struct wishes *w, enum collective collective, size_t processes, struct error *err)
{
	const struct operation_wish wish = {
		.segment = w->segment, .fanout = w->fanout, .order = w->order, .groups = w->groups};

	if (operation_check_all(collective, &wish, err) != OK)
		return ERR_USAGE;
	for (const struct algorithm_class *each = algorithm_next(NULL); each; each = algorithm_next(each))
		if (each->collective == collective && check_algorithm(w, each, processes, NULL) == OK)
			w->list[w->n++] = each;
	return OK;
}

static enum status choose_algorithms(struct wishes *w, size_t processes, struct error *err)
{
	const char *operation = collective_names[w->operation];
	int collective = collective_of_word(operation);
	size_t most = 2;

	for (const struct algorithm_class *each = algorithm_next(NULL); each; each = algorithm_next(each))
		most++;
	w->list = calloc(most, sizeof(*w->list));
	if (!w->list)
		return error_memory(err, "the algorithms to measure");
	w->n = 1;
	if (strcmp(w->algorithm, "native") == 0 && (w->segment || w->fanout || w->order || w->groups))
		return error_set(err, ERR_USAGE, "%s goes with --algorithm: the MPI library chooses for itself",
				 w->segment  ? "--segment"
				 : w->fanout ? "--fanout"
				 : w->order  ? "--order"
					     : "--groups");
	if (strcmp(w->algorithm, "native") == 0)
		return OK;
	if (collective < 0)
		return error_set(err, ERR_USAGE, "--algorithm: %s has none of sonde's own, only native", operation);
	w->all = strcmp(w->algorithm, "all") == 0;
	if (w->all)
		return choose_all(w, (enum collective)collective, processes, err);
	w->list[0] = algorithm_find((enum collective)collective, w->algorithm, err);
	return w->list[0] ? check_algorithm(w, w->list[0], processes, err) : ERR_USAGE;
}

static enum status measure_chosen(struct measure_command *c, struct wishes *w, struct error *err)
{
	const struct explore_family family = {operation_at, w, w->n, 1};
	const char *operation = collective_names[w->operation];
	bool native = strcmp(w->algorithm, "native") == 0;
	char title[120], purpose[80];

	snprintf(purpose, sizeof(purpose), "measure collective %s%s%.40s", operation, native ? "" : " ",
		 native ? "" : w->algorithm);
	snprintf(title, sizeof(title), "%s of %zu processes, %s timing", operation, c->measuring.platform->processes,
		 timing_names[w->timing]);
	return measure_families(c, &w->sizes, &family, 1, purpose, title, err);
}

static enum status run(struct measure_command *c, struct wishes *w, struct error *err)
{
	struct measuring *m = &c->measuring;
	enum status status = choose_sizes(w, err);

	if (status == OK)
		status = measure_command_open_all(c, err);
	if (status == OK)
		status = check_processes(m, w, err);
	if (status == OK)
		status = choose_lists(w, m->platform->processes, err);
	if (status == OK)
		status = choose_algorithms(w, m->platform->processes, err);
	if (status == OK)
		status = measure_chosen(c, w, err);
	if (status == OK)
		measuring_note_collectives(m);
	free(w->list);
	return status;
}

enum status measure_collective(struct context *context, struct error *err)
{
	struct measure_command c;
	struct wishes w = {.sizes = SIZES_WISH, .algorithm = "native"};
	const struct option options[] = {
		OPT_CHOICE(0, "op", &w.operation, collective_names, "the operation (default bcast)"),
		OPT_TEXT(0, "algorithm", &w.algorithm, "NAME",
			 "by an algorithm of sonde's own; all: by each, and by the library (default native, the "
			 "library's)"),
		OPT_BYTES(0, "segment", &w.segment, "SIZE", 1, 0x1p30,
			  "of algorithms that have segments (default the whole message)"),
		OPT_COUNT(0, "fanout", &w.fanout, "N", 1, 0x1p30,
			  "children of a node, or chains, of algorithms that have them (default the algorithm's)"),
		ARRANGEMENT_OPTIONS(&w) SIZES_OPTIONS(&w.sizes),
		POOLING_OPTION(&c),
		OPT_CHOICE(0, "timing", &w.timing, timing_names,
			   "one clock for all, the root's, or the longest of any process (default global)"),
		OPT_COUNT(0, "root", &w.root, "PROCESS", 0, 1e9, "of operations that have one (default 0)"),
		MEASURING_OPTIONS(&c),
		COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status;

	measure_command_init(&c, context);
	status = command_options(context, options, NULL, 0, 0, &n, err);
	if (status == OK && !context->help)
		status = measure_command_ended(&c, run(&c, &w, err), err);
	measure_command_release(&c);
	sizes_release(&w.sizes.request);
	return status;
}
