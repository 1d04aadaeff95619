/*
 * An application that uses sonde.h as the header allows, and as it forbids: each process checks what it got, and the
 * program fails if any of them got something else. No time is asserted but where it is simulated: there the argument is
 * "simulated".
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "embed_check.h"

static const size_t sizes[] = {0, 1, 1000, 65536};
enum { SIZES = 4 };

static void check_succeeded(struct test *t, enum sonde_status got, const struct sonde_error *error, const char *what)
{
	if (got == SONDE_OK && error->status == SONDE_OK && error->text[0] == '\0')
		return;
	t->failures++;
	printf("not ok: process %d: %s: \"%s\"\n", t->rank, what, error->text);
}

/* The calls as most tests make them. */
static enum sonde_status measure(struct sonde *context, enum sonde_operation operation, int from, int to,
				 const size_t *bytes, size_t n, const struct sonde_budget *budget,
				 struct sonde_result *results, struct sonde_error *error)
{
	struct sonde_measurement what = {.size = sizeof(what),
					 .operation = operation,
					 .from = from,
					 .to = to,
					 .bytes = bytes,
					 .n = n,
					 .budget = *budget};

	return sonde_measure(context, &what, results, error);
}

static enum sonde_status measure_collective(struct sonde *context, const char *name, const struct sonde_collective *own,
					    enum sonde_timing timing, int root, const size_t *bytes, size_t n,
					    const struct sonde_budget *budget, struct sonde_result *results,
					    struct sonde_error *error)
{
	struct sonde_collective_measurement what = {.size = sizeof(what),
						    .name = name,
						    .own = own,
						    .timing = timing,
						    .root = root,
						    .bytes = bytes,
						    .n = n,
						    .budget = *budget};

	return sonde_measure_collective(context, &what, results, error);
}

static enum sonde_status estimate(struct sonde *context, const char *name, int from, int to, size_t largest,
				  const struct sonde_budget *budget, struct sonde_model **model,
				  struct sonde_error *error)
{
	struct sonde_estimation what = {
		.size = sizeof(what), .model = name, .from = from, .to = to, .largest = largest, .budget = *budget};

	return sonde_estimate(context, &what, model, error);
}

/* An all-reduce of the application's own: everything goes around a ring, as often as there are processes. */
struct ring {
	int begun, ended, executed, wrong;
	unsigned char *out, *in;
};

static int ring_begin(void *state, MPI_Comm comm, int root, size_t bytes)
{
	struct ring *ring = state;

	(void)comm, (void)root;
	ring->begun++;
	ring->out = malloc(bytes + 1);
	ring->in = malloc(bytes + 1);
	return MPI_SUCCESS;
}

static int ring_once(void *state, MPI_Comm comm, int root, size_t bytes)
{
	struct ring *ring = state;
	int rank, size;

	(void)root;
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	ring->executed++;
	memset(ring->out, rank, bytes + 1);
	for (int step = 0; step < size; step++) {
		MPI_Sendrecv(ring->out, (int)bytes, MPI_BYTE, (rank + 1) % size, 7, ring->in, (int)bytes, MPI_BYTE,
			     (rank + size - 1) % size, 7, comm, MPI_STATUS_IGNORE);
		memcpy(ring->out, ring->in, bytes);
	}
	return MPI_SUCCESS;
}

static int ring_end(void *state, MPI_Comm comm, int root, size_t bytes)
{
	struct ring *ring = state;
	int rank;

	(void)root;
	MPI_Comm_rank(comm, &rank);
	for (size_t i = 0; i < bytes; i++) /* it is back where it began */
		ring->wrong += ring->out[i] != (unsigned char)rank;
	free(ring->out);
	free(ring->in);
	ring->ended++;
	return MPI_SUCCESS;
}

/* More processes than processors may not find the time: then that must be said. */
static int in_time(const struct test *t, const struct sonde_result *result)
{
	return result->n > 0 || (!t->simulated && result->ending == SONDE_TIME_OVER);
}

