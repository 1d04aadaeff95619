#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithm/request.h"
#include "base/random.h"
#include "predict/tree_mapping.h"
#include "../sanitized.h"

enum { MOST = 9 };

/* Times are sums in another order. */
#define EXACT 1e-12

static double scaled(struct random *random, double low, double high)
{
	return low * pow(high / low, random_uniform(random));
}

/* Parameters of a class, which differ by up to ten times or more. */
static const struct {
	const char *class, *name;
	double low, high;
	bool process; /* of lmo's processes: a link from a process to itself */
	bool sizes;   /* at several sizes: of each byte besides */
	double byte_low, byte_high;
} parameters[] = {
	{"lmo", "C", 1e-5, 1e-4, true, false, 0, 0},
	{"lmo", "L", 1e-5, 1e-4, false, false, 0, 0},
	{"lmo", "t", 1e-9, 1e-8, true, false, 0, 0},
	{"lmo", "inverse_beta", 2e-9, 5e-8, false, false, 0, 0},
	{"hockney", "alpha", 1e-5, 1e-4, false, false, 0, 0},
	{"hockney", "beta", 2e-9, 5e-8, false, false, 0, 0},
	{"loggp", "L", 1e-5, 1e-4, false, false, 0, 0},
	{"loggp", "o_s", 1e-6, 5e-5, false, false, 0, 0},
	{"loggp", "o_r", 1e-6, 5e-5, false, false, 0, 0},
	{"loggp", "g", 1e-6, 2e-4, false, false, 0, 0},
	{"loggp", "G", 2e-9, 5e-8, false, false, 0, 0},
	{"logp", "L", 1e-5, 1e-4, false, false, 0, 0},
	{"logp", "o_s", 1e-6, 5e-5, false, false, 0, 0},
	{"logp", "o_r", 1e-6, 5e-5, false, false, 0, 0},
	{"logp", "g", 1e-6, 2e-4, false, false, 0, 0},
	{"plogp", "L", 1e-6, 5e-5, false, false, 0, 0},
	{"plogp", "o_s", 1e-6, 1e-4, false, true, 1e-10, 3e-8},
	{"plogp", "o_r", 1e-6, 1e-4, false, true, 1e-10, 3e-8},
	{"plogp", "o_r_expected", 1e-6, 1e-4, false, true, 1e-10, 3e-8},
	{"plogp", "g", 1e-6, 1e-4, false, true, 2e-9, 5e-8},
	{"plogp-T", "T", 1e-5, 3e-4, false, true, 2e-9, 9e-8},
	{"loggpo", "L", 1e-6, 5e-5, false, false, 0, 0},
	{"loggpo", "O_control", 1e-6, 2e-5, false, false, 0, 0},
	{"loggpo", "S", 15000, 15000, false, false, 0, 0},
	{"loggpo", "O_i", 1e-6, 1e-4, false, true, 1e-10, 3e-8},
	{"loggpo", "O_c", 1e-6, 1e-4, false, true, 1e-10, 3e-8},
	{"loggpo", "G", 1e-6, 1e-4, false, true, 2e-9, 5e-8},
	{"p3pc", "t_cs", 1e-6, 5e-5, false, false, 0, 0},
	{"p3pc", "t_cr", 1e-6, 5e-5, false, false, 0, 0},
	{"p3pc", "t_cf", 1e-5, 2e-4, false, false, 0, 0},
	{"p3pc", "t_as_cc", 1e-6, 1e-5, false, true, 1e-9, 2e-8},
	{"p3pc", "t_ar_cc", 1e-6, 1e-5, false, true, 1e-9, 2e-8},
	{"p3pc", "t_af_cc", 1e-6, 1e-5, false, true, 5e-9, 8e-8},
};

