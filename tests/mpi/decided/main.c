#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithm/decision/decision.h"
#include "spy.h"

/*
 * Every collective operation on communicators of 2, 3, ... of the processes, or of more: what each process sends inside
 * the library is what decision_build says, message by message.
 *
 *   sonde_test_decided LIBRARY NODES MOST_BYTES FEWEST_PROCESSES FACTOR
 *
 * - FACTOR: between the sizes, which go up to MOST_BYTES.
 * - NODES: one; each: a node for each process; 3: three nodes, to which processes are dealt in turn; -3: nodes of three
 *   processes, one after the other.
 */
enum { MOST_PROCESSES = 64 };

struct trial {
	enum decision_library library;
	MPI_Comm comm;
	int self, processes;
	int *node;
	char *from, *to;
	int *counts, *displacements;
	int *incoming, *incoming_at; /* of exchanges between all: what comes from each process */
	size_t room;
	uint64_t factor;
	int compared, nearest, failures;
};

struct element {
	MPI_Datatype type;
	MPI_Op op, ordered;
	uint64_t size;
};

static bool takes_op(enum decision_operation operation)
{
	return operation == DECISION_REDUCE || operation == DECISION_ALLREDUCE ||
	       operation == DECISION_REDUCE_SCATTER || operation == DECISION_REDUCE_SCATTER_BLOCK ||
	       operation == DECISION_SCAN || operation == DECISION_EXSCAN;
}

static bool has_root(enum decision_operation operation)
{
	return operation == DECISION_BCAST || operation == DECISION_REDUCE ||
	       (operation >= DECISION_SCATTER && operation <= DECISION_GATHERV);
}

/* Operations whose blocks may differ. */
static bool has_counts(enum decision_operation operation)
{
	return operation == DECISION_SCATTERV || operation == DECISION_GATHERV || operation == DECISION_ALLGATHERV ||
	       operation == DECISION_REDUCE_SCATTER;
}

static bool is_exchange(enum decision_operation operation)
{
	return operation == DECISION_ALLTOALLV || operation == DECISION_ALLTOALLW;
}

static void first(void *in, void *inout, int *count, MPI_Datatype *type)
{
	int size;

	MPI_Type_size(*type, &size);
	memcpy(inout, in, (size_t)*count * (size_t)size);
}

/* The blocking call or the other one, whose request goes to *request. */
#define CALL(BLOCKING, NONBLOCKING, ...) \
	(what->nonblocking ? NONBLOCKING(__VA_ARGS__, comm, request) : BLOCKING(__VA_ARGS__, comm))

/* Elements that this process has, of blocks that may differ. */
static int own_count(const struct trial *t, const struct decision_case *what)
{
	return (int)(what->counts ? what->counts[t->self] : what->count);
}

static int call_moving(const struct trial *t, const struct decision_case *what, MPI_Datatype type, MPI_Request *request)
{
	int n = own_count(t, what), root = what->root, *counts = t->counts, *at = t->displacements;
	void *from = what->in_place ? MPI_IN_PLACE : t->from, *to = t->to;
	MPI_Comm comm = t->comm;

	switch (what->operation) {
	case DECISION_BCAST:
		return CALL(MPI_Bcast, MPI_Ibcast, to, n, type, root);
	case DECISION_SCATTER:
		return CALL(MPI_Scatter, MPI_Iscatter, from, n, type, to, n, type, root);
	case DECISION_SCATTERV:
		return CALL(MPI_Scatterv, MPI_Iscatterv, from, counts, at, type, to, n, type, root);
	case DECISION_GATHER:
		return CALL(MPI_Gather, MPI_Igather, from, n, type, to, n, type, root);
	case DECISION_GATHERV:
		return CALL(MPI_Gatherv, MPI_Igatherv, from, n, type, to, counts, at, type, root);
	case DECISION_ALLGATHER:
		return CALL(MPI_Allgather, MPI_Iallgather, from, n, type, to, n, type);
	case DECISION_ALLGATHERV:
		return CALL(MPI_Allgatherv, MPI_Iallgatherv, from, n, type, to, counts, at, type);
	case DECISION_ALLTOALL:
		return CALL(MPI_Alltoall, MPI_Ialltoall, from, n, type, to, n, type);
	case DECISION_ALLTOALLV:
		return CALL(MPI_Alltoallv, MPI_Ialltoallv, from, counts, at, type, to, t->incoming, t->incoming_at,
			    type);
	default:
		return MPI_ERR_OTHER;
	}
}

