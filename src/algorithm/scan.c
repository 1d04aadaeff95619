#include "algorithm/classes.h"

#include "algorithm/build.h"

static void scan_linear(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);

	builder_copy(&builder, input(call, process), output(), call->count);
	if (process > 0) {
		struct place before = rank_program_scratch(program, call->count);

		builder_receive(&builder, process - 1, before, call->count);
		builder_step(&builder);
		builder_reduce(&builder, before, output(), call->count);
	}
	builder_step(&builder);
	if (process + 1 < call->processes)
		builder_send(&builder, process + 1, output(), call->count);
}

/* Each holds the product of those up to itself, its result, and that of its group, which doubles. */
static void scan_recursive_doubling(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	struct place group = rank_program_scratch(program, call->count),
		     theirs = rank_program_scratch(program, call->count);

	builder_copy(&builder, input(call, process), output(), call->count);
	builder_copy(&builder, input(call, process), group, call->count);
	for (int64_t distance = 1; distance < call->processes; distance *= 2) {
		int64_t peer = process ^ distance;

		if (peer >= call->processes)
			continue;
		builder_exchange(&builder, (int)peer, group, call->count, (int)peer, theirs, call->count);
		builder_step(&builder);
		if (peer < process) {
			builder_reduce(&builder, theirs, output(), call->count);
			builder_reduce(&builder, theirs, group, call->count);
		} else {
			struct place product = theirs;

			builder_reduce(&builder, group, theirs, call->count);
			theirs = group;
			group = product;
		}
	}
}

const struct algorithm_class scan_classes[] = {
	{.name = "linear",
	 .collective = COLLECTIVE_SCAN,
	 .build = scan_linear,
	 .about = "each process receives from the one before and sends to the next",
	 .libraries = "Open MPI 1"},
	{.name = "recursive-doubling",
	 .collective = COLLECTIVE_SCAN,
	 .build = scan_recursive_doubling,
	 .about = "pairs at distance 1, 2, 4, ... exchange the products of their groups",
	 .libraries = "Open MPI 2, MPICH recursive_doubling"},
	{0},
};
