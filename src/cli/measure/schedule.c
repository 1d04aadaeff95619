#include "cli/measure/schedule.h"

#include "model/file/file.h"
#include "mpi/live/schedule_run.h"
#include "predict/predict.h"
#include "schedule/goal.h"
#include "simulate/simulate.h"
#include "stats/statistic.h"

#include <math.h>
#include <stdlib.h>

struct schedule_asked {
	const char *file, *model;
	size_t repetitions, warmup;
	double confidence;
};

/* What was measured, and predicted; the longest of all processes is at [processes]. */
struct schedule_found {
	int processes;
	size_t repetitions, discarded;
	struct estimate *measured; /* s */
	double *simulated;         /* s; NULL: there is no model */
};

static const struct column columns[] = {
	{"process", "", CELL_COUNT},    {"seconds", "s", CELL_SECONDS},   {"low", "s", CELL_SECONDS},
	{"high", "s", CELL_SECONDS},    {"simulated", "s", CELL_SECONDS}, {"residual", "s", CELL_SECONDS},
	{"difference", "", CELL_RATIO},
};

enum { WITHOUT_MODEL = 4 };

static struct table *table_of(const struct schedule_found *found)
{
	size_t n = sizeof(columns) / sizeof(columns[0]);
	const struct estimate *all = &found->measured[found->processes];
	struct table *table = table_new("time of each process of a schedule that is carried out", columns,
					found->simulated ? n : WITHOUT_MODEL);

	for (int p = 0; table && p < found->processes; p++) {
		const struct estimate *time = &found->measured[p];

		table_row(table);
		table_set_number(table, "process", p);
		table_set_number(table, "seconds", time->value);
		table_set_number(table, "low", time->low);
		table_set_number(table, "high", time->high);
		if (!found->simulated)
			continue;
		table_set_number(table, "simulated", found->simulated[p]);
		table_set_number(table, "residual", time->value - found->simulated[p]);
		if (time->value > 0)
			table_set_number(table, "difference", found->simulated[p] / time->value - 1);
	}
	if (!table)
		return NULL;
	table_summary_number(table, NULL, "seconds", CELL_SECONDS, all->value);
	table_summary_number(table, NULL, "low", CELL_SECONDS, all->low);
	table_summary_number(table, NULL, "high", CELL_SECONDS, all->high);
	if (found->simulated) {
		double simulated = found->simulated[found->processes];

		table_summary_number(table, NULL, "simulated", CELL_SECONDS, simulated);
		table_summary_number(table, NULL, "residual", CELL_SECONDS, all->value - simulated);
		table_summary_number(table, NULL, "difference", CELL_RATIO, simulated / all->value - 1);
	}
	table_summary_number(table, NULL, "repetitions", CELL_COUNT, (double)found->repetitions);
	table_summary_number(table, NULL, "discarded", CELL_COUNT, (double)found->discarded);
	return table;
}

/* Medians with their intervals, of each process and of the longest. */
static enum status estimate_times(const struct schedule_asked *asked, const struct schedule_timing *timing,
				  struct schedule_found *found, struct error *err)
{
	size_t n = (size_t)found->processes;
	double *times = calloc(2 * timing->repetitions + 1, sizeof(*times)), *longest;

	found->measured = calloc(n + 1, sizeof(*found->measured));
	if (!times || !found->measured) {
		free(times);
		return error_memory(err, "the times of a schedule");
	}
	longest = times + timing->repetitions;
	for (size_t p = 0; p < n; p++) {
		for (size_t r = 0; r < timing->repetitions; r++) {
			times[r] = timing->seconds[r * n + p];
			longest[r] = fmax(longest[r], times[r]);
		}
		found->measured[p] =
			statistic_estimate(STATISTIC_MEDIAN, times, timing->repetitions, asked->confidence, 0);
	}
	found->measured[n] = statistic_estimate(STATISTIC_MEDIAN, longest, timing->repetitions, asked->confidence, 0);
	found->repetitions = timing->repetitions;
	found->discarded = timing->discarded;
	free(times);
	return OK;
}

/* As the schedule is carried out: a send needs the processor alone, and its message waits for the port by itself. */
static enum status simulate_schedule(const struct schedule *schedule, const struct model *model,
				     struct schedule_found *found, struct error *err)
{
	struct predict_options how = predict_options_default(model);
	struct costs costs;
	struct simulation simulation = {.record = false};
	enum status status = model_costs_check(model, schedule->processes, err);

	how.use.varies = true;
	costs = model_costs(&how.use, how.eager_most);
	costs.queued = true;
	found->simulated = calloc((size_t)schedule->processes + 1, sizeof(*found->simulated));
	if (status == OK && !found->simulated)
		status = error_memory(err, "the simulation of a schedule");
	if (status == OK)
		status = simulate(schedule, &costs, &simulation, err);
	for (int p = 0; status == OK && p < schedule->processes; p++)
		found->simulated[p] = simulation.finish[p];
	if (status == OK)
		found->simulated[schedule->processes] = simulation.seconds;
	simulation_release(&simulation);
	return status;
}

/* The simulation comes first: what is wrong with the schedule or the model is said before anything is carried out. */
static enum status measure_goal(struct context *context, const struct schedule_asked *asked, const struct goal *goal,
				const struct model *model, struct error *err)
{
	const struct schedule schedule = goal_schedule(goal);
	struct schedule_timing timing = {.warmup = asked->warmup, .repetitions = asked->repetitions};
	struct schedule_found found = {.processes = schedule.processes};
	enum status status = model ? simulate_schedule(&schedule, model, &found, err) : OK;

	if (status == OK)
		status = schedule_run(context->live, &schedule, &timing, err);
	if (status == OK)
		status = estimate_times(asked, &timing, &found, err);
	if (status == OK)
		status = command_print(context, table_of(&found), err);
	free(timing.seconds);
	free(found.measured);
	free(found.simulated);
	return status;
}

static enum status run(struct context *context, const struct schedule_asked *asked, struct error *err)
{
	struct goal goal = {0};
	struct model *model = NULL;
	enum status status = goal_read(asked->file, &goal, err);

	if (status == OK && asked->model && !(model = model_read(asked->model, err)))
		status = err->status;
	if (status == OK && model)
		status = model_check(model, err);
	if (status == OK)
		status = measure_goal(context, asked, &goal, model, err);
	model_free(model);
	goal_release(&goal);
	return status;
}

enum status measure_schedule(struct context *context, struct error *err)
{
	struct schedule_asked asked = {.repetitions = 20, .warmup = 2, .confidence = 0.95};
	const struct option options[] = {
		OPT_TEXT('m', "model", &asked.model, "FILE", "simulate it under this model, and print both"),
		OPT_COUNT(0, "reps", &asked.repetitions, "N", 1, 1000000, "how often it is timed (default 20)"),
		OPT_COUNT(0, "warmup", &asked.warmup, "N", 0, 1000000,
			  "how often it is carried out before that (default 2)"),
		OPT_NUMBER(0, "confidence", &asked.confidence, "C", 0.5, 0.9999,
			   "confidence of intervals (default 0.95)"),
		COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status = command_options(context, options, &asked.file, 1, 1, &n, err);

	return status == OK && !context->help ? run(context, &asked, err) : status;
}
