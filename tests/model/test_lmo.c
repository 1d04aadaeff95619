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
#include "model/lmo_fit.h"

/* Sums of a few terms in double precision. */
#define ROUNDING 1e-12

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

/* Three unlike processes: C of 10, 20, 30 us, t of 1, 2, 3 ns/B; links of 40 + 10 (i + j) us and (1 + i + j) ns/B. */
static const char three[] =
	"{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"lmo\", \"processes\": 3, \"parameters\": {"
	"\"any\": {\"S\": 65536, \"M1\": 4096, \"M2\": 61440, \"escalation_probability\": {\"bytes\": [4096, 8192], "
	"\"value\": [0.25, 0.5]}},"
	"\"0\": {\"C\": 1e-5, \"t\": 1e-9}, \"1\": {\"C\": 2e-5, \"t\": 2e-9}, \"2\": {\"C\": 3e-5, \"t\": 3e-9},"
	"\"0-1\": {\"L\": 5e-5, \"inverse_beta\": 2e-9}, \"0-2\": {\"L\": 6e-5, \"inverse_beta\": 3e-9}, \"1-2\": "
	"{\"L\": 7e-5, \"inverse_beta\": 4e-9}},"
	"\"uncertainty\": {\"0\": {\"C\": [9e-6, 1.1e-5]}}}";

static struct model *parsed(const char *text)
{
	struct error err = {0};
	struct model *model = model_parse(text, "three", &err);

	if (model == NULL)
		fail_msg("%s", err.text);
	return model;
}

static void a_message_costs_what_its_processes_and_its_link_take(void **state)
{
	struct model *model = parsed(three);

	(void)state;
	assert_close(model_p2p(model, (struct link){0, 2}, 1000), 1e-5 + 6e-5 + 3e-5 + 1000 * (1e-9 + 3e-9 + 3e-9));
	assert_close(model_p2p(model, (struct link){2, 0}, 1000), model_p2p(model, (struct link){0, 2}, 1000));
	assert_close(model_cost(model, (struct link){2, 1}, 1000).send, 3e-5 + 3e-6);
	assert_close(model_cost(model, (struct link){2, 1}, 1000).receive_expected, 2e-5 + 2e-6);
	assert_close(model_value(model, model_platform(model), "M1", 0), 4096);
	assert_close(model_value(model, model_platform(model), "escalation_probability", 6144), 0.375);
	model_free(model);
}

/* With calls and ports: MPI_Isend takes half of what MPI_Send takes, and what the network has the message for is the
 * same. Sizes above S are on the line of those above S. */
static void schedules_pay_what_calls_take_and_share_ports(void **state)
{
	struct error err = {0};
	struct model *model = parsed(three);
	const double bytes[] = {0, 8192, 98304, 262144}, sends[] = {4e-6, 8e-6, 0, 0},
		     begins[] = {2e-6, 4e-6, 3e-6, 5e-6}, receives[] = {1e-6, 2e-6, 0, 0};
	const struct link link = {0, 2};
	struct cost cost;
	double empty, m = 4096;

	(void)state;
	assert_close(model_cost_nonblocking(model, link, 1000).send, model_cost(model, link, 1000).send);
	for (int i = 0; i < 3; i++) {
		size_t l = model_process(model, i);

		assert_int_equal(model_set_curve(model, l, "o_s", bytes, sends, 4, &err), OK);
		assert_int_equal(model_set_curve(model, l, "o_i", bytes, begins, 4, &err), OK);
		assert_int_equal(model_set_curve(model, l, "o_r", bytes, receives, 4, &err), OK);
		assert_int_equal(model_set(model, l, "port", (i + 1) * 1e-9, &err), OK);
	}
	empty = model_p2p(model, link, 0) - 4e-6 - 1e-6;
	cost = model_cost_nonblocking(model, link, 4096);
	assert_close(cost.send, 3e-6);
	assert_close(cost.receive_expected, 1.5e-6);
	assert_close(cost.latency, empty);
	assert_close(cost_delivery(&cost), model_p2p(model, link, 4096) - 6e-6 + 3e-6);
	assert_close(cost.port_out, 1e-9 * m);
	assert_close(cost.port_in, 3e-9 * m);
	assert_close(model_cost_nonblocking(model, link, 65536).send, 2e-6 + 8 * 2e-6);
	cost = model_cost_nonblocking(model, link, 65537);
	assert_close(cost.send, 3e-6 - 32767 * 2e-6 / 163840);
	assert_true(cost.send_waits && cost.receive == 0);
	model_free(model);
}

