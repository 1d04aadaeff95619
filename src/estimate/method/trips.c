#include "estimate/method/trips.h"

#include "sample/reduce.h"

#include <math.h>
#include <stdlib.h>

enum { SIZES = 2 };

struct experiment trip_between(int a, int b, size_t bytes)
{
	return (struct experiment){.kind = EXPERIMENT_ROUNDTRIP,
				   .from = a < b ? a : b,
				   .to = a < b ? b : a,
				   .bytes = bytes,
				   .reply_bytes = bytes,
				   .count = 1};
}

const struct sample *trip_find(const struct campaign *campaign, int a, int b, size_t bytes)
{
	const struct experiment trip = trip_between(a, b, bytes);
	const struct sample *sample = campaign_find(campaign, &trip);

	return sample && sample->n > 0 ? sample : NULL;
}

/* A round of round trips of both sizes, after one exchange that is not counted. */
static enum status measure_round(const struct estimate_options *o, struct prober *prober, int (*pairs)[2], size_t n,
				 struct error *err)
{
	const size_t sizes[SIZES] = {0, o->long_size};
	struct experiment *trips = calloc(SIZES * n + 1, sizeof(*trips));
	struct observation *unused = calloc(n + 1, sizeof(*unused));
	enum status status = trips && unused ? OK : error_memory(err, "round trips");

	for (size_t i = 0; status == OK && i < SIZES * n; i++) {
		trips[i] = trip_between(pairs[i % n][0], pairs[i % n][1], sizes[i / n]);
		trips[i].loop = 1;
	}
	if (status == OK && !campaign_find(prober->campaign, &trips[0]))
		status = platform_run_together(prober->platform, trips, n, 1, unused, err);
	if (status == OK)
		status = probe_groups(prober, trips, n, SIZES, err);
	free(trips);
	free(unused);
	return status;
}

enum status trips_measure(const struct estimate_options *o, struct prober *prober, int (*pairs)[2], size_t n,
			  const char *what, struct error *err)
{
	const struct probe_options *whole = prober->options;
	struct pair_rounds rounds = {.n = 0};
	enum status status = pair_rounds_of(&rounds, pairs, n, prober->platform->processes, o->parallel, err);

	for (size_t r = 0; status == OK && r < rounds.n; r++) {
		const struct probe_options part = prober_part(prober, 1 / (double)(rounds.n - r));

		progress_report(prober->progress, what, r, rounds.n, NAN);
		prober->options = &part;
		status = measure_round(o, prober, &rounds.pairs[rounds.first[r]], rounds.first[r + 1] - rounds.first[r],
				       err);
		prober->options = whole;
	}
	pair_rounds_release(&rounds);
	return status;
}

struct estimate trip_estimate(const struct estimate_options *o, const struct sample *sample)
{
	return sample_estimate(sample, &(struct reduce_rule){.statistic = o->probe.stopping.statistic,
							     .confidence = o->confidence,
							     .independent = true});
}
