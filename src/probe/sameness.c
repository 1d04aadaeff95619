#include "probe/sameness.h"

#include <float.h>
#include <math.h>

enum {
	LEAST = 40, /* timings that recur, and this many times as many as others, tell that time is computed */
	TIMES = 20,
	TWICE = 2
};

static const double same = 1e-6;

/* Whether two timings are the same but for what the clock rounds at that time. */
static bool is_same(double a, double b, double tolerance, double at)
{
	const double rounding = 8 * DBL_EPSILON;

	return fabs(a - b) <= tolerance * fabs(b) + rounding * fabs(at);
}

/* Whether o is one of the first or of the last timings of n. */
static bool recurs(const struct observation *list, size_t n, const struct observation *o)
{
	for (size_t i = 0; i < n; i++)
		if ((i < PROBE_VISIT || i + PROBE_VISIT >= n) && is_same(o->seconds, list[i].seconds, same, o->at))
			return true;
	return false;
}

void sameness_note(struct prober *prober, const struct sample *sample, const struct observation *observations, size_t n)
{
	struct sameness *s = &prober->sameness;

	for (size_t i = 0; i < n; i++) {
		bool known = recurs(sample->observations, sample->n, &observations[i]) ||
			     recurs(observations, i, &observations[i]);

		s->recurring += known;
		s->other += !known && sample->n >= PROBE_VISIT;
	}
}

bool sameness_is_computed(const struct prober *prober)
{
	const struct sameness *s = &prober->sameness;

	return s->recurring >= LEAST && s->recurring >= TIMES * s->other;
}

bool sameness_suffices(const struct prober *prober, const struct sample *sample, const double *seconds, size_t n,
		       bool loosely)
{
	/* A train may leave something behind that changes the next one. */
	bool computed = sameness_is_computed(prober) && sample->what.kind != EXPERIMENT_TRAIN;
	size_t steady = prober->options->steady, enough = computed && steady > TWICE ? TWICE : steady;
	double error = prober->options->stopping.error,
	       tolerance = fmax(same, computed ? error : loosely ? error / 3 : 0),
	       at = n > 0 ? sample->observations[sample->n - 1].at : 0;

	for (size_t i = 1; i < n; i++)
		if (!is_same(seconds[i], seconds[0], tolerance, at))
			return false;
	return steady > 0 && n >= enough;
}
