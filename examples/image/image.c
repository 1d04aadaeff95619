/*
 * The five partial derivatives of first and second order of an image of floats, by convolution with Gaussian kernels
 * (Seinstra, Koelma 2002, section 4): process 0 scatters the image over a grid of processes, these exchange the borders
 * of their parts, derive, and process 0 gathers the five results.
 *
 * usage: image --measure-packs
 *        image [--size WxH] [--sigma 1|3|5] [--grid XxY] [--model FILE] [--tree flat|binomial] [--runs N] [--pack-cost
 * FILE]
 * --grid: X processes side by side, Y one above the other; without it the one that sonde says is the quickest by the
 * model of --model, and without that rows.
 * --measure-packs: prints what packing costs on this machine, and no more.
 * --pack-cost: the program packs noncontiguous data itself, and sleeps for what the file says that this costs (pack.h):
 * for platforms whose time is simulated.
 * --one-clock: MPI_Wtime is the same at all processes, as it is where time is simulated, and for those of one machine.
 * Phases then begin at the same time, where otherwise they do when a process leaves a barrier.
 *
 * What it prints: what each phase takes the slowest process: median, mean and longest of the runs; a gather is of one
 * result, of which there are five. Whether the results are to the bit those of one process. What it teaches: over which
 * grid to spread an image depends on how its parts lie in memory.
 */
#include "derivatives.h"
#include "measure.h"
#include "parts.h"

#include <getopt.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef WITH_SONDE
#include <sonde.h>
#endif

enum { SCATTER, EXCHANGE, COMPUTE, GATHER, WHOLE, PHASES };
enum { LONGEST_SIDE = 32768 };

static const double lead = 0.005; /* s until a phase begins */

static const char *const names[PHASES] = {"scatter", "exchange", "compute", "gather", "whole"};
static const char *const tree_names[] = {"flat", "binomial", NULL};

struct task {
	int width, height, sigma, runs;
	struct grid grid; /* 0 x 0: none is given */
	int tree;         /* -1: none is given */
	int measure_packs, one_clock;
	const char *model;
	const char *pack_cost;
	enum tree scatter, gather;
};

static int read_two(const char *text, int *x, int *y)
{
	char more;

	return sscanf(text, "%dx%d%c", x, y, &more) == 2 && *x > 0 && *y > 0;
}

static int one_of(const char *text, const char *const *list)
{
	for (int i = 0; list[i]; i++)
		if (strcmp(text, list[i]) == 0)
			return i;
	stop("a tree is flat or binomial");
	return -1;
}

static void read_options(int argc, char **argv, struct task *task)
{
	static const struct option options[] = {
		{"size", required_argument, NULL, 's'},      {"sigma", required_argument, NULL, 'k'},
		{"grid", required_argument, NULL, 'g'},      {"tree", required_argument, NULL, 't'},
		{"model", required_argument, NULL, 'm'},     {"runs", required_argument, NULL, 'r'},
		{"pack-cost", required_argument, NULL, 'p'}, {"measure-packs", no_argument, NULL, 'c'},
		{"one-clock", no_argument, NULL, 'o'},       {NULL, 0, NULL, 0},
	};
	int option, right = 1;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 's')
			right = right && read_two(optarg, &task->width, &task->height) && task->width <= LONGEST_SIDE &&
				task->height <= LONGEST_SIDE;
		else if (option == 'k')
			task->sigma = atoi(optarg);
		else if (option == 'g')
			right = right && read_two(optarg, &task->grid.x, &task->grid.y);
		else if (option == 't')
			task->tree = one_of(optarg, tree_names);
		else if (option == 'm')
			task->model = optarg;
		else if (option == 'p')
			task->pack_cost = optarg;
		else if (option == 'c')
			task->measure_packs = 1;
		else if (option == 'o')
			task->one_clock = 1;
		else if (option == 'r')
			task->runs = atoi(optarg);
		else
			right = 0;
	}
	if (!right || optind < argc || task->runs < 1)
		stop("--size WxH --sigma 1|3|5 --grid XxY --model FILE --tree flat|binomial --runs N --pack-cost FILE, "
		     "each with a "
		     "number or name that can be");
}

#ifdef WITH_SONDE

/* The grid on which a scatter, an exchange and five gathers are the quickest together. */
static int quickest(const struct sonde_decomposition *list, int n)
{
	int best = 0;
	double least = 0;

	for (int i = 0; i < n; i++) {
		double seconds = list[i].scatter + list[i].exchange + DERIVATIVES * list[i].gather;

		if (i == 0 || seconds < least) {
			best = i;
			least = seconds;
		}
	}
	return best;
}

