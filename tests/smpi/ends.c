/*
 * When collective operations end on a simulated platform, without any of what sonde times by: all processes begin at
 * an instant that they agreed on long before, and each looks at the clock when it has ended. Arguments: a file of
 * lines OPERATION ALGORITHM BYTES, of algorithms of sonde's own or "native"; a file with the latency of each host's
 * link, in seconds. Prints these lines with the time until the last process has ended, and the least time that latency
 * allows: the longest path of the schedule if messages take nothing but latency; of the library's own operation, whose
 * schedule is not known, the longest way that data must go at least. Calls of the clock must be free (smpi/wtime:0).
 */
#include "algorithm/build.h"
#include "mpi/collective/native.h"
#include "mpi/collective/own.h"
#include "sample/collective.h"
#include "simulate/simulate.h"

#include <mpi.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HOSTS_MOST = 256, SILENCE = 1000 /* s */ };

struct ends {
	double latencies[HOSTS_MOST]; /* s, of each host's link */
	int counts[HOSTS_MOST], places[HOSTS_MOST];
	struct collective_data data;
};

static void stop(const char *why)
{
	fprintf(stderr, "%s\n", why);
	MPI_Abort(MPI_COMM_WORLD, 1);
	exit(1);
}

static void read_latencies(struct ends *e, const char *name)
{
	FILE *file = fopen(name, "r");
	int n = 0;

	while (file && n < HOSTS_MOST && fscanf(file, "%lf", &e->latencies[n]) == 1)
		n++;
	if (file)
		fclose(file);
	if (n < e->data.size)
		stop("there are not as many latencies as processes");
}

static double latency_of(const struct ends *e, int from, int to)
{
	return from == to ? 0 : e->latencies[from] + e->latencies[to];
}

static void take_latency(const void *self, int from, int to, uint64_t bytes, struct message_cost *cost)
{
	(void)bytes;
	*cost = (struct message_cost){.flight = 1e9 * latency_of(self, from, to)};
}

static double longest_path(const struct ends *e, const struct schedule *schedule)
{
	const struct costs costs = {.message = take_latency, .self = e, .eager_most = UINT64_MAX};
	struct simulation simulation = {.record = false};
	struct error err = {0};
	double seconds;

	if (simulate(schedule, &costs, &simulation, &err) != OK)
		stop(err.text);
	seconds = simulation.seconds;
	simulation_release(&simulation);
	return seconds;
}

/* Between the root and each other process, or between any two. */
static double longest_way(const struct ends *e, const struct collective_kind *kind)
{
	double longest = 0;

	for (int i = 0; i < (kind->rooted ? 1 : e->data.size); i++)
		for (int j = 0; j < e->data.size; j++)
			longest = fmax(longest, latency_of(e, i, j));
	return longest;
}

static void sleep_until(double when)
{
	double left = when - MPI_Wtime();
	const struct timespec time = {.tv_sec = (time_t)left, .tv_nsec = lround((left - floor(left)) * 1e9)};

	nanosleep(&time, NULL);
}

/* Until the last process has ended; at process 0. No process says a word before that. */
static double time_until_end(struct ends *e, int (*execute)(const struct collective_data *))
{
	double now = MPI_Wtime(), start, end, last;

	MPI_Allreduce(&now, &start, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	start = floor(start) + 10;
	sleep_until(start);
	if (execute(&e->data) != MPI_SUCCESS)
		stop("an operation failed");
	end = MPI_Wtime();
	if (end - start > SILENCE)
		stop("an operation takes longer than processes are silent");
	sleep_until(start + SILENCE);
	MPI_Reduce(&end, &last, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	return last - start;
}

static void time_operation(struct ends *e, const char *operation, const char *algorithm, size_t bytes)
{
	const struct collective_operation *native = collective_native(operation);
	struct experiment what = {.kind = EXPERIMENT_COLLECTIVE, .bytes = bytes, .count = 1};
	struct execute_collective own;
	struct error err = {0};
	double seconds, least;

	if (!native)
		stop("there is no such operation");
	e->data.bytes = (int)bytes;
	snprintf(what.setup.collective, sizeof(what.setup.collective), "%s", operation);
	if (strcmp(algorithm, "native") == 0) {
		if (collective_data_open(&e->data, &what.setup) != MPI_SUCCESS)
			stop("MPI refuses to describe the data");
		seconds = time_until_end(e, native->execute);
		collective_data_close(&e->data);
		least = longest_way(e, collective_find(operation));
	} else {
		struct schedule schedule;

		snprintf(what.setup.algorithm, sizeof(what.setup.algorithm), "%s", algorithm);
		if (execute_collective_prepare(&own, &what, &e->data, &err) != OK)
			stop(err.text);
		e->data.own = &own;
		schedule = algorithm_schedule(&own.use);
		least = longest_path(e, &schedule);
		seconds = time_until_end(e, execute_collective);
		execute_collective_release(&own);
	}
	if (e->data.rank == 0)
		printf("%s %s %zu %.12g %.12g\n", operation, algorithm, bytes, seconds, least);
}

int main(int argc, char **argv)
{
	enum { ROOM = 1 << 20 };
	struct ends *e = calloc(1, sizeof(*e));
	char operation[32], algorithm[32];
	size_t bytes;
	FILE *file;

	MPI_Init(&argc, &argv);
	file = argc == 3 && e ? fopen(argv[1], "r") : NULL;
	if (!file)
		stop("usage: ends OPERATIONS LATENCIES");
	e->data = (struct collective_data){.comm = MPI_COMM_WORLD, .counts = e->counts, .places = e->places};
	MPI_Comm_rank(MPI_COMM_WORLD, &e->data.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &e->data.size);
	e->data.send = calloc((size_t)e->data.size, ROOM);
	e->data.receive = calloc((size_t)e->data.size, ROOM);
	if (!e->data.send || !e->data.receive)
		stop("there is no memory");
	read_latencies(e, argv[2]);
	while (fscanf(file, "%31s %31s %zu", operation, algorithm, &bytes) == 3)
		time_operation(e, operation, algorithm, bytes <= ROOM ? bytes : ROOM);
	fclose(file);
	free(e->data.send);
	free(e->data.receive);
	free(e);
	MPI_Finalize();
	return 0;
}
