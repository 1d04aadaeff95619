#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/random.h"
#include "estimate/protocol.h"
#include "truth.h"

#include <math.h>
#include <string.h>

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

/* The same, with overheads before and after the transfer: of up to a third of what it takes each; share: of that. */
static struct model *apart_model(size_t processes, const char *ports, double eager, double share)
{
	const double bytes[] = {0, LARGEST}, call[] = {1e-6, 1e-6 + share * 260e-6},
		     delivered[] = {15e-6, 815e-6 + share * 520e-6}, gap[] = {3e-6, 800e-6 + share * 520e-6};
	struct model *model = platform_model(processes, ports, eager);

	assert_int_equal(model_set_curve(model, 0, "g", bytes, gap, 2, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "o_r_expected", bytes, call, 2, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "o_i", bytes, call, 2, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "T_i", bytes, delivered, 2, NULL), OK);
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

static double now_right(struct platform *platform)
{
	return platform_now(((struct wrong_once *)platform)->right);
}

static enum status describe_right(struct platform *platform, struct circumstances *circumstances, struct error *err)
{
	return platform_describe(((struct wrong_once *)platform)->right, circumstances, err);
}

/* What is found on the platform that is made of truth and wrong once, in a model without such facts but for that eager
 * limit unless it is negative, to be freed. *seconds: how much time there is, 0 for any; then how much it took. Of a
 * search that the end of the time ends, what was found until then. */
static struct model *found_in_time(const struct model *truth, const struct noise *noise, uint64_t seed, size_t wrong,
				   double known, size_t *asked, double *seconds)
{
	struct estimate_options options =
		estimate_options_default(&model_plogp, model_method_find(&model_plogp, "saturation", NULL));
	struct model *model = platform_model(truth->processes, NULL, known);
	const struct curve *gap = &truth->parameters[model_param_index(truth->class, "g")].curve;
	struct platform_class class;
	struct wrong_once platform = {.wrong = wrong};
	struct campaign campaign = {0};
	struct prober prober = {0};
	struct error err = {0};
	enum status status;

	assert_int_equal(model_set_curve(model, 0, "g", gap->x, gap->y, gap->n, &err), OK);
	assert_int_equal(synthetic_open(truth, noise, seed, &platform.right, &err), OK);
	class = *platform.right->class;
	class.run = run_wrong_once;
	class.now = now_right;
	class.describe = describe_right;
	platform.platform = *platform.right;
	platform.platform.class = &class;
	options.probe.deadline = *seconds > 0 ? platform_now(&platform.platform) + *seconds : 0;
	prober_init(&prober, &platform.platform, &campaign, &options.probe, NULL, NULL);
	status = protocol_find(&options, &prober, LARGEST, model, &err);
	if (status != OK && !(status == ERR_STOPPED && *seconds > 0))
		fail_msg("%s", err.text);
	*asked = platform.asked;
	*seconds = platform_now(&platform.platform) - prober.began;
	prober_release(&prober);
	campaign_release(&campaign);
	platform_close(platform.right);
	return model;
}

static struct model *found_with(const struct model *truth, const struct noise *noise, uint64_t seed, size_t wrong,
				double known, size_t *asked)
{
	double seconds = 0;

	return found_in_time(truth, noise, seed, wrong, known, asked, &seconds);
}

static struct model *found_on(const struct model *truth)
{
	size_t asked;

	return found_with(truth, &(struct noise){0}, 1, 0, -1, &asked);
}

static struct model *found_in_noise(const struct model *truth, uint64_t seed)
{
	size_t asked;

