#include "probe/deadline.h"

#include "base/memory.h"
#include "sample/arrival.h"
#include "sample/collective.h"

#include <math.h>
#include <stdlib.h>

static const size_t rungs[DEADLINE_RUNGS] = {0, 1024, 8192, 65536, 524288, 4194304, 33554432, 268435456, 2147483648};
static const double half_performance = 1024; /* bytes */
static const double burst_trip = 8e-3;       /* s: receives of messages that take longer are not made in bursts */
static const double again_part = 0.02;       /* of the time that is left: what trying a rung again may take */

static const double margin = 1.5; /* of a budget that is said to suffice */

/* How many operations choosing the settings of a new point and its first visit take: see settings.c. */
enum {
	FIRST_LONG = 5,
	FIRST_SHORT = 53,
	FIRST_DELAYED = 36 /* three times five round trips that a delay follows from, and six messages with a delay
			      of 1.25 round trips */
	,
	FIRST_DELAYED_KNOWN = 12, /* where the round trip was measured */
	FIRST_DELAYED_SHORT = 200,
	FIRST_EXACT = 3, /* where the clock is exact, and nothing is tried: two repetitions with what surrounds them, */
	FIRST_EXACT_DELAYED = 10,      /* of calls that wait also five round trips, */
	FIRST_EXACT_DELAYED_KNOWN = 5, /* or none */
	BURST_BYTES = 8192,
	FIRST_ORDERS = 8,
	SHORT_TICKS = 2000,
	FIRST_TICKS = 8000,
	FIRST_DELAYED_TICKS = 24000,
	LOOP_WITH_WARMUP = 2,
	RECENT = 4,
	AGAIN_MOST = 6
};

static double left(const struct prober *prober)
{
	return prober->options->deadline - platform_now(prober->platform);
}

/* One round trip of the rung's size, measured as the prober's own preparing. */
static enum status try_rung(struct prober *prober, struct climb *c, size_t rung, struct error *err)
{
	struct platform *platform = prober->platform;
	struct experiment what = {.kind = EXPERIMENT_ROUNDTRIP,
				  .from = c->low,
				  .to = c->high,
				  .bytes = rungs[rung],
				  .reply_bytes = rungs[rung],
				  .count = 1,
				  .loop = 1};
	double begin = platform_now(platform), took;
	size_t messages = platform->messages;
	struct observation observation;
	enum status status = platform_run(platform, &what, 1, &observation, err);

	took = platform_now(platform) - begin;
	prober->preparing.seconds += took;
	prober->preparing.messages += platform->messages - messages;
	if (status != OK)
		return status;
	c->trip[rung] = observation.seconds;
	c->beside[rung] = fmax(took - observation.seconds, 0);
	if (rung == 0)
		c->overhead = c->beside[0];
	return OK;
}

/* What holds of these bytes at most, from the largest rung that is not larger and was climbed. */
static double at_most(const struct climb *c, const double *of_rung, size_t bytes)
{
	size_t rung = 0;

	while (rung + 1 < c->climbed && rungs[rung + 1] <= bytes)
		rung++;
	return of_rung[rung] * ((double)bytes + half_performance) / ((double)rungs[rung] + half_performance);
}

static double trip_at_most(const struct climb *c, size_t bytes)
{
	return at_most(c, c->trip, bytes);
}

/* What an order takes beside its messages. */
static double beside_at_most(const struct climb *c, size_t bytes)
{
	return at_most(c, c->beside, bytes);
}

/* Tries rungs up to the size, as far as each is sure to be in time. False if one was not. */
static enum status climb(struct prober *prober, struct climb *c, size_t bytes, bool *reached, struct error *err)
{
	enum status status = OK;

	*reached = left(prober) > 0;
	while (status == OK && *reached && c->climbed < DEADLINE_RUNGS && rungs[c->climbed] <= bytes) {
		if (c->climbed > 0 &&
		    trip_at_most(c, rungs[c->climbed]) + beside_at_most(c, rungs[c->climbed]) > left(prober)) {
			*reached = false;
			break;
		}
		status = try_rung(prober, c, c->climbed, err);
		if (status == OK && c->climbed == 0 &&
		    c->trip[0] + c->overhead <= left(prober)) /* the first exchange opens connections */
			status = try_rung(prober, c, 0, err);
		if (status == OK)
			c->climbed++;
		*reached = left(prober) > 0;
	}
	return status;
}

/* The two processes by which an experiment is judged; of a collective operation the root and one more. */
static struct climb ends_of(const struct experiment *what)
{
	int other = what->from != what->to ? what->to : what->from == 0 ? 1 : 0;

	return (struct climb){.low = what->from < other ? what->from : other,
			      .high = what->from < other ? other : what->from};
}