static void collective_operations_are_measured(struct test *t)
{
	static const char *const names[] = {"bcast", "gather", "allreduce", "alltoall", "barrier"};
	const struct sonde_budget budget = {.seconds = t->simulated ? 2 : 0.3, .error = 0.9};
	size_t kinds =
		t->size > 2 && !t->simulated ? 1 : 5; /* where processes share a processor, every message takes long */
	struct sonde_result results[SIZES];
	struct ring state = {0};
	struct sonde_collective own = {
		.name = "ring", .initialise = ring_begin, .execute = ring_once, .finalise = ring_end, .state = &state};
	struct sonde_error error;
	struct sonde *context = NULL;

	if (sonde_open(t->comm, &context, &error) != SONDE_OK)
		return;
	for (size_t i = 0; i < kinds; i++) {
		check_succeeded(t,
				measure_collective(context, names[i], NULL, i == 1 ? SONDE_MAX : SONDE_GLOBAL, 0, sizes,
						   strcmp(names[i], "barrier") ? SIZES : 1, &budget, results, &error),
				&error, names[i]);
		check(t, in_time(t, &results[0]), "a collective operation is measured");
		check(t,
		      results[0].n == 0 || (results[0].median > 0 && results[0].minimum <= results[0].median &&
					    results[0].median <= results[0].maximum),
		      "a collective operation takes time");
		check_alike(t, &results[0], sizeof(results[0]), "the results of a collective operation");
	}
	check_succeeded(t,
			measure_collective(context, NULL, &own, SONDE_ROOT, 1, sizes, SIZES, &budget, results, &error),
			&error, "an operation of one's own");
	check(t, in_time(t, &results[0]) && results[0].bytes == 0, "an operation of one's own is measured");
	/* Trials that the time was just enough for are no timings. */
	check(t,
	      (state.executed > 0) >= (results[0].n > 0) && (state.begun > 0) == (state.executed > 0) &&
		      state.begun == state.ended && state.wrong == 0,
	      "an operation of one's own runs between its beginning and its end");
	check_status(t, measure_collective(context, "fly", NULL, SONDE_MAX, 0, sizes, 1, &budget, results, &error),
		     SONDE_ERROR_ARGUMENT, &error, "no collective operation");
	own.name = "bcast";
	check_status(t, measure_collective(context, NULL, &own, SONDE_MAX, 0, sizes, 1, &budget, results, &error),
		     SONDE_ERROR_ARGUMENT, &error, "none of MPI's own");
	check_status(t, measure_collective(context, "bcast", NULL, SONDE_MAX, 99, sizes, 1, &budget, results, &error),
		     SONDE_ERROR_ARGUMENT, &error, "99");
	sonde_close(context);
}

static void communicators_that_cannot_be_measured_are_refused(struct test *t)
{
	struct sonde *context = (struct sonde *)t;
	struct sonde_error error;

	check_status(t, sonde_open(MPI_COMM_SELF, &context, &error), SONDE_ERROR_ARGUMENT, &error,
		     "the communicator has 1 process");
	check(t, context == NULL, "a refused context is NULL");
	check_status(t, sonde_open(MPI_COMM_NULL, &context, &error), SONDE_ERROR_ARGUMENT, &error, "MPI_COMM_NULL");
	check(t, sonde_open(MPI_COMM_SELF, &context, NULL) == SONDE_ERROR_ARGUMENT, "no error is asked for");
	check_status(t, sonde_open(t->comm, NULL, &error), SONDE_ERROR_ARGUMENT, &error, "context is NULL");
	sonde_close(NULL);
}

