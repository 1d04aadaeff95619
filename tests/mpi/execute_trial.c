#include "execute_trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/execute/execute.h"

enum { RUNS = 2 };

static void fill_buffers(const struct test *t, const struct trial *trial, int run, unsigned char *send,
			 unsigned char *receive)
{
	bool holds_data =
		trial->in_place_here || (trial->call.collective == COLLECTIVE_BCAST && t->rank == trial->call.root);

	element_fill(send, trial->send_bytes, t->rank, run);
	if (holds_data)
		element_fill(receive, trial->receive_bytes, t->rank, run);
	else
		memset(receive, 0xa5, trial->receive_bytes);
}

/* Not in place where the trial is: MPICH 4.0 crashes in place at another root than 0 from some size on. What is left is
 * the same. */
static void reduce(const struct test *t, const struct trial *trial, const unsigned char *send, unsigned char *receive)
{
	unsigned char *copy = malloc(trial->receive_bytes);

	if (!copy)
		MPI_Abort(MPI_COMM_WORLD, 1);
	memcpy(copy, receive - GUARD, trial->receive_bytes);
	MPI_Reduce(trial->in_place_here ? copy + GUARD : send, receive, (int)trial->call.count, trial->type, trial->op,
		   trial->call.root, t->comm);
	free(copy);
}

static void native(const struct test *t, const struct trial *trial, void *send, void *receive)
{
	const struct call *c = &trial->call;
	void *from = trial->in_place_here ? MPI_IN_PLACE : send, *to = trial->in_place_here ? MPI_IN_PLACE : receive;
	int n = (int)c->count, own = c->counts ? (int)c->counts[t->rank] : n;
	MPI_Datatype type = trial->type;

	switch (c->collective) {
	case COLLECTIVE_BARRIER:
		MPI_Barrier(t->comm);
		break;
	case COLLECTIVE_BCAST:
		MPI_Bcast(receive, n, type, c->root, t->comm);
		break;
	case COLLECTIVE_SCATTER:
		MPI_Scatter(send, n, type, to, n, type, c->root, t->comm);
		break;
	case COLLECTIVE_SCATTERV:
		MPI_Scatterv(send, trial->counts, trial->places, type, to, own, type, c->root, t->comm);
		break;
	case COLLECTIVE_GATHER:
		MPI_Gather(from, n, type, receive, n, type, c->root, t->comm);
		break;
	case COLLECTIVE_GATHERV:
		MPI_Gatherv(from, own, type, receive, trial->counts, trial->places, type, c->root, t->comm);
		break;
	case COLLECTIVE_REDUCE:
		reduce(t, trial, send, receive);
		break;
	case COLLECTIVE_ALLREDUCE:
		MPI_Allreduce(from, receive, n, type, trial->op, t->comm);
		break;
	case COLLECTIVE_ALLGATHER:
		MPI_Allgather(from, n, type, receive, n, type, t->comm);
		break;
	case COLLECTIVE_ALLTOALL:
		MPI_Alltoall(from, n, type, receive, n, type, t->comm);
		break;
	case COLLECTIVE_REDUCE_SCATTER:
		MPI_Reduce_scatter_block(from, receive, n, type, trial->op, t->comm);
		break;
	case COLLECTIVE_SCAN:
		MPI_Scan(from, receive, n, type, trial->op, t->comm);
		break;
	}
}

/*
 * Operations of one's own that libraries are wrong about: of those that do not commute SMPI's MPI_Scan has the operands
 * in the wrong order, and MPICH's MPI_Reduce_scatter_block leaves wrong results if elements have gaps, and corrupts
 * memory; so does Open MPI's MPI_Allreduce of those that commute, by its ring.
 */
static bool library_is_wrong(const struct trial *trial)
{
	if (trial->call.commutes)
		return trial->element->affine && collective_reduces(trial->call.collective);
	return trial->call.collective == COLLECTIVE_REDUCE_SCATTER ||
	       (PORTABLE_SIMULATED && trial->call.collective == COLLECTIVE_SCAN);
}

/* What they should leave, without MPI: what the processes, of a scan the first so many, contribute, one after the
 * other, from a block on. */
static void reduce_by_hand(const struct test *t, const struct trial *trial, int run, unsigned char *receive)
{
	bool blocks = trial->call.collective == COLLECTIVE_REDUCE_SCATTER;
	int last = trial->call.collective == COLLECTIVE_SCAN ? t->rank : t->size - 1;
	unsigned char *left, *right;
	int extent = trial->element->extent, n = (int)trial->call.count;
	size_t bytes = trial->in_place_here ? trial->receive_bytes : trial->send_bytes,
	       from = GUARD + (blocks ? (size_t)t->rank * trial->call.count * (size_t)extent : 0);

	if (trial->call.collective == COLLECTIVE_REDUCE && t->rank != trial->call.root)
		return;
	left = malloc(bytes);
	right = malloc(bytes);
	if (!left || !right)
		MPI_Abort(MPI_COMM_WORLD, 1);
	element_fill(right, bytes, 0, run);
	for (int rank = 1; rank <= last; rank++) {
		memcpy(left, right, bytes);
		element_fill(right, bytes, rank, run);
		(trial->call.commutes ? element_add : element_compose)(trial->element, left + from, right + from, n);
	}
	for (int i = 0; i < n; i++)
		for (int k = 0; k < trial->element->ints; k++)
			memcpy(receive + i * extent + trial->element->at[k],
			       right + from + i * extent + trial->element->at[k], sizeof(int));
	free(left);
	free(right);
}

