/* Choices become rules. */
#include "base/memory.h"
#include "tune/tune.h"

#include <stdlib.h>

/* What the library compares a rule's bytes with, for messages or blocks of so many. */
static uint64_t looked_up(const struct tune_task *task, uint64_t bytes)
{
	enum tuned_measure measure = tune_task_class(task)->measure;

	if (measure == TUNED_NONE)
		return 0;
	return tuned_is_total(measure) ? bytes * (uint64_t)task->processes : bytes;
}

static const struct tune_candidate own_decision = {.algorithm = 0};

static enum status add_rule(struct tuned_communicator *to, uint64_t bytes, const struct tune_candidate *choice,
			    struct error *err)
{
	struct tuned_rule *grown = memory_grow(to->rules, &to->capacity, to->n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "the rules");
	to->rules = grown;
	to->rules[to->n++] = (struct tuned_rule){
		.bytes = bytes, .algorithm = choice->algorithm, .fanout = choice->fanout, .segment = choice->segment};
	return OK;
}

/* Appends a communicator without rules, which leaves all to the library. *to: it. */
static enum status add_communicator(struct tuned_operation *operation, int processes, struct tuned_communicator **to,
				    struct error *err)
{
	struct tuned_communicator *grown =
		memory_grow(operation->list, &operation->capacity, operation->n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "the rules");
	operation->list = grown;
	*to = &operation->list[operation->n++];
	**to = (struct tuned_communicator){.processes = processes};
	return OK;
}

static double part_of(const struct tune_task *task, size_t choice, size_t size)
{
	return task->seconds[choice * task->n_sizes + size] / task->seconds[size];
}

double tune_gain_part(const struct tune_gain *gain)
{
	return 1 - gain->seconds / gain->unchanged;
}

/* Keeps what a range of sizes gains by its choice, where that is most. */
static enum status keep_gain(const struct tune_task *task, size_t from, size_t to, struct tune_result *result,
			     struct error *err)
{
	size_t choice = task->choice[from], most = from;
	struct tune_gain *grown = memory_grow(result->gains, &result->capacity, result->n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "the rules");
	for (size_t s = from; s < to; s++)
		if (part_of(task, choice, s) < part_of(task, choice, most))
			most = s;
	result->gains = grown;
	result->gains[result->n++] = (struct tune_gain){.id = task->id,
							.processes = task->processes,
							.level = task->level,
							.from = task->sizes[from],
							.to = task->sizes[to - 1],
							.choice = task->candidates.list[choice],
							.best_at = task->sizes[most],
							.seconds = task->seconds[choice * task->n_sizes + most],
							.unchanged = task->seconds[most],
							.won = task->won[most]};
	return OK;
}

/* The bytes from which on the choice of a size holds. Below the smallest size the library's own decision goes on. */
static uint64_t first_of(const struct tune_task *task, size_t size)
{
	bool own = task->choice[0] == 0 || !tune_task_is_sized(task);

	return size > 0 ? task->borders[size].first : own || task->sizes[0] <= 1 ? 0 : task->sizes[0];
}

/* The library's own decision goes on from where the range before ends. */
static enum status begin_range(const struct tune_task *task, size_t size, struct tuned_communicator *to,
			       struct error *err)
{
	const struct tune_border *border = &task->borders[size];
	bool follows = size > 0 && task->choice[size - 1] > 0,
	     gap = follows && (task->choice[size] == 0 || border->first > border->last + 1);
	enum status status = OK;

	if (gap)
		status = add_rule(to, looked_up(task, border->last + 1), &own_decision, err);
	if (status == OK && !(gap && task->choice[size] == 0))
		status = add_rule(to, looked_up(task, first_of(task, size)), &task->candidates.list[task->choice[size]],
				  err);
	return status;
}

/* The rules of the ranges of sizes; below the smallest and beyond the largest the library decides. */
static enum status add_ranges(const struct tune_task *task, struct tuned_communicator *to, struct tune_result *result,
			      struct error *err)
{
	enum status status = OK;
	size_t from = 0;

