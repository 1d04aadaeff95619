#include "collective.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

/* Collective operations, with every process as root of those that have one. */

static void run_persistent(struct program *p, MPI_Request *request)
{
	/* The schedules of MPICH 4.0 that have steps for more processes cannot be started twice. */
	for (int i = 0; i < (p->size == 2 ? 2 : 1); i++) {
		MPI_Start(request);
		expect(p, "MPI_Start request=%d", p->requests);
		MPI_Wait(request, MPI_STATUS_IGNORE);
		expect(p, "MPI_Wait done=%d:-1:-1", p->requests);
	}
	MPI_Request_free(request);
	expect(p, "MPI_Request_free request=%d", p->requests);
}

void expect_collective(struct program *p, enum how how, MPI_Request *request, const char *name, const char *format, ...)
{
	char text[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	if (how == BLOCKING) {
		expect(p, "MPI_%s %s", name, text);
		return;
	}
	if (how == PERSISTENT) {
		expect(p, "MPI_%s_init %s request=%d", name, text, ++p->requests);
		run_persistent(p, request);
		return;
	}
	expect(p, "MPI_I%c%s %s request=%d", tolower((unsigned char)*name), name + 1, text, ++p->requests);
	MPI_Wait(request, MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:-1:-1", p->requests);
}

const char *list(int n, const mpi_count *counts, int size)
{
	static char texts[4][256];
	static int next;
	char *text = texts[next++ % 4];
	size_t at = 0;
	for (int i = 0; i < n; i++)
		at += (size_t)snprintf(text + at, sizeof(*texts) - at, "%c%d", i ? ',' : '[', (int)counts[i] * size);
	snprintf(text + at, sizeof(*texts) - at, "]:c");
	return text;
}

enum { MOST = 16 };

/* Counts and displacements for each process: i + 1 ints. */
struct parts {
	mpi_count counts[MOST];
	mpi_place places[MOST];
};

static struct parts make_parts(const struct program *p)
{
	struct parts parts = {.counts = {1}};
	for (int i = 0; i < p->size; i++) {
		parts.counts[i] = i + 1;
		parts.places[i] = 4 * i;
	}
	return parts;
}

static void call_rooted(struct program *p, enum how how, int root)
{
	MPI_Request r;
	const char *gathers = p->rank == root ? " receive=12:c" : "";
	CALL(Bcast, Ibcast, out, 4, MPI_DOUBLE, root, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Bcast", "comm=0 send=32:c receive=32:c root=%d", root);
	/* What only the root has to give is wrong elsewhere. */
	const MPI_Datatype type = p->rank == root ? MPI_INT : MPI_DATATYPE_NULL;
	CALL(Gather, Igather, out, 3, MPI_INT, in, 3, type, root, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Gather", "comm=0 send=12:c%s root=%d", gathers, root);
	const char *scatters = p->rank == root ? " send=12:c" : "";
	CALL(Scatter, Iscatter, out, 3, type, in, 3, MPI_INT, root, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Scatter", "comm=0%s receive=12:c root=%d", scatters, root);
	CALL(Reduce, Ireduce, out, in, 2, MPI_INT, MPI_MAX, root, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Reduce", "comm=0 send=8:c receive=8:c root=%d op=MPI_MAX", root);
}

static void call_rooted_v(struct program *p, enum how how, int root)
{
	MPI_Request r;
	const struct parts parts = make_parts(p);
	const int own = (int)parts.counts[p->rank];
	char gathers[300] = "";
	char scatters[300] = "";
	if (p->rank == root) {
		snprintf(gathers, sizeof(gathers), " receive=%s", list(p->size, parts.counts, 4));
		snprintf(scatters, sizeof(scatters), " send=%s", list(p->size, parts.counts, 4));
	}
	CALL(Gatherv, Igatherv, out, own, MPI_INT, in, parts.counts, parts.places, MPI_INT, root, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Gatherv", "comm=0 send=%d:c%s root=%d", 4 * own, gathers, root);
	CALL(Scatterv, Iscatterv, out, parts.counts, parts.places, MPI_INT, in, own, MPI_INT, root, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Scatterv", "comm=0%s receive=%d:c root=%d", scatters, 4 * own, root);
}

void call_in_place(struct program *p)
{
	const struct parts parts = make_parts(p);
	if (p->rank == 0)
		MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 1, MPI_INT, 0, MPI_COMM_WORLD);
	else
		MPI_Gather(out, 1, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
	expect(p, "MPI_Gather comm=0 %s root=0", p->rank == 0 ? "receive=4:c" : "send=4:c");
	if (p->rank == 0)
		MPI_Scatter(out, 1, MPI_INT, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
	else
		MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, in, 1, MPI_INT, 0, MPI_COMM_WORLD);
	expect(p, "MPI_Scatter comm=0 %s root=0", p->rank == 0 ? "send=4:c" : "receive=4:c");
	MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 2, MPI_INT, MPI_COMM_WORLD);
	expect(p, "MPI_Allgather comm=0 receive=8:c");
	MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, in, (mpi_count[MOST]){0}, parts.places, MPI_INT,
		      MPI_COMM_WORLD);
	expect(p, "MPI_Alltoallv comm=0 receive=%s", list(p->size, (mpi_count[MOST]){0}, 4));
	MPI_Allreduce(MPI_IN_PLACE, in, 3, MPI_FLOAT, MPI_PROD, MPI_COMM_WORLD);
	expect(p, "MPI_Allreduce comm=0 send=12:c receive=12:c op=MPI_PROD");
}

static void call_all(struct program *p, enum how how)
{
	MPI_Request r;
	const struct parts parts = make_parts(p);
	const char *all = list(p->size, parts.counts, 4);
	const int own = (int)parts.counts[p->rank];
	CALL(Barrier, Ibarrier, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Barrier", "comm=0");
	CALL(Allgather, Iallgather, out, 3, MPI_INT, in, 3, MPI_INT, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Allgather", "comm=0 send=12:c receive=12:c");
	CALL(Allgatherv, Iallgatherv, out, own, MPI_INT, in, parts.counts, parts.places, MPI_INT, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Allgatherv", "comm=0 send=%d:c receive=%s", 4 * own, all);
	CALL(Alltoall, Ialltoall, out, 2, MPI_INT, in, 2, MPI_INT, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Alltoall", "comm=0 send=8:c receive=8:c");
}

/* Each process sends as many to all as it gets from each: process i gets i + 1 from each. */
static void call_all_v(struct program *p, enum how how)
{
	MPI_Request r;
	const struct parts parts = make_parts(p);
	MPI_Datatype types[MOST];
	mpi_count counts[MOST];
	mpi_place places[MOST];
	for (int i = 0; i < p->size; i++) {
		types[i] = MPI_INT;
		counts[i] = p->rank + 1;
		places[i] = 64 * i;
	}
	const char *sent = list(p->size, parts.counts, 4);
	const char *got = list(p->size, counts, 4);
	CALL(Alltoallv, Ialltoallv, out, parts.counts, parts.places, MPI_INT, in, counts, places, MPI_INT,
	     MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Alltoallv", "comm=0 send=%s receive=%s", sent, got);
	CALL(Alltoallw, Ialltoallw, out, parts.counts, places, types, in, counts, places, types, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Alltoallw", "comm=0 send=%s receive=%s", sent, got);
}

static void first(void *in_values, void *values, int *n, MPI_Datatype *type)
{
	(void)n;
	(void)type;
	*(int *)values = *(int *)in_values;
}

static void call_reductions(struct program *p, enum how how)
{
	MPI_Request r;
	MPI_Op operation;
	const struct parts parts = make_parts(p);
	MPI_Op_create(first, 0, &operation);
	CALL(Allreduce, Iallreduce, out, in, 4, MPI_INT, MPI_BXOR, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Allreduce", "comm=0 send=16:c receive=16:c op=MPI_BXOR");
	CALL(Reduce_scatter, Ireduce_scatter, out, in, parts.counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Reduce_scatter", "comm=0 receive=%s op=MPI_SUM", list(p->size, parts.counts, 4));
	CALL(Reduce_scatter_block, Ireduce_scatter_block, out, in, 4, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Reduce_scatter_block", "comm=0 send=16:c receive=16:c op=MPI_MIN");
	CALL(Scan, Iscan, out, in, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Scan", "comm=0 send=16:c receive=16:c op=MPI_SUM");
	CALL(Exscan, Iexscan, out, in, 1, MPI_INT, operation, MPI_COMM_WORLD);
	expect_collective(p, how, &r, "Exscan", "comm=0 send=4:c receive=4:c op=user, not commutative");
	MPI_Op_free(&operation);
	MPI_Op_create(first, 1, &operation);
	MPI_Allreduce(out, in, 1, MPI_INT, operation, MPI_COMM_WORLD);
	expect(p, "MPI_Allreduce comm=0 send=4:c receive=4:c op=user");
	MPI_Op_free(&operation);
}

void call_collectives(struct program *p)
{
	for (int how = BLOCKING; how <= LAST_WAY; how++) {
		for (int root = 0; root < p->size; root++) {
			call_rooted(p, (enum how)how, root);
			call_rooted_v(p, (enum how)how, root);
		}
		call_all(p, (enum how)how);
		call_all_v(p, (enum how)how);
		call_reductions(p, (enum how)how);
	}
}
