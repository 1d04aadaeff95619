#include "tune/choose.h"

#include "base/parallel.h"

#include <math.h>
#include <stdlib.h>

enum { BISECTIONS = 6 };

static const double least_gain = 0.02; /* less is no reason for a rule */
static const double same = 1e-6;       /* less is no difference */
static const double noise_most = 0.2;  /* more is no noise, whatever intervals tell */
static const double range_worth = 0.1; /* what one range less may lose, at all sizes together */

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

/* Whether noise may be all by which a candidate is slower at a size than the best, both of which were measured. */
static bool may_be_best(const struct tune_task *task, size_t candidate, size_t size, double best)
{
	double high = NAN;

	for (size_t c = 0; isnan(high) && c < task->candidates.n; c++)
		if (seconds_of(task, c, size) == best)
			high = task->measured[c * task->n_sizes + size].high;
	return seconds_of(task, candidate, size) <= (1 + noise_most) * best &&
	       task->measured[candidate * task->n_sizes + size].low <= high;
}

/* Whether a candidate may stand at a size: within the loss of the best, or not shown to be slower, and not slower than
 * the library's own. That one may where no other gains enough. */
static bool may_stand(const struct tune_task *task, size_t candidate, size_t size, double best)
{
	double own = seconds_of(task, 0, size), its = seconds_of(task, candidate, size);

	if (candidate == 0)
		return own <= (1 + least_gain) * best;
	return its <= own && (its <= (1 + task->options->loss) * best || may_be_best(task, candidate, size, best));
}

/* Ranges that begin at a size with one candidate: how they reach the sizes behind it. Each size costs the logarithm of
 * what the candidate loses there. */
static void extend(struct tune_task *task, size_t from, size_t candidate)
{
	struct tune_step *steps = task->steps;
	double cost = steps[from].cost + range_worth;

	for (size_t s = from; s < task->n_sizes && may_stand(task, candidate, s, steps[s].best); s++) {
		cost += log(seconds_of(task, candidate, s) / steps[s].best);
		if (cost < steps[s + 1].cost - same) {
			steps[s + 1].cost = cost;
			steps[s + 1].from = from;
			steps[s + 1].candidate = candidate;
		}
	}
}

/*
 * Ranges that lose little and are few: the least sum of what their sizes lose and of what each range is worth. Where
 * noise decides which candidate is the best at a size, that is one candidate for several sizes. Of those that cost the
 * same it is the longest range, then the first candidate, the library's own.
 */
static void choose_ranges(struct tune_task *task)
{
	struct tune_step *steps = task->steps;

	for (size_t s = 0; s <= task->n_sizes; s++)
		steps[s] = (struct tune_step){.cost = s > 0 ? INFINITY : 0,
					      .best = s < task->n_sizes ? best_at(task, s) : NAN};
	for (size_t s = 0; s < task->n_sizes; s++) {
		for (size_t c = 0; c < task->candidates.n; c++)
			extend(task, s, c);
		if (isinf(steps[s + 1].cost)) /* nothing is known of the size */
			steps[s + 1] = (struct tune_step){.cost = steps[s].cost, .best = steps[s + 1].best, .from = s};
	}
	for (size_t end = task->n_sizes; end > 0; end = steps[end].from)
		for (size_t s = steps[end].from; s < end; s++)
			task->choice[s] = steps[end].candidate;
}

/* Whether a candidate is slower at a size than the library's own decision: by more than intervals tell where both were
 * measured, and by more than predictions may be off where they were corrected. */
static bool is_slower(const struct tune_task *task, size_t candidate, size_t size)
{
	size_t at = candidate * task->n_sizes + size;
	double own = task->seconds[size], its = task->seconds[at];

	if (!isfinite(its))
		return true;
	if (its <= (1 + same) * own)
		return false;
	if (!isnan(task->measured[at].value) && !isnan(task->measured[size].value))
		return task->measured[at].low > task->measured[size].high;
	return its * exp(-task->doubt[at] - task->doubt[size]) > own;
}

