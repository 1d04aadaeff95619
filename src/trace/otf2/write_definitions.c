/* Global definitions: the machine, processes, regions, communicators, in the order that readers expect. */
#include "trace/otf2/writing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "trace/fields.h"
#include "trace/otf2/collectives.h"
#include "trace/otf2/names.h"

enum { GROUP_LOCATIONS, GROUP_SELF, GROUPS_FIXED };

/* Definitions that are being written. */
struct otf2_drafting {
	struct otf2_writing *w;
	OTF2_GlobalDefWriter *to;
	OTF2_ErrorCode code;
	uint32_t strings, groups;
	uint32_t empty, mpi; /* strings that many name */
};

static void note(struct otf2_drafting *d, OTF2_ErrorCode code)
{
	if (d->code == OTF2_SUCCESS)
		d->code = code;
}

static uint32_t text(struct otf2_drafting *d, const char *string)
{
	note(d, OTF2_GlobalDefWriter_WriteString(d->to, d->strings, string));
	return d->strings++;
}

static uint32_t numbered(struct otf2_drafting *d, const char *what, long long number)
{
	char name[64];
	snprintf(name, sizeof(name), "%s %lld", what, number);
	return text(d, name);
}

static void write_clock(struct otf2_drafting *d)
{
	uint64_t last = OTF2_TICK_ZERO;
	for (int i = 0; i < d->w->n_streams; i++) {
		const struct otf2_stream *s = &d->w->streams[i];
		for (int t = 0; t < s->n_threads; t++)
			last = s->places[t].last > last ? s->places[t].last : last;
	}
	note(d, OTF2_GlobalDefWriter_WriteClockProperties(d->to, OTF2_TICKS, OTF2_TICK_ZERO, last - OTF2_TICK_ZERO + 1,
							  OTF2_UNDEFINED_TIMESTAMP));
}

static void write_attributes(struct otf2_drafting *d)
{
	uint32_t polls = text(d, OTF2_NAME_POLLS), inside = text(d, OTF2_NAME_INSIDE);
	uint32_t about_polls = text(d, "calls that found nothing and stand in this one");
	uint32_t about_inside = text(d, "ticks inside MPI of these calls together");
	note(d, OTF2_GlobalDefWriter_WriteAttribute(d->to, OTF2_ATTRIBUTE_POLLS, polls, about_polls, OTF2_TYPE_UINT64));
	note(d,
	     OTF2_GlobalDefWriter_WriteAttribute(d->to, OTF2_ATTRIBUTE_INSIDE, inside, about_inside, OTF2_TYPE_UINT64));
}

/* The machine, then each host; nodes[rank] is the number of that of a process. */
static void write_hosts(struct otf2_drafting *d, uint32_t *nodes)
{
	uint32_t machine = text(d, "machine"), node = text(d, "node"), n = 1;
	note(d, OTF2_GlobalDefWriter_WriteSystemTreeNode(d->to, 0, machine, machine, OTF2_UNDEFINED_SYSTEM_TREE_NODE));
	note(d, OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(d->to, 0, OTF2_SYSTEM_TREE_DOMAIN_MACHINE));
	for (int i = 0; i < d->w->n_streams; i++) {
		const char *host = trace_process(d->w->trace, i)->host;
		int same = 0;
		while (same < i && strcmp(trace_process(d->w->trace, same)->host, host) != 0)
			same++;
		nodes[i] = same < i ? nodes[same] : n;
		if (same < i)
			continue;
		note(d, OTF2_GlobalDefWriter_WriteSystemTreeNode(d->to, n, text(d, host), node, 0));
		note(d,
		     OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(d->to, n, OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY));
		n++;
	}
}

/* Location groups, then their locations. */
static void write_processes(struct otf2_drafting *d, const uint32_t *nodes)
{
	for (int i = 0; i < d->w->n_streams; i++)
		note(d, OTF2_GlobalDefWriter_WriteLocationGroup(d->to, (uint32_t)i, numbered(d, "MPI Rank", i),
								OTF2_LOCATION_GROUP_TYPE_PROCESS, nodes[i],
								OTF2_UNDEFINED_LOCATION_GROUP));
	uint32_t master = text(d, "Master thread");
	for (int i = 0; i < d->w->n_streams; i++) {
		const struct otf2_stream *s = &d->w->streams[i];
		for (int t = 0; t < s->n_threads || t == 0; t++)
			note(d, OTF2_GlobalDefWriter_WriteLocation(
					d->to, otf2_location(i, t), t ? numbered(d, "Thread", t) : master,
					OTF2_LOCATION_TYPE_CPU_THREAD, t < s->n_threads ? s->places[t].events : 0,
					(uint32_t)i));
	}
}

