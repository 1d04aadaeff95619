#include "tune/loss.h"

#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

static const double much = 0.05, near = 0.1;

static const struct estimate *measured_at(const struct tune_task *task, size_t candidate, size_t size)
{
	return &task->measured[candidate * task->n_sizes + size];
}

/* The quickest candidate that was measured at a size; the library's own decision if nothing was. */
static size_t quickest_at(const struct tune_task *task, size_t size)
{
	size_t best = 0;

	for (size_t c = 1; c < task->candidates.n; c++) {
		double its = measured_at(task, c, size)->value, least = measured_at(task, best, size)->value;

		if (its < least || (isnan(least) && !isnan(its)))
			best = c;
	}
	return best;
}

/* The mean logarithm of a candidate's times beside those of the library's own decision; INFINITY: it is slower at a
 * size, or was not measured there. */
static double score(const struct tune_task *task, size_t candidate)
{
	double sum = 0;

	for (size_t s = 0; s < task->n_sizes; s++) {
		const struct estimate *own = measured_at(task, 0, s), *its = measured_at(task, candidate, s);

		if (isnan(own->value) || isnan(its->value) || (its->value > own->value && its->low > own->high))
			return INFINITY;
		sum += log(its->value / own->value);
	}
	return sum / (double)task->n_sizes;
}

size_t tune_best_for_all(const struct tune_task *task)
{
	size_t best = 0;
	double least = 0;

	for (size_t c = 1; c < task->candidates.n; c++) {
		double its = score(task, c);

		if (its < least) {
			least = its;
			best = c;
		}
	}
	return best;
}

bool tune_loss_at(const struct tune_task *task, size_t size, struct tune_loss *loss)
{
	size_t choice = task->choice[size];
	const struct estimate *own = measured_at(task, 0, size), *chosen = measured_at(task, choice, size), *quickest;
	size_t best;

	*loss = (struct tune_loss){.best = quickest_at(task, size)};
	quickest = measured_at(task, loss->best, size);
	if (isnan(own->value) || isnan(chosen->value))
		return false;
	best = tune_task_is_sized(task) ? loss->best : tune_best_for_all(task);
	loss->own = own->value;
	loss->chosen = chosen->value;
	loss->quickest = quickest->value;
	loss->part = chosen->value / quickest->value - 1;
	loss->to_file = chosen->value / measured_at(task, best, size)->value - 1;
	loss->apart = chosen->low > measured_at(task, best, size)->high;
	return true;
}

struct tune_losses tune_losses_of(const struct tune_task *tasks, size_t n, int id)
{
	struct tune_losses all = {.n = 0};

	for (size_t t = 0; t < n; t++) {
		for (size_t s = 0; tasks[t].id == id && s < tasks[t].n_sizes; s++) {
			struct tune_loss one;

			if (!tune_loss_at(&tasks[t], s, &one))
				continue;
			all.n++;
			all.mean += one.part;
			all.worst = fmax(all.worst, one.part);
			all.file_mean += fmax(one.to_file, 0);
			all.file_worst = fmax(all.file_worst, one.to_file);
			all.apart += one.to_file > much && one.apart;
		}
	}
	all.mean /= fmax((double)all.n, 1);
	all.file_mean /= fmax((double)all.n, 1);
	return all;
}

/* The error of the prediction of a cell; NAN: it was not predicted, or is not one that was measured later. */
static double miss_at(const struct tune_task *task, size_t cell)
{
	double measured = task->measured[cell].value, predicted = task->predicted[cell] * task->factor[cell];

	if (!(task->doubt[cell] > 0) || !isfinite(predicted) || !(measured > 0))
		return NAN;
	return fabs(predicted / measured - 1);
}

enum status tune_misses_of(const struct tune_task *tasks, size_t n, int id, struct tune_misses *misses,
			   struct error *err)
{
	double *list, worst = 0;
	size_t most = 0, within = 0;

	for (size_t t = 0; t < n; t++)
		most += tasks[t].id == id ? tasks[t].candidates.n * tasks[t].n_sizes : 0;
	*misses = (struct tune_misses){0, NAN, NAN, NAN};
	list = malloc((most + 1) * sizeof(*list));
	if (!list)
		return error_memory(err, "the errors of predictions");
	for (size_t t = 0; t < n; t++)
		for (size_t k = 0; tasks[t].id == id && k < tasks[t].candidates.n * tasks[t].n_sizes; k++) {
			double miss = miss_at(&tasks[t], k);

			if (isnan(miss))
				continue;
			worst = fmax(worst, miss);
			within += miss <= near;
			list[misses->n++] = miss;
		}
	if (misses->n > 0)
		*misses = (struct tune_misses){.n = misses->n,
					       .median = quantile_median(list, misses->n),
					       .worst = worst,
					       .within = (double)within / (double)misses->n};
	free(list);
	return OK;
}
