/*
 * The Collective functions of sonde.h under failing allocations: one allocation of one process fails, all processes get
 * SONDE_ERROR_MEMORY with the same text, the next call on the same context is done, and the context leaves nothing
 * behind. Calls that measure may also succeed: who cannot tell for want of memory whether timings suffice makes more of
 * them, and what is only noted is left out. Arguments: at most so many allocations of each call and process (0: all),
 * chosen evenly from a drawn beginning; and the number that it is drawn by. Without: 8, and one drawn from the time.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../base/heap.h"
#include "base/random.h"
#include "embed_check.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

enum { N = 1000 };

static const size_t sizes[] = {0, 100, 3000};
/* On a machine that others use too precision may take long: it is not waited for. */
static const struct sonde_budget brief = {.seconds = 0.2, .error = 0.9}, longer = {.seconds = 1.5, .error = 0.9};
static const char model_text[] =
	"{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"loggp\", \"processes\": 3, \"parameters\": {\n"
	"\"any\": {\"L\": 1e-5, \"o_s\": 1e-6, \"o_r\": 2e-6, \"g\": 3e-6, \"G\": 1e-9}},\n"
	"\"uncertainty\": {\"any\": {\"L\": [9e-6, 2e-5]}}}\n";

static struct sonde_model *model;
static MPI_Datatype apart; /* an int, with room for another behind it */
static int numbers[2][2 * N * 9], counts[9], places[9];

/* One function, called with a context that is new. */
struct calling {
	const char *what;
	enum sonde_status (*run)(struct test *t, struct sonde_error *error);
	int least;   /* processes that it needs */
	bool spares; /* it may succeed all the same */
	bool slow;   /* only where all allocations are asked for */
};

static enum sonde_status open_another(struct test *t, struct sonde_error *error)
{
	struct sonde *another = NULL;
	enum sonde_status status = sonde_open(t->comm, &another, error);

	check(t, (status == SONDE_OK) == (another != NULL), "a context comes with SONDE_OK only");
	sonde_close(another);
	return status;
}

static enum sonde_status bcast(struct test *t, struct sonde_error *error)
{
	enum sonde_status status;

	for (int i = 0; i < N; i++)
		numbers[0][2 * i] = t->rank == 1 ? i : -1;
	status = sonde_bcast(t->context, model, numbers[0], N, apart, 1, error);
	check(t, status != SONDE_OK || numbers[0][2 * (N - 1)] == N - 1, "what a bcast brings");
	return status;
}

static enum sonde_status scatter(struct test *t, struct sonde_error *error)
{
	enum sonde_status status;

	for (int i = 0; i < N * t->size; i++)
		numbers[0][2 * i] = i;
	status = sonde_scatter(t->context, model, numbers[0], N, apart, t->rank == 0 ? MPI_IN_PLACE : numbers[1], N,
			       apart, 0, error);
	check(t, status != SONDE_OK || t->rank == 0 || numbers[1][0] == N * t->rank, "what a scatter brings");
	return status;
}

static enum sonde_status gather(struct test *t, struct sonde_error *error)
{
	enum sonde_status status;

	for (int i = 0; i < N; i++)
		numbers[0][2 * i] = N * t->rank + i;
	status = sonde_gather(t->context, model, numbers[0], N, apart, numbers[1], N, apart, 0, error);
	check(t, status != SONDE_OK || t->rank != 0 || numbers[1][2 * N + 2] == N + 1, "what a gather brings");
	return status;
}

static enum sonde_status scatterv(struct test *t, struct sonde_error *error)
{
	enum sonde_status status;

	for (int i = 0; i < N * t->size; i++)
		numbers[0][2 * i] = i;
	status = sonde_scatterv(t->context, model, numbers[0], counts, places, apart, numbers[1], counts[t->rank],
				apart, 0, error);
	check(t, status != SONDE_OK || numbers[1][0] == places[t->rank], "what a scatterv brings");
	return status;
}

static enum sonde_status gatherv(struct test *t, struct sonde_error *error)
{
	bool root = t->rank == 1;
	enum sonde_status status;

	for (int i = 0; i < N; i++)
		numbers[0][2 * i] = t->rank;
	numbers[1][2 * places[1]] = 1;
	status = sonde_gatherv(t->context, model, root ? MPI_IN_PLACE : numbers[0], counts[t->rank], apart, numbers[1],
			       counts, places, apart, 1, error);
	check(t, status != SONDE_OK || !root || (numbers[1][0] == 0 && numbers[1][2 * places[1]] == 1),
	      "what a gatherv brings");
	return status;
}

static enum sonde_status reduce(struct test *t, struct sonde_error *error)
{
	enum sonde_status status;

