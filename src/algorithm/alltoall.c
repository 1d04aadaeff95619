#include "algorithm/classes.h"

#include "algorithm/bine.h"

static struct place block(enum buffer buffer, const struct call *call, int process)
{
	return (struct place){buffer, call->count * (uint64_t)process};
}

/* As MPICH does in place, whatever the algorithm: pair after pair exchanges its blocks, by way of a copy of what is
 * sent. */
static void in_place(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	struct place copy = rank_program_scratch(program, call->count);

	for (int peer = 0; peer < call->processes; peer++) {
		if (peer == process)
			continue;
		builder_step(&builder);
		builder_copy(&builder, block(BUFFER_RECEIVE, call, peer), copy, call->count);
		builder_exchange(&builder, peer, copy, call->count, peer, block(BUFFER_RECEIVE, call, peer),
				 call->count);
	}
}

static void keep_own(struct step_builder *builder)
{
	builder_copy(builder, block(BUFFER_SEND, builder->call, builder->process),
		     block(BUFFER_RECEIVE, builder->call, builder->process), builder->call->count);
}

/* The process so many places further on, around. */
static int further(const struct call *call, int process, int places)
{
	return (int)(((int64_t)process + places) % call->processes);
}

static void alltoall_linear(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int n = call->processes;

	if (call->in_place) {
		in_place(call, process, program);
		return;
	}
	keep_own(&builder);
	builder_step(&builder);
	for (int i = 1; i < n; i++)
		builder_receive(&builder, further(call, process, i),
				block(BUFFER_RECEIVE, call, further(call, process, i)), call->count);
	for (int i = n - 1; i > 0; i--)
		builder_send(&builder, further(call, process, i), block(BUFFER_SEND, call, further(call, process, i)),
			     call->count);
}

static void alltoall_linear_by_rank(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);

	if (call->in_place) {
		in_place(call, process, program);
		return;
	}
	keep_own(&builder);
	builder_step(&builder);
	for (int from = 0; from < call->processes; from++)
		if (from != process)
			builder_receive(&builder, from, block(BUFFER_RECEIVE, call, from), call->count);
	for (int to = 0; to < call->processes; to++)
		if (to != process)
			builder_send(&builder, to, block(BUFFER_SEND, call, to), call->count);
}

/* The library begins the next request when any has ended; here it is the one that has been under way longest that must
 * have. */
static void alltoall_linear_synchronised(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int n = call->processes, outstanding = call->fanout / 2 > 0 ? call->fanout / 2 : 1;
	size_t first;

	if (call->in_place) {
		in_place(call, process, program);
		return;
	}
	keep_own(&builder);
	first = program->n;
	for (int i = 1; i < n; i++) {
		int from = further(call, process, i), to = further(call, process, n - i);

		rank_program_receive(program, from, 0, block(BUFFER_RECEIVE, call, from), call->count);
		if (i > outstanding)
			rank_program_after(program, first + 2 * (size_t)(i - 1 - outstanding));
		rank_program_send(program, to, 0, block(BUFFER_SEND, call, to), call->count);
		if (i > outstanding)
			rank_program_after(program, first + 2 * (size_t)(i - 1 - outstanding) + 1);
	}
}

static void alltoall_pairwise(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int n = call->processes;

	if (call->in_place) {
		in_place(call, process, program);
		return;
	}
	for (int i = 1; i < n; i++) {
		int to = further(call, process, i), from = further(call, process, n - i);

		builder_exchange(&builder, to, block(BUFFER_SEND, call, to), call->count, from,
				 block(BUFFER_RECEIVE, call, from), call->count);
	}
	builder_step(&builder);
	keep_own(&builder);
}

/* Of a power of two of processes, those that exchange their blocks in a step differ by one exclusive or. */
static void alltoall_pairwise_mpich(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int n = call->processes;
	bool power = power_below(n) == n;

	if (call->in_place) {
		in_place(call, process, program);
		return;
	}
	keep_own(&builder);
	for (int i = 1; i < n; i++) {
		int to = power ? process ^ i : further(call, process, i),
		    from = power ? to : further(call, process, n - i);

		builder_exchange(&builder, to, block(BUFFER_SEND, call, to), call->count, from,
				 block(BUFFER_RECEIVE, call, from), call->count);
	}
}

