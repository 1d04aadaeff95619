/*
 * Scatters the rows of a table, adds 1 to each number, and gathers them again: rows as many as each process is to have,
 * by the algorithm and the order of processes that a model has for the quickest. The model is estimated within a
 * second.
 *
 *   make && mpirun -n 3 ./slices
 */
#include <mpi.h>
#include <sonde.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 512, TIMES = 10 };

/* The first process has a row, the second two, and so on. */
static int divide(int size, int *counts, int *displacements)
{
	int all = 0;

	for (int i = 0; i < size; i++) {
		counts[i] = WIDTH * (i + 1);
		displacements[i] = all;
		all += counts[i];
	}
	return all;
}

static void tell(const struct sonde *sonde, const char *operation, int size)
{
	struct sonde_choice choice;

	if (!sonde_chosen(sonde, &choice))
		return;
	printf("%s: by %s, order", operation, choice.algorithm);
	for (int i = 0; choice.order && i < size; i++)
		printf(" %d", choice.order[i]);
	printf("%s, predicted to take %.1f us\n", choice.order ? "" : " of its own", 1e6 * choice.seconds);
}

static int work(struct sonde *sonde, const struct sonde_model *model, int rank, int size, struct sonde_error *error)
{
	int *counts = malloc(2 * (size_t)size * sizeof(*counts)), *displacements = counts + size, all, done = 1;
	double *table, *rows;

	if (!counts)
		MPI_Abort(MPI_COMM_WORLD, 1);
	all = divide(size, counts, displacements);
	table = calloc((size_t)all, sizeof(*table));
	rows = calloc((size_t)counts[rank], sizeof(*rows));
	if (!table || !rows)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int i = 0; i < TIMES && done; i++) {
		done = sonde_scatterv(sonde, model, table, counts, displacements, MPI_DOUBLE, rows, counts[rank],
				      MPI_DOUBLE, 0, error) == SONDE_OK;
		if (i == 0 && rank == 0)
			tell(sonde, "scatterv", size);
		for (int k = 0; k < counts[rank]; k++)
			rows[k] += 1;
		done = done && sonde_gatherv(sonde, model, rows, counts[rank], MPI_DOUBLE, table, counts, displacements,
					     MPI_DOUBLE, 0, error) == SONDE_OK;
		if (i == 0 && rank == 0)
			tell(sonde, "gatherv", size);
	}
	if (done && rank == 0)
		printf("%s\n", table[0] == TIMES && table[all - 1] == TIMES ? "right" : "wrong");
	free(table);
	free(rows);
	free(counts);
	return done;
}

int main(int argc, char **argv)
{
	const struct sonde_estimation estimation = {.size = sizeof(estimation),
						    .model = "hockney",
						    .pairs = SONDE_EACH_PAIR,
						    .largest = 65536,
						    .budget = {.seconds = 1, .error = 0.05}};
	struct sonde *sonde = NULL;
	struct sonde_model *model = NULL;
	struct sonde_error error;
	int rank, size, done;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	done = sonde_open(MPI_COMM_WORLD, &sonde, &error) == SONDE_OK &&
	       sonde_estimate(sonde, &estimation, &model, &error) == SONDE_OK && work(sonde, model, rank, size, &error);
	if (!done && rank == 0)
		printf("%s\n", error.text);
	sonde_model_free(model);
	sonde_close(sonde);
	MPI_Finalize();
	return !done;
}
