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
