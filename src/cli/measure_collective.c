#include "cli/measure_collective.h"

#include "cli/measure_run.h"
#include "sample/collective.h"

#include <stdio.h>
#include <string.h>

struct wishes {
	struct sizes_wish sizes;
	int operation, timing;
	size_t root;
};

/* As explore_family.at; context: the wishes. */
static struct experiment operation_at(const void *context, size_t bytes, size_t curve)
{
	const struct wishes *w = context;
	struct experiment what = {.kind = EXPERIMENT_COLLECTIVE, .from = (int)w->root, .to = (int)w->root, .bytes = bytes, .count = 1};

	(void)curve;
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
	if (w->sizes.sizes.n)
		return error_set(err, ERR_USAGE, "--sizes: a barrier moves no data");
	return size_list_parse("0", &w->sizes.sizes, err);
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
	const struct explore_family family = {operation_at, w, 1, 1};
	char title[120], purpose[80];
	enum status status = choose_sizes(w, err);

	m->all_pairs = true;
	if (status == OK)
		status = measuring_platform(m, err);
	m->pair[0] = 0, m->pair[1] = 1; /* by which the machine is watched */
	if (status == OK)
		status = check_processes(m, w, err);
	snprintf(purpose, sizeof(purpose), "measure collective %s", collective_names[w->operation]);
	snprintf(title, sizeof(title), "%s of %zu processes, %s timing", collective_names[w->operation], m->platform ? m->platform->processes : 0, timing_names[w->timing]);
	return status == OK ? measure_families(m, &w->sizes, &family, 1, purpose, title, err) : status;
}

enum status measure_collective(struct context *context, struct error *err)
{
	struct measuring m;
	struct wishes w = {.sizes = SIZES_WISH};
	/* clang-format off */
	const struct option options[] = {
		{.name = "op", .type = OPTION_CHOICE, .value = &w.operation, .choices = collective_names, .help = "the operation (default bcast)"},
		SIZES_OPTIONS(&w.sizes),
		POOLING_OPTION(&m),
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
	sizes_release(&w.sizes);
	return status;
}