static void a_model_is_written_as_it_was_read(void **state)
{
	struct error err = {0};
	struct model *model = parsed(three), *again;
	char *text = model_text(model, &err), *twice;

	(void)state;
	assert_non_null(text);
	assert_contains(text, "\"0-1\"");
	again = parsed(text);
	twice = model_text(again, &err);
	assert_string_equal(text, twice);
	assert_close(again->parameters[model_process(again, 0) * again->class->n_params].low[0], 9e-6);
	free(text);
	free(twice);
	model_free(model);
	model_free(again);
}

/* Pairs of processes could not be counted one by one. */
static void a_file_of_very_many_processes_is_checked(void **state)
{
	static const char head[] = "{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"lmo\", "
				   "\"processes\": 2147483647, \"parameters\": {\"7\": {\"C\": 1e-5, \"t\": 1e-9}, ";
	static const struct {
		const char *rest, *says; /* NULL: nothing */
	} cases[] = {
		{"\"any\": {\"C\": 2e-5, \"t\": 2e-9, \"L\": 4e-5, \"inverse_beta\": 6e-9}}}", NULL},
		{"\"any\": {\"C\": 2e-5, \"t\": 2e-9}, \"0-1\": {\"L\": 4e-5, \"inverse_beta\": 6e-9}}}",
		 "lacks L and inverse_beta of the link 0-2"},
		{"\"any\": {\"L\": 4e-5, \"inverse_beta\": 6e-9}}}", "lacks C and t of process 0"},
	};
	char text[400];

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct error err = {0};
		struct model *model;

		snprintf(text, sizeof(text), "%s%s", head, cases[i].rest);
		model = model_parse(text, "x.json", &err);
		assert_int_equal(model != NULL, cases[i].says == NULL);
		assert_contains(err.text, cases[i].says ? cases[i].says : "");
		model_free(model);
	}
}

static void what_is_wrong_in_a_file_is_named(void **state)
{
	static const struct {
		const char *from, *to, *says;
	} cases[] = {
		{"\"0-2\": {\"L\": 6e-5, \"inverse_beta\": 3e-9}, ", "", "lacks L and inverse_beta of the link 0-2"},
		{"\"1\": {\"C\": 2e-5, \"t\": 2e-9}, ", "", "lacks C and t of process 1"},
		{"\"1\": {\"C\"", "\"1\": {\"L\"", "unknown key"},
		{"\"0-1\": {\"L\"", "\"0-1\": {\"C\"", "unknown key"},
		{"\"0-1\": {\"L\"", "\"1-0\": {\"L\"",
		 "not a link or process: lmo has links \"0-1\", the same both ways"},
		{"\"0-1\": {\"L\"", "\"0>1\": {\"L\"", "not a link"},
		{"\"0\": {\"C\": 1e-5, ", "\"0\": {", "C: missing"},
		{"\"2\": {\"C\"", "\"3\": {\"C\"", "there is no such process"},
		{"[0.25, 0.5]", "[0.25, 1.5]",
		 "escalation_probability of the lmo model is 1.5 at 8192 bytes: 0 to 1 is allowed"},
		{"[0.25, 0.5]", "[-0.25, 0.5]", "is -0.25 at 4096 bytes"},
		{"\"S\": 65536", "\"S\": -5",
		 "parameter S of the lmo model is -5: a whole number of bytes is expected"},
		{"\"S\": 65536", "\"S\": 1.5", "parameter S of the lmo model is 1.5: a whole number"},
		{"\"M1\": 4096", "\"M1\": 0.5", "parameter M1 of the lmo model is 0.5: a whole number"},
		{"\"M2\": 61440", "\"M2\": -1", "parameter M2 of the lmo model is -1: a whole number"},
		{"\"M1\": 4096", "\"M1\": 61441",
		 "M2 of the lmo model is 61440 and M1 is 61441: gathers escalate from M1 on and below M2"},
		{"\"1\": {\"C\": 2e-5", "\"1\": {\"C\": 1e308", "of the lmo model is 1e+308: up to 1e+100 is allowed"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[sizeof(three) + 100];
		struct error err = {0};
		const char *at = strstr(three, cases[i].from);

		assert_non_null(at);
		snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - three), three, cases[i].to,
			 at + strlen(cases[i].from));
		assert_null(model_parse(text, "three", &err));
		assert_int_equal(err.status, ERR_INPUT);
		assert_contains(err.text, cases[i].says);
	}
}