	for (int i = 0; i < N; i++)
		numbers[0][i] = numbers[1][i] = i;
	status = sonde_reduce(t->context, model, t->rank == 0 ? MPI_IN_PLACE : numbers[0], numbers[1], N, MPI_INT,
			      MPI_SUM, 0, error);
	check(t, status != SONDE_OK || t->rank != 0 || numbers[1][N - 1] == t->size * (N - 1), "what a reduce brings");
	return status;
}

static struct sonde_measurement messages_of(enum sonde_operation operation)
{
	return (struct sonde_measurement){.size = sizeof(struct sonde_measurement),
					  .operation = operation,
					  .to = 1,
					  .bytes = sizes,
					  .n = COUNT(sizes),
					  .budget = brief};
}

/* What was measured are times of at least so many seconds. */
static enum sonde_status checked_from(struct test *t, double least, enum sonde_status status,
				      const struct sonde_result *results, size_t n)
{
	for (size_t i = 0; status == SONDE_OK && i < n; i++)
		check(t,
		      results[i].n == 0 || (results[i].median >= least && results[i].median <= results[i].maximum &&
					    results[i].median >= results[i].minimum && results[i].error >= 0),
		      "what is measured");
	return status;
}

static enum sonde_status checked(struct test *t, enum sonde_status status, const struct sonde_result *results, size_t n)
{
	return checked_from(t, 0, status, results, n);
}

static enum sonde_status measure(struct test *t, struct sonde_error *error)
{
	const struct sonde_measurement what = messages_of(SONDE_ROUNDTRIP);
	struct sonde_result results[COUNT(sizes)];
	enum sonde_status status = sonde_measure(t->context, &what, results, error);

	return checked(t, status, results, COUNT(sizes));
}

/* Each end has a datatype that is made from lists of blocks. cold: and the receiver memory by which its cache is
 * emptied, which takes long. */
static enum sonde_status measure_as(struct test *t, int cold, struct sonde_error *error)
{
	struct sonde_measurement what = messages_of(SONDE_ACKNOWLEDGED);
	struct sonde_result results[COUNT(sizes)];

	what.sender = (struct sonde_layout){.kind = SONDE_INDEXED, .block = 8, .stride = 3};
	what.receiver = (struct sonde_layout){.kind = SONDE_INDEXED, .block = 4};
	what.calls = SONDE_ISEND;
	what.cold_receiver = cold;
	what.from = 1;
	what.to = 0;
	what.n = 2;
	return checked(t, sonde_measure(t->context, &what, results, error), results, what.n);
}

static enum sonde_status measure_blocks(struct test *t, struct sonde_error *error)
{
	return measure_as(t, 0, error);
}

static enum sonde_status measure_cold(struct test *t, struct sonde_error *error)
{
	return measure_as(t, 1, error);
}

static enum sonde_status measure_partners(struct test *t, struct sonde_error *error)
{
	struct sonde_measurement what = messages_of(SONDE_ONEWAY);
	struct sonde_result results[9 * COUNT(sizes)];
	size_t n = (size_t)t->size / 2 * COUNT(sizes);

	what.partners = "far";
	what.sender = what.receiver = (struct sonde_layout){.kind = SONDE_INDEXED, .block = 8};
	return checked(t, sonde_measure_pairs(t->context, &what, results, error), results, n);
}

static enum sonde_status measure_overlap(struct test *t, struct sonde_error *error)
{
	static const double parts[] = {0, 1};
	const struct sonde_overlap what = {.size = sizeof(what),
					   .to = 1,
					   .at_receiver = 1,
					   .bytes = sizes + 1,
					   .n = 2,
					   .parts = parts,
					   .n_parts = COUNT(parts),
					   .budget = brief};
	struct sonde_overlap_result results[2 * COUNT(parts)];
	enum sonde_status status = sonde_measure_overlap(t->context, &what, results, error);

	for (size_t i = 0; status == SONDE_OK && i < COUNT(results); i++)
		check(t,
		      results[i].whole.n == 0 || results[i].compute <= 0 ||
			      (results[i].whole.median >= 0 && results[i].alone >= 0 && isfinite(results[i].overlap)),
		      "what is measured of overlap");
	return status;
}

static struct sonde_collective_measurement collective_of(const char *name, const char *algorithm,
							 enum sonde_timing timing)
{
	return (struct sonde_collective_measurement){.size = sizeof(struct sonde_collective_measurement),
						     .name = name,
						     .algorithm = algorithm,
						     .timing = timing,
						     .bytes = sizes + 1,
						     .n = 2,
						     .budget = brief};
}

static enum sonde_status measure_gatherv(struct test *t, struct sonde_error *error)
{
	const struct sonde_collective_measurement what = collective_of("gatherv", NULL, SONDE_MAX);
	struct sonde_result results[2];

	return checked(t, sonde_measure_collective(t->context, &what, results, error), results, what.n);
}

