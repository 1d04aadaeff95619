/*
 * Heat in a plate: each process has a block of rows of a grid, sends its outermost rows to its neighbours and computes
 * the inner rows while they are under way.
 *
 * usage: stencil [COLUMNS [ROWS OF EACH PROCESS [STEPS [PAUSE]]]]
 * PAUSE: microseconds that each step takes longer, in place of computation.
 *
 * What it teaches: whether computation hides communication. It does where messages move on by themselves.
 */
#include "program.h"

#include <string.h>

struct grid {
	long columns, rows; /* rows of this process, without those of the neighbours */
	double *now, *next; /* (rows + 2) * columns each */
	int above, below;
};

static void relax(const struct grid *g, long from, long to)
{
	for (long r = from; r <= to; r++) {
		const double *row = g->now + r * g->columns;

		for (long c = 1; c + 1 < g->columns; c++)
			g->next[r * g->columns + c] =
				0.25 * (row[c - 1] + row[c + 1] + row[c - g->columns] + row[c + g->columns]);
	}
}

static void step(struct grid *g, long pause)
{
	MPI_Request requests[4];
	double *kept = g->now;
	int n = (int)g->columns;

	MPI_Irecv(g->now, n, MPI_DOUBLE, g->above, 1, MPI_COMM_WORLD, &requests[0]);
	MPI_Irecv(g->now + (g->rows + 1) * n, n, MPI_DOUBLE, g->below, 0, MPI_COMM_WORLD, &requests[1]);
	MPI_Isend(g->now + n, n, MPI_DOUBLE, g->above, 0, MPI_COMM_WORLD, &requests[2]);
	MPI_Isend(g->now + g->rows * n, n, MPI_DOUBLE, g->below, 1, MPI_COMM_WORLD, &requests[3]);
	relax(g, 2, g->rows - 1);
	program_pause(pause);
	MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
	relax(g, 1, 1);
	relax(g, g->rows, g->rows);
	g->now = g->next;
	g->next = kept;
}

/* The plate is a plane that is 0 at the top and 1 at the bottom: a solution, which must stay as it is. */
static double height(const struct grid *g, int rank, int size, long r)
{
	double rows = (double)g->rows * size + 1;

	return ((double)g->rows * rank + (double)r) / rows;
}

/* Rows of neighbours are 0 until they come. */
static void fill(const struct grid *g, int rank, int size)
{
	for (long r = 0; r < g->rows + 2; r++) {
		int comes = (r == 0 && rank > 0) || (r > g->rows && rank + 1 < size);

		for (long c = 0; c < g->columns; c++)
			g->now[r * g->columns + c] = g->next[r * g->columns + c] = comes ? 0 : height(g, rank, size, r);
	}
}

static int is_right(const struct grid *g, int rank, int size)
{
	double worst = 0;

	for (long r = 1; r <= g->rows; r++) {
		for (long c = 0; c < g->columns; c++)
			worst = fmax(worst, fabs(g->now[r * g->columns + c] - height(g, rank, size, r)));
	}
	return worst < 1e-9;
}

int main(int argc, char **argv)
{
	struct grid g = {.columns = program_number(argc, argv, 1, 1000), .rows = program_number(argc, argv, 2, 100)};
	long steps = program_number(argc, argv, 3, 100), pause = program_number(argc, argv, 4, 0);
	int rank, size, right;
	double begin;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	g.above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
	g.below = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
	g.now = program_array((g.rows + 2) * g.columns);
	g.next = program_array((g.rows + 2) * g.columns);
	fill(&g, rank, size);
	begin = program_begin();
	for (long s = 0; s < steps; s++)
		step(&g, pause);
	right = is_right(&g, rank, size);
	program_free(g.now);
	program_free(g.next);
	return program_end("stencil", begin, right);
}
