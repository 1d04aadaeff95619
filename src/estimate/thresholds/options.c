#include "estimate/thresholds/options.h"

#include <stdio.h>

struct thresholds_options thresholds_options_default(void)
{
	return (struct thresholds_options){.most = (size_t)128 << 10,
					   .stride = 2048,
					   .tries = 200,
					   .sizes = 8,
					   .repeats = 60,
					   .factor = 2,
					   .root = 0,
					   .timing = TIMING_GLOBAL};
}

struct experiment thresholds_experiment(const struct thresholds_options *options, const char *operation, size_t bytes)
{
	struct experiment what = {.kind = EXPERIMENT_COLLECTIVE,
				  .from = options->root,
				  .to = options->root,
				  .bytes = bytes,
				  .count = 1,
				  .loop = 1};

	what.setup.timing = options->timing;
	snprintf(what.setup.collective, sizeof(what.setup.collective), "%s", operation);
	snprintf(what.setup.algorithm, sizeof(what.setup.algorithm), "linear");
	return what;
}

struct experiment thresholds_largest(const struct thresholds_options *options)
{
	return thresholds_experiment(options, "gather", options->most);
}
