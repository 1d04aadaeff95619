#ifndef SONDE_CLI_COMPARE_MODELS_H
#define SONDE_CLI_COMPARE_MODELS_H

#include "evaluate/evaluation_estimate.h"
#include "cli/measure/command.h"

/* What the options of sonde compare --models say. Texts are borrowed. */
struct compare_models_options {
	const char *models, *operations;
	struct size_list *sizes; /* taken if n > 0 */
	size_t count;            /* how many sizes are chosen if there are none; 0: the default number */
	bool points;             /* every point in place of errors by region */
	int regions;             /* models_regions */
	struct evaluation_options evaluation;
};

/* NULL-terminated names of where regions come from: "thresholds", "switch". */
extern const char *const models_regions[];

/*
 * Estimates the models, each in a run of its own, measures round trips and operations at sizes that none of them was
 * fitted at, in another run (evaluation_store.h), and prints how far each is off by operation, algorithm and region,
 * what each took, and which to believe (scores.h). ERR_USAGE and ERR_INPUT before anything is measured, ERR_* of the
 * platform or the store. Runs on the platform.
 */
enum status compare_models(struct measure_command *c, struct compare_models_options *options, struct error *err);

#endif