/* What stands first in a file says nothing of that: the platform's parameters are no parameters of processes and pairs.
 */
static void a_model_holds_for_any_number_of_processes_if_one_set_of_parameters_does(void **state)
{
	static const char head[] = "{\"format\": \"sonde-model\", \"version\": 1, \"processes\": 2, \"model\": ";
	static const struct {
		const char *text;
		bool any;
	} cases[] = {
		{"\"lmo\", \"parameters\": {\"C\": 1e-5, \"t\": 1e-9, \"L\": 5e-5, \"inverse_beta\": 2e-9}}", true},
		{"\"lmo\", \"parameters\": {\"any\": {\"C\": 1e-5, \"t\": 1e-9, \"L\": 5e-5, \"inverse_beta\": 2e-9}, "
		 "\"0-1\": {\"L\": 1e-5, \"inverse_beta\": 2e-9}}}",
		 true},
		{"\"lmo\", \"parameters\": {\"any\": {\"C\": 1e-5, \"t\": 1e-9}, \"0-1\": {\"L\": 1e-5, "
		 "\"inverse_beta\": 2e-9}}}",
		 false},
		{"\"hockney\", \"parameters\": {\"alpha\": 1e-5, \"beta\": 1e-9}}", true},
		{"\"hockney\", \"parameters\": {\"0>1\": {\"alpha\": 1e-5, \"beta\": 1e-9}, \"any\": {\"alpha\": 2e-5, "
		 "\"beta\": 1e-9}}}",
		 true},
		{"\"hockney\", \"parameters\": {\"0>1\": {\"alpha\": 1e-5, \"beta\": 1e-9}}}", false},
	};
	struct model *model = parsed(three);

	(void)state;
	assert_int_equal(model->links[0].from, LINK_ANY);
	assert_false(model_holds_for_any(model));
	model_free(model);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char text[1000];

		snprintf(text, sizeof(text), "%s%s", head, cases[i].text);
		model = parsed(text);
		if (model_holds_for_any(model) != cases[i].any)
			fail_msg("%s %s for any number of processes", cases[i].text,
				 cases[i].any ? "does not hold" : "holds");
		model_free(model);
	}
}

static void one_set_may_hold_for_every_process_and_pair(void **state)
{
	struct model *model = parsed(
		"{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"lmo\", \"processes\": 9, "
		"\"parameters\": {\"C\": 1e-5, \"t\": 1e-9, \"L\": 5e-5, \"inverse_beta\": 2e-9, \"S\": 65536}}");

	(void)state;
	assert_close(model_p2p(model, (struct link){3, 8}, 10), 7e-5 + 10 * 4e-9);
	assert_close(model_p2p(model, (struct link){LINK_ANY, LINK_ANY}, 10), 7e-5 + 10 * 4e-9);
	model_free(model);
}

static void it_becomes_the_hockney_model_of_each_pair(void **state)
{
	struct error err = {0};
	struct model *model = parsed(three), *hockney = model_convert(model, &model_hockney, &err);

	(void)state;
	assert_non_null(hockney);
	assert_int_equal(hockney->n_links, 3);
	assert_close(model_value(hockney, model_link(hockney, (struct link){1, 2}), "alpha", 0), 12e-5);
	assert_true(fabs(model_value(hockney, model_link(hockney, (struct link){2, 1}), "beta", 0) - 9e-9) <=
		    1e-9 * 9e-9); /* a difference of times 4 digits apart */
	assert_null(model_convert(model, &model_plogp, &err));
	model_free(model);
	model_free(hockney);
}

