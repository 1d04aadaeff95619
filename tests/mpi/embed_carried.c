/*
 * sonde_bcast and its like against the MPI library's: each operation, from each root, of ints that lie together and of
 * ints with gaps, in place and not, by a model of unlike processes, a file that is named.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../sanitized.h"
#include "embed_check.h"

enum { MOST = 3000, ROOM = 2 * 9 * 2 * MOST };

/* What calls are made with. */
struct trial {
	struct test *t;
	const struct sonde_model *model;
	MPI_Datatype apart; /* an int, with room for another behind it */
	MPI_Op product;
	int *send, *ours, *theirs, *own, counts[9], displacements[9];
	int ordered; /* choices that had an order of processes */
};

/* 2 x 2 matrices of unsigned numbers, whose product does not commute. */
static void multiply(void *in, void *inout, int *n, MPI_Datatype *type)
{
	unsigned *a = in, *b = inout;

	(void)type;
	for (int i = 0; i < *n; i++, a += 4, b += 4) {
		unsigned c[4] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
				 a[2] * b[1] + a[3] * b[3]};

		memcpy(b, c, sizeof(c));
	}
}

static void fill(struct trial *r, int seed)
{
	for (int i = 0; i < ROOM; i++) {
		r->send[i] = (i * 7919 + seed * 104729 + r->t->rank * 1299709) % 100003;
		r->ours[i] = r->theirs[i] = (i * 31 + r->t->rank) % 1009;
	}
}

/* Both have brought the same where that is defined, and all processes have taken the same way. */
static void compare_defined(struct trial *r, enum sonde_status status, const struct sonde_error *error,
			    const char *what, int defined)
{
	struct sonde_choice choice = {.algorithm = ""};
	char name[64];
	int order[9] = {0};

	check_status(r->t, status, SONDE_OK, error, "");
	check(r->t, !defined || memcmp(r->ours, r->theirs, ROOM * sizeof(int)) == 0, what);
	if (!sonde_chosen(r->t->context, &choice))
		return;
	memset(name, 0, sizeof(name));
	snprintf(name, sizeof(name), "%s %zu %d", choice.algorithm, choice.segment, choice.order != NULL);
	check_alike(r->t, name, sizeof(name), what);
	if (choice.order)
		memcpy(order, choice.order, (size_t)r->t->size * sizeof(int));
	check_alike(r->t, order, sizeof(order), what);
	r->ordered += choice.order != NULL;
	check(r->t, choice.seconds >= 0 && choice.seconds <= choice.plain, "an order is taken where it is quicker");
}

static void compare(struct trial *r, enum sonde_status status, const struct sonde_error *error, const char *what)
{
	compare_defined(r, status, error, what, 1);
}

static void move_equal(struct trial *r, int n, int root, int gaps, int place)
{
	MPI_Datatype into = gaps ? r->apart : MPI_INT;
	struct sonde *c = r->t->context;
	struct sonde_error error;
	const void *send = place && r->t->rank == root ? MPI_IN_PLACE : r->send;
	enum sonde_status status;

	fill(r, n + root);
	status = sonde_bcast(c, r->model, r->ours, n, into, root, &error);
	MPI_Bcast(r->theirs, n, into, root, r->t->comm);
	compare(r, status, &error, "bcast");
	fill(r, n + root + 1);
	status = sonde_gather(c, r->model, send, n, MPI_INT, r->ours, n, into, root, &error);
	MPI_Gather(send, n, MPI_INT, r->theirs, n, into, root, r->t->comm);
	compare(r, status, &error, "gather");
	fill(r, n + root + 2);
	status = sonde_scatter(c, r->model, r->send, n, into, place && r->t->rank == root ? MPI_IN_PLACE : r->ours, n,
			       MPI_INT, root, &error);
	MPI_Scatter(r->send, n, into, place && r->t->rank == root ? MPI_IN_PLACE : r->theirs, n, MPI_INT, root,
		    r->t->comm);
	compare(r, status, &error, "scatter");
}

