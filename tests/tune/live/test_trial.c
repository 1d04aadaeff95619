#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "measuring/measurement.h"
#include "tune/live/trial.h"

enum { TRIALS = 6 };

/* What trials of one task say at sizes that follow each other: w is quicker for sure, q in the median alone, s is
 * slower, - was not measured; a capital letter is another choice. */
static void set(struct tune_trial *list, const char *what)
{
	for (size_t i = 0; what[i]; i++) {
		double value = strchr("wqWQ", what[i]) ? -0.2
			       : what[i] == '-'        ? NAN
						       : 0.1,
		       half = strchr("wW", what[i]) ? 0.1 : 0.3;

		list[i] = (struct tune_trial){.size = i,
					      .choice = strchr("WQ", what[i]) ? 2 : 1,
					      .won = {{value, value - half, value + half}, 0.001}};
	}
}

static void what_lies_between_confirmed_sizes_is_confirmed(void **state)
{
	static const struct {
		const char *trials, *confirmed;
	} cases[] = {{"wqqw", "yyyy"}, {"wqsw", "ynny"}, {"wqWw", "ynyy"}, {"qwqq", "nynn"},
		     {"w-w", "yny"},   {"qqq", "nnn"},   {"wsw", "yny"},   {"WqW", "yny"}};
	struct tune_options options = {.loss = 0.02};
	struct tune_task task = {.options = &options};
	struct tune_tasks tasks = {.list = &task, .n = 1};
	struct measuring_options measuring = {.confidence = 0.95};
	struct measurement measurement = {.options = &measuring};
	struct tuning tuning = {.m = &measurement, .tasks = &tasks};
	struct tune_trial list[TRIALS];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct tune_trials trials = {list, strlen(cases[i].trials)};

		set(list, cases[i].trials);
		for (size_t k = 0; k < trials.n; k++)
			assert_int_equal(trial_wins_among(&tuning, &trials, k), cases[i].confirmed[k] == 'y');
		for (size_t k = 0; k < trials.n; k++) /* what the range as a whole does not show is confirmed nowhere */
			list[k].won.p = 0.2;
		for (size_t k = 0; k < trials.n; k++)
			assert_false(trial_wins_among(&tuning, &trials, k));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_lies_between_confirmed_sizes_is_confirmed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