static int by_ends(const struct climb *a, const struct climb *b)
{
	return a->low != b->low ? (a->low > b->low) - (a->low < b->low) : (a->high > b->high) - (a->high < b->high);
}

/* Where the climb between these ends is among the climbs, or would be. */
static size_t climb_place(const struct deadline *d, const struct climb *ends)
{
	size_t first = 0, last = d->n;

	while (first < last) {
		size_t middle = first + (last - first) / 2;

		if (by_ends(d->climbs[middle], ends) < 0)
			first = middle + 1;
		else
			last = middle;
	}
	return first;
}

/* The climb between the experiment's processes, a new one if there is none; NULL if memory does not suffice. */
static struct climb *climb_of(struct deadline *d, const struct experiment *what)
{
	const struct climb ends = ends_of(what);
	size_t first = climb_place(d, &ends);
	struct climb *made, **grown;

	if (first < d->n && by_ends(d->climbs[first], &ends) == 0)
		return d->climbs[first];
	grown = memory_grow(d->climbs, &d->capacity, d->n + 1, sizeof(*grown));
	made = grown ? malloc(sizeof(*made)) : NULL;
	if (grown)
		d->climbs = grown;
	if (!made)
		return NULL;
	*made = ends;
	for (size_t i = d->n++; i > first; i--)
		d->climbs[i] = d->climbs[i - 1];
	return d->climbs[first] = made;
}

static bool is_delayed(const struct experiment *what)
{
	return what->kind != EXPERIMENT_ROUNDTRIP && what->kind != EXPERIMENT_TRAIN &&
	       what->kind != EXPERIMENT_ONE_TO_TWO;
}

/* What surrounds the repetitions of a collective operation in a visit: barriers, the reading of clocks, the gathering
 * of times; in empty messages of each process. */
enum {
	AROUND_COLLECTIVE = 200,
	COLLECTIVE_TIMES = 4, /* operations for each repetition: a warm-up, and what is done again */
	SCALED_MOST = 64,     /* times the bytes with which an operation was measured */
	SCALED_DOUBT = 2
};

/* The longest that an operation waits for a process. What is no pattern of arrivals is refused where it is run. */
static double lateness(const struct prober *prober, const struct experiment *what)
{
	struct error ignored = {0};
	double longest = 0;

	if (*what->setup.arrival)
		arrival_longest(what->setup.arrival, prober->platform->processes, (size_t)what->from, &longest,
				&ignored);
	return longest;
}

/*
 * How many messages of the operation's size go among n processes at most, one after the other. What one process has for
 * all, or all have for one, goes to each or comes from each once, or in parts to each and on from there; what all have
 * for all goes in as many rounds as the processes have bits, and before and after that to or from those beyond a power
 * of two. Of what holds a block for each there is a message from each to each, or where one process has or gets all of
 * them each block goes over as many processes at most as they have bits.
 */
static double messages_at_most(const struct experiment *what, double n)
{
	const struct collective_kind *kind = collective_find(what->setup.collective);

	if (!kind || (kind->per_process && !kind->rooted))
		return n * n;
	if (kind->per_process)
		return fmin(n * n, n * (ceil(log2(n)) + 1));
	return fmin(n * n, kind->rooted ? 2 * n : n * (ceil(log2(n)) + 2));
}

/* What one such message takes at most, with its segments one after the other. */
static double message_at_most(const struct climb *d, const struct experiment *what)
{
	double whole = trip_at_most(d, what->bytes);
	size_t segment = what->setup.segment;

	if (segment == 0 || segment >= what->bytes)
		return whole;
	return fmax(whole, ceil((double)what->bytes / (double)segment) * trip_at_most(d, segment));
}

/* The longest timing of a sample, in s. */
static double longest_of(const struct sample *sample)
{
	double longest = 0;

	for (size_t i = 0; i < sample->n; i++)
		longest = fmax(longest, sample->observations[i].seconds);
	return longest;
}

/* What an operation takes at most by what it took with fewer bytes, as many as were measured, a factor for what changes
 * between them included; no less than any of them took. INFINITY: it was not measured with nearly as many. */
static double scaled_at_most(const struct prober *prober, const struct experiment *what)
{
	const struct campaign *campaign = prober->campaign;
	const struct sample *largest = NULL;
	double longest = 0;

	for (size_t i = 0; !*what->setup.arrival && i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i];
		const struct experiment *its = &sample->what;

		if (sample->n == 0 || its->kind != what->kind || its->bytes >= what->bytes ||
		    its->bytes < what->bytes / SCALED_MOST || its->from != what->from || its->count != what->count ||
		    !setup_same(&its->setup, &what->setup))
			continue;
		longest = fmax(longest, longest_of(sample));
		if (!largest || its->bytes > largest->what.bytes)
			largest = sample;
	}
	return largest ? fmax(longest, SCALED_DOUBT * longest_of(largest) * ((double)what->bytes + half_performance) /
					       ((double)largest->what.bytes + half_performance))
		       : INFINITY;
}

