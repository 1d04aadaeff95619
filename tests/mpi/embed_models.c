/*
 * Models inside an application: every model is estimated over a communicator, read by process and pair, predicts and
 * ranks; options may be of another size than the library's. Each process checks what it got. No time is asserted but
 * where it is simulated: there the argument is "simulated".
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "embed_check.h"

/* A model of what more processes than CPUs take within a short budget may have times below 0, which are refused. */
static bool is_predicted(const struct test *t, enum sonde_status status, double seconds)
{
	return status == (seconds < 0 && !t->simulated ? SONDE_ERROR_MODEL : SONDE_OK);
}

static void every_model_is_estimated_between_one_pair(struct test *t)
{
	for (size_t i = 0; sonde_model_class(i); i++) {
		struct sonde_estimation what = {.size = sizeof(what),
						.model = sonde_model_class(i),
						.from = 1,
						.to = 0,
						.largest = 4096,
						.budget = budget_of(t, 1)};
		struct sonde_model *model;
		enum sonde_status predicted[3];
		double seconds[3] = {0};

		if (strcmp(what.model, "lmo") == 0)
			continue;
		model = estimated(t, &what);
		if (!model)
			continue;
		check(t, strcmp(sonde_model_name(model), what.model) == 0, "the name of a model");
		check(t, sonde_model_processes(model) == t->size, "the processes of a model");
		predicted[0] = sonde_predict(model, 1, 0, 1000, &seconds[0], NULL);
		predicted[1] = sonde_predict_roundtrip(model, 1, 0, 1000, 0, &seconds[1], NULL);
		predicted[2] = sonde_predict_roundtrip(model, -1, -1, 1000, 1000, &seconds[2], NULL);
		for (int k = 0; k < 3; k++)
			check(t, is_predicted(t, predicted[k], seconds[k]), "predictions");
		check(t, !t->simulated || (seconds[0] < seconds[1] && seconds[1] <= seconds[2]),
		      "an answer takes longer");
		check_alike(t, seconds, sizeof(seconds), "predictions differ between processes");
		sonde_model_free(model);
	}
	check(t, sonde_model_class(100) == NULL, "there are fewer models");
}

/* Every parameter that the model has is read at all its places, or it is said that there is no value. */
static void read_parameters(struct test *t, const struct sonde_model *model)
{
	struct sonde_parameter_kind kind;
	size_t values = 0;

	for (size_t i = 0; sonde_parameter_kind(model, i, &kind); i++) {
		for (int from = -1; from < t->size; from++) {
			struct sonde_value value = {NAN, NAN, NAN};
			struct sonde_error error;
			int to = kind.scope == SONDE_OF_PAIR && from >= 0 ? (from + 1) % t->size : -1;
			enum sonde_status status = sonde_parameter(model, kind.name, from, to, 100, &value, &error);

			values += status == SONDE_OK;
			check(t,
			      status == SONDE_OK
				      ? isfinite(value.value)
				      : strstr(error.text, "holds no value") || strstr(error.text, "belongs to"),
			      "a parameter has a value or not");
			check(t, !(value.low > value.high), "an interval is in order");
			check_alike(t, &value, sizeof(value), kind.name);
		}
	}
	check(t, values > 0, "a model has values");
}

static void pairs_keep_parameters_of_their_own(struct test *t)
{
	static const char *const names[] = {"hockney", "plogp"};

	for (int i = 0; i < 2 * 2; i++) {
		struct sonde_estimation what = {.size = sizeof(what),
						.model = names[i / 2],
						.pairs = SONDE_EACH_PAIR,
						.parallel = i % 2,
						.largest = 1024,
						.budget = budget_of(t, 1)};
		struct sonde_model *model = estimated(t, &what);
		struct sonde_error error;
		double seconds = 0;

		if (!model)
			continue;
		read_parameters(t, model);
		for (int from = 0; from < t->size; from++) {
			enum sonde_status predicted =
				sonde_predict(model, from, (from + 1) % t->size, 1024, &seconds, NULL);

			check(t, is_predicted(t, predicted, seconds) && (seconds > 0 || !t->simulated),
			      "each pair is predicted");
		}
		check_status(t, sonde_predict(model, 0, t->size, 1, &seconds, &error), SONDE_ERROR_ARGUMENT, &error,
			     "no message goes from 0 to");
		sonde_model_free(model);
	}
}

