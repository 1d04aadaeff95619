#include "evaluate/operation_runs.h"

#include "base/memory.h"
#include "evaluate/operations.h"

#include <stdlib.h>
#include <string.h>

void operation_runs_release(struct operation_runs *runs)
{
	sources_release(&runs->sources);
	free(runs->name);
	*runs = (struct operation_runs){.name = NULL};
}

/* Loads run into the list; it is left out again unless it has points of the operation by sonde's own algorithms. */
static enum status take_run(struct operation_runs *runs, struct store *store, struct run *run,
			    enum collective collective, size_t *native, struct error *err)
{
	struct source *source = &runs->sources.list[runs->sources.n];
	enum status status;

	source->run = *run;
	*run = (struct run){.id = 0};
	status = source_load(store, source, err);
	*native += operations_count(&source->campaign, collective, false);
	if (status != OK || operations_count(&source->campaign, collective, true) == 0)
		source_release(source);
	else
		runs->sources.n++;
	return status;
}

static enum status named_run(struct operation_runs *runs, struct store *store, const char *name,
			     enum collective collective, struct error *err)
{
	struct run run = {.id = 0};
	size_t native = 0, before = runs->sources.n;
	enum status status = store_find(store, name, &run, err);

	if (status == OK)
		status = take_run(runs, store, &run, collective, &native, err);
	if (status != OK || runs->sources.n > before)
		return status;
	runs->lack = native > 0 ? LACK_OWN : LACK_TIMINGS;
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
	size_t n = 0, native = 0;
	enum status status = store_runs(store, &list, &n, err);

	for (size_t i = n; status == OK && i > 0 && runs->sources.n == 0; i--)
		status = take_run(runs, store, &list[i - 1], collective, &native, err);
	for (size_t i = 0; i < n; i++)
		run_release(&list[i]);
	free(list);
	if (status == OK && runs->sources.n == 0)
		runs->lack = native > 0 ? LACK_OWN : LACK_TIMINGS;
	return status;
}

enum status operation_runs_load(struct operation_runs *runs, const char *store_path, const char *names,
				enum collective collective, struct error *err)
{
	struct store *store = store_open(store_path, 0, err);
	enum status status = store ? OK : err->status;

	*runs = (struct operation_runs){.name = NULL};
	runs->sources.list = calloc((names ? strlen(names) : 0) + 2, sizeof(*runs->sources.list));
	if (status == OK && !runs->sources.list)
		status = error_memory(err, "a list of runs");
	if (status == OK)
		status = names ? named_runs(runs, store, names, collective, err)
			       : newest_run(runs, store, collective, err);
	store_close(store);
	return status;
}
