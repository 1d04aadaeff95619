#include "../sanitized.h"
#include "closed.h"

static struct model *model_of(const char *class, const char *const *names, const double *values)
{
	struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(model_class_find(class, NULL), MOST, &any, 1);
	struct error err = {0};

	assert_non_null(model);
	for (size_t i = 0; i < NAMES && names[i]; i++)
		assert_int_equal(model_set(model, 0, names[i], values[i], &err), OK);
	if (model_check(model, &err) != OK)
		fail_msg("%s", err.text);
	return model;
}

/* Overheads below the gap, and above it. */
static const struct {
	const char *class, *names[NAMES];
	double values[NAMES];
} models[] = {
	{"hockney", {"alpha", "beta"}, {30e-6, 1e-9}},
	{"hockney", {"alpha", "beta"}, {1e-6, 10e-9}},
	{"logp", {"L", "o_s", "o_r", "g"}, {10e-6, 1e-6, 2e-6, 3e-6}},
	{"logp", {"L", "o_s", "o_r", "g"}, {10e-6, 5e-6, 6e-6, 3e-6}},
	{"loggp", {"L", "o_s", "o_r", "g", "G"}, {10e-6, 1e-6, 2e-6, 3e-6, 1e-9}},
	{"loggp", {"L", "o_s", "o_r", "g", "G"}, {10e-6, 5e-6, 9e-6, 3e-6, 1e-9}},
	{"plogp", {"L", "o_s", "o_r", "o_r_expected", "g"}, {10e-6, 2e-6, 5e-6, 3e-6, 6e-6}},
	{"plogp", {"L", "o_s", "o_r", "o_r_expected", "g"}, {10e-6, 7e-6, 12e-6, 9e-6, 6e-6}},
};

static void each_closed_form_is_to_the_simulated_schedule_what_it_says(void **state)
{
	static const enum collective both[] = {COLLECTIVE_SCATTER, COLLECTIVE_GATHER};
	static const char *const names[] = {"linear", "binomial"};
	static const uint64_t sizes[] = {0, 1, 1000, 30000};
	size_t seen[4] = {0};

	(void)state;
	for (size_t m = 0; m < sizeof(models) / sizeof(models[0]); m++) {
		struct model *model = model_of(models[m].class, models[m].names, models[m].values);

		for (size_t i = 0; i < 2 * 2 * 4 * MOST; i += FEWER(1, 5)) {
			struct call call = {.collective = both[i % 2],
					    .processes = (int)(i / 16) + 1,
					    .count = sizes[i / 4 % 4],
					    .root = (int)(i / 16) / 3};
			const struct algorithm_class *algorithm = algorithm_of(call.collective, names[i / 2 % 2]);
			struct closed_form forms[CLOSED_FORMS_MOST];
			size_t n = forms_of(model, algorithm, &call, forms);

			for (size_t f = 0; f < n; f++) {
				enum relation relation = check_form(model, algorithm, &call, &forms[f]);

				seen[relation]++;
				if (relation == RELATION_NONE)
					assert_true(strcmp(models[m].class, "hockney") != 0 &&
						    strcmp(algorithm->name, "binomial") == 0);
			}
			assert_true(n > 0 || call.processes == 1);
		}
		model_free(model);
	}
	assert_true(seen[RELATION_EXACT] > FEWER(500, 100) && seen[RELATION_LOWER] > FEWER(500, 100) &&
		    seen[RELATION_UPPER] > FEWER(200, 40));
}

/* Any number of messages at a time: the parallel form. */
static void hockneys_parallel_form_is_the_schedule_with_parallel_ports(void **state)
{
	struct model *model = model_of(models[0].class, models[0].names, models[0].values);
	struct call call = {.collective = COLLECTIVE_SCATTER, .processes = 9, .count = 1000};
	struct closed_form forms[CLOSED_FORMS_MOST];

	(void)state;
	assert_int_equal(forms_of(model, algorithm_of(COLLECTIVE_SCATTER, "linear"), &call, forms), 2);
	assert_true(fabs(simulated(model, algorithm_of(COLLECTIVE_SCATTER, "linear"), &call, true) -
			 forms[1].seconds) <= EXACT * forms[1].seconds);
	model_free(model);
}

