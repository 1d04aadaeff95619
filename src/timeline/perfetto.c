/*
 * A trace of Perfetto: packets, each a field 1 of the whole. Of protos/perfetto/trace: trace_packet.proto,
 * track_event/track_event.proto, track_descriptor.proto, interned_data.proto, debug_annotation.proto.
 *
 * A process and each thread of it is a track. A message is a flow from the slice that sends it to the one at whose end
 * it is there.
 */
#include "timeline/writer.h"

#include <stdlib.h>

#include "base/lookup.h"
#include "timeline/protobuf.h"

enum { TRACE_PACKET = 1 };

/* Of a packet. */
enum {
	PACKET_TIMESTAMP = 8,
	PACKET_SEQUENCE = 10,
	PACKET_TRACK_EVENT = 11,
	PACKET_INTERNED_DATA = 12,
	PACKET_SEQUENCE_FLAGS = 13,
	PACKET_TRACK_DESCRIPTOR = 60
};

enum { SEQUENCE = 1, STATE_CLEARED = 1, NEEDS_STATE = 2 };

enum { TRACK_UUID = 1, TRACK_PROCESS = 3, TRACK_THREAD = 4, TRACK_PARENT = 5 };
enum { PROCESS_PID = 1, PROCESS_NAME = 6, THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5 };

enum {
	EVENT_ANNOTATION = 4,
	EVENT_TYPE = 9,
	EVENT_NAME_NUMBER = 10,
	EVENT_TRACK = 11,
	EVENT_NAME = 23,
	EVENT_FLOWS = 47,
	EVENT_FLOWS_END = 48
};

enum { SLICE_BEGIN = 1, SLICE_END = 2 };

enum { ANNOTATION_INTEGER = 4, ANNOTATION_TEXT = 6, ANNOTATION_NAME = 10 };

enum { INTERNED_NAMES = 2, INTERNED_NUMBER = 1, INTERNED_NAME = 2 };

enum { TEXT = 300 };

struct perfetto {
	struct timeline_writer writer;
	FILE *out;
	struct lookup named; /* numbers of names that were written */
	struct protobuf whole, packet, inner, innermost;
	bool failed;
};

/* Of threads up to 65534 of a process. */
static uint64_t process_track(int process)
{
	return ((uint64_t)(uint32_t)process + 1) << 16;
}

static uint64_t thread_track(int process, int thread)
{
	return process_track(process) + 1 + (uint32_t)thread;
}

/* Writes the packet, which is empty then. */
static void write_packet(struct perfetto *p)
{
	protobuf_clear(&p->whole);
	protobuf_message(&p->whole, TRACE_PACKET, &p->packet);
	protobuf_clear(&p->packet);
	p->failed = p->failed || p->whole.failed;
	if (!p->failed)
		fwrite(p->whole.bytes, 1, p->whole.n, p->out);
}

/* A track that is described so far by p->inner. */
static void write_track(struct perfetto *p)
{
	protobuf_message(&p->packet, PACKET_TRACK_DESCRIPTOR, &p->inner);
	protobuf_uint(&p->packet, PACKET_SEQUENCE, SEQUENCE);
	write_packet(p);
}

static void describe_process(struct perfetto *p, int process, const char *host)
{
	char name[TEXT];

	snprintf(name, sizeof(name), "process %d%s%s", process, *host ? " on " : "", host);
	protobuf_clear(&p->inner);
	protobuf_clear(&p->innermost);
	protobuf_uint(&p->inner, TRACK_UUID, process_track(process));
	protobuf_uint(&p->innermost, PROCESS_PID, (uint64_t)process + 1); /* 0 is none */
	protobuf_text(&p->innermost, PROCESS_NAME, name);
	protobuf_message(&p->inner, TRACK_PROCESS, &p->innermost);
	write_track(p);
}

static void describe_thread(struct perfetto *p, int process, int thread, const char *what)
{
	char name[TEXT];

	snprintf(name, sizeof(name), "%s %d", what, thread);
	protobuf_clear(&p->inner);
	protobuf_clear(&p->innermost);
	protobuf_uint(&p->inner, TRACK_UUID, thread_track(process, thread));
	protobuf_uint(&p->inner, TRACK_PARENT, process_track(process));
	protobuf_uint(&p->innermost, THREAD_PID, (uint64_t)process + 1);
	protobuf_uint(&p->innermost, THREAD_TID, ((uint64_t)process + 1) * 1000 + (uint64_t)thread);
	protobuf_text(&p->innermost, THREAD_NAME, name);
	protobuf_message(&p->inner, TRACK_THREAD, &p->innermost);
	write_track(p);
}