static int call_typed(const struct trial *t, const struct decision_case *what, const struct element *element,
		      MPI_Request *request)
{
	MPI_Datatype types[MOST_PROCESSES];

	for (int i = 0; i < t->processes; i++) {
		types[i] = element->type;
		t->displacements[i] *= (int)element->size;
		t->incoming_at[i] *= (int)element->size;
	}
	return what->nonblocking ? MPI_Ialltoallw(t->from, t->counts, t->displacements, types, t->to, t->incoming,
						  t->incoming_at, types, t->comm, request)
				 : MPI_Alltoallw(t->from, t->counts, t->displacements, types, t->to, t->incoming,
						 t->incoming_at, types, t->comm);
}

static int call_reducing(const struct trial *t, const struct decision_case *what, const struct element *element,
			 MPI_Request *request)
{
	MPI_Datatype type = element->type;
	MPI_Op op = what->commutes ? element->op : element->ordered;
	int n = own_count(t, what);
	void *from = t->from, *to = t->to;
	MPI_Comm comm = t->comm;

	switch (what->operation) {
	case DECISION_REDUCE:
		return CALL(MPI_Reduce, MPI_Ireduce, from, to, n, type, op, what->root);
	case DECISION_ALLREDUCE:
		return CALL(MPI_Allreduce, MPI_Iallreduce, from, to, n, type, op);
	case DECISION_REDUCE_SCATTER:
		return CALL(MPI_Reduce_scatter, MPI_Ireduce_scatter, from, to, t->counts, type, op);
	case DECISION_REDUCE_SCATTER_BLOCK:
		return CALL(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, from, to, n, type, op);
	case DECISION_SCAN:
		return CALL(MPI_Scan, MPI_Iscan, from, to, n, type, op);
	case DECISION_EXSCAN:
		return CALL(MPI_Exscan, MPI_Iexscan, from, to, n, type, op);
	default:
		return MPI_ERR_OTHER;
	}
}

static int call_one(const struct trial *t, const struct decision_case *what, const struct element *element,
		    MPI_Request *request)
{
	switch (what->operation) {
	case DECISION_BARRIER:
		return what->nonblocking ? MPI_Ibarrier(t->comm, request) : MPI_Barrier(t->comm);
	case DECISION_ALLTOALLW:
		return call_typed(t, what, element, request);
	default:
		return takes_op(what->operation) ? call_reducing(t, what, element, request)
						 : call_moving(t, what, element->type, request);
	}
}

