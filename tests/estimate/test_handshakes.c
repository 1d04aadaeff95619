#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>

#include "../sanitized.h"
#include "base/random.h"
#include "estimate/control.h"
#include "estimate/variation.h"
#include "estimate/progress.h"
#include "estimate/protocol.h"
#include "truth.h"

/* s: computations are whole nanoseconds, times doubles of nanoseconds. */
#define EXACT 1e-12

enum { CASES = FEWER(3, 1), SEED = 20261124 };

static double draw(struct random *random, double low, double high)
{
	return low * pow(high / low, random_uniform(random));
}

/* Overheads and data that grow with the size, eager and beyond: bends are other tests' matter. */
static void draw_curve(struct random *random, struct model *model, const char *name, double least, double per_byte)
{
	const double bytes[] = {0, 1 << 20};
	double base = least > 0 ? draw(random, least, 4 * least) : 0,
	       values[] = {base, base + (1 << 20) * draw(random, per_byte, 4 * per_byte)};

	assert_int_equal(model_set_curve(model, 0, name, bytes, values, 2, NULL), OK);
}

/* candidate: of handshake_names. */
static struct model *draw_platform(struct random *random, int candidate)
{
	struct model *truth = truth_new(&model_loggpo, false);

	truth_set(truth, 0, "L", draw(random, 0.5e-6, 20e-6));
	truth_set(truth, 0, "O_control", draw(random, 0.2e-6, 2e-6));
	draw_curve(random, truth, "O_i", 0.2e-6, 0.1e-9);
	draw_curve(random, truth, "O_c", 0.2e-6, 0.1e-9);
	draw_curve(random, truth, "G", 0, 0.2e-9);
	if (candidate > 0) {
		const double first[] = {0}, protocol[] = {(candidate + 1) / 2},
			     dependent[] = {candidate % 2 ? 1 + (double)random_below(random, 2) : 0};

		truth_set(truth, 0, "S", floor(draw(random, 1000, 100000)));
		assert_int_equal(model_set_curve(truth, 0, "T_m", first, protocol, 1, NULL), OK);
		assert_int_equal(model_set_curve(truth, 0, "S_cp", first, dependent, 1, NULL), OK);
	}
	return truth;
}

/* As an estimation of the command goes: the switch, progress, and the model's own experiments. */
static void estimate(struct estimation *e, const struct model *truth, const struct noise *noise, uint64_t seed)
{
	struct estimate_options options = truth_options(&model_loggpo, NULL, false);
	struct error err = {0};
	struct prober prober;

	*e = (struct estimation){0};
	options.probe.seed = seed;
	options.draws = 20;
	if (synthetic_open(truth, noise, seed, &e->platform, &err) != OK)
		fail_msg("%s", err.text);
	prober_init(&prober, e->platform, &e->campaign, &options.probe, NULL, NULL);
	if (protocol_find_eager(&options, &prober, &err) != OK || progress_find(&options, &prober, &err) != OK)
		fail_msg("%s", err.text);
	prober_release(&prober);
	e->model = estimate_run(&options, e->platform, &e->campaign, NULL, NULL, &e->prober, &err);
	if (!e->model)
		fail_msg("%s", err.text);
}

static const char *evidence_of(const struct model *model)
{
	for (size_t i = 0; i < model->facts.n; i++)
		if (strncmp(model->facts.list[i].name, MODEL_HANDSHAKE, strlen(MODEL_HANDSHAKE)) == 0)
			return model->facts.list[i].text;
	return "none";
}

/* What was decided is the platform's at the switch and far above. */
static void check_decided(const struct model *model, const struct model *truth, int candidate, uint64_t seed)
{
	static const size_t times[] = {1, 2, 8};
	double eager = model_value(truth, 0, "S", 0);

	if (candidate == 0) {
		assert_int_equal(model_param(model, 0, "S")->curve.n, 0);
		assert_int_equal(model_param(model, 0, "T_m")->curve.n, 0);
		return;
	}
	assert_true(model_value(model, 0, "S", 0) == eager);
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		size_t bytes = times[i] * ((size_t)eager + 1);
		int protocol = (int)lround(model_value(model, 0, "T_m", bytes)),
		    dependent = (int)lround(model_value(model, 0, "S_cp", bytes));

		if (protocol != (candidate + 1) / 2 || dependent != (int)lround(model_value(truth, 0, "S_cp", bytes)))
			fail_msg("seed %llu: %s at %zu bytes is taken for T_m %d, S_cp %d: %s",
				 (unsigned long long)seed, handshake_names[candidate], bytes, protocol, dependent,
				 evidence_of(model));
	}
}

