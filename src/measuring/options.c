#include "measuring/options.h"

#include "model/model.h"

static const double outlier_factor = 5;

struct measuring_options measuring_options_default(void)
{
	const struct probe_options probe = probe_options_default();

	return (struct measuring_options){
		.seed = probe.seed,
		.reps = {probe.stopping.least, probe.stopping.most},
		.train_most = probe.train_most,
		.noise = {.outlier_factor = outlier_factor},
		.confidence = probe.stopping.confidence,
		.error = probe.stopping.error,
		.launches = 1,
		.statistic = STATISTIC_OF_PLATFORM,
		.pair = {LINK_ANY, LINK_ANY},
	};
}

bool measuring_counts(const struct measuring_options *options)
{
	const struct probe_options probe = probe_options_default();

	return options->reps[0] != probe.stopping.least || options->reps[1] != probe.stopping.most;
}

struct probe_options measuring_probe(const struct measuring_options *options)
{
	struct probe_options probe = probe_options_default();

	if (measuring_counts(options)) {
		/* The user's word holds for large messages too, and where all timings are the same; but the time
		 * of an application's deadline is not spent on these. */
		probe.large_most = options->reps[1];
		probe.steady = options->deadline > 0 && !options->lenient && options->reps[0] < options->reps[1]
				       ? probe.steady
				       : 0;
	}
	probe.stopping = (struct stopping){.least = options->reps[0],
					   .most = options->reps[1],
					   .error = options->error,
					   .confidence = options->confidence,
					   .statistic = (enum statistic)options->statistic};
	probe.train_most = options->train_most;
	probe.loop = options->loop;
	probe.patience = options->patience;
	probe.states = !(options->patience > 0);
	probe.deadline = options->deadline;
	probe.lenient = options->lenient;
	probe.exact_state = options->exact_state;
	probe.seed = options->seed;
	return probe;
}
