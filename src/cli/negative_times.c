#include "cli/negative_times.h"

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

void negative_times_tell(const struct context *context, const struct negative_times *times, const struct model *model)
{
	char names[400], number[32];

	if (times->negative > 0 && !context->quiet)
		fprintf(context->chatter,
			"sonde: %zu of the %zu predicted times are negative, down to %s us, which no time can be%s\n",
			times->negative, times->all, microseconds_format(times->least, number, sizeof(number)),
			negative_parameters(model, names, sizeof(names)));
}

void negative_messages_tell(const struct context *context, const struct model *model, const struct size_list *sizes)
{
	char names[400], number[32], size[32];
	size_t bytes;
	double least = negative_message(model, sizes->bytes, sizes->n, &bytes);

	if (least < 0 && !context->quiet)
		fprintf(context->chatter,
			"sonde: by this model messages take negative times, %s us one of %s, which no time can be: "
			"operations are predicted by them%s\n",
			microseconds_format(least, number, sizeof(number)), size_format(bytes, size, sizeof(size)),
			negative_parameters(model, names, sizeof(names)));
}
