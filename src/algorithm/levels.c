#include "algorithm/levels.h"

#include <stdlib.h>

/*
 * Trees over groups of processes. call is the caller's with an order in which each group is consecutive, the root's
 * first and each led by the first of its processes in the caller's order; tree is over its places. Without groups and
 * order of the caller's it is all arithmetic and takes no memory.
 */
struct levels {
	struct call call;
	struct tree tree;
	int *memory;
};

static int group_of(const struct call *call, int process, int size)
{
	return call->group ? call->group[process] : process / size;
}

/* Numbers the groups as they come in the order: number by group, members by number. Returns how many there are. */
static int number_groups(const struct call *call, int size, int *number, int *members)
{
	int n = 0;

	for (int i = 0; i < call->processes; i++) {
		number[i] = -1;
		members[i] = 0;
	}
	for (int i = 0; i < call->processes; i++) {
		int group = group_of(call, process_at(call, i), size);

		if (number[group] < 0)
			number[group] = n++;
		members[number[group]]++;
	}
	return n;
}

/* False on allocation failure: program->out_of_memory is then set. */
static bool levels_init(struct levels *levels, const struct call *call, enum shape shape, struct rank_program *program)
{
	size_t n = (size_t)call->processes;
	int size = grouping_default_size(call->processes), groups, place = 0, *memory, *order, *leader, *end, *number,
	    *members;

	*levels = (struct levels){.call = *call};
	levels->tree =
		(struct tree){.shape = shape, .n = call->processes, .groups = {call->processes, call->root, size}};
	if (!call->group && !call->order) {
		levels->call.grouped = size;
		return true;
	}
	memory = order = malloc(5 * n * sizeof(*memory));
	if (!memory) {
		program->out_of_memory = true;
		return false;
	}
	leader = order + n;
	end = leader + n;
	number = end + n;
	members = number + n;
	groups = number_groups(call, size, number, members);
	for (int g = 0; g < groups; g++) {
		int after = place + members[g];

		members[g] = place;
		for (int begin = place; place < after; place++) {
			leader[place] = begin;
			end[place] = after;
		}
	}
	for (int i = 0; i < call->processes; i++) {
		int process = process_at(call, i);

		order[members[number[group_of(call, process, size)]]++] = process;
	}
	levels->memory = memory;
	levels->call.order = order;
	levels->tree.leader = leader;
	levels->tree.end = end;
	return true;
}

void levels_build(const struct call *call, int process, struct rank_program *program, enum shape shape,
		  void (*build)(const struct call *call, int process, struct rank_program *program,
				const struct tree *tree))
{
	struct levels levels;

	if (!levels_init(&levels, call, shape, program))
		return;
	build(&levels.call, process, program, &levels.tree);
	free(levels.memory);
}
