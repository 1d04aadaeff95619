/*
 * What an application may measure and read beyond plain messages: MPI calls, layouts, bisections, overlap, explored
 * curves, thresholds; classes of processes, facts and closed forms of models. Times are asserted only where they are
 * simulated: there the argument is "simulated".
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "embed_check.h"

enum { SIZES = 2, SMALL = 64, LARGE = 4096 };
static const size_t sizes[SIZES] = {SMALL, LARGE};

static struct sonde_measurement messages_of(const struct test *t)
{
	return (struct sonde_measurement){.size = sizeof(struct sonde_measurement),
					  .to = 1,
					  .bytes = sizes,
					  .n = SIZES,
					  .budget = budget_of(t, 0.2)};
}

/* The medians of both sizes; NAN where the time did not suffice. */
static void measure(struct test *t, const struct sonde_measurement *what, double medians[SIZES])
{
	struct sonde_result results[SIZES];
	struct sonde_error error;
	int free_of_charge =
		t->simulated && (what->operation == SONDE_SEND_CALL || what->operation == SONDE_RECEIVE_CALL);

	memset(results, 0, sizeof(results));
	check_status(t, sonde_measure(t->context, what, results, &error), SONDE_OK, &error, "");
	check_alike(t, results, sizeof(results), "the results of messages");
	for (int i = 0; i < SIZES; i++) {
		medians[i] = results[i].median;
		check(t, results[i].bytes == sizes[i], "results are in the order of the sizes");
		check(t, results[i].n > 0 ? medians[i] > 0 || (free_of_charge && medians[i] == 0) : !t->simulated,
		      "a message is measured");
	}
}

static void messages_go_by_the_calls_and_layouts_that_are_asked_for(struct test *t)
{
	struct sonde_measurement what = messages_of(t);
	double plain[SIZES], other[SIZES];

	measure(t, &what, plain);
	for (int calls = SONDE_SSEND; calls <= SONDE_SENDRECV; calls++) {
		what.calls = (enum sonde_calls)calls;
		measure(t, &what, other);
	}
	what = messages_of(t);
	what.sender = what.receiver = (struct sonde_layout){SONDE_VECTOR, 16, 4};
	what.cold_receiver = 1;
	what.busy = 1;
	measure(t, &what, other);
	what = messages_of(t);
	what.operation = SONDE_ACKNOWLEDGED;
	what.count = 10;
	measure(t, &what, other);
	check(t, !t->simulated || (other[1] > plain[1] && other[1] < 10 * plain[1]), "ten messages and one answer");
	what = messages_of(t);
	what.operation = SONDE_HEAD_TO_HEAD;
	measure(t, &what, other);
	check(t, !t->simulated || fabs(other[1] - plain[1] / 2) < 0.01 * plain[1], "two messages at once");
	what.operation = SONDE_SEND_CALL;
	measure(t, &what, other);
	what.operation = SONDE_RECEIVE_CALL;
	measure(t, &what, other);
}

static void one_sided_messages_are_measured(struct test *t)
{
	struct sonde_measurement what = messages_of(t);
	double medians[SIZES];

	for (int calls = SONDE_PUT_FENCE; calls <= SONDE_GET_LOCK && !t->simulated; calls++) {
		what.calls = (enum sonde_calls)calls;
		measure(t, &what, medians);
	}
}

static void wrong_messages_are_refused(struct test *t)
{
	const struct {
		struct sonde_measurement what;
		const char *text;
	} cases[] = {
		{{.operation = (enum sonde_operation)9}, "no operation 9"},
		{{.calls = (enum sonde_calls)9}, "no calls 9"},
		{{.sender = {.kind = (enum sonde_layout_kind)9}}, "no layout 9"},
		{{.sender = {.kind = SONDE_VECTOR}}, "at least 1 byte"},
		{{.receiver = {.block = 8}}, "contiguous data have no blocks"},
		{{.count = 2}, "go with SONDE_ACKNOWLEDGED"},
		{{.busy = 1, .parallel = 1}, "others send messages themselves"},
	};
	const struct sonde_measurement usual = messages_of(t);
	struct sonde_result results[SIZES];
	struct sonde_error error;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sonde_measurement what = cases[i].what;

		what.size = usual.size, what.to = 1, what.bytes = sizes, what.n = SIZES, what.budget = usual.budget;
		check_status(t, sonde_measure(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error,
			     cases[i].text);
	}
}