/* LMO of 9 processes: alike, or each a little slower than the one before; gathers of 2001 to 3999 bytes escalate, in a
 * quarter of all calls by a millisecond or two. */
static struct model *lmo_model(bool alike)
{
	enum { N = 9 };
	struct link links[N + N * (N - 1) / 2 + 1] = {{LINK_ANY, LINK_ANY}};
	size_t n = 1;
	struct model *model;
	const double bytes[] = {2001, 4000}, probabilities[] = {0.25, 0.25}, medians[] = {1e-3, 2e-3};

	for (int i = 0; !alike && i < N; i++)
		for (int j = i; j < N; j++)
			links[n++] = (struct link){i, j};
	model = model_new(model_class_find("lmo", NULL), N, links, n);
	assert_non_null(model);
	for (size_t l = 0; l < n; l++) {
		double slower = alike ? 0 : links[l].from + links[l].to;
		bool any = links[l].from < 0;

		if (alike || (!any && links[l].from == links[l].to)) {
			assert_int_equal(model_set(model, l, "C", (5 + slower) * 1e-6, NULL), OK);
			assert_int_equal(model_set(model, l, "t", (2 + slower) * 1e-9, NULL), OK);
		}
		if (alike || links[l].from != links[l].to) {
			assert_int_equal(model_set(model, l, "L", (20 + slower) * 1e-6, NULL), OK);
			assert_int_equal(model_set(model, l, "inverse_beta", (1 + slower) * 1e-9, NULL), OK);
		}
	}
	assert_int_equal(model_set(model, 0, "M1", 2001, NULL), OK);
	assert_int_equal(model_set(model, 0, "M2", 4000, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_probability", bytes, probabilities, 2, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_q50", bytes, medians, 2, NULL), OK);
	assert_int_equal(model_check(model, NULL), OK);
	return model;
}

static void lmos_forms_are_the_schedule_of_equal_processes_and_bounds_of_unlike_ones(void **state)
{
	static const enum collective both[] = {COLLECTIVE_SCATTER, COLLECTIVE_GATHER};

	(void)state;
	for (int alike = 0; alike < 2; alike++) {
		struct model *model = lmo_model(alike);

		for (size_t i = 0; i < 2 * 8; i++) {
			struct call call = {.collective = both[i % 2], .processes = (int)(i / 2) + 2, .count = 2000};
			struct closed_form forms[CLOSED_FORMS_MOST];
			const struct algorithm_class *linear = algorithm_of(call.collective, "linear");

			assert_int_equal(forms_of(model, linear, &call, forms), 1);
			assert_int_equal(check_form(model, linear, &call, &forms[0]),
					 alike ? RELATION_EXACT : RELATION_UPPER);
		}
		model_free(model);
	}
}

/* By hand, microseconds, 9 equal processes: C 5, t 0.002 and 1/beta 0.001 per byte, L 20. */
static void gathers_of_lmo_have_three_regions(void **state)
{
	static const struct {
		uint64_t bytes;
		size_t n;
		double us[2], escalation;
	} cases[] = {
		{1000, 1, {8 * 7 + 20 + 7 + 1}, 0},
		{2001, 2, {8 * 9.002 + 20 + 9.002 + 2.001, 8 * 9.002 + 20 + 9.002 + 2.001 + 1000}, 0.25},
		{3999,
		 2,
		 {8 * 12.998 + 20 + 12.998 + 3.999, 8 * 12.998 + 20 + 12.998 + 3.999 + 1000 + 1000 * 1998. / 1999},
		 0.25},
		{4000, 1, {8 * 13 + 8 * (20 + 13 + 4)}, 0},
		{5000, 1, {8 * 15 + 8 * (20 + 15 + 5)}, 0},
	};
	struct model *model = lmo_model(true);

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct call call = {.collective = COLLECTIVE_GATHER, .processes = 9, .count = cases[i].bytes};
		struct closed_form forms[CLOSED_FORMS_MOST];

		assert_int_equal(forms_of(model, algorithm_of(COLLECTIVE_GATHER, "linear"), &call, forms), cases[i].n);
		for (size_t f = 0; f < cases[i].n; f++) {
			assert_true(fabs(forms[f].seconds - cases[i].us[f] * 1e-6) <= EXACT * forms[f].seconds);
			assert_true(fabs(forms[f].escalation - cases[i].escalation) <= EXACT);
		}
	}
	model_free(model);
}