static enum sonde_status measure_algorithm(struct test *t, struct sonde_error *error)
{
	const struct sonde_collective_measurement what = collective_of("bcast", "binomial", SONDE_TIMING_ACKNOWLEDGED);
	struct sonde_result results[2];

	return checked(t, sonde_measure_collective(t->context, &what, results, error), results, what.n);
}

static int barrier(void *state, MPI_Comm comm, int root, size_t bytes)
{
	(void)state, (void)root, (void)bytes;
	return MPI_Barrier(comm);
}

static enum sonde_status measure_own(struct test *t, struct sonde_error *error)
{
	const struct sonde_collective own = {.name = "own", .execute = barrier};
	struct sonde_collective_measurement what = collective_of(NULL, NULL, SONDE_ROOT);
	struct sonde_result results[2];

	what.own = &own;
	/* A barrier, less what a barrier takes, may come out below zero. */
	return checked_from(t, -1, sonde_measure_collective(t->context, &what, results, error), results, what.n);
}

static enum sonde_status explore(struct test *t, struct sonde_error *error)
{
	const struct sonde_measurement messages = messages_of(SONDE_ROUNDTRIP);
	const struct sonde_exploration what = {
		.size = sizeof(what), .messages = &messages, .least = 1, .most = 64, .epsilon = 0.9, .sizes_most = 8};
	struct sonde_curve *curve = NULL;
	enum sonde_status status = sonde_explore(t->context, &what, &curve, error);

	check(t, (status == SONDE_OK) == (curve != NULL), "a curve comes with SONDE_OK only");
	sonde_curve_free(curve);
	return status;
}

static enum sonde_status thresholds(struct test *t, struct sonde_error *error)
{
	const struct sonde_threshold_search what = {
		.size = sizeof(what), .most = 8192, .stride = 512, .tries = 5, .budget = brief};
	struct sonde_thresholds found;

	return sonde_measure_thresholds(t->context, &what, &found, error);
}

static enum sonde_status estimate_as(struct test *t, const struct sonde_estimation *what, struct sonde_error *error)
{
	struct sonde_model *made = NULL;
	enum sonde_status status = sonde_estimate(t->context, what, &made, error);

	check(t, (status == SONDE_OK) == (made != NULL), "a model comes with SONDE_OK only");
	sonde_model_free(made);
	return status;
}

static enum sonde_status estimate_lines(struct test *t, struct sonde_error *error)
{
	const struct sonde_estimation what = {.size = sizeof(what),
					      .model = "hockney",
					      .pairs = SONDE_PAIRS_OF_CLASSES,
					      .classes = {.places = 1},
					      .largest = 1024,
					      .budget = longer};

	return estimate_as(t, &what, error);
}

static enum sonde_status estimate_curves(struct test *t, struct sonde_error *error)
{
	const struct sonde_estimation what = {.size = sizeof(what),
					      .model = "plogp",
					      .to = 1,
					      .bytes = sizes,
					      .n = COUNT(sizes),
					      .protocol = -1,
					      .budget = longer};

	return estimate_as(t, &what, error);
}

static enum sonde_status share_with(struct test *t, const size_t *bytes, struct sonde_error *error)
{
	const struct sonde_sharing how = {
		.size = sizeof(how), .root = 1, .bytes = bytes, .n = COUNT(sizes), .budget = longer};
	struct sonde_model *shared = NULL;
	enum sonde_status status = sonde_model_share(t->context, t->rank == 1 ? model : NULL, &how, &shared, error);

	check(t, (status == SONDE_OK) == (shared != NULL), "a shared model comes with SONDE_OK only");
	sonde_model_free(shared);
	return status;
}

static enum sonde_status share(struct test *t, struct sonde_error *error)
{
	return share_with(t, NULL, error);
}

static enum sonde_status refresh(struct test *t, struct sonde_error *error)
{
	return share_with(t, sizes, error);
}

/* How many allocations process victim makes in a call that succeeds. */
static size_t count_allocations(struct test *t, const struct calling *one, int victim)
{
	struct sonde_error error;
	unsigned long long n;

	check_status(t, sonde_open(t->comm, &t->context, &error), SONDE_OK, &error, "");
	asked = 0;
	succeeded(t, one->run(t, &error), &error);
	n = asked;
	sonde_close(t->context);
	MPI_Bcast(&n, 1, MPI_UNSIGNED_LONG_LONG, victim, t->comm);
	return (size_t)n;
}

static void check_failed(struct test *t, enum sonde_status status, const struct sonde_error *error, const char *what)
{
	char text[SONDE_TEXT_MOST] = "";

	check_status(t, status, SONDE_ERROR_MEMORY, error, "");
	snprintf(text, sizeof(text), "%s", error->text);
	check_alike(t, text, sizeof(text), what);
}

