#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "patterns.h"
#include "schedule/goal.h"

/* Sums of a few numbers of this size in another order than the formula's. */
#define EXACT 1e-12

enum { PROCESSES = 9, BYTES = 5000 };

static struct model *model_of(const struct model_class *class, const char *const *names, const double *values)
{
	struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = model_new(class, PROCESSES, &any, 1);
	struct error err = {0};

	assert_non_null(model);
	for (; *names; names++, values++)
		assert_int_equal(model_set(model, 0, *names, *values, &err), OK);
	if (model_check(model, &err) != OK)
		fail_msg("%s", err.text);
	return model;
}

static double seconds_with(const struct schedule *schedule, const struct model_use *use, uint64_t eager_most)
{
	struct costs costs = model_costs(use, eager_most);
	struct simulation found = {0};
	struct error err = {0};
	double seconds;

	if (simulate(schedule, &costs, &found, &err) != OK)
		fail_msg("%s", err.text);
	seconds = found.seconds;
	simulation_release(&found);
	return seconds;
}

static double seconds_of(const struct schedule *schedule, const struct model *model, bool parallel, uint64_t eager_most)
{
	return seconds_with(schedule, &(struct model_use){.model = model, .parallel = parallel}, eager_most);
}

/* As the model's facts say that ports are. */
static double seconds_by_facts(const struct schedule *schedule, const struct model *model)
{
	const struct model_use use = model_use_default(model);

	return seconds_with(schedule, &use, UINT64_MAX);
}

/* LogGP with L = 10 us and G = 1 ns/B: a message of 100001 bytes keeps a port for 100 us. */
static struct model *model_of_ports(void)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g", "G", NULL};
	static const double values[] = {10e-6, 0, 0, 0, 1e-9};

	return model_of(model_class_find("loggp", NULL), names, values);
}

static void assert_near(double found, double wanted)
{
	if (!(fabs(found - wanted) <= EXACT * wanted))
		fail_msg("%.17g instead of %.17g", found, wanted);
}

/* A linear scatter and a linear gather. */
static void assert_linear(const struct model *model, bool parallel, double wanted)
{
	static const struct pattern scatter = {"scatter", PROCESSES, BYTES, 1, build_scatter, 0, 0},
				    gather = {"gather", PROCESSES, BYTES, 1, build_gather, 0, 0};
	struct schedule schedule = pattern_schedule(&scatter);

	assert_near(seconds_of(&schedule, model, parallel, UINT64_MAX), wanted);
	schedule = pattern_schedule(&gather);
	assert_near(seconds_of(&schedule, model, parallel, UINT64_MAX), wanted);
}

static void linear_scatter_and_gather_under_hockney_are_the_sum_or_the_maximum(void **state)
{
	static const char *const names[] = {"alpha", "beta", NULL};
	static const double values[] = {30e-6, 1e-9};
	struct model *model = model_of(model_class_find("hockney", NULL), names, values);
	double one = values[0] + values[1] * BYTES;

	(void)state;
	assert_linear(model, false, (PROCESSES - 1) * one);
	assert_linear(model, true, one);
	model_free(model);
}

static void linear_scatter_and_gather_under_loggp_are_the_closed_form(void **state)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g", "G", NULL};
	static const double values[] = {10e-6, 1e-6, 1e-6, 3e-6, 1e-9};
	struct model *model = model_of(model_class_find("loggp", NULL), names, values);

	(void)state;
	assert_linear(model, false,
		      values[0] + 2 * values[1] + (PROCESSES - 1) * (BYTES - 1) * values[4] +
			      (PROCESSES - 2) * values[3]);
	model_free(model);
}

static void linear_scatter_and_gather_under_plogp_are_the_closed_form(void **state)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g", NULL};
	static const double values[] = {10e-6, 1e-6, 2e-6, 7e-6};
	struct model *model = model_of(model_class_find("plogp", NULL), names, values);

	(void)state;
	assert_linear(model, false, values[0] + (PROCESSES - 1) * values[3]);
	model_free(model);
}

/* The receiver computes for long, then receives: an eager message is there and costs its overhead, a longer one leaves
 * only then. */