/* Seconds of the first visit of a collective operation, and who comes late. */
static double first_collective(const struct prober *prober, const struct climb *d, const struct experiment *what)
{
	double n = (double)prober->platform->processes, times = what->count > 1 ? (double)what->count : 1,
	       tasks = what->setup.timing == TIMING_ACKNOWLEDGED ? n : 1, /* one receiver after the other */
		once = tasks * fmin(times * messages_at_most(what, n) * message_at_most(d, what),
				    scaled_at_most(prober, what)) +
		       lateness(prober, what);
	size_t bytes = what->bytes;

	return PROBE_VISIT * COLLECTIVE_TIMES * once + AROUND_COLLECTIVE * n * trip_at_most(d, 0) +
	       FIRST_ORDERS * n * beside_at_most(d, bytes);
}

/* In messages of the point's size. once: s, what one takes at most. */
static double first_delayed(const struct prober *prober, const struct experiment *what, double once)
{
	const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP,
					.from = what->from,
					.to = what->to,
					.bytes = what->bytes,
					.count = 1,
					.setup = what->setup};
	const struct sample *sample = campaign_find(prober->campaign, &trip);

	bool waits = what->kind == EXPERIMENT_RECEIVE || what->kind == EXPERIMENT_RECEIVE_EXPECTED,
	     known = sample && sample->n > 0;

	if (!(platform_tick(prober->platform) > 0))
		return !waits ? FIRST_EXACT : known ? FIRST_EXACT_DELAYED_KNOWN : FIRST_EXACT_DELAYED;
	if (what->bytes <= BURST_BYTES && (!waits || once < burst_trip))
		return FIRST_DELAYED_SHORT;
	if (!waits)
		return FIRST_DELAYED;
	return known ? FIRST_DELAYED_KNOWN : FIRST_DELAYED;
}

/* Seconds of one operation at most. */
static double once_at_most(const struct climb *d, const struct experiment *what)
{
	size_t count = what->kind == EXPERIMENT_ONE_TO_TWO ? 2 : what->count > 1 ? what->count : 1;

	return trip_at_most(d, what->bytes > what->reply_bytes ? what->bytes : what->reply_bytes) * (double)count;
}

double deadline_trip(const struct prober *prober, const struct experiment *what)
{
	const struct deadline *d = &prober->deadline;
	const struct climb ends = ends_of(what);
	size_t place = climb_place(d, &ends);
	bool known = place < d->n && by_ends(d->climbs[place], &ends) == 0 && d->climbs[place]->climbed > 0;

	return known ? once_at_most(d->climbs[place], what) : 0;
}

/* Seconds by which loops that the user chose make a first visit longer at most, warm-ups included. once: s, what an
 * operation takes at most. */
static double loops_asked(const struct prober *prober, const struct experiment *what, double once)
{
	const struct probe_loop *asked = &prober->options->loop;
	double messages = (double)asked->messages / fmax(1, (double)experiment_messages(what)),
	       seconds = asked->messages > 0 ? fmin(ceil(messages), (double)experiment_loop_most(what)) * once
					     : asked->seconds;
	bool loops = what->kind != EXPERIMENT_COLLECTIVE && what->kind != EXPERIMENT_OVERLAP &&
		     what->kind != EXPERIMENT_CROSSED;

	return !loops ? 0 : PROBE_VISIT * LOOP_WITH_WARMUP * seconds;
}

/* Seconds of the first visit of a point, where loops are as long as the clock needs. */
static double first_usual(const struct prober *prober, const struct climb *d, const struct experiment *what)
{
	double once = once_at_most(d, what);
	bool quick = once < SHORT_TICKS * platform_tick(prober->platform) ||
		     trip_at_most(d, 0) < SHORT_TICKS * platform_tick(prober->platform);
	bool exact = !(platform_tick(prober->platform) > 0);
	double times = exact   ? FIRST_EXACT
		       : quick ? FIRST_SHORT
			       : FIRST_LONG,
	       orders = FIRST_ORDERS *
			beside_at_most(d, what->bytes > what->reply_bytes ? what->bytes : what->reply_bytes);

	if (what->kind == EXPERIMENT_COLLECTIVE)
		return first_collective(prober, d, what);
	/* A call can be short, and be tried in bursts, where the messages take long. */
	if (is_delayed(what))
		return first_delayed(prober, what, once) * once +
		       FIRST_DELAYED_TICKS * platform_tick(prober->platform) + orders;
	/* Of what is short, trials and loops end after so many ticks: a bound on a long operation is not taken for a
	 * loop of it. */
	if (quick)
		return fmin(times * once, FIRST_LONG * once + 2 * (times - FIRST_LONG) * SHORT_TICKS *
								      platform_tick(prober->platform)) +
		       FIRST_TICKS * platform_tick(prober->platform) + orders;
	return times * once + orders;
}

