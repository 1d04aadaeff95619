#include "tune/plan.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANCHORS = 5 /* sizes at which each algorithm is measured first */, AT_ONCE = 2 };

const double tune_long = 0.05;

/* What is predicted to take so many times the least is not tried first: where that is long (tune_long) fewer times. */
static const double far_off = 8, far_off_long = 2.5;

/* What takes longer than the best by more than this part, measured roughly, is not measured precisely. */
static const double near = 0.15;

static size_t cell(const struct tune_task *task, size_t candidate, size_t size)
{
	return candidate * task->n_sizes + size;
}

/* The operation of sample/collective.h that stands for it. */
static const char *collective_of(const struct tune_task *task)
{
	return task->operation == DECISION_REDUCE_SCATTER_BLOCK ? "reduce_scatter"
	       : task->operation == DECISION_REDUCE_SCATTER     ? "reduce_scatterv"
								: tune_task_class(task)->name;
}

/* The algorithm of sonde's own that sends what the candidate does, if it is a single one. */
static enum status name_own(const struct tune_task *task, size_t candidate, uint64_t bytes, struct setup *setup,
			    bool *can, struct error *err)
{
	const struct decision_case what = tune_task_case(task, candidate, bytes);
	struct decision found;
	enum status status = decision_find(&what, 0, &found, err);
	const struct decision_step *step = &found.step[0];

	*can = status == OK && found.exact && found.n == 1 && !step->swaps && !step->members;
	if (*can) {
		snprintf(setup->algorithm, sizeof(setup->algorithm), "%s", step->algorithm->name);
		setup->segment = step->segment;
		setup->fanout = (size_t)step->fanout;
		if (task->operation == DECISION_REDUCE_SCATTER)
			snprintf(setup->collective, sizeof(setup->collective), "reduce_scatter");
	}
	decision_release(&found);
	return status;
}

enum status tune_experiment(const struct tune_task *task, size_t candidate, uint64_t bytes,
			    const struct tune_means *means, struct experiment *what, bool *can, struct error *err)
{
	const struct tune_candidate *c = &task->candidates.list[candidate];
	struct setup *setup = &what->setup;

	*what = (struct experiment){.kind = EXPERIMENT_COLLECTIVE, .bytes = bytes, .count = 1};
	*can = true;
	snprintf(setup->collective, sizeof(setup->collective), "%s", collective_of(task));
	setup->timing = means->timing;
	setup->members = task->level == TUNED_NODE    ? MEMBERS_NODE
			 : task->level == TUNED_ROOTS ? MEMBERS_ROOTS
						      : MEMBERS_ALL;
	if (!means->forced && !(means->beside && c->algorithm == 0))
		return name_own(task, candidate, bytes, setup, can, err);
	if (c->algorithm > 0) {
		snprintf(setup->forced, sizeof(setup->forced), "%s",
			 tune_task_class(task)->algorithms[c->algorithm].name);
		setup->segment = c->segment;
		setup->fanout = (size_t)c->fanout;
	}
	return OK;
}

static bool has(const struct tune_cells *cells, const struct tune_cell *what)
{
	for (size_t i = 0; i < cells->n; i++)
		if (memcmp(&cells->list[i], what, sizeof(*what)) == 0)
			return true;
	return false;
}

/* Once. */
static enum status add(const struct tune_task *task, size_t number, size_t candidate, size_t size,
		       struct tune_cells *cells, struct error *err)
{
	const struct tune_cell what = {number, candidate, size, task->sizes[size]};
	struct tune_cell *grown;

	if (has(cells, &what))
		return OK;
	grown = memory_grow(cells->list, &cells->capacity, cells->n + 1, sizeof(*grown));
	if (!grown)
		return error_memory(err, "what is measured");
	cells->list = grown;
	cells->list[cells->n++] = what;
	return OK;
}

/* The least of task->predicted at a size, of one algorithm or of all (-1); *candidate: whose. */
static double least_predicted(const struct tune_task *task, size_t size, int algorithm, size_t *candidate)
{
	double least = INFINITY;

	*candidate = 0;
	for (size_t c = 0; c < task->candidates.n; c++) {
		double its = task->predicted[cell(task, c, size)];

		if ((algorithm >= 0 && task->candidates.list[c].algorithm != algorithm) || !(its < least))
			continue;
		least = its;
		*candidate = c;
	}
	return least;
}