/* As two processes of one machine see it: the receiver copies out of the sender's memory, which is all of a message. */
static void messages_that_are_nothing_but_their_receivers_copying_follow_each_other_by_the_gap(void **state)
{
	static const struct {
		const char *name;
		double seconds[2];
	} curves[] = {{"o_s", {0.1e-6, 40e-6}}, {"o_r", {0.1e-6, 40e-6}},  {"g", {0.1e-6, 40e-6}},
		      {"r", {0.2e-6, 40e-6}},   {"o_i", {0.1e-6, 0.1e-6}}, {"o_r_expected", {0.1e-6, 40e-6}}};
	static const double bytes[] = {0, BYTES}, noise[] = {-2e-6, 0.3e-6, 2e-6}, gap = 39.9e-6; /* r - L */
	static const struct pattern scatter = {"scatter", PROCESSES, BYTES, 1, build_scatter, 0, 0};
	const struct schedule schedule = pattern_schedule(&scatter);
	struct link any = {LINK_ANY, LINK_ANY};

	(void)state;
	for (size_t n = 0; n < sizeof(noise) / sizeof(noise[0]); n++) {
		double whole[] = {0.4e-6, 40.1e-6 + noise[n]}, seconds;
		struct model *model = model_new(model_class_find("plogp", NULL), PROCESSES, &any, 1);

		assert_int_equal(model_set(model, 0, "L", 0.1e-6, NULL), OK);
		assert_int_equal(model_set_curve(model, 0, "T_i", bytes, whole, 2, NULL), OK);
		for (size_t i = 0; i < sizeof(curves) / sizeof(curves[0]); i++)
			assert_int_equal(model_set_curve(model, 0, curves[i].name, bytes, curves[i].seconds, 2, NULL),
					 OK);
		seconds = seconds_by_facts(&schedule, model);
		if (!(fabs(seconds - (PROCESSES - 1) * gap) < 2.5e-6))
			fail_msg("in turn: %g", seconds);
		assert_int_equal(model_fact_text(model, MODEL_PORTS, MODEL_PORTS_FAIR, NULL), OK);
		seconds = seconds_by_facts(&schedule, model);
		if (!(fabs(seconds - (PROCESSES - 1) * gap) < 2.5e-6))
			fail_msg("fair: %g", seconds);
		assert_int_equal(model_fact_text(model, MODEL_PORTS, MODEL_PORTS_PARALLEL, NULL), OK);
		seconds = seconds_by_facts(&schedule, model);
		if (!(fabs(seconds - gap) < 4e-6))
			fail_msg("in parallel: %g", seconds);
		model_free(model);
	}
}

static void a_rendezvous_message_leaves_when_its_receive_is_posted(void **state)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g", "G", NULL};
	static const double values[] = {10e-6, 1e-6, 1e-6, 3e-6, 1e-9};
	static const char text[] = "num_ranks 2 rank 0 { a: send 101b to 1 b: calc 0 b requires a } rank 1 { a: calc "
				   "1000000 b: recv 101b from 0 b requires a }";
	struct model *model = model_of(model_class_find("loggp", NULL), names, values);
	struct goal goal = {0};
	struct schedule schedule;

	(void)state;
	assert_int_equal(goal_parse_text(text, strlen(text), "text", &goal, NULL), OK);
	schedule = goal_schedule(&goal);
	assert_near(seconds_of(&schedule, model, false, 101), 1e-3 + 1e-6);
	assert_near(seconds_of(&schedule, model, false, 100), 1e-3 + 12e-6 + 100e-9);
	goal_release(&goal);
	model_free(model);
}

