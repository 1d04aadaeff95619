#include "estimate/method/triplets.h"

#include "estimate/method/calls.h"
#include "estimate/method/fit.h"
#include "estimate/method/least.h"
#include "estimate/method/partners.h"
#include "estimate/method/together.h"
#include "estimate/method/trips.h"
#include "model/lmo_fit.h"
#include "probe/unfinished.h"
#include "probe/watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 2, BEYOND = 2, PAIR_SIZES = 4, PASSES = 4 }; /* sizes[BEYOND]: the first beyond the switch */

enum { FEW = 3 }; /* partners of each process, of which every two make a triplet, before there are more */

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
		groups->list[groups->n++] = trip_between(rounds->pairs[i][0], rounds->pairs[i][1], bytes);
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

	groups->n = 0;
	for (int s = 0; s < SIZES; s++)
		for (size_t r = 0; r < rounds[s].n; r++)
			if (rounds[s].first[r + 1] - rounds[s].first[r] == together)
				add_triplets(groups, &rounds[s], r, sizes[s]);
	TRY(set_as_pairs(prober, groups, err));
	return groups->n ? probe_groups(prober, groups->list, together, groups->n / together, err) : OK;
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

/* What a repetition of a one-to-two takes, in seconds: the mean of those that were made; 0 if none was. */
static double one_to_two_seconds(const struct campaign *campaign)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i];

		if (sample->what.kind != EXPERIMENT_ONE_TO_TWO || sample->n == 0)
			continue;
		sum += fmax(sample->visit, sample->observations[0].seconds * (double)sample->what.loop);
		n++;
	}
	return n > 0 ? sum / (double)n : 0;
}

/* As many partners of each process as there is time for, each triplet of both sizes timed a few times; few as long as
 * some of the few have no timing. */
static size_t partners_in_time(const struct estimate_options *o, const struct prober *prober, size_t missing)
{
	const double timings = 8;
	double left = prober->options->deadline - platform_now(prober->platform),
	       n = (double)prober->platform->processes, each = one_to_two_seconds(prober->campaign),
	       together = o->parallel ? floor(n / 3) : 1, triplets;

	if (missing > 0 || !(each > 0) || !(left > 0))
		return FEW;
	triplets = left * together / (SIZES * timings * each * n); /* of a process */
	return (size_t)fmin(n, fmax(FEW, (1 + sqrt(1 + 8 * triplets)) / 2));
}

static size_t without_timing(const struct campaign *campaign, const struct groups *groups)
{
	size_t n = 0;

	for (size_t i = 0; i < groups->n; i++) {
		const struct sample *sample = campaign_find(campaign, &groups->list[i]);

		n += !sample || sample->n == 0;
	}
	return n;
}

/* The one-to-twos that the method wants of each process and so many partners at most, by what is known of the pairs.
 * *missing: how many have no timing. */
static enum status measure_all_triplets(const struct estimate_options *o, struct prober *prober, size_t most,
					size_t *missing, struct error *err)
{
	struct triplet_rounds rounds[SIZES] = {{.n = 0}, {.n = 0}};
	struct groups groups = {.n = 0};
	const struct probe_options *saved = prober->options;
	enum status status = partners_choose(o, prober->campaign, prober->platform->processes, most, rounds, err);
	size_t n = triplets_in(&rounds[0]) + triplets_in(&rounds[1]), left = rounds[0].n + rounds[1].n;

	if (status == OK && !(groups.list = calloc(n + 1, sizeof(*groups.list))))
		status = error_memory(err, "the experiments of triplets");
	*missing = 0;
	progress_report(prober->progress, "triplets", 0, n, NAN);
	for (size_t together = 1; status == OK && together <= prober->platform->processes / 3; together++) {
		size_t here = rounds_with(&rounds[0], together) + rounds_with(&rounds[1], together);
		struct probe_options part;

		prober->options = saved;
		part = prober_part(prober, here < left ? (double)here / (double)left : 1);
		prober->options = &part;
		status = measure_triplets(o, prober, rounds, together, &groups, err);
		*missing += without_timing(prober->campaign, &groups);
		left -= here;
	}
	prober->options = saved;
	for (int s = 0; s < SIZES; s++)
		triplet_rounds_release(&rounds[s]);
	free(groups.list);
	return status;
}

