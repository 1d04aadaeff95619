#include "probe/probe.h"

#include <math.h>
#include <stdlib.h>

enum { WARM_EXCHANGES = 20 /* of each size, not counted, before a pair's first experiment */ };

static const double warm_part = 0.01; /* of a deadline's time */

enum status probe_can_group(const struct prober *prober, size_t together, struct error *err)
{
	return together == 1 || platform_runs_together(prober->platform)
		       ? OK
		       : error_set(err, ERR_INPUT, "this platform cannot carry out experiments at the same time");
}

/* How many exchanges warm up if one took so long: all, or as many as take a small part of a deadline's time. */
static size_t warm_exchanges(const struct prober *prober, double seconds)
{
	double left = prober->options->deadline - platform_now(prober->platform);

	if (!(prober->options->deadline > 0) || WARM_EXCHANGES * seconds <= warm_part * left)
		return WARM_EXCHANGES;
	return (size_t)fmax(1, warm_part * left / seconds);
}

/* So many exchanges between the pairs. */
static enum status exchange(struct prober *prober, int (*pairs)[2], size_t n, size_t bytes, size_t loop,
			    struct error *err)
{
	struct observation *observations = calloc(n + 1, sizeof(*observations));
	struct experiment *trips = calloc(n + 1, sizeof(*trips));
	enum status status = observations && trips ? OK : error_memory(err, "warming up");

	for (size_t k = 0; status == OK && k < n; k++)
		trips[k] = (struct experiment){.kind = EXPERIMENT_ROUNDTRIP,
					       .from = pairs[k][0],
					       .to = pairs[k][1],
					       .bytes = bytes,
					       .reply_bytes = bytes,
					       .count = 1,
					       .loop = loop};
	if (status == OK && loop > 0)
		status = platform_run_together(prober->platform, trips, n, 1, observations, err);
	free(observations);
	free(trips);
	return status;
}

enum status probe_warm_group(struct prober *prober, int (*pairs)[2], size_t n, struct error *err)
{
	const size_t sizes[] = {0, 1024};
	double begin = platform_now(prober->platform);
	size_t messages = prober->platform->messages;
	bool limited = prober->options->deadline > 0, strict = limited && !prober->options->lenient;
	enum status status = probe_can_group(prober, n, err);

	for (size_t i = 0; status == OK && i < 2 && !strict; i++) {
		double now = platform_now(prober->platform);
		size_t loop = WARM_EXCHANGES;

		if (limited) {
			status = exchange(prober, pairs, n, sizes[i], 1, err);
			loop = warm_exchanges(prober, platform_now(prober->platform) - now) - 1;
		}
		if (status == OK)
			status = exchange(prober, pairs, n, sizes[i], loop, err);
	}
	prober->preparing.seconds += platform_now(prober->platform) - begin;
	prober->preparing.messages += prober->platform->messages - messages;
	return status;
}

enum status probe_warm(struct prober *prober, int from, int to, struct error *err)
{
	int pair[1][2] = {{from, to}};

	return probe_warm_group(prober, pair, 1, err);
}
