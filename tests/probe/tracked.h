#ifndef SONDE_TESTS_PROBE_TRACKED_H
#define SONDE_TESTS_PROBE_TRACKED_H

#include <string.h>

#include "probe/probe.h"
#include "probe/watch.h"
#include "scripted.h"

/* A prober that tells states of the machine apart, on a platform whose times a test gives. */

#define US 1e-6
#define MS 1e-3

/* A machine that is slow by this factor in every other stay of this length, beginning quick. */
static double factor, stay;

/* s: what the clock can tell apart. */
static double tick;

static const struct platform_class *bench_class = &scripted_class;

/* Counts what goes to the sink, and what of it no look followed. */
struct counted {
	size_t all, open;
};

static inline enum status count(void *context, const struct experiment *what, const struct observation *observations,
				size_t n, struct error *err)
{
	struct counted *c = context;

	(void)what, (void)err;
	c->all += n;
	for (size_t i = 0; i < n; i++)
		c->open += !(observations[i].before > 0 && observations[i].after > 0);
	return OK;
}

struct bench {
	struct scripted platform;
	struct campaign campaign;
	struct probe_options options;
	struct counted counted;
	struct probe_sink sink;
	struct notes notes;
	struct progress progress;
	struct prober prober;
};

static inline void begin(struct bench *b, double (*seconds)(const struct experiment *what, double now))
{
	memset(b, 0, sizeof(*b));
	b->platform = (struct scripted){.platform = {.class = bench_class, .processes = 2}, .seconds = seconds};
	b->platform.platform.clock.resolution = tick;
	b->options = probe_options_default();
	b->options.patience = 0;
	b->options.steady = 0;
	b->options.states = true;
	b->sink = (struct probe_sink){.take = count, .context = &b->counted};
	b->progress = (struct progress){.note = notes_take, .context = &b->notes};
	prober_init(&b->prober, &b->platform.platform, &b->campaign, &b->options, &b->sink, &b->progress);
	assert_int_equal(watch_begin(&b->prober, 0, 1, 65536, NULL, NULL), OK);
}

static inline struct experiment trip(size_t bytes)
{
	return (struct experiment){.kind = EXPERIMENT_ROUNDTRIP, .from = 0, .to = 1, .bytes = bytes, .count = 1};
}

static inline void measure(struct bench *b, size_t n)
{
	struct experiment points[8];

	for (size_t i = 0; i < n; i++)
		points[i] = trip(1000 * (i + 1));
	assert_int_equal(probe_points(&b->prober, points, n, NULL), OK);
}

/* So many more timings of the first point. */
static inline void more(struct bench *b, size_t n)
{
	struct experiment point = trip(1000);

	for (size_t i = 0; i < n; i += PROBE_VISIT)
		assert_int_equal(probe_more(&b->prober, &point, 1, 1, PROBE_VISIT, NULL), OK);
}

static inline void end(struct bench *b)
{
	prober_release(&b->prober);
	campaign_release(&b->campaign);
}

#endif