static const struct {
	const char *about, *text;
	double wanted[3][3]; /* microseconds, of ports in turn, fair, and fair but that these messages leave in turn; L
				= 10, o = 0, g = 0, G = 1 ns: a message of 100001 bytes takes 100; in turn a send
				begins when the port is free */
} shares[] = {
	{"one sender, two receivers: one after the other, or both at half the speed",
	 "num_ranks 3 rank 0 { send 100001b to 1 send 100001b to 2 } rank 1 { recv 100001b from 0 } rank 2 { recv "
	 "100001b from 0 }",
	 {{100, 110, 210}, {0, 210, 210}, {0, 110, 210}}},
	{"two senders, one receiver",
	 "num_ranks 3 rank 0 { recv 100001b from 1 tag 1 recv 100001b from 2 } rank 1 { send 100001b to 0 tag 1 } rank "
	 "2 { send 100001b to 0 }",
	 {{210, 0, 0}, {210, 0, 0}, {210, 0, 0}}},
	{"the shorter message ends when it has had its half",
	 "num_ranks 3 rank 0 { send 100001b to 1 send 20001b to 2 } rank 1 { recv 100001b from 0 } rank 2 { recv "
	 "20001b from 0 }",
	 {{100, 110, 130}, {0, 130, 50}, {0, 110, 130}}},
	{"a message that comes while another is under way",
	 "num_ranks 3 rank 0 { send 100001b to 1 a: calc 50000 b: send 100001b to 2 b requires a } rank 1 { recv "
	 "100001b from 0 } rank 2 { recv 100001b from 0 }",
	 {{100, 110, 210}, {50, 160, 210}, {50, 110, 210}}},
	/* The receive that waits for the longer message, sent first, is not satisfied by the shorter one. */
	{"messages do not overtake",
	 "num_ranks 2 rank 0 { send 100001b to 1 send 20001b to 1 } rank 1 { a: recv 100001b from 0 b: calc 1000 b "
	 "requires a c: recv 20001b from 0 }",
	 {{100, 130, 0}, {0, 131, 0}, {0, 130, 0}}},
};

static void a_port_serves_messages_in_turn_or_shares_itself_fairly(void **state)
{
	struct model *model = model_of_ports();

	(void)state;
	for (size_t i = 0; i < 3 * sizeof(shares) / sizeof(shares[0]); i++) {
		static const char *const names[] = {"in turn", "fair", "queued"};
		struct model_use use = {.model = model, .fair = i % 3 > 0, .in_turn_most = i % 3 == 2 ? 100001 : 0};
		struct costs costs = model_costs(&use, UINT64_MAX);
		struct simulation found = {0};
		struct goal goal = {0};
		struct error err = {0};
		struct schedule schedule;

		assert_int_equal(goal_parse_text(shares[i / 3].text, strlen(shares[i / 3].text), "text", &goal, NULL),
				 OK);
		schedule = goal_schedule(&goal);
		if (simulate(&schedule, &costs, &found, &err) != OK)
			fail_msg("%s", err.text);
		for (int p = 0; p < found.processes; p++) {
			double wanted = shares[i / 3].wanted[i % 3][p];

			if (fabs(found.finish[p] * 1e6 - wanted) > 1e-6)
				fail_msg("%s, %s: process %d ends at %.9g us instead of %.9g", shares[i / 3].about,
					 names[i % 3], p, found.finish[p] * 1e6, wanted);
		}
		simulation_release(&found);
		goal_release(&goal);
	}
	model_free(model);
}

/* L = 10 us, 1 ns/B: messages of 100001 bytes, both ways at a time. In turn the port in serves when it has served for
 * its share of what went out, from the beginning on. */
static void half_duplex_ports_serve_both_directions_with_one_capacity(void **state)
{
	static const char text[] = "num_ranks 2 rank 0 { send 100001b to 1 recv 100001b from 1 } rank 1 { send 100001b "
				   "to 0 recv 100001b from 0 }";
	static const struct {
		double factor, in_turn, fair;
	} duplex[] = {{1, 110e-6, 110e-6}, {1.05, 110e-6, 115e-6}, {2, 200e-6, 210e-6}};
	struct model *model = model_of_ports();
	struct goal goal = {0};
	struct schedule schedule;

	(void)state;
	assert_int_equal(goal_parse_text(text, strlen(text), "text", &goal, NULL), OK);
	schedule = goal_schedule(&goal);
	for (size_t i = 0; i < 2 * sizeof(duplex) / sizeof(duplex[0]); i++) {
		assert_int_equal(
			model_fact_text(model, MODEL_PORTS, i % 2 ? MODEL_PORTS_FAIR : MODEL_PORTS_IN_TURN, NULL), OK);
		assert_int_equal(model_fact_number(model, MODEL_DUPLEX, duplex[i / 2].factor, NULL), OK);
		assert_near(seconds_by_facts(&schedule, model), i % 2 ? duplex[i / 2].fair : duplex[i / 2].in_turn);
	}
	goal_release(&goal);
	model_free(model);
}

