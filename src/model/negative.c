#include "model/negative.h"

#include "base/units.h"

#include <math.h>
#include <stdio.h>

void negative_times_add(struct negative_times *times, double seconds)
{
	if (isnan(seconds))
		return;
	times->all++;
	times->negative += seconds < 0;
	times->least = fmin(times->least, seconds);
}

bool negative_parameter(const struct model *model, size_t parameter)
{
	for (size_t l = 0; l < model->n_links; l++) {
		const struct curve *curve = &model->parameters[l * model->class->n_params + parameter].curve;

		for (size_t k = 0; k < curve->n; k++)
			if (curve->y[k] < 0)
				return true;
	}
	return false;
}

/* A message over a link, if it is the least; links of a process alone have none. */
static void least_add(const struct model *model, size_t l, size_t bytes, double *least, size_t *of)
{
	const struct link link = model->links[l];
	double seconds = link.from == link.to && link.from != LINK_ANY ? 0 : model_p2p(model, link, bytes);

	if (seconds < *least) {
		*least = seconds;
		*of = bytes;
	}
}

double negative_message(const struct model *model, const size_t *sizes, size_t n, size_t *bytes)
{
	double least = 0;

	*bytes = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t l = 0; l < model->n_links; l++)
			least_add(model, l, sizes[i], &least, bytes);
	return least;
}

double negative_message_anywhere(const struct model *model, size_t *bytes)
{
	static const size_t sizes[] = {0, 1 << 10, 1 << 20};
	double least = negative_message(model, sizes, sizeof(sizes) / sizeof(sizes[0]), bytes);

	for (size_t l = 0; l < model->n_links; l++)
		for (size_t p = 0; p < model->class->n_params; p++) {
			const struct curve *curve = &model->parameters[l * model->class->n_params + p].curve;

			for (size_t k = 0; model->class->params[p].shape == PARAM_PER_SIZE && k < curve->n; k++)
				least_add(model, l, (size_t)curve->x[k], &least, bytes);
		}
	return least;
}

/* By which part of an empty message L may be below 0; 0: it is not, or there is none. */
static double latency_below(const struct model *model, size_t l, size_t p)
{
	const struct parameter *latency = &model->parameters[l * model->class->n_params + p];
	const struct link link = model->links[l];
	double least, whole;

	if (latency->curve.n == 0 || (link.from == link.to && link.from != LINK_ANY))
		return 0;
	least = latency->low && isfinite(latency->low[0]) ? fmin(latency->low[0], latency->curve.y[0])
							  : latency->curve.y[0];
	whole = model_p2p(model, link, 0);
	return least < 0 && whole > 0 ? -least / whole : 0;
}

bool negative_latency(const struct model *model, char text[NEGATIVE_TEXT])
{
	const double hidden = 0.25;
	size_t p = model_param_index(model->class, "L"), most = 0;
	const struct parameter *latency;
	char number[4][32], interval[80] = "";

	if (p >= model->class->n_params || model->class->params[p].shape != PARAM_SCALAR)
		return false;
	for (size_t l = 1; l < model->n_links; l++)
		if (latency_below(model, l, p) > latency_below(model, most, p))
			most = l;
	if (model->n_links == 0 || latency_below(model, most, p) <= hidden)
		return false;
	latency = &model->parameters[most * model->class->n_params + p];
	if (latency->low)
		snprintf(interval, sizeof(interval), " (%s to %s)",
			 microseconds_format(latency->low[0], number[0], sizeof(number[0])),
			 microseconds_format(latency->high[0], number[1], sizeof(number[1])));
	snprintf(text, NEGATIVE_TEXT,
		 "L is %s us%s, and an empty message takes %s us: times of single messages hide that L may be "
		 "negative, collective operations cannot be trusted by this model; estimate it again, or take another "
		 "one",
		 microseconds_format(latency->curve.y[0], number[2], sizeof(number[2])), interval,
		 microseconds_format(model_p2p(model, model->links[most], 0), number[3], sizeof(number[3])));
	return true;
}

/* ". Negative in the model: C, L", as far as there is room; nothing if none is. */
static const char *negative_parameters(const struct model *model, char *text, size_t room)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t p = 0; p < model->class->n_params && used < room; p++)
		if (negative_parameter(model, p))
			used += (size_t)snprintf(
				text + used, room - used, "%s%s",
				used ? ", " : ". Negative in the model: ", model->class->params[p].name);
	return text;
}

const char *negative_times_text(const struct negative_times *times, const struct model *model, char text[NEGATIVE_TEXT])
{
	char names[400], number[32];

	snprintf(text, NEGATIVE_TEXT,
		 "%zu of the %zu predicted times are negative, down to %s us, which no time can be%s", times->negative,
		 times->all, microseconds_format(times->least, number, sizeof(number)),
		 negative_parameters(model, names, sizeof(names)));
	return text;
}

const char *negative_message_text(double least, size_t bytes, const struct model *model, char text[NEGATIVE_TEXT])
{
	char names[400], number[32], size[32];

	snprintf(text, NEGATIVE_TEXT,
		 "by this model messages take negative times, %s us one of %s, which no time can be: operations are "
		 "predicted by them%s",
		 microseconds_format(least, number, sizeof(number)), size_format(bytes, size, sizeof(size)),
		 negative_parameters(model, names, sizeof(names)));
	return text;
}
