#include "table_1.h"

#include "decompose/tree_time.h"
#include "decompose/share.h"

#define CALL_OUT 1e-6
#define CALL_IN 2e-6

static const struct grid rows = {{1, 4, 1}};

static void flows_share_a_port_equally(void **state)
{
	static const struct {
		struct flow flows[3];
		double ends[3];
	} cases[] = {
		{{{.begin = 0, .work = 1}, {.begin = 0, .work = 1}, {.begin = 5, .work = 1}}, {2, 2, 6}},
		{{{.begin = 0, .work = 2}, {.begin = 1, .work = 0.5}, {.begin = 2.5, .work = 0}}, {2.5, 2, 2.5}},
		{{{.begin = 2, .work = 3}, {.begin = 0, .work = 3}, {.begin = 1, .work = 3}}, {9, 6.5, 8.5}},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct flow flows[3];
		size_t room[3];

		memcpy(flows, cases[i].flows, sizeof(flows));
		for (size_t k = 0; k < COUNT(flows); k++)
			flows[k].which = k;
		flows_share(flows, COUNT(flows), room);
		for (size_t k = 0; k < COUNT(flows); k++)
			assert_close(flows[k].end, cases[i].ends[flows[k].which]);
	}
}

/* A model with times beyond all bounds makes some that are no numbers. */
static void flows_that_are_no_numbers_end(void **state)
{
	struct flow flows[3] = {
		{.begin = NAN, .work = 1}, {.begin = INFINITY, .work = INFINITY}, {.begin = 1, .work = NAN}};
	size_t room[3];

	(void)state;
	flows_share(flows, COUNT(flows), room);
}

/* Table 1, with calls that leave their messages under way and ports that are shared. */
static struct model *fair_model(double eager)
{
	struct model *model = das();

	assert_false(tree_shares_ports(model, &image));
	assert_int_equal(facts_set_text(&model->facts, MODEL_PORTS, MODEL_PORTS_FAIR, NULL), OK);
	assert_int_equal(facts_set_number(&model->facts, MODEL_EAGER, eager, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "o_s", (double[]){0}, (double[]){CALL_OUT}, 1, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "o_r", (double[]){0}, (double[]){CALL_IN}, 1, NULL), OK);
	assert_true(tree_shares_ports(model, &image));
	return model;
}

static struct paths paths_of(const struct model *model, size_t part)
{
	const struct part_message message = {.from = 0, .to = 1, .bytes = 4 * 512 * 512 / part};
	struct paths paths;

	assert_int_equal(domain_paths(model, &image, &message, &paths, NULL), OK);
	return paths;
}

static double seconds_of(const struct model *model, unsigned tree, bool gather)
{
	struct part_messages messages = {.n = 0};
	double seconds;

	assert_int_equal(tree_scatter(&image, &rows, &domain_trees[tree], &messages, NULL), OK);
	assert_int_equal(tree_seconds(model, &image, &messages, 4, gather, &seconds, NULL), OK);
	part_messages_release(&messages);
	return seconds;
}

/* Process 0 sends a half and a quarter, which arrive at about the same time; only then the half's second quarter goes
 * on. */
static void a_binomial_scatter_waits_for_all_that_its_senders_send(void **state)
{
	struct model *model = fair_model(0);
	struct paths half = paths_of(model, 2), quarter = paths_of(model, 4);

	(void)state;
	assert_close(seconds_of(model, TREE_BINOMIAL, false), half.full + quarter.send + quarter.full);
	model_free(model);
}

/* The half has left, and arrives, before the quarter behind it. */
static void messages_that_leave_in_turn_wait_for_those_before_them_alone(void **state)
{
	struct model *model = fair_model(0);
	struct paths half = paths_of(model, 2), quarter = paths_of(model, 4);

	(void)state;
	assert_int_equal(facts_set_number(&model->facts, MODEL_IN_TURN, 4 * 512 * 512, NULL), OK);
	assert_close(seconds_of(model, TREE_BINOMIAL, false), half.full + quarter.full);
	assert_close(seconds_of(model, TREE_FLAT, false), 2 * quarter.send + quarter.full);
	model_free(model);
}

static void what_a_flat_scatter_takes_is_the_same(void **state)
{
	struct model *model = fair_model(0);
	struct paths quarter = paths_of(model, 4);

	(void)state;
	assert_close(seconds_of(model, TREE_FLAT, false), 2 * quarter.send + quarter.full);
	model_free(model);
}

/* Short messages come together, and are then taken in; long ones come in turn. */
static void a_flat_gather_shares_the_port_of_its_receiver(void **state)
{
	struct model *fair = fair_model(1e9), *in_turn = fair_model(0);
	struct paths quarter = paths_of(fair, 4);

	(void)state;
	assert_close(seconds_of(fair, TREE_FLAT, true), 2 * quarter.send + quarter.full + 2 * CALL_IN);
	assert_close(seconds_of(in_turn, TREE_FLAT, true), fmax(quarter.full, quarter.receive) + 2 * quarter.receive);
	model_free(fair);
	model_free(in_turn);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flows_share_a_port_equally),
		cmocka_unit_test(flows_that_are_no_numbers_end),
		cmocka_unit_test(a_binomial_scatter_waits_for_all_that_its_senders_send),
		cmocka_unit_test(messages_that_leave_in_turn_wait_for_those_before_them_alone),
		cmocka_unit_test(what_a_flat_scatter_takes_is_the_same),
		cmocka_unit_test(a_flat_gather_shares_the_port_of_its_receiver),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
