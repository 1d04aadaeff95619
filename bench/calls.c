/*
 * How long each call of a collective operation takes, behind a barrier, by the slowest process.
 *
 * usage: calls OPERATION CALLS PART BYTES…
 * OPERATION: gather, gatherv, scatter, scatterv or alltoall; BYTES of each block. PART, of gatherv and scatterv: the
 * program itself makes calls of at most so many bytes of each block, one after the other without barriers; 0: one call.
 * Process 0 prints a line for each call, "BYTES SECONDS". Exit code 1: a block is not what was sent.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOT = 0 };

struct blocks {
	int size, rank;
	char *one, *all; /* a block; one of each process, BYTES apart */
	int *counts, *places;
};

static void fill(struct blocks *b, int bytes, int call)
{
	memset(b->one, b->rank + call, (size_t)bytes);
	for (int p = 0; p < b->size; p++)
		memset(b->all + (size_t)p * (size_t)bytes, p + call, (size_t)bytes);
}

/* Bytes from..from + bytes of each block, whose blocks lie whole apart. */
static void part_of(const char *name, struct blocks *b, int from, int bytes, int whole)
{
	char *one = b->one + from, *all = b->all + from;

	for (int p = 0; p < b->size; p++) {
		b->counts[p] = bytes;
		b->places[p] = p * whole;
	}
	if (strcmp(name, "gatherv") == 0)
		MPI_Gatherv(one, bytes, MPI_BYTE, all, b->counts, b->places, MPI_BYTE, ROOT, MPI_COMM_WORLD);
	else
		MPI_Scatterv(all, b->counts, b->places, MPI_BYTE, one, bytes, MPI_BYTE, ROOT, MPI_COMM_WORLD);
}

static void carry_out(const char *name, struct blocks *b, int bytes)
{
	if (strcmp(name, "gather") == 0)
		MPI_Gather(b->one, bytes, MPI_BYTE, b->all, bytes, MPI_BYTE, ROOT, MPI_COMM_WORLD);
	else if (strcmp(name, "scatter") == 0)
		MPI_Scatter(b->all, bytes, MPI_BYTE, b->one, bytes, MPI_BYTE, ROOT, MPI_COMM_WORLD);
	else if (strcmp(name, "alltoall") == 0)
		MPI_Alltoall(MPI_IN_PLACE, bytes, MPI_BYTE, b->all, bytes, MPI_BYTE, MPI_COMM_WORLD);
	else
		part_of(name, b, 0, bytes, bytes);
}

/* The bytes that show whether each block came: what is gathered at the root, or the process's own. */
static bool is_right(const char *name, const struct blocks *b, int bytes, int call)
{
	bool gathers = strncmp(name, "gather", 6) == 0;

	if (gathers && b->rank != ROOT)
		return true;
	if (!gathers && strncmp(name, "scatter", 7) == 0)
		return b->one[0] == (char)(b->rank + call) && b->one[bytes - 1] == (char)(b->rank + call);
	for (int p = 0; p < b->size; p++) {
		char wanted = (char)((gathers ? p : b->rank) + call);

		if (b->all[(size_t)p * (size_t)bytes] != wanted ||
		    b->all[(size_t)(p + 1) * (size_t)bytes - 1] != wanted)
			return false;
	}
	return true;
}

/* Nothing is left of what the last call brought. */
static void clear(const char *name, struct blocks *b, int bytes)
{
	if (strncmp(name, "gather", 6) == 0)
		memset(b->all, 0, (size_t)b->size * (size_t)bytes);
	else if (strncmp(name, "scatter", 7) == 0)
		memset(b->one, 0, (size_t)bytes);
}

/* What the slowest process took, at process 0. */
static double one_call(const char *name, struct blocks *b, int bytes, int part)
{
	double begin, took, longest = 0;

	MPI_Barrier(MPI_COMM_WORLD);
	begin = MPI_Wtime();
	for (int at = 0; part > 0 && at < bytes; at += part)
		part_of(name, b, at, bytes - at < part ? bytes - at : part, bytes);
	if (part <= 0)
		carry_out(name, b, bytes);
	took = MPI_Wtime() - begin;
	MPI_Reduce(&took, &longest, 1, MPI_DOUBLE, MPI_MAX, ROOT, MPI_COMM_WORLD);
	return longest;
}

/* Calls of one size; how many went wrong at this process. */
static int calls_of(const char *name, struct blocks *b, int bytes, int calls, int part)
{
	int wrong = 0;

	for (int call = -2; call < calls; call++) { /* two to warm up */
		double took;

		fill(b, bytes, call);
		clear(name, b, bytes);
		took = one_call(name, b, bytes, part);
		wrong += !is_right(name, b, bytes, call);
		if (b->rank == ROOT && call >= 0)
			printf("%d %.9f\n", bytes, took);
	}
	return wrong;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "gatherv";
	int calls = argc > 2 ? atoi(argv[2]) : 20, part = argc > 3 ? atoi(argv[3]) : 0, most = 1, wrong = 0, all = 0;
	struct blocks b;

	for (int i = 4; i < argc; i++)
		most = atoi(argv[i]) > most ? atoi(argv[i]) : most;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &b.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &b.size);
	b.one = malloc((size_t)most);
	b.all = malloc((size_t)b.size * (size_t)most);
	b.counts = malloc((size_t)b.size * sizeof(int));
	b.places = malloc((size_t)b.size * sizeof(int));
	if (!b.one || !b.all || !b.counts || !b.places)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int i = 4; i < argc; i++)
		wrong += atoi(argv[i]) > 0 ? calls_of(name, &b, atoi(argv[i]), calls, part) : 1;
	MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	free(b.places);
	free(b.counts);
	free(b.all);
	free(b.one);
	MPI_Finalize();
	return all > 0;
}
