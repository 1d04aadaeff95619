/*
 * v'(m) = v(m) f(m), where f is the factor by which the same parameter, or the round trip, changed at the sizes that
 * were measured; between two of them f lies on a line over log(1 + m), beyond them it is the nearest one. The interval
 * of v' is that of v times that of f, which holds both neighbours'.
 */
#include "model/refresh.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The factors that hold for a parameter. */
struct factors {
	struct factor *list;
	size_t n;
};

static bool is_time(const struct param_spec *spec)
{
	return spec->unit[0] == 's' && spec->scope != SCOPE_PLATFORM;
}

static bool is_per_byte(const struct param_spec *spec)
{
	return spec->unit[0] == 's' && spec->unit[1] != '\0';
}

/* Where the fresh model and the old one both have a positive value: their quotient. */
static void add_quotients(const struct parameter *now, const struct model *model, size_t l, size_t p,
			  struct factors *factors)
{
	for (size_t k = 0; k < now->curve.n; k++) {
		double bytes = now->curve.x[k], before = model_at(model, l, p, (size_t)bytes);

		if (!(before > 0) || !(now->curve.y[k] > 0))
			continue;
		factors->list[factors->n++] =
			(struct factor){.bytes = bytes,
					.value = now->curve.y[k] / before,
					.low = fmax(now->low ? now->low[k] : now->curve.y[k], 0) / before,
					.high = (now->high ? now->high[k] : now->curve.y[k]) / before};
	}
}

/* The factors of parameter p: its own where it was measured anew, else those of the round trips. */
static enum status find_factors(const struct model *model, const struct refresh_input *input, size_t p,
				struct factors *factors, struct error *err)
{
	const struct parameter *now = input->fresh ? &input->fresh->parameters[p] : NULL;
	size_t most = (now ? now->curve.n : 0) + input->n;

	*factors = (struct factors){.list = malloc((most + 1) * sizeof(*factors->list))};
	if (!factors->list)
		return error_memory(err, "the factors of a parameter");
	if (now && now->curve.n > 0)
		add_quotients(now, model, model_link(model, input->pair), p, factors);
	if (factors->n > 0)
		return OK;
	if (is_per_byte(&model->class->params[p])) {
		factors->list[factors->n++] = input->per_byte;
		return OK;
	}
	memcpy(factors->list, input->factors, input->n * sizeof(*factors->list));
	factors->n = input->n;
	return OK;
}

/* The factor at a size. */
static struct factor factor_at(const struct factors *factors, double bytes)
{
	const struct factor *list = factors->list, *left, *right;
	size_t i = 0;
	double part;

	while (i + 1 < factors->n && list[i + 1].bytes <= bytes)
		i++;
	left = &list[i];
	right = i + 1 < factors->n ? &list[i + 1] : left;
	if (bytes <= left->bytes || left == right)
		return *left;
	part = (log1p(bytes) - log1p(left->bytes)) / (log1p(right->bytes) - log1p(left->bytes));
	return (struct factor){.bytes = bytes,
			       .value = left->value + part * (right->value - left->value),
			       .low = fmin(left->low, right->low),
			       .high = fmax(left->high, right->high)};
}

/* A parameter under construction. */
struct row {
	double *bytes, *value, *low, *high;
	size_t n;
};

static enum status row_init(struct row *row, size_t most, struct error *err)
{
	double *numbers = malloc((4 * most + 1) * sizeof(*numbers));

	if (!numbers)
		return error_memory(err, "a parameter");
	*row = (struct row){numbers, numbers + most, numbers + 2 * most, numbers + 3 * most, 0};
	return OK;
}

static void row_add(struct row *row, double bytes, double value, double low, double high)
{
	row->bytes[row->n] = bytes;
	row->value[row->n] = value;
	row->low[row->n] = fmin(low, value);
	row->high[row->n] = fmax(high, value);
	row->n++;
}

/* A value times a factor; the bounds are the outermost products, with the old value itself if it was not seen to move.
 */
static void add_scaled(struct row *row, const struct parameter *before, size_t k, const struct factors *factors,
		       bool seen)
{
	double bytes = before->curve.x[k], value = before->curve.y[k];
	double from = before->low ? before->low[k] : value, to = before->high ? before->high[k] : value;
	const struct factor f = factor_at(factors, bytes);
	double low = fmin(fmin(from * f.low, from * f.high), fmin(to * f.low, to * f.high));
	double high = fmax(fmax(from * f.low, from * f.high), fmax(to * f.low, to * f.high));

	row_add(row, bytes, value * f.value, seen ? low : fmin(low, from), seen ? high : fmax(high, to));
}

/* Whether link l of the model is of the processes that were measured. */
static bool is_seen(const struct model *model, const struct param_spec *spec, size_t l, struct link pair)
{
	const struct link *link = &model->links[l];

	if (link->from == LINK_ANY)
		return true;
	if (spec->scope == SCOPE_PROCESS)
		return link->from == pair.from || link->from == pair.to;
	return model_link(model, pair) == l;
}