/* At the last process one argument is wrong, or another: all are told. */
static void wrong_arguments_are_refused_everywhere(struct test *t, struct sonde *context)
{
	const struct sonde_budget budget = {.seconds = 0.01, .error = 0.05}, none = {0},
				  wide = {.seconds = 0.01, .error = 2}, other = {.seconds = 0.02, .error = 0.05};
	struct sonde_result results[SIZES];
	struct sonde_model *model = NULL;
	struct sonde_error error;
	int odd = t->rank == t->size - 1;

	check_status(t, measure(context, SONDE_ROUNDTRIP, 0, t->size, sizes, SIZES, &budget, results, &error),
		     SONDE_ERROR_ARGUMENT, &error, "two different ones of 0 to");
	check_status(t, measure(context, SONDE_ROUNDTRIP, 1, 1, sizes, SIZES, &budget, results, &error),
		     SONDE_ERROR_ARGUMENT, &error, "two different ones of 0 to");
	check_status(t, measure(context, SONDE_ROUNDTRIP, 0, 1, sizes, 0, &budget, results, &error),
		     SONDE_ERROR_ARGUMENT, &error, "0 sizes");
	check_status(t, measure(context, SONDE_ROUNDTRIP, 0, 1, sizes, SIZES, odd ? &none : &budget, results, &error),
		     SONDE_ERROR_ARGUMENT, &error, "");
	check_status(t, measure(context, SONDE_ROUNDTRIP, 0, 1, sizes, SIZES, &none, results, &error),
		     SONDE_ERROR_ARGUMENT, &error, "a budget of 0 s");
	check_status(t, measure(context, SONDE_ROUNDTRIP, 0, 1, sizes, SIZES, &wide, results, &error),
		     SONDE_ERROR_ARGUMENT, &error, "a relative error of 2");
	check_status(t, measure(context, SONDE_ROUNDTRIP, 0, 1, sizes, SIZES, &budget, odd ? NULL : results, &error),
		     SONDE_ERROR_ARGUMENT, &error, "results is NULL");
	check_status(t, measure(context, (enum sonde_operation)77, 0, 1, sizes, SIZES, &budget, results, &error),
		     SONDE_ERROR_ARGUMENT, &error, "no operation 77");
	check_status(t, measure(context, SONDE_ROUNDTRIP, 0, 1, sizes, SIZES, odd ? &other : &budget, results, &error),
		     SONDE_ERROR_ARGUMENT, &error, "gave other arguments than process 0");
	check_status(
		t,
		measure(context, SONDE_ROUNDTRIP, 0, 1, odd ? sizes + 1 : sizes, SIZES - 1, &budget, results, &error),
		SONDE_ERROR_ARGUMENT, &error, "gave other arguments than process 0");
	check_status(t, measure(NULL, SONDE_ROUNDTRIP, 0, 1, sizes, SIZES, &budget, results, &error),
		     SONDE_ERROR_ARGUMENT, &error, "context is NULL");
	check_status(t, estimate(context, "plog", 0, 1, 65536, &budget, &model, &error), SONDE_ERROR_ARGUMENT, &error,
		     "plogp");
	check_status(t, estimate(context, "plogp", 0, 1, 3, &budget, &model, &error), SONDE_ERROR_ARGUMENT, &error,
		     "at least 16");
	check(t, model == NULL, "a refused model is NULL");
}

static void check_result(struct test *t, const struct sonde_result *r, size_t bytes)
{
	check(t, r->bytes == bytes, "results are in the order of the sizes");
	if (r->n == 0) { /* on a machine with more processes than processors there may be no time */
		check(t, isnan(r->median) && r->ending == SONDE_TIME_OVER, "without a timing there is no number");
		return;
	}
	check(t,
	      r->minimum > 0 && r->minimum <= r->median && r->median <= r->maximum && r->low <= r->median &&
		      r->median <= r->high,
	      "minimum, median, maximum and interval are in order");
	check(t, r->ending != SONDE_PRECISE || r->error <= 0.05, "the precision is what was asked for");
	check(t,
	      !t->simulated || (r->ending == SONDE_PRECISE && r->n >= 5 && r->maximum - r->minimum <= 1e-6 * r->median),
	      "simulated timings are all the same");
}

/* Between every two processes, each the driving one or not; the same numbers at all of them. */
static void results_are_the_same_at_all_processes(struct test *t, struct sonde *context)
{
	const struct sonde_budget budget = {.seconds = 0.1, .error = 0.05};

	for (int from = 0; from < t->size; from++) {
		struct sonde_result results[SIZES];
		struct sonde_error error;
		double begin = MPI_Wtime();
		enum sonde_operation operation = (enum sonde_operation)(from % 3);

		memset(results, 0, sizeof(results));
		check_succeeded(
			t,
			measure(context, operation, from, (from + 1) % t->size, sizes, SIZES, &budget, results, &error),
			&error, "measuring");
		check(t, !t->simulated || MPI_Wtime() - begin <= 1.02 * budget.seconds,
		      "simulated, the budget holds but for what the processes tell each other before and after");
		for (int i = 0; i < SIZES; i++)
			check_result(t, &results[i], sizes[i]);
		check_alike(t, results, sizeof(results), "results differ between processes");
	}
}

/* A budget in which nothing can be measured gives no number and no model, and says so. */
static void a_budget_too_small_is_told(struct test *t, struct sonde *context)
{
	const struct sonde_budget budget = {.seconds = 1e-9, .error = 0.05};
	struct sonde_result results[SIZES];
	struct sonde_model *model = NULL;
	struct sonde_error error;

	check_succeeded(t, measure(context, SONDE_ROUNDTRIP, 0, 1, sizes, SIZES, &budget, results, &error), &error,
			"measuring for a nanosecond");
	for (int i = 0; i < SIZES; i++)
		check(t, results[i].n == 0 && isnan(results[i].median) && results[i].ending == SONDE_TIME_OVER,
		      "a nanosecond gives no timings");
	check_status(t, estimate(context, "plogp", 0, 1, 65536, &budget, &model, &error), SONDE_ERROR_BUDGET, &error,
		     "did not suffice for the model plogp");
	check(t, model == NULL, "no model");
}

