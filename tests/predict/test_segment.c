#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../sanitized.h"
#include "base/random.h"
#include "model/classes.h"
#include "predict/escalation.h"
#include "predict/pipeline.h"
#include "predict/segment.h"

static const struct link any = {LINK_ANY, LINK_ANY};

static void set(struct model *model, const char *name, double value)
{
	assert_int_equal(model_set(model, 0, name, value, NULL), OK);
}

/* From least to most, evenly by their logarithms. */
static double drawn(struct random *random, double least, double most)
{
	return least * pow(most / least, random_uniform(random));
}

/* Seconds, as a multiple of a binary fraction that sums of them and whole numbers of bytes are exact with: what takes
 * equally long does so in the simulation too, and rounding decides nothing. */
static double drawn_time(struct random *random, double least, double most)
{
	return ceil(0x1p40 * drawn(random, least, most)) * 0x1p-40;
}

enum { KNOTS = 6 };

/* Times by size that bend, and leap where libraries change their protocol. */
struct drawn_curve {
	double x[KNOTS], y[KNOTS];
};

static struct drawn_curve drawn_curve(struct random *random, double most)
{
	struct drawn_curve curve = {.y[0] = drawn_time(random, 1e-7, 1e-5)};

	for (size_t i = 1; i < KNOTS; i++) {
		double wide = i == 3 ? 1 : ceil(drawn(random, most / 40, most / 2)),
		       leap = i == 3 ? drawn_time(random, 1e-7, 2e-5) : 0;

		curve.x[i] = curve.x[i - 1] + wide;
		curve.y[i] = curve.y[i - 1] + wide * drawn_time(random, 1e-10, 1e-8) + leap;
	}
	return curve;
}

/* Overheads are a quarter of the times on the way, or what is decided a number that stands for a way. */
static void set_curve(struct model *model, struct random *random, const struct param_spec *spec,
		      const struct drawn_curve *curve)
{
	uint64_t codes = (uint64_t)(spec->code_most - spec->code_least + 1);
	double y[KNOTS];

	for (size_t i = 0; i < KNOTS; i++)
		y[i] = spec->code_most > 0 ? spec->code_least + (double)random_below(random, codes)
					   : curve->y[i] / (spec->of_process ? 4 : 1);
	assert_int_equal(model_set_curve(model, 0, spec->name, curve->x, y, spec->code_most > 0 ? 1 : KNOTS, NULL), OK);
}

/* A model of any class, of whose parameters that may be absent half are. */
static struct model *drawn_model(struct random *random, const struct model_class *class, double most)
{
	const struct drawn_curve curve = drawn_curve(random, most);
	struct model *model = model_new(class, 2, &any, 1);
	struct error err = {0};
	double size = 0; /* of protocols, each larger than the one before */

	for (size_t p = 0; p < class->n_params; p++) {
		const struct param_spec *spec = &class->params[p];

		if (spec->optional && (random_below(random, 2) == 0 || (!*spec->unit && spec->code_most == 0)))
			continue;
		if (spec->shape == PARAM_PER_SIZE)
			set_curve(model, random, spec, &curve);
		else if (strcmp(spec->unit, "B") == 0)
			set(model, spec->name, size += ceil(drawn(random, most / 100, most / 2)));
		else if (strcmp(spec->unit, "s") == 0)
			set(model, spec->name, drawn_time(random, 1e-7, 3e-5));
		else
			set(model, spec->name, drawn_time(random, 1e-10, 3e-8));
	}
	if (model_check(model, &err) != OK)
		fail_msg("%s", err.text);
	return model;
}

/* The quickest of all segments there are, with what escalations add in the mean. */
static double exhaustive(const struct predict_options *how, const struct algorithm_use *use)
{
	struct call call = *use->call;
	const struct algorithm_use own = {use->algorithm, &call};
	double least = INFINITY, seconds;

	for (uint64_t segment = 0; segment <= call.count; segment++) {
		call.segment = segment;
		assert_int_equal(predict_collective(how, &own, &seconds, NULL), OK);
		least = fmin(least, seconds + escalation_expected(how->use.model, own.algorithm, &call));
	}
	return least;
}

/* Of all algorithms that take segments, in turn. */
static const struct algorithm_class *algorithm_of(size_t i)
{
	const struct algorithm_class *found = NULL;

	for (size_t k = 0; k <= i; k++)
		do
			found = algorithm_next(found);
		while (!found || !(found->takes & TAKES_SEGMENT)); /* after the last comes the first */
	return found;
}

static const struct model_class *const classes[] = {&model_hockney, &model_logp,       &model_loggp,
						    &model_plogp,   &model_lmo,        &model_3pc,
						    &model_p3pc,    &model_loggp_star, &model_loggpo};
enum { CLASSES = sizeof(classes) / sizeof(classes[0]) };

static struct predict_options drawn_options(struct random *random, const struct model *model, uint64_t bytes)
{
	struct predict_options how = predict_options_default(model);