/* The experiments of an estimation, in the order of their worth. */
struct phases {
	const struct estimate_options *options;
	struct prober *prober;
	const struct pair_rounds *pairs;
	struct groups *groups; /* room for those of all pairs */
	size_t partners;       /* of a process, in triplets; 0: as many as there is time for by what few have taken */
	size_t missing;        /* triplets without a timing */
	struct triplet held;   /* of messages that wait for their receiver; from is negative until it is chosen */
};

/* All pairs with n sizes. */
static enum status measure_all_pairs(struct phases *p, const size_t *sizes, size_t n, struct error *err)
{
	size_t most = p->prober->platform->processes / 2;
	enum status status = OK;

	progress_report(p->prober->progress, "pairs", 0, pair_rounds_count(p->pairs), NAN);
	for (size_t together = 1; status == OK && together <= most; together++)
		status = measure_pairs(sizes, n, p->prober, p->pairs, together, p->groups, err);
	return status;
}

static enum status measure_calls(struct phases *p, const size_t *sizes, size_t n, struct error *err)
{
	progress_report(p->prober->progress, "calls", 0, p->prober->platform->processes, NAN);
	return calls_measure(p->options, p->prober, sizes, n, err);
}

/* What there is no model without. */
static enum status needed_pairs(struct phases *p, struct error *err)
{
	size_t sizes[PAIR_SIZES];

	pair_sizes(p->options, sizes);
	return measure_all_pairs(p, sizes, SIZES, err);
}

static enum status needed_calls(struct phases *p, struct error *err)
{
	size_t sizes[PAIR_SIZES];

	pair_sizes(p->options, sizes);
	return measure_calls(p, sizes, SIZES, err);
}

static enum status triplets(struct phases *p, struct error *err)
{
	p->partners = p->partners > 0 ? p->partners : partners_in_time(p->options, p->prober, p->missing);
	return measure_all_triplets(p->options, p->prober, p->partners, &p->missing, err);
}

/* Measures trains between all pairs, which tell links from ports. */
static enum status trains(struct phases *p, struct error *err)
{
	const struct pair_rounds *rounds = p->pairs;
	struct prober *prober = p->prober;

	progress_report(prober->progress, "trains", 0, pair_rounds_count(rounds), NAN);
	for (size_t together = 1; together <= prober->platform->processes / 2; together++) {
		struct groups *groups = p->groups;

		groups->n = 0;
		for (size_t r = 0; r < rounds->n; r++)
			if (rounds->first[r + 1] - rounds->first[r] == together)
				add_pairs(groups, rounds, r, p->options->long_size);
		for (size_t i = 0; i < groups->n; i++) {
			groups->list[i].kind = EXPERIMENT_TRAIN;
			groups->list[i].reply_bytes = 0;
			groups->list[i].count = LMO_TRAIN;
		}
		if (groups->n > 0)
			TRY(probe_groups(prober, groups->list, together, groups->n / together, err));
	}
	return OK;
}

/* Those beyond the switch. */
static enum status longer_pairs(struct phases *p, struct error *err)
{
	size_t sizes[PAIR_SIZES], n = pair_sizes(p->options, sizes);

	return n > SIZES ? measure_all_pairs(p, sizes + SIZES, n - SIZES, err) : OK;
}

static enum status longer_calls(struct phases *p, struct error *err)
{
	size_t sizes[PAIR_SIZES], n = pair_sizes(p->options, sizes);

	return n > SIZES ? measure_calls(p, sizes + SIZES, n - SIZES, err) : OK;
}

/* A one-to-two of messages that wait for their receiver, the same one in each pass. */
static enum status held(struct phases *p, struct error *err)
{
	const struct campaign *campaign = p->prober->campaign;
	size_t sizes[PAIR_SIZES], one[2] = {0, 1};
	struct experiment list[1];
	struct groups groups = {list, 0};
	struct triplet_rounds round = {&p->held, one, 1};
	enum status status = OK;

	if (pair_sizes(p->options, sizes) <= BEYOND)
		return OK;
	if (p->held.from < 0)
		status = partners_slowest(p->options, campaign, p->prober->platform->processes, sizes[BEYOND], &p->held,
					  err);
	if (status != OK || p->held.from < 0)
		return status;
	add_triplets(&groups, &round, 0, sizes[BEYOND]);
	status = set_as_pairs(p->prober, &groups, err);
	return status == OK ? probe_groups(p->prober, list, 1, 1, err) : status;
}

