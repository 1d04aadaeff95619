#include "predict/tree_mapping_trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum status tree_mapping_trial_open(struct tree_mapping_trial *trial, const struct predict_options *options,
				    const struct algorithm_use *use, struct error *err)
{
	size_t n = (size_t)use->call->processes;

	*trial = (struct tree_mapping_trial){
		.options = options, .call = *use->call, .n = use->call->processes, .seconds = INFINITY};
	trial->tried = malloc(n * sizeof(*trial->tried));
	trial->best = malloc(n * sizeof(*trial->best));
	if (!trial->tried || !trial->best)
		return error_memory(err, "orders of processes");
	trial->use = (struct algorithm_use){use->algorithm, &trial->call};
	return OK;
}

void tree_mapping_trial_release(struct tree_mapping_trial *trial)
{
	free(trial->tried);
	free(trial->best);
	trial->tried = trial->best = NULL;
}

bool tree_mapping_trial_ends(const struct tree_mapping_trial *trial)
{
	return trial->simulations >= trial->most || trial->seconds <= trial->bound * (1 + 1e-8);
}

enum status tree_mapping_trial_run(struct tree_mapping_trial *trial, double at_most, double *seconds, struct error *err)
{
	struct simulation simulation = {.at_most = isfinite(at_most) ? at_most : 0};
	uint64_t largest;
	enum status status;

	trial->use.call = &trial->call; /* where the trial stands now */
	trial->call.order = trial->tried;
	status = predict_simulation(trial->options, &trial->use, &simulation, &largest, err);
	trial->simulations++;
	if (trial->simulations % 256 == 0)
		progress_report(trial->progress, "orders of processes", trial->simulations, trial->most, NAN);
	*seconds = simulation.seconds;
	if (status == OK && *seconds < trial->seconds) {
		trial->seconds = *seconds;
		memcpy(trial->best, trial->tried, (size_t)trial->n * sizeof(*trial->best));
	}
	simulation_release(&simulation);
	return status;
}

static enum status try_from(struct tree_mapping_trial *trial, int place, bool *all, struct error *err)
{
	double seconds;
	enum status status = OK;

	if (tree_mapping_trial_ends(trial)) {
		*all = *all && trial->simulations < trial->most;
		return OK;
	}
	if (place >= trial->n - 1)
		return tree_mapping_trial_run(trial, trial->seconds, &seconds, err);
	for (int i = place; status == OK && i < trial->n; i++) {
		tree_mapping_exchange(trial->tried, place, i);
		status = try_from(trial, place + 1, all, err);
		tree_mapping_exchange(trial->tried, place, i);
	}
	return status;
}

enum status tree_mapping_try_all(struct tree_mapping_trial *trial, bool *all, struct error *err)
{
	memcpy(trial->tried, trial->best, (size_t)trial->n * sizeof(*trial->tried));
	*all = true;
	return try_from(trial, 1, all, err);
}