	if (tune_task_is_sized(task) && task->sizes[0] > 1 && task->choice[0] > 0)
		status = add_rule(to, 0, &own_decision, err);
	for (size_t s = 0; status == OK && s < task->n_sizes; s++) {
		bool ends = s + 1 == task->n_sizes || task->choice[s + 1] != task->choice[s];

		if (from == s)
			status = begin_range(task, s, to, err);
		if (status == OK && ends && task->choice[s] > 0)
			status = keep_gain(task, from, s + 1, result, err);
		from = ends ? s + 1 : from;
	}
	if (status == OK && tune_task_is_sized(task) && task->choice[task->n_sizes - 1] > 0)
		status = add_rule(to, looked_up(task, task->sizes[task->n_sizes - 1]) + 1, &own_decision, err);
	return status;
}

/* Whether the rules of two tasks stand in one list. */
static bool are_together(const struct tune_task *a, const struct tune_task *b)
{
	return a->id == b->id && a->level == b->level;
}

/* The rules of a task, and before or after them communicators that are left to the library. */
static enum status add_task(const struct tune_tasks *tasks, size_t i, struct tuned_operation *operation,
			    struct tune_result *result, struct error *err)
{
	const struct tune_task *task = &tasks->list[i], *next = i + 1 < tasks->n ? task + 1 : NULL;
	bool first = i == 0 || !are_together(task - 1, task),
	     follows = next && are_together(task, next) && next->processes == task->processes + 1;
	struct tuned_communicator *to;
	enum status status = OK;

	if (first && task->processes > 2)
		status = add_communicator(operation, 2, &to, err);
	if (status == OK)
		status = add_communicator(operation, task->processes, &to, err);
	if (status == OK)
		status = add_ranges(task, to, result, err);
	return status == OK && !follows ? add_communicator(operation, task->processes + 1, &to, err) : status;
}

static struct tuned_operation *add_operation(struct tuned_file *file, const struct tune_task *task, struct error *err)
{
	struct tuned_operation *grown = memory_grow(file->list, &file->capacity, file->n + 1, sizeof(*grown));

	if (!grown) {
		error_memory(err, "the rules");
		return NULL;
	}
	file->list = grown;
	file->list[file->n] = (struct tuned_operation){.id = task->id, .level = task->level};
	return &file->list[file->n++];
}

/* Operations of which every rule is the library's own decision are left out. */
static void drop_unchanged(struct tune_result *result)
{
	struct tuned_file all = result->file;

	result->file.n = 0;
	for (size_t i = 0; i < all.n; i++) {
		bool changed = false;

		for (size_t k = 0; k < result->n; k++)
			changed = changed || (result->gains[k].id == all.list[i].id &&
					      result->gains[k].level == all.list[i].level);
		if (changed)
			result->file.list[result->file.n++] = all.list[i];
		else
			tuned_operation_release(&all.list[i]);
	}
}

enum status tune_rules(const struct tune_tasks *tasks, struct tune_result *result, struct error *err)
{
	struct tuned_operation *operation = NULL;
	enum status status = OK;

	*result = (struct tune_result){.n = 0};
	for (size_t i = 0; status == OK && i < tasks->n; i++) {
		if (i == 0 || !are_together(&tasks->list[i - 1], &tasks->list[i]))
			operation = add_operation(&result->file, &tasks->list[i], err);
		status = operation ? add_task(tasks, i, operation, result, err) : err->status;
		result->simulations += tasks->list[i].simulations;
	}
	drop_unchanged(result);
	return status == OK ? tune_curves(tasks, result, err) : status;
}

void tune_result_release(struct tune_result *result)
{
	tuned_release(&result->file);
	tune_curves_release(result);
	free(result->gains);
	*result = (struct tune_result){.n = 0};
}
