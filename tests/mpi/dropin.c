/*
 * Drawn collective calls of a program that has libsonde-collective preloaded: each is made twice, as MPI_X, which the
 * library does by its table, and as PMPI_X, and both have the same results, gaps between data included.
 *
 * dropin TURN SEED CALLS: the table has for each operation the algorithms number TURN and on, by bytes; gathers and
 * scatters of some turns are the library's own, split. -1: each process has another table. -2: the first has none.
 * -3: process 1 has no memory for a copy of what it sends, and the program is to be aborted. -4: calls by the table of
 * SONDE_COLLECTIVES, of which there is an account.
 * dropin TURN SEED CALLS LONGEST: of gatherv and scatterv alone, as if messages of more bytes were more than MPI can
 * count; in the program that has the library linked to it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "dropin.h"
#include "mpi/dropin/state.h"

/* Where the library is linked to the program. */
extern struct dropin dropin __attribute__((weak));

/* 2 x 2 matrices of unsigned numbers: the product does not commute. */
static void multiply(void *in, void *inout, int *n, MPI_Datatype *type)
{
	unsigned *a = in, *b = inout;

	(void)type;
	for (int i = 0; i < *n; i++, a += 4, b += 4) {
		unsigned c[] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
				a[2] * b[1] + a[3] * b[3]};

		memcpy(b, c, sizeof(c));
	}
}

/* Ints with as much of a gap behind each. */
static void add_spaced(void *in, void *inout, int *n, MPI_Datatype *type)
{
	int *a = in, *b = inout;

	(void)type;
	for (int i = 0; i < *n; i++)
		b[2 * i] += a[2 * i];
}

/* Every other int, downwards. */
static void add_backwards(void *in, void *inout, int *n, MPI_Datatype *type)
{
	int *a = in, *b = inout;

	(void)type;
	for (int i = 0; i < *n; i++)
		b[-2 * i] += a[-2 * i];
}

static void make_types(struct trial *t)
{
	int ones[] = {1, 1}, turned[] = {1, 0};
	MPI_Datatype apart;

	MPI_Type_contiguous(2, MPI_INT, &t->types[0]);
	MPI_Type_vector(2, 1, 3, MPI_INT, &apart);
	MPI_Type_create_resized(apart, 0, 4 * (MPI_Aint)sizeof(int), &t->types[1]);
	MPI_Type_free(&apart);
	MPI_Type_indexed(2, ones, turned, MPI_INT, &t->types[2]);
	MPI_Type_dup(MPI_2INT, &t->types[3]);
	MPI_Type_create_resized(t->types[2], 0, 3 * (MPI_Aint)sizeof(int), &t->types[4]);
	for (int i = 0; i < TYPES; i++)
		MPI_Type_commit(&t->types[i]);
	MPI_Type_contiguous(4, MPI_UNSIGNED, &t->matrix);
	MPI_Type_commit(&t->matrix);
	MPI_Type_create_resized(MPI_INT, 0, 2 * (MPI_Aint)sizeof(int), &t->spaced);
	MPI_Type_commit(&t->spaced);
	MPI_Op_create(multiply, 0, &t->product);
	MPI_Op_create(add_spaced, 1, &t->sum);
}

static void free_types(struct trial *t)
{
	for (int i = 0; i < TYPES; i++)
		MPI_Type_free(&t->types[i]);
	MPI_Type_free(&t->matrix);
	MPI_Type_free(&t->spaced);
	MPI_Op_free(&t->product);
	MPI_Op_free(&t->sum);
}

static void make_comms(struct trial *t)
{
	t->comms[0] = MPI_COMM_WORLD;
	MPI_Comm_rank(MPI_COMM_WORLD, &t->world);
	MPI_Comm_split(MPI_COMM_WORLD, 0, -t->world, &t->comms[1]);
	MPI_Comm_split(MPI_COMM_WORLD, t->world % 2, t->world, &t->comms[2]);
	MPI_Comm_dup(MPI_COMM_SELF, &t->comms[3]);
}

static void fail(const struct trial *t, const char *what, int at)
{
	fprintf(stderr, "process %d: seed %llu, call %llu, %s: %d and %d at %d\n", t->world, t->seed, t->call, what,
		t->first[at], t->second[at], at);
	MPI_Abort(MPI_COMM_WORLD, 1);
}

