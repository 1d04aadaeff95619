#include "platform/subset.h"

#include <stdlib.h>

struct subset {
	struct platform platform;
	struct platform *whole;
	const int *members;
};

static struct subset *subset(struct platform *platform)
{
	return (struct subset *)platform;
}

struct experiment subset_outside(const struct experiment *what, const int *members)
{
	struct experiment outside = *what;

	outside.from = members[what->from];
	outside.to = members[what->to];
	if (what->kind == EXPERIMENT_ONE_TO_TWO)
		outside.setup.third = (size_t)members[what->setup.third];
	return outside;
}

/* The number of a process among the members; n if it is none. */
static size_t number_of(int process, const int *members, size_t n)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (members[middle] < process)
			low = middle + 1;
		else
			high = middle;
	}
	return low < n && members[low] == process ? low : n;
}

bool subset_inside(const struct experiment *what, const int *members, size_t n, struct experiment *inside)
{
	size_t from = number_of(what->from, members, n), to = number_of(what->to, members, n), third = 0;

	*inside = *what;
	if (what->kind == EXPERIMENT_ONE_TO_TWO)
		inside->setup.third = third = number_of((int)what->setup.third, members, n);
	inside->from = (int)from;
	inside->to = (int)to;
	return from < n && to < n && third < n;
}

/* What the whole has sent, the subset has. */
static enum status take_over(struct subset *s, enum status status)
{
	s->platform.messages = s->whole->messages;
	s->platform.discarded = s->whole->discarded;
	s->platform.went_back = s->whole->went_back;
	s->platform.readied = s->whole->readied;
	return status;
}

static enum status subset_prepare(struct platform *platform, size_t bytes, struct error *err)
{
	struct platform *whole = subset(platform)->whole;

	return platform_prepare(whole, bytes, err);
}

static enum status check_members(const struct platform *platform, const struct experiment *what, struct error *err)
{
	int last = (int)platform->processes - 1;

	if (what->from < 0 || what->to < 0 || what->from > last || what->to > last ||
	    (what->kind == EXPERIMENT_ONE_TO_TWO && (int)what->setup.third > last))
		return error_set(err, ERR_INPUT,
				 "no experiment between processes %d and %d: there are processes 0 to %d", what->from,
				 what->to, last);
	return OK;
}

static enum status subset_run(struct platform *platform, const struct experiment *what, size_t n,
			      struct observation *observations, struct error *err)
{
	struct subset *s = subset(platform);
	struct experiment outside;

	if (check_members(platform, what, err) != OK)
		return ERR_INPUT;
	outside = subset_outside(what, s->members);
	return take_over(s, platform_run(s->whole, &outside, n, observations, err));
}

static enum status subset_run_together(struct platform *platform, const struct experiment *list, size_t k, size_t n,
				       struct observation *observations, struct error *err)
{
	struct subset *s = subset(platform);
	struct experiment *outside = malloc((k + 1) * sizeof(*outside));
	enum status status = outside ? OK : error_memory(err, "a list of experiments");

	if (status == OK && !platform_runs_together(s->whole))
		status = error_set(err, ERR_INPUT, "this platform cannot carry out experiments at the same time");
	for (size_t i = 0; status == OK && i < k; i++) {
		status = check_members(platform, &list[i], err);
		if (status == OK)
			outside[i] = subset_outside(&list[i], s->members);
	}
	if (status == OK)
		status = take_over(s, platform_run_together(s->whole, outside, k, n, observations, err));
	free(outside);
	return status;
}

static void subset_pass(struct platform *platform, double seconds)
{
	platform_pass(subset(platform)->whole, seconds);
}

static double subset_now(struct platform *platform)
{
	struct platform *whole = subset(platform)->whole;

	return platform_now(whole);
}

/* The whole may have no other clock: then the subset has one that is never ahead. */
static double subset_reference(struct platform *platform)
{
	struct platform *whole = subset(platform)->whole;

	return platform_now(whole) - platform_ahead(whole);
}

static enum status subset_describe(struct platform *platform, struct circumstances *circumstances, struct error *err)
{
	struct platform *whole = subset(platform)->whole;

	return platform_describe(whole, circumstances, err);
}

static enum status subset_traffic(struct platform *platform, struct traffic *traffic, struct error *err)
{
	return platform_traffic(subset(platform)->whole, traffic, err);
}

/* Of all processes of the whole, as its circumstances are; where that has none no time has passed. */
static enum status subset_cpu(struct platform *platform, struct cpu_time *times, struct error *err)
{
	struct platform *whole = subset(platform)->whole;

	return platform_has_cpu(whole) ? platform_cpu(whole, times, err) : OK;
}

static void subset_close(struct platform *platform)
{
	free(platform);
}

static const struct platform_class subset_class = {
	.name = "subset",
	.statistic = STATISTIC_MEDIAN,
	.prepare = subset_prepare,
	.run = subset_run,
	.run_together = subset_run_together,
	.now = subset_now,
	.pass = subset_pass,
	.reference = subset_reference,
	.describe = subset_describe,
	.traffic = subset_traffic,
	.cpu = subset_cpu,
	.close = subset_close,
};

struct platform *subset_open(struct platform *whole, const int *members, size_t n, struct error *err)
{
	struct subset *s = calloc(1, sizeof(*s));

	if (!s) {
		error_memory(err, "a part of a platform");
		return NULL;
	}
	s->platform = *whole;
	s->platform.class = &subset_class;
	s->platform.processes = n;
	s->whole = whole;
	s->members = members;
	return &s->platform;
}
