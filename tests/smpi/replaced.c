/*
 * Each collective operation twice, by the table of the library that is preloaded and by the MPI library: what is
 * received must be the same. Types are those that SMPI moves right by itself.
 *
 * usage: replaced ROW…: fails unless the table did just the calls that these rows are for; prints their number, of
 * process 0, and the simulated time of all. A row is OPERATION,PROCESSES,FROM,TO,ROOT: the communicator's processes (0:
 * any), bytes of the longest block, and of a row with an order, which is MPI_COMM_WORLD's, the root (else -1).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MOST = 16, ROOM = 5000, COMMS = 4 };

struct row {
	char operation[32];
	int processes, root;
	unsigned long long from, to;
};

static struct row rows[MOST];
static int n_rows;
static unsigned long long expected;

static void read_rows(int n, char **words)
{
	for (n_rows = 0; n_rows < n; n_rows++) {
		struct row *row = &rows[n_rows];

		if (n_rows == MOST || sscanf(words[n_rows], "%31[^,],%d,%llu,%llu,%d", row->operation, &row->processes,
					     &row->from, &row->to, &row->root) != 5) {
			fprintf(stderr, "%s: not a row\n", words[n_rows]);
			MPI_Abort(MPI_COMM_WORLD, 2);
		}
	}
}

/* The operation whose rows are for a function of MPI. */
static const char *operation_of(const char *function)
{
	return strcmp(function, "Allgatherv") == 0             ? "allgather"
	       : strcmp(function, "Reduce_scatter_block") == 0 ? "reduce_scatter"
							       : function;
}

/* Counts the call if a row is for it. */
static void expect(const char *function, MPI_Comm comm, unsigned long long bytes, int root)
{
	int size;

	MPI_Comm_size(comm, &size);
	for (int i = 0; i < n_rows; i++) {
		const struct row *row = &rows[i];

		if (strcasecmp(row->operation, operation_of(function)) == 0 &&
		    (row->processes == 0 || row->processes == size) &&
		    (row->root < 0 || (row->root == root && comm == MPI_COMM_WORLD)) && bytes >= row->from &&
		    bytes <= row->to) {
			expected++;
			return;
		}
	}
}

static int send[MOST * ROOM], first[MOST * ROOM], second[MOST * ROOM], counts[MOST], places[MOST];

static void fill(int rank)
{
	for (int i = 0; i < MOST * ROOM; i++) {
		send[i] = i * 7 + rank * 1009;
		first[i] = second[i] = -i - rank;
	}
}

static void compare(const char *what, int count, int root)
{
	if (memcmp(first, second, sizeof(first)) == 0)
		return;
	fprintf(stderr, "%s of %d from %d: unlike results\n", what, count, root);
	MPI_Abort(MPI_COMM_WORLD, 1);
}

#define BOTH(what, bytes, ...)                                          \
	do {                                                            \
		expect(#what, comm, (unsigned long long)(bytes), root); \
		fill(rank);                                             \
		int *received = first;                                  \
		MPI_##what(__VA_ARGS__);                                \
		received = second;                                      \
		PMPI_##what(__VA_ARGS__);                               \
		(void)received;                                         \
		compare(#what, count, root);                            \
	} while (0)

static void call_all(MPI_Comm comm, int count, int root)
{
	int rank, size, block = count * (int)sizeof(int), longest = 0, alike;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	for (int i = 0, at = 0; i < size; i++) {
		counts[i] = count * (i % 3 + 1) / 3;
		places[i] = at;
		at += counts[i] + i;
		longest = counts[i] > longest ? counts[i] : longest;
	}
	longest *= (int)sizeof(int);
	/* Blocks of unlike lengths are the library's where all processes have all counts. */
	alike = size == 1 ? longest : 0;
	expect("Barrier", comm, 0, root);
	MPI_Barrier(comm);
	BOTH(Bcast, block, received, count, MPI_INT, root, comm);
	BOTH(Gather, block, send, count, MPI_INT, received, count, MPI_INT, root, comm);
	BOTH(Gatherv, longest, send, counts[rank], MPI_INT, received, counts, places, MPI_INT, root, comm);
	BOTH(Scatter, block, send, count, MPI_INT, received, count, MPI_INT, root, comm);
	BOTH(Scatterv, longest, send, counts, places, MPI_INT, received, counts[rank], MPI_INT, root, comm);
	BOTH(Allgather, block, send, count, MPI_INT, received, count, MPI_INT, comm);
	BOTH(Allgatherv, alike, send, counts[rank], MPI_INT, received, counts, places, MPI_INT, comm);
	BOTH(Alltoall, block, send, count, MPI_INT, received, count, MPI_INT, comm);
	BOTH(Reduce, block, send, received, count, MPI_INT, MPI_SUM, root, comm);
	BOTH(Allreduce, block, send, received, count, MPI_INT, MPI_MAX, comm);
	BOTH(Allreduce, block, MPI_IN_PLACE, received, count, MPI_INT, MPI_SUM, comm);
	BOTH(Reduce_scatter, alike, send, received, counts, MPI_INT, MPI_SUM, comm);
	BOTH(Reduce_scatter_block, block, send, received, count, MPI_INT, MPI_SUM, comm);
	BOTH(Scan, block, send, received, count, MPI_INT, MPI_SUM, comm);
}

int main(int argc, char **argv)
{
	static const int sizes[] = {0, 1, 300, 4000};
	unsigned long long (*replaced)(void);
	MPI_Comm comms[COMMS];
	int world;
	double begin;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &world);
	read_rows(argc - 1, argv + 1);
	comms[0] = MPI_COMM_WORLD;
	MPI_Comm_split(MPI_COMM_WORLD, 0, -world, &comms[1]);
	MPI_Comm_split(MPI_COMM_WORLD, world % 2, world, &comms[2]);
	MPI_Comm_dup(MPI_COMM_SELF, &comms[3]);
	begin = MPI_Wtime();
	for (int k = 0; k < COMMS; k++)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
			int size;

			MPI_Comm_size(comms[k], &size);
			call_all(comms[k], sizes[i], 0);
			call_all(comms[k], sizes[i], size - 1);
		}
	*(void **)&replaced = dlsym(RTLD_DEFAULT, "sonde_collectives_replaced");
	if (!replaced || replaced() != expected) {
		fprintf(stderr, "process %d: %llu calls by the table, and it is for %llu\n", world,
			replaced ? replaced() : 0, expected);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	if (world == 0)
		printf("%llu calls by the table in %.9f s\n", replaced(), MPI_Wtime() - begin);
	for (int k = 1; k < COMMS; k++)
		MPI_Comm_free(&comms[k]);
	MPI_Finalize();
	return 0;
}
