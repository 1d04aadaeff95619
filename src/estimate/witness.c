#include "estimate/witness.h"

#include "probe/deadline.h"
#include "probe/sameness.h"
#include "probe/tracking.h"

#include <math.h>

enum { FEW = 3 /* timings that suffice if they agree */ };

/* The least: what disturbs a repetition makes it longer. NAN of none. */
static struct observation least(const struct observation *observations, size_t n)
{
	struct observation found = {.seconds = NAN, .send_seconds = NAN};

	for (size_t i = 0; i < n; i++) {
		found.seconds = fmin(found.seconds, observations[i].seconds);
		found.send_seconds = fmin(found.send_seconds, observations[i].send_seconds);
	}
	return found;
}

/* Returns whether timings are the same, so that more of them would be too. Noise that happens to be alike is not. */
static bool agree(const struct prober *prober, const struct observation *observations, size_t n)
{
	double close = sameness_tolerance(prober);
	const struct observation shortest = least(observations, n);

	for (size_t i = 0; i < n; i++)
		if (observations[i].seconds > (1 + close) * shortest.seconds ||
		    observations[i].send_seconds > (1 + close) * shortest.send_seconds)
			return false;
	return true;
}

/* Repeats until there are `most` observations, *n so far. With a deadline all that are left at once if three times as
 * long as the first took is left for each; else one after the other, as long as another one like the longest so far
 * ends in time, if the first is sure to. */
static enum status repeat(struct prober *prober, const struct experiment *what, size_t most,
			  struct observation *observations, size_t *n, struct error *err)
{
	bool bounded = prober->options->deadline > 0, admitted = true;
	double longest = 0;

	TRY(deadline_admits(prober, what, &admitted, err));
	while (admitted && *n < most) {
		double begin = platform_now(prober->platform), rest = prober->options->deadline - begin;
		size_t left = most - *n,
		       here = !bounded || (longest > 0 && 3 * longest * (double)left < rest) ? left : 1;

		if (bounded && longest > rest)
			break;
		TRY(platform_run(prober->platform, what, here, &observations[*n], err));
		*n += here;
		longest = fmax(longest, platform_now(prober->platform) - begin);
	}
	return OK;
}

/* Timings by themselves, of what cannot be timed in a loop: a few if these agree, unless all are wanted. All of them
 * count, in whatever state the machine is. */
static enum status measure_singly(struct prober *prober, struct experiment *what, bool all, struct observation *found,
				  struct error *err)
{
	struct observation observations[WITNESS_REPETITIONS];
	size_t n = 0;

	what->loop = what->warmup = 1;
	if (!all)
		TRY(repeat(prober, what, FEW, observations, &n, err));
	if (all || !agree(prober, observations, n))
		TRY(repeat(prober, what, WITNESS_REPETITIONS, observations, &n, err));
	*found = least(observations, n);
	return n > 0 ? probe_keep(prober, what, observations, n, err) : OK;
}

/* Times a point in loops: a few timings if these agree, unless all are wanted. */
static enum status measure_points(struct prober *prober, const struct experiment *what, size_t repetitions, bool all,
				  struct observation *found, struct error *err)
{
	const struct probe_options *whole = prober->options;
	struct probe_options few = *whole;
	const struct sample *sample;
	enum status status;

	few.optional = true;
	few.spread = 0;
	if (!all)
		few.steady = FEW;
	few.stopping.least = few.stopping.most = few.large_most = repetitions;
	prober->options = &few;
	status = probe_points(prober, what, 1, err);
	if (status == OK)
		status = tracking_close(prober, err);
	prober->options = whole;
	sample = campaign_find(prober->campaign, what);
	if (sample)
		*found = least(sample->observations, sample->n);
	return status;
}

/* Whether an experiment is timed by itself: a loop of it would be another one. */
static bool is_single(const struct experiment *what)
{
	return what->kind == EXPERIMENT_ONE_TO_TWO || what->kind == EXPERIMENT_COLLECTIVE ||
	       what->kind == EXPERIMENT_SEND_EARLY || what->kind == EXPERIMENT_CROSSED ||
	       (what->kind == EXPERIMENT_ROUNDTRIP && what->setup.operation == OPERATION_ISEND);
}

enum status witness_see(struct prober *prober, struct experiment what, struct observation *found, struct error *err)
{
	const struct sample *sample = campaign_find(prober->campaign, &what);
	double deadline = prober->options->deadline;

	*found = sample ? least(sample->observations, sample->n) : least(NULL, 0);
	if (sample || (deadline > 0 && platform_now(prober->platform) >= deadline))
		return OK;
	if (is_single(&what))
		return measure_singly(prober, &what, false, found, err);
	return measure_points(prober, &what, WITNESS_REPETITIONS, false, found, err);
}

struct experiment witness_message(enum experiment_kind kind, enum mpi_operation operation, struct link link,
				  size_t bytes, size_t reply_bytes)
{
	return (struct experiment){.kind = kind,
				   .setup = {.operation = operation},
				   .from = link.from,
				   .to = link.to,
				   .bytes = bytes,
				   .reply_bytes = reply_bytes,
				   .count = 1};
}

enum status witness_singly(struct prober *prober, struct experiment what, double *first, size_t *n, struct error *err)
{
	const struct sample *sample = campaign_find(prober->campaign, &what);
	double deadline = prober->options->deadline;
	struct observation found;
	enum status status = OK;

	*n = 0;
	if (!sample && !(deadline > 0 && platform_now(prober->platform) >= deadline))
		status = measure_singly(prober, &what, true, &found, err);
	if (!sample)
		sample = campaign_find(prober->campaign, &what);
	for (size_t i = 0; sample && i < sample->n && *n < WITNESS_REPETITIONS; i++)
		if (isfinite(sample->observations[i].send_seconds))
			first[(*n)++] = sample->observations[i].send_seconds;
	return status;
}

enum status witness_repeat(struct prober *prober, struct experiment what, size_t repetitions, struct error *err)
{
	double deadline = prober->options->deadline;
	struct observation ignored;
	size_t before = SIZE_MAX;
	const struct sample *sample = campaign_find(prober->campaign, &what);

	while (before != (sample ? sample->n : 0) && !(sample && sample->n >= repetitions) &&
	       !(deadline > 0 && platform_now(prober->platform) >= deadline)) {
		before = sample ? sample->n : 0;
		TRY(is_single(&what) ? measure_singly(prober, &what, true, &ignored, err)
				     : measure_points(prober, &what, repetitions, true, &ignored, err));
		sample = campaign_find(prober->campaign, &what);
	}
	return OK;
}
