/*
 * C = A B with dense matrices of N x N numbers. A and C are cut into horizontal slices, as long as their process is
 * quick; B is everywhere: MPI_Scatterv of A, MPI_Bcast of B, a multiplication, MPI_Gatherv of C.
 *
 * usage: matrix [N [RUNS [SPEEDS]]]        (500 and 5)
 * SPEEDS: a file with a number for each process, flop/s, in place of what a multiplication of a slice shows. A
 * multiplication then takes as long as that says, where it is done in less: for platforms whose time is simulated.
 *
 * What it prints: what each phase takes the slowest process, from a barrier on, and the whole: median, mean and longest
 * of the runs. Phases are regions in its traces. What it teaches: what other ways of scatter, broadcast and gather
 * bring a program on unlike nodes.
 */
#include <cblas.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCATTER, BROADCAST, MULTIPLY, GATHER, WHOLE, PHASES };
enum { TRIALS = 3, TRIAL_ROWS = 64 };

static const double trial_seconds = 0.05; /* at least, and TRIALS of them */

static const char *const names[PHASES] = {"scatterv", "bcast", "multiply", "gatherv", "whole"};

struct product {
	int n, rank, size;
	double *a, *b, *c;       /* all of A and C at process 0 only */
	double *a_own, *c_own;   /* the slices */
	int *rows, *counts, *at; /* of each process: rows of its slice, their numbers, where they begin */
	double speed;            /* flop/s */
	int given;               /* whether speeds were */
};

/* Where the program is traced; nobody else has them. */
void sonde_region_begin(const char *name) __attribute__((weak));
void sonde_region_end(const char *name) __attribute__((weak));

static void stop(const char *why)
{
	fprintf(stderr, "matrix: %s\n", why);
	MPI_Abort(MPI_COMM_WORLD, 1);
}

static void *some(size_t n, size_t each)
{
	void *made = calloc(n > 0 ? n : 1, each);

	if (!made)
		stop("no memory");
	return made;
}

static double *matrix(long rows, long columns)
{
	return some((size_t)rows * (size_t)columns, sizeof(double));
}

/* Numbers from -1 to 1 that look like random ones. */
static void fill(double *numbers, size_t n, unsigned seed)
{
	for (size_t i = 0; i < n; i++) {
		seed = seed * 1664525U + 1013904223U;
		numbers[i] = (double)seed / 2147483648.0 - 1;
	}
}

static void multiply(const double *a, int rows, int n, const double *b, double *c)
{
	if (rows > 0)
		cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, n, n, 1, a, n, b, n, 0, c, n);
}

static double operations(int rows, int n)
{
	return 2.0 * rows * n * n;
}

/* How quickly this process multiplies, while all others do: the quickest of some trials. */
static double own_speed(const struct product *p)
{
	int rows = p->n < TRIAL_ROWS ? p->n : TRIAL_ROWS;
	double *a = matrix(rows, p->n), *c = matrix(rows, p->n), best = 0, first;

	fill(a, (size_t)rows * (size_t)p->n, 1);
	fill(p->b, (size_t)p->n * (size_t)p->n, 2);
	MPI_Barrier(MPI_COMM_WORLD);
	first = MPI_Wtime();
	for (int i = 0; i < TRIALS || MPI_Wtime() < first + trial_seconds; i++) {
		double begin = MPI_Wtime(), speed;

		multiply(a, rows, p->n, p->b, c);
		speed = operations(rows, p->n) / fmax(MPI_Wtime() - begin, MPI_Wtick());
		best = fmax(best, speed);
	}
	free(a);
	free(c);
	return best;
}

static void read_speeds(const char *path, int size, double *speeds)
{
	FILE *file = fopen(path, "r");

	if (!file)
		stop("the file of speeds cannot be read");
	for (int i = 0; i < size; i++)
		if (fscanf(file, "%lf", &speeds[i]) != 1 || !(speeds[i] > 0) || !isfinite(speeds[i]))
			stop("a speed above 0 is expected for each process");
	fclose(file);
}

/* Rows in proportion to speeds; those left over go one by one to who is the furthest below its part. */
static void cut(struct product *p, const double *speeds)
{
	double all = 0, *part = some((size_t)p->size, sizeof(double));
	int left = p->n;

	for (int i = 0; i < p->size; i++)
		all += speeds[i];
	for (int i = 0; i < p->size; i++) {
		part[i] = p->n * speeds[i] / all;
		p->rows[i] = (int)part[i];
		left -= p->rows[i];
	}
	for (; left > 0; left--) {
		int furthest = 0;

		for (int i = 1; i < p->size; i++)
			if (part[i] - p->rows[i] > part[furthest] - p->rows[furthest])
				furthest = i;
		p->rows[furthest]++;
	}
	for (int i = 0; i < p->size; i++) {
		p->counts[i] = p->rows[i] * p->n;
		p->at[i] = i > 0 ? p->at[i - 1] + p->counts[i - 1] : 0;
	}
	free(part);
}

