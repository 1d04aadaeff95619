#include "algorithm/classes.h"

#include "algorithm/build.h"

static struct place nothing(void)
{
	return (struct place){BUFFER_SCRATCH, 0};
}

static void exchange(struct walk *walk, int to, int from)
{
	walk_exchange(walk, to, nothing(), 0, from, nothing(), 0);
}

static void barrier_dissemination(const struct call *call, int process, struct part *part)
{
	struct walk walk = walk_begin(call, process, part);
	int64_t n = call->processes;

	for (int64_t distance = 1; distance < n; distance *= 2)
		exchange(&walk, (int)((process + distance) % n), (int)((process + n - distance) % n));
}

const struct algorithm_class barrier_classes[] = {
	{.name = "dissemination", .collective = COLLECTIVE_BARRIER, .build = barrier_dissemination,
		.about = "in step k each sends to process + 2^k and receives from process - 2^k", .libraries = "Open MPI 4, MPICH dissemination"},
	{0},
};
