#include "cli/self_test.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

/* By the least of the timings plogp is 7 to 13 % off where other programs use the machine; where they are many more
 * than its CPUs, it was up to 140. What is off by more than this is wrong, or the machine too busy. */
static const double off_most = 1;

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
	while ((word = va_arg(rest, const char *)) && n + 1 < 2 * SELF_TEST_WORDS)
		words[n++] = word;
	va_end(rest);
	words[n] = NULL;
	return self_test_run(&test->place, part, words, err);
}

/* The messages that stress sent between these processes, of which there must be two at least. */
static enum status see_stress(const struct self_test *test, const char *part, double *processes, double *messages,
			      struct error *err)
{
	enum status status = self_test_number(&test->place, part, NULL, "processes", processes, err);

	if (status == OK)
		status = self_test_number(&test->place, part, NULL, "messages", messages, err);
	if (status == OK && *processes < 2)
		status = error_set(err, ERR_CHECK, "the launcher started %.0f process, two are needed", *processes);
	if (status == OK && *messages < 1)
		status = error_set(err, ERR_CHECK, "no message was sent");
	return status;
}

static enum status test_mpi(const struct self_test *test, char *finding, struct error *err)
{
	double processes = 0, messages = 0;
	enum status status =
		launch(test, "mpi", err, "stress", "--max-size", "4K", "--time", "2s", "--rounds", "1", "--json", NULL);

	if (status == OK)
		status = see_stress(test, "mpi", &processes, &messages, err);
	snprintf(finding, SELF_TEST_TEXT, "%.0f messages of %.0f processes arrived as they were sent", messages,
		 processes);
	return status;
}

static enum status test_clocks(const struct self_test *test, char *finding, struct error *err)
{
	char store[SELF_TEST_PATH];
	double sentinel = 0;
	enum status status =
		launch(test, "clocks", err, "measure", "collective", "--op", "barrier", "--timing", "global", "--reps",
		       "5:20", "--json", "--store", self_test_path(&test->place, "clocks.db", store), NULL);

	if (status == OK)
		status = self_test_number(&test->place, "clocks", NULL, "sentinel_seconds", &sentinel, err);
	if (status == OK && !(sentinel > 0 && isfinite(sentinel)))
		status = error_set(err, ERR_CHECK, "an empty round trip took %g s", sentinel);
	snprintf(finding, SELF_TEST_TEXT, "a barrier was timed on one clock of all; an empty round trip takes %.3f us",
		 1e6 * sentinel);
	return status;
}

static enum status test_tracer(const struct self_test *test, char *finding, struct error *err)
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
	snprintf(finding, SELF_TEST_TEXT, "the trace of %.0f processes has %.0f calls and is complete", processes,
		 calls);
	return status;
}

/* Bit patterns by operations that the drop-in carries out. */
static enum status test_dropin(const struct self_test *test, char *finding, struct error *err)
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
	snprintf(finding, SELF_TEST_TEXT, "%.0f messages of bcast and allreduce, by sonde's own algorithms, are right",
		 all);
	return status;
}

static enum status test_model(const struct self_test *test, char *finding, struct error *err)
{
	char model[SELF_TEST_PATH], store[SELF_TEST_PATH];
	const char *const check[] = {test->place.program, "model", "check", model, NULL};
	double seconds = 0;
	enum status status = launch(test, "model", err, "estimate", "plogp", "--statistic", "min", "--budget", "3s",
				    "--json", "--store", self_test_path(&test->place, "model.db", store), "-o",
				    self_test_path(&test->place, "model.json", model), NULL);

	if (status == OK)
		status = self_test_number(&test->place, "model", NULL, "seconds", &seconds, err);
	if (status == OK)
		status = self_test_run(&test->place, "check", check, err);
	snprintf(finding, SELF_TEST_TEXT, "plogp was estimated in %.1f s", seconds);
	return status;
}

static enum status test_prediction(const struct self_test *test, char *finding, struct error *err)
{
	char model[SELF_TEST_PATH], store[SELF_TEST_PATH];
	double off = 0;
	enum status status = launch(test, "prediction", err, "compare",
				    self_test_path(&test->place, "model.json", model), "--budget", "4s", "--json",
				    "--store", self_test_path(&test->place, "prediction.db", store), NULL);

	if (status == OK)
		status = self_test_number(&test->place, "prediction", "plogp", "mean_relative_error", &off, err);
	if (status == OK && !(off < off_most))
		status = error_set(
			err, ERR_CHECK,
			"round trips are predicted %.0f %% off in the mean: so do other programs that keep the CPUs "
			"busy; try again on a quiet machine",
			100 * off);
	snprintf(finding, SELF_TEST_TEXT, "round trips are predicted %.1f %% off in the mean", 100 * off);
	return status;
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
