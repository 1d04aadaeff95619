#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "place.h"
#include "store/store.h"

static const struct observation some[] = {{1, 1e-6, NAN}, {2, 2e-6, NAN}, {3, 3e-6, NAN}};

static void append(struct store *store, int64_t run, size_t bytes, size_t loop, size_t n)
{
	struct experiment what = roundtrip;
	struct error err = {0};

	what.bytes = bytes;
	what.loop = loop;
	assert_int_equal(store_append(store, run, &what, some, n, &err), OK);
}

static void expect_count(struct store *store, int64_t run, size_t points, size_t observations)
{
	size_t found[2] = {99, 99};
	struct error err = {0};

	assert_int_equal(store_count(store, run, &found[0], &found[1], &err), OK);
	assert_int_equal(found[0], points);
	assert_int_equal(found[1], observations);
}

static void expect_fact(struct store *store, int64_t run, const char *key, const char *expected)
{
	struct error err = {0};
	char *text = NULL;

	assert_int_equal(store_fact(store, run, key, &text, &err), OK);
	assert_int_equal(!text, !expected);
	if (expected)
		assert_string_equal(text, expected);
	free(text);
}

static void points_and_observations_of_a_run_are_counted(void **state)
{
	struct place *place = *state;
	struct store *store = must_open(place->path, 1);
	int64_t a = must_begin(store, "a"), b = must_begin(store, "b");

	append(store, a, 1, 1, 3);
	append(store, a, 1, 1, 2);
	append(store, a, 2, 1, 1);
	append(store, b, 1, 1, 1);
	expect_count(store, a, 2, 6);
	expect_count(store, b, 1, 1);
	expect_count(store, 99, 0, 0);
	store_close(store);
}

static void facts_are_set_and_changed_and_stay_with_their_run(void **state)
{
	struct place *place = *state;
	struct store *store = must_open(place->path, 1);
	struct error err = {0};
	int64_t a = must_begin(store, "a"), b = must_begin(store, "b");

	expect_fact(store, a, FACT_MACHINE, NULL);
	assert_int_equal(store_set_fact(store, a, FACT_MACHINE, VERDICT_STAYED, &err), OK);
	assert_int_equal(store_set_fact(store, a, FACT_STATISTIC, "median", &err), OK);
	assert_int_equal(store_set_fact(store, a, FACT_MACHINE, VERDICT_CHANGED, &err), OK);
	store_close(store);
	store = must_open(place->path, 0);
	expect_fact(store, a, FACT_MACHINE, VERDICT_CHANGED);
	expect_fact(store, a, FACT_STATISTIC, "median");
	expect_fact(store, b, FACT_MACHINE, NULL);
	store_close(store);
}

static void a_fact_does_not_take_the_place_of_a_circumstance(void **state)
{
	static const char *const taken[] = {"platform", "library", "processes", "host",
					    "binding",  "seed",    "clock_cost"};
	struct place *place = *state;
	struct store *store = must_open(place->path, 1);
	int64_t run = must_begin(store, NULL);

	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
		struct error err = {0};

		assert_int_equal(store_set_fact(store, run, taken[i], "x", &err), ERR_INPUT);
		assert_non_null(strstr(err.text, taken[i]));
	}
	assert_int_equal(store_set_fact(store, 99, FACT_MACHINE, "x", NULL), ERR_INPUT);
	store_close(store);
}

struct seen {
	struct timing timings[8];
	size_t n, most;
};

static enum status see(void *context, const struct timing *timing, struct error *err)
{
	struct seen *seen = context;

	if (seen->n == seen->most)
		return error_set(err, ERR_STOPPED, "enough");
	seen->timings[seen->n++] = *timing;
	return OK;
}

/* A point's batches may have been taken under different settings, as when a run was resumed. */
static void every_timing_comes_with_its_batch_and_the_settings_of_that(void **state)
{
	struct place *place = *state;
	struct store *store = must_open(place->path, 1);
	struct error err = {0};
	struct seen seen = {.most = 8};
	int64_t run = must_begin(store, NULL);

	append(store, run, 5, 10, 2);
	append(store, run, 7, 1, 1);
	append(store, run, 5, 20, 1);
	assert_int_equal(store_timings(store, run, see, &seen, &err), OK);
	assert_int_equal(seen.n, 4);
	for (size_t i = 0; i < 4; i++) {
		static const size_t bytes[] = {5, 5, 5, 7}, loops[] = {10, 10, 20, 1}, numbers[] = {0, 1, 0, 0};

		assert_int_equal(seen.timings[i].what.bytes, bytes[i]);
		assert_int_equal(seen.timings[i].what.loop, loops[i]);
		assert_int_equal(seen.timings[i].number, numbers[i]);
		assert_true(seen.timings[i].observation.seconds == some[numbers[i]].seconds);
	}
	assert_true(seen.timings[0].batch == seen.timings[1].batch && seen.timings[1].batch != seen.timings[2].batch);
	seen = (struct seen){.most = 3};
	assert_int_equal(store_timings(store, run, see, &seen, &err), ERR_STOPPED);
	assert_int_equal(seen.n, 3);
	store_close(store);
}

static void a_run_is_removed_with_all_that_belongs_to_it_and_the_file_shrinks(void **state)
{
	enum { MANY = 2000 };
	struct place *place = *state;
	struct store *store = must_open(place->path, 1);
	struct error err = {0};
	struct run run;
	int64_t kept = must_begin(store, "kept"), gone = must_begin(store, "gone");
	long before;

	append(store, kept, 1, 1, 2);
	for (size_t i = 0; i < MANY; i++)
		append(store, gone, i, 1, 3);
	assert_int_equal(store_note(store, gone, "a note", &err), OK);
	store_close(store);
	before = file_size(place->path);
	store = must_open(place->path, 0);
	assert_int_equal(store_delete(store, gone, &err), OK);
	assert_int_equal(store_shrink(store, &err), OK);
	expect_count(store, gone, 0, 0);
	expect_count(store, kept, 1, 2);
	assert_int_equal(store_find(store, "gone", &run, NULL), ERR_INPUT);
	assert_int_equal(store_delete(store, gone, &err), ERR_INPUT);
	store_close(store);
	assert_true(file_size(place->path) < before / 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_A_PLACE(points_and_observations_of_a_run_are_counted),
		IN_A_PLACE(facts_are_set_and_changed_and_stay_with_their_run),
		IN_A_PLACE(a_fact_does_not_take_the_place_of_a_circumstance),
		IN_A_PLACE(every_timing_comes_with_its_batch_and_the_settings_of_that),
		IN_A_PLACE(a_run_is_removed_with_all_that_belongs_to_it_and_the_file_shrinks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