/* Makes the call, and waits for it. */
static void call(const struct trial *t, const struct decision_case *what, const struct element *element)
{
	MPI_Request request = MPI_REQUEST_NULL;

	for (int i = 0, at = 0, in = 0; i < t->processes; i++) {
		t->counts[i] = (int)(what->counts ? what->counts[i] : what->to ? what->to[i] : what->count);
		t->incoming[i] = what->from ? (int)what->from[i] : t->counts[i];
		t->displacements[i] = at;
		t->incoming_at[i] = in;
		at += t->counts[i];
		in += t->incoming[i];
	}
	if (call_one(t, what, element, &request) != MPI_SUCCESS || MPI_Wait(&request, MPI_STATUS_IGNORE) != MPI_SUCCESS)
		MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Whether what was sent are the sends of program; their number goes to sends. */
static bool same(const struct sent *sent, size_t n, const struct rank_program *program)
{
	size_t k = 0;

	for (size_t i = 0; i < program->n; i++) {
		const struct operation *operation = &program->operations[i];

		if (operation->kind != OP_SEND)
			continue;
		if (k == n || sent[k].peer != operation->peer ||
		    (sent[k].bytes != operation->count && sent[k].bytes != SPY_UNKNOWN))
			return false;
		k++;
	}
	return k == n;
}

static void tell(const struct trial *t, const struct decision_case *what, const struct decision *found,
		 const struct sent *sent, size_t n, const struct rank_program *program)
{
	printf("not ok: %s%s, process %d of %d, root %d, %d * %d B%s:", what->nonblocking ? "i" : "",
	       decision_operation_words[what->operation], t->self, what->processes, what->root, (int)what->count,
	       (int)what->size, what->commutes ? "" : ", ordered");
	for (int i = 0; i < found->n; i++)
		printf(" %s (%s)", found->step[i].name, found->step[i].algorithm->name);
	printf("; sent");
	for (size_t i = 0; i < n && i < 8; i++)
		printf(" %d:%zu", sent[i].peer, sent[i].bytes);
	printf("; decided");
	for (size_t i = 0; i < program->n; i++)
		if (program->operations[i].kind == OP_SEND)
			printf(" %d:%d", program->operations[i].peer, (int)program->operations[i].count);
	printf("\n");
	fflush(stdout);
}

static void compare(struct trial *t, const struct decision_case *what, const struct element *element)
{
	struct rank_program program = {0};
	struct decision found;
	struct error err = {0};
	const struct sent *sent;
	size_t n;

	if (decision_find(what, t->self, &found, &err) != OK || decision_build(what, t->self, &program, &err) != OK) {
		printf("not ok: %s\n", err.text);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	spy_clear();
	call(t, what, element);
	sent = spy_sent(&n);
	if (!found.exact)
		t->nearest++;
	else if (same(sent, n, &program))
		t->compared++;
	else if (t->failures++ < 10)
		tell(t, what, &found, sent, n, &program);
	rank_program_release(&program);
	decision_release(&found);
}

/* A call both ways, with all roots that differ, operations that commute and others. */
static void compare_ways(struct trial *t, const struct decision_case *call, const struct element *element)
{
	struct decision_case what = *call;
	int roots = has_root(what.operation) ? 2 : 1, ops = takes_op(what.operation) ? 2 : 1;

	for (int i = 0; i < 2 * roots * ops; i++) {
		what.nonblocking = i % 2 == 1;
		what.root = i / 2 % roots * (t->processes - 1);
		what.commutes = what.predefined = i / 2 / roots == 0;
		compare(t, &what, element);
	}
}

/* An operation with so many elements. */
static void compare_all(struct trial *t, enum decision_operation operation, uint64_t count,
			const struct element *element)
{
	struct decision_case what = {.library = t->library,
				     .operation = operation,
				     .processes = t->processes,
				     .count = count,
				     .size = element->size,
				     .node = t->node};

	compare_ways(t, &what, element);
	what.nonblocking = false;
	what.in_place = true;
	if (operation == DECISION_ALLTOALL)
		compare(t, &what, element);
}

/* With a count for each process: all the same, or half of it and more than it in turn. */
static void compare_blocks(struct trial *t, enum decision_operation operation, uint64_t count,
			   const struct element *element, bool uneven)
{
	uint64_t counts[MOST_PROCESSES], total = 0;
	struct decision_case what = {.library = t->library,
				     .operation = operation,
				     .processes = t->processes,
				     .size = element->size,
				     .counts = counts,
				     .node = t->node};

	for (int i = 0; i < t->processes; i++) {
		counts[i] = !uneven ? count : i % 2 == 0 ? count / 2 : count + (uint64_t)i;
		total += counts[i];
	}
	what.count = total / (uint64_t)t->processes;
	if (total * what.size <= t->room)
		compare_ways(t, &what, element);
}

/* With a count for each pair of processes, which differ. */
static void compare_pairs(struct trial *t, enum decision_operation operation, uint64_t count,
			  const struct element *element)
{
	uint64_t to[MOST_PROCESSES], from[MOST_PROCESSES];
	const struct decision_case what = {.library = t->library,
					   .operation = operation,
					   .processes = t->processes,
					   .count = count,
					   .size = element->size,
					   .to = to,
					   .from = from,
					   .node = t->node};

	for (int i = 0; i < t->processes; i++) {
		bool half = (t->self + i) % 2 == 0;

		to[i] = half ? count / 2 : count + (uint64_t)t->self;
		from[i] = half ? count / 2 : count + (uint64_t)i;
	}
	if ((count + (uint64_t)t->processes) * (uint64_t)t->processes * what.size <= t->room)
		compare_ways(t, &what, element);
}

/* On either side of powers of the factor, from none on; of two they have all borders of Open MPI's. The others are
 * MPICH's. */
static void compare_sizes(struct trial *t, enum decision_operation operation, uint64_t most,
			  const struct element *elements)
{
	static const uint64_t others[] = {12287, 12288, 12289, 81919 / 3, 81920 / 3 + 1, 0};

	if (operation == DECISION_BARRIER) {
		compare_all(t, operation, 0, &elements[0]);
		return;
	}
	for (uint64_t bytes = 1; bytes <= most; bytes *= t->factor)
		for (int more = -1; more <= 1; more++)
			if ((bytes + (uint64_t)more) * (uint64_t)t->processes <= t->room)
				compare_all(t, operation, bytes + (uint64_t)more, &elements[0]);
	for (uint64_t bytes = 4; bytes <= most; bytes *= 4)
		if (bytes * (uint64_t)t->processes <= t->room)
			compare_all(t, operation, bytes / 4, &elements[1]);
	for (uint64_t bytes = 4; bytes <= most && has_counts(operation); bytes *= 64)
		for (int uneven = 0; uneven < 2; uneven++)
			compare_blocks(t, operation, bytes / 4, &elements[1], uneven);
	for (uint64_t bytes = 4; bytes <= most && is_exchange(operation); bytes *= 64)
		compare_pairs(t, operation, bytes / 4, &elements[1]);
	for (int i = 0; others[i] > 0; i++)
		if (others[i] <= most)
			compare_all(t, operation, others[i], &elements[0]);
}

static void compare_operations(struct trial *t, uint64_t most, const struct element *elements)
{
	for (int i = 0; decision_operation_words[i]; i++)
		compare_sizes(t, (enum decision_operation)i, most, elements);
}

/* The nodes as MPICH's test parameters make them; NULL: one. */
static int *nodes(const char *name, int processes)
{
	int *node = calloc((size_t)processes, sizeof(*node)), n = atoi(name);

	for (int i = 0; node && i < processes; i++)
		node[i] = strcmp(name, "each") == 0 ? i : n > 0 ? i % n : n < 0 ? i / -n : 0;
	return node;
}

int main(int argc, char **argv)
{
	int self, processes, sums[3], *node;
	struct trial t = {0};
	struct element elements[2] = {{MPI_UNSIGNED_CHAR, MPI_MAX, MPI_OP_NULL, 1}, {MPI_INT, MPI_SUM, MPI_OP_NULL, 4}};
	uint64_t most = argc > 3 ? strtoull(argv[3], NULL, 10) : 4096;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &self);
	MPI_Comm_size(MPI_COMM_WORLD, &processes);
	for (int i = 0; i < 2; i++)
		MPI_Op_create(first, 0, &elements[i].ordered);
	t.library = strcmp(argv[1], "mpich") == 0 ? LIBRARY_MPICH_4_0 : LIBRARY_OPENMPI_4_1;
	t.self = self;
	t.factor = argc > 5 ? strtoull(argv[5], NULL, 10) : 2;
	t.room = (most + 1) * (uint64_t)processes;
	t.from = calloc(t.room, 1);
	t.to = calloc(t.room, 1);
	t.counts = calloc((size_t)processes, sizeof(*t.counts));
	t.displacements = calloc((size_t)processes, sizeof(*t.displacements));
	t.incoming = calloc((size_t)processes, sizeof(*t.incoming));
	t.incoming_at = calloc((size_t)processes, sizeof(*t.incoming_at));
	node = nodes(argc > 2 ? argv[2] : "one", processes);
	t.node = node;
	spy_begin();
	for (t.processes = argc > 4 ? atoi(argv[4]) : 2; t.processes <= processes; t.processes++) {
		MPI_Comm_split(MPI_COMM_WORLD, self < t.processes ? 0 : MPI_UNDEFINED, self, &t.comm);
		if (self < t.processes) {
			compare_operations(&t, most, elements);
			MPI_Comm_free(&t.comm);
		}
	}
	MPI_Reduce((int[]){t.compared, t.nearest, t.failures}, sums, 3, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
	if (self == 0)
		printf("%d compared, %d nearest, %d failures\n", sums[0], sums[1], sums[2]);
	free(t.from);
	free(t.to);
	free(t.counts);
	free(t.displacements);
	free(t.incoming);
	free(t.incoming_at);
	free(node);
	MPI_Finalize();
	return 0;
}
