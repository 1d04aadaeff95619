#include "algorithm/algorithm.h"

#include <stdlib.h>

/* Each segment is an operation or two of each process, and held as such: more than that are a slip of the hand, and
 * would fill the memory. */
#define SEGMENTS_MOST 16777216

bool collective_has_root(enum collective collective)
{
	switch (collective) {
	case COLLECTIVE_BCAST:
	case COLLECTIVE_SCATTER:
	case COLLECTIVE_SCATTERV:
	case COLLECTIVE_GATHER:
	case COLLECTIVE_GATHERV:
	case COLLECTIVE_REDUCE:
		return true;
	default:
		return false;
	}
}

bool collective_reduces(enum collective collective)
{
	return collective == COLLECTIVE_REDUCE || collective == COLLECTIVE_ALLREDUCE ||
	       collective == COLLECTIVE_REDUCE_SCATTER || collective == COLLECTIVE_SCAN;
}

bool collective_has_counts(enum collective collective)
{
	return collective == COLLECTIVE_SCATTERV || collective == COLLECTIVE_GATHERV;
}

/* One more than the last element of the root's buffer that a block has. */
static uint64_t end_of_blocks(const struct call *call)
{
	uint64_t sum = 0, end = 0;

	for (int i = 0; i < call->processes; i++) {
		uint64_t begin = call->displacements ? call->displacements[i] : sum;

		sum += call->counts[i];
		if (call->counts[i] > 0 && begin + call->counts[i] > end)
			end = begin + call->counts[i];
	}
	return end;
}

/* Builders of operations with counts look at each count: to look at all of them here would be work for every process.
 */
static bool is_empty(const struct call *call)
{
	return !collective_has_counts(call->collective) && call->collective != COLLECTIVE_BARRIER && call->count == 0;
}

struct extents algorithm_extents(const struct call *call, int process)
{
	uint64_t n = (uint64_t)call->processes,
		 all = collective_has_counts(call->collective) ? end_of_blocks(call) : call->count * n;
	uint64_t own = collective_has_counts(call->collective) ? call->counts[process] : call->count;
	bool root = process == call->root;
	uint64_t send = 0, receive = 0;

	switch (call->collective) {
	case COLLECTIVE_BARRIER:
		break;
	case COLLECTIVE_BCAST:
		receive = call->count;
		break;
	case COLLECTIVE_SCATTER:
	case COLLECTIVE_SCATTERV:
		return (struct extents){root ? all : 0, root && call->in_place ? 0 : own};
	case COLLECTIVE_GATHER:
	case COLLECTIVE_GATHERV:
		return (struct extents){root && call->in_place ? 0 : own, root ? all : 0};
	case COLLECTIVE_REDUCE:
		return (struct extents){root && call->in_place ? 0 : own, root ? own : 0};
	case COLLECTIVE_ALLREDUCE:
	case COLLECTIVE_SCAN:
		send = receive = own;
		break;
	case COLLECTIVE_ALLGATHER:
		send = own;
		receive = all;
		break;
	case COLLECTIVE_ALLTOALL:
		send = receive = all;
		break;
	case COLLECTIVE_REDUCE_SCATTER:
		send = all;
		receive = call->in_place ? all : own;
		break;
	}
	return (struct extents){call->in_place ? 0 : send, receive};
}

static enum status check_order(const struct call *call, struct error *err)
{
	enum status status = OK;
	bool *seen = calloc((size_t)call->processes, sizeof(*seen));

	if (!seen)
		return error_memory(err, "the order of the processes");
	for (int i = 0; status == OK && i < call->processes; i++) {
		int process = call->order[i];

		if (process < 0 || process >= call->processes)
			status = error_set(err, ERR_INPUT, "order: place %d has process %d; processes are 0 to %d", i,
					   process, call->processes - 1);
		else if (seen[process])
			status = error_set(err, ERR_INPUT,
					   "order: process %d is there twice, at last at place %d; each process must "
					   "be there once",
					   process, i);
		else
			seen[process] = true;
	}
	if (status == OK && call->order[0] != call->root)
		status = error_set(err, ERR_INPUT, "order: process %d comes first; the root, %d, must", call->order[0],
				   call->root);
	free(seen);
	return status;
}

static enum status check_groups(const struct call *call, struct error *err)
{
	for (int i = 0; i < call->processes; i++)
		if (call->group[i] < 0 || call->group[i] >= call->processes)
			return error_set(err, ERR_INPUT,
					 "groups: process %d is in group %d; groups are 0 to %d at most", i,
					 call->group[i], call->processes - 1);
	return OK;
}

static enum status check_blocks(const struct call *call, struct error *err)
{
	uint64_t sum = 0;

