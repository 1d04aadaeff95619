#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../sanitized.h"
#include "base/random.h"
#include "tune/mapped.h"
#include "tune/table.h"

enum { MOST = 5, LARGEST = 262144, M1 = 60, M2 = 3000 };

static double drawn(struct random *random, double low, double high)
{
	return low * pow(high / low, random_uniform(random));
}

/* Processes and links that differ by up to ten times. */
static struct model *unlike(int n, uint64_t seed)
{
	struct link links[MOST * MOST + 1];
	size_t n_links = 0;
	struct random random;
	struct model *model;

	random_init(&random, seed);
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++)
			links[n_links++] = (struct link){i, j};
	links[n_links++] = (struct link){LINK_ANY, LINK_ANY}; /* of the platform */
	model = model_new(model_class_find("lmo", NULL), (size_t)n, links, n_links);
	assert_non_null(model);
	for (size_t l = 0; l + 1 < n_links; l++) {
		bool process = links[l].from == links[l].to;

		assert_int_equal(model_set(model, l, process ? "C" : "L", drawn(&random, 1e-5, 1e-4), NULL), OK);
		assert_int_equal(model_set(model, l, process ? "t" : "inverse_beta",
					   drawn(&random, process ? 1e-9 : 2e-9, process ? 1e-8 : 5e-8), NULL),
				 OK);
	}
	assert_int_equal(model_check(model, NULL), OK);
	return model;
}

static double time_of(const struct tune_options *options, const struct algorithm_class *algorithm,
		      const struct call *call)
{
	const struct algorithm_use use = {algorithm, call};
	double seconds = 0;

	assert_int_equal(predict_collective(&options->predict, &use, &seconds, NULL), OK);
	return seconds;
}

static int id_of(const struct tune_options *options, enum collective collective)
{
	for (int id = 0; id < TUNED_OPERATIONS; id++)
		if (strcmp(options->library->class(id)->name, collective_words[collective]) == 0)
			return id;
	fail();
	return -1;
}

/* The quickest of the library's own decision and of all algorithms in one piece. */
static double without_order(const struct tune_options *options, const struct call *call)
{
	const struct tune_place place = {.id = id_of(options, call->collective),
					 .processes = call->processes,
					 .level = TUNED_WHOLE,
					 .whole = call->processes};
	struct tune_task task;
	double least;

	assert_int_equal(tune_task_open(options, &place, &task, NULL), OK);
	assert_int_equal(tune_task_predict(&task, 0, call->count, INFINITY, &least, NULL), OK);
	tune_task_release(&task);
	for (const struct algorithm_class *each = algorithm_next(NULL); each; each = algorithm_next(each)) {
		struct call plain = *call;

		plain.fanout = each->fanout;
		if (each->collective == call->collective && algorithm_check(each, &plain, NULL) == OK)
			least = fmin(least, time_of(options, each, &plain));
	}
	return least;
}

static void expect_quicker(const struct tune_options *options, const struct algorithm_choice *row, uint64_t bytes)
{
	struct call call = {
		.collective = row->collective, .processes = (int)row->processes[0], .count = bytes, .commutes = true};
	double least = without_order(options, &call), seconds;

	call.segment = row->segment;
	call.fanout = row->fanout;
	call.order = row->order;
	seconds = time_of(options, row->algorithm, &call);
	if (seconds > least)
		print_error("%s by %s, %llu bytes, row from %llu: %.9g, without an order %.9g\n",
			    collective_words[row->collective], row->algorithm->name, (unsigned long long)bytes,
			    (unsigned long long)row->bytes[0], seconds, least);
	assert_true(seconds <= least);
}

/* Sizes far from each other: what is best at one need not be at the next. */
static void rows_with_an_order_are_the_quicker_as_far_as_they_go(void **state)
{
	size_t rows_seen = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= FEWER(2, 1); seed++) {
		struct model *model = unlike(MOST, seed);
		struct tune_options options = {
			.library = &tune_sonde, .predict = predict_options_default(model), .loss = 0.02};
		struct choices rows = {.n = 0};

		assert_int_equal(size_list_parse("5", &options.processes, NULL), OK);
		assert_int_equal(size_list_parse("100,5000,256K", &options.sizes, NULL), OK);
		assert_int_equal(size_list_parse("16K", &options.segments, NULL), OK);
		for (int id = 0; id < TUNED_OPERATIONS; id++)
			options.operations[id] = true;
		assert_int_equal(tune_mapped_rows(&options, &rows, NULL), OK);
		for (size_t i = 0; i < rows.n; i++) {
			const struct algorithm_choice *row = &rows.list[i];

			rows_seen++;
			assert_true(row->bytes[0] <= row->bytes[1] && row->bytes[1] <= LARGEST);
			if (row->collective == COLLECTIVE_SCATTERV || row->collective == COLLECTIVE_GATHERV)
				continue;
			expect_quicker(&options, row, row->bytes[0]);
			expect_quicker(&options, row, (uint64_t)sqrt((double)row->bytes[0] * (double)row->bytes[1]));
			expect_quicker(&options, row, row->bytes[1]);
		}
		choices_release(&rows);
		size_list_release(&options.processes);
		size_list_release(&options.sizes);
		size_list_release(&options.segments);
		model_free(model);
	}
	assert_true(rows_seen > 0);
}

/* Counts rows of gather and gatherv: those that begin below M1, and those that are for sizes from M1 to M2. */
static void count_gathers(struct tune_options *options, size_t *below, size_t *within)
{
	struct choices rows = {.n = 0};

	assert_int_equal(tune_mapped_rows(options, &rows, NULL), OK);
	for (size_t i = 0; i < rows.n; i++) {
		*below += rows.list[i].bytes[0] < M1;
		*within += rows.list[i].bytes[1] >= M1 && rows.list[i].bytes[0] < M2;
	}
	choices_release(&rows);
}

/* From M1 to M2 linear gathers escalate, and what others do there is not known. Below M1 nothing changes. */
static void gathers_that_escalate_have_no_order(void **state)
{
	size_t below = 0, below_known = 0, within = 0, within_known = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= FEWER(20, 7); seed++) {
		struct model *model = unlike(MOST, seed);
		struct tune_options options = {
			.library = &tune_sonde, .predict = predict_options_default(model), .loss = 0.02};

		assert_int_equal(size_list_parse("5", &options.processes, NULL), OK);
		assert_int_equal(size_list_parse("20,100,1000", &options.sizes, NULL), OK);
		options.operations[id_of(&options, COLLECTIVE_GATHER)] = true;
		count_gathers(&options, &below, &within);
		assert_int_equal(model_set(model, model_platform(model), "M1", M1, NULL), OK);
		assert_int_equal(model_set(model, model_platform(model), "M2", M2, NULL), OK);
		count_gathers(&options, &below_known, &within_known);
		size_list_release(&options.processes);
		size_list_release(&options.sizes);
		model_free(model);
	}
	assert_true(below > 0 && within > 0); /* else this shows nothing */
	assert_int_equal(below_known, below);
	assert_int_equal(within_known, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_with_an_order_are_the_quicker_as_far_as_they_go),
		cmocka_unit_test(gathers_that_escalate_have_no_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
