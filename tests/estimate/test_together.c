#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "../probe/scripted.h"
#include "estimate/method/partners.h"
#include "estimate/method/together.h"
#include "model/classes.h"

enum { PROCESSES = 12, SWITCHED = 6 };

static const double budget = 60;

static double rate, /* B/s */
	uplinks;    /* messages at a time between two switches, of six processes each, at full rate */

static double link(const struct experiment *what, double now)
{
	(void)now;
	return 1e-4 + (double)(what->bytes + what->reply_bytes) / rate;
}

static bool crosses(const struct experiment *what)
{
	return (what->from < SWITCHED) != (what->to < SWITCHED);
}

static enum status run_together(struct platform *platform, const struct experiment *list, size_t k, size_t n,
				struct observation *observations, struct error *err)
{
	double crossing = 0;

	for (size_t i = 0; i < k; i++)
		crossing += crosses(&list[i]);
	for (size_t i = 0; i < k; i++) {
		if (scripted_run(platform, &list[i], n, &observations[i * n], err) != OK)
			return ERR_PLATFORM;
		for (size_t j = 0; j < n && crosses(&list[i]); j++)
			observations[i * n + j].seconds *= fmax(1, crossing / uplinks);
	}
	return OK;
}

/* Whether all pairs of the processes are measured together, of what was asked for; *spent gets the seconds that it
 * took. */
static bool finds(bool lenient, double deadline, bool asked, double *spent)
{
	static const size_t sizes[] = {0, 1000, 65536};
	struct platform_class class = scripted_class;
	struct scripted platform = scripted_platform(link);
	struct estimate_options options = estimate_options_default(&model_lmo, &model_lmo.methods[0]);
	struct campaign campaign = {.n = 0};
	struct notes notes = {0};
	const struct progress progress = {.note = notes_take, .context = &notes};
	struct prober prober;
	bool together = !asked;

	class.run_together = run_together;
	platform.platform.class = &class;
	platform.platform.processes = PROCESSES;
	options.probe.deadline = deadline;
	options.probe.lenient = lenient;
	options.parallel = asked;
	prober_init(&prober, &platform.platform, &campaign, &options.probe, NULL, &progress);
	assert_int_equal(together_find(&options, &prober, sizes, 3, &together, NULL), OK);
	*spent = platform.time;
	assert_int_equal(notes.n, *spent > 1);
	assert_int_equal(notes.warnings, 0);
	prober_release(&prober);
	return together;
}

static void pairs_that_do_not_meet_are_measured_together(void **state)
{
	double spent;

	(void)state;
	rate = 2e6;
	uplinks = SWITCHED;
	assert_true(finds(true, budget, false, &spent));
	assert_true(spent > 1 && spent < 0.25 * budget);
}

static void pairs_that_share_a_link_are_not(void **state)
{
	double spent;

	(void)state;
	rate = 2e6;
	for (uplinks = 1; uplinks < SWITCHED - 1; uplinks++)
		assert_false(finds(true, budget, false, &spent));
}

static void where_there_is_time_one_follows_the_other(void **state)
{
	double spent;

	(void)state;
	uplinks = SWITCHED;
	rate = 1e9;
	assert_false(finds(true, budget, false, &spent));
	rate = 2e6;
	assert_false(finds(true, 0, false, &spent)); /* no deadline */
	assert_false(finds(false, budget, false, &spent));
	assert_true(finds(true, budget, true, &spent));
	assert_true(spent == 0);
}

/* Round trips of all pairs, those of the first process three times as long. */
static void fill(struct campaign *campaign, size_t bytes)
{
	for (int i = 0; i < PROCESSES; i++)
		for (int j = i + 1; j < PROCESSES; j++) {
			const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP,
							.from = i,
							.to = j,
							.bytes = bytes,
							.reply_bytes = bytes,
							.count = 1};
			const struct observation seen = {.seconds = (i == 0 ? 3 : 1) * (1e-4 + 1e-8 * (double)bytes)};
			struct sample *sample = campaign_point(campaign, &trip, NULL);

			assert_non_null(sample);
			for (int k = 0; k < 3; k++)
				assert_int_equal(sample_add(sample, &seen, 1, NULL), OK);
		}
}

/* Each process has the two partners that follow it, of those that are near. */
static void few_partners_are_the_near_ones_that_follow(void **state)
{
	struct estimate_options options = estimate_options_default(&model_lmo, &model_lmo.methods[0]);
	struct campaign campaign = {.n = 0};
	struct triplet_rounds rounds[2];

	(void)state;
	options.parallel = true;
	fill(&campaign, 0);
	fill(&campaign, options.long_size);
	assert_int_equal(partners_choose(&options, &campaign, PROCESSES, 2, rounds, NULL), OK);
	for (int s = 0; s < 2; s++) {
		assert_int_equal(rounds[s].first[rounds[s].n], PROCESSES);
		assert_true(rounds[s].n < PROCESSES / 2); /* rounds of several */
		for (size_t i = 0; i < PROCESSES; i++) {
			const struct triplet *t = &rounds[s].triplets[i];
			int next = t->from + 1 < PROCESSES ? t->from + 1 : 1,
			    after = next + 1 < PROCESSES ? next + 1 : 1;

			assert_int_equal(t->to[0] < t->to[1] ? t->to[0] : t->to[1], next < after ? next : after);
			assert_int_equal(t->to[0] < t->to[1] ? t->to[1] : t->to[0], next < after ? after : next);
		}
		triplet_rounds_release(&rounds[s]);
	}
	campaign_release(&campaign);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs_that_do_not_meet_are_measured_together),
		cmocka_unit_test(pairs_that_share_a_link_are_not),
		cmocka_unit_test(where_there_is_time_one_follows_the_other),
		cmocka_unit_test(few_partners_are_the_near_ones_that_follow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
