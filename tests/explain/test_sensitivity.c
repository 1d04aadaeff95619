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
#include "explain/sensitivity.h"
#include "model/classes.h"
#include "model/what_if.h"

/* A pattern under LogGOPS, or under a model. */
struct trial {
	const struct pattern *pattern;
	const struct model *model; /* NULL: LogGOPS */
	struct loggops loggops, varied[SLOPES_MOST + 1];
	struct model *varied_model[SLOPES_MOST + 1];
	struct model_use use[SLOPES_MOST + 1];
	uint64_t eager;
	bool queued;
	size_t n;
	struct varied parameters[24];
};

static const char letters[] = "LogGO";

static double *letter(struct loggops *loggops, size_t k)
{
	double *const at[] = {&loggops->L, &loggops->o, &loggops->g, &loggops->G, &loggops->O};

	return at[k];
}

static enum status trial_costs(void *self, size_t k, double value, int slot, struct costs *costs, struct error *err)
{
	struct trial *t = self;

	(void)err;
	if (!t->model) {
		t->varied[slot] = t->loggops;
		if (k < t->n)
			*letter(&t->varied[slot], k) = value * 1e9;
		*costs = loggops_costs(&t->varied[slot]);
		return OK;
	}
	model_varied_free(t->varied_model[slot]);
	t->varied_model[slot] = NULL;
	t->use[slot] = model_use_default(t->model);
	if (k < t->n) {
		double own = isnan(t->parameters[k].value) ? 1 : t->parameters[k].value;

		t->varied_model[slot] = model_varied(t->model, k, own > 0 ? value / own : 1, own > 0 ? 0 : value);
		assert_non_null(t->varied_model[slot]);
		t->use[slot].model = t->varied_model[slot];
	}
	*costs = model_costs(&t->use[slot], t->eager);
	costs->queued = t->queued;
	return OK;
}

static enum status trial_simulate(void *self, const struct costs *costs, struct simulation *found, struct error *err)
{
	const struct trial *t = self;
	const struct schedule schedule = pattern_schedule(t->pattern);

	return simulate(&schedule, costs, found, err);
}

static struct subject subject_of(struct trial *t)
{
	return (struct subject){
		.n = t->n, .parameters = t->parameters, .costs = trial_costs, .simulate = trial_simulate, .self = t};
}

static void trial_release(struct trial *t)
{
	for (int s = 0; s <= SLOPES_MOST; s++)
		model_varied_free(t->varied_model[s]);
}

/* Each derivative is the difference of two simulations wherever both do things in one order. Returns how many were
 * compared. */
static int compare(struct trial *t, const char *what)
{
	const struct subject subject = subject_of(t);
	struct sensitivities found;
	struct error err = {0};
	int compared = 0;

	if (sensitivities_find(&subject, &found, &err) != OK)
		fail_msg("%s, %s: %s", t->pattern->name, what, err.text);
	if (found.lost > 0)
		fail_msg("%s, %s: %llu moments have no cause", t->pattern->name, what, (unsigned long long)found.lost);
	for (size_t k = 0; k < t->n; k++) {
		double own = isnan(t->parameters[k].value) ? 1 : t->parameters[k].value,
		       more = own > 0 ? own * (1 + 0x1p-14) : 1e-12, difference;
		struct time_point here, there;

		assert_int_equal(time_at(&subject, k, own, &here, &err), OK);
		assert_int_equal(time_at(&subject, k, more, &there, &err), OK);
		if (here.order != there.order)
			continue;
		difference = (there.seconds - here.seconds) / (more - own);
		compared++;
		/* Rounding: 1e-16 of the time, divided by the step. */
		if (fabs(found.at[k].derivative - difference) > 1e-6 * fabs(difference) +
									4e-16 * found.seconds / (more - own) +
									1e-9 * found.seconds / (own > 0 ? own : 1))
			fail_msg("%s, %s: %s: %.12g instead of %.12g", t->pattern->name, what, t->parameters[k].name,
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
	static const char *const names[] = {"L", "o", "g", "G", "O"};
	const struct loggops settings[] = {setting_a, setting_b, {.L = 0, .o = 0, .g = 0, .G = 3, .O = 0, .S = 1000}};
	int compared = 0;

	(void)state;
	for (size_t i = 0; i < SMALL * 3; i++) {
		struct trial t = {.pattern = &small[i / 3], .loggops = settings[i % 3], .n = strlen(letters)};

		for (size_t k = 0; k < t.n; k++)
			t.parameters[k] = (struct varied){names[k], "s", *letter(&t.loggops, k) * 1e-9};
		compared += compare(&t, "LogGOPS");
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

		if (strcmp(spec->unit, "B") == 0 || spec->unit[0] == '\0' || strncmp(spec->name, "escalation", 10) == 0)
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

/* All scalars and curves of times; the numbers of others stay what they are. */
static void list_parameters(struct trial *t, const struct model_class *class)
{
	t->n = class->n_params < 24 ? class->n_params : 24;
	for (size_t p = 0; p < t->n; p++) {
		const struct parameter *parameter = model_param(t->model, 0, class->params[p].name);
		bool scalar = class->params[p].shape == PARAM_SCALAR;

		t->parameters[p] =
			(struct varied){class->params[p].name, class->params[p].unit,
					scalar && parameter && parameter->curve.n ? parameter->curve.y[0] : NAN};
	}
}

static void models_counts_are_differences(void **state)
{
	static const uint64_t eagers[] = {UINT64_MAX - 1, 3500};
	int compared = 0;

	(void)state;
	for (size_t c = 0; model_classes[c]; c++) {
		struct model *model = made_up(model_classes[c]);

		for (size_t i = 0; i < SMALL * 4; i++) {
			struct trial t = {
				.pattern = &small[i / 4], .model = model, .eager = eagers[i % 2], .queued = i % 4 / 2};

			t.use[0] = model_use_default(model);
			if (model_costs(&t.use[0], t.eager).fair)
				continue;
			list_parameters(&t, model_classes[c]);
			compared += compare(&t, model_classes[c]->name);
			trial_release(&t);
		}
		model_free(model);
	}
	print_message("%d derivatives compared\n", compared);
	assert_true(compared > 500);
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
	static const char *const names[] = {"L", "o", "g", "G"};
	int exact = 0;

	(void)state;
	for (size_t i = 0; i < SMALL * 4; i++) {
		struct trial t = {.pattern = &small[i / 4], .loggops = setting_a, .n = 4};
		const struct subject subject = subject_of(&t);
		struct time_curve curve;
		double high;

		for (size_t p = 0; p < t.n; p++)
			t.parameters[p] = (struct varied){names[p], "s", *letter(&t.loggops, p) * 1e-9};
		high = 8 * t.parameters[i % 4].value;
		assert_int_equal(time_curve_find(&subject, i % 4, 0, high, 16, &curve, NULL), OK);
		if (is_exact(&curve)) {
			exact++;
			assert_curve_holds(&subject, i % 4, high, &curve, t.pattern->name);
		}
		time_curve_release(&curve);
		assert_tolerance_is_reached(&subject, i % 4);
	}
	print_message("%d of %d curves exact\n", exact, SMALL * 4);
	assert_true(exact >= SMALL * 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(loggops_counts_are_differences),
					   cmocka_unit_test(models_counts_are_differences),
					   cmocka_unit_test(curves_hold_between_their_corners)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