static enum status note_drift(struct drifts *drifts, const struct model *model, size_t l, size_t p,
			      const struct row *row, size_t i, bool measured, struct error *err)
{
	struct refresh_drift *grown = memory_grow(drifts->list, &drifts->capacity, drifts->n + 1, sizeof(*grown));

	if (!grown)
		return error_memory(err, "by how much parameters moved");
	drifts->list = grown;
	drifts->list[drifts->n++] = (struct refresh_drift){.param = p,
							   .link = model->links[l],
							   .bytes = (size_t)row->bytes[i],
							   .before = model_at(model, l, p, (size_t)row->bytes[i]),
							   .after = row->value[i],
							   .low = row->low[i],
							   .high = row->high[i],
							   .measured = measured};
	return OK;
}

/* The knots of both in order: a fresh one takes the place of an old one. */
static enum status merge(const struct model *model, size_t l, size_t p, const struct parameter *now,
			 const struct factors *factors, bool seen, struct row *row, struct drifts *drifts,
			 struct error *err)
{
	const struct parameter *before = &model->parameters[l * model->class->n_params + p];
	size_t fresh = now ? now->curve.n : 0, i = 0, k = 0;
	enum status status = OK;

	while (status == OK && (i < before->curve.n || k < fresh)) {
		double old = i < before->curve.n ? before->curve.x[i] : INFINITY,
		       at = k < fresh ? now->curve.x[k] : INFINITY;
		bool measured = at <= old;

		if (measured)
			row_add(row, at, now->curve.y[k], now->low ? now->low[k] : now->curve.y[k],
				now->high ? now->high[k] : now->curve.y[k]);
		else
			add_scaled(row, before, i, factors, seen);
		i += old <= at;
		k += measured;
		status = note_drift(drifts, model, l, p, row, row->n - 1, measured, err);
	}
	return status;
}

static enum status set_values(struct model *target, size_t l, size_t p, const struct row *row, struct error *err)
{
	const struct param_spec *spec = &target->class->params[p];

	return spec->shape == PARAM_SCALAR
		       ? model_set(target, l, spec->name, row->value[0], err)
		       : model_set_curve(target, l, spec->name, row->bytes, row->value, row->n, err);
}

static enum status set_row(struct model *target, size_t l, size_t p, const struct row *row, struct error *err)
{
	struct parameter *parameter = &target->parameters[l * target->class->n_params + p];
	enum status status = set_values(target, l, p, row, err);

	if (status != OK)
		return status;
	parameter->low = malloc(row->n * sizeof(*parameter->low));
	parameter->high = malloc(row->n * sizeof(*parameter->high));
	if (!parameter->low || !parameter->high)
		return error_memory(err, "the intervals of a model");
	memcpy(parameter->low, row->low, row->n * sizeof(*row->low));
	memcpy(parameter->high, row->high, row->n * sizeof(*row->high));
	return OK;
}

/* Parameter p of link l, which the model has and which is a time. */
static enum status refresh_one(const struct model *model, const struct refresh_input *input, size_t l, size_t p,
			       struct model *target, struct drifts *drifts, struct error *err)
{
	const struct parameter *before = &model->parameters[l * model->class->n_params + p];
	const struct param_spec *spec = &model->class->params[p];
	bool seen = is_seen(model, spec, l, input->pair);
	const struct parameter *now =
		seen && input->fresh && input->fresh->parameters[p].curve.n > 0 ? &input->fresh->parameters[p] : NULL;
	struct factors factors;
	struct row row = {.n = 0};
	enum status status = find_factors(model, input, p, &factors, err);

	if (status == OK)
		status = row_init(&row, before->curve.n + (now ? now->curve.n : 0), err);
	if (status == OK)
		status = merge(model, l, p, now, &factors, seen, &row, drifts, err);
	if (status == OK)
		status = set_row(target, l, p, &row, err);
	free(row.bytes);
	free(factors.list);
	return status;
}

static enum status copy_one(const struct parameter *before, size_t l, size_t p, struct model *target, struct error *err)
{
	const struct row row = {before->curve.x, before->curve.y, before->low, before->high, before->curve.n};

	if (row.n == 0)
		return OK;
	return row.low && row.high ? set_row(target, l, p, &row, err) : set_values(target, l, p, &row, err);
}

static enum status copy_circumstances(const struct model *model, struct model *target, struct error *err)
{
	enum status status = model_set_hosts(target, (const char *const *)model->hosts, err);

	if (status == OK)
		status = model_set_classes(target, model->classes, err);
	for (size_t i = 0; i < model->facts.n && status == OK; i++) {
		const struct fact *fact = &model->facts.list[i];

		status = fact->text ? model_fact_text(target, fact->name, fact->text, err)
				    : model_fact_number(target, fact->name, fact->number, err);
	}
	return status;
}

struct model *model_refresh(const struct model *model, const struct refresh_input *input, struct drifts *drifts,
			    struct error *err)
{
	struct model *target = model_new(model->class, model->processes, model->links, model->n_links);
	size_t n_params = model->class->n_params;
	enum status status = target ? copy_circumstances(model, target, err) : error_memory(err, "a model");

	for (size_t i = 0; status == OK && i < model->n_links * n_params; i++) {
		const struct param_spec *spec = &model->class->params[i % n_params];

		if (model->parameters[i].curve.n > 0 && is_time(spec))
			status = refresh_one(model, input, i / n_params, i % n_params, target, drifts, err);
		else
			status = copy_one(&model->parameters[i], i / n_params, i % n_params, target, err);
	}
	if (status == OK)
		status = model_check(target, err);
	if (status == OK)
		return target;
	model_free(target);
	return NULL;
}