/* Counted at 3000 and 5000 bytes, the probability 0.3 and 0.9, what escalations add 3 and 1 ms: the lines through them
 * go on to more than 1 and less than nothing. */
static void beyond_the_sizes_that_were_counted_escalations_are_those_of_the_nearest(void **state)
{
	static const double bytes[] = {3000, 5000}, probabilities[] = {0.3, 0.9}, medians[] = {3e-3, 1e-3};
	static const struct {
		uint64_t bytes;
		double probability, more;
	} cases[] = {{2001, 0.3, 3e-3}, {3000, 0.3, 3e-3}, {4000, 0.6, 2e-3},
		     {5000, 0.9, 1e-3}, {5500, 0.9, 1e-3}, {1 << 20, 0.9, 1e-3}};
	struct model *model = lmo_model(true);

	(void)state;
	assert_int_equal(model_set(model, 0, "M2", 1 << 30, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_probability", bytes, probabilities, 2, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_q50", bytes, medians, 2, NULL), OK);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct call call = {.collective = COLLECTIVE_GATHER, .processes = 9, .count = cases[i].bytes};
		struct closed_form forms[CLOSED_FORMS_MOST];

		assert_int_equal(forms_of(model, algorithm_of(COLLECTIVE_GATHER, "linear"), &call, forms), 2);
		if (fabs(forms[1].escalation - cases[i].probability) > EXACT ||
		    fabs(forms[1].seconds - forms[0].seconds - cases[i].more) > EXACT)
			fail_msg("%llu bytes: %.12g s more with a probability of %.12g",
				 (unsigned long long)cases[i].bytes, forms[1].seconds - forms[0].seconds,
				 forms[1].escalation);
	}
	model_free(model);
}

/* By hand, microseconds: alpha 10, beta 0.001 per byte; 1000 bytes from one process to seven others. */
static const struct {
	enum collective collective;
	const char *algorithm;
	double closed[CLOSED_FORMS_MOST], schedule;
} by_hand[] = {
	{COLLECTIVE_SCATTER, "linear", {7 * 11, 11}, 7 * 11},
	{COLLECTIVE_GATHER, "linear", {7 * 11, 11}, 7 * 11},
	{COLLECTIVE_SCATTER, "binomial", {14 + 12 + 11}, (11 + 12 + 14) + (11 + 12) + 11},
	{COLLECTIVE_GATHER, "binomial", {11 + 12 + 14}, 11 + 12 + 14},
};

static void forms_and_schedules_of_eight_processes_are_those_by_hand(void **state)
{
	static const double values[] = {10e-6, 1e-9};
	struct model *model = model_of("hockney", models[0].names, values);

	(void)state;
	for (size_t i = 0; i < sizeof(by_hand) / sizeof(by_hand[0]); i++) {
		struct call call = {.collective = by_hand[i].collective, .processes = 8, .count = 1000};
		const struct algorithm_class *algorithm = algorithm_of(call.collective, by_hand[i].algorithm);
		struct closed_form forms[CLOSED_FORMS_MOST];
		size_t n = forms_of(model, algorithm, &call, forms);

		assert_int_equal(n, by_hand[i].closed[1] > 0 ? 2 : 1);
		for (size_t f = 0; f < n; f++) {
			if (fabs(forms[f].seconds * 1e6 - by_hand[i].closed[f]) > 1e-9)
				fail_msg("%s by %s: the form gives %.12g us instead of %g",
					 collective_words[call.collective], algorithm->name, forms[f].seconds * 1e6,
					 by_hand[i].closed[f]);
		}
		if (fabs(simulated(model, algorithm, &call, false) * 1e6 - by_hand[i].schedule) > 1e-9)
			fail_msg("%s by %s: the schedule takes %.12g us instead of %g",
				 collective_words[call.collective], algorithm->name,
				 simulated(model, algorithm, &call, false) * 1e6, by_hand[i].schedule);
	}
	model_free(model);
}

