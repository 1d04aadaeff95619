#include "mpi/stress/plan.h"

#include "base/random.h"
#include "mpi/stress/place.h"

#include <stdlib.h>
#include <string.h>

enum { LAYOUTS = 4, ROW = 5, ROW_OF_LARGE = 2, SIZES_MOST = 3 * 64 };

/* Messages up to this size are sent five in a row, larger ones two. */
static const size_t small = (size_t)64 << 10;

const char *const stress_operation_names[] = {"send",   "ssend",    "isend",    "persistent", "sendrecv",
					      "put",    "put-lock", "get",      "get-lock",   "bcast",
					      "gather", "scatter",  "alltoall", "allreduce",  NULL};

static size_t in_a_row(size_t bytes)
{
	return bytes <= small ? ROW : ROW_OF_LARGE;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static size_t greatest(size_t a, size_t b)
{
	return a > b ? a : b;
}

size_t stress_room(const struct stress_plan *plan)
{
	size_t of_small = ROW * (least(plan->largest, small) + STRESS_SLACK),
	       of_large = ROW_OF_LARGE * (plan->largest + STRESS_SLACK);
	size_t of_all = 2 * plan->largest + (size_t)plan->processes * STRESS_SLACK;

	return greatest(of_all, greatest(of_small, of_large));
}

/* Operations that need room for a message of each process. */
static bool takes_all(int operation)
{
	return operation == STRESS_GATHER || operation == STRESS_SCATTER || operation == STRESS_ALLTOALL;
}

static size_t list_sizes(size_t largest, size_t *sizes)
{
	size_t n = 0;

	sizes[n++] = 0;
	for (size_t power = 2; power - 1 <= largest; power *= 2)
		for (size_t bytes = power - 1; bytes <= power + 1; bytes++)
			if (bytes <= largest && bytes > sizes[n - 1])
				sizes[n++] = bytes;
	return n;
}

static uint64_t pack(int operation, size_t size, int pairing, int direction)
{
	return (uint64_t)operation << 56 | (uint64_t)size << 40 | (uint64_t)pairing << 1 | (uint64_t)direction;
}

/* Adds the steps of an operation with a size; entries NULL: only counts them. Returns how many there are then. */
static size_t add_steps(const struct stress_plan *plan, int operation, size_t index, size_t bytes, uint64_t *entries,
			size_t n)
{
	int pairings = operation < STRESS_BCAST ? stress_pairings(plan->processes) : 1;
	int directions = operation < STRESS_BCAST && operation != OPERATION_SENDRECV ? 2 : 1;

	if (!(plan->operations >> operation & 1) ||
	    (takes_all(operation) && bytes > 2 * plan->largest / (size_t)plan->processes))
		return n;
	for (int pairing = 0; pairing < pairings; pairing++)
		for (int direction = 0; direction < directions; direction++, n++)
			if (entries)
				entries[n] = pack(operation, index, pairing, direction);
	return n;
}

static size_t add_all(const struct stress_steps *steps, uint64_t *entries)
{
	size_t n = 0;

	for (int operation = 0; operation < STRESS_OPERATIONS; operation++)
		for (size_t i = 0; i < steps->n_sizes; i++)
			n = add_steps(&steps->plan, operation, i, steps->sizes[i], entries, n);
	return n;
}

enum status stress_steps_init(struct stress_steps *steps, const struct stress_plan *plan, struct error *err)
{
	*steps = (struct stress_steps){.plan = *plan, .sizes = malloc(SIZES_MOST * sizeof(*steps->sizes))};
	if (!steps->sizes)
		return error_memory(err, "the sizes of messages");
	steps->n_sizes = list_sizes(plan->largest, steps->sizes);
	steps->n = add_all(steps, NULL);
	steps->entries = malloc((steps->n + 1) * sizeof(*steps->entries));
	steps->order = malloc((steps->n + 1) * sizeof(*steps->order));
	if (!steps->entries || !steps->order) {
		stress_steps_release(steps);
		return error_memory(err, "the list of what is sent");
	}
	add_all(steps, steps->entries);
	return OK;
}

void stress_steps_release(struct stress_steps *steps)
{
	free(steps->sizes);
	free(steps->entries);
	free(steps->order);
	*steps = (struct stress_steps){0};
}

void stress_shuffle(struct stress_steps *steps, size_t round)
{
	struct random random;

	random_init(&random, steps->plan.seed * UINT64_C(0x9e3779b97f4a7c15) + round);
	for (size_t i = 0; i < steps->n; i++)
		steps->order[i] = i;
	random_shuffle(&random, steps->order, steps->n);
}

struct stress_step stress_step(const struct stress_steps *steps, size_t round, size_t i)
{
	uint64_t entry = steps->entries[steps->order[i]], combination;
	struct stress_step step = {.number = round * steps->n + i,
				   .operation = (int)(entry >> 56),
				   .pairing = (int)(entry >> 1 & 0x3fffffff),
				   .reversed = entry & 1};
	struct random random;

	random_init(&random, steps->plan.seed + entry);
	combination = (random_bits(&random) + round) % ((uint64_t)LAYOUTS * LAYOUTS * STRESS_PATTERNS);
	random_init(&random, steps->plan.seed + entry + (round + 1) * UINT64_C(0xd1342543de82ef95));
	step.bytes = steps->sizes[entry >> 40 & 0xffff];
	step.messages = in_a_row(step.bytes);
	step.layout[0] = (enum layout_kind)(combination % LAYOUTS);
	step.layout[1] = (enum layout_kind)(combination / LAYOUTS % LAYOUTS);
	step.pattern = (enum stress_pattern)(combination / LAYOUTS / LAYOUTS);
	step.root = (int)random_below(&random, (size_t)steps->plan.processes);
	step.open = random_below(&random, 2) ? STRESS_OPEN_SOURCE : STRESS_OPEN_TAG;
	step.seed = random_bits(&random);
	if (step.operation == STRESS_ALLREDUCE)
		step.layout[0] = step.layout[1] = LAYOUT_CONTIGUOUS;
	return step;
}

int stress_pairings(int processes)
{
	return processes % 2 ? processes : processes - 1;
}

/* The circle method: the last of an even number stays in its place, the others go round. */
int stress_peer(int processes, int pairing, int process)
{
	int n = stress_pairings(processes), peer = (int)((2LL * pairing - process + n) % n);

	if (processes % 2 == 0 && process == processes - 1)
		return pairing;
	if (peer != process)
		return peer;
	return processes % 2 ? -1 : processes - 1;
}

struct content stress_content(const struct stress_step *step, size_t i)
{
	return (struct content){.pattern = (enum stress_pattern)((step->pattern + i) % STRESS_PATTERNS),
				.seed = step->seed + i * UINT64_C(0xaef17502108ef2d9)};
}
