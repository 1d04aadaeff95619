#include "tune/tune.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

enum { BISECTIONS = 6 };

static const double least_gain = 0.02; /* less is no reason for a rule */

/* An operation among some processes. seconds: of each candidate at each size. */
struct tune_task {
	const struct tune_options *options;
	struct tune_result *result;
	int id, processes;
	enum decision_operation operation;
	struct tune_candidates candidates;
	const size_t *sizes;
	size_t n_sizes;
	double *seconds;
	size_t *choice; /* of each size */
};

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	return decision_build(self, process, program, err);
}

static struct decision_case case_of(const struct tune_task *task, const struct tune_candidate *candidate,
				    uint64_t bytes)
{
	return (struct decision_case){.library = LIBRARY_OPENMPI_4_1,
				      .operation = task->operation,
				      .processes = task->processes,
				      .count = bytes,
				      .size = 1,
				      .commutes = true,
				      .predefined = true,
				      .algorithm = candidate->algorithm,
				      .fanout = candidate->fanout,
				      .segment = candidate->segment};
}

static enum status simulate_choice(const struct tune_task *task, const struct tune_candidate *candidate, uint64_t bytes,
				   double *seconds, struct error *err)
{
	const struct decision_case what = case_of(task, candidate, bytes);
	const struct schedule schedule = {.processes = task->processes, .build = build, .self = &what};
	struct simulation simulation = {0};
	enum status status = predict_schedule(&task->options->predict, &schedule, &simulation, err);

	*seconds = simulation.seconds;
	task->result->simulations++;
	simulation_release(&simulation);
	return status;
}

/* Whether what is simulated sends the library's messages. */
static enum status is_exact(const struct tune_task *task, const struct tune_candidate *candidate, uint64_t bytes,
			    bool *exact, struct error *err)
{
	const struct decision_case what = case_of(task, candidate, bytes);
	struct decision found;
	enum status status = decision_find(&what, 0, &found, err);

	*exact = status == OK && found.exact;
	decision_release(&found);
	return status;
}

static double seconds_of(const struct tune_task *task, size_t candidate, size_t size)
{
	return task->seconds[candidate * task->n_sizes + size];
}

/* INFINITY for what is not to be chosen: what is only near to what the library sends, and a segment that is no shorter
 * than the message, which changes nothing. */
static enum status simulate_candidate(const struct tune_task *task, const struct tune_candidate *candidate,
				      uint64_t bytes, double *seconds, struct error *err)
{
	bool exact = false;
	enum status status = is_exact(task, candidate, bytes, &exact, err);

	*seconds = INFINITY;
	if (status != OK || (candidate->algorithm > 0 && !exact) ||
	    (candidate->segment > 0 && candidate->segment >= bytes))
		return status;
	return simulate_choice(task, candidate, bytes, seconds, err);
}

/* All candidates at a size; where the library's own decision is not simulated exactly nothing is compared with it. */
static enum status simulate_size(const struct tune_task *task, size_t size, struct error *err)
{
	bool compared;
	enum status status = is_exact(task, &task->candidates.list[0], task->sizes[size], &compared, err);

	for (size_t c = 0; status == OK && c < task->candidates.n; c++) {
		double *seconds = &task->seconds[c * task->n_sizes + size];

		*seconds = INFINITY;
		if (c == 0 || compared)
			status = simulate_candidate(task, &task->candidates.list[c], task->sizes[size], seconds, err);
	}
	return status;
}

static enum status simulate_all(const struct tune_task *task, struct error *err)
{
	enum status status = OK;

	for (size_t s = 0; status == OK && s < task->n_sizes; s++)
		status = simulate_size(task, s, err);
	return status;
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

/* What the library compares a rule's bytes with, for messages or blocks of so many. */
static uint64_t looked_up(const struct tune_task *task, uint64_t bytes)
{
	enum tuned_measure measure = tuned_class(task->id)->measure;

	if (measure == TUNED_NONE)
		return 0;
	return measure == TUNED_TOTAL || measure == TUNED_SUM ? bytes * (uint64_t)task->processes : bytes;
}

/* The least size between two at which the second's choice is the quicker one, as far as bisection finds it. */
static enum status find_border(const struct tune_task *task, size_t size, uint64_t *border, struct error *err)
{
	const struct tune_candidate *before = &task->candidates.list[task->choice[size - 1]];
	const struct tune_candidate *after = &task->candidates.list[task->choice[size]];
	uint64_t low = task->sizes[size - 1], high = task->sizes[size];
	enum status status = OK;