static void what_the_literature_has_no_form_for_has_none(void **state)
{
	struct model *model = model_of(models[4].class, models[4].names, models[4].values);
	struct call call = {.collective = COLLECTIVE_BCAST, .processes = 8, .count = 1000},
		    alone = {.collective = COLLECTIVE_SCATTER, .processes = 1, .count = 1000};
	struct closed_form forms[CLOSED_FORMS_MOST];

	(void)state;
	assert_int_equal(forms_of(model, algorithm_of(COLLECTIVE_BCAST, "binomial"), &call, forms), 0);
	assert_int_equal(forms_of(model, algorithm_of(COLLECTIVE_SCATTER, "linear"), &alone, forms), 0);
	model_free(model);
}

/* Last segments of every length, and overheads that hold segments up in between. */
static void so_is_that_of_a_pipeline_in_any_number_of_segments(void **state)
{
	static const uint64_t sizes[] = {1, 1000, 30001}, segments[] = {0, 1, 7, 333, 1000, 40000};
	static const char *const names[] = {"pipeline", "chain"};
	size_t seen[4] = {0};

	(void)state;
	for (size_t m = 0; m < sizeof(models) / sizeof(models[0]); m++) {
		struct model *model = model_of(models[m].class, models[m].names, models[m].values);

		for (size_t i = 0; i < 2 * 3 * 6 * 12; i += FEWER(1, 5)) {
			struct call call = {.collective = COLLECTIVE_BCAST,
					    .processes = 1 + (int)(i / 36),
					    .count = sizes[i / 2 % 3],
					    .segment = segments[i / 6 % 6],
					    .fanout = 1,
					    .root = (int)(i / 36) / 2};
			const struct algorithm_class *algorithm = algorithm_of(COLLECTIVE_BCAST, names[i % 2]);
			struct closed_form forms[CLOSED_FORMS_MOST];
			size_t n = forms_of(model, algorithm, &call, forms);

			if (call.segment == 1 && call.count > 1000)
				continue;
			assert_int_equal(n, call.processes > 1 && strcmp(models[m].class, "plogp") != 0);
			if (n > 0)
				seen[check_form(model, algorithm, &call, &forms[0])]++;
		}
		model_free(model);
	}
	assert_true(seen[RELATION_EXACT] > 0 && seen[RELATION_LOWER] > 0);
	assert_int_equal(seen[RELATION_NONE], 0);
}

/* A model of the class whose parameters are drawn: overheads below the gap and above it. */
static struct model *draw_model(struct random *random, const char *class)
{
	static const struct {
		const char *name;
		double most;
	} of[] = {{"alpha", 50e-6}, {"beta", 10e-9}, {"L", 20e-6}, {"o_s", 6e-6},
		  {"o_r", 6e-6},    {"g", 8e-6},     {"G", 5e-9}};
	const struct model_class *found = model_class_find(class, NULL);
	struct model *model = model_new(found, MOST, &(struct link){LINK_ANY, LINK_ANY}, 1);

	assert_non_null(model);
	for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++)
		for (size_t p = 0; p < found->n_params; p++)
			if (strcmp(found->params[p].name, of[i].name) == 0)
				assert_int_equal(
					model_set(model, 0, of[i].name, of[i].most * random_uniform(random), NULL), OK);
	/* A receive that was posted takes no longer than that of a message that came before it. */
	if (strcmp(class, "plogp") == 0)
		assert_int_equal(model_set(model, 0, "o_r_expected",
					   model_value(model, 0, "o_r", 0) * random_uniform(random), NULL),
				 OK);
	assert_int_equal(model_check(model, NULL), OK);
	return model;
}