/* Process 0 asks by the model of the file. */
static void ask(struct task *task, int border, int size)
{
	const struct sonde_domain domain = {.size = sizeof(domain),
					    .width = (size_t)task->width,
					    .height = (size_t)task->height,
					    .border = (size_t)border,
					    .processes = (size_t)size,
					    .exchanges = 1};
	struct sonde_decomposition list[256], *d = list;
	struct sonde_model *model = NULL;
	struct sonde_error error;
	size_t n = 0;

	if (sonde_model_read(task->model, &model, &error) != SONDE_OK ||
	    sonde_decompose(model, &domain, list, 256, &n, &error) != SONDE_OK)
		stop(error.text);
	if (n == 0)
		stop("the model knows no grid of so many processes that the image has room for");
	d = &list[quickest(list, (int)(n < 256 ? n : 256))];
	task->grid = (struct grid){(int)d->x, (int)d->y};
	task->scatter = d->binomial_scatter ? TREE_BINOMIAL : TREE_FLAT;
	task->gather = d->binomial_gather ? TREE_BINOMIAL : TREE_FLAT;
	printf("by the model: %zux%zu, scatter %.6f s, exchange %.6f, gather %.6f\n", d->x, d->y, d->scatter,
	       d->exchange, d->gather);
	sonde_model_free(model);
}

#else

static void ask(struct task *task, int border, int size)
{
	(void)task;
	(void)border;
	(void)size;
	stop("this program was built without sonde: --grid says which grid");
}

#endif

/* The grid and the trees, at all processes. */
static void choose(struct task *task, int border)
{
	int rank, size, asked = task->grid.x == 0 && task->model, chosen[4];

	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (rank == 0 && asked)
		ask(task, border, size);
	else if (task->grid.x == 0)
		task->grid = (struct grid){1, size};
	memcpy(chosen, (int[]){task->grid.x, task->grid.y, (int)task->scatter, (int)task->gather}, sizeof(chosen));
	MPI_Bcast(chosen, 4, MPI_INT, 0, MPI_COMM_WORLD);
	task->grid = (struct grid){chosen[0], chosen[1]};
	task->scatter = task->tree >= 0 ? (enum tree)task->tree : (enum tree)chosen[2];
	task->gather = task->tree >= 0 ? (enum tree)task->tree : (enum tree)chosen[3];
	if ((long)task->grid.x * task->grid.y != size)
		stop("the grid has another number of places than there are processes");
	if (!parts_are_possible(task->width, task->height, border, task->grid))
		stop("parts would be narrower than their borders");
}

/* Numbers from 0 to 1 that look like random ones. */
static void fill(const struct block *block)
{
	unsigned seed = 1;

	for (size_t i = 0; i < (size_t)block->rows * (size_t)block->pitch; i++) {
		seed = seed * 1664525U + 1013904223U;
		block->at[i] = (float)(seed >> 8) / 16777216;
	}
}

/* The image in parts and its derivatives: of the part, and of the whole at process 0. */
struct derivatives {
	struct parts parts;
	struct block part[DERIVATIVES], whole[DERIVATIVES];
};

static struct block block_like(const struct block *block)
{
	size_t n = (size_t)block->rows * (size_t)block->columns;

	return (struct block){n > 0 ? some(n, sizeof(float)) : NULL, block->rows, block->columns, block->columns};
}

static void derivatives_make(struct derivatives *d, const struct task *task, int border, struct grid grid)
{
	const char *wrong = NULL;

	parts_make(&d->parts, task->width, task->height, border, grid);
	if (task->pack_cost)
		wrong = pack_costs_read(&d->parts.costs, task->pack_cost);
	if (wrong)
		stop(wrong);
	for (int i = 0; i < DERIVATIVES; i++) {
		d->part[i] = block_like(&d->parts.part);
		d->whole[i] = block_like(&d->parts.whole);
	}
	if (d->parts.whole.at)
		fill(&d->parts.whole);
}

static void derivatives_free(struct derivatives *d)
{
	parts_free(&d->parts);
	for (int i = 0; i < DERIVATIVES; i++) {
		free(d->part[i].at);
		free(d->whole[i].at);
	}
}

