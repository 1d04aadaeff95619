/* What few values that were measured anew make of a model. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/refresh.h"

enum { SIZES = 4 };
static const double sizes[SIZES] = {0, 1024, 65536, 1048576};

static struct model *model_of(const char *name, size_t processes, const struct link *links, size_t n)
{
	struct model *model = model_new(model_class_find(name, NULL), processes, links, n);

	assert_non_null(model);
	return model;
}

/* A plogp model whose times are the links' number times those of the first. */
static struct model *plogp_of(const struct link *links, size_t n, double scale)
{
	static const char *const names[] = {"o_s", "o_r", "g"};
	struct model *model = model_of("plogp", 3, links, n);

	for (size_t l = 0; l < n; l++) {
		double times = scale * (double)(l + 1);

		assert_int_equal(model_set(model, l, "L", 1e-5 * times, NULL), OK);
		for (size_t i = 0; i < 3; i++) {
			double values[SIZES];

			for (size_t k = 0; k < SIZES; k++)
				values[k] = times * (double)(i + 1) * (1e-6 + 1e-9 * sizes[k]);
			assert_int_equal(model_set_curve(model, l, names[i], sizes, values, SIZES, NULL), OK);
		}
	}
	return model;
}

/* The first link's parameters at two sizes, in the name of any pair, so many times as long at either. */
static struct model *fresh_of(const struct model *model, double at_first, double at_last)
{
	static const char *const names[] = {"o_s", "o_r", "g"};
	const struct link any = {LINK_ANY, LINK_ANY};
	const double few[2] = {0, 65536};
	struct model *fresh = model_of("plogp", model->processes, &any, 1);

	assert_int_equal(model_set(fresh, 0, "L", at_first * model_value(model, 0, "L", 0), NULL), OK);
	for (size_t i = 0; i < 3; i++) {
		const double values[2] = {at_first * model_value(model, 0, names[i], 0),
					  at_last * model_value(model, 0, names[i], 65536)};

		assert_int_equal(model_set_curve(fresh, 0, names[i], few, values, 2, NULL), OK);
	}
	return fresh;
}

static const struct factor same[1] = {{.bytes = 0, .value = 1, .low = 1, .high = 1}};

static const struct refresh_drift *drift_of(const struct drifts *drifts, const struct model *model, const char *name,
					    int from, size_t bytes)
{
	for (size_t i = 0; i < drifts->n; i++)
		if (strcmp(model->class->params[drifts->list[i].param].name, name) == 0 &&
		    drifts->list[i].link.from == from && drifts->list[i].bytes == bytes)
			return &drifts->list[i];
	fail_msg("no drift of %s at %zu", name, bytes);
	return NULL;
}

static void values_between_the_measured_sizes_are_scaled_by_what_lies_between_their_factors(void **state)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	struct model *model = plogp_of(&any, 1, 1), *fresh = fresh_of(model, 1.5, 3);
	const struct refresh_input input = {
		.fresh = fresh, .pair = {0, 1}, .factors = same, .n = 1, .per_byte = same[0]};
	struct drifts drifts = {.n = 0};
	struct model *made = model_refresh(model, &input, &drifts, NULL);
	double part = log1p(1024) / log1p(65536);
	const struct refresh_drift *between, *at, *beyond;

	(void)state;
	assert_non_null(made);
	at = drift_of(&drifts, model, "g", LINK_ANY, 65536);
	between = drift_of(&drifts, model, "g", LINK_ANY, 1024);
	beyond = drift_of(&drifts, model, "g", LINK_ANY, 1048576);
	assert_true(at->measured && !between->measured && !beyond->measured);
	assert_true(fabs(at->after / at->before - 3) < 1e-12);
	assert_true(fabs(between->after / between->before - (1.5 + part * 1.5)) < 1e-12);
	assert_true(fabs(between->low / between->before - 1.5) < 1e-12); /* both neighbours' factors */
	assert_true(fabs(between->high / between->before - 3) < 1e-12);
	assert_true(fabs(beyond->after / beyond->before - 3) < 1e-12);
	assert_true(fabs(model_value(made, 0, "g", 1024) - between->after) < 1e-18);
	assert_true(fabs(model_value(made, 0, "L", 0) - 1.5e-5) < 1e-18);
	assert_int_equal(drifts.n, 3 * SIZES + 1);
	free(drifts.list);
	model_free(made);
	model_free(fresh);
	model_free(model);
}

