#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "../probe/scripted.h"
#include "estimate/ports.h"
#include "model/classes.h"
#include "probe/probe.h"

#define US 1e-6

/* Bytes of a message that lie in buffers before another one comes, and go first. */
static double buffered;

static double alone(double bytes)
{
	return 10 * US + 1e-9 * bytes;
}

/* The second of two messages; of two answers, which come in parallel, either. */
static double machine(const struct experiment *what, double now)
{
	double out = (double)what->bytes, back = (double)what->reply_bytes;

	(void)now;
	if (what->kind == EXPERIMENT_RECEIVE_EXPECTED)
		return 1 * US;
	return what->kind == EXPERIMENT_ONE_TO_TWO ? alone(fmax(2 * out, back)) : alone(fmax(out, back));
}

/* The first of two messages: what of it is not in buffers shares the port with as much of the second. */
static enum status run(struct platform *platform, const struct experiment *what, size_t n,
		       struct observation *observations, struct error *err)
{
	double bytes = (double)what->bytes;
	enum status status = scripted_run(platform, what, n, observations, err);

	for (size_t i = 0; i < n; i++)
		observations[i].send_seconds = what->kind == EXPERIMENT_ONE_TO_TWO && bytes > 0
						       ? alone(bytes + fmax(0, bytes - buffered))
						       : 1 * US;
	return status;
}

static void ports_are_fair_that_share_what_lies_in_no_buffer(void **state)
{
	static const struct {
		double buffered;
		const char *kind;
	} cases[] = {{0, MODEL_PORTS_FAIR},
		     {20000, MODEL_PORTS_FAIR},
		     {44000, MODEL_PORTS_FAIR},
		     {60000, MODEL_PORTS_IN_TURN},
		     {1e6, MODEL_PORTS_IN_TURN}};
	const struct link any = {LINK_ANY, LINK_ANY};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct platform_class class = scripted_class;
		struct scripted platform = scripted_platform(machine);
		struct probe_options options = probe_options_default();
		struct campaign campaign = {.n = 0};
		struct model *model = model_new(&model_plogp, 3, &any, 1);
		struct prober prober;

		class.run = run;
		platform.platform.class = &class;
		platform.platform.processes = 3;
		buffered = cases[i].buffered;
		prober_init(&prober, &platform.platform, &campaign, &options, NULL, NULL);
		assert_int_equal(ports_find(&prober, (struct link){0, 1}, 65536, model, NULL), OK);
		assert_string_equal(model_fact(model, MODEL_PORTS)->text, cases[i].kind);
		assert_string_equal(model_fact(model, MODEL_PORTS_IN)->text, MODEL_PORTS_PARALLEL);
		prober_release(&prober);
		campaign_release(&campaign);
		model_free(model);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ports_are_fair_that_share_what_lies_in_no_buffer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
