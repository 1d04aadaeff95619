/*
 * Every algorithm, executed, against the MPI library's own operation: what it leaves in memory must be the same byte
 * for byte, gaps and surroundings included. All numbers are integers, so that any order of reduction that the standard
 * allows gives the same. Prints how much was compared and what differed. An argument "quick" leaves out the larger part
 * of the combinations.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "algorithm/algorithm.h"
#include "execute_trial.h"
#include "mpi/clock.h"
#include "mpi/execute/execute.h"
#include "mpi/portable.h"

enum { GAP = 2 };

static bool has_counts(enum collective collective)
{
	return collective == COLLECTIVE_SCATTERV || collective == COLLECTIVE_GATHERV;
}

/* Blocks of different lengths, some empty, with gaps between them. */
static void choose_counts(const struct test *t, struct trial *trial, uint64_t *counts, uint64_t *displacements,
			  int *mpi)
{
	uint64_t place = 1;

	for (int i = 0; i < t->size; i++) {
		counts[i] = i % 3 == 1 || trial->call.count == 0 ? 0 : trial->call.count + (uint64_t)i;
		displacements[i] = place;
		place += counts[i] + GAP;
		mpi[i] = (int)counts[i];
		mpi[t->size + i] = (int)displacements[i];
	}
	trial->call.counts = counts;
	trial->call.displacements = displacements;
	trial->counts = mpi;
	trial->places = mpi + t->size;
}

/* How the algorithm is told to go about it: 0 as it does by itself, 1 in segments with its least fan-out, 2 through the
 * processes in falling order and in groups of alternate processes. */
static bool choose_variant(const struct test *t, struct trial *trial, int variant, int *order, int *group)
{
	unsigned takes = trial->algorithm->takes;
	struct call *c = &trial->call;

	if (variant == 1 && takes & TAKES_SEGMENT)
		c->segment = c->count > 100 ? 300 : 3;
	if (variant == 1 && takes & TAKES_FANOUT)
		c->fanout = trial->algorithm->least_fanout;
	for (int i = 0; i < t->size; i++) {
		order[i] = (c->root + t->size - i) % t->size;
		group[i] = t->size > 1 ? i % 2 : 0;
	}
	if (variant == 2 && takes & TAKES_ORDER)
		c->order = order;
	if (variant == 2 && takes & TAKES_GROUP)
		c->group = group;
	return variant == 0 || c->segment > 0 || c->fanout > 0 || c->order || c->group;
}

static void finish_trial(struct test *t, struct trial *trial)
{
	bool concerned = !collective_has_root(trial->call.collective) || t->rank == trial->call.root;
	size_t extent = (size_t)trial->element->extent;

	trial->in_place_here = trial->call.in_place && concerned;
	trial->extents = algorithm_extents(&trial->call, t->rank);
	trial->send_bytes = (size_t)trial->extents.send * extent + 2 * GUARD;
	trial->receive_bytes = (size_t)trial->extents.receive * extent + 2 * GUARD;
	run_trial(t, trial);
}

/* How much work a test of an algorithm is. */
struct scope {
	const int *counts, *roots;
	int n_counts, n_roots;
	bool all;
};

/* Every type at counts that are quick, the larger ones by two of them. A quick test has all types at one count, one
 * type at the others, and variants at one count. */
static bool wanted(const struct scope *scope, int count, int type, int variant)
{
	if (scope->all)
		return count <= 7 || (variant == 0 ? count <= 1000 || type < 2 : count == 1000 && type == 1);
	return variant == 0 ? count == 7 || type == 1 : type == 1 && count == 7;
}

/* By two operations: that commute, of the library's own type, or one that does and one that does not. */
static void try_reductions(struct test *t, const struct trial *like, int type)
{
	const struct {
		MPI_Op op;
		const char *name;
		bool commutes;
	} operations[] = {
		{type == 0 ? MPI_SUM : t->of.add[type], "sum", true},
		{type == 0 ? MPI_BXOR : t->of.affine[type], type == 0 ? "exclusive or" : "composition of maps",
		 type == 0},
	};

	for (int i = 0; i < 2; i++) {
		struct trial trial = *like;

		if (type > (PORTABLE_SIMULATED ? 0 : 1) && operations[i].commutes && like->call.count != 7)
			continue; /* enough elements for all to be themselves, and few */
		trial.op = operations[i].op;
		trial.op_name = operations[i].name;
		trial.call.commutes = operations[i].commutes;
		finish_trial(t, &trial);
	}
}

