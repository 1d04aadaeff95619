/*
 * What an application brings along: repetitions, an exchange between two processes, a timing of collective operations,
 * a sample of its own. Every count is exact.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "embed_check.h"

enum { SIZES = 2, SMALL = 64, LARGE = 4096, PROCESSES_MOST = 16, FAILURE = 77, REPS = 9 };
static const size_t sizes[SIZES] = {SMALL, LARGE};

/* What a process did for an exchange or a timing of its own. */
struct own {
	char *data;
	int partners[PROCESSES_MOST]; /* with whom it was measured, and whose mirror it was */
	int mirrors[PROCESSES_MOST];
	int timings, executed;
	size_t bytes; /* the largest */
	int fails;
	double seconds; /* what a timing says; 0: what it measures */
};

static int trade(struct own *own, MPI_Comm comm, int other, size_t bytes, int first)
{
	int code = own->fails ? FAILURE : MPI_SUCCESS;

	own->bytes = bytes > own->bytes ? bytes : own->bytes;
	if (first)
		MPI_Send(own->data, (int)bytes, MPI_BYTE, other, 3, comm);
	MPI_Recv(own->data, (int)bytes, MPI_BYTE, other, 3, comm, MPI_STATUS_IGNORE);
	if (!first)
		MPI_Send(own->data, (int)bytes, MPI_BYTE, other, 3, comm);
	return code;
}

static int measure_trade(void *state, MPI_Comm comm, int mirror, size_t bytes)
{
	struct own *own = state;

	own->partners[mirror]++;
	return trade(own, comm, mirror, bytes, 1);
}

static int mirror_trade(void *state, MPI_Comm comm, int measure, size_t bytes)
{
	struct own *own = state;

	own->mirrors[measure]++;
	return trade(own, comm, measure, bytes, 0);
}

static struct sonde_measurement messages_of(const struct test *t, double seconds)
{
	return (struct sonde_measurement){.size = sizeof(struct sonde_measurement),
					  .to = 1,
					  .bytes = sizes,
					  .n = SIZES,
					  .budget = budget_of(t, seconds)};
}

static void points_are_timed_as_often_as_is_said(struct test *t)
{
	static const size_t cases[][2] = {{REPS, REPS}, {1, 1}, {2, 2}, {0, 3}};
	struct sonde_measurement what = messages_of(t, 10);
	struct sonde_result results[SIZES];
	struct sonde_error error;

	what.budget.error = 0.5;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		what.budget.min_reps = cases[i][0];
		what.budget.max_reps = cases[i][1];
		memset(results, 0, sizeof(results));
		check_status(t, sonde_measure(t->context, &what, results, &error), SONDE_OK, &error, "");
		check_alike(t, results, sizeof(results), "the results of messages");
		for (int k = 0; k < SIZES; k++) {
			check(t, results[k].n <= cases[i][1], "a point is timed no more often than is said");
			check(t,
			      results[k].n == cases[i][1] || cases[i][0] == 0 || results[k].ending == SONDE_TIME_OVER,
			      "a point is timed a fixed number of times");
			check(t, cases[i][1] > 1 || results[k].n != 1 || isinf(results[k].error),
			      "a single timing has no interval");
			check(t, results[k].resolution > 0 || t->simulated, "the clock has a resolution");
		}
	}
	what.budget.min_reps = 4;
	check_status(t, sonde_measure(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error,
		     "repetitions from 4 to 3");
}

static void all_pairs_trade(struct test *t, struct own *own, int parallel)
{
	const struct sonde_exchange exchange = {"trade", measure_trade, mirror_trade, own};
	struct sonde_measurement what = messages_of(t, 2);
	size_t pairs = sonde_pair(t->size, t->size - 2, t->size - 1) + 1;
	struct sonde_result *results = calloc(SIZES * pairs, sizeof(*results));
	struct sonde_error error;

	memset(own->partners, 0, sizeof(own->partners));
	memset(own->mirrors, 0, sizeof(own->mirrors));
	what.exchange = &exchange;
	what.parallel = parallel;
	what.budget.max_reps = 5;
	check_status(t, sonde_measure_pairs(t->context, &what, results, &error), SONDE_OK, &error, "");
	for (size_t i = 0; i < SIZES * pairs; i++)
		check(t, results[i].n > 0 ? results[i].median > 0 || t->simulated : !t->simulated, "each pair trades");
	for (int other = 0; other < t->size; other++) {
		int lower = t->rank < other;

		check(t, own->partners[other] == 0 || lower, "the lower process is measured");
		check(t, own->mirrors[other] == 0 || (!lower && other != t->rank), "the higher process is the mirror");
		check(t, !t->simulated || other == t->rank || own->partners[other] + own->mirrors[other] > 0,
		      "all pairs trade");
	}
	check(t, own->bytes == LARGE || !t->simulated, "the sizes are those that were asked for");
	free(results);
}

