/*
 * OTF2 archives as traces: sonde's own, Score-P's, EZTrace's.
 *
 * libotf2 gives a reader one position in each location, so each list of calls has a reader of its own. It applies the
 * offsets of clocks and the numbers of local definitions by itself.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "trace/class.h"
#include "trace/otf2/anchor.h"
#include "trace/otf2/assembly.h"
#include "trace/otf2/events.h"
#include "trace/otf2/names.h"

struct otf2_trace {
	struct trace trace;
	char *anchor;
	struct otf2_definitions definitions;
	struct trace_info info;
	char *library, *command;
	enum otf2_counting counting;
	uint64_t bytes;
};

struct otf2_calls {
	struct trace_calls calls;
	const struct otf2_trace *trace;
	int rank;
	OTF2_Reader *reader;
	OTF2_GlobalEvtReader *events;
	struct otf2_assembly assembly;
	struct otf2_complaint complaint;
	struct error err; /* which ended the events */
	bool ended;
	uint64_t n_read; /* events */
};

static enum status open_reader(OTF2_Reader **reader, const char *anchor, struct otf2_complaint *complaint,
			       struct error *err)
{
	*reader = OTF2_Reader_Open(anchor);
	if (!*reader) {
		error_set(err, ERR_INPUT, "%s: no OTF2 archive that can be read: %s", anchor, complaint->text);
		*complaint->text = '\0';
		return ERR_INPUT;
	}
	return otf2_check(OTF2_Reader_SetSerialCollectiveCallbacks(*reader), complaint, ERR_INPUT, anchor, err);
}

/* A text that libotf2 made, for the caller to free: the value of a property, or "BEFORE: the creator" without it. */
static char *read_text(OTF2_Reader *reader, const char *property, const char *creator, const char *before)
{
	char *value = NULL;
	if (OTF2_Reader_GetProperty(reader, property, &value) == OTF2_SUCCESS && value)
		return value;
	size_t n = strlen(creator) + strlen(before) + 1;
	value = malloc(n);
	if (value)
		snprintf(value, n, "%s%s", before, creator);
	return value;
}

/* EZTrace 2.0 does not say that it made an archive, but has regions of its own in it. */
static bool is_eztrace(const struct otf2_definitions *definitions, const char *creator)
{
	static const char name[] = "EZTrace";
	bool found = !strncmp(creator, name, strlen(name));
	for (size_t i = 0; !found && i < definitions->n_regions; i++)
		found = !strncmp(definitions->regions[i].name, name, strlen(name));
	return found;
}

static enum status read_info(struct otf2_trace *t, OTF2_Reader *reader, struct error *err)
{
	char *creator = NULL;
	if (OTF2_Reader_GetCreator(reader, &creator) != OTF2_SUCCESS)
		creator = NULL;
	const char *by = creator && *creator ? creator : "an unknown program";
	bool eztrace = is_eztrace(&t->definitions, by);
	t->counting = eztrace ? OTF2_COUNT_GIVEN : OTF2_COUNT_MOVED;
	if (eztrace && (!creator || !*creator))
		by = "EZTrace";
	t->library = read_text(reader, OTF2_NAME_LIBRARY, by, "unknown; OTF2 archive by ");
	t->command = read_text(reader, OTF2_NAME_COMMAND, "unknown", "");
	free(creator);
	if (!t->library || !t->command)
		return error_memory(err, "the archive's properties");
	t->info = (struct trace_info){.processes = t->definitions.n_processes,
				      .library = t->library,
				      .blocks_unknown = true,
				      .command = t->command,
				      .resolution = t->definitions.tick,
				      .complete = true};
	return OK;
}

static void otf2_free(struct trace *trace)
{
	struct otf2_trace *t = (struct otf2_trace *)trace;
	otf2_definitions_release(&t->definitions);
	free(t->anchor);
	free(t->library);
	free(t->command);
	free(t);
}

