#include "cli/self_test.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

/* s: with a coarser clock each timing takes 10 ms and more, see 1000 ticks in probe/probe.h. */
static const double tick_most = 1e-5;

/* The quickest barrier of few processes takes some round trips; beyond this the clocks or the machine are restless. */
static const double barrier_most = 100;

/* By the least of the timings plogp is 7 to 13 % off where other programs use the machine; where they are many more
 * than its CPUs, it was up to 140. A point is right within this part of what was measured, or within so many times its
 * interval, with half of the points at least. */
static const double off_most = 0.5, intervals_most = 3, right_least = 0.5;

/* Runs the launcher with sonde behind it, and these words up to NULL. */
static enum status launch(const struct self_test *test, const char *part, struct error *err, ...)
{
	const char *words[2 * SELF_TEST_WORDS], *word;
	size_t n = 0;
	va_list rest;

	for (; n < test->n_words; n++)
		words[n] = test->words[n];
	words[n++] = test->place.program;
	va_start(rest, err);
	while ((word = va_arg(rest, const char *)) && n + 1 < sizeof(words) / sizeof(words[0]))
		words[n++] = word;
	va_end(rest);
	words[n] = NULL;
	return self_test_run(&test->place, part, words, err);
}

/* The messages that stress sent between these processes, of which there must be two at least. */
static enum status see_stress(const struct self_test *test, const char *part, double *processes, double *messages,
			      struct error *err)
{
	TRY(self_test_number(&test->place, part, NULL, "processes", processes, err));
	TRY(self_test_number(&test->place, part, NULL, "messages", messages, err));
	if (*processes < 2)
		return error_set(err, ERR_CHECK, "the launcher started %.0f process, two are needed", *processes);
	if (*messages < 1)
		return error_set(err, ERR_CHECK, "no message was sent");
	return OK;
}

static enum status test_mpi(const struct self_test *test, struct self_test_finding *finding, struct error *err)
{
	double processes = 0, messages = 0;
	enum status status =
		launch(test, "mpi", err, "stress", "--max-size", "4K", "--time", "2s", "--rounds", "1", "--json", NULL);

	if (status == OK)
		status = see_stress(test, "mpi", &processes, &messages, err);
	snprintf(finding->text, SELF_TEST_TEXT, "%.0f messages of %.0f processes arrived as they were sent", messages,
		 processes);
	return status;
}

/* What the run that clocks.db keeps says of the clock: the larger of its step and the cost of a reading, s. */
static enum status see_tick(const struct self_test *test, const char *store, double *tick, struct error *err)
{
	static const char *const facts[] = {"clock resolution, s", "clock cost, s"};
	const char *const show[] = {test->place.program, "runs", "show", "1", "--store", store, "--json", NULL};
	struct json_tree tree = {.n = 0};
	enum status status = self_test_run(&test->place, "clock", show, err);
	size_t found = 0;

	if (status == OK)
		status = self_test_read(&test->place, "clock", &tree, err);
	for (size_t row = JSON_NONE; status == OK && (row = self_test_row(&tree, row)) != JSON_NONE;) {
		size_t what = json_member(&tree, row, "what");
		double value;

		for (size_t i = 0; what != JSON_NONE && i < sizeof(facts) / sizeof(facts[0]); i++)
			if (tree.list[what].text && strcmp(tree.list[what].text, facts[i]) == 0 &&
			    self_test_cell(&tree, row, "value", &value) && value > 0) {
				*tick = fmax(*tick, value);
				found++;
			}
	}
	json_release(&tree);
	if (status == OK && found < sizeof(facts) / sizeof(facts[0]))
		status = error_set(err, ERR_CHECK, "the run does not say how fine the clock is");
	return status;
}

/* The quickest barrier by the one clock, s. */
static enum status see_barrier(const struct self_test *test, double *quickest, struct error *err)
{
	struct json_tree tree = {.n = 0};
	enum status status = self_test_read(&test->place, "clocks", &tree, err);
	size_t row = status == OK ? self_test_row(&tree, JSON_NONE) : JSON_NONE;

