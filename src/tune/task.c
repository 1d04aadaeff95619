#include "tune/task.h"

#include "base/parallel.h"

#include <math.h>
#include <stdlib.h>

/* A simulation that is to be made. */
struct simulated_cell {
	size_t task, candidate, size;
	bool made;
	enum status status;
};

struct simulated_cells {
	struct tune_task *tasks;
	struct simulated_cell *list;
	size_t n;
};

const struct tuned_class *tune_task_class(const struct tune_task *task)
{
	return task->options->library->class(task->id);
}

bool tune_task_is_sized(const struct tune_task *task)
{
	const struct tuned_class *class = tune_task_class(task);

	return class->measure != TUNED_NONE && !class->unlike;
}

static bool has_blocks(const struct tune_task *task)
{
	enum decision_operation operation = task->operation;

	return operation != DECISION_BARRIER && operation != DECISION_BCAST && operation != DECISION_REDUCE &&
	       operation != DECISION_ALLREDUCE;
}

enum status tune_task_open(const struct tune_options *options, const struct tune_place *place, struct tune_task *task,
			   struct error *err)
{
	static const size_t nothing = 0;
	int id = place->id, processes = place->processes;
	bool sized = options->library->class(id)->measure != TUNED_NONE;
	enum status status;
	size_t cells;

	*task = (struct tune_task){
		.options = options, .id = id, .processes = processes, .level = place->level, .whole = place->whole};
	task->sizes = sized ? options->sizes.bytes : &nothing;
	task->n_sizes = sized ? options->sizes.n : 1;
	if (!tune_operation(options->library, id, &task->operation))
		return error_set(err, ERR_INPUT, "%s has no rules for %s", options->library->rules,
				 options->library->class(id)->name);
	status = tune_candidates_find(options->library, id, processes, &options->segments, &task->candidates, err);
	if (status != OK)
		return status;
	while (has_blocks(task) && options->total_most > 0 && task->n_sizes > 1 &&
	       task->sizes[task->n_sizes - 1] > options->total_most / (uint64_t)processes)
		task->n_sizes--;
	cells = task->candidates.n * task->n_sizes + 1;
	task->predicted = malloc(cells * sizeof(*task->predicted));
	task->measured = malloc(cells * sizeof(*task->measured));
	task->factor = malloc(cells * sizeof(*task->factor));
	task->doubt = calloc(cells, sizeof(*task->doubt));
	task->seconds = malloc(cells * sizeof(*task->seconds));
	task->won = malloc((task->n_sizes + 1) * sizeof(*task->won));
	task->choice = calloc(task->n_sizes + 1, sizeof(*task->choice));
	task->border = calloc(task->n_sizes + 1, sizeof(*task->border));
	if (!task->predicted || !task->measured || !task->factor || !task->doubt || !task->seconds || !task->won ||
	    !task->choice || !task->border)
		return error_memory(err, "the times of candidates");
	for (size_t i = 0; i < cells; i++) {
		task->predicted[i] = task->seconds[i] = INFINITY;
		task->factor[i] = 1;
		task->measured[i] = (struct estimate){NAN, NAN, NAN};
	}
	for (size_t s = 0; s < task->n_sizes; s++)
		task->won[s] = (struct overall){{NAN, NAN, NAN}, NAN};
	return OK;
}

void tune_task_release(struct tune_task *task)
{
	tune_candidates_release(&task->candidates);
	free(task->predicted);
	free(task->measured);
	free(task->factor);
	free(task->doubt);
	free(task->seconds);
	free(task->won);
	free(task->choice);
	free(task->border);
	*task = (struct tune_task){.id = 0};
}

struct decision_case tune_task_case(const struct tune_task *task, size_t candidate, uint64_t bytes)
{
	struct decision_case what = {.library = task->options->library->decision,
				     .operation = task->operation,
				     .processes = task->processes,
				     .count = bytes,
				     .size = 1,
				     .commutes = true,
				     .predefined = true,
				     .node = task->level == TUNED_WHOLE ? task->options->node : NULL};

	tune_candidate_take(task->options->library, task->id, &task->candidates.list[candidate], &what);
	return what;
}

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	return decision_build(self, process, program, err);
}