/* A parameter at three sizes, between which it is a line. */
static void set_sizes(struct model *model, size_t l, size_t i, struct random *random)
{
	double at[] = {0, 7000, 30000}, seconds[3], fixed = scaled(random, parameters[i].low, parameters[i].high);

	for (int k = 0; k < 3; k++)
		seconds[k] = fixed + at[k] * scaled(random, parameters[i].byte_low, parameters[i].byte_high);
	assert_int_equal(model_set_curve(model, l, parameters[i].name, at, seconds, 3, NULL), OK);
}

/* Processes and links that differ, each direction by itself; plogp-T: plogp with times of delivery. */
static struct model *unlike(const char *class, int n, uint64_t seed)
{
	struct link links[MOST * MOST];
	bool lmo = strcmp(class, "lmo") == 0, plogp = strncmp(class, "plogp", 5) == 0;
	size_t n_links = 0;
	struct random random;
	struct model *model;

	random_init(&random, seed);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			if (lmo ? j >= i : j != i)
				links[n_links++] = (struct link){i, j};
	model = model_new(model_class_find(plogp ? "plogp" : class, NULL), (size_t)n, links, n_links);
	assert_non_null(model);
	for (size_t l = 0; l < n_links; l++)
		for (size_t i = 0; i < sizeof(parameters) / sizeof(parameters[0]); i++) {
			if (strncmp(class, parameters[i].class, strlen(parameters[i].class)) != 0 ||
			    (lmo && parameters[i].process != (links[l].from == links[l].to)) ||
			    (!plogp && strcmp(class, parameters[i].class) != 0))
				continue;
			if (parameters[i].sizes)
				set_sizes(model, l, i, &random);
			else
				assert_int_equal(model_set(model, l, parameters[i].name,
							   scaled(&random, parameters[i].low, parameters[i].high),
							   NULL),
						 OK);
		}
	assert_true(strcmp(class, "p3pc") == 0 || model_check(model, NULL) == OK); /* p3pc: of contiguous data alone */
	return model;
}

/* The least and the most of all orders, each simulated to its end. */
struct extremes {
	double least, most;
};

static void try_orders(const struct predict_options *how, struct algorithm_use use, int *order, int place,
		       struct extremes *times)
{
	struct call call = *use.call;
	double seconds;

	if (place == call.processes) {
		call.order = order;
		use.call = &call;
		assert_int_equal(predict_collective(how, &use, &seconds, NULL), OK);
		times->least = fmin(times->least, seconds);
		times->most = fmax(times->most, seconds);
	}
	for (int i = place; i < call.processes; i++) {
		int kept = order[place];

		order[place] = order[i];
		order[i] = kept;
		try_orders(how, use, order, place + 1, times);
		order[i] = order[place];
		order[place] = kept;
	}
}

static const struct {
	enum collective collective;
	const char *algorithm;
	uint64_t segment;
} cases[] = {
	{COLLECTIVE_BCAST, "binomial", 0},    {COLLECTIVE_BCAST, "chain", 4000},  {COLLECTIVE_BCAST, "linear", 0},
	{COLLECTIVE_SCATTERV, "binomial", 0}, {COLLECTIVE_SCATTERV, "linear", 0}, {COLLECTIVE_GATHERV, "binomial", 0},
	{COLLECTIVE_GATHERV, "linear", 0},    {COLLECTIVE_GATHERV, "k-ary", 0},   {COLLECTIVE_REDUCE, "binomial", 0},
	{COLLECTIVE_SCATTER, "two-level", 0},
};
enum { CASES = sizeof(cases) / sizeof(cases[0]) };

static const struct algorithm_class *algorithm_of(size_t i)
{
	const struct algorithm_class *algorithm = algorithm_find(cases[i].collective, cases[i].algorithm, NULL);

	assert_non_null(algorithm);
	return algorithm;
}

/* Blocks of scatterv and gatherv are of equal size with even seeds. */
static struct call call_of(size_t i, int n, uint64_t seed, uint64_t counts[MOST])
{
	bool counted = cases[i].collective == COLLECTIVE_SCATTERV || cases[i].collective == COLLECTIVE_GATHERV;