/* One algorithm, count, root and variant, with all types, and in place if the operation has that. */
static void try_types(struct test *t, const struct scope *scope, const struct trial *like, int variant)
{
	bool movable = like->call.collective != COLLECTIVE_BCAST;

	/* SMPI's own MPI_Send loses data of the last type: it moves elements with a negative lower bound to the wrong
	 * places. */
	for (int type = 0; type < TYPES - PORTABLE_SIMULATED; type++) {
		for (int in_place = 0; in_place <= movable; in_place++) {
			struct trial trial = *like;

			if (!wanted(scope, (int)like->call.count, type, variant))
				continue;
			trial.element = element_of(type);
			trial.type = t->of.types[type];
			trial.call.in_place = in_place;
			if (collective_reduces(like->call.collective))
				try_reductions(t, &trial, type);
			else
				finish_trial(t, &trial);
		}
	}
}

static void try_algorithm(struct test *t, const struct scope *scope, const struct algorithm_class *algorithm)
{
	int n_roots = collective_has_root(algorithm->collective) ? scope->n_roots : 1,
	    *ints = calloc(4 * (size_t)t->size, sizeof(*ints));
	uint64_t *sizes = calloc(2 * (size_t)t->size, sizeof(*sizes));

	if (!ints || !sizes)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int i = 0; i < scope->n_counts * n_roots * 3; i++) {
		int count = scope->counts[i / (n_roots * 3)], root = n_roots > 1 ? scope->roots[i / 3 % n_roots] : 0;
		struct trial trial = {.algorithm = algorithm,
				      .op = MPI_OP_NULL,
				      .op_name = "moved",
				      .call = {.collective = algorithm->collective,
					       .processes = t->size,
					       .root = root,
					       .count = (uint64_t)count,
					       .commutes = true}};

		if (count > 1000 && t->size > 8 && algorithm->collective != COLLECTIVE_BCAST &&
		    !collective_reduces(algorithm->collective))
			continue; /* blocks for so many are large at 1000 elements too */
		if (count > (scope->all ? 1000 : 7) && n_roots > 1 && root != scope->roots[n_roots - 1])
			continue;
		if (has_counts(algorithm->collective))
			choose_counts(t, &trial, sizes, sizes + t->size, ints);
		if (choose_variant(t, &trial, i % 3, ints + 2 * t->size, ints + 3 * t->size))
			try_types(t, scope, &trial, i % 3);
	}
	free(ints);
	free(sizes);
}

