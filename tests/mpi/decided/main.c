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
	size_t room;
	uint64_t factor;
	int compared, nearest, failures;
};

struct element {
	MPI_Datatype type;
	MPI_Op op, ordered;
	uint64_t size;
};

static void first(void *in, void *inout, int *count, MPI_Datatype *type)
{
	int size;

	MPI_Type_size(*type, &size);
	memcpy(inout, in, (size_t)*count * (size_t)size);
}

/* The blocking call or the other one, whose request goes to *request. */
#define EITHER(NAME, ...)                                \
	if (what->nonblocking)                           \
		MPI_I##NAME(__VA_ARGS__, comm, request); \
	else

static void call_rooted(const struct trial *t, const struct decision_case *what, const struct element *element,
			MPI_Request *request)
{
	MPI_Datatype type = element->type;
	MPI_Op op = what->commutes ? element->op : element->ordered;
	int n = (int)what->count, root = what->root, *counts = t->counts, *at = t->displacements;
	void *from = t->from, *to = t->to;
	MPI_Comm comm = t->comm;

	switch (what->operation) {
	case DECISION_BCAST:
		EITHER(bcast, to, n, type, root)
		MPI_Bcast(to, n, type, root, comm);
		break;
	case DECISION_SCATTER:
		EITHER(scatter, from, n, type, to, n, type, root)
		MPI_Scatter(from, n, type, to, n, type, root, comm);
		break;
	case DECISION_SCATTERV:
		EITHER(scatterv, from, counts, at, type, to, n, type, root)
		MPI_Scatterv(from, counts, at, type, to, n, type, root, comm);
		break;
	case DECISION_GATHER:
		EITHER(gather, from, n, type, to, n, type, root)
		MPI_Gather(from, n, type, to, n, type, root, comm);
		break;
	case DECISION_GATHERV:
		EITHER(gatherv, from, n, type, to, counts, at, type, root)
		MPI_Gatherv(from, n, type, to, counts, at, type, root, comm);
		break;
	case DECISION_REDUCE:
		EITHER(reduce, from, to, n, type, op, root)
		MPI_Reduce(from, to, n, type, op, root, comm);
		break;
	default:
		break;
	}
}

static void call_exchanging(const struct trial *t, const struct decision_case *what, const struct element *element,
			    MPI_Request *request)
{
	MPI_Datatype type = element->type;
	MPI_Datatype types[MOST_PROCESSES];
	int n = (int)what->count, *counts = t->counts, *at = t->displacements;
	void *from = t->from, *to = t->to;
	MPI_Comm comm = t->comm;

	for (int i = 0; i < MOST_PROCESSES; i++)
		types[i] = type;
	switch (what->operation) {
	case DECISION_ALLGATHER:
		EITHER(allgather, from, n, type, to, n, type)
		MPI_Allgather(from, n, type, to, n, type, comm);
		break;
	case DECISION_ALLGATHERV:
		EITHER(allgatherv, from, n, type, to, counts, at, type)
		MPI_Allgatherv(from, n, type, to, counts, at, type, comm);
		break;
	case DECISION_ALLTOALL:
		EITHER(alltoall, what->in_place ? MPI_IN_PLACE : from, n, type, to, n, type)
		MPI_Alltoall(what->in_place ? MPI_IN_PLACE : from, n, type, to, n, type, comm);
		break;
	case DECISION_ALLTOALLV:
		EITHER(alltoallv, from, counts, at, type, to, counts, at, type)
		MPI_Alltoallv(from, counts, at, type, to, counts, at, type, comm);
		break;
	case DECISION_ALLTOALLW:
		for (int i = 0; i < t->processes; i++)
			at[i] *= (int)element->size;
		EITHER(alltoallw, from, counts, at, types, to, counts, at, types)
		MPI_Alltoallw(from, counts, at, types, to, counts, at, types, comm);
		break;
	default:
		break;
	}
}

static void call_other(const struct trial *t, const struct decision_case *what, const struct element *element,
		       MPI_Request *request)
{
	MPI_Datatype type = element->type;
	MPI_Op op = what->commutes ? element->op : element->ordered;
	int n = (int)what->count, *counts = t->counts;
	void *from = t->from, *to = t->to;
	MPI_Comm comm = t->comm;

	switch (what->operation) {
	case DECISION_BARRIER:
		if (what->nonblocking)
			MPI_Ibarrier(comm, request);
		else
			MPI_Barrier(comm);
		break;
	case DECISION_ALLREDUCE:
		EITHER(allreduce, from, to, n, type, op)
		MPI_Allreduce(from, to, n, type, op, comm);
		break;
	case DECISION_REDUCE_SCATTER:
		EITHER(reduce_scatter, from, to, counts, type, op)
		MPI_Reduce_scatter(from, to, counts, type, op, comm);
		break;
	case DECISION_REDUCE_SCATTER_BLOCK:
		EITHER(reduce_scatter_block, from, to, n, type, op)
		MPI_Reduce_scatter_block(from, to, n, type, op, comm);
		break;
	case DECISION_SCAN:
		EITHER(scan, from, to, n, type, op)
		MPI_Scan(from, to, n, type, op, comm);
		break;
	case DECISION_EXSCAN:
		EITHER(exscan, from, to, n, type, op)
		MPI_Exscan(from, to, n, type, op, comm);
		break;
	default:
		break;
	}
}

/* Makes the call, and waits for it. */
static void call(const struct trial *t, const struct decision_case *what, const struct element *element)
{
	MPI_Request request = MPI_REQUEST_NULL;

	for (int i = 0; i < t->processes; i++) {
		t->counts[i] = (int)what->count;
		t->displacements[i] = i * (int)what->count;
	}
	/* One of them knows the operation. */
	call_rooted(t, what, element, &request);
	call_exchanging(t, what, element, &request);
	call_other(t, what, element, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
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

/* An operation with so many elements: both ways, all roots that differ, operations that commute and others. */
static void compare_all(struct trial *t, enum decision_operation operation, uint64_t count,
			const struct element *element)
{
	struct decision_case what = {.library = t->library,
				     .operation = operation,
				     .processes = t->processes,
				     .count = count,
				     .size = element->size,
				     .node = t->node};
	int roots = has_root(operation) ? 2 : 1, ops = takes_op(operation) ? 2 : 1;

	for (int i = 0; i < 2 * roots * ops; i++) {
		what.nonblocking = i % 2 == 1;
		what.root = i / 2 % roots * (t->processes - 1);
		what.commutes = what.predefined = i / 2 / roots == 0;
		compare(t, &what, element);
	}
	what.nonblocking = false;
	what.in_place = true;
	if (operation == DECISION_ALLTOALL)
		compare(t, &what, element);
}

/* On either side of powers of the factor; of two they have all borders of Open MPI's. The others are MPICH's. */
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
			if (bytes + (uint64_t)more > 0 && (bytes + (uint64_t)more) * (uint64_t)t->processes <= t->room)
				compare_all(t, operation, bytes + (uint64_t)more, &elements[0]);
	for (uint64_t bytes = 4; bytes <= most; bytes *= 4)
		if (bytes * (uint64_t)t->processes <= t->room)
			compare_all(t, operation, bytes / 4, &elements[1]);
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
	int self, processes, sums[3];
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
	t.node = nodes(argc > 2 ? argv[2] : "one", processes);
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
	MPI_Finalize();
	return 0;
}