static enum status otf2_open(struct trace **trace, const char *path, struct error *err)
{
	struct otf2_trace *t = calloc(1, sizeof(*t));
	struct otf2_complaint complaint = {""};
	OTF2_Reader *reader = NULL;
	if (!t)
		return error_memory(err, "the archive");
	t->trace.class = &trace_otf2;
	otf2_complaint_to(&complaint);
	enum status status = otf2_anchor_find(&t->anchor, path, err);
	if (status == OK)
		status = open_reader(&reader, t->anchor, &complaint, err);
	if (status == OK)
		status = otf2_definitions_read(&t->definitions, reader, t->anchor, &complaint, err);
	if (status == OK)
		status = read_info(t, reader, err);
	if (reader)
		OTF2_Reader_Close(reader);
	otf2_complaint_to(NULL);
	if (status != OK) {
		otf2_free(&t->trace);
		return status;
	}
	t->bytes = otf2_anchor_bytes(t->anchor);
	*trace = &t->trace;
	return OK;
}

static const struct trace_info *otf2_info(const struct trace *trace)
{
	return &((const struct otf2_trace *)trace)->info;
}

static const struct trace_process *otf2_process(const struct trace *trace, int rank)
{
	return &((const struct otf2_trace *)trace)->definitions.processes[rank].process;
}

static uint64_t otf2_bytes(const struct trace *trace)
{
	return ((const struct otf2_trace *)trace)->bytes;
}

static uint64_t otf2_structure_bytes(const struct trace *trace)
{
	(void)trace;
	return 0;
}

static void otf2_calls_free(struct trace_calls *calls)
{
	struct otf2_calls *c = (struct otf2_calls *)calls;
	otf2_complaint_to(NULL);
	if (c->events)
		OTF2_Reader_CloseGlobalEvtReader(c->reader, c->events);
	if (c->reader)
		OTF2_Reader_Close(c->reader);
	otf2_assembly_release(&c->assembly);
	free(c);
}

/* Local definitions hold the offsets of clocks; an archive need not have them. */
static enum status read_local(struct otf2_calls *c, uint64_t location, struct error *err)
{
	OTF2_DefReader *definitions = OTF2_Reader_GetDefReader(c->reader, location);
	uint64_t n;
	*c->complaint.text = '\0';
	if (!definitions)
		return OK;
	OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalDefinitions(c->reader, definitions, &n);
	OTF2_Reader_CloseDefReader(c->reader, definitions);
	return otf2_check(code, &c->complaint, ERR_INPUT, c->trace->anchor, err);
}

static enum status select_locations(struct otf2_calls *c, struct error *err)
{
	const struct otf2_process *process = &c->trace->definitions.processes[c->rank];
	const char *anchor = c->trace->anchor;
	enum status status = OK;
	for (size_t i = 0; status == OK && i < process->n_locations; i++)
		status = otf2_check(OTF2_Reader_SelectLocation(c->reader, process->locations[i]), &c->complaint,
				    ERR_INPUT, anchor, err);
	bool local = status == OK && OTF2_Reader_OpenDefFiles(c->reader) == OTF2_SUCCESS;
	*c->complaint.text = '\0';
	if (status == OK)
		status = otf2_check(OTF2_Reader_OpenEvtFiles(c->reader), &c->complaint, ERR_INPUT, anchor, err);
	for (size_t i = 0; status == OK && i < process->n_locations; i++) {
		if (local)
			status = read_local(c, process->locations[i], err);
		if (status == OK && !OTF2_Reader_GetEvtReader(c->reader, process->locations[i]))
			status = error_set(err, ERR_INPUT, "%s: the events of process %d cannot be read: %s", anchor,
					   c->rank, c->complaint.text);
	}
	if (local)
		OTF2_Reader_CloseDefFiles(c->reader);
	return status;
}