static void a_bisection_is_measured(struct test *t)
{
	struct sonde_measurement what = messages_of(t);
	struct sonde_result results[SIZES * 2];
	struct sonde_error error;
	size_t pairs = (size_t)t->size / 2;

	what.partners = "neighbours";
	memset(results, 0, sizeof(results));
	check_status(t, sonde_measure_pairs(t->context, &what, results, &error), SONDE_OK, &error, "");
	check_alike(t, results, sizeof(results), "the results of a bisection");
	for (size_t i = 0; i < SIZES * pairs; i++)
		check(t, results[i].bytes == sizes[i % SIZES] && (results[i].n > 0 || !t->simulated),
		      "each pair of a bisection is measured");
	what.partners = "0:9";
	check_status(t, sonde_measure_pairs(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error, "9");
}

static void one_to_twos_are_measured_of_all_triplets(struct test *t)
{
	enum { MOST = 4 * 3 * 2 / 2 };
	struct sonde_measurement what = messages_of(t);
	struct sonde_result results[SIZES * MOST];
	struct sonde_error error;
	size_t triplets = (size_t)(t->size * (t->size - 1) * (t->size - 2) / 2);

	check(t,
	      sonde_triplet(4, 0, 1, 2) == 0 && sonde_triplet(4, 0, 2, 1) == 0 && sonde_triplet(4, 1, 0, 2) == 3 &&
		      sonde_triplet(4, 3, 2, 1) == 11,
	      "triplets are counted by sender and pair");
	what.operation = SONDE_ONE_TO_TWO;
	check_status(t, sonde_measure(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error,
		     "sonde_measure_triplets");
	check_status(t, sonde_measure_pairs(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error,
		     "sonde_measure_triplets");
	if (t->size < 3) {
		check_status(t, sonde_measure_triplets(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT,
			     &error, "three processes");
		return;
	}
	for (what.parallel = 0; what.parallel < 2; what.parallel++) {
		memset(results, 0, sizeof(results));
		check_status(t, sonde_measure_triplets(t->context, &what, results, &error), SONDE_OK, &error, "");
		check_alike(t, results, sizeof(results), "the results of triplets");
		for (size_t i = 0; i < SIZES * triplets; i++)
			check(t, results[i].bytes == sizes[i % SIZES] && (results[i].n > 0 || !t->simulated),
			      "each triplet is measured");
	}
	what.parallel = 0;
	what.partners = "2:0:1";
	check_status(t, sonde_measure_triplets(t->context, &what, results, &error), SONDE_OK, &error, "");
	check_alike(t, results, SIZES * sizeof(*results), "the results of a triplet");
	what.partners = "0:1";
	check_status(t, sonde_measure_triplets(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error,
		     "no list of triplets");
}

static void scatters_and_gathers_have_layouts_and_parts(struct test *t)
{
	static const char *const names[] = {"scatter", "gatherv", "gather"};
	struct sonde_collective_measurement what = {.size = sizeof(what),
						    .timing = SONDE_MAX,
						    .root = t->size - 1,
						    .bytes = sizes,
						    .n = SIZES,
						    .sender = {.kind = SONDE_VECTOR, .block = 100, .stride = 3},
						    .receiver = {.kind = SONDE_INDEXED, .block = 7},
						    .budget = messages_of(t).budget};
	struct sonde_result results[SIZES];
	struct sonde_error error;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		what.name = names[i];
		check_status(t, sonde_measure_collective(t->context, &what, results, &error), SONDE_OK, &error, "");
	}
	what.algorithm = "split";
	what.segment = 1000;
	check_status(t, sonde_measure_collective(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error,
		     "contiguous data");
	what.sender = what.receiver = (struct sonde_layout){.kind = SONDE_CONTIGUOUS};
	check_status(t, sonde_measure_collective(t->context, &what, results, &error), SONDE_OK, &error, "");
	what.receiver.block = 8;
	check_status(t, sonde_measure_collective(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error,
		     "contiguous data have no blocks");
}

static struct sonde_exploration exploration_of(const struct sonde_measurement *messages)
{
	return (struct sonde_exploration){
		.size = sizeof(struct sonde_exploration), .messages = messages, .most = LARGE, .sizes_most = 40};
}

static void check_curve(struct test *t, const struct sonde_exploration *what)
{
	struct sonde_curve *curve = NULL;
	struct sonde_error error;

	check_status(t, sonde_explore(t->context, what, &curve, &error), SONDE_OK, &error, "");
	if (!curve)
		return;
	check(t, curve->n >= 2 && curve->n <= what->sizes_most, "a curve has sizes");
	check(t, curve->results[0].bytes == what->least && curve->results[curve->n - 1].bytes == what->most,
	      "a curve has both its ends");
	for (size_t i = 0; i < curve->n; i++) {
		check(t, i == 0 || curve->results[i].bytes > curve->results[i - 1].bytes, "the sizes ascend");
		check(t, curve->results[i].n > 0 || !curve->complete, "a complete curve has no gap");
	}
	for (size_t i = 0; i < curve->n_breaks; i++)
		check(t, curve->breaks[i].before < curve->breaks[i].after && curve->breaks[i].after <= what->most,
		      "a break lies between two sizes");
	check(t, curve->complete || !t->simulated, "where time is simulated it suffices");
	check_alike(t, curve->results, sizeof(*curve->results), "a curve differs between processes");
	sonde_curve_free(curve);
}

static void a_curve_is_explored(struct test *t)
{
	struct sonde_measurement messages = messages_of(t);
	struct sonde_collective_measurement bcast = {.size = sizeof(bcast),
						     .name = "bcast",
						     .algorithm = "binomial",
						     .timing = SONDE_MAX,
						     .budget = budget_of(t, 0.3)};
	struct sonde_exploration what = exploration_of(&messages);
	struct sonde_curve *curve = NULL;
	struct sonde_error error;

	messages.operation = SONDE_ONEWAY;
	check_curve(t, &what);
	what.messages = NULL;
	what.collective = &bcast;
	what.least = 1;
	check_curve(t, &what);
	what.messages = &messages;
	check_status(t, sonde_explore(t->context, &what, &curve, &error), SONDE_ERROR_ARGUMENT, &error, "either");
	what.collective = NULL;
	what.least = LARGE;
	check_status(t, sonde_explore(t->context, &what, &curve, &error), SONDE_ERROR_ARGUMENT, &error, "less than");
	what.least = 0;
	what.epsilon = 2;
	check_status(t, sonde_explore(t->context, &what, &curve, &error), SONDE_ERROR_ARGUMENT, &error, "epsilon");
	check(t, curve == NULL, "a refused curve is NULL");
	sonde_curve_free(NULL);
}

static void overlap_is_measured(struct test *t)
{
	const double parts[] = {0, 1, 2};
	struct sonde_overlap what = {.size = sizeof(what),
				     .to = 1,
				     .bytes = sizes,
				     .n = SIZES,
				     .parts = parts,
				     .n_parts = 3,
				     .budget = budget_of(t, 0.3)};
	struct sonde_overlap_result results[3 * SIZES];
	struct sonde_error error;

	for (what.at_receiver = 0; what.at_receiver < 2; what.at_receiver++) {
		memset(results, 0, sizeof(results));
		check_status(t, sonde_measure_overlap(t->context, &what, results, &error), SONDE_OK, &error, "");
		check_alike(t, results, sizeof(results), "the results of overlaps");
		for (int i = 0; i < 3 * SIZES; i++) {
			const struct sonde_overlap_result *r = &results[i];

			check(t, r->whole.bytes == sizes[i / 3], "an overlap belongs to its size");
			check(t, i % 3 > 0 || (r->compute == 0 && isnan(r->overlap)), "first without computation");
			check(t, !t->simulated || fabs(r->compute - parts[i % 3] * r->alone) <= 1e-9,
			      "computation is a part of the message's time");
			check(t, !t->simulated || r->whole.median >= fmax(r->compute, r->alone) - 1e-9 || i % 3 == 0,
			      "the whole takes as long as the longer part");
		}
	}
	what.n_parts = 0;
	check_status(t, sonde_measure_overlap(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error,
		     "0 parts");
	what.parts = NULL;
	what.from = 1;
	check_status(t, sonde_measure_overlap(t->context, &what, results, &error), SONDE_ERROR_ARGUMENT, &error,
		     "two different ones");
}

static void wrong_thresholds_are_refused(struct test *t, struct sonde_model *model)
{
	const struct {
		struct sonde_thresholds found;
		const char *text;
	} cases[] = {
		{{.S = -5, .M1 = NAN, .M2 = NAN}, "S of -5"},
		{{.S = NAN, .M1 = 9000, .M2 = 3000}, "M1 is less than M2"},
		{{.S = NAN, .M1 = 1000, .M2 = 9000, .n = 1, .list = {{4000, 10, 5, -3, -2, -1}}}, "ascend from 0"},
		{{.S = NAN, .M1 = 1000, .M2 = 9000, .n = 1, .list = {{4000, 10, 5, 1, 2, INFINITY}}}, "ascend from 0"},
		{{.S = NAN, .M1 = 1000, .M2 = 9000, .n = 1, .list = {{4000, 5, 6, 1, 2, 3}}}, "6 of 5 gathers"},
	};
	struct sonde_error error;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_status(t, sonde_model_set_thresholds(model, &cases[i].found, &error), SONDE_ERROR_ARGUMENT,
			     &error, cases[i].text);
}

/* What was found, in a model that has thresholds and in one that has none. */
static void set_thresholds(struct test *t, const struct sonde_thresholds *found)
{
	struct sonde_estimation what = {
		.size = sizeof(what), .model = "lmo", .largest = 1024, .parallel = 1, .budget = budget_of(t, 1)};
	struct sonde_model *model = estimated(t, &what);
	struct sonde_value value = {NAN, NAN, NAN};
	struct sonde_error error;
	enum sonde_status status;

	if (model) {
		check_status(t, sonde_model_set_thresholds(model, found, &error), SONDE_OK, &error, "");
		status = sonde_parameter(model, "S", -1, -1, 0, &value, &error);
		check(t, isnan(found->S) ? status == SONDE_ERROR_ARGUMENT : value.value == found->S,
		      "a model has the threshold that was found");
		wrong_thresholds_are_refused(t, model);
	}
	sonde_model_free(model);
}

static void thresholds_are_found(struct test *t)
{
	struct sonde_threshold_search what = {
		.size = sizeof(what), .most = 20480, .tries = 5, .repeats = 5, .budget = budget_of(t, 1)};
	struct sonde_thresholds found = {.measurements = 0};
	struct sonde_error error;
	enum sonde_status status;

	if (t->size < 3) {
		check_status(t, sonde_measure_thresholds(t->context, &what, &found, &error), SONDE_ERROR_ARGUMENT,
			     &error, "3 processes at least");
		return;
	}
	what.stride = 4096;
	check_status(t, sonde_measure_thresholds(t->context, &what, &found, &error), SONDE_ERROR_ARGUMENT, &error,
		     "a tenth");
	what.stride = 2048;
	what.budget.seconds = 1e-6;
	check_status(t, sonde_measure_thresholds(t->context, &what, &found, &error), SONDE_ERROR_BUDGET, &error,
		     "the time was over");
	what.budget = budget_of(t, 1);
	status = sonde_measure_thresholds(t->context, &what, &found, &error);
	if (!succeeded(t, status, &error))
		return;
	check(t, found.measurements > 0 && found.n <= SONDE_ESCALATIONS_MOST && found.factor == 2,
	      "a search makes measurements");
	check(t, isnan(found.M1) == (found.n == 0), "escalations are counted from M1 on");
	check_alike(t, &found, sizeof(found), "thresholds differ between processes");
	set_thresholds(t, &found);
}

static void processes_are_of_classes(struct test *t)
{
	int given[] = {0, 0, 1, 1};
	struct sonde_estimation what = {.size = sizeof(what),
					.model = "hockney",
					.pairs = SONDE_PAIRS_OF_CLASSES,
					.classes = {.given = given},
					.largest = 1024,
					.budget = budget_of(t, 1)};
	struct sonde_model *model = estimated(t, &what);
	struct sonde_error error;
	struct sonde_fact fact;
	double seconds = 0;

	for (int process = 0; model && process < t->size; process++)
		check(t, sonde_class_of(model, process) == given[process], "a process is of the class that was given");
	if (model)
		check(t,
		      sonde_fact_named(model, "classes", &fact) && !fact.text &&
			      fact.number == given[t->size - 1] + 1 && sonde_class_of(model, t->size) == -1 &&
			      (sonde_predict(model, 0, t->size - 1, 100, &seconds, NULL) == SONDE_OK ||
			       (seconds < 0 && !t->simulated)),
		      "a model has classes, and holds for all processes");
	sonde_model_free(model);
	what.classes = (struct sonde_classes){.tolerance = 0.5};
	what.budget.seconds = 1e-6;
	check_status(t, sonde_estimate(t->context, &what, &model, &error), SONDE_ERROR_BUDGET, &error,
		     "did not suffice for the model hockney");
	what.budget = budget_of(t, 1);
	model = estimated(t, &what);
	check(t, !model || !t->simulated || sonde_class_of(model, t->size - 1) == 0, "like processes are one class");
	sonde_model_free(model);
}

static void wrong_classes_are_refused(struct test *t)
{
	const int gap[] = {0, 2, 2, 2}, negative[] = {-1, 0, 0, 0};
	const struct {
		struct sonde_estimation what;
		const char *text;
	} cases[] = {
		{{.pairs = SONDE_PAIRS_OF_CLASSES, .classes = {.given = gap}}, "class"},
		{{.pairs = SONDE_PAIRS_OF_CLASSES, .classes = {.given = negative}}, "of class -1"},
		{{.pairs = SONDE_PAIRS_OF_CLASSES, .classes = {.given = gap, .places = 1}}, "either given"},
		{{.pairs = SONDE_PAIRS_OF_CLASSES, .classes = {.tolerance = 2}}, "a tolerance of 2"},
		{{.pairs = SONDE_EACH_PAIR, .classes = {.places = 1}}, "SONDE_PAIRS_OF_CLASSES"},
		{{.pairs = SONDE_EACH_PAIR, .thresholds = 1}, "has no thresholds"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sonde_estimation what = cases[i].what;
		struct sonde_model *model = NULL;
		struct sonde_error error;

		what.size = sizeof(what), what.model = "hockney", what.budget = budget_of(t, 0.1);
		check_status(t, sonde_estimate(t->context, &what, &model, &error), SONDE_ERROR_ARGUMENT, &error,
			     cases[i].text);
	}
}

static void a_model_tells_how_the_platform_treats_messages(struct test *t)
{
	struct sonde_estimation what = {.size = sizeof(what),
					.model = "plogp",
					.to = 1,
					.largest = 1024,
					.protocol = 1,
					.budget = budget_of(t, 2)};
	struct sonde_model *model = estimated(t, &what);
	struct sonde_fact fact, named;
	size_t n = 0;

	for (; model && sonde_fact(model, n, &fact); n++)
		check(t, sonde_fact_named(model, fact.name, &named) && named.text == fact.text, "a fact by its name");
	check(t, !model || n > 0, "a model has facts");
	check(t, !model || (sonde_fact_named(model, "method", &fact) && strcmp(fact.text, "fast") == 0),
	      "a model knows its method");
	check(t,
	      !model || t->size < 3 || sonde_fact_named(model, "ports", &fact) ||
		      (!t->simulated &&
		       (sonde_fact_named(model, "protocol", &fact) ||
			(sonde_fact_named(model, "ports_seen", &fact) && strstr(fact.text, "no time")))),
	      "ports are found out, or it is said that there was no time");
	check(t, !model || !sonde_fact_named(model, "none", &fact), "there is no such fact");
	sonde_model_free(model);
}

static void formulas_of_the_literature_are_told(struct test *t)
{
	struct sonde_estimation what = {
		.size = sizeof(what), .model = "hockney", .to = 1, .largest = 1024, .budget = budget_of(t, 1)};
	struct sonde_call call = {.size = sizeof(call),
				  .operation = "scatter",
				  .algorithm = "linear",
				  .processes = 8,
				  .bytes = 1024,
				  .ports = SONDE_PORTS_IN_TURN};
	struct sonde_model *model = estimated(t, &what);
	struct sonde_closed_form forms[4];
	struct sonde_prediction simulated;
	struct sonde_error error;
	size_t n = 0;

	if (!model)
		return;
	check_timed(t, sonde_closed_forms(model, &call, forms, 4, &n, &error), &error);
	check_timed(t, sonde_predict_collective(model, &call, &simulated, &error), &error);
	check(t, n == 2 && strcmp(forms[0].algorithm, "linear") == 0, "hockney has two forms of a linear scatter");
	for (size_t i = 0; t->simulated && i < n; i++)
		check(t,
		      forms[i].relation != SONDE_EXACT ||
			      fabs(forms[i].seconds - simulated.seconds) <= 1e-9 * fabs(simulated.seconds),
		      "an exact form is what the schedule takes");
	call.operation = "bcast";
	check_timed(t, sonde_closed_forms(model, &call, forms, 4, &n, &error), &error);
	check(t, n == 0, "the literature has none");
	check_status(t, sonde_closed_forms(model, &call, NULL, 4, &n, &error), SONDE_ERROR_ARGUMENT, &error,
		     "no place");
	sonde_model_free(model);
}

static void pairs_are_averaged(struct test *t)
{
	struct sonde_estimation what = {.size = sizeof(what),
					.model = "hockney",
					.pairs = SONDE_EACH_PAIR,
					.largest = 1024,
					.budget = budget_of(t, 1)};
	struct sonde_model *model = estimated(t, &what), *mean = NULL;
	struct sonde_value one, other;
	struct sonde_error error;

	if (!model)
		return;
	check_status(t, sonde_model_average(model, &mean, &error), SONDE_OK, &error, "");
	check(t,
	      sonde_parameter(mean, "alpha", 0, 1, 0, &one, NULL) == SONDE_OK &&
		      sonde_parameter(mean, "alpha", -1, -1, 0, &other, NULL) == SONDE_OK && one.value == other.value,
	      "a mean holds for any pair");
	sonde_model_free(mean);
	sonde_model_free(model);
}

static void paths_and_grids_are_predicted(struct test *t)
{
	struct sonde_estimation what = {
		.size = sizeof(what), .model = "p3pc", .to = 1, .largest = 4096, .budget = budget_of(t, 2)};
	struct sonde_message message = {.size = sizeof(message), .from = -1, .to = -1, .bytes = 1000};
	struct sonde_domain domain = {
		.size = sizeof(domain), .width = 64, .height = 64, .border = 1, .processes = 4, .exchanges = 10};
	struct sonde_decomposition grids[4];
	struct sonde_model *model = estimated(t, &what), *made = NULL;
	struct sonde_paths whole, strided;
	struct sonde_error error;
	size_t n = 0;

	if (!model)
		return;
	check_timed(t, sonde_predict_paths(model, &message, &whole, &error), &error);
	message.strided_sender = message.strided_receiver = 1;
	check_timed(t, sonde_predict_paths(model, &message, &strided, &error), &error);
	check(t, !t->simulated || (whole.full > 0 && strided.full > 0), "a path takes time");
	message.stride = 4000;
	check_status(t, sonde_predict_paths(model, &message, &whole, &error), SONDE_ERROR_ARGUMENT, &error, "stride");
	check_timed(t, sonde_decompose(model, &domain, grids, 4, &n, &error), &error);
	check(t, n == 3, "4 processes have three grids");
	for (size_t i = 0; i < n; i++)
		check(t,
		      grids[i].x * grids[i].y == 4 && (i == 0 || grids[i].seconds >= grids[i - 1].seconds) &&
			      fabs(grids[i].scatter + 10 * grids[i].exchange + grids[i].gather - grids[i].seconds) <=
				      1e-9,
		      "grids are of so many processes, the quickest first");
	domain.border = 100;
	check_status(t, sonde_decompose(model, &domain, grids, 4, &n, &error), SONDE_ERROR_ARGUMENT, &error, "");
	check_status(t, sonde_model_convert(model, "loggp-star", &made, &error), SONDE_OK, &error, "");
	check(t, made && strcmp(sonde_model_name(made), "loggp-star") == 0, "a model is converted");
	sonde_model_free(made);
	check_status(t, sonde_model_convert(model, "lmo", &made, &error), SONDE_ERROR_ARGUMENT, &error, "");
	check_status(t, sonde_model_average(model, &made, &error), SONDE_ERROR_ARGUMENT, &error, "homogeneous already");
	check(t, made == NULL, "a refused model is NULL");
	sonde_model_free(model);
}

int main(int argc, char **argv)
{
	struct test t;

	begin(&t, &argc, &argv);
	messages_go_by_the_calls_and_layouts_that_are_asked_for(&t);
	one_sided_messages_are_measured(&t);
	wrong_messages_are_refused(&t);
	a_bisection_is_measured(&t);
	one_to_twos_are_measured_of_all_triplets(&t);
	scatters_and_gathers_have_layouts_and_parts(&t);
	a_curve_is_explored(&t);
	overlap_is_measured(&t);
	thresholds_are_found(&t);
	processes_are_of_classes(&t);
	wrong_classes_are_refused(&t);
	a_model_tells_how_the_platform_treats_messages(&t);
	formulas_of_the_literature_are_told(&t);
	pairs_are_averaged(&t);
	paths_and_grids_are_predicted(&t);
	sonde_close(t.context);
	return finish(&t);
}
