#ifndef SONDE_TESTS_PROBE_STEPPED_H
#define SONDE_TESTS_PROBE_STEPPED_H

#include <math.h>

#include "base/random.h"
#include "platform/platform.h"

/* A change of the time from a size on: a jump, and another slope. */
struct step {
	size_t from;  /* bytes: the first size that it holds for */
	double jump;  /* s */
	double slope; /* s per byte that is added to the slope */
};

/* What a message takes: latency, slope, a cost per packet up to some size, and changes. */
struct stepped_curve {
	double latency, slope;
	size_t packet, packets_to; /* bytes; 0: none. A packet more from k packet + 1 bytes on, up to packets_to */
	double per_packet;
	struct step steps[6];
	size_t n_steps;
};

/* A platform whose every operation takes what the curve says of its bytes, with positive noise. Lives in the test's own
 * memory. */
struct stepped {
	struct platform platform;
	const struct stepped_curve *curve;
	double spread; /* mean of the exponential perturbation, as a part of the time */
	double time;
	size_t spoiled; /* bytes: the first spoiled_n timings of this size take twice as long */
	size_t spoiled_n;
	struct random random;
};

static inline double stepped_seconds(const struct stepped_curve *c, size_t bytes)
{
	double seconds = c->latency + c->slope * (double)bytes;
	size_t packed = bytes < c->packets_to ? bytes : c->packets_to;

	if (c->packet && packed > 0)
		seconds += c->per_packet * (double)((packed - 1) / c->packet);
	for (size_t i = 0; i < c->n_steps; i++)
		if (bytes >= c->steps[i].from)
			seconds += c->steps[i].jump + c->steps[i].slope * (double)(bytes - c->steps[i].from);
	return seconds;
}

static inline enum status stepped_prepare(struct platform *platform, size_t bytes, struct error *err)
{
	(void)platform, (void)bytes, (void)err;
	return OK;
}

static inline enum status stepped_run(struct platform *platform, const struct experiment *what, size_t n,
				      struct observation *observations, struct error *err)
{
	struct stepped *s = (struct stepped *)platform;

	(void)err;
	for (size_t i = 0; i < n; i++) {
		double seconds = stepped_seconds(s->curve, what->bytes);

		if (s->spread > 0)
			seconds *= 1 + s->spread * random_exponential(&s->random);
		if (what->bytes == s->spoiled && s->spoiled_n > 0) {
			s->spoiled_n--;
			seconds *= 2;
		}
		observations[i] = (struct observation){.at = s->time, .seconds = seconds, .send_seconds = NAN};
		s->time += (double)what->loop * seconds;
		platform->messages += 2 * what->loop;
	}
	return OK;
}

static inline double stepped_now(struct platform *platform)
{
	return ((struct stepped *)platform)->time;
}

static inline enum status stepped_describe(struct platform *platform, struct circumstances *c, struct error *err)
{
	(void)platform, (void)c, (void)err;
	return OK;
}

static inline void stepped_close(struct platform *platform)
{
	(void)platform;
}

static const struct platform_class stepped_class = {
	.name = "stepped",
	.statistic = STATISTIC_MIN,
	.prepare = stepped_prepare,
	.run = stepped_run,
	.now = stepped_now,
	.describe = stepped_describe,
	.close = stepped_close,
};

static inline struct stepped stepped_platform(const struct stepped_curve *curve, double spread, uint64_t seed)
{
	struct stepped s = {.platform = {.class = &stepped_class, .processes = 2}, .curve = curve, .spread = spread};

	random_init(&s.random, seed);
	return s;
}

#endif
