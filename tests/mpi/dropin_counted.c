/* Drawn calls with lists of counts. */
#include "dropin.h"

#include <stdlib.h>

/* How many elements each process has, and where its block is: of all one count, or not. */
struct counted {
	MPI_Datatype type;
	int counts[16], places[16], factor, own, sum;
	bool equal;
};

static struct counted draw_counted(struct trial *t, int n)
{
	struct counted c = {.equal = true};
	bool same = random_below(&t->random, 3) == 0, packed = random_below(&t->random, 2),
	     sparse = random_below(&t->random, 3) == 0; /* every other process has nothing */
	int base = (int)random_below(&t->random, 16);

	c.type = trial_draw_type(t, 1, &c.factor);
	for (int i = 0; i < t->size; i++) {
		c.counts[i] = c.factor * (same ? n : sparse && (i + base) % 2 ? 0 : (i * 5 + base) % (n + 1));
		c.places[i] = packed ? c.sum : c.factor * (t->size - 1 - i) * (n + 1);
		c.sum += c.counts[i];
		c.equal = c.equal && c.counts[i] == c.counts[0];
	}
	c.own = c.counts[t->rank] / c.factor;
	return c;
}

/* Whether a gatherv or scatterv is done by the table. */
static bool is_replaced(const struct trial *t, enum collective collective, const struct counted *c)
{
	int size;

	MPI_Type_size(c->type, &size);
	return t->pairs[collective] || (c->sum > 0 && (t->longest == 0 || (unsigned)(c->sum * size) <= t->longest));
}

/* Open MPI's MPI_Allgatherv waits for ever where sizes of the types sent differ: it chooses its algorithm by the sum of
 * the counts received times that size (coll/tuned 4.1). */
static bool asks_for_alike(int what)
{
	return what == 2 && getenv("OMPI_COMM_WORLD_SIZE");
}

void trial_move_counted(struct trial *t, int what, int n, int root)
{
	struct counted c;
	int own;
	MPI_Datatype type;
	bool in_place;
	const void *mine;
	void *to, *too;

	t->alike = asks_for_alike(what);
	c = draw_counted(t, n);
	type = trial_draw_type(t, c.own, &own);
	t->alike = false;
	in_place = random_below(&t->random, 3) == 0 && (what == 2 || t->rank == root);
	to = in_place ? MPI_IN_PLACE : t->first;
	too = in_place ? MPI_IN_PLACE : t->second;
	mine = in_place ? MPI_IN_PLACE : t->send;
	if (what == 0) {
		PMPI_Gatherv(mine, own, type, t->second, c.counts, c.places, c.type, root, t->comm);
		MPI_Gatherv(mine, own, type, t->first, c.counts, c.places, c.type, root, t->comm);
	} else if (what == 1) {
		PMPI_Scatterv(t->send, c.counts, c.places, c.type, too, own, type, root, t->comm);
		MPI_Scatterv(t->send, c.counts, c.places, c.type, to, own, type, root, t->comm);
	} else {
		PMPI_Allgatherv(mine, own, type, t->second, c.counts, c.places, c.type, t->comm);
		MPI_Allgatherv(mine, own, type, t->first, c.counts, c.places, c.type, t->comm);
	}
	t->expected +=
		what == 2 ? c.sum > 0 && c.equal : is_replaced(t, what ? COLLECTIVE_SCATTERV : COLLECTIVE_GATHERV, &c);
	trial_compare(t, ((const char *const[]){"gatherv", "scatterv", "allgatherv"})[what], false);
}

void trial_reduce_scatter(struct trial *t, int n)
{
	struct counted c = draw_counted(t, n);
	bool in_place = random_below(&t->random, 3) == 0, spaced;
	const void *mine = in_place ? MPI_IN_PLACE : t->send;
	MPI_Datatype type;
	int ints;
	MPI_Op op;

	trial_draw_op(t, &type, &op, &spaced);
	ints = type == t->matrix ? 4 : type == MPI_INT ? 1 : 2;
	for (int i = 0; i < t->size; i++) /* the same at all processes, whatever their types */
		c.counts[i] /= c.factor;
	PMPI_Reduce_scatter(mine, t->second, c.counts, type, op, t->comm);
	MPI_Reduce_scatter(mine, t->first, c.counts, type, op, t->comm);
	for (int i = c.counts[t->rank] * ints; i < ROOM; i++) /* as of reduce_scatter_block */
		t->first[i] = t->second[i];
	t->expected += c.sum > 0 && c.equal;
	trial_compare(t, "reduce_scatter", spaced);
}
