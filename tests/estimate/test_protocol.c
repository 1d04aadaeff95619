#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "estimate/protocol.h"
#include "truth.h"

enum { LARGEST = 1 << 18 };

/* PLogP of so many processes that treats messages in this way; ports NULL and eager negative: it does not say. */
static struct model *platform_model(size_t processes, const char *ports, double eager)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	const double bytes[] = {0, LARGEST}, send[] = {1e-6, 90e-6}, gap[] = {3e-6, 800e-6};
	struct model *model = model_new(&model_plogp, processes, &any, 1);
	struct error err = {0};

	assert_non_null(model);
	assert_int_equal(model_set(model, 0, "L", 10e-6, &err), OK);
	assert_int_equal(model_set_curve(model, 0, "o_s", bytes, send, 2, &err), OK);
	assert_int_equal(model_set_curve(model, 0, "o_r", bytes, send, 2, &err), OK);
	assert_int_equal(model_set_curve(model, 0, "g", bytes, gap, 2, &err), OK);
	if (ports)
		assert_int_equal(model_fact_text(model, MODEL_PORTS, ports, &err), OK);
	if (eager >= 0)
		assert_int_equal(model_fact_number(model, MODEL_EAGER, eager, &err), OK);
	return model;
}

/* A platform that once, when so many sends to a late receiver have been asked for, says the contrary of what is so; 0:
 * never. */
struct wrong_once {
	struct platform platform;
	struct platform *right;
	size_t asked, wrong;
};

static enum status run_wrong_once(struct platform *platform, const struct experiment *what, size_t n,
				  struct observation *observations, struct error *err)
{
	struct wrong_once *self = (struct wrong_once *)platform;
	enum status status = platform_run(self->right, what, n, observations, err);

	if (what->kind != EXPERIMENT_SEND_EARLY || ++self->asked != self->wrong)
		return status;
	for (size_t i = 0; i < n; i++)
		observations[i].seconds = observations[i].seconds > what->delay / 2 ? 0 : what->delay;
	return status;
}

/* What is found on the platform that is made of truth and wrong once, in a model without such facts but for that eager
 * limit unless it is negative, to be freed. */
static struct model *found_with(const struct model *truth, size_t wrong, double known, size_t *asked)
{
	const struct noise quiet = {0};
	struct estimate_options options =
		estimate_options_default(&model_plogp, model_method_find(&model_plogp, "saturation", NULL));
	struct model *model = platform_model(truth->processes, NULL, known);
	struct platform_class class;
	struct wrong_once platform = {.wrong = wrong};
	struct campaign campaign = {0};
	struct prober prober = {0};
	struct error err = {0};

	assert_int_equal(synthetic_open(truth, &quiet, 1, &platform.right, &err), OK);
	class = *platform.right->class;
	class.run = run_wrong_once;
	platform.platform = *platform.right;
	platform.platform.class = &class;
	prober_init(&prober, &platform.platform, &campaign, &options.probe, NULL, NULL);
	if (protocol_find(&options, &prober, LARGEST, model, &err) != OK)
		fail_msg("%s", err.text);
	*asked = platform.asked;
	prober_release(&prober);
	campaign_release(&campaign);
	platform_close(platform.right);
	return model;
}

static struct model *found_on(const struct model *truth)
{
	size_t asked;

	return found_with(truth, 0, -1, &asked);
}

static void how_a_port_serves_two_messages_is_seen_from_when_they_arrive(void **state)
{
	static const struct {
		const char *truth, *found;
		size_t processes;
	} cases[] = {
		{MODEL_PORTS_FAIR, MODEL_PORTS_FAIR, 3},
		{MODEL_PORTS_IN_TURN, MODEL_PORTS_IN_TURN, 3},
		{MODEL_PORTS_PARALLEL, MODEL_PORTS_PARALLEL, 5},
		{NULL, MODEL_PORTS_IN_TURN, 3},
		{MODEL_PORTS_FAIR, NULL, 2},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct model *truth = platform_model(cases[i].processes, cases[i].truth, -1), *model = found_on(truth);
		const struct fact *ports = model_fact(model, MODEL_PORTS);

		assert_int_equal(ports != NULL, cases[i].found != NULL);
		if (ports)
			assert_string_equal(ports->text, cases[i].found);
		model_free(model);
		model_free(truth);
	}
}

static void the_longest_eager_message_is_found_to_the_byte(void **state)
{
	static const double limits[] = {0, 1, 255, 4096, 65535, LARGEST - 1};

	(void)state;
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		struct model *truth = platform_model(2, NULL, limits[i]), *model = found_on(truth);
		const struct fact *eager = model_fact(model, MODEL_EAGER);

		assert_non_null(eager);
		assert_true(eager->number == limits[i]);
		model_free(model);
		model_free(truth);
	}
}

static void one_wrong_answer_leads_no_search_for_the_limit_astray(void **state)
{
	struct model *truth = platform_model(2, NULL, 4096);
	size_t asked, wrong = 3; /* after the largest and the empty message */

	(void)state;
	do {
		struct model *model = found_with(truth, wrong, -1, &asked);

		assert_true(model_fact(model, MODEL_EAGER)->number == 4096);
		model_free(model);
	} while (++wrong <= 20); /* all of a search's */
	assert_true(asked >= 3 * (wrong - 1));
	model_free(truth);
}

static void a_limit_that_is_known_is_not_looked_for(void **state)
{
	struct model *truth = platform_model(3, MODEL_PORTS_FAIR, 4096), *model;
	size_t asked;

	(void)state;
	model = found_with(truth, 0, 77, &asked);
	assert_int_equal(asked, 0);
	assert_true(model_fact(model, MODEL_EAGER)->number == 77);
	assert_string_equal(model_fact(model, MODEL_PORTS)->text, MODEL_PORTS_FAIR);
	model_free(model);
	model_free(truth);
}

static void where_no_send_waits_there_is_no_limit(void **state)
{
	static const double limits[] = {-1, LARGEST};

	(void)state;
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		struct model *truth = platform_model(2, NULL, limits[i]), *model = found_on(truth);

		assert_null(model_fact(model, MODEL_EAGER));
		model_free(model);
		model_free(truth);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(how_a_port_serves_two_messages_is_seen_from_when_they_arrive),
		cmocka_unit_test(the_longest_eager_message_is_found_to_the_byte),
		cmocka_unit_test(one_wrong_answer_leads_no_search_for_the_limit_astray),
		cmocka_unit_test(a_limit_that_is_known_is_not_looked_for),
		cmocka_unit_test(where_no_send_waits_there_is_no_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
