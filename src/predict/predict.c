#include "predict/predict.h"

#include "sample/arrival.h"
#include "schedule/delayed.h"
#include "schedule/totals.h"

#include <math.h>
#include <stdlib.h>

struct predict_options predict_options_default(const struct model *model)
{
	return (struct predict_options){.use = model_use_default(model), .eager_most = model_eager_default(model)};
}

enum status predict_schedule(const struct predict_options *options, const struct schedule *schedule,
			     struct simulation *simulation, struct error *err)
{
	const struct costs costs = model_costs(&options->use, options->eager_most);
	enum status status = model_use_check(&options->use, schedule->processes, err);

	return status == OK ? simulate(schedule, &costs, simulation, err) : status;
}

/* When processes come to an operation, and which of them is late-root's. */
struct arriving {
	const char *pattern; /* NULL: all at once */
	int root;
};

/* The schedule, whose processes come like that. */
static enum status predict_arriving(const struct predict_options *options, const struct schedule *schedule,
				    const struct arriving *arriving, struct simulation *simulation, struct error *err)
{
	size_t n = (size_t)schedule->processes;
	double *delays = malloc((n + 1) * sizeof(*delays));
	const struct schedule_delay delay = {schedule, delays};
	const struct schedule delayed = schedule_delayed(&delay);
	enum status status = delays ? OK : error_memory(err, "the arrivals of processes");

	if (status == OK)
		status = arrival_delays(arriving->pattern, n, (size_t)arriving->root, delays, err);
	if (status == OK)
		status = predict_schedule(options, &delayed, simulation, err);
	free(delays);
	return status;
}

static enum status predict_use(const struct predict_options *options, const struct algorithm_use *use,
			       const struct arriving *arriving, struct simulation *simulation, uint64_t *largest,
			       struct error *err)
{
	struct schedule_totals totals = {0};
	const struct schedule schedule = algorithm_schedule(use);
	const struct schedule_counter counter = {&schedule, &totals};
	const struct schedule counted = schedule_counted(&counter);
	enum status status = arriving->pattern && *arriving->pattern
				     ? predict_arriving(options, &counted, arriving, simulation, err)
				     : predict_schedule(options, &counted, simulation, err);

	*largest = totals.largest;
	return status;
}

enum status predict_simulation(const struct predict_options *options, const struct algorithm_use *use,
			       struct simulation *simulation, uint64_t *largest, struct error *err)
{
	const struct arriving arriving = {options->arrival, use->call->root};

	return predict_use(options, use, &arriving, simulation, largest, err);
}

enum status predict_collective(const struct predict_options *options, const struct algorithm_use *use, double *seconds,
			       struct error *err)
{
	struct simulation simulation = {0};
	uint64_t largest;
	enum status status = predict_simulation(options, use, &simulation, &largest, err);

	if (status == OK)
		*seconds = simulation.seconds;
	simulation_release(&simulation);
	return status;
}

double predict_timing(const struct simulation *found, const struct experiment *what, const double *delays)
{
	double longest = 0;

	if (what->setup.timing == TIMING_GLOBAL)
		return found->seconds;
	if (what->setup.timing == TIMING_ROOT)
		return found->seconds - delays[what->from];
	for (int p = 0; p < found->processes; p++)
		longest = fmax(longest, found->finish[p] - delays[p]);
	return longest;
}

enum status predict_measured(const struct predict_options *options, const struct algorithm_use *use,
			     const struct experiment *what, double *seconds, struct error *err)
{
	const struct arriving arriving = {what->setup.arrival, what->from};
	size_t n = (size_t)use->call->processes;
	double *delays = malloc((n + 1) * sizeof(*delays));
	struct simulation simulation = {0};
	uint64_t largest;
	enum status status = delays ? arrival_delays(arriving.pattern, n, (size_t)arriving.root, delays, err)
				    : error_memory(err, "the arrivals of processes");

	if (status == OK)
		status = predict_use(options, use, &arriving, &simulation, &largest, err);
	if (status == OK)
		*seconds = predict_timing(&simulation, what, delays);
	simulation_release(&simulation);
	free(delays);
	return status;
}

size_t predict_largest_fitted(const struct model *model)
{
	double largest = -1;

	for (size_t i = 0; i < model->n_links * model->class->n_params; i++) {
		const struct curve *curve = &model->parameters[i].curve;
		const struct param_spec *spec = &model->class->params[i % model->class->n_params];

		if (spec->shape == PARAM_PER_SIZE && !spec->holds_ends && curve->n > 0)
			largest = fmax(largest, curve->x[curve->n - 1]);
	}
	return largest < 0 ? SIZE_MAX : (size_t)largest;
}
