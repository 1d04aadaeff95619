/* Which operations have one choice. */
#include "tune/traced/search.h"

#include <math.h>
#include <stdlib.h>

enum { SIZES_MOST = 32 /* that have a choice each; of more, those between two powers of two have one */ };

static bool same_task(const struct traced_group *a, const struct traced_group *b)
{
	return a->id == b->id && a->processes == b->processes;
}

/* The groups from one on that are of the same operation among as many processes. */
static size_t task_end(const struct traced_calls *calls, size_t begin)
{
	size_t end = begin + 1;

	while (end < calls->n_groups && same_task(&calls->groups[begin], &calls->groups[end]))
		end++;
	return end;
}

static enum status open_task(struct traced_search *search, size_t begin, size_t end, struct error *err)
{
	const struct traced_options *o = search->options;
	const struct traced_group *group = &search->calls.groups[begin];
	const struct tune_place place = {group->id, group->processes, TUNED_WHOLE, group->processes};
	struct tune_options *tune = &search->tune[search->tasks.n];

	*tune = (struct tune_options){.library = o->library,
				      .segments = o->segments,
				      .all_segments = o->all_segments,
				      .loss = 0.02,
				      .progress = o->progress};
	tune->sizes.bytes = calloc(end - begin, sizeof(*tune->sizes.bytes));
	if (!tune->sizes.bytes)
		return error_memory(err, "the sizes of a program");
	tune->sizes.n = end - begin;
	for (size_t g = begin; g < end; g++)
		tune->sizes.bytes[g - begin] = search->calls.groups[g].bytes;
	return tune_task_open(tune, &place, &search->tasks.list[search->tasks.n++], err);
}

static bool same_octave(size_t a, size_t b)
{
	return ilogb((double)(a > 0 ? a : 1)) == ilogb((double)(b > 0 ? b : 1));
}

/* How many sizes from one on have one choice. */
static size_t scope_length(const struct tune_task *task, size_t from)
{
	size_t n = 1;

	if (!tune_task_is_sized(task))
		return task->n_sizes - from;
	while (task->n_sizes > SIZES_MOST && from + n < task->n_sizes &&
	       same_octave(task->sizes[from], task->sizes[from + n]))
		n++;
	return n;
}

static enum status add_scopes(struct traced_search *search, size_t t, size_t begin, struct error *err)
{
	const struct tune_task *task = &search->tasks.list[t];

	for (size_t from = 0, n; from < task->n_sizes; from += n) {
		struct traced_scope *scope = &search->scopes[search->n_scopes];

		n = scope_length(task, from);
		*scope = (struct traced_scope){.task = t,
					       .first = from,
					       .n = n,
					       .sums = calloc(task->candidates.n, sizeof(*scope->sums)),
					       .tried = calloc(task->candidates.n, sizeof(*scope->tried))};
		for (size_t s = 0; s < n; s++)
			search->calls.groups[begin + from + s].range = search->n_scopes;
		search->n_scopes++;
		if (!scope->sums || !scope->tried)
			return error_memory(err, "the candidates of a program");
	}
	return OK;
}

enum status search_scopes(struct traced_search *search, struct error *err)
{
	size_t n = search->calls.n_groups, end;
	enum status status = OK;

	search->tune = calloc(n + 1, sizeof(*search->tune));
	search->tasks.list = calloc(n + 1, sizeof(*search->tasks.list));
	search->scopes = calloc(n + 1, sizeof(*search->scopes));
	search->choice = calloc(n + 1, sizeof(*search->choice));
	if (!search->tune || !search->tasks.list || !search->scopes || !search->choice)
		return error_memory(err, "the operations of a program");
	for (size_t begin = 0; status == OK && begin < n; begin = end) {
		end = task_end(&search->calls, begin);
		status = open_task(search, begin, end, err);
		if (status == OK)
			status = add_scopes(search, search->tasks.n - 1, begin, err);
	}
	return status;
}

void search_release(struct traced_search *search)
{
	for (size_t t = 0; t < search->tasks.n; t++)
		free(search->tune[t].sizes.bytes);
	for (size_t s = 0; s < search->n_scopes; s++) {
		free(search->scopes[s].sums);
		free(search->scopes[s].tried);
	}
	tune_tasks_release(&search->tasks);
	traced_calls_release(&search->calls);
	lookup_release(&search->known);
	free(search->tune);
	free(search->scopes);
	free(search->choice);
	free(search->times);
	free(search->taken);
}
