#include "probe/probe.h"

#include "probe/marks.h"
#include "probe/tracking.h"

#include <math.h>
#include <stdlib.h>

enum {
	FIRST_STREAM = 2,  /* of long messages */
	STREAM_LOOSER = 3, /* its time per message may change by so many times as much: many layouts are measured */
	STREAM_BYTES =
		1 << 20, /* in the first train of a stream, if that is not more than PROBE_FIRST_TRAIN messages */
	STEADY = 2,  /* so many doublings in a row that leave the gap of empty messages as it is suffice where time is
			computed: a round trip may be as long as very many of them */
	HOPELESS = 8 /* a train so many times longer than it need be, with a gap that still changes, will not settle:
			messages pile up at the receiver */
};

/* How trains are to grow: until a link is saturated, or until a stream's time per message settles. */
enum aim { AIM_SATURATE, AIM_STREAM };

/* The statistic of what is there of a train, NAN if that is nothing: the deadline came first. */
static enum status train_seconds(const struct prober *prober, const struct experiment *train, double *seconds,
				 struct error *err)
{
	const struct sample *sample = campaign_find(prober->campaign, train);
	bool known = sample && sample->n > 0;

	*seconds = known ? probe_estimate(prober, sample).value : NAN;
	return known && isnan(*seconds) ? error_memory(err, "a train's times") : OK;
}

/* How far a pair's trains have got. */
struct saturation {
	double one, many; /* s: the trains of one message and of the newest count */
	double gap, change;
	size_t steady; /* doublings in a row that hardly changed the gap */
	bool computed; /* of empty messages: the newest trains took the same each time */
	bool settled;
};

/* Measures the trains of count messages of all pairs; their times go to many, or one if count is 1. */
static enum status measure_trains(struct prober *prober, struct experiment *trains, size_t together, size_t count,
				  struct saturation *states, struct error *err)
{
	enum status status;

	for (size_t i = 0; i < together; i++)
		trains[i].count = count;
	status = probe_groups(prober, trains, together, 1, err);
	for (size_t i = 0; status == OK && i < together; i++)
		status = train_seconds(prober, &trains[i], count == 1 ? &states[i].one : &states[i].many, err);
	for (size_t i = 0; status == OK && i < together; i++) {
		const struct sample *sample = campaign_find(prober->campaign, &trains[i]);

		if (sample && trains[i].bytes == 0)
			status = probe_is_computed(prober, sample, &states[i].computed, err);
	}
	return status;
}

static bool is_known(const struct saturation *states, size_t together, bool many)
{
	for (size_t i = 0; i < together; i++)
		if (!isfinite(many ? states[i].many : states[i].one))
			return false;
	return true;
}

/* How many messages the first train has. */
static size_t first_count(enum aim aim, size_t bytes)
{
	if (aim == AIM_SATURATE || bytes * PROBE_FIRST_TRAIN <= STREAM_BYTES)
		return PROBE_FIRST_TRAIN;
	return STREAM_BYTES / bytes > FIRST_STREAM ? STREAM_BYTES / bytes : FIRST_STREAM;
}

/* Takes the train of n messages into account, which is the first one or not; true if a longer one is wanted. Of a
 * stream one that nearly hides a round trip is long enough. */
static bool goes_on(const struct prober *prober, struct saturation *s, size_t n, bool first, enum aim aim)
{
	double last = s->gap, epsilon = prober->options->epsilon * (aim == AIM_STREAM ? STREAM_LOOSER : 1);
	bool hides = s->one < epsilon * s->many, steady;

	s->gap = (s->many - s->one) / (double)(n - 1);
	s->change = fabs(s->gap - last);
	s->steady = !first && s->change <= epsilon * s->gap ? s->steady + 1 : 0;
	steady = s->steady > 0;
	hides = hides || (s->computed && s->steady >= STEADY);
	s->settled = s->settled || (aim == AIM_SATURATE ? steady && hides : steady || (!first && hides));
	return !s->settled && HOPELESS * s->one >= epsilon * s->many;
}

