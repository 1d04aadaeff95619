#include "simulate/engine.h"

#include <stdio.h>

/* How many of those that wait the text names. */
#define NAMED 6

static const char *peer_text(int peer, const char *any, char *text, size_t room)
{
	if (peer < 0)
		snprintf(text, room, "%s", any);
	else
		snprintf(text, room, "%d", peer);
	return text;
}

/* What the source calls an action. */
static const char *action_text(const struct engine *engine, int process, uint32_t label, uint32_t site, char *text,
			       size_t room)
{
	const struct program_source *source = engine->made.source;

	if (source->describe)
		source->describe(source->self, process, label, site, text, room);
	else
		snprintf(text, room, "action %u", label);
	return text;
}

/* The action that keeps a process waiting: of its first thread that has not ended. */
static const char *waiting_text(const struct engine *engine, int process, char *text, size_t room)
{
	const struct program_stream *stream = &engine->made.streams[process];
	int t = 0;

	while (t + 1 < stream->n_threads && stream->threads[t].ended)
		t++;
	return action_text(engine, process, stream->threads[t].label, stream->threads[t].site, text, room);
}

/* Of a program that is made while it is simulated: tags and places for data are the source's own. */
static void describe_made(const struct engine *engine, const struct item *item, char *text, size_t room)
{
	int waiting = item->kind == ITEM_RECEIVE ? item->process : item->peer;
	char at[140], of[140], peer[24];

	waiting_text(engine, waiting, at, sizeof(at));
	action_text(engine, waiting, engine_label(engine, waiting, item->operation),
		    engine_site(engine, waiting, item->operation), of, sizeof(of));
	if (item->kind == ITEM_RECEIVE)
		snprintf(text, room, "process %d waits in %s, for a message from process %s to its %s", waiting, at,
			 peer_text(item->peer, "any", peer, sizeof(peer)), of);
	else
		snprintf(text, room, "process %d waits in %s, for process %d to receive the %llu bytes of its %s",
			 waiting, at, item->process, (unsigned long long)item->bytes, of);
}

static void describe_item(const struct engine *engine, const struct item *item, char *text, size_t room)
{
	char peer[24], tag[24], place[180], bytes[32] = "any number of";

	if (item->bytes != UINT64_MAX)
		snprintf(bytes, sizeof(bytes), "%llu", (unsigned long long)item->bytes);
	if (engine->made.source)
		describe_made(engine, item, text, room);
	else if (item->kind == ITEM_RECEIVE)
		snprintf(text, room,
			 "process %d waits in operation %u%s for a message of %s bytes from process %s with tag %s",
			 item->process, engine_label(engine, item->process, item->operation),
			 engine_place_text(engine, item->process, item->operation, place, sizeof(place)), bytes,
			 peer_text(item->peer, "any", peer, sizeof(peer)),
			 peer_text(item->tag, "any", tag, sizeof(tag)));
	else
		snprintf(text, room,
			 "process %d waits in operation %u%s for process %d to receive %s bytes with tag %s",
			 item->peer, engine_label(engine, item->peer, item->operation),
			 engine_place_text(engine, item->peer, item->operation, place, sizeof(place)), item->process,
			 bytes, peer_text(item->tag, "any", tag, sizeof(tag)));
}

/* Adds a line to text as long as there is room for it. */
static size_t add(char *text, size_t room, size_t used, const char *what)
{
	int n = snprintf(text + used, room - used, "%s%s", used > 0 ? "; " : "", what);

	return n > 0 && used + (size_t)n < room ? used + (size_t)n : room - 1;
}

/* Names the items of a list that keep a process waiting, up to NAMED of all lists. */
static void describe_list(const struct engine *engine, const struct match_list *list, char *text, size_t room,
			  size_t *used, unsigned *named)
{
	char what[400];

	for (uint32_t i = list->head; i && *named <= NAMED; i = engine->items.at[i].next) {
		const struct item *item = &engine->items.at[i];

		if (item->kind != ITEM_RECEIVE && !item->rendezvous)
			continue;
		describe_item(engine, item, what, sizeof(what));
		*used = add(text, room, *used, *named < NAMED ? what : "and more");
		++*named;
	}
}

/* A process whose operations wait for one another: nothing of it has been posted. */
static void describe_cycle(const struct engine *engine, int process, char *text, size_t room, size_t *used)
{
	const struct program *program = engine_program(engine, process);
	char what[320], place[180];

	for (uint32_t s = 0; s < program->n; s++) {
		if (program->steps[s].waits > 0) {
			snprintf(what, sizeof(what),
				 "the operations of process %d wait for one another in a cycle: operation %u%s never "
				 "starts",
				 process, s, engine_place_text(engine, process, s, place, sizeof(place)));
			*used = add(text, room, *used, what);
			return;
		}
	}
}

/* Whether a process has something to do; not if all that is left are receives that nobody waits for. */
static bool is_waiting(const struct engine *engine, int process)
{
	const struct program_stream *stream = engine->made.source ? &engine->made.streams[process] : NULL;

	if (!engine->processes[process].program)
		return false;
	for (int t = 0; stream && t < stream->n_threads; t++) {
		if (!stream->threads[t].ended)
			return true;
	}
	return !stream;
}

/* Threads of a process that wait for a message to be there, which they receive later. */
static void describe_probes(const struct engine *engine, int process, char *text, size_t room, size_t *used,
			    unsigned *named)
{
	const struct program_stream *stream = engine->made.source ? &engine->made.streams[process] : NULL;
	char what[400], peer[24], tag[24];

	for (int t = 0; stream && t < stream->n_threads && *named <= NAMED; t++) {
		const struct stream_thread *thread = &stream->threads[t];

		if (!thread->probes)
			continue;
		snprintf(what, sizeof(what),
			 "process %d waits in operation %u for a message to be there, from process %s with tag %s",
			 process, thread->label, peer_text(thread->peer, "any", peer, sizeof(peer)),
			 peer_text(thread->tag, "any", tag, sizeof(tag)));
		*used = add(text, room, *used, *named < NAMED ? what : "and more");
		++*named;
	}
}

enum status engine_deadlock(const struct engine *engine, struct error *err)
{
	char text[ERROR_TEXT_MAX - 100] = "";
	size_t used = 0;
	unsigned named = 0, waiting = 0;

	for (int p = 0; p < engine->schedule->processes; p++) {
		const struct simulated_process *process = &engine->processes[p];

		waiting += is_waiting(engine, p);
		describe_probes(engine, p, text, sizeof(text), &used, &named);
		describe_list(engine, &process->posted, text, sizeof(text), &used, &named);
		describe_list(engine, &process->unexpected, text, sizeof(text), &used, &named);
	}
	for (int p = 0; p < engine->schedule->processes && named == 0 && used == 0 && !engine->made.source; p++) {
		if (engine->processes[p].program)
			describe_cycle(engine, p, text, sizeof(text), &used);
	}
	return waiting == 0 ? OK
			    : error_set(err, ERR_INPUT, "the %s never ends: %u of %d processes wait for ever: %s",
					engine->made.source ? "program" : "schedule", waiting,
					engine->schedule->processes, text);
}
