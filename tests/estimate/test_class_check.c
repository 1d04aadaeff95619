#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "kinds.h"

static bool holds(const int *list, size_t n, int process)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == process)
			return true;
	return false;
}

/* Of 40 processes 6 are landmarks, 2 others members: of the 560 other pairs those are slow that lie between 8 others.
 * So many are 5 %, and 60 pairs that tell of none bound them by 4.9 %. */
static void as_many_seeds_as_stated_draw_none_of_the_unlike_pairs(void **state)
{
	static const int landmarks[] = {3, 9, 14, 20, 21, 39}, members[] = {0, 17};
	struct estimate_options options = truth_options(&model_hockney, "two-point", false);
	size_t missed = 0, seeds = 2000;
	(void)state;
	for (uint64_t seed = 0; seed < seeds; seed++) {
		const struct class_plan plan = {.seed = seed};
		struct class_check check;
		bool drawn[FORTY][FORTY] = {{false}}, slow = false;

		options.classes = &plan;
		assert_int_equal(class_check_draw(&options, FORTY, landmarks, members, 2, &check, NULL), OK);
		assert_int_equal(check.others, 560);
		assert_int_equal(check.n, 60);
		for (size_t i = 0; i < check.n; i++) {
			int a = check.pairs[i][0], b = check.pairs[i][1];

			assert_true(a < b && !drawn[a][b] && !holds(landmarks, 6, a) && !holds(landmarks, 6, b) &&
				    !(holds(members, 2, a) && holds(members, 2, b)));
			drawn[a][b] = true;
			slow = slow || (a >= 25 && b <= 32);
		}
		missed += !slow;
		class_check_release(&check);
	}
	/* 28 of 560 are missed by 532! 500! / (472! 560!) = 3.85 % of draws, less than the 5 % stated as no pair is
	 * drawn twice: 77 of 2000, four standard deviations are 34. */
	assert_true(missed >= 77 - 34 && missed <= 77 + 34);
}

/* Few processes have few pairs that are not measured otherwise: all are drawn. Those of a landmark each have none. */
static void no_more_pairs_are_drawn_than_there_are(void **state)
{
	static const int landmarks[] = {0, 1, 2}, members[] = {3, 4};
	static const size_t expected[] = {0, 0, 0, 0, 0, 0, 2, 5};
	const struct class_plan plan = {.seed = 1};
	struct estimate_options options = truth_options(&model_hockney, "two-point", false);
	(void)state;
	options.classes = &plan;
	for (size_t processes = 3; processes < 8; processes++) {
		struct class_check check;

		assert_int_equal(class_check_draw(&options, processes, landmarks, members,
						  processes < 5 ? processes - 3 : 2, &check, NULL),
				 OK);
		assert_int_equal(check.others, expected[processes]);
		assert_int_equal(check.n, expected[processes]);
		class_check_release(&check);
	}
}

/* Processes that are landmarks, found by the round trips that they have with all others. */
static void landmarks_of(const struct campaign *campaign, size_t processes, bool *is)
{
	for (int i = 0; i < (int)processes; i++) {
		size_t partners = 0;

		for (size_t s = 0; s < campaign->n; s++) {
			const struct experiment *what = &campaign->samples[s]->what;

			partners += what->kind == EXPERIMENT_ROUNDTRIP && what->bytes == 0 && what->reply_bytes == 0 &&
				    (what->from == i || what->to == i);
		}
		is[i] = partners + 1 >= processes;
	}
}

static bool is_member(const struct model *model, int process)
{
	return model->members[model->classes[process]][0] == process ||
	       model->members[model->classes[process]][1] == process;
}

/* Forty processes between which all is alike, but for the latency of pairs that a run which found a model measures only
 * by chance: that is so many times as long. */
static struct model *alike_but(const struct estimation *run, double times)
{
	struct link *links = calloc(FORTY * FORTY, sizeof(*links));
	bool landmark[FORTY] = {false};
	size_t n = 0;
	struct model *truth;

	assert_non_null(links);
	if (run)
		landmarks_of(&run->campaign, FORTY, landmark);
	for (int i = 0; i < FORTY; i++)
		for (int k = 0; k < FORTY; k++)
			if (i != k)
				links[n++] = (struct link){i, k};
	truth = model_new(&model_hockney, FORTY, links, n);
	assert_non_null(truth);
	for (size_t l = 0; l < n; l++) {
		int a = links[l].from, b = links[l].to;
		bool known =
			!run || landmark[a] || landmark[b] || (is_member(run->model, a) && is_member(run->model, b));

		assert_int_equal(model_set(truth, l, "alpha", (known ? 1 : times) * 20e-6, NULL), OK);
		assert_int_equal(model_set(truth, l, "beta", 1e-12, NULL), OK);
	}
	free(links);
	return truth;
}

