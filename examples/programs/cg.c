/*
 * Conjugate gradients on a grid of processes, with the communication of NPB's CG: the product of the matrix and a
 * vector is summed along each row of processes by halving exchanges, its parts change places across the diagonal, and
 * dot products are sums over all.
 *
 * usage: cg [UNKNOWNS OF EACH PROCESS [ITERATIONS [PAUSE]]]
 * The number of processes must be a power of two. After 25 iterations the system is solved anew, as in NPB's CG.
 * PAUSE: microseconds that each product takes longer.
 *
 * What it teaches: long messages between the same partners, each waited for at once, so that who is inside the library
 * when decides what overlaps.
 */
#include "program.h"

#include <string.h>

enum { ITERATIONS_OF_A_SOLUTION = 25 };

struct cg {
	long n; /* unknowns of this process' part of a vector */
	long pause;
	int columns, column, row, rank, size;
	double *x, *r, *p, *q, *work;
};

/* What goes to another process is marked by its sender's rank, and what comes must have the mark of the one that it is
 * expected from. */
static void mark(double *data, long n, double factor)
{
	for (long i = 0; i < n; i++)
		data[i] *= factor;
}

/* The sum over all processes, by exchanges with partners at distances that double. */
static double sum(const struct cg *c, double mine)
{
	double other;

	for (int far = 1; far < c->size; far *= 2) {
		MPI_Sendrecv(&mine, 1, MPI_DOUBLE, c->rank ^ far, 2, &other, 1, MPI_DOUBLE, c->rank ^ far, 2,
			     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		mine += other;
	}
	return mine;
}

static double dot(const struct cg *c, const double *a, const double *b)
{
	double mine = 0;

	for (long i = 0; i < c->n; i++)
		mine += a[i] * b[i];
	return sum(c, mine);
}

/* Adds up what the processes of a row have for q, and changes places with the partner on the other side of the
 * diagonal, who changes back. */
static void add_row(const struct cg *c)
{
	MPI_Request request;
	int n = (int)c->n, partner = c->column < c->size / c->columns && c->row < c->columns
					     ? c->column * c->columns + c->row
					     : c->rank;

	for (int far = 1; far < c->columns; far *= 2) {
		int other = c->row * c->columns + (c->column ^ far);

		MPI_Irecv(c->work, n, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &request);
		mark(c->q, c->n, 1 + c->rank);
		MPI_Send(c->q, n, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		for (long i = 0; i < c->n; i++)
			c->q[i] = 0.5 * (c->q[i] / (1 + c->rank) + c->work[i] / (1 + other));
	}
	for (int way = 0; way < 2 && partner != c->rank && partner < c->size; way++) {
		MPI_Irecv(c->work, n, MPI_DOUBLE, partner, 1, MPI_COMM_WORLD, &request);
		mark(c->q, c->n, 1 + c->rank);
		MPI_Send(c->q, n, MPI_DOUBLE, partner, 1, MPI_COMM_WORLD);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		memcpy(c->q, c->work, (size_t)c->n * sizeof(double));
		mark(c->q, c->n, 1.0 / (1 + partner));
	}
}

/* q = A p, A the matrix with 4 on its diagonal and -1 beside it in each process' part. All processes have the same
 * parts, so that means over rows and changed places leave q as it is. */
static void multiply(const struct cg *c)
{
	for (long i = 0; i < c->n; i++)
		c->q[i] = 4 * c->p[i] - (i > 0 ? c->p[i - 1] : 0) - (i + 1 < c->n ? c->p[i + 1] : 0);
	program_pause(c->pause);
	add_row(c);
}

/* Solves A x = 1; returns the square of the residual. */
static double solve(const struct cg *c, long iterations)
{
	double rho;

	for (long i = 0; i < c->n; i++) {
		c->x[i] = 0;
		c->r[i] = c->p[i] = 1;
	}
	rho = dot(c, c->r, c->r);
	for (long k = 0; k < iterations && rho > 0; k++) {
		double alpha, before = rho;

		multiply(c);
		alpha = rho / dot(c, c->p, c->q);
		for (long i = 0; i < c->n; i++) {
			c->x[i] += alpha * c->p[i];
			c->r[i] -= alpha * c->q[i];
		}
		rho = dot(c, c->r, c->r);
		for (long i = 0; i < c->n; i++)
			c->p[i] = c->r[i] + rho / before * c->p[i];
	}
	return rho;
}

int main(int argc, char **argv)
{
	struct cg c = {.n = program_number(argc, argv, 1, 20000), .pause = program_number(argc, argv, 3, 0)};
	long iterations = program_number(argc, argv, 2, ITERATIONS_OF_A_SOLUTION);
	long last = iterations > 0 ? (iterations - 1) % ITERATIONS_OF_A_SOLUTION + 1 : 0;
	double begin, rest;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &c.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &c.size);
	if (c.size & (c.size - 1)) {
		fprintf(stderr, "cg: the number of processes must be a power of two, not %d\n", c.size);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
	for (c.columns = 1; c.columns * c.columns < c.size; c.columns *= 2)
		;
	c.row = c.rank / c.columns;
	c.column = c.rank % c.columns;
	c.x = program_array(c.n);
	c.r = program_array(c.n);
	c.p = program_array(c.n);
	c.q = program_array(c.n);
	c.work = program_array(c.n);
	begin = program_begin();
	for (long k = last; k < iterations; k += ITERATIONS_OF_A_SOLUTION)
		solve(&c, ITERATIONS_OF_A_SOLUTION);
	rest = solve(&c, last);
	program_free(c.x);
	program_free(c.r);
	program_free(c.p);
	program_free(c.q);
	program_free(c.work);
	return program_end("cg", begin, rest <= 1e-6 * (double)c.n * c.size * pow(0.3, (double)last - 10));
}
