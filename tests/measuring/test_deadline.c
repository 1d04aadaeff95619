/* A measurement with a deadline, as the library makes it: without an archive, and of a platform with a given name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <math.h>

#include <cmocka.h>

#include "measuring/estimation.h"
#include "measuring/probing.h"
#include "measuring/thresholds.h"
#include "model/classes.h"
#include "model/file/file.h"
#include "platform/synthetic.h"

/* A platform of lmo whose messages above 50000 bytes wait, and whose gathers escalate. */
static const char truth[] =
	"{\"format\": \"sonde-model\", \"version\": 1, \"model\": \"lmo\", \"processes\": 8, \"parameters\": {\"any\": "
	"{"
	"\"C\": 2e-5, \"t\": 2e-8, \"L\": 4e-5, \"inverse_beta\": 6e-8, \"S\": 50000, \"M1\": 8192, \"M2\": 65536,"
	"\"escalation_probability\": {\"bytes\": [8192, 65535], \"value\": [0.5, 0.5]},"
	"\"escalation_q10\": {\"bytes\": [8192, 65535], \"seconds\": [0.05, 0.05]},"
	"\"escalation_q50\": {\"bytes\": [8192, 65535], \"seconds\": [0.2, 0.2]},"
	"\"escalation_q90\": {\"bytes\": [8192, 65535], \"seconds\": [0.25, 0.25]}}}}";

/* A measurement of the cluster with a deadline in s; 0: none. */
struct cluster {
	struct model *model;
	struct measuring_host host;
	struct measuring measuring;
	struct measurement m;
	struct error err;
};

static void cluster_open(struct cluster *c, double deadline)
{
	const struct noise quiet = {.spread = 0};

	*c = (struct cluster){.host = {.place = "a test"}};
	c->model = model_parse(truth, "the cluster", &c->err);
	assert_non_null(c->model);
	assert_int_equal(synthetic_open(c->model, &quiet, 1, &c->host.live, &c->err), OK);
	measuring_init(&c->measuring, &c->host);
	c->measuring.options.deadline = deadline;
	c->measuring.options.patience = 0;
	c->measuring.options.pair[0] = 0, c->measuring.options.pair[1] = 1;
	assert_int_equal(measuring_open(&c->measuring, &c->err), OK);
}

static void cluster_close(struct cluster *c)
{
	measurement_release(&c->m);
	measuring_release(&c->measuring);
	platform_close(c->host.live);
	model_free(c->model);
}

/* What a search for thresholds gives until the deadline (0: none), and when it ended, in s. */
static enum status search(double deadline, struct thresholds *found, double *ended)
{
	const struct thresholds_options options = thresholds_options_default();
	const struct experiment largest = thresholds_largest(&options);
	const struct purpose purpose = purpose_of(PURPOSE_MEASURE_THRESHOLDS, "thresholds");
	struct cluster c;
	enum status status;

	cluster_open(&c, deadline);
	assert_int_equal(probing_prepare(c.host.live, &largest, &c.err), OK);
	assert_int_equal(measurement_begin(&c.m, &c.measuring, NULL, &purpose, &c.err), OK);
	assert_string_equal(c.m.circumstances.platform, "a test");
	assert_null(c.m.circumstances.hosts);
	status = measuring_thresholds_run(&c.m, &options, found, &c.err);
	assert_int_equal(c.m.late, status == ERR_STOPPED);
	*ended = platform_now(c.host.live);
	cluster_close(&c);
	return status;
}

static void a_search_that_cannot_end_in_time_is_given_up_before_the_deadline(void **state)
{
	struct thresholds whole, found;
	double needed, ended;

	(void)state;
	assert_int_equal(search(0, &whole, &needed), OK);
	assert_int_equal(search(2 * needed, &found, &ended), OK);
	assert_true(found.S == whole.S && found.M1 == whole.M1 && found.M2 == whole.M2);
	for (double part = 0.1; part < 0.9; part += 0.2) {
		assert_int_equal(search(part * needed, &found, &ended), ERR_STOPPED);
		/* A batch of gathers may escalate, each by 0.25 s or more, where the one before did not. */
		assert_true(ended <= part * needed + 5 * 0.5);
	}
}

/* What an estimation of lmo in so many seconds (0: as many as it takes) finds of the switch; the time that it took. */
static void estimate_until(double deadline, double *S, bool *said, double *ended)
{
	const struct purpose purpose = purpose_of(PURPOSE_ESTIMATE, "lmo");
	const struct estimation_request request = {.find_switch = true};
	struct estimation found = {.model = NULL};
	struct estimate_options o = estimate_options_default(&model_lmo, model_method_find(&model_lmo, NULL, NULL));
	struct cluster c;

	cluster_open(&c, deadline);
	assert_int_equal(measurement_begin(&c.m, &c.measuring, NULL, &purpose, &c.err), OK);
	estimation_take_options(&o, &c.measuring.options);
	o.pair = (struct link){0, 1};
	o.draws = 0;
	assert_int_equal(estimate_prepare(&o, c.host.live, &c.err), OK);
	if (estimation_run(&c.m, &o, &request, &found, &c.err) != OK)
		fail_msg("%s", c.err.text);
	*S = model_value(found.model, model_platform(found.model), "S", 0);
	*said = model_fact(found.model, "protocol") != NULL;
	*ended = platform_now(c.host.live);
	estimation_release(&found);
	cluster_close(&c);
}

