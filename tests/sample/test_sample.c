#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "sample/sample.h"

static const struct experiment base = {EXPERIMENT_ROUNDTRIP, 0, 1, 1024, 8, 1, 10, 2, 1e-3, {.compute = 0}};

static void two_experiments_are_the_same_point_if_they_agree_in_all_but_loop_warmup_and_delay(void **state)
{
	struct {
		struct experiment other;
		bool same;
	} cases[] = {
		{{EXPERIMENT_ROUNDTRIP, 0, 1, 1024, 8, 1, 10, 2, 1e-3, {.compute = 0}}, true},
		{{EXPERIMENT_ROUNDTRIP, 0, 1, 1024, 8, 1, 11, 2, 1e-3, {.compute = 0}}, true},
		{{EXPERIMENT_ROUNDTRIP, 0, 1, 1024, 8, 1, 10, 3, 1e-3, {.compute = 0}}, true},
		{{EXPERIMENT_ROUNDTRIP, 0, 1, 1024, 8, 1, 10, 2, 2e-3, {.compute = 0}}, true},
		{{EXPERIMENT_TRAIN, 0, 1, 1024, 8, 1, 10, 2, 1e-3, {.compute = 0}}, false},
		{{EXPERIMENT_ROUNDTRIP, 2, 1, 1024, 8, 1, 10, 2, 1e-3, {.compute = 0}}, false},
		{{EXPERIMENT_ROUNDTRIP, 0, 2, 1024, 8, 1, 10, 2, 1e-3, {.compute = 0}}, false},
		{{EXPERIMENT_ROUNDTRIP, 0, 1, 1025, 8, 1, 10, 2, 1e-3, {.compute = 0}}, false},
		{{EXPERIMENT_ROUNDTRIP, 0, 1, 1024, 9, 1, 10, 2, 1e-3, {.compute = 0}}, false},
		{{EXPERIMENT_ROUNDTRIP, 0, 1, 1024, 8, 2, 10, 2, 1e-3, {.compute = 0}}, false},
		{{EXPERIMENT_ROUNDTRIP, 0, 1, 1024, 8, 1, 10, 2, 1e-3, {.operation = OPERATION_SSEND}}, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct campaign campaign = {0};
		struct error err = {0};

		assert_int_equal(experiment_same_point(&base, &cases[i].other), cases[i].same);
		assert_int_equal(experiment_same_point(&cases[i].other, &base), cases[i].same);
		assert_non_null(campaign_point(&campaign, &base, &err));
		assert_int_equal(campaign_find(&campaign, &cases[i].other) != NULL, cases[i].same);
		campaign_release(&campaign);
	}
}

static void every_kind_of_experiment_has_a_name_of_its_own(void **state)
{
	static const char *const names[EXPERIMENT_KINDS] = {
		"roundtrip",        "train",    "send",    "send-alone", "send-early", "receive",
		"receive-expected", "exchange", "overlap", "one-to-two", "collective", "crossed"};

	(void)state;
	for (int i = 0; i < EXPERIMENT_KINDS; i++)
		assert_string_equal(experiment_name((enum experiment_kind)i), names[i]);
	assert_string_equal(experiment_name((enum experiment_kind)EXPERIMENT_KINDS), "unknown");
}

static void an_empty_campaign_has_no_points(void **state)
{
	struct campaign campaign = {0};

	(void)state;
	assert_null(campaign_find(&campaign, &base));
	campaign_release(&campaign);
}

/* No two of them are the same point: close numbers differ in from, others in bytes. */
static struct experiment numbered(size_t i)
{
	return (struct experiment){(enum experiment_kind)(i % EXPERIMENT_KINDS),
				   (int)(i % 7),
				   (int)(i % 11) + 7,
				   i / 3 * 1024,
				   0,
				   1 + i % 2,
				   1,
				   0,
				   0,
				   {.compute = 0}};
}

static void points_are_found_and_stay_where_they_are_while_others_are_added(void **state)
{
	enum { POINTS = 2000 };
	struct campaign campaign = {0};
	struct sample *samples[POINTS];
	struct error err = {0};

	(void)state;
	for (size_t i = 0; i < POINTS; i++) {
		struct experiment what = numbered(i);

		assert_null(campaign_find(&campaign, &what));
		samples[i] = campaign_point(&campaign, &what, &err);
		assert_non_null(samples[i]);
		assert_int_equal(campaign.n, i + 1);
	}
	for (size_t i = 0; i < POINTS; i++) {
		struct experiment what = numbered(i);

		assert_ptr_equal(campaign_find(&campaign, &what), samples[i]);
		assert_ptr_equal(campaign_point(&campaign, &what, &err), samples[i]);
		assert_ptr_equal(campaign.samples[i], samples[i]);
		assert_true(experiment_same_point(&samples[i]->what, &what));
	}
	assert_int_equal(campaign.n, POINTS);
	campaign_release(&campaign);
	assert_int_equal(campaign.n, 0);
	assert_null(campaign_find(&campaign, &base));
}

static void observations_are_kept_in_the_order_in_which_they_were_added(void **state)
{
	struct campaign campaign = {0};
	struct error err = {0};
	struct sample *sample = campaign_point(&campaign, &base, &err);
	struct observation observations[13];
	size_t n = 0;

	(void)state;
	assert_int_equal(sample->n, 0);
	assert_int_equal(sample_add(sample, NULL, 0, &err), OK);
	for (size_t batch = 1; batch <= 13; batch++) {
		for (size_t i = 0; i < batch; i++)
			observations[i] = (struct observation){.at = (double)(n + i),
							       .seconds = 1.0 / (double)(n + i + 1),
							       .send_seconds = (double)batch};
		assert_int_equal(sample_add(sample, observations, batch, &err), OK);
		n += batch;
		assert_int_equal(sample->n, n);
	}
	/* Copies: equal to the last bit. */
	for (size_t i = 0; i < n; i++)
		assert_true(sample->observations[i].at == (double)i &&
			    sample->observations[i].seconds == 1.0 / (double)(i + 1));
	campaign_release(&campaign);
}

static void more_observations_than_memory_holds_leave_the_sample_as_it_was(void **state)
{
	struct campaign campaign = {0};
	struct error err = {0};
	struct sample *sample = campaign_point(&campaign, &base, &err);
	struct observation one = {.at = 1, .seconds = 2, .send_seconds = 3};

	(void)state;
	assert_int_equal(sample_add(sample, &one, 1, &err), OK);
	assert_int_equal(sample_add(sample, &one, SIZE_MAX, &err), ERR_MEMORY);
	assert_non_null(strstr(err.text, "observations"));
	assert_int_equal(sample->n, 1);
	assert_true(sample->observations[0].seconds == 2);
	campaign_release(&campaign);
}

static void no_loop_is_longer_than_there_are_places_for_its_messages(void **state)
{
	const struct {
		struct experiment what;
		size_t most, room;
	} cases[] = {
		{{.kind = EXPERIMENT_ROUNDTRIP, .bytes = 1, .count = 1}, 4096, 1},
		{{.kind = EXPERIMENT_ROUNDTRIP, .bytes = 65, .reply_bytes = 129, .count = 1}, 1365, 129},
		{{.kind = EXPERIMENT_ROUNDTRIP, .bytes = 1, .count = 1, .setup = {.operation = OPERATION_PERSISTENT}},
		 256,
		 1},
		{{.kind = EXPERIMENT_TRAIN, .bytes = 1024, .count = 16}, 16, 1024},
		{{.kind = EXPERIMENT_TRAIN, .bytes = 1 << 20, .count = 16}, 1, 1 << 20},
		{{.kind = EXPERIMENT_EXCHANGE, .bytes = 1024, .count = 1}, 128, 1024},
		{{.kind = EXPERIMENT_EXCHANGE, .bytes = 1 << 20, .count = 1, .setup = {.cold = {true, false}}},
		 1,
		 2 << 20},
		{{.kind = EXPERIMENT_ROUNDTRIP,
		  .bytes = 1024,
		  .count = 1,
		  .setup = {.layout = {{0}, {LAYOUT_VECTOR, 64, 4}}}},
		 67,
		 15 * 256 + 64},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(experiment_loop_most(&cases[i].what), cases[i].most);
		assert_int_equal(experiment_room(&cases[i].what), cases[i].room);
	}
}

/* 2^20 blocks of 2^30 bytes, of which each starts 2^14 blocks after the one before: the last one at 2^64 - 2^44. */
static void a_message_that_no_memory_holds_is_refused(void **state)
{
	const size_t block = (size_t)1 << 30, stride = (size_t)1 << 14, most = (size_t)1 << 50;
	const struct layout vector = {LAYOUT_VECTOR, block, stride};
	struct experiment what = {.kind = EXPERIMENT_ROUNDTRIP, .to = 1, .bytes = most, .count = 1};
	struct error err = {0};

	(void)state;
	assert_int_equal(experiment_check(&what, &err), OK);
	what.setup.layout[1] = vector;
	assert_true(layout_span(&vector, most) == (SIZE_MAX >> 44 << 44) + block);
	assert_int_equal(experiment_check(&what, &err), OK);
	assert_int_equal(experiment_places(&what), 1);
	assert_int_equal(experiment_room(&what), SIZE_MAX);
	what.reply_bytes = most + 1;
	assert_true(layout_span(&vector, most + 1) == SIZE_MAX);
	assert_int_equal(experiment_check(&what, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "1125899906842625 bytes in blocks of 1073741824, each 16384 blocks after"));
	assert_int_equal(experiment_places(&what), 1);
	assert_int_equal(experiment_loop_most(&what), 1);
	assert_int_equal(experiment_room(&what), SIZE_MAX);
	what.setup.layout[1] = (struct layout){LAYOUT_SUBARRAY, SIZE_MAX, SIZE_MAX};
	assert_int_equal(experiment_check(&what, &err), OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_message_that_no_memory_holds_is_refused),
		cmocka_unit_test(two_experiments_are_the_same_point_if_they_agree_in_all_but_loop_warmup_and_delay),
		cmocka_unit_test(every_kind_of_experiment_has_a_name_of_its_own),
		cmocka_unit_test(an_empty_campaign_has_no_points),
		cmocka_unit_test(points_are_found_and_stay_where_they_are_while_others_are_added),
		cmocka_unit_test(observations_are_kept_in_the_order_in_which_they_were_added),
		cmocka_unit_test(more_observations_than_memory_holds_leave_the_sample_as_it_was),
		cmocka_unit_test(no_loop_is_longer_than_there_are_places_for_its_messages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
