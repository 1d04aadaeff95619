#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/classes.h"
#include "model/file/file.h"
#include "model/states.h"

static struct model *hockney(double alpha)
{
	static const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(&model_hockney, 2, &any, 1);

	assert_non_null(model);
	assert_int_equal(model_set(model, 0, "alpha", alpha, NULL), OK);
	assert_int_equal(model_set(model, 0, "beta", alpha * 1e-4, NULL), OK);
	return model;
}

/* Quick, middle (of which nothing is known), and slow, the main one. */
static struct model *with_states(void)
{
	static const char *const names[] = {"quick", "middle", "slow"};
	struct model *model = hockney(3e-6);
	struct machine_state *list = calloc(3, sizeof(*list));

	assert_non_null(list);
	for (size_t k = 0; k < 3; k++) {
		list[k] = (struct machine_state){.level = (double)(k + 1) * 2e-6, .share = k == 2 ? 0.5 : 0.25};
		snprintf(list[k].name, sizeof(list[k].name), "%s", names[k]);
	}
	list[0].model = hockney(1e-6);
	model_set_states(model, list, 3, 2);
	assert_int_equal(model_fact_text(model, "ports", "fair", NULL), OK);
	return model;
}

static void a_model_is_taken_in_a_state_with_its_provenance(void **state)
{
	struct model *model = with_states();

	(void)state;
	assert_int_equal(model_choose_state(&model, "main", NULL), OK);
	assert_int_equal(model_choose_state(&model, "slow", NULL), OK);
	assert_true(model_p2p(model, (struct link){0, 1}, 0) == 3e-6);
	assert_int_equal(model_choose_state(&model, "quick", NULL), OK);
	assert_true(model_p2p(model, (struct link){0, 1}, 0) == 1e-6);
	assert_string_equal(model_fact(model, "ports")->text, "fair");
	assert_string_equal(model_fact(model, "machine_state")->text, "quick");
	assert_true(model_fact(model, "sentinel_seconds")->number == 2e-6);
	model_free(model);
}

static void a_state_that_is_not_there_or_not_known_is_refused(void **state)
{
	struct model *model = with_states(), *plain = hockney(1e-6), *same = model;
	struct error missing = {.status = OK}, unknown = {.status = OK}, none = {.status = OK};

	(void)state;
	assert_int_equal(model_choose_state(&model, "middle", &missing), ERR_INPUT);
	assert_non_null(strstr(missing.text, "could not be told"));
	assert_int_equal(model_choose_state(&model, "fast", &unknown), ERR_INPUT);
	assert_non_null(strstr(unknown.text, "main, quick, middle, slow"));
	assert_ptr_equal(model, same);
	assert_int_equal(model_choose_state(&plain, "main", NULL), OK);
	assert_int_equal(model_choose_state(&plain, "quick", &none), ERR_INPUT);
	model_free(plain);
	model_free(model);
}

static void the_nearest_state_is_found_within_fifteen_percent(void **state)
{
	struct model *model = with_states();

	(void)state;
	assert_string_equal(model_state_near(model, 2.2e-6), "quick");
	assert_string_equal(model_state_near(model, 5.3e-6), "slow");
	assert_null(model_state_near(model, 2.9e-6));
	assert_null(model_state_near(model, 20e-6));
	model_free(model);
}

static void states_are_read_as_they_were_written(void **state)
{
	struct model *model = with_states(), *read;
	char *text = model_text(model, NULL), *again;

	(void)state;
	read = model_parse(text, "m.json", NULL);
	assert_non_null(read);
	again = model_text(read, NULL);
	assert_string_equal(text, again);
	assert_int_equal(read->n_states, 3);
	assert_int_equal(read->main_state, 2);
	assert_null(read->states[1].model);
	assert_int_equal(model_choose_state(&read, "quick", NULL), OK);
	assert_true(model_p2p(read, (struct link){0, 1}, 10000) == 2e-6);
	free(text);
	free(again);
	model_free(read);
	model_free(model);
}