static enum status measure_phases_once(struct phases *p, struct error *err)
{
	static const struct {
		enum status (*measure)(struct phases *p, struct error *err);
		double part; /* of what those before it have left of a deadline's time */
	} phases[] = {{needed_pairs, 0.35}, {needed_calls, 0.2}, {triplets, 0.5}, {trains, 0.4},
		      {longer_pairs, 0.7},  {longer_calls, 0.7}, {held, 1}};
	struct prober *prober = p->prober;
	const struct probe_options *whole = prober->options;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < sizeof(phases) / sizeof(*phases); i++) {
		const struct probe_options part = prober_part(prober, phases[i].part);

		prober->options = &part;
		status = phases[i].measure(p, err);
		prober->options = whole;
	}
	return status;
}

/* Measures the least that the model can be fitted to, if what there is does not suffice, however soon the deadline is:
 * what it needs, with a long message that is not very long, by a few repetitions. */
static enum status measure_least(const struct phases *p, struct error *err)
{
	struct prober *prober = p->prober;
	const struct probe_options *whole = prober->options, few = least_options(whole);
	struct estimate_options brief = *p->options;
	struct phases least = *p;
	bool enough = false;
	enum status status = method_fits(p->options, prober->platform->processes, prober->campaign, &enough, err);

	if (status != OK || enough)
		return status;
	brief.long_size = brief.long_size < LEAST_LONG ? brief.long_size : LEAST_LONG;
	least.options = &brief;
	least.partners = FEW;
	prober->options = &few;
	status = needed_pairs(&least, err);
	if (status == OK)
		status = needed_calls(&least, err);
	if (status == OK)
		status = triplets(&least, err);
	prober->options = whole;
	return status;
}

/* What had no time in its part of a deadline's may have some in what the others left. */
static enum status measure_phases(const struct estimate_options *o, struct prober *prober,
				  const struct pair_rounds *pairs, struct groups *groups, struct error *err)
{
	double deadline = prober->options->deadline;
	const struct probe_options *whole = prober->options;
	size_t most = deadline > 0 ? PASSES : 1, noted = unfinished_noted(prober);
	struct phases phases = {.options = o,
				.prober = prober,
				.pairs = pairs,
				.groups = groups,
				.partners = deadline > 0 ? FEW : prober->platform->processes,
				.held = {.from = -1}};
	enum status status = OK;

	if (prober->watch.n == 0) /* else an estimation before has begun to watch */
		status = watch_begin(prober, o->pair.from, o->pair.to,
				     o->long_size < WATCH_LARGE ? o->long_size : WATCH_LARGE, o->main_state, err);
	for (size_t pass = 0; status == OK && pass < most; pass++) {
		struct probe_options rough = prober_rough(prober);
		bool roughly = deadline > 0 && whole->lenient && pass == 0;

		prober->options = roughly ? &rough : whole;
		status = measure_phases_once(&phases, err);
		prober->options = whole;
		if (roughly)
			unfinished_forget(prober, noted);
		if (deadline > 0 && pass == 0) {
			phases.partners = 0;
			continue;
		}
		if (unfinished_count(prober) == 0 || platform_now(prober->platform) >= deadline)
			break;
	}
	return status == OK && deadline > 0 && whole->lenient ? measure_least(&phases, err) : status;
}

enum status triplets_measure(const struct estimate_options *o, struct prober *prober, struct error *err)
{
	size_t n = prober->platform->processes, sizes[PAIR_SIZES], n_sizes = pair_sizes(o, sizes);
	struct pair_rounds pairs = {.n = 0};
	struct groups groups = {calloc(PAIR_SIZES * n * n, sizeof(*groups.list)), 0};
	struct estimate_options own = *o;
	enum status status = groups.list ? OK : error_memory(err, "the experiments of pairs");

	if (status == OK && o->parallel && !platform_runs_together(prober->platform))
		status = error_set(err, ERR_INPUT, "this platform cannot carry out experiments at the same time");
	if (status == OK)
		status = pair_rounds_all(&pairs, n, o->parallel, err);
	if (status == OK)
		status = open_connections(o, prober, &pairs, &groups, err);
	if (status == OK)
		status = together_find(o, prober, sizes, n_sizes, &own.parallel, err);
	if (status == OK && own.parallel != o->parallel) {
		pair_rounds_release(&pairs);
		status = pair_rounds_all(&pairs, n, own.parallel, err);
	}
	if (status == OK)
		status = measure_phases(&own, prober, &pairs, &groups, err);
	pair_rounds_release(&pairs);
	free(groups.list);
	return status;
}