static OTF2_RegionRole collective_role(enum trace_function function)
{
	OTF2_CollectiveOp operation;
	if (!otf2_collective_of(function, &operation))
		return OTF2_REGION_ROLE_COLL_OTHER;
	switch (operation) {
	case OTF2_COLLECTIVE_OP_BARRIER:
		return OTF2_REGION_ROLE_BARRIER;
	case OTF2_COLLECTIVE_OP_BCAST:
	case OTF2_COLLECTIVE_OP_SCATTER:
	case OTF2_COLLECTIVE_OP_SCATTERV:
		return OTF2_REGION_ROLE_COLL_ONE2ALL;
	case OTF2_COLLECTIVE_OP_GATHER:
	case OTF2_COLLECTIVE_OP_GATHERV:
	case OTF2_COLLECTIVE_OP_REDUCE:
		return OTF2_REGION_ROLE_COLL_ALL2ONE;
	case OTF2_COLLECTIVE_OP_SCAN:
	case OTF2_COLLECTIVE_OP_EXSCAN:
		return OTF2_REGION_ROLE_COLL_OTHER;
	default:
		return OTF2_REGION_ROLE_COLL_ALL2ALL;
	}
}

static OTF2_RegionRole role_of(int function)
{
	if (function == TRACE_FUNCTIONS)
		return OTF2_REGION_ROLE_CODE;
	switch (trace_function_family((enum trace_function)function)) {
	case TRACE_SEND:
	case TRACE_SEND_BEGIN:
	case TRACE_RECEIVE:
	case TRACE_RECEIVE_BEGIN:
	case TRACE_EXCHANGE:
	case TRACE_PERSISTENT:
	case TRACE_COMPLETION:
	case TRACE_PROBE:
		return OTF2_REGION_ROLE_POINT2POINT;
	case TRACE_COLLECTIVE:
	case TRACE_COLLECTIVE_BEGIN:
	case TRACE_NEIGHBOURHOOD:
	case TRACE_NEIGHBOURHOOD_BEGIN:
		return collective_role((enum trace_function)function);
	case TRACE_ONE_SIDED:
		return OTF2_REGION_ROLE_RMA;
	case TRACE_FILE:
		return OTF2_REGION_ROLE_FILE_IO;
	default:
		return OTF2_REGION_ROLE_FUNCTION;
	}
}

static void write_regions(struct otf2_drafting *d)
{
	const struct otf2_named *named = &d->w->named;
	for (size_t i = 0; i < named->n_regions; i++) {
		bool mpi = named->functions[i] != TRACE_FUNCTIONS;
		uint32_t name = text(d, named->regions[i]);
		note(d, OTF2_GlobalDefWriter_WriteRegion(d->to, (uint32_t)i, name, name, d->empty,
							 role_of(named->functions[i]),
							 mpi ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_USER,
							 OTF2_REGION_FLAG_NONE, mpi ? d->mpi : d->empty, 0, 0));
	}
}

/* Writes a group, and returns its number. */
static uint32_t write_members(struct otf2_drafting *d, const int *members, int n)
{
	uint64_t *copy = malloc(((size_t)n + 1) * sizeof(*copy));
	if (!copy) {
		note(d, OTF2_ERROR_MEM_ALLOC_FAILED);
		return 0;
	}
	for (int i = 0; i < n; i++)
		copy[i] = (uint64_t)members[i];
	note(d, OTF2_GlobalDefWriter_WriteGroup(d->to, d->groups, d->empty, OTF2_GROUP_TYPE_COMM_GROUP,
						OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, (uint32_t)n, copy));
	free(copy);
	return d->groups++;
}

