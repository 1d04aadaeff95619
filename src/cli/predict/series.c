#include "cli/predict/series.h"

#include "base/memory.h"
#include "base/units.h"
#include "cli/negative_times.h"
#include "cli/predict/run.h"
#include "model/what_if.h"
#include "report/predictions.h"
#include "report/receives.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A whole number of up to nine digits that ends at mark, and what follows that; false: there is none. */
static bool take_number(const char **text, char mark, size_t *number)
{
	size_t digits = strspn(*text, "0123456789");

	if (digits == 0 || digits > 9 || (*text)[digits] != mark)
		return false;
	*number = strtoul(*text, NULL, 10);
	*text += digits + 1;
	return true;
}

static enum status add(struct series_messages *messages, struct series_message message, size_t times, struct error *err)
{
	struct series_message *grown =
		memory_grow(messages->list, &messages->capacity, messages->n + times, sizeof(*grown));

	if (!grown)
		return error_memory(err, "the messages of a series");
	messages->list = grown;
	while (times-- > 0)
		grown[messages->n++] = message;
	return OK;
}

/* An item of the list, which is changed no more than that it ends. */
static enum status read_item(const char *item, size_t from, struct series_messages *messages, struct error *err)
{
	const char *size = item;
	size_t times = 1, bytes;

	take_number(&size, ':', &from);
	if (take_number(&size, 'x', &times) && times == 0)
		return error_set(err, ERR_USAGE, "--messages: '%.80s' is no message: 1x64K is one", item);
	if (size_parse(size, &bytes, NULL) != OK)
		return error_set(err, ERR_USAGE,
				 "--messages: '%.80s' is not allowed: a size, how many of it in a row, and who sends "
				 "them: 64K, 8x64K, 3:64K, 3:8x64K",
				 item);
	if (times > SERIES_MOST - messages->n)
		return error_set(err, ERR_USAGE, "--messages: at most %d messages", SERIES_MOST);
	return add(messages, (struct series_message){.from = (int)from, .bytes = bytes}, times, err);
}

enum status series_messages_read(const char *text, size_t from, struct series_messages *messages, struct error *err)
{
	char *items = memory_text(text), *item = items;
	enum status status = items ? OK : error_memory(err, "the messages of a series");
	bool last = false;

	*messages = (struct series_messages){.n = 0};
	while (status == OK && !last) {
		size_t length = strcspn(item, ",");

		last = !item[length];
		item[length] = '\0';
		status = read_item(item, from, messages, err);
		item += length + 1;
	}
	free(items);
	return status;
}

void series_messages_release(struct series_messages *messages)
{
	free(messages->list);
	*messages = (struct series_messages){.n = 0};
}

static uint64_t largest_of(const struct series_messages *messages)
{
	uint64_t largest = 0;

	for (size_t i = 0; i < messages->n; i++)
		largest = messages->list[i].bytes > largest ? messages->list[i].bytes : largest;
	return largest;
}

static struct negative_times negative_of(const struct receives_asked *receives)
{
	struct negative_times times = {.all = 0};

	for (size_t i = 0; i < receives->n; i++)
		negative_times_add(&times, receives->list[i].done);
	return times;
}

enum status predict_series_print(struct context *context, struct model *model, const char *changes,
				 const size_t ends[2], const char *text, const struct port_options *ports,
				 struct error *err)
{
	struct series_messages messages;
	struct receives_asked receives = {.list = NULL};
	struct table *table = NULL;
	enum status status = series_messages_read(text, ends[0], &messages, err);
	const struct series series = {.to = (int)ends[1], .list = messages.list, .n = messages.n};

	if (status == OK)
		status = port_options_check(ports, err);
	if (status == OK && changes)
		status = usage_of_option("--set", model_what_if(model, changes, err), err);
	if (status == OK) {
		const struct predict_options how = predict_options_of(ports, model);

		status = usage_of_option("--messages", predict_series(&how, &series, &receives, err), err);
		if (status == OK && (table = receives_table(&receives)))
			predictions_tell_model(table, &how);
	}
	if (status == OK) {
		const struct negative_times times = negative_of(&receives);

		tell_extrapolated(context, predict_largest_fitted(model), largest_of(&messages));
		negative_times_tell(context, &times, model);
		negative_latency_tell(context, model);
		status = command_print(context, table, err);
	}
	receives_release(&receives);
	series_messages_release(&messages);
	return status;
}
