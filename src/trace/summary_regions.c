#include "trace/summary_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static bool find_region(struct trace_summary *summary, const char *name, size_t *place)
{
	struct trace_region_sum *regions;

	for (*place = 0; *place < summary->n_regions; ++*place)
		if (strcmp(summary->region[*place].name, name) == 0)
			return true;
	regions = realloc(summary->region, (summary->n_regions + 1) * sizeof(*regions));
	if (!regions)
		return false;
	summary->region = regions;
	regions[*place] = (struct trace_region_sum){.name = memory_text(name)};
	if (!regions[*place].name)
		return false;
	summary->n_regions++;
	return true;
}

static struct region_thread *find_thread(struct regions_open *open, int thread)
{
	size_t need = (size_t)thread + 1;
	struct region_thread *threads;

	if (thread < 0)
		return NULL;
	threads = memory_grow(open->threads, &open->capacity, need, sizeof(*threads));
	if (!threads)
		return NULL;
	open->threads = threads;
	for (; open->n < need; open->n++)
		threads[open->n] = (struct region_thread){.n = 0};
	return &threads[thread];
}

static bool begin_region(struct region_thread *thread, struct trace_summary *summary, const struct trace_call *call)
{
	struct region_open *open = memory_grow(thread->open, &thread->capacity, thread->n + 1, sizeof(*open));
	size_t place;

	if (!open)
		return false;
	thread->open = open;
	if (!find_region(summary, call->region, &place))
		return false;
	open[thread->n] = (struct region_open){.region = place, .begin = call->end, .before = thread->count};
	for (size_t i = 0; i < thread->n; i++)
		open[thread->n].inner = open[thread->n].inner || open[i].region == place;
	thread->n++;
	summary->region[place].entered++;
	return true;
}

/* Seconds of this process in a region; more are there than at the last call if a region is new. */
static bool add_seconds(struct regions_open *all, const struct trace_summary *summary, size_t region, double seconds)
{
	double *grown;

	if (all->n_seconds < summary->n_regions) {
		grown = realloc(all->seconds, summary->n_regions * sizeof(*grown));
		if (!grown)
			return false;
		all->seconds = grown;
		for (; all->n_seconds < summary->n_regions; all->n_seconds++)
			grown[all->n_seconds] = -1;
	}
	if (all->seconds[region] < 0)
		all->seconds[region] = 0;
	all->seconds[region] += seconds;
	return true;
}

/* Ends the innermost one. */
static bool end_region(struct regions_open *all, struct region_thread *thread, struct trace_summary *summary,
		       double end)
{
	const struct region_open *open = &thread->open[--thread->n];
	struct trace_region_sum *region = &summary->region[open->region];
	double seconds = end > open->begin ? end - open->begin : 0;

	if (open->inner)
		return true;
	region->seconds += seconds;
	region->count.calls += thread->count.calls - open->before.calls;
	region->count.messages += thread->count.messages - open->before.messages;
	region->count.bytes += thread->count.bytes - open->before.bytes;
	region->count.inside += thread->count.inside - open->before.inside;
	return add_seconds(all, summary, open->region, seconds);
}

/* An end ends those inside it, too; one without a beginning ends nothing. */
static bool end_named(struct regions_open *all, struct region_thread *thread, struct trace_summary *summary,
		      const struct trace_call *call)
{
	size_t at = thread->n;
	bool right = true;

	while (at > 0 && strcmp(summary->region[thread->open[at - 1].region].name, call->region) != 0)
		at--;
	while (at > 0 && right && thread->n >= at)
		right = end_region(all, thread, summary, call->begin);
	return right;
}

bool regions_call(struct regions_open *open, struct trace_summary *summary, const struct trace_call *call,
		  const struct trace_count *count)
{
	struct region_thread *thread = find_thread(open, call->thread);

	if (!thread)
		return false;
	thread->end = call->end;
	if (call->function == trace_region_begin)
		return !call->region || begin_region(thread, summary, call);
	if (call->function == trace_region_end)
		return !call->region || end_named(open, thread, summary, call);
	trace_count_add(&thread->count, count);
	return true;
}

bool regions_end_process(struct regions_open *open, struct trace_summary *summary, int rank)
{
	bool right = true;

	for (size_t i = 0; i < open->n; i++) {
		while (right && open->threads[i].n > 0)
			right = end_region(open, &open->threads[i], summary, open->threads[i].end);
		open->threads[i].n = 0;
		open->threads[i].count = (struct trace_count){.calls = 0};
	}
	for (size_t i = 0; i < open->n_seconds; i++) {
		struct trace_region_sum *region = &summary->region[i];

		if (open->seconds[i] < 0)
			continue;
		if (region->processes++ == 0 || open->seconds[i] > region->longest) {
			region->longest = open->seconds[i];
			region->longest_process = rank;
		}
		open->seconds[i] = -1;
	}
	return right;
}

void regions_release(struct regions_open *open)
{
	for (size_t i = 0; i < open->n; i++)
		free(open->threads[i].open);
	free(open->threads);
	free(open->seconds);
	*open = (struct regions_open){.n = 0};
}
