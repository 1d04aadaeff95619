#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "model/classes.h"
#include "predict/operation.h"
#include "predict/series.h"

/* Sums of a few times in another order than by hand. */
#define EXACT 1e-12

static const struct link any = {LINK_ANY, LINK_ANY};

static void set(struct model *model, const char *name, double value)
{
	assert_int_equal(model_set(model, 0, name, value, NULL), OK);
}

/* g(m) = 5 us + 2 ns m, with overheads of less. */
static struct model *plogp(void)
{
	static const double bytes[] = {0, 1 << 20}, g[] = {5e-6, 5e-6 + 2e-9 * (1 << 20)},
			    o[] = {1e-6, 1e-6 + 1e-9 * (1 << 20)};
	struct model *model = model_new(&model_plogp, 4, &any, 1);

	assert_non_null(model);
	set(model, "L", 20e-6);
	assert_int_equal(model_set_curve(model, 0, "g", bytes, g, 2, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "o_s", bytes, o, 2, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "o_r", bytes, o, 2, NULL), OK);
	return model;
}

static struct model *loggp(double o_s, double g)
{
	struct model *model = model_new(&model_loggp, 4, &any, 1);

	assert_non_null(model);
	set(model, "L", 20e-6);
	set(model, "o_s", o_s);
	set(model, "o_r", 2e-6);
	set(model, "g", g);
	set(model, "G", 2e-9);
	return model;
}

static void receive(const struct model *model, const struct series *series, struct receives_asked *received)
{
	const struct predict_options options = predict_options_default(model);

	*received = (struct receives_asked){.list = NULL};
	assert_int_equal(predict_series(&options, series, received, NULL), OK);
	assert_int_equal(received->n, series->n);
	for (size_t i = 0; i < series->n; i++) {
		assert_int_equal(received->list[i].from, series->list[i].from);
		assert_int_equal(received->list[i].bytes, series->list[i].bytes);
		assert_true(received->list[i].posted == (i > 0 ? received->list[i - 1].done : 0));
	}
}

static void assert_time(double seconds, double expected)
{
	if (!(fabs(seconds - expected) <= EXACT * expected))
		fail_msg("%.17g in place of %.17g", seconds, expected);
}

static void under_PLogP_messages_of_one_sender_are_there_after_the_latency_and_all_gaps_until_then(void **state)
{
	static const struct series_message messages[] = {{2, 0}, {2, 1000}, {2, 64000}, {2, 10}, {2, 1000000}, {2, 0}};
	const struct series series = {.to = 1, .list = messages, .n = sizeof(messages) / sizeof(messages[0])};
	struct model *model = plogp();
	struct receives_asked received;
	double gaps = 0;

	(void)state;
	receive(model, &series, &received);
	for (size_t i = 0; i < series.n; i++) {
		gaps += 5e-6 + 2e-9 * (double)messages[i].bytes;
		assert_time(received.list[i].done, 20e-6 + gaps);
	}
	receives_release(&received);
	model_free(model);
}

/* Of short messages Alexandrov, Ionescu, Schauser, Scheiman 1995 say + (k - 1) max(g, o_s); of longer ones the gap is
 * g + (m - 1) G. */
static void under_LogGP_messages_follow_each_other_by_the_gap_or_by_a_longer_overhead(void **state)
{
	static const struct {
		double o_s, g;
		uint64_t bytes;
	} cases[] = {{1e-6, 4e-6, 1}, {6e-6, 4e-6, 1}, {1e-6, 4e-6, 5001}};

	(void)state;
	for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); c++) {
		struct model *model = loggp(cases[c].o_s, cases[c].g);
		struct series_message messages[5];
		const struct series series = {.to = 0, .list = messages, .n = 5};
		double data = 2e-9 * (double)(cases[c].bytes - 1);
		struct receives_asked received;

		for (size_t i = 0; i < series.n; i++)
			messages[i] = (struct series_message){3, cases[c].bytes};
		receive(model, &series, &received);
		for (size_t i = 0; i < series.n; i++)
			assert_time(received.list[i].done, cases[c].o_s + data + 20e-6 + 2e-6 +
								   (double)i * fmax(cases[c].g + data, cases[c].o_s));
		receives_release(&received);
		model_free(model);
	}
}