void trial_compare(const struct trial *t, const char *what, bool spaced)
{
	for (int i = 0; i < ROOM; i += spaced ? 2 : 1)
		if (t->first[i] != t->second[i])
			fail(t, what, i);
}

/* The same at each process, but for the ranks. */
static void fill(struct trial *t)
{
	for (int i = 0; i < ROOM; i++) {
		t->send[i] = (int)((unsigned)(i * 7 + t->rank * 1009 + (int)t->call) % 251) - 100;
		t->first[i] = t->second[i] = (int)((unsigned)(i * 13 + t->rank * 607) % 199) - 90;
	}
}

static void move(struct trial *t, int what, int n, int root)
{
	int send_count, receive_count;
	MPI_Datatype from = trial_draw_type(t, n, &send_count), into = trial_draw_type(t, n, &receive_count);
	bool in_place = random_below(&t->random, 3) == 0;
	const void *mine = in_place && (what > 2 || (what == 1 && t->rank == root)) ? MPI_IN_PLACE : t->send;
	int *a = t->first, *b = t->second;
	void *to = in_place && what == 2 && t->rank == root ? MPI_IN_PLACE : t->first,
	     *too = to == MPI_IN_PLACE ? to : t->second;

	if (what == 0) {
		PMPI_Bcast(b, receive_count, into, root, t->comm);
		MPI_Bcast(a, receive_count, into, root, t->comm);
	} else if (what == 1) {
		PMPI_Gather(mine, send_count, from, b, receive_count, into, root, t->comm);
		MPI_Gather(mine, send_count, from, a, receive_count, into, root, t->comm);
	} else if (what == 2) {
		PMPI_Scatter(t->send, send_count, from, too, receive_count, into, root, t->comm);
		MPI_Scatter(t->send, send_count, from, to, receive_count, into, root, t->comm);
	} else if (what == 3) {
		PMPI_Allgather(mine, send_count, from, b, receive_count, into, t->comm);
		MPI_Allgather(mine, send_count, from, a, receive_count, into, t->comm);
	} else {
		PMPI_Alltoall(mine, send_count, from, b, receive_count, into, t->comm);
		MPI_Alltoall(mine, send_count, from, a, receive_count, into, t->comm);
	}
	t->expected += n > 0;
	trial_compare(t, ((const char *const[]){"bcast", "gather", "scatter", "allgather", "alltoall"})[what], false);
}

void trial_draw_op(struct trial *t, MPI_Datatype *type, MPI_Op *op, bool *spaced)
{
	const MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MAX,  MPI_MIN, MPI_LAND,
			      MPI_LOR, MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR};
	size_t which = random_below(&t->random, 14);

	*spaced = which == 13;
	*type = which == 13 ? t->spaced : which == 12 ? t->matrix : which > 9 ? MPI_2INT : MPI_INT;
	*op = which == 13   ? t->sum
	      : which == 12 ? t->product
	      : which == 11 ? MPI_MAXLOC
	      : which == 10 ? MPI_MINLOC
			    : ops[which];
}

static void reduce(struct trial *t, int what, int n, int root)
{
	static const char *const names[] = {"reduce", "allreduce", "reduce_scatter_block", "scan"};
	bool in_place = random_below(&t->random, 3) == 0, spaced;
	const void *mine = in_place && (what > 0 || t->rank == root) ? MPI_IN_PLACE : t->send;
	MPI_Datatype type;
	MPI_Op op;

	trial_draw_op(t, &type, &op, &spaced);
	if (what == 0) {
		PMPI_Reduce(mine, t->second, n, type, op, root, t->comm);
		MPI_Reduce(mine, t->first, n, type, op, root, t->comm);
	} else if (what == 1) {
		PMPI_Allreduce(mine, t->second, n, type, op, t->comm);
		MPI_Allreduce(mine, t->first, n, type, op, t->comm);
	} else if (what == 2) {
		PMPI_Reduce_scatter_block(mine, t->second, n, type, op, t->comm);
		MPI_Reduce_scatter_block(mine, t->first, n, type, op, t->comm);
		/* What is beyond the result in place is not said by MPI. */
		for (int i = n * (type == t->matrix ? 4 : type == MPI_INT ? 1 : 2); i < ROOM; i++)
			t->first[i] = t->second[i];
	} else {
		PMPI_Scan(mine, t->second, n, type, op, t->comm);
		MPI_Scan(mine, t->first, n, type, op, t->comm);
	}
	t->expected += n > 0;
	trial_compare(t, names[what], spaced);
}