static void a_mean_of_pairs_holds_for_any(struct test *t)
{
	struct sonde_estimation what = {.size = sizeof(what),
					.model = "hockney",
					.pairs = SONDE_MEAN_OF_PAIRS,
					.parallel = 1,
					.largest = 1024,
					.budget = budget_of(t, 1)};
	struct sonde_model *model = estimated(t, &what);
	struct sonde_value one, other;

	if (!model)
		return;
	check(t,
	      sonde_parameter(model, "alpha", 0, 1, 0, &one, NULL) == SONDE_OK &&
		      sonde_parameter(model, "alpha", 1, 0, 0, &other, NULL) == SONDE_OK && one.value == other.value,
	      "a mean is the same everywhere");
	sonde_model_free(model);
}

static void lmo_tells_processes_and_links_apart(struct test *t)
{
	struct sonde_estimation what = {
		.size = sizeof(what), .model = "lmo", .largest = 1024, .parallel = 1, .budget = budget_of(t, 1)};
	struct sonde_model *model = NULL;
	struct sonde_error error;
	struct sonde_value value;

	if (t->size < 3) {
		check_status(t, sonde_estimate(t->context, &what, &model, &error), SONDE_ERROR_ARGUMENT, &error,
			     "at least 3 processes");
		return;
	}
	model = estimated(t, &what);
	if (!model)
		return;
	read_parameters(t, model);
	check_status(t, sonde_parameter(model, "C", 0, 1, 0, &value, &error), SONDE_ERROR_ARGUMENT, &error,
		     "belongs to a process");
	check_status(t, sonde_parameter(model, "L", 0, -1, 0, &value, &error), SONDE_ERROR_ARGUMENT, &error,
		     "belongs to a message");
	sonde_model_free(model);
}

static void the_long_message_of_lmo_follows_from_the_switch(struct test *t)
{
	struct sonde_estimation what = {
		.size = sizeof(what), .model = "lmo", .switch_bytes = 4096, .parallel = 1, .budget = budget_of(t, 1)};
	struct sonde_model *model = NULL;
	struct sonde_error error;
	struct sonde_fact fact;
	struct sonde_value value;

	if (t->size < 3)
		return;
	model = estimated(t, &what);
	check(t, !model || (sonde_fact_named(model, "long_bytes", &fact) && fact.number == 2048),
	      "the long message is half the switch");
	check(t, !model || (sonde_parameter(model, "S", -1, -1, 0, &value, &error) == SONDE_OK && value.value == 4096),
	      "the switch is S");
	sonde_model_free(model);
	what.largest = 5000;
	check_status(t, sonde_estimate(t->context, &what, &model, &error), SONDE_ERROR_ARGUMENT, &error,
		     "must not be above the switch");
}

/* The same predictions at all processes, quickest first, and each alone as in the ranking. */
static void check_ranking(struct test *t, const struct sonde_model *model, struct sonde_call call)
{
	struct sonde_prediction ranked[64], alone;
	double seconds[64] = {0};
	struct sonde_error error;
	size_t n = 0;

	check_timed(t, sonde_rank(model, &call, ranked, 64, &n, &error), &error);
	check(t, n > 1 && n <= 64, "an operation has several algorithms");
	for (size_t i = 0; i < n; i++) {
		seconds[i] = ranked[i].expected;
		check(t, i == 0 || ranked[i].expected >= ranked[i - 1].expected, "the quickest come first");
		call.algorithm = ranked[i].algorithm;
		check_timed(t, sonde_predict_collective(model, &call, &alone, &error), &error);
		check(t, alone.seconds == ranked[i].seconds && alone.algorithm == ranked[i].algorithm,
		      "an algorithm alone is predicted as in the ranking");
	}
	check_alike(t, seconds, sizeof(seconds), "rankings differ between processes");
}

/* Written as GOAL and simulated, the call takes what it is predicted to take; a process writes a file of its own. */
static void check_schedule(struct test *t, const struct sonde_model *model, const struct sonde_call *call, int binary)
{
	char path[] = "/tmp/sonde-embed-XXXXXX";
	struct sonde_program program = {.size = sizeof(program), .path = path};
	struct sonde_simulation found = {0};
	struct sonde_prediction prediction = {0};
	double finish[17], last = 0;
	struct sonde_error error;
	int file = mkstemp(path);

	check(t, file >= 0 && close(file) == 0, "there is a file of one's own");
	check_status(t, sonde_schedule_write(call, path, binary, &error), SONDE_OK, &error, "");
	check_timed(t, sonde_simulate(model, &program, finish, 17, &found, &error), &error);
	check_timed(t, sonde_predict_collective(model, call, &prediction, &error), &error);
	for (int i = 0; i < call->processes; i++)
		last = finish[i] > last ? finish[i] : last;
	check(t, found.processes == call->processes && found.operations > 0 && found.unreceived == 0, "it is whole");
	check(t, found.seconds == prediction.seconds && last == found.seconds, "it takes what the call takes");
	unlink(path);
	check_status(t, sonde_simulate(model, &program, NULL, 0, &found, &error), SONDE_ERROR_FILE, &error, path);
}

