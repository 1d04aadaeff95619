/* What operations take by size, to be drawn. */
#include "tune/tune.h"

#include <math.h>
#include <stdlib.h>

static double known(double seconds)
{
	return isfinite(seconds) ? seconds : NAN;
}

static void fill(const struct tune_task *task, struct tune_curve *curve)
{
	for (size_t s = 0; s < task->n_sizes; s++) {
		double best = INFINITY;

		for (size_t c = 0; c < task->candidates.n; c++)
			best = fmin(best, task->seconds[c * task->n_sizes + s]);
		curve->bytes[s] = (double)task->sizes[s];
		curve->own[s] = known(task->seconds[s]);
		curve->rule[s] = known(task->seconds[task->choice[s] * task->n_sizes + s]);
		curve->best[s] = known(best);
	}
}

enum status tune_curves(const struct tune_tasks *tasks, struct tune_result *result, struct error *err)
{
	result->curves = calloc(tasks->n + 1, sizeof(*result->curves));
	for (size_t t = 0; result->curves && t < tasks->n; t++) {
		const struct tune_task *task = &tasks->list[t];
		struct tune_curve *curve = &result->curves[result->n_curves];

		curve->bytes = malloc(4 * (task->n_sizes + 1) * sizeof(*curve->bytes));
		if (!curve->bytes)
			return error_memory(err, "the times of operations");
		*curve = (struct tune_curve){.id = task->id,
					     .processes = task->processes,
					     .level = task->level,
					     .n = task->n_sizes,
					     .bytes = curve->bytes,
					     .own = curve->bytes + task->n_sizes,
					     .rule = curve->bytes + 2 * task->n_sizes,
					     .best = curve->bytes + 3 * task->n_sizes};
		fill(task, curve);
		result->n_curves++;
	}
	return result->curves ? OK : error_memory(err, "the times of operations");
}

void tune_curves_release(struct tune_result *result)
{
	for (size_t i = 0; i < result->n_curves; i++)
		free(result->curves[i].bytes);
	free(result->curves);
	result->curves = NULL;
	result->n_curves = 0;
}