static enum status begin(struct timeline_writer **writer, FILE *out, const struct timeline_cast *cast,
			 struct error *err)
{
	struct perfetto *p = calloc(1, sizeof(*p));

	if (!p)
		return error_memory(err, "a timeline");
	p->writer.form = &timeline_perfetto;
	p->out = out;
	protobuf_uint(&p->packet, PACKET_SEQUENCE, SEQUENCE);
	protobuf_uint(&p->packet, PACKET_SEQUENCE_FLAGS, STATE_CLEARED);
	write_packet(p);
	for (int i = 0; i < cast->processes; i++) {
		describe_process(p, i, cast->host(cast->self, i));
		for (int t = 0; t < cast->threads(cast->self, i); t++)
			describe_thread(p, i, t, cast->thread);
	}
	*writer = &p->writer;
	return OK;
}

/* Says in the packet what a number stands for, the first time. */
static void intern(struct perfetto *p, const struct timeline_slice *slice)
{
	uint64_t before;
	struct protobuf *names = &p->innermost, *data = &p->whole; /* not in use now */

	if (lookup_get(&p->named, slice->number, &before))
		return;
	p->failed = p->failed || !lookup_put(&p->named, slice->number, 1);
	protobuf_clear(names);
	protobuf_uint(names, INTERNED_NUMBER, slice->number);
	protobuf_text(names, INTERNED_NAME, slice->name);
	protobuf_clear(data);
	protobuf_message(data, INTERNED_NAMES, names);
	protobuf_message(&p->packet, PACKET_INTERNED_DATA, data);
}

static void add_notes(struct perfetto *p, const struct timeline_slice *slice)
{
	for (size_t i = 0; i < slice->n_notes; i++) {
		const struct timeline_note *note = &slice->notes[i];

		protobuf_clear(&p->innermost);
		protobuf_text(&p->innermost, ANNOTATION_NAME, note->name);
		if (note->text)
			protobuf_text(&p->innermost, ANNOTATION_TEXT, note->text);
		else
			protobuf_uint(&p->innermost, ANNOTATION_INTEGER, (uint64_t)note->number);
		protobuf_message(&p->inner, EVENT_ANNOTATION, &p->innermost);
	}
}

/* An event of p->inner. */
static void write_event(struct perfetto *p, const struct timeline_place *place)
{
	protobuf_uint(&p->packet, PACKET_TIMESTAMP, place->ns);
	protobuf_uint(&p->packet, PACKET_SEQUENCE, SEQUENCE);
	protobuf_uint(&p->packet, PACKET_SEQUENCE_FLAGS, NEEDS_STATE);
	protobuf_message(&p->packet, PACKET_TRACK_EVENT, &p->inner);
	write_packet(p);
}

static void begin_event(struct perfetto *p, const struct timeline_place *place, uint64_t type)
{
	protobuf_clear(&p->inner);
	protobuf_uint(&p->inner, EVENT_TYPE, type);
	protobuf_uint(&p->inner, EVENT_TRACK, thread_track(place->process, place->thread));
}

static void enter(struct timeline_writer *writer, const struct timeline_place *place,
		  const struct timeline_slice *slice, const struct timeline_message *sent, size_t n_sent)
{
	struct perfetto *p = (struct perfetto *)writer;

	begin_event(p, place, SLICE_BEGIN);
	if (slice->number) {
		intern(p, slice);
		protobuf_uint(&p->inner, EVENT_NAME_NUMBER, slice->number);
	} else {
		protobuf_text(&p->inner, EVENT_NAME, slice->name);
	}
	add_notes(p, slice);
	for (size_t i = 0; i < n_sent; i++)
		protobuf_fixed64(&p->inner, EVENT_FLOWS, sent[i].id);
	write_event(p, place);
}

static void leave(struct timeline_writer *writer, const struct timeline_place *place,
		  const struct timeline_message *received, size_t n_received)
{
	struct perfetto *p = (struct perfetto *)writer;

	begin_event(p, place, SLICE_END);
	for (size_t i = 0; i < n_received; i++)
		protobuf_fixed64(&p->inner, EVENT_FLOWS_END, received[i].id);
	write_event(p, place);
}

static enum status end(struct timeline_writer *writer, struct error *err)
{
	struct perfetto *p = (struct perfetto *)writer;
	bool failed = p->failed;

	lookup_release(&p->named);
	protobuf_release(&p->whole);
	protobuf_release(&p->packet);
	protobuf_release(&p->inner);
	protobuf_release(&p->innermost);
	free(p);
	return failed ? error_memory(err, "a timeline") : OK;
}

const struct timeline_form timeline_perfetto = {
	.name = "perfetto", .begin = begin, .enter = enter, .leave = leave, .end = end};
