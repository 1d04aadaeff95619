/*
 * A sweep over a plane in four directions, as wavefronts: processes form a grid, and each waits for the edges of the
 * two before it, computes a block and sends its own edges on, block after block, as Sweep3D does.
 *
 * usage: sweep [CELLS OF EACH PROCESS [BLOCKS [SWEEPS [PAUSE]]]]
 * CELLS: of an edge; an edge is so many doubles a block. PAUSE: microseconds that each block takes longer.
 *
 * What it teaches: a pipeline must fill before all processes work, and short messages make latency count.
 */
#include "program.h"

/* Cells of the other edge that each cell meets. */
#define DEPTH 64

struct sweep {
	long cells, blocks, pause;
	int columns, rows, column, row;
	double *across, *down; /* the edges that come in, and go out when the block has been computed */
};

static int rank_at(const struct sweep *s, int column, int row)
{
	return column < 0 || row < 0 || column >= s->columns || row >= s->rows ? MPI_PROC_NULL
									       : row * s->columns + column;
}

/* Each cell becomes the mean of what comes from its left and from above, along a band of DEPTH cells; edges that go out
 * are one more. Where both come from as many processes away, all cells are that number. */
static void compute(const struct sweep *s)
{
	for (long i = 0; i < s->cells; i++) {
		for (long j = i; j < i + DEPTH && j < i + s->cells; j++) {
			long down = j < s->cells ? j : j - s->cells;

			s->across[i] = s->down[down] = 0.5 * (s->across[i] + s->down[down]);
		}
	}
	for (long i = 0; i < s->cells; i++) {
		s->across[i] += 1;
		s->down[i] += 1;
	}
	program_pause(s->pause);
}

/* What comes from nobody is the border's; what comes from a process is nothing until it comes. */
static void fill(double *edge, long cells, int from, int away)
{
	for (long i = 0; i < cells; i++)
		edge[i] = from == MPI_PROC_NULL ? away : 0;
}

/* How many processes a sweep has gone through before this one. */
static int processes_before(const struct sweep *s, int dx, int dy)
{
	return (dx > 0 ? s->column : s->columns - 1 - s->column) + (dy > 0 ? s->row : s->rows - 1 - s->row);
}

static void one_direction(const struct sweep *s, int dx, int dy)
{
	int n = (int)s->cells, left = rank_at(s, s->column - dx, s->row), right = rank_at(s, s->column + dx, s->row),
	    above = rank_at(s, s->column, s->row - dy), below = rank_at(s, s->column, s->row + dy);

	for (long block = 0; block < s->blocks; block++) {
		fill(s->across, s->cells, left, processes_before(s, dx, dy));
		fill(s->down, s->cells, above, processes_before(s, dx, dy));
		MPI_Recv(s->across, n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(s->down, n, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		compute(s);
		MPI_Send(s->across, n, MPI_DOUBLE, right, 0, MPI_COMM_WORLD);
		MPI_Send(s->down, n, MPI_DOUBLE, below, 1, MPI_COMM_WORLD);
	}
}

/* After the last direction. */
static int is_right(const struct sweep *s)
{
	double worst = 0, wanted = processes_before(s, -1, -1) + 1;

	for (long i = 0; i < s->cells; i++)
		worst = fmax(worst, fmax(fabs(s->across[i] - wanted), fabs(s->down[i] - wanted)));
	return worst < 1e-9;
}

int main(int argc, char **argv)
{
	struct sweep s = {.cells = program_number(argc, argv, 1, 100),
			  .blocks = program_number(argc, argv, 2, 10),
			  .pause = program_number(argc, argv, 4, 0)};
	long sweeps = program_number(argc, argv, 3, 20);
	int rank, size, dims[2] = {0, 0}, right;
	double begin;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Dims_create(size, 2, dims);
	s.rows = dims[0];
	s.columns = dims[1];
	s.row = rank / s.columns;
	s.column = rank % s.columns;
	s.across = program_array(s.cells);
	s.down = program_array(s.cells);
	begin = program_begin();
	for (long i = 0; i < sweeps; i++) {
		one_direction(&s, 1, 1);
		one_direction(&s, -1, 1);
		one_direction(&s, 1, -1);
		one_direction(&s, -1, -1);
	}
	right = is_right(&s);
	program_free(s.across);
	program_free(s.down);
	return program_end("sweep", begin, right);
}
