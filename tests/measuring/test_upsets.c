/* Timings that something has upset, among those that noise explains. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "measuring/upsets.h"

enum { TIMINGS = 20 };

/* A campaign of one point: n timings of so many seconds, of which the one in the middle took another time. */
static struct campaign campaign_with(struct experiment what, double seconds, double other, size_t n)
{
	struct campaign campaign = {0};
	struct error err = {0};
	struct sample *sample = campaign_point(&campaign, &what, &err);

	for (size_t i = 0; i < n; i++) {
		const struct observation o = {
			.at = 100 + (double)i, .seconds = i == n / 2 ? other : seconds, .send_seconds = 0};

		assert_int_equal(sample_add(sample, &o, 1, &err), OK);
	}
	return campaign;
}

static struct campaign campaign_of(double seconds, double other, size_t loop, size_t n)
{
	return campaign_with(
		(struct experiment){
			.kind = EXPERIMENT_ROUNDTRIP, .from = 2, .to = 5, .bytes = 65536, .count = 1, .loop = loop},
		seconds, other, n);
}

static void what_takes_far_longer_than_its_point_is_upset(void **state)
{
	static const struct {
		double seconds, other;
		size_t loop, n, upset;
	} cases[] = {
		{1e-3, 0.2, 1, TIMINGS, 1},       /* a timeout of TCP */
		{1e-3, 0.1, 1, TIMINGS, 0},       /* a time slice or several */
		{1e-6, 5.1e-3, 1000, TIMINGS, 1}, /* 5 s among a loop of 1000 */
		{1e-6, 5.1e-5, 1000, TIMINGS, 0},
		{0.5, 1.4, 1, TIMINGS, 0}, /* long ones vary by more */
		{0.5, 1.6, 1, TIMINGS, 1},
		{0.3, -9.7, 1, TIMINGS, 1}, /* where a barrier is subtracted */
		{1e-3, 5, 1, 2, 0},         /* of two nobody knows which */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct campaign campaign = campaign_of(cases[i].seconds, cases[i].other, cases[i].loop, cases[i].n);
		struct upsets upsets = upsets_find(&campaign, NULL, -INFINITY, NULL);

		if (upsets.upset != cases[i].upset || upsets.timings != cases[i].n)
			fail_msg("case %zu: %zu of %zu", i, upsets.upset, upsets.timings);
		campaign_release(&campaign);
	}
}

/* Gathers of 64 KiB, of which one took 0.2 s: an escalation if a search has found that this size escalates. */
static void escalations_that_a_search_found_are_no_upsets(void **state)
{
	static const struct {
		double from, below;
		const char *algorithm;
		size_t upset;
	} cases[] = {{4096, 65537, "linear", 0}, {65536, INFINITY, "linear", 0},
		     {4096, 65536, "linear", 1}, {65537, 131072, "linear", 1},
		     {0, 0, "linear", 1},        {4096, 65537, "binomial", 1}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const double escalating[] = {cases[i].from, cases[i].below};
		struct experiment what = {.kind = EXPERIMENT_COLLECTIVE, .bytes = 65536, .count = 1, .loop = 1};
		struct campaign campaign;

		strcpy(what.setup.collective, "gather");
		strcpy(what.setup.algorithm, cases[i].algorithm);
		campaign = campaign_with(what, 1e-3, 0.2, TIMINGS);
		assert_int_equal(upsets_find(&campaign, NULL, -INFINITY, escalating).upset, cases[i].upset);
		campaign_release(&campaign);
	}
}

static void the_worst_is_named_with_its_place(void **state)
{
	struct campaign campaign = campaign_of(1e-3, 3.001, 1, TIMINGS);
	struct upsets upsets = upsets_find(&campaign, NULL, -INFINITY, NULL);
	char text[600];

	(void)state;
	upsets_text(&upsets, 100, text, sizeof(text));
	assert_non_null(strstr(text, "1 of 20 timings was upset: the worst took 3 s more than its point's median "
				     "(roundtrip of 64K between processes 2 and 5, 10.0 s after the begin)"));
	campaign_release(&campaign);
	upsets = upsets_find(&campaign, NULL, -INFINITY, NULL);
	assert_string_equal(upsets_text(&upsets, 0, text, sizeof(text)), "");
}

