#include "estimate/method/triplets.h"

#include "estimate/method/calls.h"
#include "estimate/method/partners.h"
#include "estimate/method/trips.h"
#include "probe/unfinished.h"
#include "probe/watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 2, BEYOND = 2, PAIR_SIZES = 4, TWICE = 2, PASSES = 4 }; /* sizes[BEYOND]: the first beyond the switch */

/* Groups of experiments that are carried out at the same time, arranged as for probe_groups, those of one number of
 * experiments each. */
struct groups {
	struct experiment *list;
	size_t n; /* experiments */
};

/* The experiments of a round of pairs: messages and answers of bytes. */
static void add_pairs(struct groups *groups, const struct pair_rounds *rounds, size_t r, size_t bytes)
{
	for (size_t i = rounds->first[r]; i < rounds->first[r + 1]; i++)
		groups->list[groups->n++] = (struct experiment){.kind = EXPERIMENT_ROUNDTRIP,
								.from = rounds->pairs[i][0],
								.to = rounds->pairs[i][1],
								.bytes = bytes,
								.reply_bytes = bytes,
								.count = 1};
}

/* Those of a round of one-to-twos. */
static void add_triplets(struct groups *groups, const struct triplet_rounds *rounds, size_t r, size_t bytes)
{
	for (size_t i = rounds->first[r]; i < rounds->first[r + 1]; i++) {
		const struct triplet *t = &rounds->triplets[i];

		groups->list[groups->n++] = (struct experiment){.kind = EXPERIMENT_ONE_TO_TWO,
								.from = t->from,
								.to = t->to[0],
								.bytes = bytes,
								.count = 1,
								.setup = {.third = (size_t)t->to[1]}};
	}
}

/* The sizes of round trips; returns how many. Beyond the switch: half as much again, and four times as much, but at
 * least so much that the time per byte shows. */
static size_t pair_sizes(const struct estimate_options *o, size_t *sizes)
{
	const size_t least = (size_t)64 << 10, longest = 4 * o->switch_size < least ? least : 4 * o->switch_size,
		     all[PAIR_SIZES] = {0, o->long_size, o->switch_size + o->switch_size / 2, longest};

	memcpy(sizes, all, sizeof(all));
	return o->switch_size > 0 ? PAIR_SIZES : SIZES;
}

size_t triplets_largest(const struct estimate_options *o)
{
	size_t sizes[PAIR_SIZES], n = pair_sizes(o, sizes);

	return sizes[n - 1];
}

bool triplets_measures(const struct estimate_options *o, size_t bytes)
{
	size_t sizes[PAIR_SIZES], n = pair_sizes(o, sizes);

	while (n > 0 && sizes[n - 1] != bytes)
		n--;
	return n > 0;
}

/* All pairs, in the rounds that have so many, with the first n sizes. */
static enum status measure_pairs(const size_t *sizes, size_t n, struct prober *prober, const struct pair_rounds *rounds,
				 size_t together, struct groups *groups, struct error *err)
{
	groups->n = 0;
	for (size_t r = 0; r < rounds->n; r++)
		for (size_t s = 0; s < n && rounds->first[r + 1] - rounds->first[r] == together; s++)
			add_pairs(groups, rounds, r, sizes[s]);
	return groups->n ? probe_groups(prober, groups->list, together, groups->n / together, err) : OK;
}

/* One-to-two experiments are repeated and warmed up as the round trips of their size are: no trials of their own are
 * needed. */
static enum status set_as_pairs(struct prober *prober, const struct groups *groups, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < groups->n; i++) {
		struct experiment *what = &groups->list[i];
		const struct sample *pair = trip_find(prober->campaign, what->from, what->to, what->bytes);

		if (!pair)
			continue;
		what->loop = pair->what.loop;
		what->warmup = pair->what.warmup;
		status = campaign_point(prober->campaign, what, err) ? OK : ERR_MEMORY;
	}
	return status;
}

/* The one-to-twos of both sizes, in the rounds that have so many. */
static enum status measure_triplets(const struct estimate_options *o, struct prober *prober,
				    const struct triplet_rounds *rounds, size_t together, struct groups *groups,
				    struct error *err)
{
	const size_t sizes[SIZES] = {0, o->long_size};
	enum status status;

	groups->n = 0;
	for (int s = 0; s < SIZES; s++)
		for (size_t r = 0; r < rounds[s].n; r++)
			if (rounds[s].first[r + 1] - rounds[s].first[r] == together)
				add_triplets(groups, &rounds[s], r, sizes[s]);
	status = set_as_pairs(prober, groups, err);
	return status == OK && groups->n ? probe_groups(prober, groups->list, together, groups->n / together, err)
					 : status;
}