static void algorithms_are_predicted_ranked_and_measured(struct test *t)
{
	struct sonde_estimation what = {
		.size = sizeof(what), .model = "hockney", .largest = 4096, .to = 1, .budget = budget_of(t, 1)};
	struct sonde_call call = {.size = sizeof(call), .operation = "bcast", .processes = 16, .bytes = 4096};
	struct sonde_model *model = estimated(t, &what);
	struct sonde_prediction prediction;
	struct sonde_error error;
	size_t n;

	if (!model)
		return;
	check_ranking(t, model, call);
	call.algorithm = "binomial";
	check_schedule(t, model, &call, 0);
	check_schedule(t, model, &call, 1);
	call.ports = SONDE_PORTS_PARALLEL;
	call.root = 3;
	check_ranking(t, model, call);
	call.algorithm = NULL;
	check_status(t, sonde_schedule_write(&call, "never.goal", 0, &error), SONDE_ERROR_ARGUMENT, &error,
		     "sonde_rank");
	check_status(t, sonde_predict_collective(model, &call, &prediction, &error), SONDE_ERROR_ARGUMENT, &error,
		     "sonde_rank");
	call.algorithm = "binomal";
	check_status(t, sonde_predict_collective(model, &call, &prediction, &error), SONDE_ERROR_ARGUMENT, &error,
		     "binomial");
	call.root = 16;
	check_status(t, sonde_rank(model, &call, &prediction, 1, &n, &error), SONDE_ERROR_ARGUMENT, &error, "root");
	call.operation = "fly";
	check_status(t, sonde_rank(model, &call, &prediction, 1, &n, &error), SONDE_ERROR_ARGUMENT, &error,
		     "the operations are barrier, bcast");
	sonde_model_free(model);
}

