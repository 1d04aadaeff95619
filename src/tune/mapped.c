#include "tune/mapped.h"

#include "predict/escalation.h"
#include "predict/tree_choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct tree_mapping_options limits = {.simulations = 800, .work = 3e5};

/* Operations, and by which one of the library's it is said whether they are tuned. */
static const struct {
	enum collective collective;
	const char *tuned;
} mapped[] = {
	{COLLECTIVE_BCAST, "bcast"},      {COLLECTIVE_REDUCE, "reduce"}, {COLLECTIVE_SCATTER, "scatter"},
	{COLLECTIVE_SCATTERV, "scatter"}, {COLLECTIVE_GATHER, "gather"}, {COLLECTIVE_GATHERV, "gather"},
};

static enum status time_of(const struct predict_options *predict, const char *algorithm, const struct call *call,
			   double *seconds, struct error *err)
{
	const struct algorithm_use use = {algorithm_find(call->collective, algorithm, err), call};

	return use.algorithm ? predict_collective(predict, &use, seconds, err) : ERR_INPUT;
}

/* What scatterv and gatherv take by the library, and what the root takes to tell the counts before a row's call. */
static enum status counted_times(const struct predict_options *predict, const struct call *call, double *own,
				 double *told, struct error *err)
{
	const struct call counts = {.collective = COLLECTIVE_BCAST,
				    .processes = call->processes,
				    .count = (uint64_t)call->processes * sizeof(uint64_t)};

	TRY(time_of(predict, "linear", call, own, err));
	return time_of(predict, "binomial", &counts, told, err);
}

/* An operation among so many processes, of the library's kind task, whose counts are room for a block of each. */
struct mapped_calls {
	const struct tune_options *options;
	struct tune_task task;
	enum collective collective;
	int processes;
	uint64_t *counts;
};

static struct call call_of(const struct mapped_calls *calls, uint64_t bytes)
{
	bool counted = collective_has_counts(calls->collective);

	for (int p = 0; counted && p < calls->processes; p++)
		calls->counts[p] = bytes;
	return (struct call){.collective = calls->collective,
			     .processes = calls->processes,
			     .count = bytes,
			     .counts = counted ? calls->counts : NULL,
			     .commutes = true};
}

/*
 * What the call takes without an order, seconds: the least of what the library decides and of any algorithm, whose
 * quickest takes plain. *told: what an order takes besides.
 */
static enum status without_order(const struct mapped_calls *calls, const struct call *call, double plain,
				 double *seconds, double *told, struct error *err)
{
	enum status status;

	*told = 0;
	if (collective_has_counts(call->collective))
		return counted_times(&calls->options->predict, call, seconds, told, err);
	status = tune_task_predict(&calls->task, 0, call->count, INFINITY, seconds, err);
	*seconds = fmin(*seconds, plain);
	return status;
}

/* The order for a call, if it is worth it; found->order is NULL otherwise. */
static enum status choose(const struct mapped_calls *calls, const struct call *call, struct tree_choice *found,
			  struct error *err)
{
	double own, told;
	enum status status = tree_choose(&calls->options->predict, call, &limits, found, err);

	if (status != OK || !found->order)
		return status;
	status = without_order(calls, call, found->plain, &own, &told, err);
	if (status == OK && found->seconds + told > own * (1 - TREE_MAPPING_GAIN_WORTH)) {
		free(found->order);
		found->order = NULL;
	}
	return status;
}

/* Whether a row that was found for another size is no slower than all else at this one. */
static enum status is_quicker(const struct mapped_calls *calls, const struct tree_choice *row, uint64_t bytes,
			      bool *quicker, struct error *err)
{
	static const struct tree_mapping_options none = {.simulations = 1, .work = 1, .search_only = true};
	const struct predict_options *predict = &calls->options->predict;
	struct call call = call_of(calls, bytes);
	const struct algorithm_use use = {row->algorithm, &call};
	struct tree_choice plain;
	double own, told, seconds = 0;
	enum status status = tree_choose(predict, &call, &none, &plain, err);

	if (status != OK)
		return status;
	status = without_order(calls, &call, plain.plain, &own, &told, err);
	tree_choice_release(&plain);
	call.segment = row->segment;
	call.fanout = row->fanout;
	call.order = row->order;
	if (status == OK)
		status = predict_collective(predict, &use, &seconds, err);
	*quicker = seconds + escalation_expected(predict->use.model, row->algorithm, &call) + told <= own;
	return status;
}

/* Up to where a row goes from a size on: to the next one (0: there is none) if it is the quicker at the geometric mean
 * and at the end, or for this size alone. */