static void assert_near(const char *name, size_t bytes, double value, double expected, uint64_t seed)
{
	if (!(fabs(value - expected) <= EXACT))
		fail_msg("seed %llu: %s(%zu) is %.12g s instead of %.12g", (unsigned long long)seed, name, bytes, value,
			 expected);
}

/* Above the switch only the sum of what begins a transfer and of its data shows, but where the data leave at once. */
static void check_numbers(const struct model *model, const struct model *truth, int candidate, uint64_t seed)
{
	const struct curve *knots = &model_param(model, 0, "G")->curve;
	double eager = candidate > 0 ? model_value(truth, 0, "S", 0) : INFINITY;
	bool asks = candidate > 2;

	assert_near("L", 0, model_value(model, 0, "L", 0), model_value(truth, 0, "L", 0), seed);
	if (candidate > 0)
		assert_near("O_control", 0, model_value(model, 0, "O_control", 0),
			    model_value(truth, 0, "O_control", 0), seed);
	for (size_t k = 0; k < knots->n; k++) {
		size_t bytes = (size_t)knots->x[k];
		bool above = (double)bytes > eager;
		double sum = model_value(model, 0, "O_i", bytes) + model_value(model, 0, "G", bytes),
		       true_sum = model_value(truth, 0, "O_i", bytes) + model_value(truth, 0, "G", bytes);

		assert_near("O_i + G", bytes, sum, true_sum, seed);
		assert_near("O_b", bytes, model_value(model, 0, "O_b", bytes), 0, seed);
		if (!above || !asks) {
			assert_near("O_i", bytes, model_value(model, 0, "O_i", bytes),
				    model_value(truth, 0, "O_i", bytes), seed);
			assert_near("O_c", bytes, model_value(model, 0, "O_c", bytes),
				    model_value(truth, 0, "O_c", bytes), seed);
		}
	}
}

static void every_way_is_recognised_and_all_parameters_are_found(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, SEED);
	for (int candidate = 0; candidate < HANDSHAKE_CANDIDATES; candidate++) {
		for (int i = 0; i < CASES; i++) {
			const struct noise quiet = {0};
			uint64_t seed = random_below(&random, 1000000);
			struct model *truth = draw_platform(&random, candidate);
			struct estimation e;

			estimate(&e, truth, &quiet, seed);
			check_decided(e.model, truth, candidate, seed);
			check_numbers(e.model, truth, candidate, seed);
			estimation_release(&e);
			model_free(truth);
		}
	}
}

/* As under SMPI: who moves messages on knows at once that both have called, and the call that begins one grows with it.
 */
static void a_handshake_that_takes_no_time_is_found(void **state)
{
	struct random random;

	(void)state;
	random_init(&random, SEED + 2);
	for (int candidate = 3; candidate < HANDSHAKE_CANDIDATES; candidate++) {
		const struct noise quiet = {0};
		uint64_t seed = random_below(&random, 1000000);
		struct model *truth = draw_platform(&random, candidate);
		struct estimation e;
		size_t above = 2 * (size_t)model_value(truth, 0, "S", 0);

		truth_set(truth, 0, "L_control", 0);
		truth_set(truth, 0, "O_control", 0);
		draw_curve(&random, truth, "O_request", 1e-6, 0.5e-9);
		estimate(&e, truth, &quiet, seed);
		check_decided(e.model, truth, candidate, seed);
		check_numbers(e.model, truth, candidate, seed);
		assert_near("L_control", 0, model_value(e.model, 0, "L_control", 0), 0, seed);
		assert_near("O_request", above, model_value(e.model, 0, "O_request", above),
			    model_value(truth, 0, "O_request", above), seed);
		estimation_release(&e);
		model_free(truth);
	}
}

/* RAT and DCP where the data go into a buffer of the network's, which makes the sender free long before they are out.
 */
