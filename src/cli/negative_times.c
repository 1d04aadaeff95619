#include "cli/negative_times.h"

void negative_times_tell(const struct context *context, const struct negative_times *times, const struct model *model)
{
	char text[NEGATIVE_TEXT];

	if (times->negative > 0 && !context->quiet)
		fprintf(context->chatter, "sonde: %s\n", negative_times_text(times, model, text));
}

void negative_messages_tell(const struct context *context, const struct model *model, const struct size_list *sizes)
{
	char text[NEGATIVE_TEXT];
	size_t bytes;
	double least = negative_message(model, sizes->bytes, sizes->n, &bytes);

	if (least < 0 && !context->quiet)
		fprintf(context->chatter, "sonde: %s\n", negative_message_text(least, bytes, model, text));
}

void negative_latency_tell(const struct context *context, const struct model *model)
{
	char text[NEGATIVE_TEXT];

	if (!context->quiet && negative_latency(model, text))
		fprintf(context->chatter, "sonde: %s\n", text);
}
