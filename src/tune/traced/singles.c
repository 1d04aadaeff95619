/* Single operations, by each candidate. */
#include "tune/traced/search.h"

#include "base/parallel.h"

#include <math.h>
#include <stdlib.h>

/* A candidate in a row of operations. */
struct single_cell {
	size_t row, candidate;
	bool exact;
	struct traced_sums sums; /* of a mean operation of the row */
	size_t simulations;
	enum status status;
};

struct single_cells {
	struct traced_search *search;
	struct single_cell *list;
	size_t n;
};

static struct tune_task *task_of(const struct traced_search *search, const struct traced_row *row)
{
	return &search->tasks.list[search->scopes[search->calls.groups[row->group].range].task];
}

static bool is_whole(const struct traced_row *row, const struct traced_instance *instance)
{
	return instance->arrived == row->what.processes;
}

/* All operations of the row that were kept, and one whose processes come at once. */
static enum status run_cell(struct traced_search *search, struct single_cell *cell, struct error *err)
{
	const struct traced_calls *calls = &search->calls;
	struct traced_row *row = &search->calls.rows[cell->row];
	const struct tune_candidate *candidate = &task_of(search, row)->candidates.list[cell->candidate];
	int processes = trace_info(search->options->trace)->processes;
	struct traced_times times;
	size_t n = 0;
	bool own_exact = false;
	enum status status = traced_is_exact(calls, row, candidate, &cell->exact, err);

	if (status == OK)
		status = traced_is_exact(calls, row, &task_of(search, row)->candidates.list[0], &own_exact, err);
	cell->exact = cell->candidate == 0 || (cell->exact && own_exact);
	cell->sums = (struct traced_sums){.last = 0};
	if (status != OK || !cell->exact)
		return status;
	status = traced_single(calls, row, row->what.root, NULL, candidate, search->options->costs, processes, &times,
			       err);
	cell->sums.barrier = times.last;
	for (size_t i = 0; status == OK && i < row->n; i++) {
		if (!is_whole(row, &row->list[i]))
			continue;
		status = traced_single(calls, row, row->list[i].root, row->list[i].arrivals, candidate,
				       search->options->costs, processes, &times, err);
		row->list[i].mean[cell->candidate] = times.mean;
		cell->sums.last += times.last;
		cell->sums.mean += times.mean;
		n++;
	}
	cell->simulations = n + 1;
	cell->sums.last = n > 0 ? cell->sums.last / (double)n : cell->sums.barrier;
	cell->sums.mean = n > 0 ? cell->sums.mean / (double)n : cell->sums.barrier;
	return status;
}

static void run_each(void *context, size_t i)
{
	const struct single_cells *cells = context;
	struct error err = {.status = OK};

	cells->list[i].status = run_cell(cells->search, &cells->list[i], &err);
}

/* A candidate in each row; and room for what each operation takes by it. */
static enum status list_cells(struct single_cells *cells, struct error *err)
{
	struct traced_search *search = cells->search;
	size_t n = 0;

	for (size_t r = 0; r < search->calls.n_rows; r++) {
		struct traced_row *row = &search->calls.rows[r];
		size_t candidates = task_of(search, row)->candidates.n;

		n += candidates;
		for (size_t i = 0; i < row->n; i++) {
			row->list[i].mean = malloc(candidates * sizeof(*row->list[i].mean));
			for (size_t c = 0; row->list[i].mean && c < candidates; c++)
				row->list[i].mean[c] = INFINITY;
			if (!row->list[i].mean)
				return error_memory(err, "the times of operations");
		}
	}
	cells->list = calloc(n + 1, sizeof(*cells->list));
	if (!cells->list)
		return error_memory(err, "the list of simulations");
	for (size_t r = 0; r < search->calls.n_rows; r++)
		for (size_t c = 0; c < task_of(search, &search->calls.rows[r])->candidates.n; c++)
			cells->list[cells->n++] = (struct single_cell){.row = r, .candidate = c};
	return OK;
}

/* Adds what a candidate takes in a row to that of its scope and its task. */
static void add_cell(struct traced_search *search, const struct single_cell *cell)
{
	const struct traced_row *row = &search->calls.rows[cell->row];
	struct traced_scope *scope = &search->scopes[search->calls.groups[row->group].range];
	struct tune_task *task = &search->tasks.list[scope->task];
	struct traced_sums *sums = &scope->sums[cell->candidate];
	double calls = (double)row->seen[0], of_group = (double)search->calls.groups[row->group].calls;
	size_t size = 0;

	search->singles += cell->simulations;
	if (!cell->exact) {
		*sums = (struct traced_sums){INFINITY, INFINITY, INFINITY};
		return;
	}
	sums->barrier += calls * cell->sums.barrier;
	sums->last += calls * cell->sums.last;
	sums->mean += calls * cell->sums.mean;
	while (tune_task_is_sized(task) && size + 1 < task->n_sizes &&
	       task->sizes[size] != search->calls.groups[row->group].bytes)
		size++;
	size = cell->candidate * task->n_sizes + size;
	task->seconds[size] = (isfinite(task->seconds[size]) ? task->seconds[size] : 0) +
			      (of_group > 0 ? calls / of_group * cell->sums.last : 0);
	task->predicted[size] = task->seconds[size];
}

/* The quickest where all processes come at once; of equal ones the first, the library's own. */
static void find_barrier(const struct traced_search *search, struct traced_scope *scope)
{
	scope->weight = scope->sums[0].mean;
	for (size_t c = 1; c < scope_candidates(search, scope); c++)
		if (scope->sums[c].barrier < scope->sums[scope->barrier].barrier * (1 - 1e-9))
			scope->barrier = c;
}

enum status search_singles(struct traced_search *search, struct error *err)
{
	struct single_cells cells = {.search = search};
	enum status status = list_cells(&cells, err);

	if (status == OK)
		parallel_for(cells.n, run_each, &cells, search->options->progress, "operations");
	for (size_t i = 0; status == OK && i < cells.n; i++) {
		if (cells.list[i].status != OK) { /* its text is had by doing it again */
			run_cell(search, &cells.list[i], err);
			status = err->status;
		}
		if (status == OK)
			add_cell(search, &cells.list[i]);
	}
	for (size_t s = 0; status == OK && s < search->n_scopes; s++)
		find_barrier(search, &search->scopes[s]);
	free(cells.list);
	return status;
}