	for (int p = 0; p < n; p++)
		counts[p] = seed % 2 == 0 ? 10000 : (uint64_t)(p + 1) * 4000;
	return (struct call){.collective = cases[i].collective,
			     .processes = n,
			     .root = (int)(seed % (uint64_t)n),
			     .count = 10000,
			     .counts = counted ? counts : NULL,
			     .segment = cases[i].segment,
			     .fanout = algorithm_of(i)->fanout,
			     .commutes = true};
}

static double time_by(const struct predict_options *how, struct algorithm_use use, const int *order)
{
	struct call call = *use.call;
	double seconds = 0;

	call.order = order;
	use.call = &call;
	assert_int_equal(algorithm_check(use.algorithm, &call, NULL), OK);
	assert_int_equal(predict_collective(how, &use, &seconds, NULL), OK);
	return seconds;
}

static bool is_nearly(double a, double b)
{
	return fabs(a - b) <= EXACT * b;
}

/* Five processes: all orders, tried here one by one. */
static void what_is_found_is_the_best_of_all_orders_and_no_order_is_below_the_bound(void **state)
{
	static const char *const classes[] = {"lmo", "hockney", "plogp", "plogp-T", "loggp", "logp", "loggpo", "p3pc"};
	enum { CLASSES = sizeof(classes) / sizeof(classes[0]) };

	(void)state;
	for (uint64_t seed = 0; seed < 2; seed++)
		for (size_t k = 0; k < (size_t)2 * CLASSES * CASES; k++) {
			uint64_t counts[MOST];
			const struct call call = call_of(k % CASES, 5, seed, counts);
			const struct algorithm_use use = {algorithm_of(k % CASES), &call};
			struct model *model = unlike(classes[k / CASES % CLASSES], 5, seed * 100 + k);
			struct predict_options how = predict_options_default(model);
			struct extremes times = {INFINITY, 0};
			struct tree_mapping found;
			int order[MOST];

			how.use.fair = k >= (size_t)CLASSES * CASES;
			for (int p = 0; p < 5; p++)
				order[p] = (call.root + p) % 5;
			try_orders(&how, use, order, 1, &times);
			assert_int_equal(tree_mapping_find(&how, &use, NULL, &found, NULL), OK);
			assert_true(found.all && !found.spent);
			assert_true(found.seconds <= times.least * (1 + 1e-7) &&
				    found.plain <= times.most * (1 + EXACT));
			assert_true(found.seconds >= times.least * (1 - EXACT) || found.seconds == found.plain);
			if (!(found.bound <= times.least && found.root <= times.least))
				print_error("seed %u, case %zu: bound %.9g by %d, root %.9g, least %.9g\n",
					    (unsigned)seed, k, found.bound, (int)found.limit, found.root, times.least);
			assert_true(found.bound > 0 && found.bound <= times.least && found.root <= times.least);
			assert_true(is_nearly(time_by(&how, use, found.order), found.seconds));
			tree_mapping_release(&found);
			model_free(model);
		}
}

/* As close as the design asks for. */
static void the_search_alone_is_within_2_percent_of_all_orders(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < FEWER(3, 1); seed++)
		for (size_t i = 0; i < CASES; i++) {
			int n = seed == 1 ? 8 : 7; /* all orders of eight take long */
			uint64_t counts[MOST];
			const struct call call = call_of(i, n, seed, counts);
			const struct algorithm_use use = {algorithm_of(i), &call};
			struct model *model = unlike("lmo", n, 1000 + seed);
			const struct predict_options how = predict_options_default(model);
			struct tree_mapping found;

			assert_int_equal(tree_mapping_find(&how, &use, NULL, &found, NULL), OK);
			assert_true(found.all);
			if (found.searched > 1.02 * found.seconds)
				print_error("seed %u, %s by %s: %.9g, of all orders %.9g\n", (unsigned)seed,
					    collective_words[call.collective], use.algorithm->name, found.searched,
					    found.seconds);
			assert_true(found.searched <= 1.02 * found.seconds && found.searched >= found.seconds);
			tree_mapping_release(&found);
			model_free(model);
		}
}