/* When a phase begins: behind a barrier, or with one clock at the same time at all processes. */
static double begin(const struct task *task)
{
	double start, left;

	MPI_Barrier(MPI_COMM_WORLD);
	if (!task->one_clock)
		return MPI_Wtime();
	start = MPI_Wtime() + lead;
	MPI_Bcast(&start, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	left = start - MPI_Wtime();
	if (left > 0)
		nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * left)}, NULL);
	return start;
}

/* What the phases take the slowest process, and all of them, at process 0. */
static void do_all(struct derivatives *d, const struct task *task, const struct kernels *kernels,
		   double seconds[PHASES])
{
	double mine[PHASES] = {0}, from = begin(task);

	parts_scatter(&d->parts, task->scatter);
	mine[SCATTER] = MPI_Wtime() - from;
	parts_extend(&d->parts);
	from = begin(task);
	parts_exchange(&d->parts);
	mine[EXCHANGE] = MPI_Wtime() - from;
	from = begin(task);
	parts_extend_rows(&d->parts);
	for (int i = 0; i < DERIVATIVES; i++)
		derive(kernels, i, &d->parts.bordered, &d->part[i]);
	mine[COMPUTE] = MPI_Wtime() - from;
	for (int i = 0; i < DERIVATIVES; i++) {
		from = begin(task);
		parts_gather(&d->parts, task->gather, &d->part[i], &d->whole[i]);
		mine[GATHER] += (MPI_Wtime() - from) / DERIVATIVES;
	}
	MPI_Reduce(mine, seconds, PHASES, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	seconds[WHOLE] = seconds[SCATTER] + seconds[EXCHANGE] + seconds[COMPUTE] + DERIVATIVES * seconds[GATHER];
}

/* Whether process 0 alone gets the same bits. */
static int is_right(const struct derivatives *d, const struct kernels *kernels)
{
	const struct block *image = &d->parts.whole;
	struct block alone = block_like(image);
	int right = 1;

	for (int i = 0; i < DERIVATIVES; i++) {
		derive_alone(kernels, i, image, &alone);
		if (memcmp(alone.at, d->whole[i].at, (size_t)image->rows * (size_t)image->columns * sizeof(float)) != 0)
			right = 0;
	}
	free(alone.at);
	return right;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void print(const struct task *task, double *seconds, int right)
{
	int runs = task->runs;
	double *sorted = some((size_t)runs, sizeof(*sorted)), median = 0, sum;

	printf("%d x %d, sigma %d, grid %dx%d, scatter %s, gather %s\n", task->width, task->height, task->sigma,
	       task->grid.x, task->grid.y, tree_names[task->scatter], tree_names[task->gather]);
	for (int phase = 0; phase < PHASES; phase++) {
		sum = 0;
		for (int run = 0; run < runs; run++)
			sum += sorted[run] = seconds[run * PHASES + phase];
		qsort(sorted, (size_t)runs, sizeof(double), ascending);
		median = (sorted[(runs - 1) / 2] + sorted[runs / 2]) / 2;
		printf("%-8s %.9f s, mean %.9f, longest %.9f\n", names[phase], median, sum / runs, sorted[runs - 1]);
	}
	printf("image: %.6f s, the derivatives are %s of one process to the bit\n", median,
	       right ? "those" : "NOT THOSE");
	free(sorted);
}

/* Returns whether the results are right. */
static int run(struct task *task)
{
	struct derivatives d;
	struct kernels kernels;
	double *seconds;
	int border, right = 1;

	if (!kernels_make(&kernels, task->sigma))
		stop("sigma is 1, 3 or 5");
	border = kernels_border(&kernels);
	choose(task, border);
	derivatives_make(&d, task, border, task->grid);
	seconds = some((size_t)task->runs * PHASES, sizeof(*seconds));
	for (int i = 0; i < task->runs; i++)
		do_all(&d, task, &kernels, &seconds[(size_t)i * PHASES]);
	if (d.parts.rank == 0) {
		right = is_right(&d, &kernels);
		print(task, seconds, right);
	}
	MPI_Bcast(&right, 1, MPI_INT, 0, MPI_COMM_WORLD);
	free(seconds);
	derivatives_free(&d);
	return right;
}

int main(int argc, char **argv)
{
	struct task task = {.width = 512, .height = 512, .sigma = 3, .runs = 5, .tree = -1};
	int right = 1;

	MPI_Init(&argc, &argv);
	read_options(argc, argv, &task);
	if (task.measure_packs)
		measure_packs();
	else
		right = run(&task);
	MPI_Finalize();
	return right ? 0 : 1;
}