/* The search has three tenths of the time, and messages that wait for their receiver what is left of that of the pairs:
 * a model needs neither. */
static void without_time_for_the_switch_or_beyond_it_there_is_still_a_model(void **state)
{
	static const struct {
		double part; /* of the time that all takes */
		bool said;
	} cases[] = {{0.2, true}, {0.6, false}, {1.5, false}};
	double S, needed, ended;
	bool said;

	(void)state;
	estimate_until(0, &S, &said, &needed);
	assert_true(S == 50000 && !said);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		estimate_until(cases[i].part * needed, &S, &said, &ended);
		assert_int_equal(said, cases[i].said);
		assert_true(said ? isnan(S) : S == 50000);
		assert_true(ended <= cases[i].part * needed);
	}
}

/* How often a run may still ask whether to stop before it is told to. */
static size_t asks;

static bool stop(void)
{
	return asks > 0 && --asks == 0;
}

/* The status of an estimation of hockney until the deadline that is told to stop when it asks for the n-th time. *left:
 * how often it then did not ask; *ended: when it did, in s. */
static enum status estimate_and_stop(double deadline, size_t n, size_t *left, double *ended)
{
	const struct purpose purpose = purpose_of(PURPOSE_ESTIMATE, "hockney");
	const struct estimation_request request = {.behaviour = true};
	struct estimation found = {.model = NULL};
	struct estimate_options o =
		estimate_options_default(&model_hockney, model_method_find(&model_hockney, NULL, NULL));
	struct cluster c;
	enum status status;

	cluster_open(&c, deadline);
	c.measuring.options.lenient = true;
	c.measuring.host.stop_asked = stop;
	asks = 0;
	assert_int_equal(measurement_begin(&c.m, &c.measuring, NULL, &purpose, &c.err), OK);
	estimation_take_options(&o, &c.measuring.options);
	o.pair = (struct link){0, 1};
	o.draws = 0;
	assert_int_equal(estimate_prepare(&o, c.host.live, &c.err), OK);
	asks = n;
	status = estimation_run(&c.m, &o, &request, &found, &c.err);
	*left = asks;
	*ended = platform_now(c.host.live);
	estimation_release(&found);
	cluster_close(&c);
	return status;
}

/* Also while how messages are treated is searched for, where some of what is wanted had no time before. */
static void a_user_who_stops_a_search_is_not_taken_for_the_deadline(void **state)
{
	enum { PARTS = 40, LAST = 12, MOST = 1000000 };
	double needed, ended;
	size_t left, asked;

	(void)state;
	assert_int_equal(estimate_and_stop(1e6, MOST, &left, &needed), OK);
	for (size_t i = 1; i <= PARTS; i++) {
		double deadline = needed * (double)i / PARTS;

		if (estimate_and_stop(deadline, MOST, &left, &ended) != OK)
			continue; /* no time for the least model */
		asked = MOST - left;
		for (size_t n = asked > LAST ? asked - LAST : 1; n <= asked; n++) {
			assert_int_equal(estimate_and_stop(deadline, n, &left, &ended), ERR_STOPPED);
			assert_int_equal(left, 0);
		}
	}
}

static void a_deadline_s_time_is_not_spent_on_what_is_known(void **state)
{
	struct measuring_options options = measuring_options_default();
	const struct noise quiet = {.spread = 0};
	struct error err = {0};
	struct platform *platform;
	struct model *model = model_parse(truth, "the cluster", &err);
	struct measurement m = {.options = &options};

	(void)state;
	assert_int_equal(synthetic_open(model, &quiet, 1, &platform, &err), OK);
	m.platform = platform;
	options.reps[0] = 6;
	assert_int_equal(measuring_probe(&options).steady, 0);
	options.deadline = 1;
	assert_true(measuring_probe(&options).steady > 0);
	assert_true(measuring_probe(&options).deadline == 1);
	assert_true(probing_spread(&m, -1) == 0);
	assert_true(probing_spread(&m, 3) == 3);
	platform_close(platform);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_search_that_cannot_end_in_time_is_given_up_before_the_deadline),
		cmocka_unit_test(without_time_for_the_switch_or_beyond_it_there_is_still_a_model),
		cmocka_unit_test(a_user_who_stops_a_search_is_not_taken_for_the_deadline),
		cmocka_unit_test(a_deadline_s_time_is_not_spent_on_what_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