	if (status == OK && (row == JSON_NONE || !self_test_cell(&tree, row, "minimum", quickest)))
		status = error_set(err, ERR_CHECK, "no barrier was timed");
	json_release(&tree);
	return status;
}

/* Whether the clock is fine enough for messages, and whether the clocks of all, as one, let a barrier end after it
 * began, and not much later. Clocks that differ by less than a barrier takes are not found. */
static enum status test_clocks(const struct self_test *test, struct self_test_finding *finding, struct error *err)
{
	char store[SELF_TEST_PATH];
	double trip = 0, tick = 0, barrier = 0;
	enum status status =
		launch(test, "clocks", err, "measure", "collective", "--op", "barrier", "--timing", "global", "--reps",
		       "5:20", "--json", "--store", self_test_path(&test->place, "clocks.db", store), NULL);

	if (status == OK)
		status = self_test_number(&test->place, "clocks", NULL, "sentinel_seconds", &trip, err);
	if (status == OK)
		status = see_barrier(test, &barrier, err);
	if (status == OK)
		status = see_tick(test, store, &tick, err);
	if (status == OK && tick > tick_most)
		status = error_set(err, ERR_CHECK, "the clock is too coarse for messages: a tick is %.3g us",
				   1e6 * tick);
	if (status == OK && !(trip > 0 && barrier > 0))
		status = error_set(err, ERR_CHECK,
				   "the clocks do not agree: a barrier took %g s, an empty round trip %g s", barrier,
				   trip);
	finding->noisy = barrier > barrier_most * trip;
	snprintf(finding->text, SELF_TEST_TEXT,
		 "a tick is %.3g us; by one clock of all the quickest barrier takes %.3f us, an empty round trip %.3f "
		 "us",
		 1e6 * tick, 1e6 * barrier, 1e6 * trip);
	return status;
}

static enum status test_tracer(const struct self_test *test, struct self_test_finding *finding, struct error *err)
{
	char trace[SELF_TEST_PATH], complete[8] = "";
	const char *const show[] = {
		test->place.program, "trace", "show", self_test_path(&test->place, "run.trace", trace), "--json", NULL};
	double processes = 0, calls = 0;
	enum status status = launch(test, "traced", err, "trace", "-o", trace, test->place.program, "stress",
				    "--max-size", "64", "--op", "send", "--quiet", NULL);

	if (status == OK)
		status = self_test_run(&test->place, "tracer", show, err);
	if (status == OK)
		status = self_test_summary(&test->place, "tracer", NULL, "complete", complete, sizeof(complete), err);
	if (status == OK)
		status = self_test_number(&test->place, "tracer", NULL, "processes", &processes, err);
	if (status == OK)
		status = self_test_number(&test->place, "tracer", NULL, "calls", &calls, err);
	if (status == OK && (strcmp(complete, "yes") != 0 || processes < 2 || calls < 1))
		status = error_set(err, ERR_CHECK, "the trace of %.0f processes with %.0f calls is complete: %s",
				   processes, calls, complete);
	snprintf(finding->text, SELF_TEST_TEXT, "the trace of %.0f processes has %.0f calls and is complete", processes,
		 calls);
	return status;
}

/* Bit patterns by operations that the drop-in carries out. */
static enum status test_dropin(const struct self_test *test, struct self_test_finding *finding, struct error *err)
{
	static const char rules[] = "bcast any any chain\ngather any any linear\nscatter any any linear\nalltoall any "
				    "any pairwise\nallreduce any any ring\n";
	static const char *const operations[] = {"bcast", "allreduce"};
	char table[SELF_TEST_PATH];
	double processes = 0, messages = 0, all = 0;
	enum status status = file_replace_text(self_test_path(&test->place, "table.txt", table), "table", rules, err);

	for (size_t i = 0; status == OK && i < sizeof(operations) / sizeof(operations[0]); i++) {
		status = launch(test, "drop-in", err, "run", "--collectives", table, "--verbose", test->place.program,
				"stress", "--max-size", "4K", "--op", operations[i], "--json", NULL);
		if (status == OK)
			status = see_stress(test, "drop-in", &processes, &messages, err);
		if (status == OK && !self_test_said(&test->place, "drop-in", "collective operations by the 5 rows of"))
			status = error_set(err, ERR_CHECK, "the preloaded library did not take the table");
		all += messages;
	}
	snprintf(finding->text, SELF_TEST_TEXT,
		 "%.0f messages of bcast and allreduce, by sonde's own algorithms, are right", all);
	return status;
}