static struct call draw_call(struct random *random, enum collective collective)
{
	int processes = 2 + (int)random_below(random, 15);
	uint64_t count = 1 + random_below(random, 30000);

	return (struct call){.collective = collective,
			     .processes = processes,
			     .count = count,
			     .segment = random_below(random, 2) ? 1 + count / (1 + random_below(random, 8)) : 0,
			     .fanout = 1,
			     .root = (int)random_below(random, (uint64_t)processes)};
}

/* How often a form of the algorithm was said to be what, of both_ways models; and how many schedules took longer
 * because messages met. */
struct met {
	size_t said[4], longer;
};

static void check_drawn(struct random *random, const char *class, enum collective collective, const char *name,
			struct met *met)
{
	struct model *model = draw_model(random, class);
	struct call call = draw_call(random, collective);
	const struct model_use use = {.model = model, .both_ways = 0.05 + 0.95 * random_uniform(random)};
	const struct algorithm_class *algorithm = algorithm_of(collective, name);
	struct closed_form forms[CLOSED_FORMS_MOST];
	size_t n = closed_forms(&use, algorithm, &call, forms);
	double schedule = simulated_by(&use, algorithm, &call);

	for (size_t f = 0; f < n; f++)
		met->said[check_form_against(schedule, class, algorithm, &call, &forms[f])]++;
	met->longer += schedule > (1 + EXACT) * simulated(model, algorithm, &call, false);
	model_free(model);
}

/* Where messages hold up those the other way; what is still exact then is equal. */
static void where_ports_are_not_full_duplex_the_forms_are_what_they_say(void **state)
{
	static const struct {
		enum collective collective;
		const char *algorithm;
		bool may_meet;
	} cases[] = {{COLLECTIVE_BCAST, "pipeline", true},   {COLLECTIVE_BCAST, "chain", true},
		     {COLLECTIVE_SCATTER, "linear", false},  {COLLECTIVE_GATHER, "linear", false},
		     {COLLECTIVE_SCATTER, "binomial", true}, {COLLECTIVE_GATHER, "binomial", true}};
	static const char *const classes[] = {"hockney", "logp", "loggp", "plogp"};
	const size_t draws = FEWER(1000, 200), few = draws / 50;
	struct random random;

	(void)state;
	random_init(&random, 20261128);
	for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
		struct met met = {.longer = 0};

		for (size_t i = 0; i < draws; i++)
			check_drawn(&random, classes[i % 4], cases[k].collective, cases[k].algorithm, &met);
		print_message("%s by %s: exact %zu, lower %zu, upper %zu, none %zu; longer %zu of %zu\n",
			      collective_words[cases[k].collective], cases[k].algorithm, met.said[RELATION_EXACT],
			      met.said[RELATION_LOWER], met.said[RELATION_UPPER], met.said[RELATION_NONE], met.longer,
			      draws);
		assert_true(cases[k].may_meet ? met.longer > few : met.longer == 0);
		assert_true(met.said[RELATION_LOWER] > few);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forms_and_schedules_of_eight_processes_are_those_by_hand),
		cmocka_unit_test(each_closed_form_is_to_the_simulated_schedule_what_it_says),
		cmocka_unit_test(so_is_that_of_a_pipeline_in_any_number_of_segments),
		cmocka_unit_test(lmos_forms_are_the_schedule_of_equal_processes_and_bounds_of_unlike_ones),
		cmocka_unit_test(gathers_of_lmo_have_three_regions),
		cmocka_unit_test(beyond_the_sizes_that_were_counted_escalations_are_those_of_the_nearest),
		cmocka_unit_test(where_ports_are_not_full_duplex_the_forms_are_what_they_say),
		cmocka_unit_test(hockneys_parallel_form_is_the_schedule_with_parallel_ports),
		cmocka_unit_test(what_the_literature_has_no_form_for_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
