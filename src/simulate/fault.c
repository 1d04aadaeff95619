#include "simulate/engine.h"

#include <stdio.h>

const char *engine_place_text(const struct engine *engine, int process, uint32_t operation, char *text, size_t room)
{
	char place[160];

	text[0] = '\0';
	if (!engine->schedule->place)
		return text;
	engine->schedule->place(engine->schedule->self, process, engine_label(engine, process, operation), place,
				sizeof(place));
	snprintf(text, room, " (%s)", place);
	return text;
}

/* The send of a message that comes to be matched. */
static uint32_t send_of(const struct engine *engine, const struct item *message)
{
	return message->kind == ITEM_HEADER ? engine->items.at[message->operation].operation : message->operation;
}

void engine_fit(struct engine *engine, const struct item *message, uint32_t receive, uint64_t room)
{
	if (engine->limit.receives)
		receives_met(engine, message, receive);
	if (message->bytes > room && engine->truncation.n++ == 0)
		engine->truncation = (struct truncation){.n = 1,
							 .sender = message->peer,
							 .receiver = message->process,
							 .send = send_of(engine, message),
							 .receive = receive,
							 .sent = message->bytes,
							 .room = room};
}

enum status engine_truncation_status(const struct engine *engine, struct error *err)
{
	const struct truncation *truncation = &engine->truncation;
	char send[180], receive[180];

	return error_set(err, ERR_INPUT,
			 "a message is longer than its receive: process %d has room for %llu bytes in operation %u%s, "
			 "and gets %llu bytes that process %d sends in operation %u%s",
			 truncation->receiver, (unsigned long long)truncation->room, truncation->receive & ~STEP_ALONE,
			 engine_place_text(engine, truncation->receiver, truncation->receive, receive, sizeof(receive)),
			 (unsigned long long)truncation->sent, truncation->sender, truncation->send & ~STEP_ALONE,
			 engine_place_text(engine, truncation->sender, truncation->send, send, sizeof(send)));
}
