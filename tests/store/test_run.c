#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "place.h"
#include "stats/statistic.h"
#include "store/found.h"
#include "store/store.h"

static const struct observation some[] = {{.at = 1, .seconds = 1e-6, .send_seconds = NAN},
					  {.at = 2, .seconds = 2e-6, .send_seconds = NAN},
					  {.at = 3, .seconds = 3e-6, .send_seconds = NAN}};

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

static struct run must_find(struct store *store, int64_t id)
{
	struct run run = {0};
	struct error err = {0};

	assert_int_equal(store_run(store, id, &run, &err), OK);
	return run;
}

static void what_becomes_known_of_a_run_is_set_and_changed_and_stays_with_it(void **state)
{
	struct place *place = *state;
	struct store *store = must_open(place->path, 1);
	struct error err = {0};
	int64_t a = must_begin(store, "a"), b = must_begin(store, "b");
	struct run run = must_find(store, a);

	assert_int_equal(run.machine, MACHINE_UNKNOWN);
	assert_int_equal(run.statistic, STATISTIC_UNKNOWN);
	assert_int_equal(run.switch_size, 0);
	run_release(&run);
	assert_int_equal(store_set_machine(store, a, MACHINE_SAME, &err), OK);
	assert_int_equal(store_set_statistic(store, a, STATISTIC_MEDIAN, &err), OK);
	assert_int_equal(store_set_switch(store, a, 65536, &err), OK);
	assert_int_equal(store_set_machine(store, a, MACHINE_CHANGED, &err), OK);
	store_close(store);
	store = must_open(place->path, 0);
	run = must_find(store, a);
	assert_int_equal(run.machine, MACHINE_CHANGED);
	assert_string_equal(machine_verdict_text(run.machine, 1), "changed");
	assert_int_equal(run.statistic, STATISTIC_MEDIAN);
	assert_int_equal(run.switch_size, 65536);
	run_release(&run);
	run = must_find(store, b);
	assert_int_equal(run.machine, MACHINE_UNKNOWN);
	run_release(&run);
	assert_int_equal(store_run(store, 99, &run, &err), ERR_INPUT);
	err = (struct error){0};
	assert_int_equal(store_set_machine(store, 99, MACHINE_SAME, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "no run 99"));
	store_close(store);
}

static void cpu_times_come_back_for_the_processes_that_have_them(void **state)
{
	struct place *place = *state;
	struct store *store = must_open(place->path, 1);
	struct error err = {0};
	struct purpose purpose = purpose_of(PURPOSE_MEASURE_P2P, "measure p2p isend");
	struct circumstances three = {0};
	const struct run_begin begin = {.purpose = &purpose, .statistic = STATISTIC_MIN, .circumstances = &three};
	const struct cpu_time times[2][3] = {{{1, 2}, {0, 0}, {0.5, 0.25}}, {{3, 4}, {0, 0}, {0, 8}}};
	int64_t id = 0;
	struct run run;

	assert_int_equal(circumstances_processes(&three, 3, &err), OK);
	assert_int_equal(store_begin(store, &begin, &id, &err), OK);
	run = must_find(store, id);
	assert_null(run.circumstances.cpu);
	run_release(&run);
	for (int i = 0; i < 2; i++) { /* the second takes the place of the first */
		assert_int_equal(store_set_cpu(store, id, times[i], 3, &err), OK);
		run = must_find(store, id);
		for (size_t p = 0; p < 3; p++)
			assert_true(run.circumstances.cpu[p].cpu == times[i][p].cpu &&
				    run.circumstances.cpu[p].wall == times[i][p].wall);
		run_release(&run);
	}
	circumstances_release(&three);
	store_close(store);
}

static void options_and_sizes_come_back_as_they_were_asked_for(void **state)
{
	struct place *place = *state;
	struct store *store = must_open(place->path, 1);
	struct error err = {0};
	struct purpose purpose = purpose_of(PURPOSE_MEASURE_P2P, "measure p2p isend");
	struct circumstances none = {0};
	struct run_option given[] = {{"1", "model.json", true}, {"error", "0.01", false}, {"pairs", "0:1", true}};
	size_t bytes[] = {0, 1024};
	const struct asked asked = {given, 3, {bytes, 2, true}};
	struct asked read;
	const struct run_begin begin = {
		.purpose = &purpose, .statistic = STATISTIC_MIN, .asked = &asked, .circumstances = &none};
	int64_t id = 0;

	assert_int_equal(store_begin(store, &begin, &id, &err), OK);
	assert_int_equal(store_asked(store, id, &read, &err), OK);
	assert_int_equal(read.n, 3);
	for (size_t i = 0; i < read.n; i++) {
		assert_string_equal(read.options[i].key, given[i].key);
		assert_string_equal(read.options[i].value, given[i].value);
		assert_int_equal(read.options[i].resume, given[i].resume);
	}
	assert_int_equal(read.sizes.n, 2);
	assert_true(read.sizes.adaptive && read.sizes.bytes[0] == 0 && read.sizes.bytes[1] == 1024);
	asked_release(&read);
	assert_int_equal(store_asked(store, must_begin(store, "other"), &read, &err), OK);
	assert_true(read.n == 0 && read.sizes.n == 0);
	asked_release(&read);
	store_close(store);
}