/* Opens the connections of all pairs: one exchange each, which is not counted; with a deadline of empty messages, until
 * then. */
static enum status open_connections(const struct estimate_options *o, struct prober *prober,
				    const struct pair_rounds *rounds, struct groups *groups, struct error *err)
{
	struct observation *unused = calloc(prober->platform->processes + 1, sizeof(*unused));
	enum status status = unused ? OK : error_memory(err, "first messages");
	double deadline = prober->options->deadline;

	for (size_t r = 0; status == OK && r < rounds->n; r++) {
		size_t together = rounds->first[r + 1] - rounds->first[r];

		if (deadline > 0 && platform_now(prober->platform) >= deadline)
			break;
		groups->n = 0;
		add_pairs(groups, rounds, r, deadline > 0 ? 0 : o->long_size);
		for (size_t i = 0; i < groups->n; i++)
			groups->list[i].loop = 1;
		status = platform_run_together(prober->platform, groups->list, together, 1, unused, err);
	}
	free(unused);
	return status;
}

static size_t triplets_in(const struct triplet_rounds *rounds)
{
	return rounds->n ? rounds->first[rounds->n] : 0;
}

/* How many rounds hold so many triplets. */
static size_t rounds_with(const struct triplet_rounds *rounds, size_t together)
{
	size_t n = 0;

	for (size_t r = 0; r < rounds->n; r++)
		n += rounds->first[r + 1] - rounds->first[r] == together;
	return n;
}

/* Whether time is computed, not measured: all round trips of all pairs came out the same each time. */
static enum status is_computed(const struct prober *prober, bool *computed, struct error *err)
{
	enum status status = OK;
	size_t trips = 0;

	*computed = true;
	for (size_t i = 0; status == OK && *computed && i < prober->campaign->n; i++) {
		const struct sample *sample = prober->campaign->samples[i];

		if (sample->what.kind != EXPERIMENT_ROUNDTRIP)
			continue;
		status = probe_is_computed(prober, sample, computed, err);
		trips++;
	}
	*computed = *computed && trips > 0;
	return status;
}

/* The one-to-twos that the method wants, by what is known of the pairs. Two timings that are the same suffice where
 * time is computed. */
static enum status measure_all_triplets(const struct estimate_options *o, struct prober *prober, struct error *err)
{
	struct triplet_rounds rounds[SIZES] = {{.n = 0}, {.n = 0}};
	struct groups groups = {.n = 0};
	const struct probe_options *saved = prober->options;
	struct probe_options few = *saved;
	enum status status = partners_choose(o, prober->campaign, prober->platform->processes, rounds, err);
	size_t n = triplets_in(&rounds[0]) + triplets_in(&rounds[1]), left = rounds[0].n + rounds[1].n;

	if (status == OK && !(groups.list = calloc(n + 1, sizeof(*groups.list))))
		status = error_memory(err, "the experiments of triplets");
	if (status == OK)
		status = is_computed(prober, &few.computed, err);
	few.steady = few.computed ? TWICE : few.steady;
	progress_report(prober->progress, "triplets", 0, n, NAN);
	for (size_t together = 1; status == OK && together <= prober->platform->processes / 3; together++) {
		size_t here = rounds_with(&rounds[0], together) + rounds_with(&rounds[1], together);
		struct probe_options part;

		prober->options = &few;
		part = prober_part(prober, here < left ? (double)here / (double)left : 1);
		prober->options = &part;
		status = measure_triplets(o, prober, rounds, together, &groups, err);
		left -= here;
	}
	prober->options = saved;
	for (int s = 0; s < SIZES; s++)
		triplet_rounds_release(&rounds[s]);
	free(groups.list);
	return status;
}

/* A one-to-two of messages that wait for their receiver. */
static enum status measure_held(const struct estimate_options *o, struct prober *prober, struct error *err)
{
	size_t sizes[PAIR_SIZES], one[2] = {0, 1};
	struct experiment list[1];
	struct groups groups = {list, 0};
	struct triplet triplet;
	struct triplet_rounds round = {&triplet, one, 1};
	enum status status;

	if (pair_sizes(o, sizes) <= BEYOND)
		return OK;
	status = partners_slowest(o, prober->campaign, prober->platform->processes, sizes[BEYOND], &triplet, err);
	if (status != OK || triplet.from < 0)
		return status;
	add_triplets(&groups, &round, 0, sizes[BEYOND]);
	status = set_as_pairs(prober, &groups, err);
	return status == OK ? probe_groups(prober, list, 1, 1, err) : status;
}

