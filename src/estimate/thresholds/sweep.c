#include "estimate/thresholds/sweep.h"

#include "probe/tracking.h"
#include "stats/quantile.h"

#include <math.h>

enum status sweep_run_some(struct threshold_search *s, const char *operation, size_t bytes, size_t n,
			   struct experiment *what, struct observation *observations, struct error *err)
{
	*what = thresholds_experiment(s->options, operation, bytes);
	return platform_run(s->prober->platform, what, n, observations, err);
}

enum status sweep_measure(struct threshold_search *s, const char *operation, size_t bytes, size_t n, double *seconds,
			  struct error *err)
{
	struct experiment what;
	struct observation observations[GATHER_BATCH];

	TRY(sweep_run_some(s, operation, bytes, n, &what, observations, err));
	TRY(probe_keep(s->prober, &what, observations, n, err));
	/* Hands what was measured on, to those who end a search that takes too long too. */
	TRY(tracking_look(s->prober, err));
	for (size_t i = 0; i < n; i++)
		seconds[i] = fmax(observations[i].seconds, 1e-12); /* a clock may show none */
	s->found->measurements += n;
	progress_report(s->prober->progress, operation, s->found->measurements, 0, NAN);
	return OK;
}

double sweep_noise_of(double *above, size_t n)
{
	quantile_sort(above, n);
	return n >= SWEEP_LEAST ? 3 * quantile_sorted(above, n, 0.9) : 0;
}