/* Four processes; round trips and one-to-twos of 0 and 1000 bytes that no one set of parameters explains. */
static size_t add_timings(struct point *points)
{
	size_t n = 0;

	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++)
			for (size_t k = 0; i != j && k < 4; k++)
				for (size_t bytes = 0; bytes <= 1000; bytes += 1000) {
					double b = (double)bytes;
					bool trip = k == 0 && i<j, two = (int)k> j && (int)k != i;

					if (trip)
						points[n++] =
							(struct point){{.kind = EXPERIMENT_ROUNDTRIP,
									.from = i,
									.to = j,
									.bytes = bytes,
									.reply_bytes = bytes,
									.count = 1},
								       1e-4 * (1 + i + j) + 1e-8 * b * (2 + i * j),
								       NAN};
					if (two)
						points[n++] = (struct point){{.kind = EXPERIMENT_ONE_TO_TWO,
									      .from = i,
									      .to = j,
									      .bytes = bytes,
									      .count = 1,
									      .setup = {.third = k}},
									     1e-3 * (1 + i + j * (int)k) + 1e-7 * b,
									     NAN};
				}
	return n;
}

static double trip_of(int i, int j, double b)
{
	return 1e-4 * (1 + i + j) + 1e-8 * b * (2 + i * j);
}

/* C and t of process i by its triplet with j and k, as (4.7) and (4.8) have them. */
static void by_triplet(int i, int j, int k, double *C, double *t)
{
	double b = 1000, one = fmax(trip_of(i, j, 0), trip_of(i, k, 0)),
	       out = fmax((trip_of(i, j, 0) + trip_of(i, j, b)) / 2, (trip_of(i, k, 0) + trip_of(i, k, b)) / 2);

	*C = (1e-3 * (1 + i + j * k) - one) / 2;
	*t = (1e-3 * (1 + i + j * k) + 1e-7 * b - out - 2 * *C) / b;
}

/* (4.10): each of the two triplets of a pair has C and t of its own. */
static void by_means_links_follow_from_each_triplet(void **state)
{
	struct link *links = NULL;
	struct point list[200];
	struct points points = {.points = list, .n = add_timings(list)};
	struct error err = {0};
	struct model *model;
	size_t n = 0;

	(void)state;
	assert_int_equal(lmo_links(4, &links, &n, &err), OK);
	model = model_new(&model_lmo, 4, links, n);
	assert_non_null(model);
	if (lmo_fit(model, &points, 0, &err) != OK)
		fail_msg("%s", err.text);
	for (size_t l = 0; l < n; l++) {
		int i = links[l].from, j = links[l].to;
		double L = 0, inverse_beta = 0;

		for (int k = 0; i != j && k < 4; k++) {
			double C[2], t[2];

			if (k == i || k == j)
				continue;
			by_triplet(i, j, k, &C[0], &t[0]);
			by_triplet(j, i, k, &C[1], &t[1]);
			L += (trip_of(i, j, 0) / 2 - C[0] - C[1]) / 2;
			inverse_beta += ((trip_of(i, j, 1000) - trip_of(i, j, 0)) / 2000 - t[0] - t[1]) / 2;
		}
		if (i != j)
			assert_true(fabs(model_value(model, l, "L", 0) - L) < 1e-15 &&
				    fabs(model_value(model, l, "inverse_beta", 0) - inverse_beta) < 1e-18);
	}
	free(links);
	model_free(model);
}

static void two_processes_are_refused(void **state)
{
	struct error err = {0};
	struct link *links = NULL;
	size_t n = 0;
	const struct points none = {.n = 0};
	struct model *model;

	(void)state;
	assert_int_equal(lmo_links(2, &links, &n, &err), OK);
	model = model_new(&model_lmo, 2, links, n);
	assert_non_null(model);
	assert_int_equal(lmo_fit(model, &none, 0, &err), ERR_INPUT);
	assert_contains(err.text, "at least 3 processes");
	free(links);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_message_costs_what_its_processes_and_its_link_take),
		cmocka_unit_test(schedules_pay_what_calls_take_and_share_ports),
		cmocka_unit_test(a_model_is_written_as_it_was_read),
		cmocka_unit_test(a_file_of_very_many_processes_is_checked),
		cmocka_unit_test(what_is_wrong_in_a_file_is_named),
		cmocka_unit_test(a_model_holds_for_any_number_of_processes_if_one_set_of_parameters_does),
		cmocka_unit_test(one_set_may_hold_for_every_process_and_pair),
		cmocka_unit_test(it_becomes_the_hockney_model_of_each_pair),
		cmocka_unit_test(by_means_links_follow_from_each_triplet),
		cmocka_unit_test(two_processes_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
