/* What is counted along the critical path, against differences of simulations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../simulate/patterns.h"
#include "explain/variation.h"
#include "model/classes.h"

static enum status simulate_pattern(void *self, const struct costs *costs, struct simulation *found, struct error *err)
{
	const struct schedule schedule = pattern_schedule(self);

	return simulate(&schedule, costs, found, err);
}

/* A pattern under what base says. */
static struct variation *vary(const struct pattern *pattern, struct variation_base base, struct subject *subject)
{
	struct variation *made = NULL;
	struct error err = {0};

	base.simulate = simulate_pattern;
	base.self = (void *)pattern;
	if (variation_new(&made, &base, subject, &err) != OK)
		fail_msg("%s: %s", pattern->name, err.text);
	return made;
}

/* Each derivative is the difference of two simulations wherever both do things in one order. Returns how many were
 * compared. */
static int compare(const struct subject *subject, const char *pattern, const char *what)
{
	struct sensitivities found;
	struct error err = {0};
	int compared = 0;

	if (sensitivities_find(subject, &found, &err) != OK)
		fail_msg("%s, %s: %s", pattern, what, err.text);
	if (found.lost > 0)
		fail_msg("%s, %s: %llu moments have no cause", pattern, what, (unsigned long long)found.lost);
	for (size_t k = 0; k < subject->n; k++) {
		double own = isnan(subject->parameters[k].value) ? 1 : subject->parameters[k].value,
		       more = own > 0 ? own * (1 + 0x1p-14) : 1e-12, difference;
		struct time_point here, there;

		assert_int_equal(time_at(subject, k, own, &here, &err), OK);
		assert_int_equal(time_at(subject, k, more, &there, &err), OK);
		if (here.order != there.order)
			continue;
		difference = (there.seconds - here.seconds) / (more - own);
		compared++;
		/* Rounding: 1e-16 of the time, divided by the step. */
		if (fabs(found.at[k].derivative - difference) > 1e-6 * fabs(difference) +
									4e-16 * found.seconds / (more - own) +
									1e-9 * found.seconds / (own > 0 ? own : 1))
			fail_msg("%s, %s: %s: %.12g instead of %.12g", pattern, what, subject->parameters[k].name,
				 found.at[k].derivative, difference);
	}
	sensitivities_release(&found);
	return compared;
}

static const struct pattern small[] = {
	{"binomial bcast", 64, 1024, 1, build_binomial, 0, 0},
	{"binomial bcast, long", 64, 200000, 1, build_binomial, 0, 0},
	{"dissemination", 100, 8, 1, build_dissemination, 0, 0},
	{"ring", 20, 3000, 3, build_ring, 0, 0},
	{"pipeline", 8, 5000, 20, build_pipeline, 0, 0},
	{"pipeline, long", 8, 70000, 20, build_pipeline, 0, 0},
	{"stencil", 64, 4000, 5, build_stencil, 0, 0},
	{"gather", 30, 500, 1, build_gather, 0, 0},
	{"scatter", 30, 500, 1, build_scatter, 0, 0},
	{"scatter, long", 30, 100000, 1, build_scatter, 0, 0},
	{"all-to-all", 16, 2000, 1, build_alltoall, 0, 0},
	{"all-to-all, long", 16, 80000, 1, build_alltoall, 0, 0},
};
enum { SMALL = sizeof(small) / sizeof(small[0]) };

static void loggops_counts_are_differences(void **state)
{
	const struct loggops settings[] = {setting_a, setting_b, {.L = 0, .o = 0, .g = 0, .G = 3, .O = 0, .S = 1000}};
	int compared = 0;

	(void)state;
	for (size_t i = 0; i < SMALL * 3; i++) {
		struct subject subject;
		struct variation *variation =
			vary(&small[i / 3], (struct variation_base){.loggops = &settings[i % 3]}, &subject);

		compared += compare(&subject, small[i / 3].name, "LogGOPS");
		variation_free(variation);
	}
	print_message("%d derivatives compared\n", compared);
	assert_true(compared > 90);
}

static struct model *made_up(const struct model_class *class)
{
	struct model *model = model_new(class, 2, &(struct link){LINK_ANY, LINK_ANY}, 1);

	for (size_t p = 0; p < class->n_params; p++) {
		const struct param_spec *spec = &class->params[p];
		double sizes[10], values[10], one = strcmp(spec->unit, "s") == 0 ? 1e-6 : 1e-9;

		if (strcmp(spec->unit, "B") == 0 || spec->unit[0] == '\0' ||
		    strncmp(spec->name, "escalation", 10) == 0 || strcmp(spec->name, "O_push") == 0)
			continue;
		for (int k = 0; k < 10; k++) {
			sizes[k] = k > 0 ? ldexp(16, 2 * k) : 0;
			values[k] = (1 + 0.37 * (double)p) * (one + 1e-10 * sizes[k]);
		}
		assert_int_equal(spec->shape == PARAM_PER_SIZE
					 ? model_set_curve(model, 0, spec->name, sizes, values, 10, NULL)
					 : model_set(model, 0, spec->name, (1 + 0.37 * (double)p) * one, NULL),
				 OK);
	}
	return model;
}

/* All patterns under a model. Returns how many derivatives were compared. */
static int compare_patterns(const struct variation_base *base, const char *what)
{
	int compared = 0;

	for (size_t i = 0; i < SMALL; i++) {
		struct subject subject;
		struct variation *variation = vary(&small[i], *base, &subject);

		compared += compare(&subject, small[i].name, what);
		variation_free(variation);
	}
	return compared;
}

