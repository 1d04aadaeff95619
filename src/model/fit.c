/*
 * Intervals by resampling: the model is fitted to draws from the confidence distributions of all points;
 * quantiles over the draws bound the interval of a parameter.
 */
#include "model/fit.h"

#include "model/average.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

/* How many numbers a model's parameters hold. */
static size_t count_numbers(const struct model *model)
{
	size_t n = 0;

	for (size_t i = 0; i < model->n_links * model->class->n_params; i++)
		n += model->parameters[i].curve.n;
	return n;
}

static enum status fit_links(struct model *model, const struct points *points, const struct method *method,
			     const struct link *measured, struct error *err)
{
	enum status status = OK;

	if (model->class->fit_all)
		return model->class->fit_all(model, points, method, err);
	for (size_t l = 0; status == OK && l < model->n_links; l++)
		status = model->class->fit(model, l, points, measured[l], method, err);
	return status == OK ? model_share_overheads(model, err) : status;
}

/* Writes the numbers of a fitted draw into column d of numbers[n][draws]; NAN where the draw could not be fitted. */
static void keep_draw(const struct model *draw, enum status fitted, double *numbers, size_t n, size_t draws, size_t d)
{
	size_t row = 0, numbered = fitted == OK && count_numbers(draw) == n ? draw->n_links * draw->class->n_params : 0;

	for (size_t i = 0; i < numbered; i++)
		for (size_t k = 0; k < draw->parameters[i].curve.n; k++)
			numbers[row++ * draws + d] = draw->parameters[i].curve.y[k];
	for (; row < n; row++)
		numbers[row * draws + d] = NAN;
}

/*
 * quantile_interval reaches from rank 1 + p (n - 1) of n sorted draws to that from above, between which a further draw
 * lies with probability (n - 1)/(n + 1) (1 - 2p): asking for so much more makes it the confidence that is meant. Too
 * few draws for that: all of them.
 */
static double asked(double confidence, size_t draws)
{
	return draws > 1 ? fmin(1, confidence * (double)(draws + 1) / (double)(draws - 1)) : 1;
}

/* Gives each parameter the interval of its drawn numbers. */
static enum status set_intervals(struct model *model, double *numbers, size_t draws, double confidence,
				 struct error *err)
{
	size_t row = 0;

	for (size_t i = 0; i < model->n_links * model->class->n_params; i++) {
		struct parameter *parameter = &model->parameters[i];
		size_t n = parameter->curve.n;
		double *bounds[2] = {n ? malloc(n * sizeof(double)) : NULL, n ? malloc(n * sizeof(double)) : NULL};

		if (n && (!bounds[0] || !bounds[1])) {
			free(bounds[0]);
			free(bounds[1]);
			return error_memory(err, "the intervals of a model");
		}
		free(parameter->low);
		free(parameter->high);
		parameter->low = bounds[0];
		parameter->high = bounds[1];
		for (size_t k = 0; k < n; k++) {
			struct estimate e = quantile_interval(parameter->curve.y[k], numbers + row++ * draws, draws,
							      asked(confidence, draws));

			parameter->low[k] = e.low;
			parameter->high[k] = e.high;
		}
	}
	return OK;
}

/* A model without parameters, but for those that were decided before the fit. NULL without memory. */
static struct model *undrawn(const struct model *model)
{
	const struct model_class *class = model->class;
	struct model *scratch = model_new(class, model->processes, model->links, model->n_links);
	enum status status = scratch ? OK : ERR_MEMORY;

	for (size_t i = 0; status == OK && i < model->n_links * class->n_params; i++) {
		const struct param_spec *spec = &class->params[i % class->n_params];
		const struct curve *curve = &model->parameters[i].curve;

		if (!spec->decided || curve->n == 0)
			continue;
		status = spec->shape == PARAM_SCALAR
				 ? model_set(scratch, i / class->n_params, spec->name, curve->y[0], NULL)
				 : model_set_curve(scratch, i / class->n_params, spec->name, curve->x, curve->y,
						   curve->n, NULL);
	}
	if (status == OK)
		return scratch;
	model_free(scratch);
	return NULL;
}

/* Fits draws of all points in a scratch model; numbers[n][draws] receives what came out. */
static enum status fit_draws(const struct model *model, struct reduction *reduction, const struct method *method,
			     const struct link *measured, const struct fit_options *options, double *numbers,
			     struct error *err)
{
	struct random random;
	struct model *scratch = undrawn(model);
	enum status fitted = OK;

	if (!scratch)
		return error_memory(err, "a model");
	random_init(&random, options->seed);
	for (size_t d = 0; d < options->draws && fitted != ERR_MEMORY; d++) {
		fitted = fit_links(scratch, reduction_draw(reduction, &random), method, measured, NULL);

		keep_draw(scratch, fitted, numbers, count_numbers(model), options->draws, d);
	}
	model_free(scratch);
	return fitted == ERR_MEMORY ? error_memory(err, "the draws of a fit") : OK;
}

static enum status fit_intervals(struct model *model, struct reduction *reduction, const struct method *method,
				 const struct link *measured, const struct fit_options *options, struct error *err)
{
	double *numbers = malloc((count_numbers(model) * options->draws + 1) * sizeof(*numbers));
	enum status status = numbers ? OK : error_memory(err, "the draws of a fit");

	if (status == OK)
		status = fit_draws(model, reduction, method, measured, options, numbers, err);
	if (status == OK)
		status = set_intervals(model, numbers, options->draws, options->confidence, err);
	free(numbers);
	return status;
}

enum status model_fit_pooled(struct model *model, const struct campaign *const *launches, size_t n,
			     const struct method *method, const struct link *measured,
			     const struct fit_options *options, struct error *err)
{
	struct reduction *reduction = reduction_pool(launches, n, options->statistic, err);
	enum status status;

	if (!reduction)
		return ERR_MEMORY;
	status = fit_links(model, reduction_values(reduction), method, measured, err);
	if (status == OK && options->draws > 0 && reduction_tells_noise(reduction))
		status = fit_intervals(model, reduction, method, measured, options, err);
	reduction_free(reduction);
	return status;
}

enum status model_fit(struct model *model, const struct campaign *campaign, const struct method *method,
		      const struct link *measured, const struct fit_options *options, struct error *err)
{
	return model_fit_pooled(model, &campaign, 1, method, measured, options, err);
}