static void set_up(struct product *p, const char *path)
{
	double *speeds = some((size_t)p->size, sizeof(double));

	p->b = matrix(p->n, p->n);
	p->rows = some((size_t)p->size, sizeof(int));
	p->counts = some((size_t)p->size, sizeof(int));
	p->at = some((size_t)p->size, sizeof(int));
	p->given = path != NULL;
	if (path && p->rank == 0)
		read_speeds(path, p->size, speeds);
	if (path) {
		MPI_Bcast(speeds, p->size, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	} else {
		double mine = own_speed(p);

		MPI_Allgather(&mine, 1, MPI_DOUBLE, speeds, 1, MPI_DOUBLE, MPI_COMM_WORLD);
	}
	p->speed = speeds[p->rank];
	cut(p, speeds);
	p->a_own = matrix(p->rows[p->rank], p->n);
	p->c_own = matrix(p->rows[p->rank], p->n);
	if (p->rank == 0) {
		p->a = matrix(p->n, p->n);
		p->c = matrix(p->n, p->n);
		fill(p->a, (size_t)p->n * (size_t)p->n, 3);
	}
	free(speeds);
}

static void do_phase(struct product *p, int phase)
{
	int own = p->counts[p->rank], all = p->n * p->n, rows = p->rows[p->rank];
	double begin = MPI_Wtime(), left;

	switch (phase) {
	case SCATTER:
		MPI_Scatterv(p->a, p->counts, p->at, MPI_DOUBLE, p->a_own, own, MPI_DOUBLE, 0, MPI_COMM_WORLD);
		break;
	case BROADCAST:
		MPI_Bcast(p->b, all, MPI_DOUBLE, 0, MPI_COMM_WORLD);
		break;
	case MULTIPLY:
		multiply(p->a_own, rows, p->n, p->b, p->c_own);
		left = p->given ? operations(rows, p->n) / p->speed - (MPI_Wtime() - begin) : 0;
		for (; left > 0; left -= 0.5)
			usleep((useconds_t)(1e6 * fmin(left, 0.5)));
		break;
	default:
		MPI_Gatherv(p->c_own, own, MPI_DOUBLE, p->c, p->counts, p->at, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	}
}

/* What the phases take the slowest process, and the whole, at process 0. */
static void do_all(struct product *p, double seconds[PHASES])
{
	double mine[PHASES], begin;

	fill(p->b, (size_t)p->n * (size_t)p->n, p->rank == 0 ? 4 : 5);
	memset(p->a_own, 0, (size_t)p->counts[p->rank] * sizeof(double));
	if (p->rank == 0)
		memset(p->c, 0, (size_t)p->n * (size_t)p->n * sizeof(double));
	MPI_Barrier(MPI_COMM_WORLD);
	begin = MPI_Wtime();
	for (int phase = 0; phase < WHOLE; phase++) {
		double from = MPI_Wtime();

		if (sonde_region_begin)
			sonde_region_begin(names[phase]);
		do_phase(p, phase);
		if (sonde_region_end)
			sonde_region_end(names[phase]);
		mine[phase] = MPI_Wtime() - from;
		if (phase == WHOLE - 1)
			mine[WHOLE] = MPI_Wtime() - begin;
		MPI_Barrier(MPI_COMM_WORLD);
	}
	MPI_Reduce(mine, seconds, PHASES, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
}

/* Whether C v = A (B v) for a drawn v, to rounding: a wrong number of C shows (Freivalds 1977). */
static int is_right(const struct product *p)
{
	int n = p->n, right = 1;
	double *v = matrix(n, 1), *bv = matrix(n, 1), *abv = matrix(n, 1), *cv = matrix(n, 1);

	fill(v, (size_t)n, 6);
	cblas_dgemv(CblasRowMajor, CblasNoTrans, n, n, 1, p->b, n, v, 1, 0, bv, 1);
	cblas_dgemv(CblasRowMajor, CblasNoTrans, n, n, 1, p->a, n, bv, 1, 0, abv, 1);
	cblas_dgemv(CblasRowMajor, CblasNoTrans, n, n, 1, p->c, n, v, 1, 0, cv, 1);
	for (int i = 0; i < n; i++)
		if (!(fabs(cv[i] - abv[i]) <= 1e-14 * n * n))
			right = 0;
	free(v);
	free(bv);
	free(abv);
	free(cv);
	return right;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void print(const struct product *p, double *seconds, int runs, int right)
{
	int least = p->rows[0], most = p->rows[0];
	double *sorted = matrix(runs, 1), median = 0, sum;

	for (int i = 1; i < p->size; i++) {
		least = p->rows[i] < least ? p->rows[i] : least;
		most = p->rows[i] > most ? p->rows[i] : most;
	}
	printf("%d x %d, %d processes with %d to %d rows\n", p->n, p->n, p->size, least, most);
	for (int phase = 0; phase < PHASES; phase++) {
		sum = 0;
		for (int run = 0; run < runs; run++)
			sum += sorted[run] = seconds[run * PHASES + phase];
		qsort(sorted, (size_t)runs, sizeof(double), ascending);
		median = (sorted[(runs - 1) / 2] + sorted[runs / 2]) / 2;
		printf("%-8s %.6f s, mean %.6f, longest %.6f\n", names[phase], median, sum / runs, sorted[runs - 1]);
	}
	printf("matrix: %.6f s, %s\n", median, right ? "the result is right" : "THE RESULT IS WRONG");
	free(sorted);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 500, runs = argc > 2 ? atoi(argv[2]) : 5, right = 1;
	struct product p = {.n = n};
	double *seconds;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &p.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &p.size);
	if (n < 1 || n > 30000 || runs < 1)
		stop("1 to 30000 rows, and at least one run");
	if (!getenv("OPENBLAS_NUM_THREADS"))
		openblas_set_num_threads(1);
	set_up(&p, argc > 3 ? argv[3] : NULL);
	seconds = matrix(runs, PHASES);
	for (int run = 0; run < runs; run++) {
		do_all(&p, &seconds[run * PHASES]);
		right = right && (p.rank != 0 || is_right(&p));
	}
	if (p.rank == 0)
		print(&p, seconds, runs, right);
	MPI_Bcast(&right, 1, MPI_INT, 0, MPI_COMM_WORLD);
	free(seconds);
	free(p.a);
	free(p.b);
	free(p.c);
	free(p.a_own);
	free(p.c_own);
	free(p.rows);
	free(p.counts);
	free(p.at);
	MPI_Finalize();
	return right ? 0 : 1;
}