static double first_visit(const struct prober *prober, const struct climb *d, const struct experiment *what)
{
	return first_usual(prober, d, what) + loops_asked(prober, what, once_at_most(d, what));
}

/* Seconds of another visit, from what the last ones showed. */
static double next_visit(const struct climb *d, const struct sample *sample)
{
	const struct experiment *what = &sample->what;
	double longest = 0, once;

	for (size_t i = 0; i < RECENT && i < sample->n; i++)
		longest = fmax(longest, sample->observations[sample->n - 1 - i].seconds);
	once = (double)(what->loop + what->warmup) * longest;
	if (is_delayed(what) && what->kind != EXPERIMENT_COLLECTIVE)
		once += fmax(what->delay, 0) + (double)what->loop * 2 * trip_at_most(d, what->bytes);
	return fmax(PROBE_VISIT * once + d->overhead, PROBE_VISIT * sample->visit);
}

/*
 * Tries once more the rung by which messages of these bytes are judged, and keeps what is less: a process may have been
 * kept from its processor. *tried: whether that takes a small part of the time left, and was not done often enough.
 */
static enum status try_again(struct prober *prober, struct climb *c, size_t bytes, bool *tried, struct error *err)
{
	size_t rung = 0;
	double trip, beside;
	enum status status;

	while (rung + 1 < c->climbed && rungs[rung + 1] <= bytes)
		rung++;
	trip = c->trip[rung];
	beside = c->beside[rung];
	*tried = c->climbed > 0 && c->again < AGAIN_MOST && trip + beside <= again_part * left(prober);
	if (!*tried)
		return OK;
	c->again++;
	status = try_rung(prober, c, rung, err);
	c->trip[rung] = fmin(c->trip[rung], trip);
	c->beside[rung] = fmin(c->beside[rung], beside);
	c->overhead = c->beside[0];
	return status;
}

/* Seconds that a refusal takes at most to find out what suffices, where time is not simulated. */
static const double waits_most = 5;

enum status deadline_needed(const struct prober *prober, double *seconds, struct error *err)
{
	const struct campaign *points = &prober->unfinished.points;
	const struct experiment *largest = NULL;
	struct probe_options patient = *prober->whole;
	struct prober own = *prober;
	struct climb *known;
	double unit;
	bool reached;
	enum status status;

	for (size_t i = 0; i < points->n; i++)
		if (!largest || points->samples[i]->what.bytes > largest->bytes)
			largest = &points->samples[i]->what;
	*seconds = 0;
	if (!largest)
		return OK;
	patient.deadline = platform_passes(prober->platform) ? INFINITY : platform_now(prober->platform) + waits_most;
	own.options = &patient;
	own.deadline = (struct deadline){.n = 0};
	known = climb_of(&own.deadline, largest);
	status = known ? climb(&own, known, largest->bytes, &reached, err)
		       : error_memory(err, "what is known of a deadline");
	for (size_t i = 0; status == OK && i < points->n; i++)
		*seconds += first_visit(&own, known, &points->samples[i]->what);
	*seconds *= margin / (prober->deadline.part > 0 ? prober->deadline.part : 1);
	if (status == OK && !reached)
		*seconds = 0;
	unit = *seconds > 0 ? pow(10, floor(log10(*seconds)) - 1) : 1;
	*seconds = unit * ceil(*seconds / unit); /* two digits */
	deadline_release(&own.deadline);
	return status;
}

enum status deadline_admits(struct prober *prober, const struct experiment *what, bool *admitted, struct error *err)
{
	const struct sample *sample = campaign_find(prober->campaign, what);
	size_t longest = what->bytes > what->reply_bytes ? what->bytes : what->reply_bytes;
	bool seen = sample && sample->n > 0, again = true;
	struct climb *known;
	enum status status = OK;

	*admitted = true;
	if (!(prober->options->deadline > 0))
		return OK;
	known = climb_of(&prober->deadline, what);
	if (!known)
		return error_memory(err, "what is known of a deadline");
	while (status == OK && again) {
		status = climb(prober, known, longest, admitted, err);
		if (status == OK && *admitted)
			*admitted =
				(seen ? next_visit(known, sample) : first_visit(prober, known, what)) <= left(prober);
		again = !*admitted && !seen;
		if (status == OK && again)
			status = try_again(prober, known, longest, &again, err);
	}
	if (!*admitted) {
		double part = prober->options->part, least = prober->deadline.part;

		prober->deadline.refused++;
		if (!seen && part > 0 && !(least > 0 && least < part))
			prober->deadline.part = part;
	}
	return status;
}