/* All by which one class is found is alike, and every other pair has ten times the latency. A fit of what was measured
 * says the same. */
static void what_is_unlike_only_between_pairs_that_are_not_measured_is_told(void **state)
{
	static const char *const facts[] = {"check_others", "check_pairs", "check_deviation", "check_part",
					    "class_spread"};
	const struct class_plan plan = {.tolerance = 0.05, .seed = 7};
	struct model *alike = alike_but(NULL, 1), *unlike, *fitted;
	struct notes notes = {.n = 0};
	const struct progress progress = {.note = notes_take, .context = &notes};
	struct estimate_options options = truth_options(&model_hockney, "two-point", false);
	struct estimation e, same;
	const struct campaign *launch = &e.campaign;
	struct error err = {0};
	(void)state;
	options.classes = &plan;
	estimation_run(&same, alike, &quiet, &options, NULL);
	assert_int_equal(same.model->n_classes, 1);
	check_checked(same.model, 60, EXACT);
	unlike = alike_but(&same, 10);
	estimation_run(&e, unlike, &quiet, &options, &progress);
	assert_int_equal(e.model->n_classes, 1);
	check_checked(e.model, 60, 9 + EXACT);
	assert_true(model_fact(e.model, "check_deviation")->number >= 9 - EXACT);
	/* Those of 34 processes that are no landmarks; one of the two members is one. */
	assert_true(notes_hold(&notes, "60 of the other 561 pairs"));
	assert_true(notes_hold(&notes,
			       "off by 900 % at most, and with 95 % confidence at most 4.9 % of the others by more"));
	fitted = estimate_fit(&options, FORTY, &launch, 1, &err);
	if (!fitted)
		fail_msg("%s", err.text);
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		if (model_fact(fitted, facts[i])->number != model_fact(e.model, facts[i])->number)
			fail_msg("%s: %g is not %g", facts[i], model_fact(fitted, facts[i])->number,
				 model_fact(e.model, facts[i])->number);
	model_free(fitted);
	estimation_release(&e);
	estimation_release(&same);
	model_free(unlike);
	model_free(alike);
}

/* What is left when the round trips of the pairs that were drawn are taken from a run: the fit says that it knows
 * nothing, or less. */
static void a_fit_without_the_pairs_that_were_drawn_says_that_nothing_is_known(void **state)
{
	const struct class_plan plan = {.tolerance = 0.05, .seed = 7};
	struct model *truth = alike_but(NULL, 1), *fitted;
	struct estimate_options options = truth_options(&model_hockney, "two-point", false);
	struct estimation e;
	bool landmark[FORTY];
	struct campaign left = {.n = 0};
	const struct campaign *launch = &left;
	struct error err = {0};
	(void)state;
	options.classes = &plan;
	estimation_run(&e, truth, &quiet, &options, NULL);
	landmarks_of(&e.campaign, FORTY, landmark);
	for (size_t i = 0; i < e.campaign.n; i++) {
		const struct sample *from = e.campaign.samples[i];
		int a = from->what.from, b = from->what.to;

		if (landmark[a] || landmark[b] || (is_member(e.model, a) && is_member(e.model, b)))
			assert_int_equal(
				sample_add(campaign_point(&left, &from->what, &err), from->observations, from->n, &err),
				OK);
	}
	assert_true(left.n < e.campaign.n);
	fitted = estimate_fit(&options, FORTY, &launch, 1, &err);
	if (!fitted)
		fail_msg("%s", err.text);
	assert_true(model_fact(fitted, "check_pairs")->number == 0);
	assert_true(model_fact(fitted, "check_part")->number == 1);
	assert_string_equal(model_fact(fitted, "check_deviation")->text, "unknown");
	model_free(fitted);
	campaign_release(&left);
	estimation_release(&e);
	model_free(truth);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_many_seeds_as_stated_draw_none_of_the_unlike_pairs),
		cmocka_unit_test(no_more_pairs_are_drawn_than_there_are),
		cmocka_unit_test(what_is_unlike_only_between_pairs_that_are_not_measured_is_told),
		cmocka_unit_test(a_fit_without_the_pairs_that_were_drawn_says_that_nothing_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
