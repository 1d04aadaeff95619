#include "estimate/method/together.h"

#include "estimate/method/trips.h"
#include "probe/pairs.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

enum { LEAST = 6, ROUNDS = 3, TIMINGS = 3, AT_A_TIME = 3, LONG = 16384 };

/* Round trips of each size for each pair, with what belongs to them; the part of the time left that they may take one
 * after the other, and the part that the trial may take. */
static const double needed = 8, pairs_part = 0.2, trial_part = 0.1;

/* A longer size is tried if it will take no more than this part of the time left. */
static const double size_part = 0.05;

static const double longer = 1.02;

/* What is tried: rounds of pairs, alone and together. */
struct trial {
	struct prober *prober;
	int (*pairs)[2];             /* of a round */
	struct experiment *trips;    /* theirs */
	struct observation *timings; /* of a visit: AT_A_TIME of each */
	double *alone, *together;    /* s, TIMINGS of each */
	size_t bytes, n;
	double trip; /* s, of the pair that is watched */
	double most; /* how many times as long a pair took together with others, at most */
};

static void trial_release(struct trial *t)
{
	free(t->pairs);
	free(t->trips);
	free(t->timings);
	free(t->alone);
	free(t->together);
}

static enum status trial_init(struct trial *t, struct prober *prober, const size_t *sizes, size_t n, struct error *err)
{
	size_t room = prober->platform->processes / 2 + 1, i = 0;

	while (i + 1 < n && sizes[i] < LONG)
		i++;
	*t = (struct trial){.prober = prober, .bytes = sizes[i]};
	t->pairs = calloc(room, sizeof(*t->pairs));
	t->trips = calloc(room, sizeof(*t->trips));
	t->timings = calloc(room * AT_A_TIME, sizeof(*t->timings));
	t->alone = calloc(room * TIMINGS, sizeof(*t->alone));
	t->together = calloc(room * TIMINGS, sizeof(*t->together));
	return t->pairs && t->trips && t->timings && t->alone && t->together ? OK
									     : error_memory(err, "rounds of pairs");
}

static struct experiment single_trip(const int pair[2], size_t bytes)
{
	struct experiment trip = trip_between(pair[0], pair[1], bytes);

	trip.loop = 1;
	return trip;
}

/* A timing of each pair alone, then of all of them together: the middle one of three in a row, since the first meets
 * the orders to the others, and the last of one pair may meet none of another's. */
static enum status visit(struct trial *t, size_t k, struct error *err)
{
	struct platform *platform = t->prober->platform;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < t->n; i++) {
		status = platform_run(platform, &t->trips[i], AT_A_TIME, t->timings, err);
		t->alone[i * TIMINGS + k] = t->timings[AT_A_TIME / 2].seconds;
	}
	if (status == OK)
		status = platform_run_together(platform, t->trips, t->n, AT_A_TIME, t->timings, err);
	for (size_t i = 0; status == OK && i < t->n; i++)
		t->together[i * TIMINGS + k] = t->timings[i * AT_A_TIME + AT_A_TIME / 2].seconds;
	return status;
}

/* A round of pairs; false in *harmless if one usually took longer together than it ever took alone, by more than it
 * may. */
static enum status try_round(struct trial *t, size_t round, bool *harmless, struct error *err)
{
	enum status status = OK;

	t->n = pairs_of_round(t->prober->platform->processes, round, t->pairs);
	for (size_t i = 0; i < t->n; i++)
		t->trips[i] = single_trip(t->pairs[i], t->bytes);
	for (size_t k = 0; status == OK && k < TIMINGS; k++)
		status = visit(t, k, err);
	for (size_t i = 0; status == OK && i < t->n; i++) {
		double longest = 0;

		for (size_t k = 0; k < TIMINGS; k++)
			longest = fmax(longest, t->alone[i * TIMINGS + k]);
		t->most = fmax(t->most, quantile_median(&t->together[i * TIMINGS], TIMINGS) / longest);
	}
	*harmless = t->most <= longer;
	return status;
}

static double time_left(const struct trial *t)
{
	return t->prober->options->deadline - platform_now(t->prober->platform);
}

/* Whether one after the other would take too long, by round trips of the pair that is watched. A size for which there
 * is no time is taken to take as long per byte as the one before. */
static enum status has_no_time(struct trial *t, const struct estimate_options *o, const size_t *sizes, size_t n,
			       bool *late, struct error *err)
{
	struct platform *platform = t->prober->platform;
	const int pair[2] = {o->pair.from, o->pair.to};
	double processes = (double)platform->processes, all = 0, last = 0;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < n; i++) {
		const struct experiment trip = single_trip(pair, sizes[i]);
		double guess = i > 0 ? last * ((double)sizes[i] + 1) / ((double)sizes[i - 1] + 1) : 0;

		last = guess;
		if (i < 2 || guess <= size_part * time_left(t)) {
			status = platform_run(platform, &trip, 1, t->timings, err);
			last = t->timings->seconds;
		}
		t->trip = sizes[i] <= t->bytes ? last : t->trip;
		all += last;
	}
	*late = processes * (processes - 1) / 2 * needed * all > pairs_part * time_left(t);
	return status;
}

/* The rounds that there is time for, one at least. */
static enum status try_rounds(struct trial *t, bool *harmless, struct error *err)
{
	size_t processes = t->prober->platform->processes;
	double left = time_left(t), each = TIMINGS * AT_A_TIME * ((double)processes / 2 + 1) * t->trip;
	enum status status = OK;

	for (size_t r = 0; status == OK && *harmless && r < ROUNDS; r++)
		if (r == 0 || left - time_left(t) + each <= trial_part * left)
			status = try_round(t, r * pairs_rounds(processes) / ROUNDS, harmless, err);
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
	if (o->parallel || !(options->deadline > begin) || !options->lenient || platform->processes < LEAST ||
	    !platform_runs_together(platform))
		return OK;
	status = trial_init(&trial, prober, sizes, n, err);
	if (status == OK)
		status = has_no_time(&trial, o, sizes, n, &late, err);
	*together = late;
	if (status == OK)
		status = try_rounds(&trial, together, err);
	if (status == OK && late)
		tell(&trial, *together);
	trial_release(&trial);
	prober->preparing.seconds += platform_now(platform) - begin;
	prober->preparing.messages += platform->messages - messages;
	return status;
}
