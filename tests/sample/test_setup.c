#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "sample/setup.h"

/* Each differs from plain in one thing. */
static const struct {
	struct setup setup;
	const char *text;
} cases[] = {
	{{.operation = OPERATION_ISEND}, "operation=isend"},
	{{.operation = OPERATION_GET_LOCK}, "operation=get-lock"},
	{{.background = BACKGROUND_FAR}, "company=far"},
	{{.layout = {{LAYOUT_VECTOR, 8, 2}}}, "layout.sender=vector:8:2"},
	{{.layout = {[1] = {LAYOUT_SUBARRAY, 4096, 3}}}, "layout.receiver=subarray:4096:3"},
	{{.cold = {true}}, "cold.sender=1"},
	{{.cold = {false, true}}, "cold.receiver=1"},
	{{.collective = "bcast"}, "collective=bcast"},
	{{.algorithm = "binomial"}, "algorithm=binomial"},
	{{.segment = 8192}, "segment=8192"},
	{{.fanout = 3}, "fanout=3"},
	{{.arrival = "late-root:0.0001"}, "arrival=late-root:0.0001"},
	{{.timing = TIMING_MAX}, "timing=max"},
	{{.timing = TIMING_ACKNOWLEDGED}, "timing=acknowledged"},
	{{.side = SIDE_RECEIVER}, "side=receiver"},
	{{.compute = 1.0 / 3}, "compute=0.33333333333333331"},
};

enum { CASES = sizeof(cases) / sizeof(cases[0]) };

static void a_setup_is_read_back_as_it_was_written(void **state)
{
	char text[SETUP_TEXT_MOST];
	struct setup read;
	(void)state;

	for (size_t i = 0; i < CASES; i++) {
		assert_string_equal(setup_format(&cases[i].setup, text), cases[i].text);
		assert_int_equal(setup_parse(text, &read, NULL), OK);
		assert_true(setup_same(&read, &cases[i].setup));
	}
}

static void a_plain_setup_is_empty_text(void **state)
{
	const struct setup plain = {.compute = 0};
	char text[SETUP_TEXT_MOST];
	struct setup read = cases[0].setup;
	(void)state;

	assert_string_equal(setup_format(&plain, text), "");
	assert_int_equal(setup_parse("", &read, NULL), OK);
	assert_true(setup_same(&read, &plain));
}

static void any_two_setups_differ(void **state)
{
	(void)state;
	for (size_t i = 0; i < CASES; i++)
		for (size_t k = 0; k < CASES; k++)
			assert_int_equal(setup_same(&cases[i].setup, &cases[k].setup), i == k);
}

static void everything_at_once_fits_the_text(void **state)
{
	struct setup all = {
		.operation = OPERATION_PERSISTENT,
		.background = BACKGROUND_PERMUTATION,
		.layout = {{LAYOUT_CONTIGUOUS + 3, SIZE_MAX, SIZE_MAX}, {LAYOUT_SUBARRAY, SIZE_MAX, SIZE_MAX}},
		.cold = {true, true},
		.timing = TIMING_ROOT,
		.segment = SIZE_MAX,
		.fanout = SIZE_MAX,
		.third = SIZE_MAX,
		.side = SIDE_RECEIVER,
		.compute = 1.2345678901234567e-300,
	};
	char text[SETUP_TEXT_MOST];
	struct setup read;
	(void)state;

	memset(all.collective, 'c', SETUP_NAME_MOST - 1);
	memset(all.algorithm, 'a', SETUP_NAME_MOST - 1);
	memset(all.forced, 'f', SETUP_NAME_MOST - 1);
	memset(all.order, '1', SETUP_LIST_MOST - 1);
	memset(all.groups, '2', SETUP_LIST_MOST - 1);
	memset(all.arrival, '3', SETUP_ARRIVAL_MOST - 1);
	assert_int_equal(setup_parse(setup_format(&all, text), &read, NULL), OK);
	assert_true(setup_same(&read, &all));
}

static void what_is_not_understood_is_named(void **state)
{
	static const struct {
		const char *text, *part;
	} wrong[] = {
		{"operation=fly", "\"operation=fly\""},
		{"colour=red", "\"colour=red\""},
		{"cold.sender=1 company=", "\"company=\""},
		{"segment=x", "\"segment=x\""},
		{"segment=-1", "\"segment=-1\""},
		{"segment=8K", "\"segment=8K\""},
		{"segment=99999999999999999999", "\"segment=99999999999999999999\""},
		{"layout.sender=vector:8", "\"layout.sender=vector:8\""},
		{"layout.sender=torus:8:2", "\"layout.sender=torus:8:2\""},
		{"layout.sender=vector:0:2", "\"layout.sender=vector:0:2\""},
		{"layout.receiver=vector:8:0", "\"layout.receiver=vector:8:0\""},
		{"layout.sender=contiguous:1:3", "\"layout.sender=contiguous:1:3\""},
		{"layout.sender=vector:8:2x", "\"layout.sender=vector:8:2x\""},
		{"segment=-1", "\"segment=-1\""},
		{"segment=5b", "\"segment=5b\""},
		{"third=18446744073709551616", "\"third=18446744073709551616\""},
		{"compute=nan", "\"compute=nan\""},
		{"compute=-1", "\"compute=-1\""},
		{"collective=a-name-that-is-a-good-deal-longer-than-names-may-be", "\"collective=a-name-that"},
		{"operation", "\"operation\""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct error err = {0};
		struct setup setup;

		assert_int_equal(setup_parse(wrong[i].text, &setup, &err), ERR_INPUT);
		if (!strstr(err.text, wrong[i].part))
			fail_msg("\"%s\" does not name %s", err.text, wrong[i].part);
	}
}

static void acknowledgements_time_a_broadcast_of_all_that_come_at_once_alone(void **state)
{
	static const struct {
		struct setup setup;
		size_t count;
		enum status status;
	} asked[] = {
		{{.collective = "bcast", .timing = TIMING_ACKNOWLEDGED}, 1, OK},
		{{.collective = "bcast", .timing = TIMING_ACKNOWLEDGED}, 2, ERR_INPUT},
		{{.collective = "bcast", .algorithm = "chain", .segment = 9, .timing = TIMING_ACKNOWLEDGED}, 1, OK},
		{{.collective = "scatter", .timing = TIMING_ACKNOWLEDGED}, 1, ERR_INPUT},
		{{.collective = "mine", .timing = TIMING_ACKNOWLEDGED}, 1, ERR_INPUT},
		{{.collective = "bcast", .members = MEMBERS_NODE, .timing = TIMING_ACKNOWLEDGED}, 1, ERR_INPUT},
		{{.collective = "bcast", .arrival = "0,1e-05", .timing = TIMING_ACKNOWLEDGED}, 1, ERR_INPUT},
		{{.collective = "bcast", .timing = TIMING_GLOBAL}, 2, OK},
		{{.collective = "scatter", .timing = TIMING_MAX}, 1, OK},
		{{.collective = "mine", .arrival = "0,1e-05", .timing = TIMING_ROOT}, 1, OK},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++)
		assert_int_equal(setup_timing_check(&asked[i].setup, asked[i].count, NULL), asked[i].status);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_setup_is_read_back_as_it_was_written),
		cmocka_unit_test(a_plain_setup_is_empty_text),
		cmocka_unit_test(any_two_setups_differ),
		cmocka_unit_test(everything_at_once_fits_the_text),
		cmocka_unit_test(what_is_not_understood_is_named),
		cmocka_unit_test(acknowledgements_time_a_broadcast_of_all_that_come_at_once_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