static void pushes_into_a_buffer_are_found(void **state)
{
	enum { RAT_DCP = 3 };
	struct random random;

	(void)state;
	random_init(&random, SEED + 3);
	for (int i = 0; i < 2 * CASES; i++) {
		const struct noise noise = {.spread = i % 2 ? 0.02 : 0};
		uint64_t seed = random_below(&random, 1000000);
		struct model *truth = draw_platform(&random, RAT_DCP);
		struct estimation e;
		const struct curve *push;

		draw_curve(&random, truth, "O_i", 1e-8, 0.001e-9); /* only the sum of both shows */
		draw_curve(&random, truth, "O_push", 1e-8, 0.01e-9);
		estimate(&e, truth, &noise, seed);
		check_decided(e.model, truth, RAT_DCP, seed);
		push = &model_param(e.model, 0, "O_push")->curve;
		assert_true(push->n > 0);
		for (size_t k = 0; k < push->n && i % 2 == 0; k++) {
			size_t bytes = (size_t)push->x[k];
			double begin = model_value(truth, 0, "O_i", bytes),
			       data = begin + model_value(truth, 0, "G", bytes),
			       pushed = begin + model_value(truth, 0, "O_push", bytes);

			/* Of a push that is half as long as the data there is no telling. */
			assert_near("O_push", bytes, push->y[k], pushed < 0.5 * data ? pushed : data, seed);
		}
		estimation_release(&e);
		model_free(truth);
	}
}

/* A stream that is quicker than its messages' data, as where these cross two links one after the other. */
static void gaps_of_streams_are_found(void **state)
{
	enum { RAT_DCP = 3 };
	const double part = 0.6;
	struct random random;

	(void)state;
	random_init(&random, SEED + 5);
	for (int i = 0; i < CASES; i++) {
		const struct noise quiet = {0};
		const double bytes[] = {0, 1 << 20};
		uint64_t seed = random_below(&random, 1000000);
		struct model *truth = draw_platform(&random, RAT_DCP);
		double gaps[] = {0, part * model_value(truth, 0, "G", 1 << 20)};
		struct estimation e;
		const struct curve *found;

		/* What calls take is less, so that the ports are what a stream waits for. */
		draw_curve(&random, truth, "O_i", 1e-9, 0.001e-9);
		draw_curve(&random, truth, "O_c", 1e-9, 0.001e-9);
		assert_int_equal(model_set_curve(truth, 0, "g", bytes, gaps, 2, NULL), OK);
		estimate(&e, truth, &quiet, seed);
		found = &model_param(e.model, 0, "g")->curve;
		assert_true(found->n > 0);
		for (size_t k = 0; k < found->n; k++)
			assert_near("g", (size_t)found->x[k], found->y[k],
				    model_value(truth, 0, "g", (size_t)found->x[k]), seed);
		estimation_release(&e);
		model_free(truth);
	}
}

/* What control_find says of a platform after an estimation; by its model, or, as the command measure protocols, by one
 * that knows no handshakes. NULL: nothing. The evidence goes to seen. */
static const char *control_of(const struct model *truth, const struct noise *noise, uint64_t seed, bool knows,
			      double *variation, char seen[300])
{
	const struct link any = {LINK_ANY, LINK_ANY};
	struct estimate_options options = truth_options(&model_loggpo, NULL, false);
	struct model *scratch = model_new(&model_hockney, 2, &any, 1), *model;
	const struct fact *said;
	const char *word = NULL;
	struct estimation e;
	struct prober prober;

	assert_non_null(scratch);
	estimate(&e, truth, noise, seed);
	model = knows ? e.model : scratch;
	prober_init(&prober, e.platform, &e.campaign, &options.probe, NULL, NULL);
	assert_int_equal(
		control_find(&prober, options.pair, model_value(truth, 0, "S", 0), (size_t)1 << 20, model, NULL), OK);
	assert_int_equal(variation_find(&prober, options.pair, (size_t)model_value(truth, 0, "S", 0) + 1, model, NULL),
			 OK);
	prober_release(&prober);
	said = model_fact(model, MODEL_VARIATION);
	*variation = said ? said->number : NAN;
	said = model_fact(model, MODEL_CONTROL);
	if (said) {
		word = strcmp(said->text, MODEL_CONTROL_BEHIND) == 0 ? MODEL_CONTROL_BEHIND : MODEL_CONTROL_APART;
		assert_string_equal(said->text, word);
		snprintf(seen, 300, "%s", model_fact(model, MODEL_CONTROL MODEL_SEEN)->text);
	}
	estimation_release(&e);
	model_free(scratch);
	return word;
}

/* How much messages vary is what the noise makes of them, which is exponential; it is found from 20. NAN: it is not
 * asked, as nothing goes behind data. */
static void assert_variation(double spread, double found, uint64_t seed)
{
	const double times = 20, rounding = 1e-12, allowed = 4 * spread / sqrt(times) + rounding;

	if (isnan(spread) ? !isnan(found) : !(fabs(found - spread) <= allowed))
		fail_msg("seed %llu: a variation of %g is found, the noise is %g", (unsigned long long)seed, found,
			 spread);
}