/* Copies the blocks whose number has the bit between their places and a packed one; runs of distance blocks have it.
 * Returns how many there are. */
static uint64_t pack(struct step_builder *builder, struct place blocks, struct place packed, int64_t distance,
		     bool unpack)
{
	uint64_t count = builder->call->count, moved = 0;

	for (int64_t begin = distance; begin < builder->processes; begin += 2 * distance) {
		uint64_t run = count * (uint64_t)(builder->processes - begin < distance ? builder->processes - begin
											: distance);
		struct place at = place_at(blocks, count * (uint64_t)begin), there = place_at(packed, moved);

		builder_copy(builder, unpack ? there : at, unpack ? at : there, run);
		moved += run;
	}
	return moved;
}

/* Block i is what goes to the process i further on; in round k those with bit k move 2^k on. */
static void alltoall_bruck(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	uint64_t n = (uint64_t)call->processes, own = (uint64_t)process;
	struct place blocks, out, in;

	if (call->in_place) {
		in_place(call, process, program);
		return;
	}
	blocks = rank_program_scratch(program, n * call->count);
	out = rank_program_scratch(program, (n + 1) / 2 * call->count);
	in = rank_program_scratch(program, (n + 1) / 2 * call->count);
	builder_copy(&builder, block(BUFFER_SEND, call, process), blocks, (n - own) * call->count);
	builder_copy(&builder, block(BUFFER_SEND, call, 0), place_at(blocks, (n - own) * call->count),
		     own * call->count);
	for (int64_t distance = 1; distance < call->processes; distance *= 2) {
		uint64_t count;

		builder_step(&builder);
		count = pack(&builder, blocks, out, distance, false);
		builder_exchange(&builder, further(call, process, (int)distance), out, count,
				 further(call, process, (int)(call->processes - distance)), in, count);
		builder_step(&builder);
		pack(&builder, blocks, in, distance, true);
	}
	builder_step(&builder);
	for (int i = 0; i < call->processes; i++)
		builder_copy(&builder, place_at(blocks, (uint64_t)i * call->count),
			     block(BUFFER_RECEIVE, call, further(call, process, call->processes - i)), call->count);
}

/* Blocks on their way through a butterfly: of each destination in a row of numbers those of the same sources, one
 * destination after the other around the circle from first on. */
struct transit {
	struct place blocks, arrived, merged; /* room for all blocks, half of them, and all */
	int first;
	uint64_t destinations, sources;
};

/* Those for the partner's side of the row go there; of those for this side, what arrives comes behind what is here. */
static void pass_on(struct step_builder *builder, struct transit *transit, int step)
{
	int n = builder->processes, partner = bine_partner(n, builder->process, step);
	uint64_t own = (uint64_t)bine_rows(n, builder->process, step).row[0].begin, half = transit->destinations / 2,
		 size = transit->sources * builder->call->count;
	bool upper = own != (uint64_t)transit->first;
	struct place kept = place_at(transit->blocks, upper ? half * size : 0), before = transit->blocks;

	builder_exchange(builder, partner, place_at(transit->blocks, upper ? 0 : half * size), half * size, partner,
			 transit->arrived, half * size);
	builder_step(builder);
	for (uint64_t i = 0; i < half; i++) {
		builder_copy(builder, place_at(kept, i * size), place_at(transit->merged, 2 * i * size), size);
		builder_copy(builder, place_at(transit->arrived, i * size),
			     place_at(transit->merged, (2 * i + 1) * size), size);
	}
	builder_step(builder);
	*transit = (struct transit){transit->merged, transit->arrived, before, (int)own, half, 2 * transit->sources};
}

/* Who sent the block at a position among those for this process: what came in step 0 is the upper half, ... */
static int source_at(int processes, int process, int position)
{
	for (int step = 0, half = processes / 2; half > 0; step++, half /= 2)
		if (position & half)
			process = bine_partner(processes, process, step);
	return process;
}

