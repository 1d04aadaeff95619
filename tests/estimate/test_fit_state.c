#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "../probe/scripted.h"
#include "estimate/method/fit_state.h"
#include "model/classes.h"
#include "probe/probe.h"
#include "probe/tracking.h"
#include "probe/watch.h"

#define US 1e-6
#define MS 1e-3

static const double alpha = 5 * US, beta = 0.5e-9, stay = 40 * MS, slower = 2;

/* Slow in every other stay, beginning quick. */
static double machine(const struct experiment *what, double now)
{
	double seconds = 2 * alpha + beta * (double)(what->bytes + what->reply_bytes);

	return seconds * (fmod(now, 2 * stay) >= stay ? slower : 1);
}

struct bench {
	struct scripted platform;
	struct campaign campaign;
	struct probe_options probe;
	struct estimate_options options;
	struct notes notes;
	struct progress progress;
	struct prober prober;
};

/* Of Hockney's model; nothing is completed in the main state, so that the test says what was measured in which. */
static void begin(struct bench *b)
{
	memset(b, 0, sizeof(*b));
	b->platform = scripted_platform(machine);
	b->options = estimate_options_default(&model_hockney, &model_hockney.methods[0]);
	b->probe = b->options.probe;
	b->probe.states = true;
	b->probe.patience = 0;
	b->probe.steady = 0;
	b->progress = (struct progress){.note = notes_take, .context = &b->notes};
	prober_init(&b->prober, &b->platform.platform, &b->campaign, &b->probe, NULL, &b->progress);
	assert_int_equal(watch_begin(&b->prober, 0, 1, 65536, NULL, NULL), OK);
	b->prober.tracking.completing = true;
}

static void end(struct bench *b)
{
	prober_release(&b->prober);
	campaign_release(&b->campaign);
}

/* Round trips of this size until shortly before so many stays have ended; from there on looks alone. */
static void measure_in(struct bench *b, size_t bytes, size_t stays)
{
	const struct experiment point = {.kind = EXPERIMENT_ROUNDTRIP,
					 .from = 0,
					 .to = 1,
					 .bytes = bytes,
					 .reply_bytes = bytes,
					 .count = 1,
					 .loop = 1};
	double until = (double)stays * stay;

	assert_non_null(campaign_point(&b->campaign, &point, NULL));
	while (b->platform.time < until - 2 * MS)
		assert_int_equal(probe_more(&b->prober, &point, 1, 1, PROBE_VISIT, NULL), OK);
	while (b->platform.time < until + MS) {
		assert_int_equal(tracking_look(&b->prober, NULL), OK);
		b->platform.time += 0.1 * MS;
	}
}

/* The model of what was measured in two states, of which main is the main one until then: to be freed. */
static struct model *fitted(struct bench *b, size_t main)
{
	struct model *model;

	assert_int_equal(tracking_close(&b->prober, NULL), OK);
	assert_int_equal(b->prober.tracking.levels.n, 2);
	assert_int_equal(b->prober.tracking.main, main);
	model = method_fit_state(&b->options, &b->prober, NULL);
	assert_non_null(model);
	assert_int_equal(b->notes.warnings, 1);
	return model;
}

/* Of 0 B much was measured in the quick state and something in the slow one, of 64 KiB in the slow one alone. */
static void the_state_that_has_all_becomes_the_main_one(void **state)
{
	struct bench b;
	struct model *model;

	(void)state;
	begin(&b);
	measure_in(&b, 0, 1);
	measure_in(&b, 65536, 2);
	measure_in(&b, 0, 5);
	model = fitted(&b, 0);
	assert_int_equal(b.prober.tracking.main, 1);
	assert_true(fabs(model_at(model, 0, 0, 0) / (slower * alpha) - 1) < 1e-6);
	assert_true(fabs(model_at(model, 0, 1, 0) / (slower * beta) - 1) < 1e-6);
	assert_non_null(strstr(b.notes.last, "takes 20.000 us"));
	model_free(model);
	end(&b);
}

/* Each size was measured in one state alone: there is a model, of both. */
static void where_no_state_has_all_they_become_one_once(void **state)
{
	struct bench b;
	struct model *model;

	(void)state;
	begin(&b);
	measure_in(&b, 0, 1);
	measure_in(&b, 65536, 2);
	model = fitted(&b, 1);
	assert_int_equal(b.prober.tracking.levels.n, 1);
	assert_true(fabs(model_at(model, 0, 0, 0) / alpha - 1) < 1e-6);
	assert_non_null(strstr(b.notes.last, "in no state of the machine"));
	assert_int_equal(fit_state_merge(&b.prober, "they are one already", NULL), OK);
	assert_int_equal(b.notes.warnings, 1);
	model_free(model);
	end(&b);
}

static void what_was_not_measured_at_all_is_missing(void **state)
{
	struct bench b;
	struct error err = {.status = OK};

	(void)state;
	begin(&b);
	measure_in(&b, 65536, 3);
	assert_null(method_fit_state(&b.options, &b.prober, &err));
	assert_int_equal(err.status, ERR_INPUT);
	assert_int_equal(b.notes.warnings, 0);
	end(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_state_that_has_all_becomes_the_main_one),
		cmocka_unit_test(where_no_state_has_all_they_become_one_once),
		cmocka_unit_test(what_was_not_measured_at_all_is_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