/* Where messages without data go behind data an answer waits for what goes its way. */
static void messages_without_data_are_found_behind_data_or_apart(void **state)
{
	enum { RAT_DCP = 3, RAT_ICP = 4 };
	static const char *const words[] = {MODEL_CONTROL_APART, MODEL_CONTROL_BEHIND};
	struct random random;

	(void)state;
	random_init(&random, SEED + 4);
	for (int candidate = RAT_DCP; candidate <= RAT_ICP; candidate++) {
		for (int i = 0; i < 4; i++) {
			const struct noise noise = {.spread = i / 2 ? 0.02 : 0};
			uint64_t seed = random_below(&random, 1000000);
			struct model *truth = draw_platform(&random, candidate);
			char seen[300] = "nothing was seen";
			const char *found;
			double variation;

			draw_curve(&random, truth, "O_i", 0.2e-6, 0.001e-9);
			draw_curve(&random, truth, "O_push", 1e-7, 0.01e-9);
			assert_int_equal(model_fact_text(truth, MODEL_CONTROL, words[i % 2], NULL), OK);
			found = control_of(truth, &noise, seed, true, &variation, seen);
			assert_variation(i % 2 ? noise.spread : NAN, variation, seed);
			if (!found || strcmp(found, words[i % 2]) != 0)
				fail_msg("seed %llu: %s, %s: %s", (unsigned long long)seed, handshake_names[candidate],
					 words[i % 2], seen);
			model_free(truth);
		}
	}
}

/* O_push of any part of the data. */
static void draw_push(struct random *random, struct model *model)
{
	const double bytes[] = {0, 1 << 20};
	double pushes[] = {0, random_uniform(random) * model_value(model, 0, "G", 1 << 20)};

	assert_int_equal(model_set_curve(model, 0, "O_push", bytes, pushes, 2, NULL), OK);
}

/* Where an answer waits for its processor, which pushes or pulls, or can only follow the data, that is not taken for
 * the one or the other; nor where data take less than latencies. Where the processor is free it is told, by a model
 * that knows that. */
static void control_that_cannot_be_told_is_never_taken_for_the_wrong_one(void **state)
{
	enum { RAT_DCP = 3, RAT_ICP = 4, EACH = 16 };
	static const char *const words[] = {MODEL_CONTROL_APART, MODEL_CONTROL_BEHIND};
	static const int candidates[] = {1, 2, RAT_DCP, RAT_ICP, 5, 6, RAT_DCP, RAT_ICP};
	struct random random;

	(void)state;
	random_init(&random, SEED + 6);
	for (size_t c = 0; c < sizeof(candidates) / sizeof(candidates[0]); c += FEWER(1, 3)) {
		bool pushes = c > 5, free = candidates[c] == RAT_ICP || candidates[c] == 6;
		int told = 0;

		for (int i = 0; i < EACH; i++) {
			const struct noise noise = {.spread = i / 4 % 2 ? 0.02 : 0};
			const char *word = words[i % 2], *found;
			bool knows = i / 2 % 2;
			uint64_t seed = random_below(&random, 1000000);
			struct model *truth = draw_platform(&random, candidates[c]);
			char seen[300] = "nothing was seen";
			double variation;

			if (i / 8)
				truth_set(truth, 0, "L", 10 * model_value(truth, 0, "L", 0));
			if (pushes)
				draw_push(&random, truth);
			assert_int_equal(model_fact_text(truth, MODEL_CONTROL, word, NULL), OK);
			found = control_of(truth, &noise, seed, knows, &variation, seen);
			if (found && strcmp(found, word) != 0)
				fail_msg("seed %llu: %s, %s: %s", (unsigned long long)seed,
					 handshake_names[candidates[c]], word, seen);
			told += found != NULL;
			model_free(truth);
		}
		assert_true(free ? told > 0 : told == 0 || pushes);
		print_message("%s%s: %d of %d told\n", handshake_names[candidates[c]], pushes ? ", O_push" : "", told,
			      EACH);
	}
}

/* A message's time is mostly its data's, as on Ethernet: what tells S_cp 1 from 2 lies far apart, TA's DCP from ICP is
 * a hundredth of the message. */