/* Blocks of 0, n, 2 n … elements in the order of ranks from the last on, one element apart. */
static void move_counted(struct trial *r, int n, int root, int gaps, int place)
{
	MPI_Datatype into = gaps ? r->apart : MPI_INT;
	struct sonde *c = r->t->context;
	struct sonde_error error;
	int me = r->t->rank, at = 0;
	const void *send = place && me == root ? MPI_IN_PLACE : r->send;
	enum sonde_status status;

	for (int i = r->t->size - 1; i >= 0; i--) {
		r->counts[i] = n * (i % 4) / 3;
		r->displacements[i] = at;
		at += r->counts[i] + 1;
	}
	fill(r, n + root + 3);
	status = sonde_gatherv(c, r->model, send, r->counts[me], MPI_INT, r->ours, r->counts, r->displacements, into,
			       root, &error);
	MPI_Gatherv(send, r->counts[me], MPI_INT, r->theirs, r->counts, r->displacements, into, root, r->t->comm);
	compare(r, status, &error, "gatherv");
	fill(r, n + root + 4);
	status = sonde_scatterv(c, r->model, r->send, r->counts, r->displacements, into,
				place && me == root ? MPI_IN_PLACE : r->ours, r->counts[me], MPI_INT, root, &error);
	MPI_Scatterv(r->send, r->counts, r->displacements, into, place && me == root ? MPI_IN_PLACE : r->theirs,
		     r->counts[me], MPI_INT, root, r->t->comm);
	compare(r, status, &error, "scatterv");
}

/* What MPI is given: MPICH's MPI_Reduce ends in a fault in place at another root than 0 if the operation does not
 * commute. */
static const void *given_to_mpi(struct trial *r, int root, int place)
{
	memcpy(r->own, r->theirs, ROOM * sizeof(int));
	return place && r->t->rank == root ? r->own : r->send;
}

static void reduce(struct trial *r, int n, int root, int place)
{
	const void *send = place && r->t->rank == root ? MPI_IN_PLACE : r->send;
	struct sonde_error error;
	MPI_Datatype matrix;
	enum sonde_status status;

	fill(r, n + root + 5);
	status = sonde_reduce(r->t->context, r->model, send, r->ours, n, MPI_INT, MPI_MAX, root, &error);
	MPI_Reduce(given_to_mpi(r, root, place), r->theirs, n, MPI_INT, MPI_MAX, root, r->t->comm);
	compare_defined(r, status, &error, "reduce", r->t->rank == root);
	MPI_Type_contiguous(4, MPI_UNSIGNED, &matrix);
	MPI_Type_commit(&matrix);
	fill(r, n + root + 6);
	status = sonde_reduce(r->t->context, r->model, send, r->ours, n, matrix, r->product, root, &error);
	MPI_Reduce(given_to_mpi(r, root, place), r->theirs, n, matrix, r->product, root, r->t->comm);
	compare_defined(r, status, &error, "reduce that does not commute", r->t->rank == root);
	MPI_Type_free(&matrix);
}

/* More kinds of calls than are kept, and the first of them again. */
static void call_many(struct trial *r)
{
	struct sonde_error error;

	for (int n = 1; n <= 70; n++) {
		int count = n % 70 + 1;

		fill(r, n);
		check_status(r->t, sonde_bcast(r->t->context, r->model, r->ours, count, MPI_INT, 0, &error), SONDE_OK,
			     &error, "");
		MPI_Bcast(r->theirs, count, MPI_INT, 0, r->t->comm);
		check(r->t, memcmp(r->ours, r->theirs, ROOM * sizeof(int)) == 0, "bcast of another kind");
	}
}

static void refuse(struct trial *r)
{
	struct sonde_choice choice;
	struct sonde_error error;
	struct sonde *c = r->t->context;

	check(r->t, !sonde_chosen(c, &choice), "before the first call nothing is chosen");
	check_status(r->t, sonde_bcast(NULL, r->model, r->ours, 1, MPI_INT, 0, &error), SONDE_ERROR_ARGUMENT, &error,
		     "context is NULL");
	check_status(r->t, sonde_bcast(c, NULL, r->ours, 1, MPI_INT, 0, &error), SONDE_ERROR_ARGUMENT, &error,
		     "there is no model");
	check_status(r->t, sonde_bcast(c, r->model, r->ours, 1, MPI_INT, r->t->size, &error), SONDE_ERROR_ARGUMENT,
		     &error, "there is no process");
	check_status(r->t, sonde_bcast(c, r->model, r->ours, 1 << 30, MPI_INT, 0, &error), SONDE_ERROR_ARGUMENT, &error,
		     "all blocks have at most");
	check_status(r->t, sonde_bcast(c, r->model, r->ours, 5 + r->t->rank, MPI_INT, 0, &error), SONDE_ERROR_ARGUMENT,
		     &error, "gave other arguments than process 0");
	check_status(r->t, sonde_bcast(c, r->model, r->ours, -1, MPI_INT, 0, &error), SONDE_ERROR_ARGUMENT, &error,
		     "bcast: a count cannot be negative: -1");
	check_status(r->t, sonde_bcast(c, r->model, r->ours, 1, MPI_DATATYPE_NULL, 0, &error), SONDE_ERROR_ARGUMENT,
		     &error, "bcast without a type: it is MPI_DATATYPE_NULL");
	check_status(r->t, sonde_bcast(c, r->model, r->ours, 0, MPI_INT, 0, &error), SONDE_OK, &error, "");
}