/* Of a deadline's time, for the pairs, of the rest for calls, and of that for the triplets: what is left is for the
 * held message. Of the time of the pairs, for the sizes that are needed. */
static const double pairs_part = 0.5, calls_part = 0.2, triplets_part = 0.9, needed_part = 0.7;

/* With a deadline, in a part of its time, first the sizes without which there is no model. */
static enum status measure_all_pairs(const struct estimate_options *o, struct prober *prober,
				     const struct pair_rounds *pairs, struct groups *groups, struct error *err)
{
	const struct probe_options *whole = prober->options;
	struct probe_options part = prober_part(prober, needed_part);
	size_t most = prober->platform->processes / 2, sizes[PAIR_SIZES], n = pair_sizes(o, sizes);
	enum status status = OK;

	progress_report(prober->progress, "pairs", 0, pair_rounds_count(pairs), NAN);
	prober->options = &part;
	for (size_t together = 1; status == OK && whole->deadline > 0 && n > SIZES && together <= most; together++)
		status = measure_pairs(sizes, SIZES, prober, pairs, together, groups, err);
	prober->options = whole;
	for (size_t together = 1; status == OK && together <= most; together++)
		status = measure_pairs(sizes, n, prober, pairs, together, groups, err);
	return status;
}

static enum status measure_calls(const struct estimate_options *o, struct prober *prober, struct error *err)
{
	const struct probe_options *whole = prober->options;
	struct probe_options part = prober_part(prober, calls_part);
	size_t sizes[PAIR_SIZES], n = pair_sizes(o, sizes);
	enum status status;

	progress_report(prober->progress, "calls", 0, prober->platform->processes, NAN);
	prober->options = &part;
	status = calls_measure(o, prober, sizes, n, err);
	prober->options = whole;
	return status;
}

static enum status measure_phases_once(const struct estimate_options *o, struct prober *prober,
				       const struct pair_rounds *pairs, struct groups *groups, struct error *err)
{
	const struct probe_options *whole = prober->options;
	struct probe_options part = prober_part(prober, pairs_part);
	enum status status;

	prober->options = &part;
	status = measure_all_pairs(o, prober, pairs, groups, err);
	prober->options = whole;
	if (status == OK)
		status = measure_calls(o, prober, err);
	part = prober_part(prober, triplets_part);
	prober->options = &part;
	if (status == OK)
		status = measure_all_triplets(o, prober, err);
	prober->options = whole;
	return status == OK ? measure_held(o, prober, err) : status;
}

/* What had no time in its part of a deadline's may have some in what the others left. */
static enum status measure_phases(const struct estimate_options *o, struct prober *prober,
				  const struct pair_rounds *pairs, struct groups *groups, struct error *err)
{
	double deadline = prober->options->deadline;
	const struct probe_options *whole = prober->options;
	size_t most = deadline > 0 ? PASSES : 1;
	enum status status = open_connections(o, prober, pairs, groups, err);

	if (status == OK && prober->watch.n == 0) /* else an estimation before has begun to watch */
		status = watch_begin(prober, o->pair.from, o->pair.to,
				     o->long_size < WATCH_LARGE ? o->long_size : WATCH_LARGE, o->main_state, err);
	for (size_t pass = 0; status == OK && pass < most; pass++) {
		struct probe_options rough = prober_rough(prober);
		bool roughly = deadline > 0 && whole->lenient && pass == 0;

		prober->options = roughly ? &rough : whole;
		status = measure_phases_once(o, prober, pairs, groups, err);
		prober->options = whole;
		if (roughly)
			continue;
		if (unfinished_count(prober) == 0 || platform_now(prober->platform) >= deadline)
			break;
	}
	return status;
}

enum status triplets_measure(const struct estimate_options *o, struct prober *prober, struct error *err)
{
	size_t n = prober->platform->processes;
	struct pair_rounds pairs = {.n = 0};
	struct groups groups = {calloc(PAIR_SIZES * n * n, sizeof(*groups.list)), 0};
	enum status status = groups.list ? OK : error_memory(err, "the experiments of pairs");

	if (status == OK && o->parallel && !platform_runs_together(prober->platform))
		status = error_set(err, ERR_INPUT, "this platform cannot carry out experiments at the same time");
	if (status == OK)
		status = pair_rounds_all(&pairs, n, o->parallel, err);
	if (status == OK)
		status = measure_phases(o, prober, &pairs, &groups, err);
	pair_rounds_release(&pairs);
	free(groups.list);
	return status;
}
