/* Drawn calls of the program of drawn calls: types that differ from process to process, and operations that no table
 * has rows for, which are to be passed on. */
#include "dropin.h"

enum { PIECES = 8 };

/* 2 n ints in pieces with gaps between them, upwards or downwards, within 4 n ints. */
static MPI_Datatype of_pieces(struct trial *t, int n)
{
	int lengths[PIECES], places[PIECES], k = 0, left = 2 * n, gaps = 2 * n, at = 0;
	struct random random;
	MPI_Datatype pieces, *made = &t->made.list[t->made.n++];

	random_init(&random, t->seed + 1000003 * t->call + (unsigned)t->rank);
	while (left > 0) {
		int gap = (int)random_below(&random, (size_t)(gaps < 5 ? gaps + 1 : 6));

		lengths[k] = k + 1 < PIECES ? 1 + (int)random_below(&random, (size_t)left) : left;
		places[k] = at + gap;
		at += gap + lengths[k];
		left -= lengths[k++];
		gaps -= gap;
	}
	for (int i = 0; t->call % 2 && i < k; i++)
		places[i] = 4 * n - places[i] - lengths[i];
	MPI_Type_indexed(k, lengths, places, MPI_INT, &pieces);
	MPI_Type_create_resized(pieces, 0, 4 * n * (MPI_Aint)sizeof(int), made);
	MPI_Type_commit(made);
	MPI_Type_free(&pieces);
	return *made;
}

MPI_Datatype trial_draw_type(struct trial *t, int n, int *count)
{
	size_t which = random_below(&t->random, t->alike ? TYPES + 1 : TYPES + 2);

	if (!t->alike && random_below(&t->random, 2))
		which = (which + (size_t)t->rank) % (TYPES + 2);
	if (n == 0 && which > TYPES) /* MPICH's MPI_Alltoall waits where one process has none, another one of size 0 */
		which = TYPES;
	*count = which < TYPES ? n : which == TYPES ? 2 * n : 1;
	return which < TYPES ? t->types[which] : which == TYPES ? MPI_INT : of_pieces(t, n);
}

void trial_forget_types(struct trial *t)
{
	while (t->made.n > 0)
		MPI_Type_free(&t->made.list[--t->made.n]);
}

void trial_exscan(struct trial *t, int n)
{
	const void *mine = random_below(&t->random, 3) == 0 ? MPI_IN_PLACE : t->send;
	MPI_Datatype type;
	bool spaced;
	MPI_Op op;

	trial_draw_op(t, &type, &op, &spaced);
	PMPI_Exscan(mine, t->second, n, type, op, t->comm);
	MPI_Exscan(mine, t->first, n, type, op, t->comm);
	for (int i = 0; t->rank == 0 && i < ROOM; i++) /* the first process's result is not said by MPI */
		t->first[i] = t->second[i];
	trial_compare(t, "exscan", spaced);
}

/* What two processes send each other: as many pairs both ways, as MPI_IN_PLACE asks for. */
static int pairs_between(int i, int j, int base, int n, bool sparse)
{
	return sparse && (i + j + base) % 2 ? 0 : (i * j + 3 * (i + j) + base) % (n + 1);
}

/* alltoallv, and with a type for each process alltoallw. */
void trial_exchange(struct trial *t, int n, bool typed)
{
	int base = (int)random_below(&t->random, 16), factor, counts[16], places[16], bytes[16], sum = 0;
	bool sparse = random_below(&t->random, 3) == 0, packed = random_below(&t->random, 2);
	const void *mine = random_below(&t->random, 3) == 0 ? MPI_IN_PLACE : t->send;
	MPI_Datatype type = trial_draw_type(t, 1, &factor), types[16];

	for (int i = 0; i < t->size; i++) {
		counts[i] = (typed ? 1 : factor) * pairs_between(t->rank, i, base, n, sparse);
		places[i] = packed ? sum : factor * i * (n + 1);
		bytes[i] = (typed ? 4 * i * (n + 1) : 0) * (int)sizeof(int);
		types[i] = t->types[(t->rank + i) % TYPES];
		sum += counts[i];
	}
	if (typed) {
		PMPI_Alltoallw(mine, counts, bytes, types, t->second, counts, bytes, types, t->comm);
		MPI_Alltoallw(mine, counts, bytes, types, t->first, counts, bytes, types, t->comm);
	} else {
		PMPI_Alltoallv(mine, counts, places, type, t->second, counts, places, type, t->comm);
		MPI_Alltoallv(mine, counts, places, type, t->first, counts, places, type, t->comm);
	}
	trial_compare(t, typed ? "alltoallw" : "alltoallv", false);
}
