#include "platform/synthetic_collective.h"

#include "platform/synthetic_equations.h"
#include "predict/escalation.h"
#include "predict/predict.h"
#include "sample/arrival.h"
#include "schedule/acknowledged.h"
#include "schedule/delayed.h"
#include "schedule/repeated.h"
#include "schedule/totals.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A model does not tell a library's scatter and gather from the linear one. */
static enum status name_algorithm(struct experiment *what, struct error *err)
{
	const char *operation = what->setup.collective;

	if (strcmp(what->setup.forced, SETUP_SPLIT) == 0)
		snprintf(what->setup.algorithm, sizeof(what->setup.algorithm), "split");
	if (what->setup.algorithm[0])
		return OK;
	if (strcmp(operation, "scatter") != 0 && strcmp(operation, "gather") != 0)
		return error_set(err, ERR_INPUT,
				 "a synthetic platform has no library with a %s of its own: an algorithm is needed",
				 operation);
	snprintf(what->setup.algorithm, sizeof(what->setup.algorithm), "linear");
	return OK;
}

static enum status make_request(struct collective_request *request, const struct model *model,
				const struct experiment *what, struct error *err)
{
	struct experiment named = *what;

	TRY(name_algorithm(&named, err));
	return collective_request_of_experiment(request, &named, model->processes, err);
}

/* The arrivals of an experiment's processes, which the caller frees; NULL: as arrival_delays_new. */
static double *find_delays(const struct model *model, const struct experiment *what, struct error *err)
{
	return arrival_delays_new(what->setup.arrival, model->processes, (size_t)what->from, err);
}

enum status synthetic_collective_check(const struct model *model, const struct experiment *what, bool equations,
				       struct error *err)
{
	struct collective_request request = {.algorithm = NULL};
	double *delays = NULL;
	enum status status = equations ? synthetic_equations_check(what, err) : OK;

	if (status == OK && (what->setup.layout[0].kind || what->setup.layout[1].kind))
		status =
			error_set(err, ERR_INPUT,
				  "the collective operations of a synthetic platform have contiguous data: layouts are "
				  "measured on a live platform");
	if (status == OK && what->setup.forced[0] && strcmp(what->setup.forced, SETUP_SPLIT) != 0)
		status = error_set(err, ERR_INPUT,
				   "a synthetic platform has no MPI library that could be told to take %s: name an "
				   "algorithm of sonde's own",
				   what->setup.forced);
	if (status == OK)
		status = setup_timing_check(&what->setup, what->count, err);
	if (status == OK)
		status = make_request(&request, model, what, err);
	if (status == OK && !(delays = find_delays(model, what, err)))
		status = err->status;
	collective_request_release(&request);
	free(delays);
	return status;
}

/* A broadcast until the root has the acknowledgement of a receiver, less half of an empty round trip. */
static enum status simulate_task(const struct predict_options *options, const struct schedule *schedule, int root,
				 int receiver, double *seconds, struct error *err)
{
	const struct schedule_acknowledgement acknowledgement = {schedule, receiver, root};
	const struct schedule acknowledged = schedule_acknowledged(&acknowledgement);
	struct simulation simulation = {.record = false};
	enum status status = predict_schedule(options, &acknowledged, &simulation, err);

	if (status == OK)
		*seconds = simulation.finish[root] -
			   model_roundtrip(options->use.model, (struct link){root, receiver}, 0, 0) / 2;
	simulation_release(&simulation);
	return status;
}

/* As a live platform does: the longest of the receivers' tasks, and of what the root sees by itself. */
static enum status simulate_acknowledged(struct synthetic_collective *collective, const struct predict_options *options,
					 const struct schedule *schedule, int root, struct error *err)
{
	struct simulation simulation = {.record = false};
	enum status status = predict_schedule(options, schedule, &simulation, err);

	if (status == OK)
		collective->seconds = simulation.finish[root];
	simulation_release(&simulation);
	for (int p = 0; status == OK && p < schedule->processes; p++) {
		double seconds = 0;

		if (p == root)
			continue;
		status = simulate_task(options, schedule, root, p, &seconds, err);
		collective->seconds = fmax(collective->seconds, seconds);
	}
	return status;
}

static enum status simulate_use(struct synthetic_collective *collective, const struct experiment *what,
				struct error *err)
{
	const struct predict_options options = predict_options_default(collective->model);
	const struct schedule schedule = algorithm_schedule(&collective->use);
	struct schedule_totals totals = {.messages = 0};
	const struct schedule_counter counter = {&schedule, &totals};
	const struct schedule counted = schedule_counted(&counter);
	double *delays = find_delays(collective->model, what, err);
	const struct schedule_repetition repetition = {&counted, what->count};
	const struct schedule repeated = schedule_repeated(&repetition),
			      *series = what->count > 1 ? &repeated : &counted;
	const struct schedule_delay delay = {series, delays};
	const struct schedule delayed = schedule_delayed(&delay);
	struct simulation simulation = {.record = false};
	enum status status = delays ? OK : err->status;

	if (status == OK)
		status = predict_schedule(&options, *what->setup.arrival ? &delayed : series, &simulation, err);
	if (status == OK)
		collective->seconds = predict_timing(&simulation, what, delays);
	collective->messages = (size_t)totals.messages * (what->count > 1 ? what->count : 1);
	if (status == OK && what->setup.timing == TIMING_ACKNOWLEDGED)
		status = simulate_acknowledged(collective, &options, &schedule, what->from, err);
	simulation_release(&simulation);
	free(delays);
	return status;
}

enum status synthetic_collective_time(struct synthetic_collective *collective, const struct model *model,
				      const struct experiment *what, bool equations, struct error *err)
{
	enum status status = make_request(&collective->request, model, what, err);

	collective->model = model;
	collective->series = what->count > 1;
	collective->messages = model->processes - 1;
	if (status == OK)
		status = collective_request_use(&collective->request, collective->request.algorithm, what->bytes,
						&collective->use, err);
	if (status == OK && equations)
		collective->seconds = synthetic_equations(model, what);
	else if (status == OK)
		status = simulate_use(collective, what, err);
	return status;
}

double synthetic_collective_escalation(const struct synthetic_collective *collective, struct random *random)
{
	const struct algorithm_use *use = &collective->use;

	return !collective->series && escalation_of(collective->model, use->algorithm, use->call).probability > 0
		       ? escalation_quantile(collective->model, use->algorithm, use->call, random_uniform(random))
		       : 0;
}

void synthetic_collective_release(struct synthetic_collective *collective)
{
	collective_request_release(&collective->request);
}