static void a_budget_ends_the_search_with_the_best_order_until_then(void **state)
{
	struct model *model = unlike("lmo", 9, 5);
	const struct predict_options how = predict_options_default(model);
	const struct call call = {.collective = COLLECTIVE_BCAST, .processes = 9, .count = 100000};
	const struct algorithm_use use = {algorithm_find(COLLECTIVE_BCAST, "binomial", NULL), &call};
	const struct tree_mapping_options few = {.simulations = 30};
	struct tree_mapping found, whole;

	(void)state;
	assert_int_equal(tree_mapping_find(&how, &use, &few, &found, NULL), OK);
	assert_int_equal(tree_mapping_find(&how, &use, NULL, &whole, NULL), OK);
	assert_true(found.spent && found.simulations <= 31 && !whole.spent && whole.simulations > 31);
	assert_true(found.seconds >= whole.seconds && found.seconds <= found.plain && whole.seconds < whole.plain);
	assert_true(is_nearly(time_by(&how, use, found.order), found.seconds));
	tree_mapping_release(&found);
	tree_mapping_release(&whole);
	model_free(model);
}

static void among_processes_that_are_alike_the_order_is_the_algorithms_own(void **state)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(model_class_find("hockney", NULL), 2, &any, 1);
	const struct call call = {.collective = COLLECTIVE_BCAST, .processes = 16, .count = 1000};
	const struct algorithm_use use = {algorithm_find(COLLECTIVE_BCAST, "binomial", NULL), &call};
	struct predict_options how;
	struct tree_mapping found;

	(void)state;
	assert_int_equal(model_set(model, 0, "alpha", 10e-6, NULL), OK);
	assert_int_equal(model_set(model, 0, "beta", 1e-9, NULL), OK);
	how = predict_options_default(model);
	assert_int_equal(tree_mapping_find(&how, &use, NULL, &found, NULL), OK);
	assert_true(found.alike && found.all && !found.order && found.seconds == found.plain && found.simulations <= 1);
	tree_mapping_release(&found);
	model_free(model);
}

/* All links from the root are alike: whatever the tree, its port has all blocks to send. */
static void the_roots_port_is_what_keeps_a_scatter_from_being_quicker(void **state)
{
	struct model *model = unlike("hockney", 6, 3);
	const struct call call = {.collective = COLLECTIVE_SCATTER, .processes = 6, .count = 1000000};
	const struct algorithm_use use = {algorithm_find(COLLECTIVE_SCATTER, "linear", NULL), &call};
	struct predict_options how;
	struct tree_mapping found;

	(void)state;
	for (size_t l = 0; l < model->n_links; l++) {
		assert_int_equal(model_set(model, l, "alpha", 1e-5, NULL), OK);
		assert_int_equal(model_set(model, l, "beta", model->links[l].from == 0 ? 1e-8 : 2e-9, NULL), OK);
	}
	how = predict_options_default(model);
	assert_int_equal(tree_mapping_find(&how, &use, NULL, &found, NULL), OK);
	assert_int_equal(found.limit, TREE_MAPPING_ROOT_PORT);
	assert_true(found.root >= 0.99 * found.plain && found.root <= found.seconds &&
		    found.root_limit == TREE_MAPPING_ROOT_PORT);
	tree_mapping_release(&found);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_found_is_the_best_of_all_orders_and_no_order_is_below_the_bound),
		cmocka_unit_test(the_search_alone_is_within_2_percent_of_all_orders),
		cmocka_unit_test(a_budget_ends_the_search_with_the_best_order_until_then),
		cmocka_unit_test(among_processes_that_are_alike_the_order_is_the_algorithms_own),
		cmocka_unit_test(the_roots_port_is_what_keeps_a_scatter_from_being_quicker),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