	if (!call->counts)
		return error_set(err, ERR_INPUT, "%s needs a count for each process",
				 collective_words[call->collective]);
	for (int i = 0; i < call->processes; i++) {
		uint64_t begin = call->displacements ? call->displacements[i] : sum;

		if (call->counts[i] > UINT64_MAX - sum || call->counts[i] > UINT64_MAX - begin)
			return error_set(err, ERR_INPUT,
					 "counts: with the block of process %d the elements are more than 2^64 - 1", i);
		sum += call->counts[i];
	}
	if (call->collective == COLLECTIVE_SCATTERV || !call->displacements)
		return OK;
	for (int i = 0; i < call->processes; i++)
		for (int k = 0; k < i; k++)
			if (call->counts[i] > 0 && call->counts[k] > 0 &&
			    call->displacements[i] < call->displacements[k] + call->counts[k] &&
			    call->displacements[k] < call->displacements[i] + call->counts[i])
				return error_set(err, ERR_INPUT,
						 "displacements: the blocks of processes %d and %d overlap at the root",
						 k, i);
	return OK;
}

static enum status check_options(const struct algorithm_class *algorithm, const struct call *call, struct error *err)
{
	const char *what = call->segment > 0 && !(algorithm->takes & TAKES_SEGMENT)  ? "segments"
			   : call->fanout != 0 && !(algorithm->takes & TAKES_FANOUT) ? "fan-out"
			   : call->order && !(algorithm->takes & TAKES_ORDER)        ? "order of processes"
			   : call->group && !(algorithm->takes & TAKES_GROUP)        ? "groups"
										     : NULL;

	if (what)
		return error_set(err, ERR_INPUT, "%s by algorithm %s has no %s to choose",
				 collective_words[algorithm->collective], algorithm->name, what);
	if (call->segment > 0 && call->count / call->segment + (call->count % call->segment > 0) > SEGMENTS_MOST)
		return error_set(err, ERR_INPUT, "%llu elements in segments of %llu are too many segments: at most %d",
				 (unsigned long long)call->count, (unsigned long long)call->segment, SEGMENTS_MOST);
	if (call->fanout < 0 || (call->fanout > 0 && call->fanout < algorithm->least_fanout))
		return error_set(err, ERR_INPUT, "a fan-out of %d cannot be; %s by algorithm %s needs at least %d",
				 call->fanout, collective_words[algorithm->collective], algorithm->name,
				 algorithm->least_fanout);
	return OK;
}

enum status algorithm_check(const struct algorithm_class *algorithm, const struct call *call, struct error *err)
{
	if (call->collective != algorithm->collective)
		return error_set(err, ERR_INPUT, "algorithm %s is one of %s, not of %s", algorithm->name,
				 collective_words[algorithm->collective], collective_words[call->collective]);
	if (call->processes < 1)
		return error_set(err, ERR_INPUT, "%d processes cannot be; at least 1", call->processes);
	if (call->root < 0 || call->root >= call->processes)
		return error_set(err, ERR_INPUT, "process %d cannot be the root; processes are 0 to %d", call->root,
				 call->processes - 1);
	if (!collective_has_root(call->collective) && call->root != 0)
		return error_set(err, ERR_INPUT, "%s has no root", collective_words[call->collective]);
	if (call->count > UINT64_MAX / (uint64_t)call->processes)
		return error_set(err, ERR_INPUT, "%llu elements for each of %d processes are more than 2^64 - 1",
				 (unsigned long long)call->count, call->processes);
	if (!collective_has_counts(call->collective) && (call->counts || call->displacements))
		return error_set(err, ERR_INPUT,
				 "%s has the same count for all processes; counts and displacements are for scatterv "
				 "and gatherv",
				 collective_words[call->collective]);
	TRY(check_options(algorithm, call, err));
	if (collective_has_counts(call->collective))
		TRY(check_blocks(call, err));
	if (call->order)
		TRY(check_order(call, err));
	if (call->group)
		TRY(check_groups(call, err));
	return OK;
}

/* Where each block begins if they come one after the other; the caller frees it. NULL if memory does not suffice. */
static uint64_t *offsets(const struct call *call)
{
	uint64_t *list = malloc((size_t)call->processes * sizeof(*list)), sum = 0;

	for (int i = 0; list && i < call->processes; i++) {
		list[i] = sum;
		sum += call->counts[i];
	}
	return list;
}

static enum status build(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct algorithm_use *use = self;
	struct call call = *use->call;
	uint64_t *displacements = NULL;

	if (is_empty(&call))
		return OK;
	if (call.fanout == 0)
		call.fanout = use->algorithm->fanout;
	if (process == call.root && call.counts && !call.displacements) {
		displacements = offsets(&call);
		if (!displacements)
			return error_memory(err, "where blocks begin at the root");
		call.displacements = displacements;
	}
	use->algorithm->build(&call, process, program);
	free(displacements);
	return rank_program_status(program, err);
}

struct schedule algorithm_schedule(const struct algorithm_use *use)
{
	return (struct schedule){.processes = use->call->processes, .build = build, .self = use};
}
