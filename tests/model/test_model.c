#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "model/classes.h"

#define US 1e-6

/* Sums of a few terms in double precision: a few units in the last place. */
#define ROUNDING 1e-12

static const struct link any[] = {{LINK_ANY, LINK_ANY}};
static const struct link both[] = {{0, 1}, {1, 0}};

static void assert_close(double value, double expected)
{
	if (!(fabs(value - expected) <= ROUNDING * fabs(expected)))
		fail_msg("%.17g is not %.17g", value, expected);
}

static void assert_contains(const char *text, const char *part)
{
	if (strstr(text, part) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", text, part);
}

static struct model *made(const struct model_class *class, size_t processes, const struct link *links, size_t n_links)
{
	struct model *model = model_new(class, processes, links, n_links);
	assert_non_null(model);
	return model;
}

static void set(struct model *model, size_t l, const char *name, double value)
{
	struct error err = {0};
	if (model_set(model, l, name, value, &err) != OK)
		fail_msg("%s", err.text);
}

static void set_curve(struct model *model, size_t l, const char *name, const double *bytes, const double *values,
		      size_t n)
{
	struct error err = {0};
	if (model_set_curve(model, l, name, bytes, values, n, &err) != OK)
		fail_msg("%s", err.text);
}

/* The same PLogP parameters for each link: L = 10 us, g = 8 us + 1 ns/B up to 64 KiB, o_s = 2 us, o_r = 3 us + 0.25
 * ns/B. */
static struct model *plogp_model(const struct link *links, size_t n_links)
{
	const double bytes[] = {0, 1, 65536};
	const double send[] = {2 * US, 2 * US, 2 * US};
	const double receive[] = {3 * US, 3 * US + 0.25e-9, 3 * US + 65536 * 0.25e-9};
	const double gap[] = {8 * US, 8 * US + 1e-9, 8 * US + 65536 * 1e-9};
	struct model *model = made(&model_plogp, 2, links, n_links);
	for (size_t l = 0; l < n_links; l++) {
		set(model, l, "L", 10 * US);
		set_curve(model, l, "o_s", bytes, send, 3);
		set_curve(model, l, "o_r", bytes, receive, 3);
		set_curve(model, l, "g", bytes, gap, 3);
	}
	return model;
}

static void the_nearest_link_that_the_model_has_is_used(void **state)
{
	const struct link with_any[] = {{1, 0}, {LINK_ANY, LINK_ANY}, {2, 0}};
	const struct link without[] = {{1, 2}, {0, 1}};
	const struct {
		const struct link *links;
		size_t n;
		struct link asked;
		size_t expected;
	} cases[] = {
		{with_any, 3, {2, 0}, 2},               /* itself */
		{with_any, 3, {1, 0}, 0},               /* itself */
		{with_any, 3, {0, 1}, 1},               /* any before the reverse */
		{with_any, 3, {5, 6}, 1},               /* any */
		{with_any, 3, {LINK_ANY, LINK_ANY}, 1}, /* itself */
		{without, 2, {2, 1}, 0},                /* the reverse */
		{without, 2, {1, 0}, 1},                /* the reverse */
		{without, 2, {3, 4}, 0},                /* the first */
		{without, 2, {LINK_ANY, LINK_ANY}, 0},  /* the first */
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct model *model = made(&model_hockney, 7, cases[i].links, cases[i].n);
		assert_int_equal(model_link(model, cases[i].asked), cases[i].expected);
		model_free(model);
	}
}

static void a_new_model_has_no_values_and_set_ones_stay_with_their_link(void **state)
{
	struct model *model = made(&model_hockney, 2, both, 2);
	(void)state;
	assert_true(isnan(model_value(model, 0, "alpha", 0)));
	assert_int_equal(model_param(model, 1, "beta")->curve.n, 0);
	set(model, 1, "alpha", 5 * US);
	assert_true(isnan(model_value(model, 0, "alpha", 0)));
	assert_true(model_value(model, 1, "alpha", 0) == 5 * US);
	assert_true(model_value(model, 1, "alpha", 1 << 20) == 5 * US);
	model_free(model);
	model_free(NULL);
}

static void a_curve_is_read_between_and_beyond_its_sizes(void **state)
{
	const double bytes[] = {0, 100, 200}, values[] = {1, 3, 4};
	struct model *model = made(&model_plogp, 2, any, 1);
	(void)state;
	set_curve(model, 0, "g", bytes, values, 3);
	assert_close(model_value(model, 0, "g", 50), 2);
	assert_close(model_value(model, 0, "g", 100), 3);
	assert_close(model_value(model, 0, "g", 300), 5);
	model_free(model);
}

static void setting_a_value_drops_its_interval(void **state)
{
	struct model *model = made(&model_hockney, 2, any, 1);
	struct parameter *alpha = &model->parameters[model_param_index(&model_hockney, "alpha")];
	(void)state;
	set(model, 0, "alpha", 1);
	alpha->low = calloc(1, sizeof(double));
	alpha->high = calloc(1, sizeof(double));
	set(model, 0, "alpha", 2);
	assert_null(alpha->low);
	assert_null(alpha->high);
	model_free(model);
}

static void a_refused_value_leaves_the_old_one(void **state)
{
	const double falling[] = {0, 8, 8}, twice[] = {1, 2, 3}, rising[] = {0, 8, 16}, endless[] = {1, INFINITY, 3};
	struct model *model = plogp_model(both, 2);
	struct error scalar = {0}, sizes = {0}, values = {0};
	(void)state;
	assert_int_equal(model_set(model, 1, "L", NAN, &scalar), ERR_INPUT);
	assert_contains(scalar.text, "parameter L of 1>0");
	assert_int_equal(model_set_curve(model, 0, "g", falling, twice, 3, &sizes), ERR_INPUT);
	assert_contains(sizes.text, "parameter g of 0>1");
	assert_int_equal(model_set_curve(model, 0, "g", rising, endless, 3, &values), ERR_INPUT);
	assert_true(model_value(model, 1, "L", 0) == 10 * US);
	assert_true(model_value(model, 0, "g", 0) == 8 * US);
	model_free(model);
}

static void a_model_is_complete_without_its_optional_parameters_only(void **state)
{
	struct model *model = made(&model_plogp, 2, both, 2);
	struct model *whole = plogp_model(both, 2);
	struct error first = {0}, second = {0}, none = {0};
	(void)state;
	assert_int_equal(model_check(model, &first), ERR_INPUT);
	assert_contains(first.text, "the plogp model lacks parameter L of 0>1");
	for (size_t p = 0; p < model_plogp.n_params; p++)
		set(model, 0, model_plogp.params[p].name, -1);
	assert_int_equal(model_check(model, &second), ERR_INPUT);
	assert_contains(second.text, "L of 1>0");
	assert_int_equal(model_param(whole, 0, "o_r_expected")->curve.n, 0);
	assert_int_equal(model_check(whole, &none), OK);
	model_free(model);
	model_free(whole);
}

static void overheads_add_to_a_delivery_unless_they_lie_inside_the_transfer(void **state)
{
	const struct cost apart = {
		.send = 1, .latency = 2, .transfer = 4, .receive = 8, .receive_expected = 16, .gap = 32};
	struct cost inside = apart;
	(void)state;
	inside.overheads_overlap = 1;
	assert_true(cost_delivery(&apart) == 1 + 2 + 4 + 16);
	assert_true(cost_delivery(&inside) == 2 + 4);
}

static void hockney_predicts_latency_and_a_time_per_byte(void **state)
{
	struct model *model = made(&model_hockney, 2, any, 1);
	struct link link = {0, 1};
	(void)state;
	set(model, 0, "alpha", 10 * US);
	set(model, 0, "beta", 2e-9);
	assert_close(model_p2p(model, link, 0), 10 * US);
	assert_close(model_p2p(model, link, 1000), 12 * US);
	assert_close(model_roundtrip(model, link, 1000, 500), 12 * US + 11 * US);
	model_free(model);
}

static void loggp_predicts_overheads_latency_and_all_bytes_but_one(void **state)
{
	struct model *model = made(&model_loggp, 2, any, 1);
	struct link link = {0, 1};
	(void)state;
	set(model, 0, "L", 10 * US);
	set(model, 0, "o_s", 1 * US);
	set(model, 0, "o_r", 2 * US);
	set(model, 0, "g", 4 * US);
	set(model, 0, "G", 1e-9);
	assert_close(model_p2p(model, link, 1), 13 * US);
	assert_close(model_p2p(model, link, 1001), 14 * US);
	assert_true(model_cost(model, link, 1001).send == 1 * US);
	model_free(model);
}

static void plogp_predicts_latency_and_the_gap_of_the_size(void **state)
{
	struct model *model = plogp_model(any, 1);
	struct link link = {1, 0};
	(void)state;
	assert_close(model_p2p(model, link, 0), 18 * US);
	assert_close(model_p2p(model, link, 1000), 19 * US);
	assert_close(model_roundtrip(model, link, 1000, 0), 19 * US + 18 * US);
	model_free(model);
}

static void each_way_of_a_round_trip_costs_what_its_own_link_costs(void **state)
{
	struct model *model = made(&model_hockney, 2, both, 2);
	(void)state;
	set(model, 0, "alpha", 10 * US);
	set(model, 0, "beta", 1e-9);
	set(model, 1, "alpha", 30 * US);
	set(model, 1, "beta", 4e-9);
	assert_close(model_roundtrip(model, both[0], 1000, 2000), 11 * US + 38 * US);
	assert_close(model_roundtrip(model, both[1], 1000, 2000), 34 * US + 12 * US);
	model_free(model);
}

static void facts_keep_their_order_and_take_new_values(void **state)
{
	struct model *model = made(&model_hockney, 2, any, 1);
	struct error err = {0};
	(void)state;
	assert_null(model_fact(model, "clock"));
	assert_int_equal(model_fact_text(model, "clock", "MPI_Wtime", &err), OK);
	assert_int_equal(model_fact_number(model, "runs", 3, &err), OK);
	assert_int_equal(model_fact_text(model, "mpi", "", &err), OK);
	assert_int_equal(model_fact_number(model, "clock", 7, &err), OK);
	assert_int_equal(model->facts.n, 3);
	assert_string_equal(model->facts.list[0].name, "clock");
	assert_null(model->facts.list[0].text);
	assert_true(model_fact(model, "clock")->number == 7);
	assert_true(model_fact(model, "runs")->number == 3);
	assert_string_equal(model_fact(model, "mpi")->text, "");
	model_free(model);
}

static void facts_are_found_among_very_many(void **state)
{
	enum { FACTS = 60000 };
	struct link all = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(&model_hockney, 2, &all, 1);
	struct error err = {0};
	char name[32];

	(void)state;
	for (int round = 1; round <= 2; round++)
		for (int i = 0; i < FACTS; i++) {
			snprintf(name, sizeof(name), "fact %d", i);
			assert_int_equal(model_fact_number(model, name, round * i, &err), OK);
		}
	assert_int_equal(model->facts.n, FACTS);
	for (int i = 0; i < FACTS; i++) {
		snprintf(name, sizeof(name), "fact %d", i);
		assert_ptr_equal(model_fact(model, name), &model->facts.list[i]);
		assert_true(model->facts.list[i].number == 2 * i);
	}
	assert_null(model_fact(model, "fact"));
	model_free(model);
}

static void hosts_are_copied_replaced_and_taken_away(void **state)
{
	const char *const hosts[] = {"node1", "node2"}, *const others[] = {"x", "y"};
	struct model *model = made(&model_hockney, 2, any, 1);
	struct error err = {0};
	(void)state;
	assert_int_equal(model_set_hosts(model, hosts, &err), OK);
	assert_string_equal(model->hosts[1], "node2");
	assert_int_equal(model_set_hosts(model, others, &err), OK);
	assert_string_equal(model->hosts[0], "x");
	assert_int_equal(model_set_hosts(model, NULL, &err), OK);
	assert_null(model->hosts);
	model_free(model);
}

static void every_registered_model_is_found_by_its_name(void **state)
{
	struct error err = {0};
	(void)state;
	for (size_t i = 0; model_classes[i] != NULL; i++)
		assert_ptr_equal(model_class_find(model_classes[i]->name, &err), model_classes[i]);
	assert_int_equal(err.status, OK);
}

static void a_wrong_name_is_answered_with_those_there_are(void **state)
{
	struct error near = {0}, far = {0}, method = {0};
	(void)state;
	assert_null(model_class_find("hokney", &near));
	assert_int_equal(near.status, ERR_INPUT);
	assert_contains(near.text,
			"no model is called \"hokney\": did you mean hockney? There are hockney, logp, loggp, plogp");
	assert_null(model_class_find("quantum", &far));
	assert_null(strstr(far.text, "did you mean"));
	assert_contains(far.text, "plogp");
	assert_null(model_method_find(&model_plogp, "fats", &method));
	assert_int_equal(method.status, ERR_INPUT);
	assert_contains(method.text, "plogp has no method \"fats\"");
	assert_contains(method.text, "fast, saturation");
}

static void the_first_method_is_the_default(void **state)
{
	struct error err = {0};
	(void)state;
	assert_string_equal(model_method_find(&model_plogp, NULL, &err)->name, "fast");
	assert_string_equal(model_method_find(&model_plogp, "saturation", &err)->name, "saturation");
}

static void plogp_converts_to_loggp_and_on_to_logp(void **state)
{
	const char *const hosts[] = {"node1", "node2"};
	struct error err = {0};
	struct model *plogp = plogp_model(both, 2);
	(void)state;
	set(plogp, 1, "L", 20 * US);
	assert_int_equal(model_set_hosts(plogp, hosts, &err), OK);
	assert_int_equal(model_fact_number(plogp, "runs", 3, &err), OK);
	struct model *loggp = model_convert(plogp, &model_loggp, &err);
	assert_non_null(loggp);
	/* Kielmann et al. 2000, Table 1, with o_s(1) = 2 us, o_r(1) = 3.00025 us, g(1) = 8.001 us */
	assert_close(model_value(loggp, 0, "L", 0), 10 * US + 8.001 * US - 2 * US - 3.00025 * US);
	assert_close(model_value(loggp, 1, "L", 0), 20 * US + 8.001 * US - 2 * US - 3.00025 * US);
	assert_close(model_value(loggp, 0, "o_s", 0), (2 * US + 3.00025 * US) / 2);
	assert_close(model_value(loggp, 0, "o_r", 0), (2 * US + 3.00025 * US) / 2);
	assert_close(model_value(loggp, 0, "g", 0), 8.001 * US);
	assert_close(model_value(loggp, 0, "G", 0), (8 * US + 65536 * 1e-9) / 65536);
	assert_close(model_p2p(loggp, both[0], 1), model_p2p(plogp, both[0], 1));
	assert_int_equal(loggp->links[1].from, 1);
	assert_string_equal(loggp->hosts[1], "node2");
	assert_true(model_fact(loggp, "runs")->number == 3);
	assert_string_equal(model_fact(loggp, "converted from")->text, "plogp");
	struct model *logp = model_convert(loggp, &model_logp, &err);
	assert_non_null(logp);
	assert_close(model_value(logp, 1, "L", 0), model_value(loggp, 1, "L", 0));
	assert_string_equal(model_fact(logp, "converted from")->text, "loggp, converted from plogp");
	model_free(plogp);
	model_free(loggp);
	model_free(logp);
}

static void a_conversion_that_does_not_exist_is_refused(void **state)
{
	struct model *plogp = plogp_model(any, 1);
	struct model *hockney = made(&model_hockney, 2, any, 1);
	struct model *empty = made(&model_plogp, 2, any, 1);
	(void)state;
	set(hockney, 0, "alpha", 1);
	set(hockney, 0, "beta", 1);
	const struct {
		const struct model *from;
		const struct model_class *to;
		const char *expected;
	} cases[] = {
		{plogp, &model_hockney, "loggp and logp"},
		{plogp, &model_plogp, "a plogp model already"},
		{hockney, &model_plogp, "a hockney model cannot be converted"},
		{empty, &model_loggp, "lacks parameter L"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct error err = {0};
		assert_null(model_convert(cases[i].from, cases[i].to, &err));
		assert_int_equal(err.status, ERR_INPUT);
		assert_contains(err.text, cases[i].expected);
	}
	model_free(plogp);
	model_free(hockney);
	model_free(empty);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_nearest_link_that_the_model_has_is_used),
		cmocka_unit_test(a_new_model_has_no_values_and_set_ones_stay_with_their_link),
		cmocka_unit_test(a_curve_is_read_between_and_beyond_its_sizes),
		cmocka_unit_test(setting_a_value_drops_its_interval),
		cmocka_unit_test(a_refused_value_leaves_the_old_one),
		cmocka_unit_test(a_model_is_complete_without_its_optional_parameters_only),
		cmocka_unit_test(overheads_add_to_a_delivery_unless_they_lie_inside_the_transfer),
		cmocka_unit_test(hockney_predicts_latency_and_a_time_per_byte),
		cmocka_unit_test(loggp_predicts_overheads_latency_and_all_bytes_but_one),
		cmocka_unit_test(plogp_predicts_latency_and_the_gap_of_the_size),
		cmocka_unit_test(each_way_of_a_round_trip_costs_what_its_own_link_costs),
		cmocka_unit_test(facts_keep_their_order_and_take_new_values),
		cmocka_unit_test(facts_are_found_among_very_many),
		cmocka_unit_test(hosts_are_copied_replaced_and_taken_away),
		cmocka_unit_test(every_registered_model_is_found_by_its_name),
		cmocka_unit_test(a_wrong_name_is_answered_with_those_there_are),
		cmocka_unit_test(the_first_method_is_the_default),
		cmocka_unit_test(plogp_converts_to_loggp_and_on_to_logp),
		cmocka_unit_test(a_conversion_that_does_not_exist_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
