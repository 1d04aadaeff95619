#include "predict/predict.h"

#include "predict/room.h"
#include "sample/arrival.h"
#include "schedule/delayed.h"
#include "schedule/repeated.h"
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

	simulation->progress = options->progress;
	return status == OK ? simulate(schedule, &costs, simulation, err) : status;
}

/* The operation, so many times in a row, whose processes come with these delays in seconds; NULL: at once. */
static enum status predict_use(const struct predict_options *options, const struct algorithm_use *use, size_t series,
			       const double *delays, struct simulation *simulation, uint64_t *largest,
			       struct error *err)
{
	struct schedule_totals totals = {0};
	const struct schedule schedule = algorithm_schedule(use);
	const struct schedule_counter counter = {&schedule, &totals};
	const struct schedule counted = schedule_counted(&counter);
	const struct schedule_repetition repetition = {&counted, series};
	const struct schedule repeated = schedule_repeated(&repetition), *schedules = series > 1 ? &repeated : &counted;
	const struct schedule_delay delay = {schedules, delays};
	const struct schedule delayed = schedule_delayed(&delay);
	enum status status = predict_schedule(options, delays ? &delayed : schedules, simulation, err);

	*largest = totals.largest;
	return status;
}

static bool is_pattern(const char *arrival)
{
	return arrival && *arrival;
}

enum status predict_simulation(const struct predict_options *options, const struct algorithm_use *use,
			       struct simulation *simulation, uint64_t *largest, struct error *err)
{
	double *delays = NULL;
	enum status status;

	if (!is_pattern(options->arrival))
		return predict_use(options, use, options->series, NULL, simulation, largest, err);
	delays = arrival_delays_new(options->arrival, (size_t)use->call->processes, (size_t)use->call->root, err);
	status = delays ? predict_use(options, use, options->series, delays, simulation, largest, err) : err->status;
	free(delays);
	return status;
}

enum status predict_collective(const struct predict_options *options, const struct algorithm_use *use, double *seconds,
			       struct error *err)
{
	struct simulation simulation = {0};
	uint64_t largest;
	struct error why = {.status = OK};
	enum status status = predict_room(use, options->series, &why);

	if (status != OK)
		return error_set(err, status, "%s", why.text);
	status = predict_simulation(options, use, &simulation, &largest, err);

	if (status == OK)
		*seconds = simulation.seconds;
	simulation_release(&simulation);
	return status;
}

double predict_timing(const struct simulation *found, const struct experiment *what, const double *delays)
{
	double longest = 0;

	if (what->setup.timing == TIMING_GLOBAL || what->setup.timing == TIMING_ACKNOWLEDGED)
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
	double *delays;
	struct simulation simulation = {0};
	uint64_t largest;
	enum status status = predict_room(use, what->count, err);

	if (status != OK)
		return status;
	delays = arrival_delays_new(what->setup.arrival, (size_t)use->call->processes, (size_t)what->from, err);
	status = delays ? predict_use(options, use, what->count, is_pattern(what->setup.arrival) ? delays : NULL,
				      &simulation, &largest, err)
			: err->status;

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
