#include "tune/extend.h"

#include "stats/quantile.h"
#include "tune/choose.h"

#include <math.h>
#include <stdlib.h>

/* How far a factor may be off among another number of processes (a standard deviation, of the logarithm), besides what
 * it may be off where it is from; that of a factor which stands for another. */
static const double number_doubt = 0.05, relative_doubt = 0.1, any_doubt = 0.2;

static const double doubts = 2; /* what is chosen is quicker by so many of them */

static const double alike = 1e-9; /* schedules that differ by less are the same */

static bool is_same(const struct tune_candidate *a, const struct tune_candidate *b)
{
	return a->algorithm == b->algorithm && a->fanout == b->fanout && a->segment == b->segment;
}

/* The candidate that the library's own decision is at a size; 0: none of them. */
static size_t own_is(const struct tune_task *task, size_t size)
{
	double own = task->predicted[size];

	for (size_t c = 1; c < task->candidates.n; c++)
		if (fabs(task->predicted[c * task->n_sizes + size] / own - 1) < alike)
			return c;
	return 0;
}

/* The logarithm of a factor among the other number of processes, and how far it may be off. */
struct known {
	double factor, doubt;
};

static struct known known_of(const struct tune_task *measured, size_t candidate, size_t size, double more)
{
	size_t at = candidate * measured->n_sizes + size;
	const struct estimate *its = &measured->measured[at];
	double noise = isfinite(its->high - its->low) ? (its->high - its->low) / (2 * its->value) : 0;

	return (struct known){log(measured->factor[at]), hypot(hypot(measured->doubt[at], noise), more)};
}

/* Of the algorithm with other segments or fan-outs; NAN: it is not there. */
static struct known of_relatives(const struct tune_task *measured, int algorithm, size_t size)
{
	double sum = 0;
	size_t n = 0;

	for (size_t c = 1; c < measured->candidates.n; c++)
		if (measured->candidates.list[c].algorithm == algorithm &&
		    isfinite(measured->predicted[c * measured->n_sizes + size])) {
			sum += log(measured->factor[c * measured->n_sizes + size]);
			n++;
		}
	return (struct known){n > 0 ? sum / (double)n : NAN, relative_doubt};
}

/* list: room for one of each candidate. */
static struct known of_all(const struct tune_task *measured, size_t size, double *list)
{
	size_t n = 0;

	for (size_t c = 0; c < measured->candidates.n; c++)
		if (isfinite(measured->predicted[c * measured->n_sizes + size]))
			list[n++] = log(measured->factor[c * measured->n_sizes + size]);
	return (struct known){n > 0 ? quantile_median(list, n) : 0, any_doubt};
}

static struct known find(const struct tune_task *task, const struct tune_task *measured, size_t candidate, size_t size,
			 double *list)
{
	const struct tune_candidate *what = &task->candidates.list[candidate];
	struct known known;

	for (size_t c = 1; c < measured->candidates.n; c++)
		if (is_same(&measured->candidates.list[c], what) &&
		    isfinite(measured->predicted[c * measured->n_sizes + size]))
			return known_of(measured, c, size, number_doubt);
	known = of_relatives(measured, what->algorithm, size);
	return isnan(known.factor) ? of_all(measured, size, list) : known;
}

static void correct(struct tune_task *task, const struct tune_task *measured, size_t candidate, size_t size,
		    double *list)
{
	size_t at = candidate * task->n_sizes + size, as = candidate > 0 ? candidate : own_is(task, size);
	struct known known;

	if (!isfinite(task->predicted[at]))
		return;
	/* What the library decides and no candidate is, it may not have decided there. */
	known = as > 0 ? find(task, measured, as, size, list) : known_of(measured, 0, size, any_doubt);
	task->factor[at] = exp(known.factor);
	task->doubt[at] = known.doubt;
	task->seconds[at] = task->predicted[at] * task->factor[at];
}

/* What may not be quicker than the library's own decision is not to be chosen; of a size that was not measured nothing
 * is. */
static void leave_doubtful(struct tune_task *task, size_t size, bool known)
{
	for (size_t c = 1; c < task->candidates.n; c++) {
		size_t at = c * task->n_sizes + size;

		if (!known || !(task->seconds[at] * exp(doubts * hypot(task->doubt[at], task->doubt[size])) <
				task->seconds[size]))
			task->seconds[at] = INFINITY;
	}
}

enum status tune_extend(struct tune_task *task, const struct tune_task *measured, struct error *err)
{
	double *list = malloc((measured->candidates.n + 1) * sizeof(*list));

	if (!list)
		return error_memory(err, "the factors of predictions");
	for (size_t s = 0; s < task->n_sizes; s++) {
		bool known = s < measured->n_sizes;

		for (size_t c = 0; known && c < task->candidates.n; c++)
			correct(task, measured, c, s, list);
		leave_doubtful(task, s, known);
	}
	free(list);
	tune_choose(task);
	return OK;
}

enum status tune_tasks_of(const struct tune_tasks *tasks, size_t processes, struct tune_tasks *these, struct error *err)
{
	*these = (struct tune_tasks){.list = calloc(tasks->n + 1, sizeof(*these->list))};
	if (!these->list)
		return error_memory(err, "the list of operations to tune");
	for (size_t i = 0; i < tasks->n; i++)
		if ((size_t)tasks->list[i].whole == processes)
			these->list[these->n++] = tasks->list[i];
	return OK;
}

static const struct tune_task *same_operation(const struct tune_tasks *tasks, const struct tune_task *task)
{
	for (size_t i = 0; i < tasks->n; i++)
		if (tasks->list[i].id == task->id && tasks->list[i].level == task->level)
			return &tasks->list[i];
	return NULL;
}

enum status tune_tasks_extend(const struct tune_tasks *tasks, const struct tune_tasks *measured, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < tasks->n; i++) {
		const struct tune_task *its = same_operation(measured, &tasks->list[i]);

		if (!its || its->processes == tasks->list[i].processes)
			continue;
		status = tune_extend(&tasks->list[i], its, err);
		if (status == OK)
			status = tune_tasks_find_borders(&tasks->list[i], 1, err);
	}
	return status;
}