/* One clock for all processes of a machine. */
static double now(void)
{
	struct timespec time;

	if (PORTABLE_SIMULATED)
		return MPI_Wtime();
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Nobody leaves before the last has come, whoever is late. */
static void try_barrier(struct test *t, const struct algorithm_class *algorithm)
{
	struct call call = {.collective = COLLECTIVE_BARRIER, .processes = t->size, .commutes = true};
	struct algorithm_use use = {algorithm, &call};
	struct schedule schedule = algorithm_schedule(&use);
	struct trial trial = {.algorithm = algorithm, .call = call, .element = element_of(0), .op_name = "none"};
	struct execution plan;
	struct error err = {0};

	if (execute_prepare(&plan, &schedule, t->comm, MPI_BYTE, MPI_OP_NULL, &err) != OK) {
		printf("not ok: the barrier %s cannot be prepared: %s\n", algorithm->name, err.text);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	for (int late = 0; late < t->size; late++) {
		double times[2], last_in = 0, first_out = 0;

		MPI_Barrier(t->comm);
		if (t->rank == late)
			clock_delay(1e-3);
		times[0] = now();
		if (execute_run(&plan, NULL, NULL) != MPI_SUCCESS)
			tell(t, &trial, "MPI failed with a late process", (size_t)late);
		times[1] = now();
		MPI_Allreduce(&times[0], &last_in, 1, MPI_DOUBLE, MPI_MAX, t->comm);
		MPI_Allreduce(&times[1], &first_out, 1, MPI_DOUBLE, MPI_MIN, t->comm);
		t->compared++;
		if (first_out < last_in)
			tell(t, &trial, "a process left before the last had come, which was process", (size_t)late);
	}
	execute_release(&plan);
}

/* Schedules that cannot be executed. */
struct faulty {
	const char *expected;
	struct operation operation;
	bool cycle;
};

static enum status build_faulty(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct faulty *faulty = self;

	(void)process;
	rank_program_compute(program, 0);
	rank_program_compute(program, 0);
	if (faulty->cycle)
		rank_program_after(program, 1);
	else
		program->operations[1] = faulty->operation;
	return rank_program_status(program, err);
}

static void try_refusals(struct test *t)
{
	const struct faulty list[] = {
		{"elements; MPI moves at most", {.kind = OP_SEND, .count = (uint64_t)INT_MAX + 1}, false},
		{"operation 1, a receive: receives from anyone", {.kind = OP_RECEIVE, .peer = PEER_ANY}, false},
		{"operation 1, a receive: receives from anyone or of any tag",
		 {.kind = OP_RECEIVE, .tag = TAG_ANY},
		 false},
		{"does not exist; there are processes 0 to", {.kind = OP_SEND, .peer = t->size}, false},
		{"operation 1, a send: tag -1; MPI's are 0 to", {.kind = OP_SEND, .tag = TAG_ANY}, false},
		{"operation 1, a send: peer -1 does not exist", {.kind = OP_SEND, .peer = PEER_ANY}, false},
		{"tag -7; MPI's are 0 to", {.kind = OP_SEND, .tag = -7}, false},
		{"no operation to reduce by", {.kind = OP_REDUCE, .count = 1}, false},
		{"there is no operation of kind 9", {.kind = 9}, false},
		{", operation 1, a computation: never starts", {0}, true},
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		struct schedule schedule = {.processes = t->size, .build = build_faulty, .self = &list[i]};
		struct execution plan;
		struct error err = {0};

		t->compared++;
		if (execute_prepare(&plan, &schedule, t->comm, MPI_INT, MPI_OP_NULL, &err) == ERR_INPUT &&
		    strstr(err.text, list[i].expected))
			continue;
		printf("not ok: process %d: expected \"%s\", got \"%s\"\n", t->rank, list[i].expected, err.text);
		t->failures++;
	}
}

int main(int argc, char **argv)
{
	/* The last is longer than what is sent without a rendezvous: SMPI's is from 64 KiB on, and it moves data
	 * slowly. */
	const int counts[] = {0, 1, 7, 1000, PORTABLE_SIMULATED ? 9000 : 20000};
	struct test t = {0};
	struct scope scope = {.counts = counts, .n_counts = 5, .all = true};
	long mine[2], sum[2];
	int *roots;

	MPI_Init(&argc, &argv);
	MPI_Comm_dup(MPI_COMM_WORLD, &t.comm);
	MPI_Comm_rank(t.comm, &t.rank);
	MPI_Comm_size(t.comm, &t.size);
	scope.all = argc < 2 || strcmp(argv[1], "quick") != 0;
	roots = calloc((size_t)t.size + 2, sizeof(*roots));
	if (!roots)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int i = 0; i < t.size; i++)
		roots[i] = i;
	if (!scope.all)
		roots[1] = t.size - 1;
	scope.roots = roots;
	scope.n_roots = scope.all || t.size < 2 ? t.size : 2;
	element_types_make(&t.of);
	for (const struct algorithm_class *algorithm = algorithm_next(NULL); algorithm;
	     algorithm = algorithm_next(algorithm)) {
		if (algorithm->collective == COLLECTIVE_BARRIER)
			try_barrier(&t, algorithm);
		else
			try_algorithm(&t, &scope, algorithm);
	}
	try_refusals(&t);
	mine[0] = t.compared, mine[1] = t.failures;
	MPI_Allreduce(mine, sum, 2, MPI_LONG, MPI_SUM, t.comm);
	if (t.rank == 0)
		printf("%d processes, %ld comparisons, %ld failures\n", t.size, sum[0], sum[1]);
	element_types_free(&t.of);
	free(roots);
	MPI_Comm_free(&t.comm);
	MPI_Finalize();
	return sum[1] > 0;
}