static void models_counts_are_differences(void **state)
{
	static const uint64_t eagers[] = {UINT64_MAX - 1, 3500};
	int compared = 0;

	(void)state;
	for (size_t c = 0; model_classes[c]; c++) {
		struct model *model = made_up(model_classes[c]);

		for (int i = 0; i < 4; i++) {
			const struct model_use use = model_use_default(model);
			const struct variation_base base = {.use = &use, .eager_most = eagers[i % 2], .queued = i / 2};

			if (!model_costs(&use, base.eager_most).fair)
				compared += compare_patterns(&base, model_classes[c]->name);
		}
		model_free(model);
	}
	print_message("%d derivatives compared\n", compared);
	assert_true(compared > 500);
}

/* Rendezvous that go on by who is inside the library when: by each protocol, by the processes (DCP) and the platform
 * (ICP); with data that are pushed into a buffer and messages without data behind these, too, and with delays that are
 * drawn. */
static void handshakes_counts_are_differences(void **state)
{
	static const char *const names[] = {"LogGPO, TA", "LogGPO, RAT", "LogGPO, RTA"};

	(void)state;
	for (int protocol = PROTOCOL_TA; protocol <= PROTOCOL_RTA; protocol++) {
		for (int dependent = 0; dependent < 3; dependent++) {
			struct model *model = made_up(&model_loggpo);
			int compared = 0;

			assert_int_equal(model_set(model, 0, "S", 3500, NULL), OK);
			assert_int_equal(model_set(model, 0, "T_m", protocol, NULL), OK);
			assert_int_equal(model_set(model, 0, "S_cp", dependent, NULL), OK);
			for (int manner = 0; manner < 4; manner++) {
				struct model_use use;
				const struct variation_base base = {
					.use = &use, .eager_most = UINT64_MAX, .queued = manner % 2};

				assert_int_equal(model_fact_number(model, MODEL_VARIATION, 0.05, NULL), OK);
				if (manner == 2)
					assert_int_equal(model_set(model, 0, "O_push", 3e-7, NULL), OK);
				use = model_use_default(model);
				use.in_stream = manner / 2;
				use.varies = manner == 3;
				compared += compare_patterns(&base, names[protocol - PROTOCOL_TA]);
			}
			print_message("%s, %s: %d derivatives compared\n", names[protocol - PROTOCOL_TA],
				      dependent ? "DCP" : "ICP", compared);
			assert_true(compared > 100);
			model_free(model);
		}
	}
}

/* What a curve says of a value. */
static double on_curve(const struct time_curve *curve, double x)
{
	const struct time_point *at = curve->at;
	size_t i = 0;

	while (i + 2 < curve->n && at[i + 1].x <= x)
		i++;
	return at[i].seconds + (at[i + 1].seconds - at[i].seconds) * (x - at[i].x) / (at[i + 1].x - at[i].x);
}

static bool is_exact(const struct time_curve *curve)
{
	for (size_t p = 0; p + 1 < curve->n; p++) {
		if (!curve->at[p].exact)
			return false;
	}
	return true;
}

static void assert_curve_holds(const struct subject *subject, size_t k, double high, const struct time_curve *curve,
			       const char *what)
{
	struct time_point point;

	if (curve->simulations > 2 * (curve->n - 2) + 2)
		fail_msg("%s: %u simulations for %zu corners", what, curve->simulations, curve->n - 2);
	for (int s = 1; s < 40; s++) {
		double x = high * s / 40.3;

		assert_int_equal(time_at(subject, k, x, &point, NULL), OK);
		if (fabs(point.seconds - on_curve(curve, x)) > 1e-9 * point.seconds)
			fail_msg("%s: %.12g s at %s = %.12g, on the curve %.12g", what, point.seconds,
				 subject->parameters[k].name, x, on_curve(curve, x));
	}
}

/* Where a tolerance leads to, the program is slower by it. */
static void assert_tolerance_is_reached(const struct subject *subject, size_t k)
{
	struct time_point here, there;
	double value;

	assert_int_equal(time_at(subject, k, subject->parameters[k].value, &here, NULL), OK);
	assert_int_equal(time_reach(subject, k, 1.02 * here.seconds, &value, NULL), OK);
	if (!isfinite(value))
		return;
	assert_int_equal(time_at(subject, k, value, &there, NULL), OK);
	assert_true(fabs(there.seconds - 1.02 * here.seconds) <= 1e-6 * here.seconds);
}

static void curves_hold_between_their_corners(void **state)
{
	int exact = 0;

	(void)state;
	for (size_t i = 0; i < SMALL * 4; i++) {
		struct subject subject;
		struct variation *variation =
			vary(&small[i / 4], (struct variation_base){.loggops = &setting_a}, &subject);
		struct time_curve curve;
		double high = 8 * subject.parameters[i % 4].value;

		assert_int_equal(time_curve_find(&subject, i % 4, 0, high, 16, &curve, NULL), OK);
		if (is_exact(&curve)) {
			exact++;
			assert_curve_holds(&subject, i % 4, high, &curve, small[i / 4].name);
		}
		time_curve_release(&curve);
		assert_tolerance_is_reached(&subject, i % 4);
		variation_free(variation);
	}
	print_message("%d of %d curves exact\n", exact, SMALL * 4);
	assert_true(exact >= SMALL * 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(loggops_counts_are_differences),
					   cmocka_unit_test(models_counts_are_differences),
					   cmocka_unit_test(handshakes_counts_are_differences),
					   cmocka_unit_test(curves_hold_between_their_corners)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
