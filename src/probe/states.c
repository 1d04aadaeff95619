#include "probe/states.h"

#include "probe/tracking.h"

#include <math.h>
#include <stdlib.h>

enum { FEW = 3 }; /* timings that an interval can be made of */

static const double part = 0.5, rare = 0.05;

/* Whether the point's timings in a state do not suffice. */
static enum status lacks(const struct prober *prober, const struct sample *sample, size_t state, bool all,
			 bool *lacking, struct error *err)
{
	const struct stopping *rule = &prober->options->stopping;
	struct sample in_state = {.what = sample->what};
	double *seconds = NULL;
	enum status status = tracking_sample(&prober->tracking, sample, state, &in_state, err);

	*lacking = in_state.n < FEW;
	if (status == OK && all && !*lacking) {
		seconds = malloc(in_state.n * sizeof(*seconds));
		for (size_t i = 0; seconds && i < in_state.n; i++)
			seconds[i] = in_state.observations[i].seconds;
		status = seconds ? OK : error_memory(err, "a sample's times");
		*lacking = seconds && !stopping_done(rule, seconds, in_state.n);
	}
	free(seconds);
	free(in_state.observations);
	return status;
}

/* Whether the point is to be timed again for the sake of a state. */
static enum status is_wanted(const struct prober *prober, const struct sample *sample, bool all, bool *wanted,
			     struct error *err)
{
	const struct tracking *t = &prober->tracking;
	enum status status = OK;

	*wanted = false;
	if (tracking_drops(t, &sample->what))
		return OK;
	for (size_t k = 0; status == OK && !*wanted && k < t->levels.n; k++)
		if (k != t->main && (all || t->levels.of[k].share >= rare))
			status = lacks(prober, sample, k, all, wanted, err);
	return status;
}

enum status probe_states(struct prober *prober, bool all, struct error *err)
{
	const struct tracking *t = &prober->tracking;
	double begin = platform_now(prober->platform), most = all ? INFINITY : part * (begin - prober->began);
	size_t visited = 1;
	enum status status = OK;

	while (status == OK && visited > 0 && t->levels.n > 1 && platform_now(prober->platform) - begin < most) {
		size_t refused = prober->deadline.refused;

		visited = 0;
		for (size_t s = 0; status == OK && s < t->all.n; s++) {
			struct experiment what = t->all.samples[s]->what;
			bool wanted = false;

			status = is_wanted(prober, t->all.samples[s], all, &wanted, err);
			if (status == OK && wanted)
				status = probe_more(prober, &what, 1, 1, probe_repetitions(prober, &what), err);
			visited += wanted;
		}
		if (prober->deadline.refused - refused == visited)
			break;
	}
	return status == OK ? tracking_close(prober, err) : status;
}