static enum status open_events(struct otf2_calls *c, struct error *err)
{
	enum status status = open_reader(&c->reader, c->trace->anchor, &c->complaint, err);
	if (status == OK)
		status = select_locations(c, err);
	if (status != OK)
		return status;
	c->events = OTF2_Reader_GetGlobalEvtReader(c->reader);
	OTF2_GlobalEvtReaderCallbacks *callbacks = otf2_event_callbacks();
	OTF2_ErrorCode code = OTF2_ERROR_FILE_CAN_NOT_OPEN;
	if (c->events && callbacks)
		code = OTF2_Reader_RegisterGlobalEvtCallbacks(c->reader, c->events, callbacks, &c->assembly);
	if (callbacks)
		OTF2_GlobalEvtReaderCallbacks_Delete(callbacks);
	return otf2_check(code, &c->complaint, ERR_INPUT, c->trace->anchor, err);
}

static enum status otf2_calls_open(struct trace_calls **calls, struct trace *trace, int rank, struct error *err)
{
	const struct otf2_trace *t = (const struct otf2_trace *)trace;
	struct otf2_calls *c = calloc(1, sizeof(*c));
	if (!c)
		return error_memory(err, "the archive's events");
	*c = (struct otf2_calls){.calls.class = &trace_otf2, .trace = t, .rank = rank};
	otf2_complaint_to(&c->complaint);
	enum status status = otf2_assembly_init(&c->assembly, &t->definitions, rank, t->counting, err);
	if (status == OK)
		status = open_events(c, err);
	otf2_complaint_to(NULL);
	if (status != OK) {
		otf2_calls_free(&c->calls);
		return status;
	}
	*calls = &c->calls;
	return OK;
}

/* Reads the next event, or notes the end. */
static void read_event(struct otf2_calls *c)
{
	int more = 0;
	OTF2_ErrorCode code = OTF2_Reader_HasGlobalEvent(c->reader, c->events, &more);
	if (code == OTF2_SUCCESS && more)
		code = OTF2_Reader_ReadGlobalEvent(c->reader, c->events);
	if (code == OTF2_SUCCESS && more) {
		c->n_read++;
		return;
	}
	c->ended = true;
	uint64_t least = c->trace->definitions.processes[c->rank].events;
	if (c->assembly.err.status != OK)
		c->err = c->assembly.err;
	else if (otf2_check(code, &c->complaint, ERR_INPUT, c->trace->anchor, &c->err) != OK)
		error_add(&c->err, " (the archive is damaged; what was read before is right)");
	else if (c->n_read < least)
		error_set(&c->err, ERR_INPUT,
			  "%s: process %d has %" PRIu64 " events of %" PRIu64
			  " (the archive is damaged; what was read before is right)",
			  c->trace->anchor, c->rank, c->n_read, least);
}

static bool otf2_calls_next(struct trace_calls *calls, struct trace_call *call, struct error *err)
{
	struct otf2_calls *c = (struct otf2_calls *)calls;
	bool taken = otf2_assembly_take(&c->assembly, c->ended, call);
	if (taken || c->ended) {
		if (!taken && c->err.status != OK)
			error_set(err, c->err.status, "%s", c->err.text);
		return taken;
	}
	otf2_complaint_to(&c->complaint);
	while (!taken && !c->ended) {
		read_event(c);
		taken = otf2_assembly_take(&c->assembly, c->ended, call);
	}
	otf2_complaint_to(NULL);
	if (!taken && c->err.status != OK)
		error_set(err, c->err.status, "%s", c->err.text);
	return taken;
}

const struct trace_class trace_otf2 = {
	.name = "OTF2",
	.is = otf2_anchor_is,
	.open = otf2_open,
	.free = otf2_free,
	.info = otf2_info,
	.process = otf2_process,
	.bytes = otf2_bytes,
	.structure_bytes = otf2_structure_bytes,
	.calls_open = otf2_calls_open,
	.calls_next = otf2_calls_next,
	.calls_free = otf2_calls_free,
};
