#include "tune/task.h"

#include "predict/segment.h"
#include "simulate/bound.h"
#include "tune/table.h"

#include <math.h>
#include <stdlib.h>

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
	task->borders = calloc(task->n_sizes + 1, sizeof(*task->borders));
	task->steps = calloc(task->n_sizes + 1, sizeof(*task->steps));
	if (!task->predicted || !task->measured || !task->factor || !task->doubt || !task->seconds || !task->won ||
	    !task->choice || !task->borders || !task->steps)
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
	free(task->borders);
	free(task->steps);
	*task = (struct tune_task){.id = 0};
}

/* The nodes by which the library decides. Another algorithm is one among all processes where sonde carries it out; what
 * its messages cost goes by nodes all the same. */
static const int *nodes_of(const struct tune_task *task, size_t candidate)
{
	bool is_whole =
		task->level == TUNED_WHOLE && (candidate == 0 || !tune_library_is_sonde(task->options->library));

	return is_whole ? task->options->node : NULL;
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
				     .node = nodes_of(task, candidate)};

	tune_candidate_take(task->options->library, task->id, &task->candidates.list[candidate], &what);
	return what;
}

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	return decision_build(self, process, program, err);
}

/* By which model messages between the processes of a task cost what they do. */
static struct predict_options options_of(const struct tune_task *task)
{
	struct predict_options options = task->options->predict;

	if (task->level == TUNED_NODE && options.use.within) { /* all of them share a node, */
		options.eager_most = options.use.within_eager;
		options.use = *options.use.within;
	}
	if (task->level != TUNED_WHOLE) { /* or no two of them do */
		options.use.within = NULL;
		options.use.node = NULL;
	}
	return options;
}

enum status tune_task_predict(const struct tune_task *task, size_t candidate, uint64_t bytes, double at_most,
			      double *seconds, struct error *err)
{
	const struct decision_case what = tune_task_case(task, candidate, bytes);
	const struct schedule schedule = {.processes = task->processes, .build = build, .self = &what};
	const struct predict_options options = options_of(task);
	struct simulation simulation = {.at_most = isfinite(at_most) ? at_most : 0};
	enum status status = predict_schedule(&options, &schedule, &simulation, err);

	*seconds = simulation.seconds;
	simulation_release(&simulation);
	return status;
}

enum status tune_task_bound(const struct tune_task *task, size_t candidate, uint64_t bytes, double *seconds,
			    struct error *err)
{
	const struct decision_case what = tune_task_case(task, candidate, bytes);
	const struct schedule schedule = {.processes = task->processes, .build = build, .self = &what};
	const struct predict_options options = options_of(task);
	const struct costs costs = model_costs(&options.use, options.eager_most);
	const int some[] = {0, 1, task->processes / 2, task->processes - 1};

	return simulation_bound(&schedule, &costs, some, sizeof(some) / sizeof(some[0]), seconds, err);
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

static bool are_same(const struct decision_step *a, const struct decision_step *b)
{
	return a->exact && b->exact && a->algorithm == b->algorithm && a->segment == b->segment &&
	       a->fanout == b->fanout && a->count == b->count && a->processes == b->processes && a->root == b->root &&
	       a->process == b->process && a->swaps == b->swaps && a->level == b->level;
}

static enum status compare_decisions(const struct tune_task *task, size_t candidate, uint64_t bytes, int process,
				     bool *same, struct error *err)
{
	const struct decision_case cases[] = {tune_task_case(task, 0, bytes), tune_task_case(task, candidate, bytes)};
	struct decision found[2] = {{.n = 0}, {.n = 0}};
	enum status status = decision_find(&cases[0], process, &found[0], err);

	if (status == OK)
		status = decision_find(&cases[1], process, &found[1], err);
	*same = status == OK && found[0].n == found[1].n;
	for (int i = 0; *same && i < found[0].n; i++)
		*same = are_same(&found[0].step[i], &found[1].step[i]);
	decision_release(&found[0]);
	decision_release(&found[1]);
	return status;
}

enum status tune_task_is_own(const struct tune_task *task, size_t candidate, uint64_t bytes, bool *own,
			     struct error *err)
{
	enum status status = OK;

	*own = !tune_library_is_sonde(task->options->library);
	for (int p = 0; status == OK && *own && p < task->processes; p++)
		status = compare_decisions(task, candidate, bytes, p, own, err);
	return status;
}

static bool is_segment_tried(const struct tune_task *task, uint64_t segment, uint64_t bytes)
{
	const struct size_list *all = &task->options->segments;

	if (task->options->all_segments)
		return segment < bytes;
	return segment_is_tried(segment, all->bytes[all->n - 1], bytes, task->processes);
}

enum status tune_task_is_wanted(const struct tune_task *task, size_t candidate, uint64_t bytes, bool *wanted,
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
	if (segment > 0 && !is_segment_tried(task, segment, bytes))
		return OK;
	return is_exact(task, candidate, bytes, wanted, err);
}
