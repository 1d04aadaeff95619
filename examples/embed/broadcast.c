/*
 * Broadcasts from process 0 by the algorithm that a model predicts to be the quickest of those the program has, for
 * each size. The model is estimated once, within 0.2 s, and written to the file that is named. A later run reads it
 * there, gives it to all processes, and refreshes it by three sizes within 50 ms.
 *
 *   make && mpirun -n 4 ./broadcast model.json
 */
#include <math.h>
#include <mpi.h>
#include <sonde.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEGMENT = 8192, MOST = 1 << 20, TIMES = 20 };

static void by_linear(char *data, int bytes, int rank, int size, MPI_Comm comm)
{
	for (int to = 1; to < size && rank == 0; to++)
		MPI_Send(data, bytes, MPI_BYTE, to, 0, comm);
	if (rank > 0)
		MPI_Recv(data, bytes, MPI_BYTE, 0, 0, comm, MPI_STATUS_IGNORE);
}

static void by_binomial(char *data, int bytes, int rank, int size, MPI_Comm comm)
{
	int bit = 1;

	while (bit < size && !(rank & bit))
		bit *= 2;
	if (rank > 0)
		MPI_Recv(data, bytes, MPI_BYTE, rank - bit, 0, comm, MPI_STATUS_IGNORE);
	while (bit /= 2)
		if (rank + bit < size)
			MPI_Send(data, bytes, MPI_BYTE, rank + bit, 0, comm);
}

static void by_pipeline(char *data, int bytes, int rank, int size, MPI_Comm comm)
{
	for (int at = 0; at < bytes; at += SEGMENT) {
		int part = bytes - at < SEGMENT ? bytes - at : SEGMENT;

		if (rank > 0)
			MPI_Recv(data + at, part, MPI_BYTE, rank - 1, 0, comm, MPI_STATUS_IGNORE);
		if (rank + 1 < size)
			MPI_Send(data + at, part, MPI_BYTE, rank + 1, 0, comm);
	}
}

/* The algorithms of this program, by the names that sonde has for them. */
static const struct {
	const char *name;
	size_t segment;
	void (*run)(char *data, int bytes, int rank, int size, MPI_Comm comm);
} ways[] = {{"linear", 0, by_linear}, {"binomial", 0, by_binomial}, {"pipeline", SEGMENT, by_pipeline}};
enum { WAYS = sizeof(ways) / sizeof(ways[0]) };

static void tell_drifts(const struct sonde_model *model)
{
	struct sonde_drift drift;

	for (size_t i = 0; sonde_drift(model, i, &drift); i++)
		printf("%s: %g before, %g now (%g to %g), %s\n", drift.parameter, drift.before, drift.after, drift.low,
		       drift.high, drift.measured ? "measured" : "scaled");
}

/* The file's model, refreshed, or a new one; the same at all processes. NULL if that fails: *error says why. */
static struct sonde_model *learn(struct sonde *sonde, int rank, const char *path, struct sonde_error *error)
{
	const size_t few[] = {0, 1024, 65536};
	const struct sonde_sharing sharing = {
		.size = sizeof(sharing), .bytes = few, .n = 3, .budget = {.seconds = 0.05, .error = 0.05}};
	const struct sonde_estimation estimation = {.size = sizeof(estimation),
						    .model = "hockney",
						    .pairs = SONDE_MEAN_OF_PAIRS,
						    .largest = 65536,
						    .budget = {.seconds = 0.2, .error = 0.05}};
	struct sonde_model *own = NULL, *model = NULL;
	int found = rank == 0 && path && sonde_model_read(path, &own, NULL) == SONDE_OK;

	MPI_Bcast(&found, 1, MPI_INT, 0, MPI_COMM_WORLD);
	if (found && sonde_model_share(sonde, own, &sharing, &model, error) == SONDE_OK && rank == 0)
		tell_drifts(model);
	if (!found && sonde_estimate(sonde, &estimation, &model, error) == SONDE_OK && rank == 0 && path)
		sonde_model_write(model, path, error);
	sonde_model_free(own);
	return model;
}

/* The way that the model predicts to be the quickest, and how long it takes. */
static int choose(const struct sonde_model *model, size_t bytes, int size, double *seconds)
{
	int best = 0;

	*seconds = INFINITY;
	for (int i = 0; i < WAYS; i++) {
		const struct sonde_call call = {.size = sizeof(call),
						.operation = "bcast",
						.algorithm = ways[i].name,
						.processes = size,
						.bytes = bytes,
						.segment = ways[i].segment};
		struct sonde_prediction predicted;

		if (sonde_predict_collective(model, &call, &predicted, NULL) == SONDE_OK &&
		    predicted.expected < *seconds) {
			*seconds = predicted.expected;
			best = i;
		}
	}
	return best;
}

/* The longest time of any process, the mean of several broadcasts. */
static double time_of(int way, char *data, int bytes, int rank, int size)
{
	double begin, mine, longest = 0;

	MPI_Barrier(MPI_COMM_WORLD);
	begin = MPI_Wtime();
	for (int i = 0; i < TIMES; i++)
		ways[way].run(data, bytes, rank, size, MPI_COMM_WORLD);
	mine = (MPI_Wtime() - begin) / TIMES;
	MPI_Reduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	return longest;
}

static void broadcast_all(const struct sonde_model *model, char *data, int rank, int size)
{
	for (int bytes = 64; bytes <= MOST; bytes *= 32) {
		double predicted;
		int chosen = choose(model, (size_t)bytes, size, &predicted);

		if (rank == 0)
			printf("%d bytes: chosen %s, predicted %.2f us; measured", bytes, ways[chosen].name,
			       1e6 * predicted);
		for (int i = 0; i < WAYS; i++) {
			double seconds = time_of(i, data, bytes, rank, size);

			if (rank == 0)
				printf(" %s %.2f us%s", ways[i].name, 1e6 * seconds, i + 1 < WAYS ? "," : "\n");
		}
	}
}

int main(int argc, char **argv)
{
	struct sonde_error error = {SONDE_OK, ""};
	struct sonde_model *model = NULL;
	struct sonde *sonde = NULL;
	char *data = calloc(MOST, 1);
	int rank, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (!data)
		MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
	if (sonde_open(MPI_COMM_WORLD, &sonde, &error) == SONDE_OK)
		model = learn(sonde, rank, argc > 1 ? argv[1] : NULL, &error);
	if (rank == 0 && error.status != SONDE_OK)
		printf("no model: %s\n", error.text);
	if (model)
		broadcast_all(model, data, rank, size);
	sonde_model_free(model);
	sonde_close(sonde);
	free(data);
	MPI_Finalize();
	return EXIT_SUCCESS;
}
