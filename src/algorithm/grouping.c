#include "algorithm/grouping.h"

#include <stdint.h>

int grouping_default_size(int processes)
{
	int size = 1;

	while (2 * (int64_t)size * size < processes)
		size *= 2;
	return size;
}

/* The ranks of the group that a process is in. */
static struct span ranks_of(const struct grouping *grouping, int process)
{
	int begin = process - process % grouping->size;

	return (struct span){begin, grouping->processes - begin < grouping->size ? grouping->processes
										 : begin + grouping->size};
}

/* a + b, around, with both below n. */
static int around(int a, int b, int n)
{
	return a < n - b ? a + b : a - (n - b);
}

int grouping_process(const struct grouping *grouping, int place)
{
	struct span first = ranks_of(grouping, grouping->root);
	int members = first.end - first.begin;

	if (place < members)
		return first.begin + around(grouping->root - first.begin, place, members);
	return around(first.end - 1, place - members + 1, grouping->processes);
}

int grouping_place(const struct grouping *grouping, int process)
{
	struct span first = ranks_of(grouping, grouping->root);

	if (process >= first.begin && process < first.end)
		return process >= grouping->root ? process - grouping->root
						 : process - grouping->root + first.end - first.begin;
	return process >= first.end ? process - first.begin : process + grouping->processes - first.begin;
}

struct span grouping_span(const struct grouping *grouping, int place)
{
	int process = grouping_process(grouping, place);
	struct span ranks = ranks_of(grouping, process);
	int begin = grouping->root >= ranks.begin && grouping->root < ranks.end ? 0 : place - (process - ranks.begin);

	return (struct span){begin, begin + ranks.end - ranks.begin};
}
