/* What operations take by size, to be drawn. */
#include "tune/tune.h"

#include <math.h>
#include <stdlib.h>

/* What a candidate takes at a size: as measured, or as choices were made by; NAN: that is not known. */
static double taken(const struct tune_task *task, size_t candidate, size_t size)
{
	size_t at = candidate * task->n_sizes + size;
	double seconds = isnan(task->measured[at].value) ? task->seconds[at] : task->measured[at].value;

	return isfinite(seconds) && seconds > 0 ? seconds : NAN;
}

static void fill(const struct tune_task *task, struct tune_curve *curve)
{
	for (size_t s = 0; s < task->n_sizes; s++) {
		double best = NAN;

		for (size_t c = 0; c < task->candidates.n; c++)
			best = fmin(best, taken(task, c, s));
		curve->bytes[s] = (double)task->sizes[s];
		curve->own[s] = taken(task, 0, s);
		curve->rule[s] = taken(task, task->choice[s], s);
		curve->best[s] = best;
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
