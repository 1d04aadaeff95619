/*
 * Mean over n links: p(m) = sum of p_l(m) / n, half width of its interval sqrt(sum of h_l(m)^2 / (n k)),
 * h_l the half widths, k the number of independent values.
 * Overheads are means over the links of a process (O'Flynn, thesis, 2009, 5.2).
 */
#include "model/average.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Some parameters of one kind, one of each of several links, to be averaged. */
struct bunch {
	const struct parameter **list;
	size_t n;
};

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The sizes of all of them, ascending, each once: allocated, *n of them. NULL if memory does not suffice. */
static double *sizes_of(const struct bunch *bunch, size_t *n)
{
	size_t total = 0, kept = 0;
	double *sizes;

	for (size_t i = 0; i < bunch->n; i++)
		total += bunch->list[i]->curve.n;
	sizes = malloc((total + 1) * sizeof(*sizes));
	*n = 0;
	for (size_t i = 0; sizes && i < bunch->n; i++) {
		memcpy(sizes + *n, bunch->list[i]->curve.x, bunch->list[i]->curve.n * sizeof(*sizes));
		*n += bunch->list[i]->curve.n;
	}
	if (!sizes)
		return NULL;
	qsort(sizes, *n, sizeof(*sizes), ascending);
	for (size_t i = 0; i < *n; i++)
		if (kept == 0 || sizes[i] != sizes[kept - 1])
			sizes[kept++] = sizes[i];
	*n = kept;
	return sizes;
}

/* Half the width of a parameter's interval at a size, between whose knots it is a line like the parameter's. */
static double half_width(const struct parameter *parameter, double size)
{
	struct curve low = parameter->curve, high = parameter->curve;

	low.y = parameter->low;
	high.y = parameter->high;
	return fabs(curve_at(&high, size) - curve_at(&low, size)) / 2;
}

static bool has_intervals(const struct bunch *bunch)
{
	for (size_t i = 0; i < bunch->n; i++)
		if (!bunch->list[i]->low || !bunch->list[i]->high)
			return false;
	return true;
}

/* The means at these sizes. */
static void fill_means(const struct bunch *bunch, const double *sizes, double *means, size_t n)
{
	for (size_t k = 0; k < n; k++) {
		means[k] = 0;
		for (size_t i = 0; i < bunch->n; i++)
			means[k] += curve_at(&bunch->list[i]->curve, sizes[k]) / (double)bunch->n;
	}
}

/* Sets the intervals of a mean. independent: how many of the values are: an overhead that several links share is one.
 */
static enum status set_intervals(struct parameter *mean, const struct bunch *bunch, size_t independent,
				 struct error *err)
{
	size_t n = mean->curve.n;
	double factor = sqrt((double)bunch->n / (double)independent) / (double)bunch->n;

	mean->low = malloc(n * sizeof(*mean->low));
	mean->high = malloc(n * sizeof(*mean->high));
	if (!mean->low || !mean->high)
		return error_memory(err, "the intervals of a model");
	for (size_t k = 0; k < n; k++) {
		double squares = 0;

		for (size_t i = 0; i < bunch->n; i++)
			squares += pow(half_width(bunch->list[i], mean->curve.x[k]), 2);
		mean->low[k] = mean->curve.y[k] - factor * sqrt(squares);
		mean->high[k] = mean->curve.y[k] + factor * sqrt(squares);
	}
	return OK;
}

/* The mean curve of a bunch that is not empty. */
static enum status mean_curve(const struct bunch *bunch, struct curve *curve, struct error *err)
{
	size_t n = 0;
	double *sizes = sizes_of(bunch, &n), *means = malloc((n + 1) * sizeof(*means));
	enum status status = sizes && means ? OK : error_memory(err, "the mean of parameters");

	if (status == OK)
		fill_means(bunch, sizes, means, n);
	if (status == OK)
		status = curve_init(curve, sizes, means, n, err);
	free(sizes);
	free(means);
	return status;
}

static int owner_of(const struct param_spec *spec, struct link link)
{
	return spec->of_receiver ? link.to : link.from;
}

static void release(struct parameter *parameter)
{
	curve_release(&parameter->curve);
	free(parameter->low);
	free(parameter->high);
	*parameter = (struct parameter){.low = NULL};
}

/* Gives all links of the process that owns parameter p in them their mean. */
static enum status share(struct model *model, size_t p, int owner, struct bunch *bunch, struct error *err)
{
	const struct param_spec *spec = &model->class->params[p];
	struct curve mean = {.n = 0};
	enum status status = OK;

	bunch->n = 0;
	for (size_t l = 0; l < model->n_links; l++)
		if (owner_of(spec, model->links[l]) == owner &&
		    model->parameters[l * model->class->n_params + p].curve.n > 0)
			bunch->list[bunch->n++] = &model->parameters[l * model->class->n_params + p];
	if (bunch->n < 2)
		return OK;
	status = mean_curve(bunch, &mean, err);
	for (size_t i = 0; status == OK && i < bunch->n; i++) {
		struct parameter *parameter = (struct parameter *)bunch->list[i];
		struct curve copy = {.n = 0};

		status = curve_copy(&copy, &mean, err);
		if (status == OK) {
			release(parameter);
			parameter->curve = copy;
		}
	}
	curve_release(&mean);
	return status;
}