/* L = 10 us, 1 ns/B: two messages of 100001 bytes from or to one process. */
static void a_receivers_port_serves_as_its_own_fact_says(void **state)
{
	static const struct {
		const char *out, *in;
		double scatter, gather;
	} cases[] = {{MODEL_PORTS_FAIR, MODEL_PORTS_FAIR, 210e-6, 210e-6},
		     {MODEL_PORTS_FAIR, MODEL_PORTS_PARALLEL, 210e-6, 110e-6},
		     {MODEL_PORTS_IN_TURN, MODEL_PORTS_PARALLEL, 210e-6, 110e-6},
		     {MODEL_PORTS_IN_TURN, MODEL_PORTS_IN_TURN, 210e-6, 210e-6},
		     {MODEL_PORTS_PARALLEL, MODEL_PORTS_FAIR, 110e-6, 210e-6},
		     {MODEL_PORTS_PARALLEL, MODEL_PORTS_IN_TURN, 110e-6, 210e-6},
		     {MODEL_PORTS_PARALLEL, MODEL_PORTS_PARALLEL, 110e-6, 110e-6}};
	static const struct pattern scatter = {"scatter", 3, 100001, 1, build_scatter, 0, 0},
				    gather = {"gather", 3, 100001, 1, build_gather, 0, 0};
	struct schedule out = pattern_schedule(&scatter), in = pattern_schedule(&gather);
	struct model *model = model_of_ports();

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		double scattered, gathered;

		assert_int_equal(model_fact_text(model, MODEL_PORTS, cases[i].out, NULL), OK);
		assert_int_equal(model_fact_text(model, MODEL_PORTS_IN, cases[i].in, NULL), OK);
		scattered = seconds_by_facts(&out, model);
		gathered = seconds_by_facts(&in, model);
		if (!(fabs(scattered - cases[i].scatter) < 1e-12 && fabs(gathered - cases[i].gather) < 1e-12))
			fail_msg("out %s, in %s: a scatter of %g s and a gather of %g s", cases[i].out, cases[i].in,
				 scattered, gathered);
	}
	model_free(model);
}

/* Of models without handshakes the fact of these' messages without data says nothing: no streams are kept for it, and
 * all times stay as they are. */
static void without_handshakes_a_stream_of_control_messages_changes_nothing(void **state)
{
	static const char *const plogp[] = {"L", "o_s", "o_r", "g", NULL}, *const loggp[] = {"L", "o_s", "o_r",
											     "g", "G",   NULL};
	static const double values[] = {10e-6, 1e-6, 2e-6, 7e-6, 1e-9};
	static const struct pattern alltoall = {"all-to-all", PROCESSES, BYTES, 1, build_alltoall, 0, 0};
	const struct schedule schedule = pattern_schedule(&alltoall);

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct model *model =
			model_of(model_class_find(i ? "loggp" : "plogp", NULL), i ? loggp : plogp, values);
		double wanted = seconds_with(&schedule, &(struct model_use){.model = model}, 0);
		struct model_use use;
		struct costs costs;

		assert_int_equal(model_fact_text(model, MODEL_CONTROL, MODEL_CONTROL_BEHIND, NULL), OK);
		use = model_use_default(model);
		use.fair = false;
		use.in_turn = true;
		assert_true(seconds_with(&schedule, &use, 0) == wanted);
		costs = model_costs(&use, 0);
		assert_false(costs.in_stream);
		use.within = &use;
		costs = model_costs(&use, 0);
		assert_false(costs.in_stream_within);
		model_free(model);
	}
}

/* All messages of a linear scatter or gather end together when they share the root's port, and the last one ends when
 * it would in turn. */
static void fair_ports_take_as_long_for_all_as_ports_in_turn(void **state)
{
	static const char *const names[] = {"L", "o_s", "o_r", "g", "G", NULL};
	static const double values[] = {10e-6, 0, 0, 0, 1e-9};
	static const struct pattern each[] = {{"scatter", PROCESSES, BYTES, 1, build_scatter, 0, 0},
					      {"gather", PROCESSES, BYTES, 1, build_gather, 0, 0},
					      {"all-to-all", PROCESSES, BYTES, 1, build_alltoall, 0, 0}};
	struct model *model = model_of(model_class_find("loggp", NULL), names, values);

	(void)state;
	for (size_t i = 0; i < sizeof(each) / sizeof(each[0]); i++) {
		for (int eager = 0; eager < 2; eager++) {
			struct model_use use = {.model = model, .fair = true};
			struct costs costs = model_costs(&use, eager ? UINT64_MAX : 0);
			struct schedule schedule = pattern_schedule(&each[i]);
			struct simulation found = {0};
			struct error err = {0};

			if (simulate(&schedule, &costs, &found, &err) != OK)
				fail_msg("%s: %s", each[i].name, err.text);
			assert_near(found.seconds, values[0] + (PROCESSES - 1) * (BYTES - 1) * values[4]);
			simulation_release(&found);
		}
	}
	model_free(model);
}