static bool same(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

static void thresholds_come_back_as_they_were_and_take_the_place_of_others(void **state)
{
	enum { MANY = 16 };
	struct run_escalation two[] = {{4096, 60, 0, NAN, NAN, NAN}, {9000, 60, 31, 0.1, 0.2, 1.0 / 3}}, many[MANY];
	struct run_thresholds cases[] = {
		{NAN, NAN, NAN, NULL, 0}, {65536, 4096, INFINITY, two, 2}, {1, 2, 3, many, MANY}};
	struct place *place = *state;
	struct store *store = must_open(place->path, 1);
	struct error err = {0};
	int64_t run = must_begin(store, NULL);
	bool known = true;
	struct run_thresholds found;

	for (size_t i = 0; i < MANY; i++)
		many[i] = (struct run_escalation){INT64_MAX - 100 + i, INT64_MAX, INT64_MAX - 1,
						  1e-300 / 3,          2,         1e300 / 3};
	assert_int_equal(store_thresholds(store, run, &found, &known, &err), OK);
	assert_false(known);
	for (size_t c = 0; c < 3; c++) {
		assert_int_equal(store_set_thresholds(store, run, &cases[c], &err), OK);
		assert_int_equal(store_thresholds(store, run, &found, &known, &err), OK);
		assert_true(known && same(found.S, cases[c].S) && same(found.M1, cases[c].M1) &&
			    same(found.M2, cases[c].M2));
		assert_int_equal(found.n, cases[c].n);
		for (size_t i = 0; i < found.n; i++) {
			const struct run_escalation *a = &found.list[i], *b = &cases[c].list[i];

			assert_true(a->bytes == b->bytes && a->made == b->made && a->escalated == b->escalated &&
				    same(a->q10, b->q10) && same(a->q50, b->q50) && same(a->q90, b->q90));
		}
		run_thresholds_release(&found);
	}
	assert_int_equal(store_set_thresholds(store, 99, &cases[0], &err), ERR_INPUT);
	store_close(store);
}

static void states_of_the_machine_come_back_by_size(void **state)
{
	struct place *place = *state;
	struct store *store = must_open(place->path, 1);
	struct error err = {0};
	int64_t run = must_begin(store, NULL);
	const struct run_state states[] = {{0, 1, 1024, 2e-6}, {0, 1, 0, 1e-6}, {0, 2, 0, 9e-6}, {0, 1, 1024, 3e-6}};
	struct run_state *found = NULL;
	size_t n = 0;

	for (size_t i = 0; i < 4; i++)
		assert_int_equal(store_set_state(store, run, &states[i], &err), OK);
	assert_int_equal(store_states(store, run, 0, 1, &found, &n, &err), OK);
	assert_int_equal(n, 2);
	assert_true(found[0].bytes == 0 && found[0].seconds == 1e-6);
	assert_true(found[1].bytes == 1024 && found[1].seconds == 3e-6);
	free(found);
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
	enum { MANY = 3000 };
	struct place *place = *state;
	struct store *store = must_open(place->path, 1);
	struct error err = {0};
	struct run run;
	int64_t kept = must_begin(store, "kept"), gone = must_begin(store, "gone");
	long before;

	append(store, kept, 1, 1, 2);
	for (size_t i = 0; i < MANY; i++)
		append(store, gone, i, 1, 3);
	assert_int_equal(store_note(store, gone, NOTE_WARNING, NOTE_MACHINE, "a note", &err), OK);
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
		IN_A_PLACE(what_becomes_known_of_a_run_is_set_and_changed_and_stays_with_it),
		IN_A_PLACE(cpu_times_come_back_for_the_processes_that_have_them),
		IN_A_PLACE(options_and_sizes_come_back_as_they_were_asked_for),
		IN_A_PLACE(thresholds_come_back_as_they_were_and_take_the_place_of_others),
		IN_A_PLACE(states_of_the_machine_come_back_by_size),
		IN_A_PLACE(every_timing_comes_with_its_batch_and_the_settings_of_that),
		IN_A_PLACE(a_run_is_removed_with_all_that_belongs_to_it_and_the_file_shrinks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
