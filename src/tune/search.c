#include "tune/search.h"

#include "base/parallel.h"

#include <math.h>
#include <stdlib.h>

/* Simulations that are to be made: of one candidate at a size, or a search among all of them there. */
struct searched_cell {
	size_t task, candidate, size;
	size_t made;
	enum status status;
};

struct searched_cells {
	struct tune_task *tasks;
	struct searched_cell *list;
	size_t n;
	enum status (*run)(const struct tune_task *task, struct searched_cell *cell, struct error *err);
};

/* A candidate, and the seconds that it takes at least. */
struct hopeful {
	size_t candidate;
	double bound;
};

/* A candidate at the size of a cell, as far as its time does not exceed at_most. */
static enum status simulate_candidate(const struct tune_task *task, struct searched_cell *cell, size_t candidate,
				      double at_most, struct error *err)
{
	size_t at = candidate * task->n_sizes + cell->size;
	enum status status =
		tune_task_predict(task, candidate, task->sizes[cell->size], at_most, &task->predicted[at], err);

	cell->made++;
	task->seconds[at] = task->predicted[at];
	return status;
}

static enum status run_one(const struct tune_task *task, struct searched_cell *cell, struct error *err)
{
	bool wanted;

	TRY(tune_task_is_wanted(task, cell->candidate, task->sizes[cell->size], &wanted, err));
	return wanted ? simulate_candidate(task, cell, cell->candidate, INFINITY, err) : OK;
}

static int by_bound(const void *a, const void *b)
{
	const struct hopeful *x = a, *y = b;

	if (x->bound != y->bound)
		return x->bound < y->bound ? -1 : 1;
	return (x->candidate > y->candidate) - (x->candidate < y->candidate);
}

/* All that are wanted at a size but the library's own decision, by their bounds. */
static enum status list_hopeful(const struct tune_task *task, uint64_t bytes, struct hopeful *list, size_t *n,
				struct error *err)
{
	enum status status = OK;

	*n = 0;
	for (size_t c = 1; status == OK && c < task->candidates.n; c++) {
		bool wanted;

		status = tune_task_is_wanted(task, c, bytes, &wanted, err);
		if (status != OK || !wanted)
			continue;
		list[*n].candidate = c;
		status = tune_task_bound(task, c, bytes, &list[(*n)++].bound, err);
	}
	qsort(list, *n, sizeof(*list), by_bound);
	return status;
}

/* What a choice takes at most where the library's own decision takes so long, and the best so far. */
static double limit_of(const struct tune_task *task, double own, double best)
{
	return tune_task_class(task)->unlike ? own : fmin(own, (1 + task->options->loss) * best);
}

static enum status search_among(const struct tune_task *task, struct searched_cell *cell, const struct hopeful *list,
				size_t n, struct error *err)
{
	double own = task->seconds[cell->size], best = own;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < n && list[i].bound <= limit_of(task, own, best); i++) {
		status = simulate_candidate(task, cell, list[i].candidate, limit_of(task, own, best), err);
		if (status == OK)
			best = fmin(best, task->seconds[list[i].candidate * task->n_sizes + cell->size]);
	}
	return status;
}

static enum status run_size(const struct tune_task *task, struct searched_cell *cell, struct error *err)
{
	struct hopeful *list = calloc(task->candidates.n, sizeof(*list));
	size_t n = 0;
	enum status status =
		list ? simulate_candidate(task, cell, 0, INFINITY, err) : error_memory(err, "the list of candidates");

	if (status == OK)
		status = list_hopeful(task, task->sizes[cell->size], list, &n, err);
	if (status == OK)
		status = search_among(task, cell, list, n, err);
	free(list);
	return status;
}

static void run_cell(void *context, size_t i)
{
	const struct searched_cells *cells = context;
	struct searched_cell *cell = &cells->list[i];
	struct error err = {.status = OK};

	cell->status = cells->run(&cells->tasks[cell->task], cell, &err);
}

/* All of them, those of many processes first: they take longest. each: of every candidate, or of each size one. */
static enum status list_cells(struct searched_cells *cells, size_t n_tasks, bool each, struct error *err)
{
	size_t n = 0;

	for (size_t t = 0; t < n_tasks; t++)
		n += (each ? cells->tasks[t].candidates.n : 1) * cells->tasks[t].n_sizes;
	cells->list = calloc(n + 1, sizeof(*cells->list));
	if (!cells->list)
		return error_memory(err, "the list of simulations");
	for (size_t t = n_tasks; t-- > 0;) {
		size_t n_sizes = cells->tasks[t].n_sizes;

		for (size_t k = (each ? cells->tasks[t].candidates.n : 1) * n_sizes; k-- > 0;)
			cells->list[cells->n++] =
				(struct searched_cell){.task = t, .candidate = k / n_sizes, .size = k % n_sizes};
	}
	return OK;
}

static enum status run_cells(struct searched_cells *cells, size_t n, bool each, struct error *err)
{
	enum status status = list_cells(cells, n, each, err);

	if (status == OK)
		parallel_for(cells->n, run_cell, cells, n > 0 ? cells->tasks[0].options->progress : NULL,
			     "simulations");
	for (size_t i = 0; status == OK && i < cells->n; i++) {
		struct tune_task *task = &cells->tasks[cells->list[i].task];

		task->simulations += cells->list[i].made;
		if (cells->list[i].status != OK) /* its text is had by doing it again */
			status = cells->run(task, &cells->list[i], err);
	}
	free(cells->list);
	return status;
}

enum status tune_tasks_simulate(struct tune_task *tasks, size_t n, struct error *err)
{
	struct searched_cells cells = {.tasks = tasks, .run = run_one};

	return run_cells(&cells, n, true, err);
}

enum status tune_tasks_search(struct tune_task *tasks, size_t n, struct error *err)
{
	struct searched_cells cells = {.tasks = tasks, .run = run_size};

	return run_cells(&cells, n, false, err);
}
