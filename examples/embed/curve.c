/*
 * Explores how long a message between two processes takes, for all sizes from 0 to 256 KiB, within 0.5 s: sizes are
 * added where the curve bends, and down to the byte where it jumps. Prints the curve and its breaks.
 *
 *   make && mpirun -n 2 ./curve
 */
#include <mpi.h>
#include <sonde.h>
#include <stdio.h>
#include <stdlib.h>

static void print_curve(const struct sonde_curve *curve)
{
	for (size_t i = 0; i < curve->n; i++)
		if (curve->results[i].n > 0)
			printf("%8zu bytes: %10.3f us\n", curve->results[i].bytes, 1e6 * curve->results[i].median);
	for (size_t i = 0; i < curve->n_breaks; i++) {
		const struct sonde_break *b = &curve->breaks[i];

		if (b->kind == SONDE_JUMP)
			printf("a jump of %+.3f us between %zu and %zu bytes\n", 1e6 * (b->to - b->from), b->before,
			       b->after);
		else
			printf("near %.0f bytes the slope goes from %.3f to %.3f ns/B\n", b->place,
			       1e9 * b->slope_before, 1e9 * b->slope_after);
	}
	printf("%zu sizes, %zu breaks%s\n", curve->n, curve->n_breaks,
	       curve->complete ? "" : "; more time would show more");
}

int main(int argc, char **argv)
{
	const struct sonde_measurement messages = {.size = sizeof(messages),
						   .operation = SONDE_ONEWAY,
						   .from = 0,
						   .to = 1,
						   .budget = {.seconds = 0.5, .error = 0.02}};
	const struct sonde_exploration what = {
		.size = sizeof(what), .messages = &messages, .least = 0, .most = 256 * 1024};
	struct sonde *sonde = NULL;
	struct sonde_curve *curve = NULL;
	struct sonde_error error;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (sonde_open(MPI_COMM_WORLD, &sonde, &error) == SONDE_OK)
		sonde_explore(sonde, &what, &curve, &error);
	if (rank == 0 && curve)
		print_curve(curve);
	else if (rank == 0)
		printf("no curve: %s\n", error.text);
	sonde_curve_free(curve);
	sonde_close(sonde);
	MPI_Finalize();
	return EXIT_SUCCESS;
}