static void exchanges_of_the_application_are_measured(struct test *t)
{
	struct own own = {.data = calloc(LARGE, 1)};
	const struct sonde_exchange exchange = {"trade", measure_trade, mirror_trade, &own};
	struct sonde_measurement what = messages_of(t, 0.5);
	struct sonde_result results[SIZES], plain[SIZES];
	struct sonde_error error;

	check_status(t, sonde_measure(t->context, &what, plain, &error), SONDE_OK, &error, "");
	what.exchange = &exchange;
	check_status(t, sonde_measure(t->context, &what, results, &error), SONDE_OK, &error, "");
	check_alike(t, results, sizeof(results), "the results of an exchange");
	check(t, t->rank > 0 || own.partners[1] > 0, "process 0 measures");
	check(t, t->rank != 1 || own.mirrors[0] > 0, "process 1 is its mirror");
	check(t, t->rank < 2 || own.bytes == 0, "the others wait");
	check(t, !t->simulated || fabs(results[1].median - plain[1].median) <= 0.01 * plain[1].median,
	      "a trade takes what a round trip takes");
	own.bytes = 0;
	all_pairs_trade(t, &own, 0);
	all_pairs_trade(t, &own, 1);
	own.fails = t->rank == 1;
	check_status(t, sonde_measure(t->context, &what, results, &error), SONDE_ERROR_PLATFORM, &error,
		     "the exchange 'trade' of the application failed at process 1 with code 77");
	own.fails = 0;
	what.exchange = NULL;
	check_status(t, sonde_measure(t->context, &what, results, &error), SONDE_OK, &error, "");
	free(own.data);
}