void tell(struct test *t, const struct trial *trial, const char *what, size_t byte)
{
	const struct call *c = &trial->call;

	if (t->failures++ < 10)
		printf("not ok: %s by %s, %llu elements (%s, %s), root %d, segment %llu, fan-out %d%s%s%s: process %d "
		       "of %d: %s %zu\n",
		       collective_words[c->collective], trial->algorithm->name, (unsigned long long)c->count,
		       trial->element->name, trial->op_name, c->root, (unsigned long long)c->segment, c->fanout,
		       c->order ? ", own order" : "", c->group ? ", own groups" : "", c->in_place ? ", in place" : "",
		       t->rank, t->size, what, byte);
}

static void compare(struct test *t, const struct trial *trial, const char *what, const unsigned char *expected,
		    const unsigned char *got, size_t begin, size_t end)
{
	t->compared++;
	if (memcmp(expected + begin, got + begin, end - begin) == 0)
		return;
	for (size_t i = begin; i < end; i++) {
		if (expected[i] != got[i]) {
			tell(t, trial, what, i - GUARD);
			return;
		}
	}
}

/* Memory of one run: what is sent, what the library left, what the execution left. */
struct memory {
	unsigned char *send, *untouched, *expected, *got;
};

static bool allocate(const struct trial *trial, struct memory *m)
{
	m->send = malloc(trial->send_bytes);
	m->untouched = malloc(trial->send_bytes);
	m->expected = malloc(trial->receive_bytes);
	m->got = malloc(trial->receive_bytes);
	return m->send && m->untouched && m->expected && m->got;
}

static void release(struct memory *m)
{
	free(m->send);
	free(m->untouched);
	free(m->expected);
	free(m->got);
}

/* After a reduce-scatter in place all but the first block is not defined. */
static void compare_run(struct test *t, const struct trial *trial, const struct memory *m)
{
	size_t end = trial->receive_bytes, element = (size_t)trial->element->extent;
	bool rest_undefined = trial->call.collective == COLLECTIVE_REDUCE_SCATTER && trial->in_place_here;
	size_t defined =
		rest_undefined ? GUARD + trial->call.count * element + (size_t)trial->element->lower : end - GUARD;

	compare(t, trial, "the result differs at byte", m->expected, m->got, 0, defined);
	compare(t, trial, "what lies behind the result differs at byte", m->expected, m->got, end - GUARD / 2, end);
	compare(t, trial, "what is sent was changed at byte", m->untouched, m->send, 0, trial->send_bytes);
}

/* In place a scatter's root has no buffer to receive into, all others none to send from. */
static bool unused_send(const struct trial *trial)
{
	return trial->in_place_here && trial->call.collective != COLLECTIVE_SCATTER &&
	       trial->call.collective != COLLECTIVE_SCATTERV;
}

void run_trial(struct test *t, const struct trial *trial)
{
	struct algorithm_use use = {trial->algorithm, &trial->call};
	struct schedule schedule = algorithm_schedule(&use);
	struct memory m[RUNS] = {{0}};
	struct execution plan;
	struct error err = {0};
	bool ready = true;

	if (algorithm_check(trial->algorithm, &trial->call, &err) != OK ||
	    execute_prepare(&plan, &schedule, t->comm, trial->type, trial->op, &err) != OK) {
		printf("not ok: %s by %s cannot be prepared: %s\n", collective_words[trial->call.collective],
		       trial->algorithm->name, err.text);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	for (int run = 0; run < RUNS; run++)
		ready = allocate(trial, &m[run]) && ready;
	if (!ready)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int run = 0; run < RUNS; run++) {
		fill_buffers(t, trial, run, m[run].untouched, m[run].expected);
		fill_buffers(t, trial, run, m[run].send, m[run].got);
		if (library_is_wrong(trial))
			reduce_by_hand(t, trial, run, m[run].expected + GUARD);
		else
			native(t, trial, m[run].send + GUARD, m[run].expected + GUARD);
	}
	for (int run = 0; run < RUNS; run++)
		if (execute_run(&plan, unused_send(trial) ? NULL : m[run].send + GUARD, m[run].got + GUARD) !=
		    MPI_SUCCESS)
			tell(t, trial, "MPI failed in run", (size_t)run + GUARD);
	for (int run = 0; run < RUNS; run++) {
		compare_run(t, trial, &m[run]);
		release(&m[run]);
	}
	execute_release(&plan);
}