static void tell_unsaturated(struct prober *prober, const struct experiment *train, const struct saturation *s)
{
	prober->unsaturated++;
	progress_warn(prober->progress,
		      "%zu messages of %zu bytes in a row from %d to %d did not saturate the link: the gap changed by "
		      "%.1f %% with the last doubling, and one round trip "
		      "is %.2g %% of the train. g(%zu) is uncertain.",
		      train->count, train->bytes, train->from, train->to, s->gap > 0 ? 100 * s->change / s->gap : 0,
		      s->many > 0 ? 100 * s->one / s->many : 100, train->bytes);
}

/* By how much a message's part of a train is uncertain, in s: INFINITY if it is not known. */
static double gap_noise(const struct prober *prober, const struct experiment *train, size_t count)
{
	struct experiment what = *train;
	const struct sample *sample;
	struct estimate time;

	what.count = count;
	sample = campaign_find(prober->campaign, &what);
	if (!sample || sample->n == 0)
		return INFINITY;
	time = probe_estimate(prober, sample);
	return (time.high - time.low) / 2 / (double)(count - 1);
}

/* Whether the train is long enough, and its gap changes by no more than the intervals of the two newest trains say. */
static bool is_within_noise(const struct prober *prober, const struct experiment *train, const struct saturation *s)
{
	double noise = hypot(gap_noise(prober, train, train->count), gap_noise(prober, train, train->count / 2));

	return s->one < prober->options->epsilon * s->many && isfinite(noise) && s->change <= noise;
}

/* A longer train would not be one of a single state of the machine: this one will do. */
static bool is_longest(const struct prober *prober, struct saturation *s, size_t n)
{
	bool last = marks_is_long(&prober->tracking, 2 * s->many);

	s->settled = s->settled || last;
	return last || 2 * n > prober->options->train_most;
}

/* The trains grow together until none has to: those that settled first are measured along, which only makes them
 * longer. */
static enum status grow_trains(struct prober *prober, struct experiment *trains, size_t together, enum aim aim,
			       struct saturation *states, struct error *err)
{
	enum status status = measure_trains(prober, trains, together, 1, states, err);
	size_t open = together, first = first_count(aim, trains[0].bytes);

	for (size_t n = first; status == OK && open > 0 && is_known(states, together, false); n *= 2) {
		status = measure_trains(prober, trains, together, n, states, err);
		if (status != OK || !is_known(states, together, true))
			break;
		open = 0;
		for (size_t i = 0; i < together; i++)
			open += goes_on(prober, &states[i], n, n == first, aim) && !is_longest(prober, &states[i], n);
	}
	for (size_t i = 0; aim == AIM_SATURATE && status == OK && open == 0 && i < together; i++)
		if (!states[i].settled && !is_within_noise(prober, &trains[i], &states[i]))
			tell_unsaturated(prober, &trains[i], &states[i]);
	prober->unsaturated += status == OK && open > 0;
	return status;
}

static enum status grow_group(struct prober *prober, const struct experiment *trains, size_t together, enum aim aim,
			      struct error *err)
{
	struct experiment *own = calloc(together + 1, sizeof(*own));
	struct saturation *states = calloc(together + 1, sizeof(*states));
	enum status status = own && states ? OK : error_memory(err, "trains");

	for (size_t i = 0; status == OK && i < together; i++)
		own[i] = (struct experiment){.kind = EXPERIMENT_TRAIN,
					     .from = trains[i].from,
					     .to = trains[i].to,
					     .bytes = trains[i].bytes,
					     .setup = trains[i].setup};
	if (status == OK)
		status = grow_trains(prober, own, together, aim, states, err);
	free(own);
	free(states);
	return status;
}

enum status probe_saturate_group(struct prober *prober, const struct experiment *trains, size_t together,
				 struct error *err)
{
	return grow_group(prober, trains, together, AIM_SATURATE, err);
}

enum status probe_stream_group(struct prober *prober, const struct experiment *trains, size_t together,
			       struct error *err)
{
	return grow_group(prober, trains, together, AIM_STREAM, err);
}

enum status probe_saturate(struct prober *prober, int from, int to, size_t bytes, struct error *err)
{
	const struct experiment train = {.from = from, .to = to, .bytes = bytes};

	return probe_saturate_group(prober, &train, 1, err);
}
