#include "algorithm/classes.h"

#include "algorithm/build.h"

static struct place nothing(void)
{
	return (struct place){BUFFER_SCRATCH, 0};
}

static void tell(struct step_builder *builder, int peer)
{
	builder_step(builder);
	builder_send(builder, peer, nothing(), 0);
}

static void await(struct step_builder *builder, int peer)
{
	builder_step(builder);
	builder_receive(builder, peer, nothing(), 0);
}

static void exchange(struct step_builder *builder, int to, int from)
{
	builder_exchange(builder, to, nothing(), 0, from, nothing(), 0);
}

static void barrier_linear(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);

	if (process > 0) {
		tell(&builder, 0);
		await(&builder, 0);
		return;
	}
	for (int peer = 1; peer < call->processes; peer++)
		builder_receive(&builder, peer, nothing(), 0);
	builder_step(&builder);
	for (int peer = 1; peer < call->processes; peer++)
		builder_send(&builder, peer, nothing(), 0);
}

static void barrier_double_ring(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int left = process > 0 ? process - 1 : call->processes - 1,
	    right = process + 1 < call->processes ? process + 1 : 0;

	for (int turn = 0; call->processes > 1 && turn < 2; turn++) {
		if (process > 0)
			await(&builder, left);
		tell(&builder, right);
		if (process == 0)
			await(&builder, left);
	}
}

static void barrier_recursive_doubling(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int power = power_below(call->processes);

	if (process >= power) {
		exchange(&builder, process - power, process - power);
		return;
	}
	if (process < call->processes - power)
		await(&builder, process + power);
	for (int distance = 1; distance < power; distance *= 2)
		exchange(&builder, process ^ distance, process ^ distance);
	if (process < call->processes - power)
		tell(&builder, process + power);
}

static void barrier_dissemination(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int64_t n = call->processes;

	for (int64_t distance = 1; distance < n; distance *= 2)
		exchange(&builder, (int)((process + distance) % n), (int)((process + n - distance) % n));
}

/* One level of the tree, for those whose lower bits are 0: those below hear from or speak to those above. */
static void level(struct step_builder *builder, int64_t jump, bool up)
{
	int64_t peer = builder->process ^ jump;

	if ((peer & (jump - 1)) != 0 || peer >= builder->processes)
		return;
	if ((peer > builder->process) == up)
		await(builder, (int)peer);
	else
		tell(builder, (int)peer);
}

static void barrier_tree(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int64_t jump = 1;

	for (; jump < call->processes; jump *= 2)
		level(&builder, jump, true);
	for (jump /= 2; jump > 0; jump /= 2)
		level(&builder, jump, false);
}

const struct algorithm_class barrier_classes[] = {
	{.name = "linear",
	 .collective = COLLECTIVE_BARRIER,
	 .build = barrier_linear,
	 .about = "all tell process 0, which then tells all",
	 .libraries = "Open MPI 1"},
	{.name = "double-ring",
	 .collective = COLLECTIVE_BARRIER,
	 .build = barrier_double_ring,
	 .about = "a message goes around the ring twice",
	 .libraries = "Open MPI 2"},
	{.name = "recursive-doubling",
	 .collective = COLLECTIVE_BARRIER,
	 .build = barrier_recursive_doubling,
	 .about = "pairs at distance 1, 2, 4, ...; processes beyond a power of two are told for before and after",
	 .libraries = "Open MPI 3"},
	{.name = "dissemination",
	 .collective = COLLECTIVE_BARRIER,
	 .build = barrier_dissemination,
	 .about = "in step k each sends to process + 2^k and receives from process - 2^k",
	 .libraries = "Open MPI 4, MPICH dissemination"},
	{.name = "tree",
	 .collective = COLLECTIVE_BARRIER,
	 .build = barrier_tree,
	 .about = "up a binomial tree to process 0 and down again",
	 .libraries = "Open MPI 6"},
	{0},
};
