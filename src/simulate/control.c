/*
 * A rendezvous' messages without data, where they go behind the data of their direction (costs.in_stream). What comes
 * while data of the same pair still wait for the port out, or keep it, is taken in with the last of these: by the call
 * that takes them, if one does. It keeps no port itself.
 */
#include "simulate/record.h"

void engine_keep_stream(struct engine *engine, uint32_t i, double until)
{
	const struct item *item = &engine->items.at[i];
	struct byte_stream *stream = byte_streams_of(&engine->byte_streams, item->process, item->peer);

	if (!stream) {
		engine->out_of_memory = true;
		return;
	}
	if (until >= stream->until) {
		stream->until = until;
		stream->last = i;
	}
}

void engine_leave_behind(struct engine *engine, uint32_t i, enum item_kind kind, double time, uint32_t cause)
{
	engine->items.at[i].kind = kind;
	engine->items.at[i].order = engine->order++;
	if (engine->recorder)
		record_item(engine, i, time, cause);
	engine_push(engine, i, time);
}

void engine_control(struct engine *engine, uint32_t i)
{
	struct item *item = &engine->items.at[i];
	struct byte_stream *stream = byte_streams_find(&engine->byte_streams, item->process, item->peer);

	if (!stream || stream->until <= engine->now) {
		engine_fly(engine, i);
		return;
	}
	item->other = stream->last;
	item->next = 0;
	if (stream->tail)
		engine->items.at[stream->tail].next = i;
	else
		stream->head = i;
	stream->tail = i;
}

/* The first of a stream that is behind message i, out of its list; 0: there is none. */
static uint32_t take_first(struct engine *engine, uint32_t i)
{
	const struct item *message = &engine->items.at[i];
	struct byte_stream *stream = byte_streams_find(&engine->byte_streams, message->peer, message->process);
	uint32_t before = 0, found = stream ? stream->head : 0;

	while (found && engine->items.at[found].other != i) {
		before = found;
		found = engine->items.at[found].next;
	}
	if (!found)
		return 0;
	if (before)
		engine->items.at[before].next = engine->items.at[found].next;
	else
		stream->head = engine->items.at[found].next;
	if (stream->tail == found)
		stream->tail = before;
	return found;
}

void engine_take_behind(struct engine *engine, uint32_t i)
{
	uint32_t cause = engine->recorder ? engine->recorder->cause : 0, taken;

	while (!engine->out_of_memory && (taken = take_first(engine, i))) {
		engine_arrived(engine, taken);
		engine->items.at[taken].order = ORDER_LAST | engine->order++;
		if (engine->recorder)
			record_item(engine, taken, engine->now, cause);
		engine_handle(engine, taken);
		if (engine->recorder)
			engine->recorder->cause = cause;
	}
}