/* A file of two states, of which one part is another. */
static void broken_states_are_refused_with_their_place(void **state)
{
	static const struct {
		const char *main, *quick, *says;
	} cases[] = {
		{"\"slow\"", "\"share\": 0.5", "states.quick.sentinel_seconds: missing"},
		{"\"slow\"", "\"sentinel_seconds\": 1e-6, \"share\": 2", "states.quick.share"},
		{"\"slow\"", "\"sentinel_seconds\": 1e-6, \"share\": 0.5, \"parameters\": {\"alpha\": 1e-6}",
		 "states.quick.parameters.beta: missing"},
		{"\"slow\"", "\"sentinel_seconds\": 1e-6, \"share\": 0.5, \"uncertainty\": {\"alpha\": [1, 2]}",
		 "states.quick.uncertainty"},
		{"\"slow\"", "\"sentinel_seconds\": 1e-6, \"share\": 0.5, \"speed\": 1", "speed"},
		{"\"fast\"", "\"sentinel_seconds\": 1e-6, \"share\": 0.5", "main_state: \"fast\" is none"},
		{"7", "\"sentinel_seconds\": 1e-6, \"share\": 0.5", "main_state: the name of a state"},
		{"\"quick\"",
		 "\"sentinel_seconds\": 1e-6, \"share\": 0.5, \"parameters\": {\"alpha\": 1e-6, \"beta\": 1e-9}",
		 "main_state: the parameters of the main state"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct error err = {.status = OK};
		char text[1024];

		snprintf(text, sizeof(text),
			 "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"hockney\", \"processes\": 2, "
			 "\"parameters\": {\"alpha\": 1e-6, \"beta\": 1e-9}, \"states\": {\"quick\": {%s}, \"slow\": "
			 "{\"sentinel_seconds\": 2e-6, \"share\": 0.5}}, \"main_state\": %s}",
			 cases[i].quick, cases[i].main);
		assert_null(model_parse(text, "m.json", &err));
		if (err.status != ERR_INPUT || !strstr(err.text, cases[i].says))
			fail_msg("case %zu: %s", i, err.text);
	}
}

/* Earlier runs' states and this one's, in us, and the names of these. */
static void states_are_named_as_earlier_runs_named_those_of_their_level(void **state)
{
	static const struct {
		const char *what;
		struct run_level known[3];
		double levels[RUN_LEVELS_MOST + 1];
		const char *names[RUN_LEVELS_MOST];
	} cases[] = {
		{"the first run", {{.seconds = 0}}, {26, 71}, {"quick", "slow"}},
		{"three states", {{.seconds = 0}}, {26, 40, 71}, {"quick", "middle", "slow"}},
		{"one state has no name", {{.seconds = 0}}, {26}, {""}},
		{"one state that comes again has none", {{.seconds = 26}}, {27}, {""}},
		{"another one than that has a name", {{.seconds = 26}}, {71}, {"slow"}},
		{"a quicker one than that has a name", {{.seconds = 71}}, {26}, {"quick"}},
		{"two, of which one was alone", {{.seconds = 26}}, {27, 71}, {"quick", "slow"}},
		{"two others", {{.seconds = 26}}, {40, 71}, {"middle", "slow"}},
		{"one that is not known", {{"quick", .seconds = 26}, {"slow", .seconds = 71}}, {40}, {"state-1"}},
		{"one state that is known", {{"quick", .seconds = 26}, {"slow", .seconds = 71}}, {73}, {"slow"}},
		{"the same two", {{"quick", .seconds = 26}, {"slow", .seconds = 71}}, {27, 70}, {"quick", "slow"}},
		{"the slow one and a slower",
		 {{"quick", .seconds = 26}, {"slow", .seconds = 71}},
		 {72, 190},
		 {"slow", "state-1"}},
		{"a quicker one", {{"quick", .seconds = 26}, {"slow", .seconds = 71}}, {10, 26}, {"state-1", "quick"}},
		{"one between",
		 {{"quick", .seconds = 26}, {"slow", .seconds = 71}},
		 {26, 40, 71},
		 {"quick", "middle", "slow"}},
		{"others altogether",
		 {{"quick", .seconds = 26}, {"slow", .seconds = 71}},
		 {2600, 7100},
		 {"state-1", "state-2"}},
		{"beside one with such a name",
		 {{"quick", .seconds = 26}, {"slow", .seconds = 71}, {"state-1", .seconds = 190}},
		 {191, 600},
		 {"state-1", "state-2"}},
		{"the nearer of two", {{"quick", .seconds = 26}}, {24, 28.5}, {"quick", "slow"}},
		{"one of four", {{"slowest", .seconds = 90}}, {20, 40, 60, 92}, {"quick", "middle", "slow", "slowest"}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct run_level levels[RUN_LEVELS_MOST], known[3];
		size_t n = 0, n_known = 0;

		for (; n_known < 3 && cases[i].known[n_known].seconds > 0; n_known++) {
			known[n_known] = cases[i].known[n_known];
			known[n_known].seconds *= 1e-6;
		}
		for (; n < RUN_LEVELS_MOST && cases[i].levels[n] > 0; n++)
			levels[n] = (struct run_level){.name = "?", .seconds = 1e-6 * cases[i].levels[n]};
		machine_states_name(levels, n, known, n_known);
		for (size_t k = 0; k < n; k++)
			if (strcmp(levels[k].name, cases[i].names[k]) != 0)
				fail_msg("%s: state %zu is called \"%s\"", cases[i].what, k, levels[k].name);
	}
}

/* A state that was the only one of earlier runs gets its name when another one is known. */
static void earlier_states_are_named_when_another_one_is_known(void **state)
{
	struct run_level known[] = {{.seconds = 26e-6}, {.seconds = 24e-6}, {"state-1", .seconds = 400e-6}},
			 first = {.seconds = 25e-6}, other = {.seconds = 71e-6};

	(void)state;
	machine_states_name(&first, 1, known, 2);
	assert_string_equal(first.name, "");
	assert_string_equal(known[0].name, "");
	assert_true(first.known);
	machine_states_name(&other, 1, known, 3);
	assert_string_equal(other.name, "slow");
	assert_false(other.known);
	assert_string_equal(known[0].name, "quick");
	assert_string_equal(known[1].name, "quick");
	assert_string_equal(known[2].name, "state-1");
}

/* Of two states that are both within 15 % of an earlier only one, the nearest gives it its name. */
static void an_earlier_state_has_the_name_of_the_nearest(void **state)
{
	struct run_level known[] = {{.seconds = 266e-9}, {.seconds = 252e-9}},
			 levels[] = {{.seconds = 243e-9}, {.seconds = 267e-9}};

	(void)state;
	machine_states_name(levels, 2, known, 2);
	assert_string_equal(levels[0].name, "quick");
	assert_string_equal(levels[1].name, "slow");
	assert_string_equal(known[0].name, "slow");
	assert_string_equal(known[1].name, "quick");
}

/* The slower of two is near the earlier quick one, but the quicker one is the earlier slow one. */
static void states_of_a_run_keep_their_order(void **state)
{
	struct run_level known[] = {{"quick", .seconds = 22e-6}, {"slow", .seconds = 24e-6}},
			 levels[] = {{.seconds = 24e-6}, {.seconds = 25e-6}};

	(void)state;
	machine_states_name(levels, 2, known, 2);
	assert_string_equal(levels[0].name, "slow");
	assert_string_equal(levels[1].name, "state-1");
}

/* Of a model of one state that has a name, as of one of several. */
static void states_are_asked_for_by_name(void **state)
{
	struct model *several = with_states(), *one = hockney(1e-6);
	char names[MODEL_STATE_NAMES];
	double level = 0;

	(void)state;
	assert_int_equal(model_fact_text(one, "machine_state", "quick", NULL), OK);
	assert_int_equal(model_fact_number(one, "sentinel_seconds", 5e-6, NULL), OK);
	assert_string_equal(model_state_names(several, names), "main, quick, middle, slow");
	assert_string_equal(model_state_names(one, names), "main, quick");
	assert_true(model_state_level(one, "quick", &level) && level == 5e-6);
	assert_true(model_state_level(several, "middle", &level) && level == 4e-6);
	assert_false(model_state_level(one, "slow", &level));
	model_free(several);
	model_free(one);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_model_is_taken_in_a_state_with_its_provenance),
		cmocka_unit_test(a_state_that_is_not_there_or_not_known_is_refused),
		cmocka_unit_test(the_nearest_state_is_found_within_fifteen_percent),
		cmocka_unit_test(an_earlier_state_has_the_name_of_the_nearest),
		cmocka_unit_test(states_of_a_run_keep_their_order),
		cmocka_unit_test(states_are_asked_for_by_name),
		cmocka_unit_test(states_are_read_as_they_were_written),
		cmocka_unit_test(earlier_states_are_named_when_another_one_is_known),
		cmocka_unit_test(states_are_named_as_earlier_runs_named_those_of_their_level),
		cmocka_unit_test(broken_states_are_refused_with_their_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