static void wrong_exchanges_are_refused(struct test *t)
{
	const struct sonde_exchange whole = {"trade", measure_trade, mirror_trade, NULL};
	struct sonde_exchange cases[] = {whole, whole, whole, whole};
	struct sonde_measurement what = messages_of(t, 0.1);
	struct sonde_result results[SIZES];
	struct sonde_error error;

	cases[0].mirror = NULL;
	cases[1].measure = NULL;
	cases[2].name = "bcast";
	cases[3].name = "";
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		what.exchange = &cases[i];
		check_status(t, sonde_measure(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error,
			     "functions measure and mirror, and a name");
	}
	what.exchange = &whole;
	what.calls = SONDE_ISEND;
	check_status(t, sonde_measure(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error, "SONDE_SEND");
}

/* The slowest process' time, at the root. */
static int measure_longest(void *state, MPI_Comm comm, int root, int (*execute)(void *operation), void *operation,
			   double *seconds)
{
	struct own *own = state;
	double begin = MPI_Wtime(), mine;
	int code = execute(operation);

	own->timings++;
	mine = MPI_Wtime() - begin;
	MPI_Reduce(&mine, seconds, 1, MPI_DOUBLE, MPI_MAX, root, comm);
	if (own->seconds != 0)
		*seconds = own->seconds;
	return own->fails ? FAILURE : code;
}

static int execute_barrier(void *state, MPI_Comm comm, int root, size_t bytes)
{
	(void)root, (void)bytes;
	((struct own *)state)->executed++;
	return MPI_Barrier(comm);
}

static void operations_are_timed_by_the_application(struct test *t)
{
	struct own own = {.seconds = 0.25};
	const struct sonde_timer timer = {measure_longest, &own};
	const struct sonde_collective barrier = {.name = "our barrier", .execute = execute_barrier, .state = &own};
	struct sonde_collective_measurement what = {.size = sizeof(what),
						    .name = "bcast",
						    .root = 1,
						    .bytes = sizes,
						    .n = SIZES,
						    .budget = budget_of(t, 2),
						    .timer = &timer};
	struct sonde_result results[SIZES];
	struct sonde_error error;

	what.budget.min_reps = what.budget.max_reps = REPS;
	for (int turn = 0; turn < 3; turn++) {
		what.algorithm = turn == 1 ? "binomial" : NULL;
		what.own = turn == 2 ? &barrier : NULL;
		own.timings = own.executed = 0;
		own.seconds = t->rank == 1 ? -0.25 : 0.5; /* those of the root count */
		check_status(t, sonde_measure_collective(t->context, &what, results, &error), SONDE_OK, &error, "");
		check_alike(t, results, sizeof(results), "the results of a timing");
		for (int i = 0; i < SIZES; i++)
			check(t, results[i].n > 0 ? results[i].median == -0.25 : !t->simulated,
			      "times are those of the application");
		check(t, own.timings >= (int)(results[0].n + results[1].n), "each timing is the application's");
		check(t, turn < 2 || own.executed >= own.timings, "it carries the operation out");
	}
	own.seconds = 0;
	what.own = NULL;
	check_status(t, sonde_measure_collective(t->context, &what, results, &error), SONDE_OK, &error, "");
	check(t, results[0].n == 0 || results[0].median > 0, "what the application measures takes time");
	own.seconds = NAN;
	check_status(t, sonde_measure_collective(t->context, &what, results, &error), SONDE_ERROR_PLATFORM, &error,
		     "gave no time at its root");
	own.seconds = 0.25;
	what.timer = &(const struct sonde_timer){.state = &own};
	check_status(t, sonde_measure_collective(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error,
		     "a timer needs");
	what.timer = NULL;
	what.timing = SONDE_MAX;
	own.timings = 0;
	check_status(t, sonde_measure_collective(t->context, &what, results, &error), SONDE_OK, &error, "");
	check(t, own.timings == 0, "the library times again");
}

static void a_sample_has_an_interval(struct test *t)
{
	/* Student's t with 9 degrees of freedom at 95 %: 2.2621572 x 3.0276504 / sqrt(10) */
	const double sample[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, half = 2.1658506;
	struct sonde_interval interval = {NAN, NAN, NAN};
	struct sonde_error error;

	check_status(t, sonde_interval(sample, 10, SONDE_MEAN, 0.95, &interval, &error), SONDE_OK, &error, "");
	check(t,
	      interval.value == 5.5 && fabs(interval.high - 5.5 - half) < 1e-6 &&
		      fabs(5.5 - interval.low - half) < 1e-6,
	      "the mean has Student's interval");
	check_status(t, sonde_interval(sample, 10, SONDE_MEDIAN, 0.95, &interval, &error), SONDE_OK, &error, "");
	check(t, interval.value == 5.5 && interval.low > 1 && interval.low < 5.5 && interval.high < 10,
	      "the median has one");
	check_status(t, sonde_interval(sample, 10, SONDE_MINIMUM, 0.95, &interval, &error), SONDE_OK, &error, "");
	check(t, interval.value <= 1 && interval.high == 1 && interval.low < 1, "the minimum has one");
	check_status(t, sonde_interval(sample, 1, SONDE_MEAN, 0.95, &interval, NULL), SONDE_OK, &error, "");
	check(t, isinf(interval.low) && isinf(interval.high), "a single number tells of no interval");
	check_status(t, sonde_interval(sample, 0, SONDE_MEAN, 0.95, &interval, &error), SONDE_ERROR_ARGUMENT, &error,
		     "at least one");
	check_status(t, sonde_interval(sample, 2, SONDE_MEAN, 1, &interval, &error), SONDE_ERROR_ARGUMENT, &error,
		     "a confidence of 1");
	check_status(t, sonde_interval(&(const double){NAN}, 1, SONDE_MEAN, 0.5, &interval, &error),
		     SONDE_ERROR_ARGUMENT, &error, "finite");
	check_status(t, sonde_interval(sample, 2, (enum sonde_statistic)9, 0.5, &interval, &error),
		     SONDE_ERROR_ARGUMENT, &error, "no statistic 9");
}

static void sizes_of_a_line_are_chosen(struct test *t)
{
	static const size_t ends[] = {0, LARGE};
	struct sonde_estimation what = {.size = sizeof(what),
					.model = "hockney",
					.method = "regression",
					.to = 1,
					.bytes = ends,
					.n = 2,
					.adaptive = 6,
					.budget = budget_of(t, 1)};
	struct sonde_model *model = estimated(t, &what);
	struct sonde_error error;

	check(t, !model || sonde_model_processes(model) == t->size, "a line has a model");
	sonde_model_free(model);
	what.model = "plogp";
	what.method = NULL;
	check_status(t, sonde_estimate(t->context, &what, &model, &error), SONDE_ERROR_ARGUMENT, &error, "adaptive");
	what.model = "hockney";
	what.n = 1;
	check_status(t, sonde_estimate(t->context, &what, &model, &error), SONDE_ERROR_ARGUMENT, &error, "two sizes");
}

int main(int argc, char **argv)
{
	struct test t;

	begin(&t, &argc, &argv);
	points_are_timed_as_often_as_is_said(&t);
	exchanges_of_the_application_are_measured(&t);
	wrong_exchanges_are_refused(&t);
	operations_are_timed_by_the_application(&t);
	a_sample_has_an_interval(&t);
	sizes_of_a_line_are_chosen(&t);
	sonde_close(t.context);
	return finish(&t);
}
