#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "runs/run_states.h"

enum { LAUNCHES = 3 };

static const size_t sides[LAUNCHES] = {0, 1, 1};

/* Launches' states, the main one first, and which one of each launch is compared; none: STATE_NONE. */
struct choice_case {
	const char *what;
	struct run_states launches[LAUNCHES];
	const char *name;
	int numbers[LAUNCHES];
	size_t mains, left_out;
	bool apart;
	const char *says;
};

static void expect_choice(const struct choice_case *c)
{
	struct state_choice choice;
	struct error err = {.status = OK};
	char text[600];

	assert_int_equal(run_states_choose(c->launches, sides, LAUNCHES, c->name, &choice, &err), OK);
	for (size_t i = 0; i < LAUNCHES; i++)
		if (run_states_number(&c->launches[i], &choice) != c->numbers[i])
			fail_msg("%s: launch %zu is compared in its state %d", c->what, i,
				 run_states_number(&c->launches[i], &choice));
	if (choice.mains != c->mains || choice.left_out != c->left_out || choice.apart != c->apart)
		fail_msg("%s: %zu mains, %zu left out, %d apart", c->what, choice.mains, choice.left_out, choice.apart);
	if (!strstr(state_choice_text(&choice, text, sizeof(text)), c->says))
		fail_msg("%s: \"%s\"", c->what, text);
}

static const struct choice_case cases[] = {
	{"ten percent apart, the quicker one is main",
	 {{{{"quick", .seconds = 216e-9}, {"state-1", .seconds = 237e-9}}, 2},
	  {{{"quick", .seconds = 218e-9}, {"state-1", .seconds = 246e-9}}, 2}},
	 NULL,
	 {0, 0, 0},
	 2,
	 0,
	 false,
	 "\"quick\" in which an empty round trip takes 0.216 to 0.218 us"},
	{"the same, the other one",
	 {{{{"quick", .seconds = 216e-9}, {"state-1", .seconds = 237e-9}}, 2},
	  {{{"quick", .seconds = 218e-9}, {"state-1", .seconds = 246e-9}}, 2}},
	 "state-1",
	 {1, 1, 0},
	 0,
	 0,
	 false,
	 "\"state-1\" in which an empty round trip takes 0.237 to 0.246 us"},
	{"the slower one is main",
	 {{{{"slow", .seconds = 267e-9}, {"quick", .seconds = 243e-9}}, 2},
	  {{{"slow", .seconds = 267e-9}, {"quick", .seconds = 242e-9}}, 2}},
	 NULL,
	 {0, 0, 0},
	 2,
	 0,
	 false,
	 "\"slow\" in which an empty round trip takes 0.267 us, the main one of 2 of 2"},
	{"one without a name is the nearest",
	 {{{{"quick", .seconds = 243e-9}, {"slow", .seconds = 267e-9}}, 2}, {{{"", .seconds = 266e-9}}, 1}},
	 NULL,
	 {1, 0, 0},
	 1,
	 0,
	 false,
	 "\"slow\""},
	{"one without it is left out",
	 {{{{"quick", .seconds = 243e-9}}, 1}, {{{"quick", .seconds = 244e-9}}, 1}, {{{"slow", .seconds = 260e-9}}, 1}},
	 NULL,
	 {0, 0, STATE_NONE},
	 2,
	 1,
	 false,
	 "in 1 launch, left out"},
	{"one state that has a name",
	 {{{{"quick", .seconds = 243e-9}}, 1}, {{{"quick", .seconds = 244e-9}}, 1}},
	 NULL,
	 {0, 0, 0},
	 2,
	 0,
	 false,
	 "\"quick\" in which an empty round trip takes 0.243 to 0.244 us"},
	{"none in common, though they are near",
	 {{{{"quick", .seconds = 243e-9}}, 1}, {{{"slow", .seconds = 267e-9}}, 1}},
	 NULL,
	 {0, 0, 0},
	 0,
	 0,
	 true,
	 "no other state of the machine is common"},
	{"no names: by levels, and by others between",
	 {{{{"", .seconds = 20e-6}}, 1}, {{{"", .seconds = 26e-6}}, 1}, {{{"", .seconds = 22.8e-6}}, 1}},
	 NULL,
	 {0, 0, 0},
	 3,
	 0,
	 false,
	 ""},
	{"no names, two states of a run: the nearest",
	 {{{{"", .seconds = 10e-6}, {"", .seconds = 11e-6}}, 2}, {{{"", .seconds = 10.9e-6}}, 1}},
	 NULL,
	 {1, 0, 0},
	 1,
	 0,
	 false,
	 "takes 10.900 to 11.000 us"},
};

static void states_of_a_run_are_distinct_and_pooled_by_name(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		expect_choice(&cases[i]);
}

static void a_launch_beside_is_taken_in_the_state_of_the_name_or_the_nearest(void **state)
{
	static const struct run_level own[] = {{"quick", .seconds = 216e-9}, {"slow", .seconds = 240e-9}};
	static const struct run_states named = {{{"slow", .seconds = 237e-9}, {"quick", .seconds = 215e-9}}, 2},
				       nameless = {{{"", .seconds = 238e-9}}, 1}, unknown = {.n = 0};
	struct state_choice choice;

	(void)state;
	run_states_take(own, 2, 0, &choice);
	assert_int_equal(run_states_number(&named, &choice), 1);
	assert_int_equal(run_states_number(&nameless, &choice), STATE_NONE);
	assert_int_equal(run_states_number(&unknown, &choice), 0);
	run_states_take(own, 2, 1, &choice);
	assert_int_equal(run_states_number(&named, &choice), 0);
	assert_int_equal(run_states_number(&nameless, &choice), 0);
}

static void names_of_other_platforms_and_pairs_do_not_count(void **state)
{
	const struct run_states here = {{{"quick", 0, 1, .seconds = 216e-9}, {"slow", 0, 1, .seconds = 240e-9}}, 2};
	struct run_states same = here, elsewhere = here, of_others = here;

	(void)state;
	run_states_localise(&same, true, 0, 1);
	run_states_localise(&elsewhere, false, 0, 1);
	run_states_localise(&of_others, true, 2, 3);
	assert_string_equal(same.of[1].name, "slow");
	for (size_t k = 0; k < 2; k++) {
		assert_string_equal(elsewhere.of[k].name, "");
		assert_string_equal(of_others.of[k].name, "");
	}
}

static void a_state_that_one_side_lacks_is_refused(void **state)
{
	static const struct run_states launches[LAUNCHES] = {
		{{{"quick", .seconds = 216e-9}, {"slow", .seconds = 240e-9}}, 2}, {{{"quick", .seconds = 217e-9}}, 1}};
	struct state_choice choice;
	struct error err = {.status = OK};

	(void)state;
	assert_int_equal(run_states_choose(launches, sides, LAUNCHES, "slow", &choice, &err), ERR_INPUT);
	assert_non_null(strstr(err.text, "the states of these runs are main, quick, slow"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(states_of_a_run_are_distinct_and_pooled_by_name),
		cmocka_unit_test(a_launch_beside_is_taken_in_the_state_of_the_name_or_the_nearest),
		cmocka_unit_test(names_of_other_platforms_and_pairs_do_not_count),
		cmocka_unit_test(a_state_that_one_side_lacks_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
