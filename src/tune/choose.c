#include "tune/choose.h"

#include "base/parallel.h"

#include <math.h>
#include <stdlib.h>

enum { BISECTIONS = 6 };

static const double least_gain = 0.02; /* less is no reason for a rule */

static double seconds_of(const struct tune_task *task, size_t candidate, size_t size)
{
	return task->seconds[candidate * task->n_sizes + size];
}

static double best_at(const struct tune_task *task, size_t size)
{
	double best = INFINITY;

	for (size_t c = 0; c < task->candidates.n; c++)
		best = fmin(best, seconds_of(task, c, size));
	return best;
}

/* Whether a candidate may stand at a size: within the loss of the best, and not slower than the library's own. That
 * one may where no other gains enough. */
static bool may_stand(const struct tune_task *task, size_t candidate, size_t size)
{
	double own = seconds_of(task, 0, size), best = best_at(task, size), its = seconds_of(task, candidate, size);

	if (candidate == 0)
		return own <= (1 + least_gain) * best;
	return its <= own && its <= (1 + task->options->loss) * best;
}

/* How many sizes from one on a candidate may stand at. */
static size_t run_of(const struct tune_task *task, size_t candidate, size_t from)
{
	size_t s = from;

	while (s < task->n_sizes && may_stand(task, candidate, s))
		s++;
	return s - from;
}

/* As few ranges as can be, each as long as it can be; of those that reach as far the first, the library's own. */
static void choose_ranges(struct tune_task *task)
{
	for (size_t from = 0; from < task->n_sizes;) {
		size_t longest = 0, chosen = 0;

		for (size_t c = 0; c < task->candidates.n; c++) {
			size_t run = run_of(task, c, from);

			if (run > longest) {
				longest = run;
				chosen = c;
			}
		}
		for (size_t k = 0; k < (longest > 0 ? longest : 1); k++)
			task->choice[from + k] = chosen;
		from += longest > 0 ? longest : 1;
	}
}

/* One for all sizes: slower than the library's own at none, and the quickest on the whole. */
static void choose_one(struct tune_task *task)
{
	double best = -log1p(least_gain);
	size_t chosen = 0;

	for (size_t c = 1; c < task->candidates.n; c++) {
		double sum = 0, largest = 0;

		for (size_t s = 0; s < task->n_sizes; s++) {
			double gain = log(seconds_of(task, c, s) / seconds_of(task, 0, s));

			sum += gain;
			largest = fmax(largest, gain);
		}
		if (largest > 0 || !(sum / (double)task->n_sizes < best))
			continue;
		best = sum / (double)task->n_sizes;
		chosen = c;
	}
	for (size_t s = 0; s < task->n_sizes; s++)
		task->choice[s] = chosen;
}

void tune_choose(struct tune_task *task)
{
	if (tune_task_class(task)->unlike)
		choose_one(task);
	else
		choose_ranges(task);
}

/* What a candidate takes between two sizes: the factor goes over from one's to the other's. */
static enum status between(const struct tune_task *task, size_t candidate, size_t size, uint64_t bytes, double *seconds,
			   struct error *err)
{
	const double *factor = &task->factor[candidate * task->n_sizes + size];
	double low = (double)task->sizes[size - 1], high = (double)task->sizes[size],
	       part = log((double)bytes / low) / log(high / low);
	enum status status = tune_task_predict(task, candidate, bytes, seconds, err);

	*seconds *= exp((1 - part) * log(factor[-1]) + part * log(factor[0]));
	return status;
}

/* Whether from a size between two on the second's choice holds; where no call looks rules up it is the library's own.
 */
static enum status holds_from(const struct tune_task *task, size_t size, uint64_t bytes, bool *holds, struct error *err)
{
	const struct tune_place place = {task->id, task->processes, task->level, task->whole};
	size_t before = task->choice[size - 1], after = task->choice[size];
	double with[2] = {0};
	bool used = true;
	enum status status = tune_place_is_used(task->options, &place, bytes, &used, err);

	if (status == OK && used)
		status = between(task, before, size, bytes, &with[0], err);
	if (status == OK && used)
		status = between(task, after, size, bytes, &with[1], err);
	*holds = used ? with[1] <= with[0] : after == 0;
	return status;
}

static enum status find_border(struct tune_task *task, size_t size, struct error *err)
{
	uint64_t low = task->sizes[size - 1], high = task->sizes[size];
	enum status status = OK;

	for (int i = 0; status == OK && i < BISECTIONS && high - low > 1; i++) {
		uint64_t middle = low + (high - low) / 2;
		bool holds;

		status = holds_from(task, size, middle, &holds, err);
		if (status == OK && holds)
			high = middle;
		else
			low = middle;
	}
	task->border[size] = high;
	return status;
}

static enum status find_borders(struct tune_task *task, struct error *err)
{
	enum status status = OK;

	for (size_t s = 0; s < task->n_sizes; s++)
		task->border[s] = 0;
	for (size_t s = 1; status == OK && s < task->n_sizes; s++)
		if (task->choice[s] != task->choice[s - 1])
			status = find_border(task, s, err);
	return status;
}

/* Tasks whose borders are found, those of many processes first. */
struct bordered {
	struct tune_task *tasks;
	enum status *status;
	size_t n;
};

static void find_each(void *context, size_t i)
{
	const struct bordered *b = context;
	size_t t = b->n - 1 - i;
	struct error err = {.status = OK};

	b->status[t] = find_borders(&b->tasks[t], &err);
}

enum status tune_tasks_find_borders(struct tune_task *tasks, size_t n, struct error *err)
{
	struct bordered b = {.tasks = tasks, .status = calloc(n + 1, sizeof(*b.status)), .n = n};
	enum status status = OK;

	if (!b.status)
		return error_memory(err, "the borders of rules");
	parallel_for(n, find_each, &b, n > 0 ? tasks[0].options->progress : NULL, "borders");
	for (size_t t = 0; status == OK && t < n; t++)
		if (b.status[t] != OK) /* its text is had by doing it again */
			status = find_borders(&tasks[t], err);
	free(b.status);
	return status;
}