static void a_process_that_stops_beside_a_timing_is_found_too(void **state)
{
	struct campaign campaign = campaign_of(1e-3, 1e-3, 1, TIMINGS);
	struct upsets upsets;
	char text[600];

	(void)state;
	for (size_t i = 0; i < TIMINGS; i++)
		campaign.samples[0]->observations[i].after = i == 7 ? 5.0001 : 1e-4;
	upsets = upsets_find(&campaign, NULL, -INFINITY, NULL);
	assert_int_equal(upsets.upset, 1);
	upsets_text(&upsets, 100, text, sizeof(text));
	assert_non_null(strstr(text,
			       "the worst took 5 s more than usual, with the empty round trip behind it (roundtrip "
			       "of 64K between processes 2 and 5, 7.0 s after the begin)"));
	campaign_release(&campaign);
}

/* What one prober tracked may be a part of what the campaign holds of a point, or more than it. */
static void what_is_tracked_and_what_is_not_are_looked_at(void **state)
{
	static const struct {
		size_t here, tracked; /* timings, of which the middle one is upset */
		size_t timings;
	} cases[] = {{TIMINGS, 0, TIMINGS}, {0, TIMINGS, TIMINGS}, {TIMINGS, 5, TIMINGS}, {5, TIMINGS, TIMINGS}};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct campaign here = {.n = 0}, tracked = {.n = 0};
		struct upsets upsets;

		if (cases[i].here > 0)
			here = campaign_of(1e-3, cases[i].here == TIMINGS ? 0.2 : 1e-3, 1, cases[i].here);
		if (cases[i].tracked > 0)
			tracked = campaign_of(1e-3, cases[i].tracked == TIMINGS ? 0.2 : 1e-3, 1, cases[i].tracked);
		upsets = upsets_find(&here, &tracked, -INFINITY, NULL);
		assert_int_equal(upsets.upset, 1);
		assert_int_equal(upsets.timings, cases[i].timings);
		campaign_release(&here);
		campaign_release(&tracked);
	}
}

static void a_clock_that_jumped_is_told_and_one_that_is_corrected_is_not(void **state)
{
	char text[300];

	(void)state;
	assert_false(upsets_clock_text(60, 0.05, 0, text, sizeof(text)));
	assert_false(upsets_clock_text(1000, 0.9, 0, text, sizeof(text)));
	assert_true(upsets_clock_text(60, 10, 0, text, sizeof(text)));
	assert_non_null(strstr(
		text,
		"it went 10 s further than the machine's other clock. A timing during which it jumps is too long;"));
	assert_true(upsets_clock_text(60, -10, 2, text, sizeof(text)));
	assert_non_null(strstr(text, "10 s less far than"));
	assert_non_null(strstr(text, "; timings below 0, which were made again: 2"));
	assert_non_null(strstr(text, "A timing during which it jumps is too short, or below 0;"));
	assert_true(upsets_clock_text(60, 0, 1, text, sizeof(text)));
	assert_non_null(strstr(text, "A timing during which it jumps is wrong;"));
}

static void packets_that_were_lost_are_told(void **state)
{
	char text[300];

	(void)state;
	assert_false(upsets_lost_text(0, 0, text, sizeof(text)));
	assert_false(upsets_lost_text(100, 2, text, sizeof(text)));
	assert_false(upsets_lost_text(100000, 90, text, sizeof(text)));
	assert_true(upsets_lost_text(20000, 210, text, sizeof(text)));
	assert_non_null(strstr(text, "sent 210 of 20000 segments again (1.1 %)"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_takes_far_longer_than_its_point_is_upset),
		cmocka_unit_test(escalations_that_a_search_found_are_no_upsets),
		cmocka_unit_test(the_worst_is_named_with_its_place),
		cmocka_unit_test(a_process_that_stops_beside_a_timing_is_found_too),
		cmocka_unit_test(packets_that_were_lost_are_told),
		cmocka_unit_test(what_is_tracked_and_what_is_not_are_looked_at),
		cmocka_unit_test(a_clock_that_jumped_is_told_and_one_that_is_corrected_is_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