static enum status add_anchor(const struct tune_task *task, size_t number, size_t size, struct tune_cells *cells,
			      struct error *err)
{
	size_t candidate;
	double least = least_predicted(task, size, -1, &candidate),
	       most = least * (least < tune_long ? far_off : far_off_long);
	enum status status = OK;

	for (int algorithm = 1; status == OK && algorithm < tune_task_class(task)->n; algorithm++)
		if (least_predicted(task, size, algorithm, &candidate) <= most)
			status = add(task, number, candidate, size, cells, err);
	return status;
}

enum status tune_plan_first(const struct tune_task *task, size_t number, struct tune_cells *cells, struct error *err)
{
	enum status status = OK;
	size_t last = task->n_sizes - 1, anchors = last < ANCHORS ? last + 1 : ANCHORS;

	for (size_t s = 0; status == OK && s < task->n_sizes; s++)
		status = add(task, number, 0, s, cells, err);
	for (size_t a = 0; status == OK && a < anchors; a++)
		status = add_anchor(task, number, anchors > 1 ? a * last / (anchors - 1) : 0, cells, err);
	return status;
}

static bool is_measured(const struct tune_task *task, size_t candidate, size_t size)
{
	return !isnan(task->measured[cell(task, candidate, size)].value);
}

static double best_measured(const struct tune_task *task, size_t size)
{
	double best = INFINITY;

	for (size_t c = 0; c < task->candidates.n; c++)
		if (is_measured(task, c, size))
			best = fmin(best, task->measured[cell(task, c, size)].value);
	return best;
}

/* What a candidate that was not measured may take at least. */
static double at_least(const struct tune_task *task, size_t candidate, size_t size)
{
	size_t at = cell(task, candidate, size);

	return isfinite(task->predicted[at]) && !is_measured(task, candidate, size)
		       ? task->seconds[at] * exp(-task->doubt[at])
		       : INFINITY;
}

/* Of those at a size that may be the quickest the most hopeful ones: where that takes long, of those that may be
 * quicker by more than a rule may lose. */
static enum status add_hopeful(const struct tune_task *task, size_t number, size_t size, struct tune_cells *cells,
			       struct error *err)
{
	double measured = best_measured(task, size),
	       best = measured < tune_long ? measured : measured / (1 + task->options->loss), before = -INFINITY;
	enum status status = OK;

	for (int i = 0; status == OK && i < AT_ONCE; i++) {
		double least = INFINITY;
		size_t found = 0;

		for (size_t c = 1; c < task->candidates.n; c++) {
			double its = at_least(task, c, size);

			if (its > before && its < least) {
				least = its;
				found = c;
			}
		}
		if (!(least < best))
			break;
		status = add(task, number, found, size, cells, err);
		before = least;
	}
	return status;
}

enum status tune_plan_next(const struct tune_task *task, size_t number, struct tune_cells *cells, struct error *err)
{
	enum status status = OK;

	for (size_t s = 0; status == OK && s < task->n_sizes; s++) {
		status = add_hopeful(task, number, s, cells, err);
		if (status == OK && !is_measured(task, task->choice[s], s))
			status = add(task, number, task->choice[s], s, cells, err);
	}
	return status;
}

enum status tune_plan_near(const struct tune_task *task, size_t number, struct tune_cells *cells, struct error *err)
{
	enum status status = OK;

	for (size_t s = 0; s < task->n_sizes; s++) {
		double most = (1 + near) * best_measured(task, s);

		for (size_t c = 0; status == OK && c < task->candidates.n; c++)
			if (is_measured(task, c, s) && task->measured[cell(task, c, s)].value <= most)
				status = add(task, number, c, s, cells, err);
	}
	return status;
}

enum status tune_plan_all(const struct tune_task *task, size_t number, struct tune_cells *cells, struct error *err)
{
	enum status status = OK;

	for (size_t c = 0; c < task->candidates.n; c++)
		for (size_t s = 0; status == OK && s < task->n_sizes; s++)
			if (isfinite(task->predicted[cell(task, c, s)]))
				status = add(task, number, c, s, cells, err);
	return status;
}

void tune_cells_release(struct tune_cells *cells)
{
	free(cells->list);
	*cells = (struct tune_cells){.n = 0};
}
