#include "cli/measure_collective.h"

#include "cli/measure_run.h"
#include "cli/measure_table.h"
#include "sample/collective.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wishes {
	struct size_list sizes;
	int operation, timing;
	size_t root;
};

static enum status list_points(const struct wishes *w, struct experiment **list, struct error *err)
{
	*list = calloc(w->sizes.n + 1, sizeof(**list));
	if (!*list)
		return error_memory(err, "a list of experiments");
	for (size_t i = 0; i < w->sizes.n; i++) {
		struct experiment *what = &(*list)[i];

		*what = (struct experiment){.kind = EXPERIMENT_COLLECTIVE, .from = (int)w->root, .to = (int)w->root, .bytes = w->sizes.bytes[i], .count = 1};
		what->setup.timing = (enum collective_timing)w->timing;
		snprintf(what->setup.collective, sizeof(what->setup.collective), "%s", collective_names[w->operation]);
	}
	return OK;
}

/* A barrier has one size, 0. */
static enum status choose_sizes(struct wishes *w, struct error *err)
{
	const struct collective_kind *kind = &collective_kinds[w->operation];

	if (strcmp(kind->name, "barrier") != 0)
		return measure_sizes(&w->sizes, err);
	if (w->sizes.n)
		return error_set(err, ERR_USAGE, "--sizes: a barrier moves no data");
	return size_list_parse("0", &w->sizes, err);
}

static enum status check_processes(const struct measuring *m, const struct wishes *w, struct error *err)
{
	const struct collective_kind *kind = &collective_kinds[w->operation];

	if (w->root >= m->platform->processes)
		return error_set(err, ERR_USAGE, "--root %zu: there are processes 0 to %zu", w->root, m->platform->processes - 1);
	if (w->root > 0 && !kind->rooted && w->timing != TIMING_ROOT)
		return error_set(err, ERR_USAGE, "--root: %s has no root, only --timing root looks at one", kind->name);
	return OK;
}

static enum status run(struct measuring *m, struct wishes *w, struct error *err)
{
	struct experiment *list = NULL;
	char title[120], purpose[80];
	enum status status;

	m->all_pairs = true;
	status = measuring_platform(m, err);
	m->pair[0] = 0, m->pair[1] = 1; /* by which the machine is watched */
	if (status == OK)
		status = check_processes(m, w, err);
	if (status == OK)
		status = choose_sizes(w, err);
	if (status == OK)
		status = list_points(w, &list, err);
	if (status == OK)
		status = measure_prepare(m->platform, &list[w->sizes.n - 1], err);
	snprintf(purpose, sizeof(purpose), "measure collective %s", collective_names[w->operation]);
	if (status == OK)
		status = measuring_begin(m, purpose, err);
	if (status == OK)
		status = measure_run(m, &(struct measure_groups){list, 1, w->sizes.n}, 1, WATCH_LARGE, err);
	snprintf(title, sizeof(title), "%s of %zu processes, %s timing", collective_names[w->operation], m->platform ? m->platform->processes : 0, timing_names[w->timing]);
	if (status == OK)
		status = command_print(m->context, measure_table(m, title, list, w->sizes.n, false), err);
	free(list);
	return status;
}

enum status measure_collective(struct context *context, struct error *err)
{
	struct measuring m;
	struct wishes w = {.root = 0};
	/* clang-format off */
	const struct option options[] = {
		{.name = "op", .type = OPTION_CHOICE, .value = &w.operation, .choices = collective_names, .help = "the operation (default bcast)"},
		{.name = "sizes", .letter = 's', .type = OPTION_SIZES, .value = &w.sizes, .argument = "SIZES", .help = "bytes of the message, or for and from each process (default powers of two to 1M)"},
		{.name = "timing", .type = OPTION_CHOICE, .value = &w.timing, .choices = timing_names, .help = "one clock for all, the root's, or the longest of any process (default global)"},
		{.name = "root", .type = OPTION_COUNT, .value = &w.root, .argument = "PROCESS", .help = "of operations that have one (default 0)", .least = 0, .most = 1e9},
		MEASURING_OPTIONS(&m),
		COMMON_OPTIONS(context),
	};
	/* clang-format on */
	size_t n = 0;
	enum status status;

	measuring_init(&m, context);
	status = command_options(context, options, NULL, 0, 0, &n, err);
	if (status == OK && !context->help)
		status = run(&m, &w, err);
	measuring_release(&m);
	size_list_release(&w.sizes);
	return status;
}