/* One process's arguments are wrong, or not the others': all return the same error, and none waits for another. */
static void refuse_at_one(struct trial *r, int wrong)
{
	struct sonde *c = r->t->context;
	struct sonde_error error;
	bool here = r->t->rank == wrong;

	for (int kept = 0; kept < 2; kept++) { /* before a kind is kept, and after */
		int n = 1234 + wrong;

		check_status(r->t, sonde_bcast(c, here ? NULL : r->model, r->ours, n, MPI_INT, 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "there is no model");
		check_status(r->t, sonde_bcast(c, r->model, r->ours, n, MPI_INT, here ? -1 : 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "there is no process -1");
		check_status(r->t, sonde_bcast(c, r->model, r->ours, n, MPI_INT, here ? 1 : 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "gave other arguments than process 0");
		check_status(r->t, sonde_bcast(c, r->model, r->ours, here ? n + 1 : n, MPI_INT, 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "gave other arguments than process 0");
		check_status(r->t, sonde_bcast(c, r->model, r->ours, here ? 0 : n, MPI_INT, 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "gave other arguments than process 0");
		check_status(r->t, sonde_bcast(c, r->model, r->ours, here ? 1 << 30 : n, MPI_INT, 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "all blocks have at most");
		check_status(r->t,
			     here ? sonde_reduce(c, r->model, r->send, r->ours, n, MPI_INT, MPI_SUM, 0, &error)
				  : sonde_bcast(c, r->model, r->ours, n, MPI_INT, 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "gave other arguments than process 0");
		check_status(r->t,
			     sonde_scatterv(c, r->model, r->send, here ? NULL : r->counts, r->displacements, MPI_INT,
					    r->ours, r->counts[r->t->rank], MPI_INT, 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "without counts");
		check_status(r->t, sonde_bcast(c, r->model, r->ours, n, MPI_INT, 0, &error), SONDE_OK, &error, "");
	}
}

/* A count is negative at one process, a type or the operation is none. */
static void refuse_values(struct trial *r, int wrong)
{
	static const char negative[] = "a count cannot be negative: -3", typeless[] = "MPI_DATATYPE_NULL";
	struct sonde *c = r->t->context;
	struct sonde_error e;
	bool here = r->t->rank == wrong;
	int n = 99 + wrong, bad = here ? -3 : n, own = r->counts[r->t->rank], *counts = r->counts;
	MPI_Datatype none = here ? MPI_DATATYPE_NULL : MPI_INT;
	const enum sonde_status refused = SONDE_ERROR_ARGUMENT;

	for (int kept = 0; kept < 2; kept++) { /* before a kind is kept, and after */
		check_status(r->t, sonde_bcast(c, r->model, r->ours, bad, MPI_INT, 0, &e), refused, &e, negative);
		check_status(r->t, sonde_bcast(c, r->model, r->ours, n, none, 0, &e), refused, &e, typeless);
		check_status(r->t, sonde_scatter(c, r->model, r->send, n, MPI_INT, r->ours, bad, MPI_INT, 0, &e),
			     refused, &e, negative);
		check_status(r->t, sonde_scatter(c, r->model, r->send, n, none, r->ours, n, MPI_INT, wrong, &e),
			     refused, &e, typeless);
		check_status(r->t, sonde_gather(c, r->model, r->send, bad, MPI_INT, r->ours, n, MPI_INT, 0, &e),
			     refused, &e, negative);
		check_status(r->t, sonde_gather(c, r->model, r->send, n, MPI_INT, r->ours, bad, MPI_INT, wrong, &e),
			     refused, &e, negative);
		check_status(r->t, sonde_gather(c, r->model, r->send, n, none, r->ours, n, MPI_INT, 0, &e), refused, &e,
			     typeless);
		check_status(r->t, sonde_reduce(c, r->model, r->send, r->ours, bad, MPI_INT, MPI_SUM, 0, &e), refused,
			     &e, negative);
		check_status(r->t, sonde_reduce(c, r->model, r->send, r->ours, n, none, MPI_SUM, 0, &e), refused, &e,
			     typeless);
		check_status(
			r->t,
			sonde_reduce(c, r->model, r->send, r->ours, n, MPI_INT, here ? MPI_OP_NULL : MPI_SUM, 0, &e),
			refused, &e, "MPI_OP_NULL");
		check_status(r->t,
			     sonde_scatterv(c, r->model, r->send, counts, r->displacements, none, r->ours, own, MPI_INT,
					    0, &e),
			     refused, &e, typeless);
		check_status(r->t,
			     sonde_gatherv(c, r->model, r->send, here ? -3 : own, MPI_INT, r->ours, counts,
					   r->displacements, MPI_INT, 0, &e),
			     refused, &e, negative);
		check_status(r->t, sonde_bcast(c, r->model, r->ours, n, MPI_INT, 0, &e), SONDE_OK, &e, "");
	}
}

/* The first or the last of the counts is negative, at one process or at all. */
static void refuse_lists(struct trial *r, int wrong)
{
	struct sonde_error e;
	int bad[9], *given = r->t->rank == wrong || wrong < 0 ? bad : r->counts;
	char text[64];

	for (int i = 0; i < r->t->size; i += r->t->size - 1) {
		memcpy(bad, r->counts, sizeof(bad));
		bad[i] = -7;
		snprintf(text, sizeof(text), "a count cannot be negative: -7 for process %d", i);
		check_status(r->t,
			     sonde_scatterv(r->t->context, r->model, r->send, given, r->displacements, MPI_INT, r->ours,
					    5, MPI_INT, 0, &e),
			     SONDE_ERROR_ARGUMENT, &e, text);
		check_status(r->t,
			     sonde_gatherv(r->t->context, r->model, r->send, 5, MPI_INT, r->ours, given,
					   r->displacements, MPI_INT, 0, &e),
			     SONDE_ERROR_ARGUMENT, &e, text);
	}
}

/* A buffer is missing at one process, or MPI_IN_PLACE is not for it: before a kind is kept, and after. */
static void refuse_buffers(struct trial *r, int wrong)
{
	struct sonde *c = r->t->context;
	struct sonde_error error;
	bool here = r->t->rank == wrong;
	int n = 77 + wrong, own = r->counts[r->t->rank];

	for (int kept = 0; kept < 2; kept++) {
		void *ours = here ? NULL : r->ours;
		const void *send = here ? NULL : r->send;

		check_status(r->t, sonde_bcast(c, r->model, ours, n, MPI_INT, 0, &error), SONDE_ERROR_ARGUMENT, &error,
			     "bcast without a buffer");
		check_status(r->t, sonde_bcast(c, r->model, here ? MPI_IN_PLACE : r->ours, n, MPI_INT, 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "bcast: MPI_IN_PLACE");
		check_status(r->t, sonde_scatter(c, r->model, r->send, n, MPI_INT, ours, n, MPI_INT, 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "scatter without a buffer");
		check_status(r->t, sonde_gather(c, r->model, send, n, MPI_INT, r->ours, n, MPI_INT, 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "gather without a buffer");
		check_status(r->t, sonde_gather(c, r->model, r->send, n, MPI_INT, ours, n, MPI_INT, wrong, &error),
			     SONDE_ERROR_ARGUMENT, &error, "gather without a buffer");
		check_status(r->t,
			     sonde_scatterv(c, r->model, r->send, r->counts, r->displacements, MPI_INT, ours, own,
					    MPI_INT, 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "scatterv without a buffer");
		check_status(r->t,
			     sonde_gatherv(c, r->model, send, own, MPI_INT, r->ours, r->counts, r->displacements,
					   MPI_INT, 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "gatherv without a buffer");
		check_status(r->t, sonde_reduce(c, r->model, send, r->ours, n, MPI_INT, MPI_SUM, 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "reduce without a buffer");
		check_status(r->t,
			     sonde_reduce(c, r->model, here ? MPI_IN_PLACE : r->send, r->ours, n, MPI_INT, MPI_SUM,
					  wrong == 0 ? 1 : 0, &error),
			     SONDE_ERROR_ARGUMENT, &error, "reduce: MPI_IN_PLACE");
		check_status(r->t, sonde_bcast(c, r->model, r->ours, n, MPI_INT, 0, &error), SONDE_OK, &error, "");
		check_status(r->t, sonde_gather(c, r->model, r->send, n, MPI_INT, r->ours, n, MPI_INT, wrong, &error),
			     SONDE_OK, &error, "");
	}
}

static void limit_memory(bool limited)
{
	struct rlimit limit;
	long pages = 0;
	FILE *in = fopen("/proc/self/statm", "r");

	getrlimit(RLIMIT_AS, &limit);
	limit.rlim_cur = limit.rlim_max;
	if (in && fscanf(in, "%ld", &pages) == 1 && limited)
		limit.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (1U << 24);
	if (in)
		fclose(in);
	setrlimit(RLIMIT_AS, &limit);
}

/* One process, the root of a bcast, has the same int many times to copy, and no memory for that: all learn it, and the
 * next call is done; before a kind is kept, and after. */
static void lose_memory(struct trial *r, int wrong)
{
	enum { N = 1 << 23 };
	struct sonde_error error;
	MPI_Datatype same;
	int *much = malloc(N * sizeof(*much));
	bool here = r->t->rank == wrong;

	if (!much)
		MPI_Abort(MPI_COMM_WORLD, 1);
	MPI_Type_vector(N, 1, 0, MPI_INT, &same);
	MPI_Type_commit(&same);
	r->send[0] = 4711;
	for (int kept = 0; kept < 2; kept++) {
		limit_memory(here);
		check_status(r->t,
			     sonde_bcast(r->t->context, r->model, here ? r->send : much, here ? 1 : N,
					 here ? same : MPI_INT, wrong, &error),
			     SONDE_ERROR_MEMORY, &error, "not enough memory for a copy of the data");
		limit_memory(false);
		much[0] = much[N - 1] = 0;
		check_status(r->t,
			     sonde_bcast(r->t->context, r->model, here ? r->send : much, here ? 1 : N,
					 here ? same : MPI_INT, wrong, &error),
			     SONDE_OK, &error, "");
		check(r->t, here || (much[0] == 4711 && much[N - 1] == 4711), "what was refused is done with memory");
	}
	MPI_Type_free(&same);
	free(much);
}

static void order(struct trial *r)
{
	const struct sonde_call call = {
		.size = sizeof(call), .operation = "bcast", .algorithm = "binomial", .bytes = 65536, .root = 1};
	struct sonde_call given = call;
	struct sonde_prediction predicted;
	struct sonde_order found;
	struct sonde_error error;
	int list[9];

	check_status(r->t, sonde_best_order(r->model, &call, 0, list, &found, &error), SONDE_OK, &error, "");
	check(r->t, list[0] == 1 && found.bound <= found.seconds && found.seconds <= found.plain, "the best order");
	given.order = list;
	sonde_predict_collective(r->model, &given, &predicted, &error);
	check(r->t, predicted.seconds == found.seconds, "the best order takes what is said of it");
	given.algorithm = "bine";
	given.order = NULL;
	check_status(r->t, sonde_best_order(r->model, &given, 0, list, &found, &error), SONDE_ERROR_ARGUMENT, &error,
		     "no order of processes to choose");
}

int main(int argc, char **argv)
{
	static const int counts[] = {1, 300, MOST};
	struct test t;
	struct trial r = {.t = &t, .ordered = 0};
	struct sonde_model *model = NULL;
	struct sonde_error error;

	begin(&t, &argc, &argv);
	check_status(&t, sonde_model_read(argv[argc - 1], &model, &error), SONDE_OK, &error, "");
	r.model = model;
	r.send = malloc(ROOM * sizeof(int));
	r.ours = malloc(ROOM * sizeof(int));
	r.theirs = malloc(ROOM * sizeof(int));
	r.own = malloc(ROOM * sizeof(int));
	MPI_Type_create_resized(MPI_INT, 0, 2 * (MPI_Aint)sizeof(int), &r.apart);
	MPI_Type_commit(&r.apart);
	MPI_Op_create(multiply, 0, &r.product);
	refuse(&r);
	for (int i = 0; i < t.size; i++) {
		r.counts[i] = 5;
		r.displacements[i] = 5 * i;
	}
	refuse_at_one(&r, 0);
	refuse_at_one(&r, t.size - 1);
	for (int wrong = 0; wrong < t.size; wrong += t.size - 1) {
		refuse_values(&r, wrong);
		refuse_lists(&r, wrong);
		refuse_buffers(&r, wrong);
		for (int i = 0; i < FEWER(1, 0); i++) /* a sanitizer ends a program that has no memory */
			lose_memory(&r, wrong);
	}
	refuse_lists(&r, -1);
	for (int root = 0; root<t.size; root += t.size> 2 ? 2 : 1)
		for (int i = 0; i < 3; i++)
			for (int way = 0; way < 4; way++) {
				move_equal(&r, counts[i], root, way & 1, way >> 1);
				move_counted(&r, counts[i], root, way & 1, way >> 1);
				reduce(&r, counts[i], root, way & 1);
			}
	call_many(&r);
	order(&r);
	check(&t, t.size < 3 || r.ordered > 0, "some orders of unlike processes are quicker");
	MPI_Op_free(&r.product);
	MPI_Type_free(&r.apart);
	free(r.send);
	free(r.ours);
	free(r.theirs);
	free(r.own);
	sonde_model_free(model);
	sonde_close(t.context);
	return finish(&t);
}