	for (int i = 0; status == OK && i < BISECTIONS && high - low > 1; i++) {
		uint64_t middle = low + (high - low) / 2;
		double with[2];

		status = simulate_choice(task, before, middle, &with[0], err);
		if (status == OK)
			status = simulate_choice(task, after, middle, &with[1], err);
		if (status == OK && with[1] <= with[0])
			high = middle;
		else
			low = middle;
	}
	*border = high;
	return status;
}

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

/* Keeps what a range of sizes gains by its choice, where that is most. */
static enum status keep_gain(const struct tune_task *task, size_t from, size_t to, struct error *err)
{
	struct tune_result *result = task->result;
	size_t choice = task->choice[from], most = from;
	struct tune_gain *grown = memory_grow(result->gains, &result->capacity, result->n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "the rules");
	for (size_t s = from; s < to; s++)
		if (seconds_of(task, 0, s) / seconds_of(task, choice, s) >
		    seconds_of(task, 0, most) / seconds_of(task, choice, most))
			most = s;
	result->gains = grown;
	result->gains[result->n++] = (struct tune_gain){.id = task->id,
							.processes = task->processes,
							.from = task->sizes[from],
							.to = task->sizes[to - 1],
							.choice = task->candidates.list[choice],
							.best_at = task->sizes[most],
							.seconds = seconds_of(task, choice, most),
							.unchanged = seconds_of(task, 0, most)};
	return OK;
}

/* The rules of the ranges of sizes; beyond the largest the library decides. */
static enum status write_ranges(const struct tune_task *task, struct tuned_communicator *to, struct error *err)
{
	static const struct tune_candidate own = {0};
	const struct tuned_class *class = tuned_class(task->id);
	bool one = class->unlike || class->measure == TUNED_NONE;
	enum status status = OK;
	size_t from = 0;

	for (size_t s = 0; status == OK && s < task->n_sizes; s++) {
		const struct tune_candidate *choice = &task->candidates.list[task->choice[s]];
		bool ends = s + 1 == task->n_sizes || task->choice[s + 1] != task->choice[s];
		uint64_t border = 0;

		if (s > 0 && from == s)
			status = find_border(task, s, &border, err);
		if (status == OK && from == s)
			status = add_rule(to, looked_up(task, border), choice, err);
		if (status == OK && ends && task->choice[s] > 0)
			status = keep_gain(task, from, s + 1, err);
		from = ends ? s + 1 : from;
	}
	if (status == OK && !one && task->choice[task->n_sizes - 1] > 0)
		status = add_rule(to, looked_up(task, task->sizes[task->n_sizes - 1]) + 1, &own, err);
	return status;
}

static enum status run_task(struct tune_task *task, struct tuned_communicator *to, struct error *err)
{
	enum status status =
		tune_candidates_find(task->id, task->processes, &task->options->segments, &task->candidates, err);

	if (status == OK) {
		task->seconds = malloc((task->candidates.n * task->n_sizes + 1) * sizeof(*task->seconds));
		task->choice = calloc(task->n_sizes + 1, sizeof(*task->choice));
		if (!task->seconds || !task->choice)
			status = error_memory(err, "the times of candidates");
	}
	if (status == OK)
		status = simulate_all(task, err);
	if (status == OK) {
		if (tuned_class(task->id)->unlike)
			choose_one(task);
		else
			choose_ranges(task);
		status = write_ranges(task, to, err);
	}
	free(task->seconds);
	free(task->choice);
	tune_candidates_release(&task->candidates);
	return status;
}

/* The rules of an operation among the i-th number of processes, and before or after them communicators that are left to
 * the library. */
static enum status tune_processes(struct tune_task *task, struct tuned_operation *operation, size_t i,
				  struct error *err)
{
	const struct size_list *list = &task->options->processes;
	struct tuned_communicator *to;
	bool next = i + 1 < list->n && list->bytes[i + 1] == list->bytes[i] + 1;
	enum status status = OK;

	task->processes = (int)list->bytes[i];
	if (i == 0 && task->processes > 2)
		status = add_communicator(operation, 2, &to, err);
	if (status == OK)
		status = add_communicator(operation, task->processes, &to, err);
	if (status == OK)
		status = run_task(task, to, err);
	return status == OK && !next ? add_communicator(operation, task->processes + 1, &to, err) : status;
}

static enum status tune_one(struct tune_task *task, struct error *err)
{
	struct tuned_file *file = &task->result->file;
	struct tuned_operation *grown = memory_grow(file->list, &file->capacity, file->n + 1, sizeof(*grown));
	enum status status = OK;

	if (!grown)
		return error_memory(err, "the rules");
	file->list = grown;
	file->list[file->n++] = (struct tuned_operation){.id = task->id};
	for (size_t i = 0; status == OK && i < task->options->processes.n; i++)
		status = tune_processes(task, &file->list[file->n - 1], i, err);
	return status;
}

/* Operations of which every rule is the library's own decision are left out. */
static void drop_unchanged(struct tune_result *result)
{
	struct tuned_file all = result->file;

	result->file.n = 0;
	for (size_t i = 0; i < all.n; i++) {
		bool changed = false;

		for (size_t k = 0; k < result->n; k++)
			changed = changed || result->gains[k].id == all.list[i].id;
		if (changed)
			result->file.list[result->file.n++] = all.list[i];
		else
			tuned_operation_release(&all.list[i]);
	}
}

enum status tune_model(const struct tune_options *options, struct tune_result *result, struct error *err)
{
	static const size_t nothing = 0;
	enum status status = OK;

	*result = (struct tune_result){.n = 0};
	for (int id = 0; status == OK && id < TUNED_OPERATIONS; id++) {
		struct tune_task task = {.options = options, .result = result, .id = id};
		bool sized = tuned_class(id)->measure != TUNED_NONE;

		if (!options->operations[id] || !tune_operation(id, &task.operation))
			continue;
		task.sizes = sized ? options->sizes.bytes : &nothing;
		task.n_sizes = sized ? options->sizes.n : 1;
		status = tune_one(&task, err);
	}
	drop_unchanged(result);
	return status;
}

void tune_result_release(struct tune_result *result)
{
	tuned_release(&result->file);
	free(result->gains);
	*result = (struct tune_result){.n = 0};
}
