#include "estimate/method/together.h"

#include "probe/pairs.h"

#include <math.h>
#include <stdlib.h>

enum { LEAST = 6, ROUNDS = 3, TIMINGS = 4, LONG = 16384 };

/* Round trips of each size for each pair, with what belongs to them; and the part of the time left that they may take
 * one after the other. */
static const double needed = 8, pairs_part = 0.2;

static const double longer = 1.02;

/* What is tried: rounds of pairs, alone and together. */
struct trial {
	struct prober *prober;
	int (*pairs)[2];             /* of a round */
	struct experiment *trips;    /* theirs */
	struct observation *timings; /* TIMINGS of each */
	double *alone;               /* s, the least of each */
	size_t bytes, n;
	double most; /* how many times as long a pair took together with others, at most */
};

static void trial_release(struct trial *t)
{
	free(t->pairs);
	free(t->trips);
	free(t->timings);
	free(t->alone);
}

static enum status trial_init(struct trial *t, struct prober *prober, const size_t *sizes, size_t n, struct error *err)
{
	size_t room = prober->platform->processes / 2 + 1, i = 0;

	while (i + 1 < n && sizes[i] < LONG)
		i++;
	*t = (struct trial){.prober = prober, .bytes = sizes[i]};
	t->pairs = calloc(room, sizeof(*t->pairs));
	t->trips = calloc(room, sizeof(*t->trips));
	t->timings = calloc(room * TIMINGS, sizeof(*t->timings));
	t->alone = calloc(room, sizeof(*t->alone));
	return t->pairs && t->trips && t->timings && t->alone ? OK : error_memory(err, "rounds of pairs");
}

static struct experiment trip_of(const int pair[2], size_t bytes)
{
	return (struct experiment){.kind = EXPERIMENT_ROUNDTRIP,
				   .from = pair[0],
				   .to = pair[1],
				   .bytes = bytes,
				   .reply_bytes = bytes,
				   .count = 1,
				   .loop = 1};
}

static double least(const struct observation *timings)
{
	double seconds = INFINITY;

	for (size_t i = 0; i < TIMINGS; i++)
		seconds = fmin(seconds, timings[i].seconds);
	return seconds;
}

/* A round of pairs; false in *harmless if one took longer than it may. */
static enum status try_round(struct trial *t, size_t round, bool *harmless, struct error *err)
{
	struct platform *platform = t->prober->platform;
	enum status status = OK;

	t->n = pairs_of_round(platform->processes, round, t->pairs);
	for (size_t i = 0; status == OK && i < t->n; i++) {
		t->trips[i] = trip_of(t->pairs[i], t->bytes);
		status = platform_run(platform, &t->trips[i], TIMINGS, t->timings, err);
		t->alone[i] = least(t->timings);
	}
	if (status == OK)
		status = platform_run_together(platform, t->trips, t->n, TIMINGS, t->timings, err);
	for (size_t i = 0; status == OK && i < t->n; i++)
		t->most = fmax(t->most, least(&t->timings[i * TIMINGS]) / t->alone[i]);
	*harmless = t->most <= longer;
	return status;
}

/* Whether one after the other would take too long, by round trips of the pair that is watched. */
static enum status has_no_time(struct trial *t, const struct estimate_options *o, const size_t *sizes, size_t n,
			       bool *late, struct error *err)
{
	struct platform *platform = t->prober->platform;
	const int pair[2] = {o->pair.from, o->pair.to};
	double processes = (double)platform->processes, seconds = 0;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < n; i++) {
		const struct experiment trip = trip_of(pair, sizes[i]);

		status = platform_run(platform, &trip, 1, t->timings, err);
		seconds += t->timings->seconds;
	}
	*late = processes * (processes - 1) / 2 * needed * seconds >
		pairs_part * (t->prober->options->deadline - platform_now(platform));
	return status;
}

static void tell(const struct trial *t, bool harmless)
{
	if (harmless)
		progress_note(t->prober->progress,
			      "pairs of different processes are measured at the same time, as the budget is too short "
			      "for one after the other: round trips of %zu B take at most %.2f times as long so",
			      t->bytes, t->most);
	else
		progress_note(
			t->prober->progress,
			"pairs are measured one after the other, though the budget is short for that: at the same "
			"time round trips of %zu B take up to %.2f times as long",
			t->bytes, t->most);
}

enum status together_find(const struct estimate_options *o, struct prober *prober, const size_t *sizes, size_t n,
			  bool *together, struct error *err)
{
	const struct probe_options *options = prober->options;
	struct platform *platform = prober->platform;
	double begin = platform_now(platform);
	size_t messages = platform->messages;
	struct trial trial;
	bool late = false;
	enum status status;

	*together = o->parallel;
	if (o->parallel || !(options->deadline > 0) || !options->lenient || platform->processes < LEAST ||
	    !platform_runs_together(platform))
		return OK;
	status = trial_init(&trial, prober, sizes, n, err);
	if (status == OK)
		status = has_no_time(&trial, o, sizes, n, &late, err);
	*together = late;
	for (size_t r = 0; status == OK && *together && r < ROUNDS; r++)
		status = try_round(&trial, r * pairs_rounds(platform->processes) / ROUNDS, together, err);
	if (status == OK && late)
		tell(&trial, *together);
	trial_release(&trial);
	prober->preparing.seconds += platform_now(platform) - begin;
	prober->preparing.messages += platform->messages - messages;
	return status;
}
