/*
 * A stencil on a ring of processes that asks sonde, once at start-up and for at most 50 ms, how it should exchange its
 * borders: one message per row, as soon as the row is there, or all rows together, which costs a copy. It prints what
 * it learned, what it predicts, and what both ways then take.
 *
 *   make && mpirun -n 2 ./stencil
 */
#include <mpi.h>
#include <sonde.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 16, ROW = 512, ITERATIONS = 200 }; /* rows of a border, numbers in a row */

/* What a process holds: borders that it sends to the right, and those that came from the left. */
struct field {
	double mine[ROWS][ROW], theirs[ROWS][ROW], packed[ROWS * ROW];
};

static void compute(struct field *f)
{
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < ROW; j++)
			f->mine[i][j] = 0.5 * (f->mine[i][j] + f->theirs[i][j]) + 1e-3;
}

static void exchange_by_row(struct field *f, MPI_Comm comm, int left, int right)
{
	for (int i = 0; i < ROWS; i++)
		MPI_Sendrecv(f->mine[i], ROW, MPI_DOUBLE, right, i, f->theirs[i], ROW, MPI_DOUBLE, left, i, comm,
			     MPI_STATUS_IGNORE);
}

static void exchange_packed(struct field *f, MPI_Comm comm, int left, int right)
{
	memcpy(f->packed, f->mine, sizeof(f->mine));
	MPI_Sendrecv(f->packed, ROWS * ROW, MPI_DOUBLE, right, ROWS, f->theirs, ROWS * ROW, MPI_DOUBLE, left, ROWS,
		     comm, MPI_STATUS_IGNORE);
}

static double iterate(struct field *f, MPI_Comm comm, int left, int right, int packed)
{
	double begin;

	MPI_Barrier(comm);
	begin = MPI_Wtime();
	for (int i = 0; i < ITERATIONS; i++) {
		if (packed)
			exchange_packed(f, comm, left, right);
		else
			exchange_by_row(f, comm, left, right);
		compute(f);
	}
	MPI_Barrier(comm);
	return (MPI_Wtime() - begin) / ITERATIONS;
}

/* Learns about the communicator within the budget; the same answer at all processes: 1 if rows are better sent
 * together. */
static int choose(MPI_Comm comm, int rank, struct sonde_error *error)
{
	const struct sonde_budget budget = {.seconds = 0.025, .error = 0.05, .confidence = 0.95};
	const size_t bytes[] = {0, ROW * sizeof(double), (size_t)ROWS * ROW * sizeof(double)};
	const struct sonde_measurement messages = {.size = sizeof(messages),
						   .operation = SONDE_ONEWAY,
						   .from = 0,
						   .to = 1,
						   .bytes = bytes,
						   .n = 3,
						   .budget = budget};
	const struct sonde_estimation line = {
		.size = sizeof(line), .model = "hockney", .from = 0, .to = 1, .largest = bytes[2], .budget = budget};
	struct sonde *sonde = NULL;
	struct sonde_result results[3];
	struct sonde_model *model = NULL;
	double row = 0, all = 0, begin = MPI_Wtime();

	if (sonde_open(comm, &sonde, error) != SONDE_OK)
		return 0;
	if (sonde_measure(sonde, &messages, results, error) == SONDE_OK)
		for (int i = 0; i < 3 && rank == 0; i++)
			printf("measured: %zu bytes take %.2f us (%.2f to %.2f, %zu timings%s)\n", results[i].bytes,
			       1e6 * results[i].median, 1e6 * results[i].low, 1e6 * results[i].high, results[i].n,
			       results[i].ending == SONDE_PRECISE ? "" : ", less precise than wanted");
	if (error->status == SONDE_OK && sonde_estimate(sonde, &line, &model, error) == SONDE_OK) {
		sonde_predict(model, 0, 1, bytes[1], &row, NULL);
		sonde_predict(model, 0, 1, bytes[2], &all, NULL);
		if (rank == 0)
			printf("predicted: %d rows one by one %.2f us, together %.2f us\n", ROWS, ROWS * 1e6 * row,
			       1e6 * all);
	}
	sonde_model_free(model);
	sonde_close(sonde);
	if (rank == 0)
		printf("learning took %.1f ms\n", 1e3 * (MPI_Wtime() - begin));
	return all < ROWS * row;
}

int main(int argc, char **argv)
{
	struct sonde_error error = {SONDE_OK, ""};
	struct field *field;
	int rank, size, packed;
	double seconds[2];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	field = calloc(1, sizeof(*field));
	if (!field)
		MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
	packed = choose(MPI_COMM_WORLD, rank, &error);
	if (error.status != SONDE_OK && rank == 0)
		printf("not measured, rows go one by one: %s\n", error.text);
	for (int way = 0; way < 2; way++)
		seconds[way] = iterate(field, MPI_COMM_WORLD, (rank + size - 1) % size, (rank + 1) % size, way);
	if (rank == 0)
		printf("chosen: %s; an iteration took %.2f us by rows, %.2f us together\n",
		       packed ? "together" : "by rows", 1e6 * seconds[0], 1e6 * seconds[1]);
	free(field);
	MPI_Finalize();
	return EXIT_SUCCESS;
}