static void call(struct trial *t)
{
	int what = t->longest > 0 ? 11 + (int)random_below(&t->random, 2) : (int)random_below(&t->random, 17);
	int n = random_below(&t->random, 8) == 0
			? 0
			: (int)random_below(&t->random, random_below(&t->random, 2) ? 8 : MOST);
	size_t which = random_below(&t->random, COMMS);
	int root;

	t->comm = t->comms[which];
	MPI_Comm_rank(t->comm, &t->rank);
	MPI_Comm_size(t->comm, &t->size);
	root = (int)(random_bits(&t->random) % (uint64_t)t->size);
	fill(t);
	if (what == 9) {
		t->expected++;
		MPI_Barrier(t->comm);
	} else if (what < 5) {
		move(t, what, n, root);
	} else if (what == 10) {
		trial_reduce_scatter(t, n);
	} else if (what == 14) {
		trial_exscan(t, n);
	} else if (what > 14) {
		trial_exchange(t, n, what == 16);
	} else if (what > 10) {
		trial_move_counted(t, what - 11, n, root);
	} else {
		reduce(t, what - 5, n, root);
	}
	trial_forget_types(t);
}

/* Between two groups, and by MPI_COMM_SELF's likes of one process: the results that MPI says. */
static void between_groups(struct trial *t)
{
	MPI_Comm half, inter;
	int size, value, sum = -1, group;

	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (size < 2)
		return;
	group = t->world % 2;
	MPI_Comm_split(MPI_COMM_WORLD, group, t->world, &half);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - group, 7, &inter);
	value = 1 + group;
	MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, inter);
	if (sum != (group ? (size + 1) / 2 : 2 * (size / 2))) {
		fprintf(stderr, "process %d: %d between groups\n", t->world, sum);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	MPI_Barrier(inter);
	MPI_Comm_free(&inter);
	MPI_Comm_free(&half);
}

/* In place, from the last int of a buffer down, every other one. */
static void reduce_backwards(struct trial *t)
{
	enum { N = 5 };
	int size, *last = t->first + 2 * (N - 1);
	MPI_Datatype type;
	MPI_Op op;

	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Type_create_resized(MPI_INT, 0, -2 * (MPI_Aint)sizeof(int), &type);
	MPI_Type_commit(&type);
	MPI_Op_create(add_backwards, 1, &op);
	for (int i = 0; i < 2 * N; i++)
		t->first[i] = i + 100 * t->world;
	MPI_Reduce(t->world == 0 ? MPI_IN_PLACE : last, last, N, type, op, 0, MPI_COMM_WORLD);
	t->expected++;
	for (int i = 0; i < 2 * N; i++) {
		t->second[i] = t->world > 0 || i % 2 ? i + 100 * t->world : i * size + 50 * size * (size - 1);
		if (t->first[i] != t->second[i])
			fail(t, "reduce of a negative extent", i);
	}
	MPI_Op_free(&op);
	MPI_Type_free(&type);
}

