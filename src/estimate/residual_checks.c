#include "estimate/residual_checks.h"

#include "base/random.h"
#include "estimate/witness.h"
#include "probe/probe.h"

#include <math.h>
#include <stdint.h>

enum {
	SIZES = 12,
	LEAST = 8, /* bytes */
	REPETITIONS = 10,
	TRIPS_LONG = 10 /* round trips for which there must be time */
};

/* On a machine of several states, the part of the time so far that checks may wait for the main one. */
static const double waiting_part = 0.25;

bool checks_include(const struct experiment *experiment)
{
	static const struct setup plain = {.operation = OPERATION_SEND};

	return experiment->kind == EXPERIMENT_ROUNDTRIP && experiment->count == 1 && experiment->bytes >= LEAST &&
	       (experiment->reply_bytes == 1 || experiment->reply_bytes + 1 == experiment->bytes) &&
	       setup_same(&experiment->setup, &plain);
}

/* Returns whether an experiment is what a row of a method measures at other sizes than 0. Models by triplets are fitted
 * to what is measured between all processes; between the pair itself their campaign has searches. */
static bool is_of_row(const struct estimate_options *o, const struct design_row *row, const struct experiment *e)
{
	bool searched = o->method->plan == PLAN_TRIPLETS && e->from == o->pair.from && e->to == o->pair.to;

	return e->kind == row->kind && e->reply_bytes == (row->reply_same ? e->bytes : 0) && e->bytes > 0 && !searched;
}

size_t checks_largest(const struct estimate_options *options, const struct campaign *campaign)
{
	size_t least = SIZE_MAX;

	for (size_t r = 0; r < options->method->n_rows; r++) {
		const struct design_row *row = &options->method->rows[r];
		size_t largest = 0;

		if (row->sizes == SIZES_ZERO || row->back || row->if_untimed)
			continue;
		for (size_t i = 0; i < campaign->n; i++)
			if (campaign->samples[i]->n > 0 && is_of_row(options, row, &campaign->samples[i]->what) &&
			    campaign->samples[i]->what.bytes > largest)
				largest = campaign->samples[i]->what.bytes;
		least = largest < least ? largest : least;
	}
	return least < SIZE_MAX ? least : options->long_size;
}

/* Returns the processes between which the k-th size is checked. */
static struct link pair_of(const struct estimate_options *o, size_t processes, size_t k, struct random *random)
{
	struct link pair = o->pair;

	if (o->classes) {
		size_t from = random_below(random, processes), to = random_below(random, processes - 1);

		return (struct link){(int)from, (int)(to + (to >= from))};
	}
	if (o->rounds) {
		const int *chosen = o->rounds->pairs[k * pair_rounds_count(o->rounds) / SIZES];

		pair = (struct link){chosen[0], chosen[1]};
	}
	return (o->back || o->both_directions || o->rounds) && k % 2 ? (struct link){pair.to, pair.from} : pair;
}

/* Returns the seconds of the longest round trip. */
static double longest_trip(const struct campaign *campaign, size_t most)
{
	double longest = 0;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i];

		if (sample->n > 0 && sample->what.kind == EXPERIMENT_ROUNDTRIP && sample->what.bytes <= most)
			longest = fmax(longest, sample->observations[0].seconds);
	}
	return longest;
}

/* Measures n round trips that can be done without. */
static enum status measure_optional(struct prober *prober, const struct experiment *trips, size_t n, struct error *err)
{
	const struct probe_options *whole = prober->options;
	struct probe_options optional = *whole;
	enum status status;

	TRY(platform_prepare(prober->platform, trips[n - 1].bytes, err));
	optional.optional = true;
	optional.stopping.most = optional.stopping.most < REPETITIONS ? optional.stopping.most : REPETITIONS;
	optional.stopping.least =
		optional.stopping.least < optional.stopping.most ? optional.stopping.least : optional.stopping.most;
	if (prober->tracking.levels.n > 1) {
		double now = platform_now(prober->platform), until = now + waiting_part * (now - prober->began);

		optional.deadline = whole->deadline > 0 ? fmin(whole->deadline, until) : until;
	}
	prober->options = &optional;
	status = probe_points(prober, trips, n, err);
	prober->options = whole;
	return status;
}

enum status checks_measure(const struct estimate_options *list, size_t n, uint64_t launch, struct prober *prober,
			   struct error *err)
{
	double deadline = prober->options->deadline, longest;
	struct experiment trips[2 * SIZES];
	struct random random;
	size_t most = 0;

	for (size_t i = 0; i < n; i++) {
		size_t largest = checks_largest(&list[i], prober->campaign);

		most = largest > most ? largest : most;
	}
	longest = longest_trip(prober->campaign, most);
	if (most <= (size_t)4 * LEAST ||
	    (deadline > 0 && platform_now(prober->platform) + TRIPS_LONG * longest > deadline))
		return OK;
	random_init(&random, list->probe.seed + (launch << 32));
	for (size_t k = 0; k < SIZES; k++) {
		double part = ((double)k + random_uniform(&random)) / SIZES;
		size_t bytes = (size_t)(LEAST * pow((double)most / LEAST, part)) | 1;
		struct link pair = pair_of(list, prober->platform->processes, k, &random);

		trips[2 * k] = witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_SEND, pair, bytes, 1);
		trips[2 * k + 1] = witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_SEND, pair, bytes, bytes - 1);
	}
	return measure_optional(prober, trips, (size_t)2 * SIZES, err);
}