/* All ranks, which other groups count by; then those groups that all share. */
static void write_world(struct otf2_drafting *d)
{
	int n = d->w->n_streams;
	uint64_t *locations = malloc(((size_t)n + 1) * sizeof(*locations));
	if (!locations) {
		note(d, OTF2_ERROR_MEM_ALLOC_FAILED);
		return;
	}
	for (int i = 0; i < n; i++)
		locations[i] = otf2_location(i, 0);
	note(d, OTF2_GlobalDefWriter_WriteGroup(d->to, GROUP_LOCATIONS, d->empty, OTF2_GROUP_TYPE_COMM_LOCATIONS,
						OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, (uint32_t)n, locations));
	note(d, OTF2_GlobalDefWriter_WriteGroup(d->to, GROUP_SELF, d->empty, OTF2_GROUP_TYPE_COMM_SELF,
						OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 0, NULL));
	free(locations);
	d->groups = GROUPS_FIXED;
}

static void write_communicators(struct otf2_drafting *d)
{
	const struct otf2_named *named = &d->w->named;
	write_world(d);
	for (size_t i = 0; i < named->n_communicators; i++) {
		const struct otf2_shared *s = &named->communicators[i];
		OTF2_CommFlag flags = s->events ? OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS : OTF2_COMM_FLAG_NONE;
		uint32_t name = s->number == 0   ? text(d, "MPI_COMM_WORLD")
				: s->number == 1 ? text(d, "MPI_COMM_SELF")
						 : numbered(d, "communicator", (long long)i);
		bool self = s->n == 1 && !s->n_remote && s->number != 0;
		uint32_t group = self ? GROUP_SELF : write_members(d, s->members, s->n);
		if (s->n_remote)
			note(d, OTF2_GlobalDefWriter_WriteInterComm(d->to, (uint32_t)i, name, group,
								    write_members(d, s->remote, s->n_remote),
								    OTF2_UNDEFINED_COMM, flags));
		else
			note(d, OTF2_GlobalDefWriter_WriteComm(d->to, (uint32_t)i, name, group, OTF2_UNDEFINED_COMM,
							       flags));
	}
}

/* Closes the events, and writes local definitions, which are empty: numbers are those of the whole archive. */
static OTF2_ErrorCode write_local(struct otf2_writing *w)
{
	OTF2_ErrorCode code = OTF2_SUCCESS;
	for (int i = 0; i < w->n_streams; i++) {
		struct otf2_stream *s = &w->streams[i];
		for (int t = 0; code == OTF2_SUCCESS && t < s->n_threads; t++) {
			w->written->events += s->places[t].events;
			if (s->places[t].writer)
				code = OTF2_Archive_CloseEvtWriter(w->archive, s->places[t].writer);
		}
	}
	if (code == OTF2_SUCCESS)
		code = OTF2_Archive_CloseEvtFiles(w->archive);
	if (code == OTF2_SUCCESS)
		code = OTF2_Archive_OpenDefFiles(w->archive);
	for (int i = 0; code == OTF2_SUCCESS && i < w->n_streams; i++) {
		for (int t = 0; code == OTF2_SUCCESS && (t < w->streams[i].n_threads || t == 0); t++) {
			OTF2_DefWriter *local = OTF2_Archive_GetDefWriter(w->archive, otf2_location(i, t));
			code = local ? OTF2_Archive_CloseDefWriter(w->archive, local) : OTF2_ERROR_FILE_CAN_NOT_OPEN;
		}
	}
	return code == OTF2_SUCCESS ? OTF2_Archive_CloseDefFiles(w->archive) : code;
}

enum status otf2_write_definitions(struct otf2_writing *w, struct error *err)
{
	struct otf2_drafting d = {.w = w, .code = write_local(w)};
	uint32_t *nodes = calloc((size_t)w->n_streams + 1, sizeof(*nodes));
	if (!nodes)
		return error_memory(err, "the archive's processes");
	d.to = d.code == OTF2_SUCCESS ? OTF2_Archive_GetGlobalDefWriter(w->archive) : NULL;
	if (!d.to) {
		note(&d, OTF2_ERROR_FILE_CAN_NOT_OPEN);
	} else {
		write_clock(&d);
		d.empty = text(&d, "");
		d.mpi = text(&d, "MPI");
		write_attributes(&d);
		write_hosts(&d, nodes);
		write_processes(&d, nodes);
		write_regions(&d);
		write_communicators(&d);
	}
	free(nodes);
	return otf2_check(d.code, &w->complaint, ERR_IO, w->dir, err);
}
