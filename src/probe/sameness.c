#include "probe/sameness.h"

#include <float.h>
#include <math.h>

enum {
	LEAST = 40, /* recurring timings show that time is computed, */
	TIMES = 20, /* if at least this many recur for each one that does not */
	TWICE = 2
};

static const double same = 1e-6, part = 1.0 / 3; /* relative; of the error that is allowed */

/* Whether two timings are the same but for what the clock rounds at that time. */
static bool is_same(double a, double b, double tolerance, double at)
{
	const double rounding = 8 * DBL_EPSILON;

	return fabs(a - b) <= tolerance * fabs(b) + rounding * fabs(at);
}

void sameness_note(struct prober *prober, const struct sample *sample, const struct observation *observations, size_t n)
{
	struct sameness *s = &prober->sameness;

	for (size_t i = 0; i < n; i++) {
		size_t at = sample->n + i, before = at < PROBE_VISIT ? 0 : at - PROBE_VISIT;
		const struct observation *o = &observations[i], *last = before < sample->n
										? &sample->observations[before]
										: &observations[before - sample->n];
		bool recurs = at > 0 && is_same(o->seconds, last->seconds, same, o->at);

		s->recurring += recurs;
		s->other += !recurs && at >= PROBE_VISIT;
	}
}

bool sameness_is_computed(const struct prober *prober)
{
	const struct sameness *s = &prober->sameness;

	return s->recurring >= LEAST && s->recurring >= TIMES * s->other;
}

double sameness_tolerance(const struct prober *prober)
{
	return sameness_is_computed(prober) ? fmax(same, prober->options->stopping.error) : same;
}

bool sameness_suffices(const struct prober *prober, const struct sample *sample, const double *seconds, size_t n,
		       bool loosely)
{
	/* A train may leave something behind that changes the next one, and a gather may escalate or not. */
	bool computed = sameness_is_computed(prober) && sample->what.kind != EXPERIMENT_TRAIN &&
			!experiment_is_gather(&sample->what);
	size_t steady = prober->options->steady, enough = computed && steady > TWICE ? TWICE : steady;
	double error = prober->options->stopping.error,
	       tolerance = fmax(same, (computed  ? 1
				       : loosely ? part
						 : 0) *
					      error),
	       at = n > 0 ? sample->observations[sample->n - 1].at : 0;

	for (size_t i = 1; i < n; i++)
		if (!is_same(seconds[i], seconds[0], tolerance, at))
			return false;
	return steady > 0 && n >= enough;
}