/* More segments than a schedule may have: the row cannot be followed, and the library does it. */
static void broadcast_much(const struct trial *t)
{
	char *much = malloc(MANY);

	if (!much)
		MPI_Abort(MPI_COMM_WORLD, 1);
	memset(much, t->world + 1, MANY);
	MPI_Bcast(much, MANY, MPI_CHAR, 0, MPI_COMM_WORLD);
	if (much[0] != 1 || much[MANY - 1] != 1) {
		fprintf(stderr, "process %d: a long bcast brings %d\n", t->world, much[MANY - 1]);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	free(much);
}

/* Process 1 has to copy the same int many times, and no memory; others would wait for it. */
static void gather_without_memory(const struct trial *t)
{
	int size, n = 1 << 24;
	struct rlimit limit = {0};
	long pages = 0;
	MPI_Datatype same;
	int *all = NULL;
	FILE *in;

	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Type_vector(n, 1, 0, MPI_INT, &same);
	MPI_Type_commit(&same);
	if (t->world == 0)
		all = malloc((size_t)size * (size_t)n * sizeof(*all));
	in = t->world == 1 ? fopen("/proc/self/statm", "r") : NULL;
	if (in && fscanf(in, "%ld", &pages) == 1) {
		limit.rlim_cur = limit.rlim_max = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (1U << 24);
		setrlimit(RLIMIT_AS, &limit);
	}
	if (in)
		fclose(in);
	MPI_Gather(t->send, 1, same, all, n, MPI_INT, 0, MPI_COMM_WORLD);
	free(all);
	MPI_Type_free(&same);
}

static bool is_first(void)
{
	const char *rank = getenv("OMPI_COMM_WORLD_RANK");

	rank = rank ? rank : getenv("PMI_RANK");
	return rank && strcmp(rank, "0") == 0;
}

static void open_buffers(struct trial *t)
{
	t->send = malloc(ROOM * sizeof(*t->send));
	t->first = malloc(ROOM * sizeof(*t->first));
	t->second = malloc(ROOM * sizeof(*t->second));
	if (!t->send || !t->first || !t->second) {
		fputs("no memory\n", stderr);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
}

static void close_buffers(struct trial *t)
{
	free(t->send);
	free(t->first);
	free(t->second);
}

static void give_back(struct trial *t)
{
	for (int i = 1; i < COMMS; i++)
		MPI_Comm_free(&t->comms[i]);
	free_types(t);
	close_buffers(t);
}

static void *make_calls(void *trial)
{
	struct trial *t = trial;

	random_init(&t->random, t->seed);
	for (t->call = 0; t->call < t->calls; t->call++)
		call(t);
	return NULL;
}

/* Two threads, each with communicators of its own. */
static void make_calls_of_threads(struct trial *t)
{
	struct trial each[2] = {*t, *t};
	pthread_t threads[2];

	for (int i = 0; i < 2; i++) {
		each[i].seed += 1000 + (unsigned)i;
		each[i].expected = 0;
		open_buffers(&each[i]);
		for (int k = 0; k < COMMS; k++)
			MPI_Comm_dup(t->comms[k], &each[i].comms[k]);
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, make_calls, &each[i]);
	for (int i = 0; i < 2; i++) {
		pthread_join(threads[i], NULL);
		t->expected += each[i].expected;
		close_buffers(&each[i]);
		for (int k = 0; k < COMMS; k++)
			MPI_Comm_free(&each[i].comms[k]);
	}
}

static void expect_replaced(const struct trial *t)
{
	unsigned long long (*replaced)(void);

	*(void **)&replaced = dlsym(RTLD_DEFAULT, "sonde_collectives_replaced");
	if (replaced && replaced() == (t->differs ? 0 : t->expected))
		return;
	fprintf(stderr, "process %d: %llu calls by the table, %llu expected\n", t->world, replaced ? replaced() : 0,
		t->expected);
	MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv)
{
	struct trial t = {.seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1,
			  .calls = argc > 3 ? strtoull(argv[3], NULL, 10) : 100};
	int provided = MPI_THREAD_SINGLE, turn = argc > 1 ? atoi(argv[1]) : 0;
	char path[64];

	snprintf(path, sizeof(path), "/tmp/sonde-dropin-%ld", (long)getpid());
	t.differs = turn == -1 || turn == -2;
	if (argc > 4 && &dropin)
		t.longest = dropin.longest = strtoull(argv[4], NULL, 10);
	if (turn != -4) {
		trial_write_table(&t, turn < 0 ? 0 : turn, turn == -1, path);
		setenv("SONDE_COLLECTIVES", path, 1);
	}
	if (turn == -2 && is_first())
		unsetenv("SONDE_COLLECTIVES");
	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	unlink(path);
	make_types(&t);
	make_comms(&t);
	open_buffers(&t);
	if (turn == -3)
		gather_without_memory(&t);
	if (turn == -4) {
		trial_account(&t);
		between_groups(&t);
		give_back(&t);
		MPI_Finalize();
		return 0;
	}
	make_calls(&t);
	if (!t.differs && t.longest == 0)
		reduce_backwards(&t);
	if (turn == 0 && t.longest == 0)
		broadcast_much(&t);
	expect_replaced(&t);
	if (provided == MPI_THREAD_MULTIPLE)
		make_calls_of_threads(&t);
	expect_replaced(&t);
	between_groups(&t);
	expect_replaced(&t);
	if (t.world == 0)
		printf("%llu calls%s, %llu by the table\n", t.calls,
		       provided == MPI_THREAD_MULTIPLE ? ", and twice as many of threads" : "",
		       t.differs ? 0 : t.expected);
	give_back(&t);
	MPI_Finalize();
	return 0;
}
