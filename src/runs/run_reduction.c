#include "runs/run_reduction.h"

#include "sample/warmup.h"

#include <string.h>

enum status run_drop_warmup(const struct run *run, struct campaign *campaign, struct error *err)
{
	if (run->purpose.kind == PURPOSE_ESTIMATE || run->purpose.kind == PURPOSE_ESTIMATE_SWITCH)
		return OK;
	return campaign_find_warmup(campaign, NULL, NULL, err);
}

enum statistic run_statistic(const struct run *run)
{
	bool synthetic = run->circumstances.platform && strcmp(run->circumstances.platform, "synthetic") == 0;

	if (run->statistic != STATISTIC_UNKNOWN)
		return (enum statistic)run->statistic;
	return synthetic ? STATISTIC_MIN : STATISTIC_MEDIAN;
}

struct reduce_rule run_rule(const struct run *run, enum statistic statistic, double confidence)
{
	return (struct reduce_rule){
		.statistic = statistic, .confidence = confidence, .resolution = run->circumstances.clock_resolution};
}
