#include "predict/segment_leaps.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum status add(struct leaps *found, uint64_t below, double bytes, double change, struct error *err)
{
	struct leap *grown;

	if (!(bytes >= 1 && bytes < (double)below))
		return OK;
	grown = memory_grow(found->list, &found->capacity, found->n + 1, sizeof(*grown));
	if (!grown)
		return error_memory(err, "sizes at which costs leap");
	found->list = grown;
	found->list[found->n++] = (struct leap){(uint64_t)bytes, change};
	return OK;
}

/* A message of this size is treated otherwise than one that is a byte longer. */
static enum status add_limit(struct leaps *found, uint64_t below, double bytes, struct error *err)
{
	TRY(add(found, below, floor(bytes), INFINITY, err));
	return add(found, below, floor(bytes) + 1, INFINITY, err);
}

/* By which part a curve changes from one point to the next, of two that are far from each other within a sixteenth of
 * the size. */
static double change_after(const struct curve *curve, size_t i)
{
	double dy = fabs(curve->y[i + 1] - curve->y[i]), dx = curve->x[i + 1] - curve->x[i],
	       least = fmin(fabs(curve->y[i]), fabs(curve->y[i + 1]));

	return least > 0 ? dy / least * fmin(1, curve->x[i + 1] / 16 / dx) : dy > 0 ? INFINITY : 0;
}

static enum status add_points(struct leaps *found, uint64_t below, const struct curve *curve, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < curve->n; i++) {
		double before = i > 0 ? change_after(curve, i - 1) : 0,
		       after = i + 1 < curve->n ? change_after(curve, i) : 0;

		status = add(found, below, curve->x[i], fmax(before, after), err);
	}
	return status;
}

static enum status add_model(struct leaps *found, uint64_t below, const struct model *model, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < model->n_links * model->class->n_params; i++) {
		const struct param_spec *spec = &model->class->params[i % model->class->n_params];
		const struct curve *curve = &model->parameters[i].curve;

		if (spec->shape == PARAM_PER_SIZE)
			status = add_points(found, below, curve, err);
		else if (strcmp(spec->unit, "B") == 0 && curve->n > 0)
			status = add_limit(found, below, curve->y[0], err);
	}
	return status;
}

static int by_bytes(const void *a, const void *b)
{
	const struct leap *x = a, *y = b;

	return (x->bytes < y->bytes) - (x->bytes > y->bytes);
}

static int by_change(const void *a, const void *b)
{
	const struct leap *x = a, *y = b;

	return x->change != y->change ? (x->change < y->change) - (x->change > y->change) : by_bytes(a, b);
}

/* Each size once, those at which most changes, the largest first. */
static void choose(struct leaps *found)
{
	size_t kept = 0;

	if (found->n == 0)
		return;
	qsort(found->list, found->n, sizeof(*found->list), by_bytes);
	for (size_t i = 0; i < found->n; i++)
		if (kept > 0 && found->list[kept - 1].bytes == found->list[i].bytes)
			found->list[kept - 1].change = fmax(found->list[kept - 1].change, found->list[i].change);
		else
			found->list[kept++] = found->list[i];
	found->n = kept;
	if (kept <= LEAPS_MOST)
		return;
	qsort(found->list, kept, sizeof(*found->list), by_change);
	found->n = LEAPS_MOST;
	qsort(found->list, found->n, sizeof(*found->list), by_bytes);
}

enum status leaps_find(const struct predict_options *options, uint64_t below, struct leaps *leaps, struct error *err)
{
	const struct model_use *use = &options->use;
	enum status status = add_limit(leaps, below, (double)options->eager_most, err);

	if (status == OK)
		status = add_model(leaps, below, use->model, err);
	if (status == OK && use->node)
		status = add_limit(leaps, below, (double)use->within_eager, err);
	if (status == OK && use->node)
		status = add_model(leaps, below, use->within->model, err);
	if (status == OK)
		choose(leaps);
	return status;
}