static struct model *slow_platform(int protocol, int progress)
{
	const double first[] = {0}, protocols[] = {protocol}, progresses[] = {progress}, bytes[] = {0, 1 << 20};
	const struct {
		const char *name;
		double seconds[2];
	} curves[] = {{"O_i", {3e-6, 3e-6}}, {"O_c", {1e-6, 150e-6}}, {"G", {0, 10.48576e-3}}};
	struct model *truth = truth_new(&model_loggpo, false);

	truth_set(truth, 0, "L", 30e-6);
	truth_set(truth, 0, "O_control", 2e-6);
	truth_set(truth, 0, "S", 65536);
	for (size_t i = 0; i < sizeof(curves) / sizeof(curves[0]); i++)
		assert_int_equal(model_set_curve(truth, 0, curves[i].name, bytes, curves[i].seconds, 2, NULL), OK);
	assert_int_equal(model_set_curve(truth, 0, "T_m", first, protocols, 1, NULL), OK);
	assert_int_equal(model_set_curve(truth, 0, "S_cp", first, progresses, 1, NULL), OK);
	return truth;
}

static bool is_undecided(const struct model *model)
{
	return model_fact(model, MODEL_HANDSHAKE_CLOSE)->number > 0;
}

/* bench/handshakes.sh has a hundred seeds of each. */
static void noise_misleads_nobody_in_any_of_the_nine_cases(void **state)
{
	static const double spreads[] = {0.02, 0.03, 0.05};
	struct random random;
	int undecided = 0, all = 0;

	(void)state;
	random_init(&random, SEED + 1);
	for (int protocol = 1; protocol <= 3; protocol++)
		for (int progress = 0; progress <= 2; progress++)
			for (size_t i = 0; i < sizeof(spreads) / sizeof(spreads[0]); i += FEWER(1, 2)) {
				const struct noise noise = {.spread = spreads[i]};
				uint64_t seed = random_below(&random, 1000000);
				struct model *truth = slow_platform(protocol, progress);
				struct estimation e;

				estimate(&e, truth, &noise, seed);
				if (!is_undecided(e.model))
					check_decided(e.model, truth, 2 * protocol - (progress > 0), seed);
				undecided += is_undecided(e.model);
				all++;
				estimation_release(&e);
				model_free(truth);
			}
	print_message("%d of %d undecided\n", undecided, all);
	assert_true(20 * undecided <= all);
}

/* Handshakes that differ by less than errors, as far as they are measured: a latency of nothing beside data of a
 * second. */
static void what_timings_do_not_tell_apart_is_said_to_be_undecided(void **state)
{
	const struct noise noise = {.spread = 0.2};
	struct model *truth = slow_platform(3, 0);
	struct estimation e;

	(void)state;
	truth_set(truth, 0, "L", 0.1e-6);
	truth_set(truth, 0, "O_control", 0.1e-6);
	estimate(&e, truth, &noise, 1);
	assert_true(is_undecided(e.model));
	assert_non_null(strstr(evidence_of(e.model), "undecided"));
	estimation_release(&e);
	model_free(truth);
}

/* With noise what is decided is the same, unless it is said to be undecided; ICP hides of which protocol it is. */
static void noise_of_two_per_cent_does_not_mislead(void **state)
{
	const struct noise noise = {.spread = 0.02};
	struct random random;

	(void)state;
	random_init(&random, SEED + 1);
	for (int candidate = 0; candidate < HANDSHAKE_CANDIDATES; candidate++) {
		uint64_t seed = random_below(&random, 1000000);
		struct model *truth = draw_platform(&random, candidate);
		struct estimation e;

		estimate(&e, truth, &noise, seed);
		if (candidate == 0 || !is_undecided(e.model))
			check_decided(e.model, truth, candidate, seed);
		estimation_release(&e);
		model_free(truth);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_way_is_recognised_and_all_parameters_are_found),
		cmocka_unit_test(a_handshake_that_takes_no_time_is_found),
		cmocka_unit_test(noise_of_two_per_cent_does_not_mislead),
		cmocka_unit_test(noise_misleads_nobody_in_any_of_the_nine_cases),
		cmocka_unit_test(what_timings_do_not_tell_apart_is_said_to_be_undecided),
		cmocka_unit_test(pushes_into_a_buffer_are_found),
		cmocka_unit_test(gaps_of_streams_are_found),
		cmocka_unit_test(messages_without_data_are_found_behind_data_or_apart),
		cmocka_unit_test(control_that_cannot_be_told_is_never_taken_for_the_wrong_one),
	};

	printf("seed %d\n", SEED);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