static enum status find_end(const struct mapped_calls *calls, const struct tree_choice *row, uint64_t from,
			    uint64_t next, uint64_t *end, struct error *err)
{
	uint64_t last = next > from ? next - 1 : from, mean = (uint64_t)sqrt((double)from * (double)last);
	bool quicker = true;
	enum status status = OK;

	*end = from;
	if (last > from)
		status = is_quicker(calls, row, last, &quicker, err);
	if (status == OK && quicker && mean > from && mean < last)
		status = is_quicker(calls, row, mean, &quicker, err);
	if (status == OK && quicker)
		*end = last;
	return status;
}

static bool is_same(const struct algorithm_choice *a, const struct algorithm_choice *b)
{
	return a->collective == b->collective && a->algorithm == b->algorithm && a->segment == b->segment &&
	       a->fanout == b->fanout && a->processes[0] == b->processes[0] && a->bytes[1] + 1 == b->bytes[0] &&
	       memcmp(a->order, b->order, (size_t)a->processes[0] * sizeof(*a->order)) == 0;
}

/* A row, or a longer range of the one before. */
static enum status add(struct choices *rows, const struct algorithm_choice *row, struct error *err)
{
	struct algorithm_choice *before = rows->n > 0 ? &rows->list[rows->n - 1] : NULL;

	if (!before || !is_same(before, row))
		return choices_add(rows, row, err);
	before->bytes[1] = row->bytes[1];
	return OK;
}

/*
 * Whether gathers of a size escalate by the model: it counted linear ones, and knows nothing of others there. *next,
 * the next size or 0, is the first that does, if that comes before.
 */
static bool escalates(const struct mapped_calls *calls, uint64_t bytes, uint64_t *next)
{
	uint64_t sizes[2];
	bool gathers = calls->collective == COLLECTIVE_GATHER || calls->collective == COLLECTIVE_GATHERV;

	if (!gathers || !escalation_sizes(calls->options->predict.use.model, sizes))
		return false;
	if (bytes < sizes[0] && *next > sizes[0])
		*next = sizes[0];
	return bytes >= sizes[0] && bytes < sizes[1];
}

static enum status add_size(const struct mapped_calls *calls, uint64_t bytes, uint64_t next, struct choices *rows,
			    struct error *err)
{
	const struct call call = call_of(calls, bytes);
	struct tree_choice found = {.order = NULL};
	uint64_t n = (uint64_t)calls->processes, end = bytes;
	enum status status;

	if (escalates(calls, bytes, &next))
		return OK;
	status = choose(calls, &call, &found, err);
	if (status == OK && found.order)
		status = find_end(calls, &found, bytes, next, &end, err);
	if (status == OK && found.order)
		status = add(rows,
			     &(struct algorithm_choice){.collective = calls->collective,
							.processes = {n, n},
							.bytes = {bytes, end},
							.algorithm = found.algorithm,
							.segment = found.segment,
							.fanout = found.fanout,
							.order = found.order},
			     err);
	tree_choice_release(&found);
	return status;
}

/* All sizes of an operation among so many processes. */
static enum status add_sizes(const struct tune_options *options, int id, enum collective collective, int processes,
			     struct choices *rows, struct error *err)
{
	const struct size_list *sizes = &options->sizes;
	const struct tune_place place = {.id = id, .processes = processes, .level = TUNED_WHOLE, .whole = processes};
	struct mapped_calls calls = {.options = options, .collective = collective, .processes = processes};
	enum status status = tune_task_open(options, &place, &calls.task, err);

	calls.counts = malloc((size_t)processes * sizeof(*calls.counts));
	if (status == OK && !calls.counts)
		status = error_memory(err, "counts of blocks");
	for (size_t i = 0; status == OK && i < sizes->n; i++)
		status = add_size(&calls, sizes->bytes[i], i + 1 < sizes->n ? sizes->bytes[i + 1] : 0, rows, err);
	free(calls.counts);
	tune_task_release(&calls.task);
	return status;
}

/* The number of a library's operation that is tuned, -1 if it is not. */
static int tuned_id(const struct tune_options *options, const char *name)
{
	for (int id = 0; id < TUNED_OPERATIONS; id++)
		if (options->operations[id] && strcmp(options->library->class(id)->name, name) == 0)
			return id;
	return -1;
}

enum status tune_mapped_rows(const struct tune_options *options, struct choices *rows, struct error *err)
{
	const struct predict_options *predict = &options->predict;
	const size_t fewest = 3;
	enum status status = OK;

	if (predict->use.node || model_costs(&predict->use, predict->eager_most).any_pair)
		return OK;
	for (size_t i = 0; status == OK && i < options->processes.n; i++) {
		size_t n = options->processes.bytes[i];

		for (size_t k = 0; status == OK && k < sizeof(mapped) / sizeof(mapped[0]); k++) {
			int id = tuned_id(options, mapped[k].tuned);

			if (id >= 0 && n >= fewest && n <= predict->use.model->processes)
				status = add_sizes(options, id, mapped[k].collective, (int)n, rows, err);
		}
	}
	return status;
}