	if (random_below(random, 2) == 0)
		how.eager_most = random_below(random, bytes);
	switch (random_below(random, 6)) {
	case 0:
		how.use.fair = true;
		break;
	case 1:
		how.use.parallel = how.use.parallel_out = how.use.parallel_in = true;
		break;
	case 2:
		how.use.both_ways = random_uniform(random);
	}
	how.series = 1 + (random_below(random, 8) == 0);
	return how;
}

/* What the cases have come to. */
struct tally {
	size_t segmented, best, simulations, most;
	double worst;
};

static const double bytes_most = 700;

static void check_case(struct random *random, size_t i, struct tally *tally)
{
	const struct model_class *model_class = classes[i % CLASSES];
	const struct algorithm_class *class = algorithm_of(i / CLASSES);
	uint64_t bytes = (uint64_t)drawn(random, 2, bytes_most);
	struct model *model = drawn_model(random, model_class, (double)bytes);
	const struct predict_options how = drawn_options(random, model, bytes);
	const int processes = 2 + (int)random_below(random, 15);
	uint64_t counts[16];
	int groups[16];
	struct error err = {0};
	const struct call call = {
		.collective = class->collective,
		.processes = processes,
		.root = collective_has_root(class->collective) ? (int)random_below(random, (uint64_t)processes) : 0,
		.count = bytes,
		.counts = collective_has_counts(class->collective) ? counts : NULL,
		.commutes = true,
		.group = (class->takes & TAKES_GROUP) ? groups : NULL,
		.fanout = class->fanout};
	const struct algorithm_use use = {class, &call};
	struct segment_found found;
	double least, over;

	for (int p = 0; p < processes; p++) {
		counts[p] = bytes;
		groups[p] = p / 3;
	}
	if (algorithm_check(class, &call, &err) != OK)
		fail_msg("%s", err.text);
	least = exhaustive(&how, &use);
	assert_int_equal(segment_find(&how, &use, &found, NULL), OK);
	over = found.expected / least - 1;
	tally->worst = fmax(tally->worst, over);
	tally->segmented += found.segment > 0;
	tally->best += over <= 1e-9;
	tally->simulations += found.simulations;
	tally->most = found.simulations > tally->most ? found.simulations : tally->most;
	if (!(over <= 0.01) || over < -1e-9)
		fail_msg("case %zu, %s by %s of %llu bytes among %d under %s, eager to %llu: %llu B take %.9g, the "
			 "best %.9g",
			 i, collective_words[class->collective], class->name, (unsigned long long)bytes, processes,
			 model_class->name, (unsigned long long)how.eager_most, (unsigned long long)found.segment,
			 found.seconds, least);
	assert_true(found.expected <= found.whole + (how.series > 1 ? 0 : escalation_expected(model, class, &call)));
	assert_true(found.simulations <= SEGMENT_SIMULATIONS_MOST);
	model_free(model);
}

/* A percent is what is promised; most are the best itself. */
static void the_segment_that_is_found_is_within_a_percent_of_the_best_of_all(void **state)
{
	const uint64_t seed = 20261127;
	const size_t cases = FEWER(216, 81);
	struct random random;
	struct tally tally = {.worst = 0};

	(void)state;
	print_message("seed %llu\n", (unsigned long long)seed);
	random_init(&random, seed);
	for (size_t i = 0; i < cases; i++)
		check_case(&random, i, &tally);
	print_message(
		"%zu cases, %zu in segments: %zu are the best, the worst is over it by %.2f %%; %.1f simulations each, "
		"%zu at most\n",
		cases, tally.segmented, tally.best, 100 * tally.worst, (double)tally.simulations / (double)cases,
		tally.most);
	/* Else this shows nothing. A third of all draws are; of 81, less than an eighth come once in 30000 seeds. */
	assert_true(tally.segmented > cases / 8 && tally.segmented < cases);
}

/* k = sqrt((n - 2) beta m/alpha): of 16 processes, 1 MB, 10 us and 1 ns a byte 38 segments (37.4). */
static void the_closed_form_of_a_pipeline_is_its_square_root(void **state)
{
	struct model *model = model_new(&model_hockney, 2, &any, 1);
	const struct predict_options how = predict_options_default(model);
	struct call call = {.collective = COLLECTIVE_BCAST, .processes = 16, .count = 1000000};
	const struct algorithm_use use = {algorithm_find(COLLECTIVE_BCAST, "pipeline", NULL), &call};
	struct segment_found found;
	struct closed_form form;

	(void)state;
	set(model, "alpha", 10e-6);
	set(model, "beta", 1e-9);
	call.segment = pipeline_segment(model, &use);
	assert_true((call.count + call.segment - 1) / call.segment == 37 ||
		    (call.count + call.segment - 1) / call.segment == 38);
	assert_int_equal(pipeline_form(model, use.algorithm, &call, &form), 1);
	assert_int_equal(segment_find(&how, &use, &found, NULL), OK);
	assert_true(found.seconds <= form.seconds * (1 + 1e-12));
	assert_true(form.seconds <= 1.001 * found.seconds);
	assert_true(found.whole > 5 * found.seconds);
	model_free(model);
}