static void a_linear_gather_is_a_series_of_its_root(void **state)
{
	enum { N = 4, ROOT = 1, BYTES = 3000 };
	static const struct series_message messages[] = {{0, BYTES}, {2, BYTES}, {3, BYTES}};
	const struct series series = {.to = ROOT, .list = messages, .n = N - 1};
	struct model *models[] = {plogp(), loggp(1e-6, 4e-6)};

	(void)state;
	for (size_t k = 0; k < sizeof(models) / sizeof(models[0]); k++) {
		const struct predict_options options = predict_options_default(models[k]);
		const struct collective_options asked = {.collective = COLLECTIVE_GATHER,
							 .algorithm = algorithm_find(COLLECTIVE_GATHER, "linear", NULL),
							 .processes = N,
							 .root = ROOT};
		struct receives_asked received, of_root = {.process = ROOT}, of_other = {.process = 0};
		struct simulation simulation = {.receives = &of_root}, other = {.receives = &of_other};
		struct collective_request request;
		struct algorithm_use use;
		uint64_t largest;

		assert_int_equal(collective_request_init(&request, &asked, NULL), OK);
		assert_int_equal(collective_request_use(&request, request.algorithm, BYTES, &use, NULL), OK);
		assert_int_equal(predict_simulation(&options, &use, &simulation, &largest, NULL), OK);
		assert_int_equal(predict_simulation(&options, &use, &other, &largest, NULL), OK);
		receive(models[k], &series, &received);
		assert_int_equal(of_root.n, N - 1);
		assert_int_equal(of_other.n, 0);
		for (size_t i = 0; i < N - 1; i++) {
			assert_int_equal(of_root.list[i].from, messages[i].from);
			assert_time(of_root.list[i].done, received.list[i].done);
		}
		assert_time(of_root.list[N - 2].done, simulation.finish[ROOT]);
		simulation_release(&simulation);
		simulation_release(&other);
		receives_release(&of_root);
		receives_release(&of_other);
		receives_release(&received);
		collective_request_release(&request);
		model_free(models[k]);
	}
}

static void messages_that_cannot_be_are_refused(void **state)
{
	static const struct series_message to_itself[] = {{1, 5}}, none[] = {{-1, 5}}, beyond[] = {{7, 5}};
	const struct series cases[] = {{.to = 1, .list = to_itself, .n = 1},
				       {.to = 1, .list = none, .n = 1},
				       {.to = -1, .list = beyond, .n = 1},
				       {.to = 1, .list = beyond, .n = 1}, /* the model holds for two pairs alone */
				       {.to = 1, .list = NULL, .n = 0}};
	const struct link pairs[] = {{0, 1}, {1, 0}};
	struct model *model = model_new(&model_hockney, 2, pairs, 2);
	const struct predict_options options = predict_options_default(model);

	(void)state;
	for (size_t l = 0; l < 2; l++) {
		assert_int_equal(model_set(model, l, "alpha", 1e-5, NULL), OK);
		assert_int_equal(model_set(model, l, "beta", 1e-9, NULL), OK);
	}
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct receives_asked received = {.list = NULL};

		assert_int_equal(predict_series(&options, &cases[i], &received, NULL), ERR_INPUT);
		receives_release(&received);
	}
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			under_PLogP_messages_of_one_sender_are_there_after_the_latency_and_all_gaps_until_then),
		cmocka_unit_test(under_LogGP_messages_follow_each_other_by_the_gap_or_by_a_longer_overhead),
		cmocka_unit_test(a_linear_gather_is_a_series_of_its_root),
		cmocka_unit_test(messages_that_cannot_be_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