enum status tune_task_predict(const struct tune_task *task, size_t candidate, uint64_t bytes, double *seconds,
			      struct error *err)
{
	const struct decision_case what = tune_task_case(task, candidate, bytes);
	const struct schedule schedule = {.processes = task->processes, .build = build, .self = &what};
	struct simulation simulation = {0};
	struct predict_options options = task->options->predict;
	enum status status;

	if (task->level == TUNED_NODE && options.use.within) { /* all of them share a node, */
		options.eager_most = options.use.within_eager;
		options.use = *options.use.within;
	}
	if (task->level != TUNED_WHOLE) { /* or no two of them do */
		options.use.within = NULL;
		options.use.node = NULL;
	}
	status = predict_schedule(&options, &schedule, &simulation, err);

	*seconds = simulation.seconds;
	simulation_release(&simulation);
	return status;
}

/* Whether what is simulated sends the library's messages. */
static enum status is_exact(const struct tune_task *task, size_t candidate, uint64_t bytes, bool *exact,
			    struct error *err)
{
	const struct decision_case what = tune_task_case(task, candidate, bytes);
	struct decision found;
	enum status status = decision_find(&what, 0, &found, err);

	*exact = status == OK && found.exact;
	decision_release(&found);
	return status;
}

/* Whether a candidate is simulated at a size. */
static enum status is_wanted(const struct tune_task *task, size_t candidate, uint64_t bytes, bool *wanted,
			     struct error *err)
{
	const struct tune_place place = {task->id, task->processes, task->level, task->whole};
	uint64_t segment = task->candidates.list[candidate].segment;
	enum status status = is_exact(task, 0, bytes, wanted, err);

	if (candidate == 0 || status != OK || !*wanted) {
		*wanted = *wanted || candidate == 0;
		return status;
	}
	status = tune_place_is_used(task->options, &place, bytes, wanted, err);
	if (status != OK || !*wanted)
		return status;
	*wanted = false;
	return segment > 0 && segment >= bytes ? OK : is_exact(task, candidate, bytes, wanted, err);
}

static void run_cell(const struct tune_task *task, struct simulated_cell *cell, struct error *err)
{
	size_t at = cell->candidate * task->n_sizes + cell->size;
	uint64_t bytes = task->sizes[cell->size];
	bool wanted;
	enum status status = is_wanted(task, cell->candidate, bytes, &wanted, err);

	cell->made = status == OK && wanted;
	if (cell->made)
		status = tune_task_predict(task, cell->candidate, bytes, &task->predicted[at], err);
	if (status == OK)
		task->seconds[at] = task->predicted[at];
	cell->status = status;
}

static void simulate_cell(void *context, size_t i)
{
	const struct simulated_cells *cells = context;
	struct error err = {.status = OK};

	run_cell(&cells->tasks[cells->list[i].task], &cells->list[i], &err);
}

/* All of them, those of many processes first: they take longest. */
static enum status list_cells(struct simulated_cells *cells, size_t n_tasks, struct error *err)
{
	size_t n = 0;

	for (size_t t = 0; t < n_tasks; t++)
		n += cells->tasks[t].candidates.n * cells->tasks[t].n_sizes;
	cells->list = calloc(n + 1, sizeof(*cells->list));
	if (!cells->list)
		return error_memory(err, "the list of simulations");
	for (size_t t = n_tasks; t-- > 0;)
		for (size_t k = cells->tasks[t].candidates.n * cells->tasks[t].n_sizes; k-- > 0;)
			cells->list[cells->n++] = (struct simulated_cell){.task = t,
									  .candidate = k / cells->tasks[t].n_sizes,
									  .size = k % cells->tasks[t].n_sizes};
	return OK;
}

enum status tune_tasks_simulate(struct tune_task *tasks, size_t n, struct error *err)
{
	struct simulated_cells cells = {.tasks = tasks};
	enum status status = list_cells(&cells, n, err);

	if (status == OK)
		parallel_for(cells.n, simulate_cell, &cells, n > 0 ? tasks[0].options->progress : NULL, "simulations");
	for (size_t i = 0; status == OK && i < cells.n; i++) {
		tasks[cells.list[i].task].simulations += cells.list[i].made;
		if (cells.list[i].status != OK) { /* its text is had by doing it again */
			run_cell(&tasks[cells.list[i].task], &cells.list[i], err);
			status = err->status;
		}
	}
	free(cells.list);
	return status;
}