/* One for all sizes: slower than the library's own at none, and the quickest on the whole. */
static void choose_one(struct tune_task *task)
{
	double best = -log1p(least_gain);
	size_t chosen = 0;

	for (size_t c = 1; c < task->candidates.n; c++) {
		double sum = 0;
		bool slower = false;

		for (size_t s = 0; s < task->n_sizes; s++) {
			sum += log(seconds_of(task, c, s) / seconds_of(task, 0, s));
			slower = slower || is_slower(task, c, s);
		}
		if (slower || !(sum / (double)task->n_sizes < best))
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

/* By what the prediction of a candidate between two sizes is corrected: the factor goes over from one's to the
 * other's. */
static double factor_between(const struct tune_task *task, size_t candidate, size_t size, uint64_t bytes)
{
	const double *factor = &task->factor[candidate * task->n_sizes + size];
	double low = (double)task->sizes[size - 1], high = (double)task->sizes[size],
	       part = log((double)bytes / low) / log(high / low);

	return exp((1 - part) * log(factor[-1]) + part * log(factor[0]));
}

/* What a candidate takes between two sizes, as far as it is no longer than at_most. */
static enum status between(const struct tune_task *task, size_t candidate, size_t size, uint64_t bytes, double at_most,
			   double *seconds, struct error *err)
{
	double factor = factor_between(task, candidate, size, bytes);
	enum status status = tune_task_predict(task, candidate, bytes, (1 + 1e-9) * at_most / factor, seconds, err);

	*seconds *= factor;
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
		status = between(task, before, size, bytes, INFINITY, &with[0], err);
	if (status == OK && used)
		status = between(task, after, size, bytes, with[0], &with[1], err);
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
	task->borders[size] = (struct tune_border){high - 1, high};
	return status;
}

/* A border that is to be found. */
struct bordered_size {
	size_t task, size;
	enum status status;
};

struct borders {
	struct tune_task *tasks;
	struct bordered_size *list;
	size_t n;
};

static void find_each(void *context, size_t i)
{
	const struct borders *borders = context;
	struct bordered_size *at = &borders->list[i];
	struct error err = {.status = OK};

	at->status = find_border(&borders->tasks[at->task], at->size, &err);
}

/* Those of many processes first: they take longest. */
static enum status list_borders(struct borders *borders, size_t n, struct error *err)
{
	size_t most = 1;

	for (size_t t = 0; t < n; t++)
		most += borders->tasks[t].n_sizes;
	borders->list = calloc(most, sizeof(*borders->list));
	if (!borders->list)
		return error_memory(err, "the borders of rules");
	for (size_t t = n; t-- > 0;) {
		struct tune_task *task = &borders->tasks[t];

		for (size_t s = task->n_sizes; s-- > 0;) {
			task->borders[s] = (struct tune_border){0, 0};
			if (s > 0 && task->choice[s] != task->choice[s - 1])
				borders->list[borders->n++] = (struct bordered_size){.task = t, .size = s};
		}
	}
	return OK;
}

enum status tune_tasks_find_borders(struct tune_task *tasks, size_t n, struct error *err)
{
	struct borders borders = {.tasks = tasks};
	enum status status = list_borders(&borders, n, err);

	if (status == OK)
		parallel_for(borders.n, find_each, &borders, n > 0 ? tasks[0].options->progress : NULL, "borders");
	for (size_t i = 0; status == OK && i < borders.n; i++)
		if (borders.list[i].status != OK) /* its text is had by doing it again */
			status = find_border(&tasks[borders.list[i].task], borders.list[i].size, err);
	free(borders.list);
	return status;
}

size_t tune_choice_at(const struct tune_task *task, uint64_t bytes)
{
	size_t s = 0;
	const struct tune_border *next;

	while (s + 1 < task->n_sizes &&
	       bytes >= (task->borders[s + 1].first ? task->borders[s + 1].first : task->sizes[s + 1]))
		s++;
	next = s + 1 < task->n_sizes ? &task->borders[s + 1] : NULL;
	return next && next->first && bytes > next->last ? 0 : task->choice[s];
}