/* A folder of this process' own; its name into path. */
static void make_folder(struct test *t, char *path, size_t room)
{
	const char *place = getenv("TMPDIR");

	snprintf(path, room, "%s/sonde-embed-XXXXXX", place ? place : "/tmp");
	check(t, mkdtemp(path) != NULL, "a temporary folder");
}

/* Of few timings on a machine that others use too a time may be below 0: then that is said. */
static double check_predicted(struct test *t, const struct sonde_model *model)
{
	double seconds = NAN;
	enum sonde_status got = sonde_predict(model, 1, 0, 16384, &seconds, NULL),
			  expected = seconds < 0 && !t->simulated ? SONDE_ERROR_MODEL : SONDE_OK;

	check(t, isfinite(seconds) && got == expected && (seconds > 0 || !t->simulated), "a prediction is a time");
	return seconds;
}

static void models_predict_and_go_through_files(struct test *t, struct sonde *context)
{
	static const char *const names[] = {"hockney", "logp", "loggp", "plogp"};
	/* Models of few timings do: on a machine that others use too precision may take all of the time. */
	const struct sonde_budget budget = {.seconds = 20, .error = 0.5};

	for (int i = 0; i < 4; i++) {
		struct sonde_model *model = NULL, *again = NULL;
		struct sonde_error error;
		double seconds[2] = {-1, -1};
		struct sonde_value value;
		char folder[256], path[300];

		if (!succeeded(t, estimate(context, names[i], 1, 0, 16384, &budget, &model, &error), &error))
			continue;
		check(t, strcmp(sonde_model_name(model), names[i]) == 0, "a model has the name that was asked for");
		seconds[0] = check_predicted(t, model);
		check_alike(t, seconds, sizeof(seconds), "predictions differ between processes");
		check_status(t, sonde_predict(model, 0, t->size, 1, &seconds[1], &error), SONDE_ERROR_ARGUMENT, &error,
			     "no message goes from 0 to");
		check_status(t, sonde_parameter(model, "speed", -1, -1, 0, &value, &error), SONDE_ERROR_ARGUMENT,
			     &error, i == 0 ? "alpha, beta" : "L");
		check_succeeded(t, sonde_parameter(model, i == 0 ? "beta" : "g", -1, -1, 1024, &value, &error), &error,
				"a parameter");
		make_folder(t, folder, sizeof(folder));
		snprintf(path, sizeof(path), "%s/model.json", folder);
		check_succeeded(t, sonde_model_write(model, path, &error), &error, "writing");
		check_succeeded(t, sonde_model_read(path, &again, &error), &error, "reading");
		seconds[1] = again ? check_predicted(t, again) : NAN;
		check(t, seconds[0] == seconds[1], "a model that was read predicts the same");
		check_status(t, sonde_model_write(model, "no/such/folder/model.json", &error), SONDE_ERROR_FILE, &error,
			     "no/such/folder");
		remove(path);
		check(t, rmdir(folder) == 0, "nothing else is written into the model's folder");
		sonde_model_free(again);
		sonde_model_free(model);
		check_status(t, sonde_model_read("none.json", &again, &error), SONDE_ERROR_FILE, &error, "none.json");
	}
}

/* As the command does, by default; where time is simulated, since on a machine that is busy a search may find nothing.
 */
static void lmo_looks_for_the_switch(struct test *t, struct sonde *context)
{
	const struct sonde_estimation what = {
		.size = sizeof(what), .model = "lmo", .budget = {.seconds = 2, .error = 0.1}};
	struct sonde_model *model = NULL;
	struct sonde_error error;
	struct sonde_value S;

	if (t->size < 3 || !t->simulated)
		return;
	check_succeeded(t, sonde_estimate(context, &what, &model, &error), &error, "lmo");
	check_succeeded(t, sonde_parameter(model, "S", -1, -1, 0, &S, &error), &error, "the switch");
	sonde_model_free(model);
}

