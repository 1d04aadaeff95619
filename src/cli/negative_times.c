#include "cli/negative_times.h"

#include <math.h>
#include <string.h>

static bool is_negative(const struct model *model, size_t p)
{
	for (size_t l = 0; l < model->n_links; l++) {
		const struct curve *curve = &model->parameters[l * model->class->n_params + p].curve;

		for (size_t k = 0; k < curve->n; k++)
			if (curve->y[k] < 0)
				return true;
	}
	return false;
}

/* ". Negative in the model: C, L", as far as there is room; nothing if none is. */
static const char *negative_parameters(const struct model *model, char *text, size_t room)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t p = 0; p < model->class->n_params && used < room; p++)
		if (is_negative(model, p))
			used += (size_t)snprintf(
				text + used, room - used, "%s%s",
				used ? ", " : ". Negative in the model: ", model->class->params[p].name);
	return text;
}

void negative_times_tell(const struct context *context, const struct table *table, const struct model *model)
{
	char names[400], number[32];
	double least = 0;
	size_t n = 0, all = 0;

	for (size_t i = 0; table && i < table->n_rows * table->n_columns; i++) {
		double value = table->cells[i].number;

		if (table->columns[i % table->n_columns].type != CELL_SECONDS || isnan(value))
			continue;
		all++;
		n += value < 0;
		least = fmin(least, value);
	}
	if (n > 0 && !context->quiet)
		fprintf(context->chatter,
			"sonde: %zu of the %zu predicted times are negative, down to %s us, which no time can be%s\n",
			n, all, microseconds_format(least, number, sizeof(number)),
			negative_parameters(model, names, sizeof(names)));
}

void negative_messages_tell(const struct context *context, const struct model *model, const struct size_list *sizes)
{
	char names[400], number[32], size[32];
	size_t at = 0;
	double least = 0;

	for (size_t i = 0; i < sizes->n; i++)
		for (size_t l = 0; l < model->n_links; l++) {
			const struct link link = model->links[l];
			double seconds = link.from == link.to && link.from != LINK_ANY
						 ? 0
						 : model_p2p(model, link, sizes->bytes[i]);

			if (seconds < least)
				least = seconds, at = sizes->bytes[i];
		}
	if (least < 0 && !context->quiet)
		fprintf(context->chatter,
			"sonde: by this model messages take negative times, %s us one of %s, which no time can be: "
			"operations are predicted by them%s\n",
			microseconds_format(least, number, sizeof(number)), size_format(at, size, sizeof(size)),
			negative_parameters(model, names, sizeof(names)));
}