static void two_processes_have_no_pipeline_to_fill_and_one_piece_is_quickest(void **state)
{
	const struct call call = {.collective = COLLECTIVE_BCAST, .processes = 2, .count = 100000};
	const struct algorithm_use pipeline = {algorithm_find(COLLECTIVE_BCAST, "pipeline", NULL), &call},
				   linear = {algorithm_find(COLLECTIVE_BCAST, "linear", NULL), &call};
	struct model *model = model_new(&model_hockney, 2, &any, 1);
	const struct predict_options how = predict_options_default(model);
	struct segment_found found;

	(void)state;
	set(model, "alpha", 10e-6);
	set(model, "beta", 1e-9);
	assert_int_equal(pipeline_segment(model, &pipeline), call.count);
	assert_int_equal(segment_find(&how, &pipeline, &found, NULL), OK);
	assert_true(found.segment == 0 && found.pieces == 1 && found.seconds == found.whole);
	assert_int_equal(pipeline_segment(model, &linear), 0);
	assert_int_equal(segment_find(&how, &linear, &found, NULL), OK);
	assert_true(found.segment == 0 && found.simulations == 1);
	model_free(model);
}

/* Blocks below, between and above M1 and M2. First segments between them escalate too. */
static void gathers_go_in_segments_that_do_not_escalate(void **state)
{
	static const char *const names[] = {"linear-credited", "linear-in-turn"};
	static const double at = 0, half = 0.5, adds = 0.2;
	struct model *model = model_new(&model_lmo, 8, &any, 1);
	const struct predict_options how = predict_options_default(model);

	(void)state;
	set(model, "C", 1e-5);
	set(model, "t", 1e-9);
	set(model, "M1", 100);
	set(model, "M2", 200);
	assert_int_equal(model_set_curve(model, 0, "escalation_probability", &at, &half, 1, NULL), OK);
	assert_int_equal(model_set_curve(model, 0, "escalation_q50", &at, &adds, 1, NULL), OK);
	for (size_t i = 0; i < 2 * 3; i++) {
		const struct call call = {.collective = COLLECTIVE_GATHER, .processes = 8, .count = 50 + 100 * (i / 2)};
		const struct algorithm_use use = {algorithm_find(COLLECTIVE_GATHER, names[i % 2], NULL), &call};
		struct segment_found found;
		double least = exhaustive(&how, &use);

		assert_int_equal(segment_find(&how, &use, &found, NULL), OK);
		assert_true(found.expected <= 1.01 * least && found.expected == found.seconds);
	}
	model_free(model);
}

/* By alpha = 0, where smaller segments cost nothing but simulations, half of so many lose most. */
static void half_of_the_segments_that_are_tried_lose_three_percent_at_most(void **state)
{
	static const int among[] = {3, 16, 64};
	struct model *model = model_new(&model_hockney, 2, &any, 1);
	const struct predict_options how = predict_options_default(model);

	(void)state;
	set(model, "alpha", 0);
	set(model, "beta", 1e-9);
	for (size_t i = 0; i < sizeof(among) / sizeof(among[0]); i++) {
		struct call call = {.collective = COLLECTIVE_BCAST, .processes = among[i], .count = 1 << 22};
		const struct algorithm_use use = {algorithm_find(COLLECTIVE_BCAST, "pipeline", NULL), &call};
		uint64_t most = among[i] <= 32 ? SEGMENTS_ENOUGH : SEGMENTS_ENOUGH_EACH * (uint64_t)among[i];
		double seconds[2];

		assert_true(segment_is_tried(call.count / most, call.count, call.count, call.processes));
		assert_false(segment_is_tried(call.count / (most + 1) - 1, call.count, call.count, call.processes));
		for (uint64_t k = 0; k < 2; k++) {
			call.segment = (k + 1) * call.count / most;
			assert_int_equal(predict_collective(&how, &use, &seconds[k], NULL), OK);
		}
		assert_true(seconds[0] < seconds[1] && seconds[1] <= 1.03 * seconds[0]);
	}
	assert_false(segment_is_tried(0, 99, 100, 8));
	assert_false(segment_is_tried(100, 100, 100, 8));
	assert_true(segment_is_tried(99, 100, 100, 8));
	assert_true(segment_is_tried(1, 1, 1 << 30, 8)); /* the longest that there is */
	assert_false(segment_is_tried(1, 2, 1 << 30, 8));
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_segment_that_is_found_is_within_a_percent_of_the_best_of_all),
		cmocka_unit_test(the_closed_form_of_a_pipeline_is_its_square_root),
		cmocka_unit_test(gathers_go_in_segments_that_do_not_escalate),
		cmocka_unit_test(half_of_the_segments_that_are_tried_lose_three_percent_at_most),
		cmocka_unit_test(two_processes_have_no_pipeline_to_fill_and_one_piece_is_quickest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