/* They are given, and the status says that no time can be so. */
static void times_below_0_are_an_error(struct test *t)
{
	static const char file[] = "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", "
				   "\"processes\": 2, \"parameters\": {\"any\": {\"alpha\": -2e-6, \"beta\": 1e-9}}}";
	const struct sonde_call call = {
		.size = sizeof(call), .operation = "bcast", .algorithm = "binomial", .processes = 2, .bytes = 1000};
	struct sonde_prediction prediction;
	struct sonde_model *model = NULL;
	struct sonde_error error;
	char folder[256], path[300];
	double seconds = 0;
	FILE *stream;

	make_folder(t, folder, sizeof(folder));
	snprintf(path, sizeof(path), "%s/negative.json", folder);
	stream = fopen(path, "w");
	check(t, stream && fputs(file, stream) >= 0 && fclose(stream) == 0, "a model file is written");
	check_succeeded(t, sonde_model_read(path, &model, &error), &error, "reading");
	remove(path);
	rmdir(folder);
	if (!model)
		return;
	check_status(t, sonde_predict(model, 0, 1, 1000, &seconds, &error), SONDE_ERROR_MODEL, &error,
		     "Negative in the model: alpha");
	check(t, seconds < 0, "the time is given all the same");
	check_status(t, sonde_predict_collective(model, &call, &prediction, &error), SONDE_ERROR_MODEL, &error,
		     "which no time can be");
	check_succeeded(t, sonde_predict(model, 0, 1, 10000, &seconds, &error), &error, "a time above 0");
	sonde_model_free(model);
}

/* Nothing is left on the application's communicator, and its own messages pass unharmed. */
static void no_message_is_left(struct test *t)
{
	int here = 0, token = t->rank, got = -1;

	MPI_Barrier(t->comm);
	MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, t->comm, &here, MPI_STATUS_IGNORE);
	check(t, !here, "a message is pending");
	MPI_Barrier(t->comm);
	MPI_Sendrecv(&token, 1, MPI_INT, (t->rank + 1) % t->size, 1, &got, 1, MPI_INT,
		     (t->rank + t->size - 1) % t->size, 1, t->comm, MPI_STATUS_IGNORE);
	check(t, got == (t->rank + t->size - 1) % t->size, "the application's own message");
}

/* Processes 0 and 1 measure while the others talk among themselves, if there are any. */
static void a_part_of_the_processes_measures(struct test *t)
{
	const struct sonde_budget budget = {.seconds = 0.02, .error = 0.05};
	struct sonde_result result;
	struct sonde *context = NULL;
	struct sonde_error error;
	MPI_Comm part;
	int sum = 0;

	MPI_Comm_split(t->comm, t->rank < 2 ? 0 : 1, -t->rank, &part); /* the ranks are turned round */
	if (t->rank < 2) {
		check_succeeded(t, sonde_open(part, &context, &error), &error, "a context for a part");
		MPI_Comm_free(&part); /* the context has its own */
		check_succeeded(t, measure(context, SONDE_ONEWAY, 0, 1, sizes + 1, 1, &budget, &result, &error), &error,
				"measuring a part");
		sonde_close(context);
	} else {
		for (int i = 0; i < 10; i++)
			MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, part);
		MPI_Comm_free(&part);
	}
}

int main(int argc, char **argv)
{
	struct test t = {.simulated = argc > 1 && strcmp(argv[1], "simulated") == 0};
	struct sonde *contexts[2] = {NULL};
	struct sonde_error error;
	int level = 0;

	check_status(&t, sonde_open(MPI_COMM_WORLD, &contexts[0], &error), SONDE_ERROR_ARGUMENT, &error,
		     "MPI is not running");
	MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
	MPI_Comm_dup(MPI_COMM_WORLD, &t.comm);
	MPI_Comm_rank(t.comm, &t.rank);
	MPI_Comm_size(t.comm, &t.size);
	communicators_that_cannot_be_measured_are_refused(&t);
	collective_operations_are_measured(&t);
	times_below_0_are_an_error(&t);
	for (int i = 0; i < 2; i++)
		check_succeeded(&t, sonde_open(t.comm, &contexts[i], &error), &error, "a context");
	wrong_arguments_are_refused_everywhere(&t, contexts[0]);
	results_are_the_same_at_all_processes(&t, contexts[1]);
	a_budget_too_small_is_told(&t, contexts[0]);
	models_predict_and_go_through_files(&t, contexts[0]);
	lmo_looks_for_the_switch(&t, contexts[0]);
	sonde_close(contexts[0]);
	no_message_is_left(&t);
	results_are_the_same_at_all_processes(&t, contexts[1]);
	sonde_close(contexts[1]);
	a_part_of_the_processes_measures(&t);
	no_message_is_left(&t);
	return finish(&t);
}