enum status model_share_overheads(struct model *model, struct error *err)
{
	struct bunch bunch = {.list = malloc((model->n_links + 1) * sizeof(*bunch.list))};
	enum status status = bunch.list ? OK : error_memory(err, "the overheads of processes");

	for (size_t p = 0; p < model->class->n_params; p++)
		for (size_t process = 0; status == OK && model->class->params[p].of_process && model->n_links > 1 &&
					 process < model->processes;
		     process++)
			status = share(model, p, (int)process, &bunch, err);
	free(bunch.list);
	return status;
}

/* True if no link before this one has the same owner of the parameter. */
static bool is_first(const struct model *model, const struct param_spec *spec, size_t l)
{
	for (size_t k = 0; k < l; k++)
		if (owner_of(spec, model->links[k]) == owner_of(spec, model->links[l]))
			return false;
	return true;
}

/* Averages parameter p over the links of a group. */
static enum status average_one(const struct model *model, size_t p, const size_t *groups, size_t group,
			       struct bunch *bunch, struct parameter *mean, struct error *err)
{
	const struct param_spec *spec = &model->class->params[p];
	size_t owners = 0;

	bunch->n = 0;
	for (size_t l = 0; l < model->n_links; l++) {
		const struct parameter *parameter = &model->parameters[l * model->class->n_params + p];

		if (groups[l] != group || parameter->curve.n == 0)
			continue;
		bunch->list[bunch->n++] = parameter;
		owners += !spec->of_process || is_first(model, spec, l);
	}
	if (bunch->n == 0)
		return OK;
	TRY(mean_curve(bunch, &mean->curve, err));
	if (has_intervals(bunch))
		TRY(set_intervals(mean, bunch, owners > 0 ? owners : 1, err));
	return OK;
}

static enum status copy_circumstances(const struct model *model, struct model *average, struct error *err)
{
	enum status status = model_set_hosts(average, (const char *const *)model->hosts, err);

	for (size_t i = 0; status == OK && i < model->facts.n; i++) {
		const struct fact *fact = &model->facts.list[i];

		status = fact->text ? model_fact_text(average, fact->name, fact->text, err)
				    : model_fact_number(average, fact->name, fact->number, err);
	}
	return status == OK ? model_fact_number(average, "average of links", (double)model->n_links, err) : status;
}

struct model *model_average_groups(const struct model *model, const size_t *groups, const struct link *links,
				   size_t n_links, struct error *err)
{
	size_t n_params = model->class->n_params;
	struct bunch bunch = {.list = malloc((model->n_links + 1) * sizeof(*bunch.list))};
	struct model *average = bunch.list ? model_new(model->class, model->processes, links, n_links) : NULL;
	enum status status = average ? OK : error_memory(err, "the average of a model");

	for (size_t i = 0; status == OK && i < n_links * n_params; i++)
		status = average_one(model, i % n_params, groups, i / n_params, &bunch, &average->parameters[i], err);
	if (status == OK)
		status = copy_circumstances(model, average, err);
	free(bunch.list);
	if (status == OK)
		return average;
	model_free(average);
	return NULL;
}

struct model *model_average(const struct model *model, struct error *err)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	size_t *groups;
	struct model *average;

	if (model->n_links == 1 && model->links[0].from == LINK_ANY) {
		error_set(err, ERR_INPUT, "the %s model is homogeneous already: its parameters hold for every pair",
			  model->class->name);
		return NULL;
	}
	groups = calloc(model->n_links + 1, sizeof(*groups));
	if (!groups) {
		error_memory(err, "the average of a model");
		return NULL;
	}
	average = model_average_groups(model, groups, &any, 1, err);
	free(groups);
	return average;
}

/* How far apart the links are in parameter p where they are furthest: least high bound, greatest low bound, relative to
 * the least; 0 if intervals meet. */
static double apart(const struct model *model, size_t p, size_t *low, size_t *high)
{
	double least = INFINITY, most = -INFINITY;

	for (size_t l = 0; l < model->n_links; l++) {
		const struct parameter *parameter = &model->parameters[l * model->class->n_params + p];
		size_t last = parameter->curve.n - 1;

		if (parameter->curve.n == 0 || !parameter->low || !parameter->high)
			return 0;
		if (parameter->high[last] < least)
			least = parameter->high[last], *low = l;
		if (parameter->low[last] > most)
			most = parameter->low[last], *high = l;
	}
	return most > least && least > 0 ? (most - least) / least : 0;
}

size_t model_differs(const struct model *model, size_t *low, size_t *high)
{
	size_t found = model->class->n_params;
	double most = 1e-6; /* rounding */

	for (size_t p = 0; model->n_links > 1 && p < model->class->n_params; p++) {
		size_t a = 0, b = 0;
		double distance = apart(model, p, &a, &b);

		if (distance > most) {
			most = distance;
			found = p;
			*low = a;
			*high = b;
		}
	}
	return found;
}
