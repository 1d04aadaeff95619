/* Closed forms of links that are unlike. */
#include "closed.h"

/* A parameter of unlike links: from least on, evenly spread over width. */
struct spread {
	const char *name;
	double least, width;
};

static const struct {
	const char *class;
	bool within; /* overheads are within the gaps */
	struct spread spreads[NAMES];
} unlike_models[] = {
	{"hockney", false, {{"alpha", 1e-6, 50e-6}, {"beta", 0, 10e-9}}},
	{"logp", true, {{"L", 1e-6, 50e-6}, {"o_s", 1e-6, 2e-6}, {"o_r", 1e-6, 2e-6}, {"g", 3e-6, 6e-6}}},
	{"loggp",
	 true,
	 {{"L", 1e-6, 50e-6}, {"o_s", 1e-6, 2e-6}, {"o_r", 1e-6, 2e-6}, {"g", 3e-6, 6e-6}, {"G", 0, 10e-9}}},
	{"loggp",
	 false,
	 {{"L", 1e-6, 50e-6}, {"o_s", 50e-6, 10e-6}, {"o_r", 60e-6, 20e-6}, {"g", 3e-6, 6e-6}, {"G", 0, 1e-9}}},
	{"plogp",
	 true,
	 {{"L", 1e-6, 50e-6},
	  {"o_s", 1e-6, 2e-6},
	  {"o_r", 1e-6, 2e-6},
	  {"o_r_expected", 1e-6, 2e-6},
	  {"g", 3e-6, 30e-6}}},
	{"plogp",
	 false,
	 {{"L", 1e-6, 50e-6},
	  {"o_s", 50e-6, 10e-6},
	  {"o_r", 60e-6, 20e-6},
	  {"o_r_expected", 50e-6, 9e-6},
	  {"g", 3e-6, 30e-6}}},
};

/* Each pair its own parameters; none is spread where alike. */
static struct model *unlike(const char *class, const struct spread *spreads, int processes, uint64_t seed, bool alike)
{
	struct link links[MOST * MOST];
	struct random random;
	struct error err = {0};
	struct model *model;
	size_t n = 0;

	for (int i = 0; i < processes; i++) {
		for (int j = 0; j < processes; j++) {
			if (i != j)
				links[n++] = (struct link){i, j};
		}
	}
	model = model_new(model_class_find(class, NULL), (size_t)processes, links, n);
	assert_non_null(model);
	random_init(&random, seed);
	for (size_t l = 0; l < n; l++)
		for (size_t i = 0; i < NAMES && spreads[i].name; i++)
			assert_int_equal(
				model_set(model, l, spreads[i].name,
					  spreads[i].least + (alike ? 0.5 : random_uniform(&random)) * spreads[i].width,
					  &err),
				OK);
	return model;
}

/* Whether the linear form of unlike links is said to be an upper bound, if overheads are within the gaps: not of a root
 * that receives by rank. */
static bool bounds(const struct call *call)
{
	return call->collective == COLLECTIVE_SCATTER || call->processes == 2;
}

/* Messages of processes 1 and 2 come after 20 and 19.9 us; the second has its overhead after that of the first, which
 * waited for the root's port until 25.9 us. */
static void a_gather_by_rank_takes_longer_than_the_form_of_unlike_links(void **state)
{
	static const struct link links[] = {{1, 0}, {2, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 1}};
	struct model *model = model_new(model_class_find("logp", NULL), 3, links, 6);
	struct call call = {.collective = COLLECTIVE_GATHER, .processes = 3, .count = 5000};
	const struct algorithm_class *linear = algorithm_of(COLLECTIVE_GATHER, "linear");
	struct closed_form forms[CLOSED_FORMS_MOST];

	(void)state;
	assert_non_null(model);
	for (size_t l = 0; l < 6; l++) {
		assert_int_equal(model_set(model, l, "L", l == 0 ? 18e-6 : 17.9e-6, NULL), OK);
		assert_int_equal(model_set(model, l, "o_s", 2e-6, NULL), OK);
		assert_int_equal(model_set(model, l, "o_r", 2e-6, NULL), OK);
		assert_int_equal(model_set(model, l, "g", 6e-6, NULL), OK);
	}
	assert_int_equal(forms_of(model, linear, &call, forms), 1);
	assert_true(fabs(forms[0].seconds - 28e-6) < 1e-12);
	assert_true(fabs(simulated(model, linear, &call, false) - 29.9e-6) < 1e-12);
	assert_int_equal(forms[0].relation, RELATION_NONE);
	model_free(model);
}

