#include "evaluate/operation_runs.h"

#include "base/memory.h"
#include "evaluate/operations.h"
#include "runs/run_reduction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void operation_runs_release(struct operation_runs *runs)
{
	sources_release(&runs->sources);
	free(runs->name);
	*runs = (struct operation_runs){.name = NULL};
}

const struct run_level *operation_run_level(const struct operation_runs *runs, const struct source *source)
{
	const struct run_level *nearest = NULL;
	double least = INFINITY;

	if (!(runs->level > 0))
		return source->n_levels > 0 ? source->levels : NULL;
	for (size_t k = 0; k < source->n_levels; k++) {
		double apart = fabs(log(source->levels[k].seconds / runs->level));

		if (apart >= least || !run_levels_alike(source->levels[k].seconds, runs->level))
			continue;
		least = apart;
		nearest = &source->levels[k];
	}
	return nearest;
}

/* What there is of the operation in runs that are not taken. */
struct left_out {
	size_t native, elsewhere; /* points by the library's own algorithm; runs in another state of the machine */
};

static enum operation_lack lack_of(const struct left_out *left)
{
	return left->elsewhere > 0 ? LACK_STATE : left->native > 0 ? LACK_OWN : LACK_TIMINGS;
}

/* Replaces the timings by those in the state that is wanted, which the run has. */
static enum status load_state(struct operation_runs *runs, struct store *store, struct source *source,
			      const struct run_level *level, struct error *err)
{
	if (!(runs->level > 0) || level == source->levels)
		return OK;
	campaign_release(&source->campaign);
	TRY(store_load_state(store, source->run.id, (int)(level - source->levels), &source->campaign, err));
	return run_drop_warmup(&source->run, &source->campaign, err);
}

/* Loads run into the list; it is left out again unless it has points of the operation by sonde's own algorithms, in the
 * state of the machine that is wanted. */
static enum status take_run(struct operation_runs *runs, struct store *store, struct run *run,
			    enum collective collective, struct left_out *left, struct error *err)
{
	struct source *source = &runs->sources.list[runs->sources.n];
	const struct run_level *level;
	bool has, elsewhere;
	enum status status;

	source->run = *run;
	*run = (struct run){.id = 0};
	status = source_load(store, source, err);
	left->native += operations_count(&source->campaign, collective, false);
	has = operations_count(&source->campaign, collective, true) > 0;
	level = operation_run_level(runs, source);
	elsewhere = has && runs->level > 0 && !level;
	if (status == OK && has && !elsewhere)
		status = load_state(runs, store, source, level, err);
	if (status == OK && has && operations_count(&source->campaign, collective, true) == 0)
		elsewhere = true;
	left->elsewhere += elsewhere;
	if (status != OK || elsewhere || !has)
		source_release(source);
	else
		runs->sources.n++;
	return status;
}

static enum status named_run(struct operation_runs *runs, struct store *store, const char *name,
			     enum collective collective, struct error *err)
{
	struct run run = {.id = 0};
	struct left_out left = {.native = 0};
	size_t before = runs->sources.n;
	enum status status = store_find(store, name, &run, err);

	if (status == OK)
		status = take_run(runs, store, &run, collective, &left, err);
	if (status != OK || runs->sources.n > before)
		return status;
	runs->lack = lack_of(&left);
	runs->name = memory_text(name);
	return runs->name ? OK : error_memory(err, "the name of a run");
}

static enum status named_runs(struct operation_runs *runs, struct store *store, const char *names,
			      enum collective collective, struct error *err)
{
	char *copy = memory_text(names), *rest = copy;
	enum status status = copy ? OK : error_memory(err, "names of runs");

	for (char *name = copy ? strtok_r(copy, ",", &rest) : NULL; status == OK && !runs->lack && name;
	     name = strtok_r(NULL, ",", &rest))
		status = named_run(runs, store, name, collective, err);
	free(copy);
	if (status == OK && !runs->lack && runs->sources.n == 0)
		runs->lack = LACK_NAMES;
	return status;
}

static enum status newest_run(struct operation_runs *runs, struct store *store, enum collective collective,
			      struct error *err)
{
	struct run *list = NULL;
	struct left_out left = {.native = 0};
	size_t n = 0;
	enum status status = store_runs(store, &list, &n, err);

	for (size_t i = n; status == OK && i > 0 && runs->sources.n == 0; i--)
		status = take_run(runs, store, &list[i - 1], collective, &left, err);
	for (size_t i = 0; i < n; i++)
		run_release(&list[i]);
	free(list);
	if (status == OK && runs->sources.n == 0)
		runs->lack = lack_of(&left);
	return status;
}

enum status operation_runs_load(struct operation_runs *runs, const char *store_path, const char *names,
				enum collective collective, double level, struct error *err)
{
	struct store *store = store_open(store_path, 0, err);
	enum status status = store ? OK : err->status;

	*runs = (struct operation_runs){.level = level};
	runs->sources.list = calloc((names ? strlen(names) : 0) + 2, sizeof(*runs->sources.list));
	if (status == OK && !runs->sources.list)
		status = error_memory(err, "a list of runs");
	if (status == OK)
		status = names ? named_runs(runs, store, names, collective, err)
			       : newest_run(runs, store, collective, err);
	store_close(store);
	return status;
}