	return found_with(truth, &(struct noise){.spread = 0.03}, seed, 0, -1, &asked);
}

static bool has_text(const struct model *model, const char *name, const char *text)
{
	const struct fact *fact = model_fact(model, name);

	return fact && fact->text && strcmp(fact->text, text) == 0;
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

/* Of 200 draws a percent may be off by more than what the least of ten timings leaves of 3 % of noise. */
static void how_much_longer_a_transfer_takes_beside_one_back_is_found_in_noise(void **state)
{
	enum { DRAWS = 200 };
	struct random random;
	size_t off = 0;

	(void)state;
	random_init(&random, 17);
	for (size_t i = 0; i < DRAWS; i++) {
		double factor = random_uniform(&random) < 0.5 ? 1 : 1 + random_uniform(&random),
		       eager = floor(exp2(18 * random_uniform(&random)));
		struct model *truth = apart_model(2, NULL, eager, random_uniform(&random)), *model;
		const struct fact *duplex;

		assert_int_equal(model_fact_number(truth, MODEL_DUPLEX, factor, NULL), OK);
		model = found_in_noise(truth, i);
		duplex = model_fact(model, MODEL_DUPLEX);
		off += !duplex || fabs(duplex->number - factor) > 0.08;
		model_free(model);
		model_free(truth);
	}
	if (off > DRAWS / 100)
		fail_msg("seed 17: %zu of %d are off by more than 0.08", off, DRAWS);
}

static void duplex_is_exact_where_nothing_disturbs_and_not_said_of_what_is_no_transfer(void **state)
{
	static const double factors[] = {1, 1.4, 2};
	struct model *truth = apart_model(2, NULL, 4096, 1), *model;

	(void)state;
	for (size_t i = 0; i < sizeof(factors) / sizeof(factors[0]); i++) {
		assert_int_equal(model_fact_number(truth, MODEL_DUPLEX, factors[i], NULL), OK);
		model = found_on(truth);
		assert_true(fabs(model_fact(model, MODEL_DUPLEX)->number - factors[i]) < 1e-9);
		model_free(model);
	}
	model_free(truth);
	truth = apart_model(2, NULL, 4096, 10);
	model = found_on(truth);
	assert_null(model_fact(model, MODEL_DUPLEX));
	assert_non_null(model_fact(model, MODEL_DUPLEX MODEL_SEEN));
	model_free(model);
	model_free(truth);
}

/* Kinds of ports and of receivers' ports, drawn at random, with 3 % of noise: at most a percent is taken for another.
 */
static void kinds_of_ports_are_told_apart_in_noise(void **state)
{
	static const char *const kinds[] = {MODEL_PORTS_IN_TURN, MODEL_PORTS_FAIR, MODEL_PORTS_PARALLEL};
	enum { DRAWS = 300 };
	struct random random;
	size_t wrong = 0;

	(void)state;
	random_init(&random, 23);
	for (size_t i = 0; i < DRAWS; i++) {
		const char *out = kinds[random_below(&random, 3)], *in = kinds[random_below(&random, 3)];
		double eager = floor(exp2(18 * random_uniform(&random)));
		struct model *truth = apart_model(3 + random_below(&random, 4), out, eager, random_uniform(&random)),
			     *model;

		assert_int_equal(model_fact_text(truth, MODEL_PORTS_IN, in, NULL), OK);
		model = found_in_noise(truth, i);
		wrong += !has_text(model, MODEL_PORTS, out) || !has_text(model, MODEL_PORTS_IN, in);
		model_free(model);
		model_free(truth);
	}
	if (wrong > DRAWS / 100)
		fail_msg("seed 23: %zu of %d are wrong", wrong, DRAWS);
}

static double in_turn_bytes(const struct model *model)
{
	const struct fact *fact = model_fact(model, MODEL_IN_TURN);

	return fact && !fact->text ? fact->number : 0;
}

static void the_longest_message_in_turn_of_fair_ports_is_found_to_an_eighth(void **state)
{
	static const double limits[] = {0, 1023, 1024, 4095, 14480, 40000, 100000};
	static const double found[] = {0, 0, 1024, 3840, 14336, 36864, 65536};

	(void)state;
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		struct model *truth = apart_model(3, MODEL_PORTS_FAIR, -1, 0), *model;

		if (limits[i] > 0)
			assert_int_equal(model_fact_number(truth, MODEL_IN_TURN, limits[i], NULL), OK);
		model = found_on(truth);
		if (in_turn_bytes(model) != found[i])
			fail_msg("%g B: %g", limits[i], in_turn_bytes(model));
		assert_non_null(model_fact(model, MODEL_IN_TURN MODEL_SEEN));
		model_free(model);
		model_free(truth);
	}
}

/* With 3 % of noise, of half of 200 draws, and none of the others: at most a percent is off. */
static void a_limit_of_messages_in_turn_is_found_in_noise_and_none_where_there_is_none(void **state)
{
	static const char *const others[] = {MODEL_PORTS_IN_TURN, MODEL_PORTS_FAIR, MODEL_PORTS_PARALLEL};
	enum { DRAWS = 200 };
	struct random random;
	size_t wrong = 0;

	(void)state;
	random_init(&random, 31);
	for (size_t i = 0; i < DRAWS; i++) {
		bool some = random_uniform(&random) < 0.5;
		double limit = some ? floor(1024 * exp2(5 * random_uniform(&random))) : 0, found,
		       eager = floor(exp2(18 * random_uniform(&random)));
		const char *ports = some ? MODEL_PORTS_FAIR : others[random_below(&random, 3)];
		struct model *truth = apart_model(3 + random_below(&random, 4), ports, eager, random_uniform(&random)),
			     *model;

		if (some)
			assert_int_equal(model_fact_number(truth, MODEL_IN_TURN, limit, NULL), OK);
		model = found_in_noise(truth, i);
		found = in_turn_bytes(model);
		wrong += some ? !(found > 0.8 * limit && found < 1.2 * limit) : found > 0;
		model_free(model);
		model_free(truth);
	}
	if (wrong > DRAWS / 100)
		fail_msg("seed 31: %zu of %d are wrong", wrong, DRAWS);
}

/* Drawn from what ports need by the shortest messages that they are found by, to more than what all needs: from 48 to
 * 768 ms. */
static void with_little_time_ports_are_found_first_and_in_time(void **state)
{
	static const char *const kinds[] = {MODEL_PORTS_IN_TURN, MODEL_PORTS_FAIR, MODEL_PORTS_PARALLEL};
	enum { DRAWS = 100 };
	struct random random;
	size_t wrong = 0, late = 0;

	(void)state;
	random_init(&random, 29);
	for (size_t i = 0; i < DRAWS; i++) {
		const char *out = kinds[random_below(&random, 3)], *in = kinds[random_below(&random, 3)];
		double eager = floor(exp2(18 * random_uniform(&random))), share = random_uniform(&random),
		       left = 48e-3 * exp2(4 * random_uniform(&random)), seconds = left;
		struct model *truth = apart_model(3 + random_below(&random, 4), out, eager, share), *model;
		size_t asked;

		assert_int_equal(model_fact_text(truth, MODEL_PORTS_IN, in, NULL), OK);
		model = found_in_time(truth, &(struct noise){.spread = 0.03}, i, 0, -1, &asked, &seconds);
		wrong += !has_text(model, MODEL_PORTS, out) || !has_text(model, MODEL_PORTS_IN, in);
		late += seconds > left;
		model_free(model);
		model_free(truth);
	}
	if (wrong > 0 || late > 0)
		fail_msg("seed 29: of %d %zu are wrong, and %zu late", DRAWS, wrong, late);
}

/* What an empty message keeps a port for is 3 us, and a byte takes 3 ns more; calls take 1 us. */
static void the_port_time_of_an_empty_message_is_found_by_a_gather(void **state)
{
	static const char *const kinds[] = {MODEL_PORTS_FAIR, MODEL_PORTS_IN_TURN};

	(void)state;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct model *truth = apart_model(9, kinds[i], 4096, 0), *model = found_on(truth);
		const struct fact *fact = model_fact(model, MODEL_PORT_SECONDS);

		assert_non_null(fact);
		if (fabs(fact->number - 3e-6) > 0.02e-6)
			fail_msg("%s: %g us", kinds[i], 1e6 * fact->number);
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
	size_t asked, wrong = 2; /* after the empty message */

	(void)state;
	do {
		struct model *model = found_with(truth, &(struct noise){0}, 1, wrong, -1, &asked);

		assert_true(model_fact(model, MODEL_EAGER)->number == 4096);
		model_free(model);
	} while (++wrong <= 8); /* all of a search's */
	assert_true(asked >= 3 * (wrong - 1));
	model_free(truth);
}

static void a_limit_that_is_known_is_not_looked_for(void **state)
{
	struct model *truth = platform_model(3, MODEL_PORTS_FAIR, 4096), *model;
	size_t asked;

	(void)state;
	model = found_with(truth, &(struct noise){0}, 1, 0, 77, &asked);
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
		cmocka_unit_test(how_much_longer_a_transfer_takes_beside_one_back_is_found_in_noise),
		cmocka_unit_test(duplex_is_exact_where_nothing_disturbs_and_not_said_of_what_is_no_transfer),
		cmocka_unit_test(kinds_of_ports_are_told_apart_in_noise),
		cmocka_unit_test(the_longest_message_in_turn_of_fair_ports_is_found_to_an_eighth),
		cmocka_unit_test(a_limit_of_messages_in_turn_is_found_in_noise_and_none_where_there_is_none),
		cmocka_unit_test(with_little_time_ports_are_found_first_and_in_time),
		cmocka_unit_test(the_port_time_of_an_empty_message_is_found_by_a_gather),
		cmocka_unit_test(the_longest_eager_message_is_found_to_the_byte),
		cmocka_unit_test(one_wrong_answer_leads_no_search_for_the_limit_astray),
		cmocka_unit_test(a_limit_that_is_known_is_not_looked_for),
		cmocka_unit_test(where_no_send_waits_there_is_no_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
