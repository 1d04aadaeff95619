#ifndef TESTS_ALGORITHM_MESSAGES_H
#define TESTS_ALGORITHM_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "algorithm/algorithm.h"

/* Elements and segments of a message by which an algorithm is checked, and whether it must be itself then, not what it
 * becomes below its threshold. */
struct message {
	uint64_t count, segment;
	bool itself;
};

enum { MESSAGES_MAX = 6 };

/* An algorithm that becomes another one for messages that are too short, or for numbers of processes. */
struct threshold {
	enum collective collective;
	const char *name, *otherwise;
	int from, multiple; /* the least number of processes for which the two differ, which divides by multiple, or is
			       a power of two if that is 0 */
};

/* NULL for an algorithm that is always itself. */
static inline const struct threshold *threshold_of(const struct algorithm_class *algorithm)
{
	static const struct threshold list[] = {
		{COLLECTIVE_BCAST, "split-binary", "pipeline", 3, 1},
		{COLLECTIVE_BCAST, "scatter-allgather", "linear", 2, 1},
		{COLLECTIVE_BCAST, "scatter-ring", "linear", 2, 1},
		{COLLECTIVE_REDUCE, "rabenseifner", "linear", 2, 1},
		{COLLECTIVE_REDUCE, "rabenseifner-mpich", "binomial", 2, 1},
		{COLLECTIVE_ALLREDUCE, "ring", "recursive-doubling", 2, 1},
		{COLLECTIVE_ALLREDUCE, "segmented-ring", "ring", 2, 1},
		{COLLECTIVE_ALLREDUCE, "rabenseifner", "linear", 2, 1},
		{COLLECTIVE_ALLREDUCE, "rabenseifner-mpich", "recursive-doubling", 2, 1},
		{COLLECTIVE_ALLGATHER, "recursive-doubling", "bruck", 4, 0},
		{COLLECTIVE_ALLGATHER, "neighbour-exchange", "ring", 4, 2},
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (list[i].collective == algorithm->collective && strcmp(list[i].name, algorithm->name) == 0)
			return &list[i];
	return NULL;
}

static inline bool is_above(const struct threshold *threshold, int processes)
{
	bool fits = threshold->multiple > 0 ? processes % threshold->multiple == 0 : (processes & (processes - 1)) == 0;

	return fits && processes >= threshold->from;
}

/*
 * The messages for a number of processes: three elements in one piece, in segments of one element, and in segments that
 * do not divide it; for algorithms with a threshold also as many as they need at least, and some more: of
 * segmented-ring, whose rounds are segments, those that make three rounds.
 */
static inline size_t messages_of(const struct algorithm_class *algorithm, int processes, struct message *list)
{
	const struct threshold *threshold = threshold_of(algorithm);
	bool segments = algorithm->takes & TAKES_SEGMENT, above = threshold && is_above(threshold, processes),
	     by_count = threshold && threshold->multiple == 1;
	uint64_t p = (uint64_t)processes;
	size_t n = 0;

	list[n++] = (struct message){3, 0, above && !by_count};
	if (segments) {
		list[n++] = (struct message){3, 1, false};
		list[n++] = (struct message){3, 2, false};
	}
	if (by_count && segments && algorithm->collective == COLLECTIVE_BCAST) {
		list[n++] = (struct message){2, 1, above};
		list[n++] = (struct message){7, 2, above};
	} else if (by_count && segments) {
		list[n++] = (struct message){3 * p + 1, 1, above};
		list[n++] = (struct message){5 * p + 1, 2, above};
	} else if (by_count) {
		list[n++] = (struct message){p, 0, above};
		list[n++] = (struct message){2 * p + 1, 0, above};
	}
	return n;
}

/* Whether two parts send the same to the same processes in the same order. */
static inline bool sends_are_the_same(const struct rank_program *a, const struct rank_program *b)
{
	size_t i = 0, k = 0;

	for (;; i++, k++) {
		while (i < a->n && a->operations[i].kind != OP_SEND)
			i++;
		while (k < b->n && b->operations[k].kind != OP_SEND)
			k++;
		if (i == a->n || k == b->n)
			return i == a->n && k == b->n;
		if (a->operations[i].peer != b->operations[k].peer || a->operations[i].count != b->operations[k].count)
			return false;
	}
}

/* Whether any process's messages differ from those of what the algorithm becomes below its threshold, as they must.
 * parts are two to work in. */
static inline bool is_itself(const struct algorithm_class *algorithm, const struct call *call,
			     struct rank_program parts[2])
{
	struct call other = *call;
	struct algorithm_use uses[2] = {
		{algorithm, call},
		{algorithm_find(call->collective, threshold_of(algorithm)->otherwise, NULL), &other}};

	if (!uses[1].algorithm)
		return false;
	if (!(uses[1].algorithm->takes & TAKES_SEGMENT))
		other.segment = 0;
	for (int process = 0; process < call->processes; process++) {
		for (int i = 0; i < 2; i++) {
			struct schedule schedule = algorithm_schedule(&uses[i]);

			rank_program_clear(&parts[i]);
			if (schedule.build(schedule.self, process, &parts[i], NULL) != OK)
				return false;
		}
		if (!sends_are_the_same(&parts[0], &parts[1]))
			return true;
	}
	return false;
}

#endif