/* LMO, microseconds: C 5, t 0.002 per byte, L 20; messages of 5000 bytes. */
enum { LMO_NAMES = 8 };

static const struct {
	const char *about, *names[LMO_NAMES];
	double values[LMO_NAMES];
	struct {
		double fair, in_turn, parallel;
	} alone, scatter, gather; /* one message; to or from eight others */
} lmo_models[] = {
	/* C + m t = 15 of a processor, at either end; in between 25. Nothing of it is a port's. */
	{"1/beta of 0.001 per byte",
	 {"C", "t", "L", "inverse_beta"},
	 {5e-6, 2e-9, 20e-6, 1e-9},
	 {55, 55, 55},
	 {7 * 15 + 55, 7 * 15 + 55, 7 * 15 + 55},
	 {7 * 15 + 55, 7 * 15 + 55, 7 * 15 + 55}},
	/* Both ports take 10, 5 of it at the same time. Of the 5 beyond the slower port each processor has a half: 7.5
	   with C. The whole is 5 + 10 + 20 - 5 + 10 + 5 = 45, 27.5 of it a flight. */
	{"1/beta of -0.001 per byte",
	 {"C", "t", "L", "inverse_beta"},
	 {5e-6, 2e-9, 20e-6, -1e-9},
	 {45, 45, 45},
	 {8 * 10 + 27.5 + 7.5, 7 * 15 + 45,
	  7 * 7.5 + 45}, /* the root's port; in turn C + m t each, as the gap is; its processor */
	 {27.5 + 8 * 10 + 8 * 7.5, 27.5 + 8 * 10 + 7.5,
	  37.5 + 8 * 7.5}}, /* sharing the port all end together, then the processor */
	/* The links are so quick that nothing is left for processors: rest = 10 - 15. The whole is 5 + 10 + 20 - 15 +
	   10 + 5 = 35, 20 of it a flight. */
	{"1/beta of -0.003 per byte",
	 {"C", "t", "L", "inverse_beta"},
	 {5e-6, 2e-9, 20e-6, -3e-9},
	 {35, 35, 35},
	 {8 * 10 + 20 + 5, 7 * 15 + 35, 7 * 5 + 35},
	 {20 + 8 * 10 + 8 * 5, 20 + 8 * 10 + 5, 30 + 8 * 5}},
	/* The whole is 40 + 20 = 60; the sender's port is kept for the 55 before the receiver's C, the receiver's has
	   the 20. */
	{"rendezvous as it was measured",
	 {"C", "t", "L", "inverse_beta", "S", "rendezvous_alpha", "rendezvous_beta"},
	 {5e-6, 2e-9, 20e-6, 1e-9, 1000, 40e-6, 4e-9},
	 {60, 60, 60},
	 {8 * 55 + 5, 8 * 55 + 5, 7 * 5 + 60},
	 {8 * 20 + 8 * 5, 35 + 8 * 20 + 5, 55 + 8 * 5}},
	/* The same with a link that forwards: what was measured counts. */
	{"rendezvous, 1/beta negative",
	 {"C", "t", "L", "inverse_beta", "S", "rendezvous_alpha", "rendezvous_beta"},
	 {5e-6, 2e-9, 20e-6, -1e-9, 1000, 40e-6, 4e-9},
	 {60, 60, 60},
	 {8 * 55 + 5, 8 * 55 + 5, 7 * 5 + 60},
	 {8 * 20 + 8 * 5, 35 + 8 * 20 + 5, 55 + 8 * 5}},
	/* The whole is that of a message that does not wait, 55: the sender's port is kept for 50, the receiver's
	   for 25. */
	{"rendezvous that was not measured",
	 {"C", "t", "L", "inverse_beta", "S"},
	 {5e-6, 2e-9, 20e-6, 1e-9, 1000},
	 {55, 55, 55},
	 {8 * 50 + 5, 8 * 50 + 5, 7 * 5 + 55},
	 {8 * 25 + 8 * 5, 25 + 8 * 25 + 5, 50 + 8 * 5}},
	/* S is the largest that does not wait. */
	{"as long as S",
	 {"C", "t", "L", "inverse_beta", "S", "rendezvous_alpha", "rendezvous_beta"},
	 {5e-6, 2e-9, 20e-6, 1e-9, 5000, 40e-6, 4e-9},
	 {55, 55, 55},
	 {7 * 15 + 55, 7 * 15 + 55, 7 * 15 + 55},
	 {7 * 15 + 55, 7 * 15 + 55, 7 * 15 + 55}},
};