static void algorithms_of_sonde_are_measured(struct test *t)
{
	const size_t bytes[] = {1, 1024};
	struct sonde_collective_measurement what = {.size = sizeof(what),
						    .name = "bcast",
						    .algorithm = "binomial",
						    .timing = SONDE_MAX,
						    .bytes = bytes,
						    .n = 2,
						    .budget = budget_of(t, 1)};
	struct sonde_result results[2];
	struct sonde_error error;

	check_status(t, sonde_measure_collective(t->context, &what, results, &error), SONDE_OK, &error, "");
	check(t, results[1].n > 0 || !t->simulated, "an algorithm of sonde's own is measured");
	check_alike(t, results, sizeof(results), "the results of an algorithm");
	what.algorithm = "none";
	check_status(t, sonde_measure_collective(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error,
		     "binomial");
	what.algorithm = NULL;
	what.segment = 16;
	check_status(t, sonde_measure_collective(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error,
		     "go with an algorithm");
}

static void all_pairs_are_measured(struct test *t)
{
	const size_t bytes[] = {0, 1000};
	struct sonde_measurement what = {
		.size = sizeof(what), .operation = SONDE_ONEWAY, .bytes = bytes, .n = 2, .budget = budget_of(t, 0.5)};
	struct sonde_result results[12];
	size_t pairs = sonde_pair(t->size, t->size - 2, t->size - 1) + 1;
	struct sonde_error error;

	check(t, pairs == (size_t)(t->size * (t->size - 1) / 2) && sonde_pair(t->size, 1, 0) == 0, "pairs are counted");
	for (what.parallel = 0; what.parallel < 2; what.parallel++) {
		memset(results, 0, sizeof(results));
		check_status(t, sonde_measure_pairs(t->context, &what, results, &error), SONDE_OK, &error, "");
		for (size_t i = 0; i < 2 * pairs; i++) {
			check(t, results[i].bytes == bytes[i % 2], "a result belongs to its pair and size");
			check(t, results[i].n > 0 ? results[i].median > 0 : !t->simulated, "a pair is measured");
		}
		check_alike(t, results, sizeof(results), "the results of pairs");
	}
}

/* Options as an application has them that was compiled with an older or a newer header. */
static void options_may_grow(struct test *t)
{
	struct newer {
		struct sonde_call known;
		int more;
	} newer = {.known = {.size = sizeof(newer), .operation = "bcast", .algorithm = "binomial", .bytes = 1}};
	struct sonde_estimation what = {
		.size = sizeof(what), .model = "hockney", .to = 1, .largest = 1024, .budget = budget_of(t, 1)};
	struct sonde_model *model = (struct sonde_model *)t;
	struct sonde_prediction prediction;
	struct sonde_error error;

	what.size = 0;
	check_status(t, sonde_estimate(t->context, &what, &model, &error), SONDE_ERROR_ARGUMENT, &error,
		     "set it to sizeof(struct sonde_estimation)");
	check(t, model == NULL, "a refused model is NULL");
	check_status(t, sonde_estimate(t->context, NULL, &model, &error), SONDE_ERROR_ARGUMENT, &error, "not NULL");
	what.size = sizeof(what);
	model = estimated(t, &what);
	if (!model)
		return;
	check_timed(t, sonde_predict_collective(model, &newer.known, &prediction, &error), &error);
	newer.more = 1;
	check_status(t, sonde_predict_collective(model, &newer.known, &prediction, &error), SONDE_ERROR_ARGUMENT,
		     &error, "does not have");
	newer.known.size = offsetof(struct sonde_call, segment);
	newer.known.segment = 7; /* beyond what such an application has: not looked at */
	check_timed(t, sonde_predict_collective(model, &newer.known, &prediction, &error), &error);
	sonde_model_free(model);
}

static void wrong_estimations_are_refused(struct test *t)
{
	const size_t falling[] = {0, 100, 10}, late[] = {1, 100};
	const struct {
		struct sonde_estimation what;
		const char *text;
	} cases[] = {
		{{.model = "plogp", .method = "slow"}, "fast"},
		{{.model = "plogp", .pairs = (enum sonde_pairs)7}, "no pairs 7"},
		{{.model = "plogp", .bytes = falling, .n = 3}, "must ascend"},
		{{.model = "plogp", .bytes = late, .n = 2}, "first size must be 0"},
		{{.model = "loggp", .bytes = late, .n = 2}, "fixed sizes"},
		{{.model = "hockney", .switch_bytes = 4096}, "goes with lmo"},
		{{.model = "p3pc", .strides = falling, .n_strides = 3}, "a stride of 0"},
		{{.model = "hockney", .from = -1}, "two different ones"},
		{{.model = NULL}, "no name of a model"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sonde_estimation what = cases[i].what;
		struct sonde_model *model = NULL;
		struct sonde_error error;

		what.size = sizeof(what);
		what.to = 1;
		what.budget = budget_of(t, 0.1);
		check_status(t, sonde_estimate(t->context, &what, &model, &error), SONDE_ERROR_ARGUMENT, &error,
			     cases[i].text);
		check(t, model == NULL, "a refused model is NULL");
	}
}

/* The values that moved are those that the model has now, in their intervals; returns how many were measured. */
static size_t check_drifts(struct test *t, const struct sonde_model *shared, double most)
{
	struct sonde_drift drift;
	size_t measured = 0;

	for (size_t i = 0; sonde_drift(shared, i, &drift); i++) {
		struct sonde_value value = {NAN, NAN, NAN};

		check(t,
		      sonde_parameter(shared, drift.parameter, drift.from, drift.to, drift.bytes, &value, NULL) ==
				      SONDE_OK &&
			      value.value == drift.after && value.low == drift.low && value.high == drift.high,
		      "a drift tells the value that the model has");
		check(t, drift.low <= drift.after && drift.after <= drift.high, "a drift lies in its interval");
		check(t, !t->simulated || fabs(drift.after - drift.before) <= most * fabs(drift.before) + 1e-7,
		      "where nothing changed nothing drifts");
		measured += drift.measured != 0;
	}
	return measured;
}

static bool predicts(const struct test *t, const struct sonde_model *model, double *seconds)
{
	enum sonde_status status = sonde_predict(model, 0, 1, 300, seconds, NULL);

	return is_predicted(t, status, *seconds);
}

/* The last process has the model; process 0 measures. */
static void share_and_refresh(struct test *t, const struct sonde_model *own)
{
	const size_t few[] = {0, 256, 4096}; /* at which the models were measured too */
	struct sonde_sharing how = {.size = sizeof(how), .root = t->size - 1};
	struct sonde_model *shared = NULL;
	struct sonde_error error;
	struct sonde_drift drift;
	enum sonde_status status;
	double seconds[2] = {0};
	int last = t->rank == t->size - 1, lmo = strcmp(sonde_model_name(own), "lmo") == 0;

	check_status(t, sonde_model_share(t->context, last ? own : NULL, &how, &shared, &error), SONDE_OK, &error, "");
	check(t,
	      predicts(t, own, &seconds[0]) && predicts(t, shared, &seconds[1]) && seconds[0] == seconds[1] &&
		      !sonde_drift(shared, 0, &drift),
	      "a model that is shared as it is is the same");
	sonde_model_free(shared);
	how.bytes = few;
	how.n = 3;
	how.budget = budget_of(t, 1);
	status = sonde_model_share(t->context, last ? own : NULL, &how, &shared, &error);
	check(t, (status == SONDE_OK) == (shared != NULL), "a shared model comes with SONDE_OK only");
	if (!shared) {
		check_status(t, status, t->simulated ? SONDE_OK : SONDE_ERROR_BUDGET, &error, "");
		return;
	}
	check(t, (check_drifts(t, shared, 0.1) == 0) == lmo, "values of one pair are measured, of lmo none");
	check(t, sonde_drift(shared, 0, &drift), "a refreshed model has drifts");
	check(t, predicts(t, shared, &seconds[1]), "a refreshed model predicts");
	check_alike(t, seconds, sizeof(seconds), "a refreshed model differs between processes");
	sonde_model_free(shared);
}

static void models_are_shared_and_refreshed(struct test *t)
{
	static const char *const names[] = {"hockney", "loggp", "plogp", "lmo"};

	for (size_t i = 0; i < (t->size < 3 ? 3 : 4); i++) {
		struct sonde_estimation what = {.size = sizeof(what),
						.model = names[i],
						.pairs = i % 2 ? SONDE_ONE_PAIR : SONDE_EACH_PAIR,
						.to = 1,
						.largest = 4096,
						.budget = budget_of(t, 1)};
		struct sonde_model *model = estimated(t, &what);

		if (model)
			share_and_refresh(t, model);
		sonde_model_free(model);
	}
}

static void wrong_sharing_is_refused(struct test *t)
{
	const size_t falling[] = {0, 100, 10}, late[] = {1, 100}, brief[] = {0, 1};
	const struct {
		struct sonde_sharing how;
		const char *text;
	} cases[] = {
		{{.root = -1}, "there is no process -1"},
		{{.root = 1}, "has no model to share"},
		{{.bytes = falling, .n = 3}, "must ascend"},
		{{.bytes = late, .n = 2}, "the first is 0"},
		{{.bytes = brief, .n = 2}, "at least 16"},
		{{.bytes = falling, .n = 2, .to = 99}, "two different ones"},
	};
	struct sonde_estimation what = {
		.size = sizeof(what), .model = "hockney", .to = 1, .largest = 1024, .budget = budget_of(t, 1)};
	struct sonde_model *model = estimated(t, &what), *shared = NULL;

	for (size_t i = 0; model && i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sonde_sharing how = cases[i].how;
		struct sonde_error error;

		how.size = sizeof(how);
		how.budget = budget_of(t, 0.1);
		check_status(t, sonde_model_share(t->context, t->rank == 1 ? NULL : model, &how, &shared, &error),
			     SONDE_ERROR_ARGUMENT, &error, cases[i].text);
		check(t, shared == NULL, "a refused model is NULL");
	}
	sonde_model_free(model);
}

int main(int argc, char **argv)
{
	struct test t;

	begin(&t, &argc, &argv);
	options_may_grow(&t);
	wrong_estimations_are_refused(&t);
	all_pairs_are_measured(&t);
	every_model_is_estimated_between_one_pair(&t);
	pairs_keep_parameters_of_their_own(&t);
	a_mean_of_pairs_holds_for_any(&t);
	lmo_tells_processes_and_links_apart(&t);
	the_long_message_of_lmo_follows_from_the_switch(&t);
	algorithms_are_predicted_ranked_and_measured(&t);
	algorithms_of_sonde_are_measured(&t);
	models_are_shared_and_refreshed(&t);
	wrong_sharing_is_refused(&t);
	sonde_close(t.context);
	return finish(&t);
}