static void other_pairs_are_scaled_too_but_may_not_have_moved(void **state)
{
	const struct link links[2] = {{0, 1}, {1, 2}};
	struct model *model = plogp_of(links, 2, 1), *fresh = fresh_of(model, 2, 2);
	const struct refresh_input input = {
		.fresh = fresh, .pair = {0, 1}, .factors = same, .n = 1, .per_byte = same[0]};
	struct drifts drifts = {.n = 0};
	struct model *made = model_refresh(model, &input, &drifts, NULL);
	const struct refresh_drift *seen, *other;

	(void)state;
	assert_non_null(made);
	seen = drift_of(&drifts, model, "o_s", 0, 65536);
	other = drift_of(&drifts, model, "o_s", 1, 65536);
	assert_true(seen->measured && !other->measured);
	assert_true(fabs(other->after / other->before - 2) < 1e-12);
	assert_true(other->low == other->before && other->high == other->after);
	assert_true(fabs(model_value(made, 1, "L", 0) - 4e-5) < 1e-18);
	free(drifts.list);
	model_free(made);
	model_free(fresh);
	model_free(model);
}

static void parameters_that_were_not_measured_follow_the_round_trips(void **state)
{
	const struct factor factors[2] = {{.bytes = 0, .value = 2, .low = 1.8, .high = 2.2},
					  {.bytes = 65536, .value = 4, .low = 3.9, .high = 4.1}};
	const struct refresh_input input = {.pair = {0, 1},
					    .factors = factors,
					    .n = 2,
					    .per_byte = {.bytes = 65536, .value = 5, .low = 4.5, .high = 5.5}};
	struct link *links = NULL;
	size_t n = 0;
	const struct model_class *class = model_class_find("lmo", NULL);
	struct model *model, *made;
	struct drifts drifts = {.n = 0};

	(void)state;
	assert_int_equal(class->links(3, &links, &n, NULL), OK);
	model = model_of("lmo", 3, links, n);
	for (size_t l = 0; l < n; l++) {
		bool process = links[l].from == links[l].to && links[l].from != LINK_ANY;

		if (links[l].from == LINK_ANY) {
			assert_int_equal(model_set(model, l, "S", 65536, NULL), OK);
			continue;
		}
		assert_int_equal(model_set(model, l, process ? "C" : "L", 1e-5, NULL), OK);
		assert_int_equal(model_set(model, l, process ? "t" : "inverse_beta", process ? 1e-9 : -1e-9, NULL), OK);
	}
	made = model_refresh(model, &input, &drifts, NULL);
	assert_non_null(made);
	for (size_t l = 0; l < n; l++) {
		bool process = links[l].from == links[l].to && links[l].from != LINK_ANY;

		if (links[l].from == LINK_ANY) { /* a size is no time */
			assert_true(model_value(made, l, "S", 0) == 65536);
			continue;
		}
		assert_true(fabs(model_value(made, l, process ? "C" : "L", 0) - 2e-5) < 1e-18);
		assert_true(fabs(model_value(made, l, process ? "t" : "inverse_beta", 0) - (process ? 5e-9 : -5e-9)) <
			    1e-20);
	}
	for (size_t i = 0; i < drifts.n; i++) {
		const struct refresh_drift *d = &drifts.list[i];

		assert_true(!d->measured && d->low <= d->after && d->after <= d->high);
		/* Process 2 and its links were not seen to move. */
		if (d->link.from == 2 || d->link.to == 2)
			assert_true(d->low <= d->before && d->before <= d->high);
		else
			assert_true(d->low > d->before || d->high < d->before);
	}
	free(drifts.list);
	free(links);
	model_free(made);
	model_free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_between_the_measured_sizes_are_scaled_by_what_lies_between_their_factors),
		cmocka_unit_test(other_pairs_are_scaled_too_but_may_not_have_moved),
		cmocka_unit_test(parameters_that_were_not_measured_follow_the_round_trips),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