/* Linear and binomial forms of unlike links: of overheads that exceed the gaps nothing is said but under hockney, which
 * has none. */
static void the_forms_of_unlike_links_are_what_they_say(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 40 * sizeof(unlike_models) / sizeof(unlike_models[0]); seed++) {
		size_t m = seed / 40;
		int processes = 2 + (int)(seed % 9);
		struct model *model = unlike(unlike_models[m].class, unlike_models[m].spreads, processes, seed, false);

		for (int root = 0; root < processes; root++) {
			for (int i = 0; i < 4; i++) {
				struct call call = {.collective = i % 2 ? COLLECTIVE_SCATTER : COLLECTIVE_GATHER,
						    .processes = processes,
						    .root = root,
						    .count = 5000};
				const struct algorithm_class *algorithm =
					algorithm_of(call.collective, i / 2 ? "linear" : "binomial");
				struct closed_form forms[CLOSED_FORMS_MOST];
				size_t n = forms_of(model, algorithm, &call, forms);

				assert_true(n > 0);
				for (size_t f = 0; f < n; f++)
					assert_true(check_form(model, algorithm, &call, &forms[f]) ==
						    (i / 2 && unlike_models[m].within && bounds(&call)
							     ? RELATION_UPPER
							     : forms[f].relation));
			}
		}
		model_free(model);
	}
}

/* Many links that are all alike: to the form of one link for all, and, as that is exact, to the schedule. */
static void links_that_are_all_alike_have_the_form_of_one(void **state)
{
	(void)state;
	for (size_t m = 0; m < sizeof(unlike_models) / sizeof(unlike_models[0]); m++) {
		struct model *model = unlike(unlike_models[m].class, unlike_models[m].spreads, 7, 1, true);
		struct call call = {.collective = COLLECTIVE_SCATTER, .processes = 7, .root = 2, .count = 5000};
		struct closed_form forms[CLOSED_FORMS_MOST];
		double schedule = simulated(model, algorithm_of(COLLECTIVE_SCATTER, "linear"), &call, false);

		assert_true(forms_of(model, algorithm_of(COLLECTIVE_SCATTER, "linear"), &call, forms) > 0);
		if (unlike_models[m].within && fabs(forms[0].seconds - schedule) > EXACT * schedule)
			fail_msg("%s: the form gives %.12g, the schedule takes %.12g", unlike_models[m].class,
				 forms[0].seconds, schedule);
		model_free(model);
	}
}

/* By hand, microseconds: from process 0, g(m) of 10, 20 and 40, L of 5, 1 and 3, overheads of 1. The messages leave at
 * 0, 10 and 30, and are there at 15, 31 and 73; the form takes the longest latency for the last one's. */
static void a_scatter_over_unlike_links_is_the_sum_of_their_gaps(void **state)
{
	static const double gaps[] = {10, 20, 40}, latencies[] = {5, 1, 3};
	const struct link links[] = {{0, 1}, {0, 2}, {0, 3}};
	struct model *model = model_new(model_class_find("plogp", NULL), 4, links, 3);
	struct call call = {.collective = COLLECTIVE_SCATTER, .processes = 4, .count = 1000};
	struct closed_form forms[CLOSED_FORMS_MOST];

	(void)state;
	assert_non_null(model);
	for (size_t l = 0; l < 3; l++) {
		assert_int_equal(model_set(model, l, "g", gaps[l] * 1e-6, NULL), OK);
		assert_int_equal(model_set(model, l, "L", latencies[l] * 1e-6, NULL), OK);
		assert_int_equal(model_set(model, l, "o_s", 1e-6, NULL), OK);
		assert_int_equal(model_set(model, l, "o_r", 1e-6, NULL), OK);
	}
	assert_int_equal(forms_of(model, algorithm_of(COLLECTIVE_SCATTER, "linear"), &call, forms), 1);
	assert_true(fabs(forms[0].seconds * 1e6 - 75) <= 1e-9);
	assert_true(fabs(simulated(model, algorithm_of(COLLECTIVE_SCATTER, "linear"), &call, false) * 1e6 - 73) <=
		    1e-9);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_gather_by_rank_takes_longer_than_the_form_of_unlike_links),
		cmocka_unit_test(the_forms_of_unlike_links_are_what_they_say),
		cmocka_unit_test(links_that_are_all_alike_have_the_form_of_one),
		cmocka_unit_test(a_scatter_over_unlike_links_is_the_sum_of_their_gaps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
