/*
 * The communication of a Fourier transform in two dimensions: each process has rows of a matrix, transforms them, all
 * exchange blocks with all so that rows become columns, and it transforms these.
 *
 * usage: fft [SIDE OF THE MATRIX [STEPS [PAUSE]]]
 * The side is a multiple of the number of processes. PAUSE: microseconds that each step takes longer.
 *
 * What it teaches: an exchange of all with all, whose messages become shorter as processes become more.
 */
#include "program.h"

struct matrix {
	long side, rows; /* rows of this process */
	double *here, *there;
	int rank, size;
};

/* Blocks of rows x rows lie one after the other, by the process that they go to; each comes back transposed. */
static void transpose(struct matrix *m)
{
	long n = m->rows;
	double *kept;

	for (int p = 0; p < m->size; p++) {
		for (long r = 0; r < n; r++) {
			for (long c = 0; c < n; c++)
				m->there[(p * n + c) * n + r] = m->here[r * m->side + p * n + c];
		}
	}
	kept = m->here;
	m->here = m->there;
	m->there = kept;
	MPI_Alltoall(m->here, (int)(n * n), MPI_DOUBLE, m->there, (int)(n * n), MPI_DOUBLE, MPI_COMM_WORLD);
	for (int p = 0; p < m->size; p++) {
		for (long r = 0; r < n; r++) {
			for (long c = 0; c < n; c++)
				m->here[r * m->side + p * n + c] = m->there[(p * n + r) * n + c];
		}
	}
}

/* In place of a transform: neighbours of a row change by their sum and difference, twice, which doubles each. */
static void rows_twice(struct matrix *m)
{
	for (int times = 0; times < 2; times++) {
		for (long i = 0; i + 1 < m->rows * m->side; i += 2) {
			double a = m->here[i], b = m->here[i + 1];

			m->here[i] = a + b;
			m->here[i + 1] = a - b;
		}
	}
	for (long i = 0; i < m->rows * m->side; i++)
		m->here[i] *= 0.5;
}

static double value_at(const struct matrix *m, long i)
{
	return (double)((m->rank * m->rows * m->side + i) % 1009);
}

static int is_right(const struct matrix *m)
{
	for (long i = 0; i < m->rows * m->side; i++) {
		if (fabs(m->here[i] - value_at(m, i)) > 1e-6)
			return 0;
	}
	return 1;
}

int main(int argc, char **argv)
{
	struct matrix m = {.side = program_number(argc, argv, 1, 512)};
	long steps = program_number(argc, argv, 2, 10), pause = program_number(argc, argv, 3, 0);
	double begin;
	int right;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &m.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &m.size);
	m.rows = m.side / m.size;
	if (m.rows * m.size != m.side || m.side % 2) {
		fprintf(stderr, "fft: the side, an even number, must be a multiple of the %d processes\n", m.size);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	m.here = program_array(m.rows * m.side);
	m.there = program_array(m.rows * m.side);
	for (long i = 0; i < m.rows * m.side; i++)
		m.here[i] = value_at(&m, i);
	begin = program_begin();
	for (long s = 0; s < steps; s++) {
		rows_twice(&m);
		transpose(&m);
		rows_twice(&m);
		program_pause(pause);
		transpose(&m);
	}
	right = is_right(&m);
	program_free(m.here);
	program_free(m.there);
	return program_end("fft", begin, right);
}