static void alltoall_bine(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int n = call->processes, steps = 0;
	uint64_t all = call->count * (uint64_t)n, before;
	struct transit transit = {.destinations = (uint64_t)n, .sources = 1};

	if (call->in_place || power_below(n) != n) {
		alltoall_bruck(call, process, program);
		return;
	}
	while (1 << steps < n)
		steps++;
	transit.blocks = rank_program_scratch(program, all);
	transit.arrived = rank_program_scratch(program, all / 2);
	transit.merged = rank_program_scratch(program, all);
	transit.first = bine_rows(n, process, steps).row[0].begin;
	before = call->count * (uint64_t)transit.first;
	builder_copy(&builder, block(BUFFER_SEND, call, transit.first), transit.blocks, all - before);
	builder_copy(&builder, block(BUFFER_SEND, call, 0), place_at(transit.blocks, all - before), before);
	builder_step(&builder);
	while (steps-- > 0)
		pass_on(&builder, &transit, steps);
	for (int i = 0; i < n; i++)
		builder_copy(&builder, place_at(transit.blocks, call->count * (uint64_t)i),
			     block(BUFFER_RECEIVE, call, source_at(n, process, i)), call->count);
}

static void alltoall_scattered(const struct call *call, int process, struct rank_program *program)
{
	struct step_builder builder = builder_begin(call, process, program);
	int n = call->processes;

	if (call->in_place) {
		in_place(call, process, program);
		return;
	}
	keep_own(&builder);
	for (int64_t begin = 0; begin < n; begin += call->fanout) {
		int first = begin > 0 ? (int)begin : 1, end = call->fanout < n - begin ? (int)begin + call->fanout : n;

		for (int i = first; i < end; i++)
			builder_receive(&builder, further(call, process, i),
					block(BUFFER_RECEIVE, call, further(call, process, i)), call->count);
		for (int i = first; i < end; i++)
			builder_send(&builder, further(call, process, n - i),
				     block(BUFFER_SEND, call, further(call, process, n - i)), call->count);
		builder_step(&builder);
	}
}

const struct algorithm_class alltoall_classes[] = {
	{.name = "linear",
	 .collective = COLLECTIVE_ALLTOALL,
	 .build = alltoall_linear,
	 .about = "all sends and receives at once, to the process before first",
	 .libraries = "Open MPI 1"},
	{.name = "linear-by-rank",
	 .collective = COLLECTIVE_ALLTOALL,
	 .build = alltoall_linear_by_rank,
	 .about = "all sends and receives at once, by rank",
	 .libraries = "Open MPI ialltoall"},
	{.name = "pairwise",
	 .collective = COLLECTIVE_ALLTOALL,
	 .build = alltoall_pairwise,
	 .about = "in step i each sends to process + i and receives from process - i",
	 .libraries = "Open MPI 2"},
	{.name = "pairwise-mpich",
	 .collective = COLLECTIVE_ALLTOALL,
	 .build = alltoall_pairwise_mpich,
	 .about = "of a power of two of processes each exchanges blocks with process XOR i in step i; of others as "
		  "pairwise",
	 .libraries = "MPICH pairwise"},
	{.name = "bruck",
	 .collective = COLLECTIVE_ALLTOALL,
	 .build = alltoall_bruck,
	 .about = "in round k about half of the blocks go 2^k processes further",
	 .libraries = "Open MPI 3, MPICH brucks"},
	{.name = "linear-synchronised",
	 .collective = COLLECTIVE_ALLTOALL,
	 .takes = TAKES_FANOUT,
	 .fanout = 32,
	 .least_fanout = 1,
	 .build = alltoall_linear_synchronised,
	 .about = "sends and receives with at most fanout of them under way",
	 .libraries = "Open MPI 4"},
	{.name = "scattered",
	 .collective = COLLECTIVE_ALLTOALL,
	 .takes = TAKES_FANOUT,
	 .fanout = 32,
	 .least_fanout = 1,
	 .build = alltoall_scattered,
	 .about = "sends and receives in batches of fanout, the process's own block counted among them",
	 .libraries = "MPICH scattered"},
	{.name = "bine",
	 .collective = COLLECTIVE_ALLTOALL,
	 .build = alltoall_bine,
	 .about =
		 "pairs at distances of about a third, a sixth, ... of the processes' number, to either side, exchange "
		 "the blocks for each other's side (Bine); bruck unless the processes are a power of two"},
	{0},
};