/* The n-th allocation of a process fails. */
static void fail_one(struct test *t, const struct calling *one, int victim, size_t n)
{
	size_t before = live;
	int failures = t->failures, fails;
	struct sonde_error error;
	enum sonde_status status;

	check_status(t, sonde_open(t->comm, &t->context, &error), SONDE_OK, &error, "");
	asked = 0;
	fails_at = t->rank == victim ? n : 0;
	status = one->run(t, &error);
	fails = fails_at > 0 && asked >= fails_at; /* how many there are may depend on timings */
	fails_at = 0;
	MPI_Bcast(&fails, 1, MPI_INT, victim, t->comm);
	if (fails && ((status != SONDE_OK && status != SONDE_ERROR_BUDGET) || !one->spares))
		check_failed(t, status, &error, one->what);
	else
		succeeded(t, status, &error);
	succeeded(t, one->run(t, &error), &error);
	sonde_close(t->context);
	check(t, live == before, "nothing is left behind");
	if (t->failures > failures)
		printf("not ok: process %d: %s, allocation %zu of process %d\n", t->rank, one->what, n, victim);
}

static void fail_some(struct test *t, const struct calling *one, size_t most, struct random *drawn)
{
	for (int victim = 0; victim < 2; victim++) {
		size_t n = count_allocations(t, one, victim), step = most > 0 && n > most ? (n + most - 1) / most : 1,
		       tried = 0;

		for (size_t i = 1 + random_below(drawn, step); i <= n; i += step, tried++)
			fail_one(t, one, victim, i);
		if (t->rank == 0)
			printf("# %s: %zu allocations of process %d, %zu failed\n", one->what, n, victim, tried);
	}
}

static void prepare(struct test *t)
{
	char path[] = "/tmp/sonde-embed-XXXXXX";
	int file = mkstemp(path), sum = 0;
	struct sonde_error error = {.status = SONDE_ERROR_FILE};
	FILE *out = file >= 0 ? fdopen(file, "w") : NULL;

	check(t, out && fputs(model_text, out) >= 0 && fclose(out) == 0, "a model file is written");
	check_status(t, sonde_model_read(path, &model, &error), SONDE_OK, &error, "");
	remove(path);
	MPI_Type_create_resized(MPI_INT, 0, 2 * (MPI_Aint)sizeof(int), &apart);
	MPI_Type_commit(&apart);
	for (int i = 0; i < t->size; sum += counts[i], i++) {
		counts[i] = N - i;
		places[i] = sum;
	}
}

int main(int argc, char **argv)
{
	static const struct calling list[] = {
		{"sonde_open", open_another, 2, false, false},
		{"sonde_bcast", bcast, 2, false, false},
		{"sonde_scatter", scatter, 2, false, false},
		{"sonde_gather", gather, 2, false, false},
		{"sonde_scatterv", scatterv, 2, false, false},
		{"sonde_gatherv", gatherv, 2, false, false},
		{"sonde_reduce", reduce, 2, false, false},
		{"sonde_measure", measure, 2, true, false},
		{"sonde_measure of blocks", measure_blocks, 2, true, false},
		{"sonde_measure of cold data", measure_cold, 2, true, true},
		{"sonde_measure_pairs", measure_partners, 2, true, false},
		{"sonde_measure_overlap", measure_overlap, 2, true, false},
		{"sonde_measure_collective of the library's", measure_gatherv, 2, true, false},
		{"sonde_measure_collective of an algorithm", measure_algorithm, 2, true, false},
		{"sonde_measure_collective of the application's", measure_own, 2, true, false},
		{"sonde_explore", explore, 2, true, false},
		{"sonde_measure_thresholds", thresholds, 3, true, false},
		{"sonde_estimate of a line", estimate_lines, 2, true, false},
		{"sonde_estimate of curves", estimate_curves, 2, true, false},
		{"sonde_model_share", share, 2, false, false},
		{"sonde_model_share, refreshed", refresh, 2, true, false},
	};
	struct random drawn;
	struct test t;
	size_t most = argc > 1 ? strtoul(argv[1], NULL, 10) : 8;
	unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : (unsigned long)time(NULL);

	begin(&t, &argc, &argv);
	sonde_close(t.context);
	MPI_Bcast(&seed, 1, MPI_UNSIGNED_LONG, 0, t.comm);
	random_init(&drawn, seed);
	prepare(&t);
	if (t.rank == 0)
		printf("# at most %zu allocations, drawn by %lu\n", most, seed);
	for (size_t i = 0; i < COUNT(list); i++)
		if (t.size >= list[i].least && (most == 0 || !list[i].slow) &&
		    (argc < 4 || strstr(list[i].what, argv[3])))
			fail_some(&t, &list[i], most, &drawn);
	MPI_Type_free(&apart);
	sonde_model_free(model);
	return finish(&t);
}