static enum status test_model(const struct self_test *test, struct self_test_finding *finding, struct error *err)
{
	char model[SELF_TEST_PATH], store[SELF_TEST_PATH];
	/* Not "model check": on a busy machine a parameter may be below 0, which says nothing of the installation. */
	const char *const show[] = {test->place.program, "model", "show", model, NULL};
	double seconds = 0;
	enum status status = launch(test, "model", err, "estimate", "plogp", "--statistic", "min", "--budget", "5s",
				    "--json", "--store", self_test_path(&test->place, "model.db", store), "-o",
				    self_test_path(&test->place, "model.json", model), NULL);

	if (status == OK)
		status = self_test_number(&test->place, "model", NULL, "seconds", &seconds, err);
	if (status == OK)
		status = self_test_run(&test->place, "show", show, err);
	snprintf(finding->text, SELF_TEST_TEXT, "plogp was estimated in %.1f s", seconds);
	return status;
}

/* Whether what is predicted is near enough to what was measured at a point. */
static bool is_right(const struct json_tree *tree, size_t row)
{
	double measured = 0, predicted = NAN, low, high, room;

	if (!self_test_cell(tree, row, "measured", &measured) || !self_test_cell(tree, row, "predicted", &predicted))
		return false;
	room = off_most * measured;
	if (self_test_cell(tree, row, "low", &low) && self_test_cell(tree, row, "high", &high))
		room = fmax(room, intervals_most * (high - low) / 2);
	return fabs(predicted - measured) <= room;
}

static enum status count_right(const struct self_test *test, size_t *right, size_t *points, struct error *err)
{
	struct json_tree tree = {.n = 0};
	enum status status = self_test_read(&test->place, "prediction", &tree, err);

	for (size_t row = JSON_NONE; status == OK && (row = self_test_row(&tree, row)) != JSON_NONE; ++*points)
		*right += is_right(&tree, row);
	json_release(&tree);
	if (status == OK && *points == 0)
		status = error_set(err, ERR_CHECK, "no round trip was measured");
	return status;
}

/* Right in the mean; or restless timings, but right where they say something; or wrong. */
static enum status test_prediction(const struct self_test *test, struct self_test_finding *finding, struct error *err)
{
	char model[SELF_TEST_PATH], store[SELF_TEST_PATH], mean[64] = "by no certain timing";
	double off = NAN;
	size_t right = 0, points = 0;
	enum status status = launch(
		test, "prediction", err, "compare", self_test_path(&test->place, "model.json", model), "--pairs", "0:1",
		"--budget", "4s", "--json", "--store", self_test_path(&test->place, "prediction.db", store), NULL);

	if (status == OK)
		status = count_right(test, &right, &points, err);
	if (status != OK)
		return status;
	if (self_test_number(&test->place, "prediction", "plogp", "mean_relative_error", &off, NULL) == OK)
		snprintf(mean, sizeof(mean), "%.1f %% off in the mean", 100 * off);
	finding->noisy = !(off <= off_most);
	snprintf(finding->text, SELF_TEST_TEXT,
		 "round trips are predicted %s; %zu of %zu within %.0f %% or %.0f times their interval", mean, right,
		 points, 100 * off_most, intervals_most);
	if (finding->noisy && (double)right < right_least * (double)points)
		return error_set(err, ERR_CHECK,
				 "%s: so do other programs that keep the CPUs busy; try again on a quiet machine",
				 finding->text);
	return OK;
}

const struct self_test_part self_test_parts[] = {
	{"MPI", "messages between the launcher's processes", test_mpi},
	{"clocks", "one clock of all processes", test_clocks},
	{"tracer", "the library of sonde trace", test_tracer},
	{"drop-in", "the library of sonde run", test_dropin},
	{"model", "an estimation", test_model},
	{"prediction", "the model beside fresh timings", test_prediction},
	{NULL, NULL, NULL},
};