static void assert_lmo(const char *about, const struct model *model, const struct pattern *pattern,
		       const double wanted[3])
{
	static const char *const ports[] = {"fair", "in turn", "parallel"};
	struct schedule schedule = pattern_schedule(pattern);

	for (int i = 0; i < 3; i++) {
		struct model_use use = {.model = model, .fair = i == 0, .in_turn = i == 1, .parallel = i == 2};
		struct costs costs = model_costs(&use, SIZE_MAX);
		struct simulation found = {0};
		struct error err = {0};

		if (simulate(&schedule, &costs, &found, &err) != OK)
			fail_msg("%s", err.text);
		if (!(fabs(found.seconds * 1e6 - wanted[i]) <= EXACT * wanted[i]))
			fail_msg("%s: %s of %d processes, ports %s: %.12g us instead of %.12g", about, pattern->name,
				 pattern->processes, ports[i], found.seconds * 1e6, wanted[i]);
		simulation_release(&found);
	}
}

static void messages_under_lmo_take_what_they_do_by_hand(void **state)
{
	static const struct pattern alone = {"scatter", 2, BYTES, 1, build_scatter, 0, 0},
				    scatter = {"scatter", PROCESSES, BYTES, 1, build_scatter, 0, 0},
				    gather = {"gather", PROCESSES, BYTES, 1, build_gather, 0, 0};

	(void)state;
	for (size_t i = 0; i < sizeof(lmo_models) / sizeof(lmo_models[0]); i++) {
		struct model *model =
			model_of(model_class_find("lmo", NULL), lmo_models[i].names, lmo_models[i].values);

		assert_lmo(lmo_models[i].about, model, &alone,
			   (const double[]){lmo_models[i].alone.fair, lmo_models[i].alone.in_turn,
					    lmo_models[i].alone.parallel});
		assert_lmo(lmo_models[i].about, model, &scatter,
			   (const double[]){lmo_models[i].scatter.fair, lmo_models[i].scatter.in_turn,
					    lmo_models[i].scatter.parallel});
		assert_lmo(lmo_models[i].about, model, &gather,
			   (const double[]){lmo_models[i].gather.fair, lmo_models[i].gather.in_turn,
					    lmo_models[i].gather.parallel});
		assert_near(model_p2p(model, (struct link){0, 1}, BYTES) * 1e6, lmo_models[i].alone.fair);
		model_free(model);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(linear_scatter_and_gather_under_hockney_are_the_sum_or_the_maximum),
		cmocka_unit_test(linear_scatter_and_gather_under_loggp_are_the_closed_form),
		cmocka_unit_test(linear_scatter_and_gather_under_plogp_are_the_closed_form),
		cmocka_unit_test(messages_that_are_nothing_but_their_receivers_copying_follow_each_other_by_the_gap),
		cmocka_unit_test(a_port_serves_messages_in_turn_or_shares_itself_fairly),
		cmocka_unit_test(half_duplex_ports_serve_both_directions_with_one_capacity),
		cmocka_unit_test(a_receivers_port_serves_as_its_own_fact_says),
		cmocka_unit_test(without_handshakes_a_stream_of_control_messages_changes_nothing),
		cmocka_unit_test(fair_ports_take_as_long_for_all_as_ports_in_turn),
		cmocka_unit_test(messages_under_lmo_take_what_they_do_by_hand),
		cmocka_unit_test(a_rendezvous_message_leaves_when_its_receive_is_posted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
