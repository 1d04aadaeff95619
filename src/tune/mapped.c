#include "tune/mapped.h"

#include "predict/tree_choice.h"

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

static bool is_tuned(const struct tune_options *options, const char *name)
{
	for (int id = 0; id < TUNED_OPERATIONS; id++)
		if (options->operations[id] && strcmp(options->library->class(id)->name, name) == 0)
			return true;
	return false;
}

static bool is_counted(enum collective collective)
{
	return collective == COLLECTIVE_SCATTERV || collective == COLLECTIVE_GATHERV;
}

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
	enum status status = time_of(predict, "linear", call, own, err);

	return status == OK ? time_of(predict, "binomial", &counts, told, err) : status;
}

/* The order for a call, if it is worth it; found->order is NULL otherwise. */
static enum status choose(const struct predict_options *predict, const struct call *call, struct tree_choice *found,
			  struct error *err)
{
	double own, told = 0;
	enum status status = tree_choose(predict, call, &limits, found, err);

	own = found->plain;
	if (status == OK && found->order && is_counted(call->collective))
		status = counted_times(predict, call, &own, &told, err);
	if (status == OK && found->order && found->seconds + told > own * (1 - TREE_MAPPING_GAIN_WORTH)) {
		free(found->order);
		found->order = NULL;
	}
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

/* All sizes of an operation among so many processes. */
static enum status add_sizes(const struct tune_options *options, enum collective collective, int processes,
			     struct choices *rows, struct error *err)
{
	const struct size_list *sizes = &options->sizes;
	struct call call = {.collective = collective, .processes = processes, .commutes = true};
	uint64_t *counts = malloc((size_t)processes * sizeof(*counts));
	enum status status = counts ? OK : error_memory(err, "counts of blocks");

	call.counts = is_counted(collective) ? counts : NULL;
	for (size_t i = 0; status == OK && i < sizes->n; i++) {
		struct tree_choice found = {.order = NULL};

		call.count = sizes->bytes[i];
		for (int p = 0; p < processes; p++)
			counts[p] = call.count;
		status = choose(&options->predict, &call, &found, err);
		if (status == OK && found.order)
			status = add(
				rows,
				&(struct algorithm_choice){
					.collective = collective,
					.processes = {(uint64_t)processes, (uint64_t)processes},
					.bytes = {call.count, i + 1 < sizes->n ? sizes->bytes[i + 1] - 1 : UINT64_MAX},
					.algorithm = found.algorithm,
					.segment = found.segment,
					.fanout = found.fanout,
					.order = found.order},
				err);
		tree_choice_release(&found);
	}
	free(counts);
	return status;
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

		for (size_t k = 0; status == OK && k < sizeof(mapped) / sizeof(mapped[0]); k++)
			if (n >= fewest && n <= predict->use.model->processes && is_tuned(options, mapped[k].tuned))
				status = add_sizes(options, mapped[k].collective, (int)n, rows, err);
	}
	return status;
}
