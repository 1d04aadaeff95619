/*
 * OTF2's definitions, made into sonde's. EZTrace's are taken as they are: numbers with gaps, groups that come late or
 * have a number twice, the paradigm "user" for MPI's functions.
 */
#include "trace/otf2/definitions.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "trace/otf2/names.h"
#include "trace/otf2/raw.h"

static enum status read_raw(struct otf2_raw *raw, OTF2_Reader *reader, const char *name,
			    struct otf2_complaint *complaint, struct error *err)
{
	OTF2_GlobalDefReader *definitions = OTF2_Reader_GetGlobalDefReader(reader);
	OTF2_GlobalDefReaderCallbacks *callbacks = otf2_raw_callbacks();
	OTF2_ErrorCode code = OTF2_ERROR_FILE_CAN_NOT_OPEN;
	uint64_t n = 0;
	if (definitions && callbacks)
		code = OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, callbacks, raw);
	if (code == OTF2_SUCCESS)
		code = OTF2_Reader_ReadAllGlobalDefinitions(reader, definitions, &n);
	if (callbacks)
		OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
	if (definitions)
		OTF2_Reader_CloseGlobalDefReader(reader, definitions);
	if (raw->err.status != OK)
		return error_set(err, raw->err.status, "%s: %s", name, raw->err.text);
	if (otf2_check(code, complaint, ERR_INPUT, name, err) != OK) {
		error_add(err, " (while its definitions were read)");
		return ERR_INPUT;
	}
	if (!raw->resolution)
		return error_set(err, ERR_INPUT, "%s: the archive does not say how long a tick is", name);
	return OK;
}

static enum status index_list(struct otf2_map *map, const struct otf2_raw_list *list, struct error *err)
{
	enum status status = OK;
	for (size_t i = 0; status == OK && i < list->n; i++)
		status = otf2_map_set(map, list->entries[i].self, i, err);
	return status;
}

/* The locations that stand for MPI's processes, in the order of their ranks. NULL: the archive has none. */
static const struct otf2_raw_group *find_world(const struct otf2_raw *raw)
{
	for (size_t i = 0; i < raw->n_groups; i++)
		if (raw->groups[i].type == OTF2_GROUP_TYPE_COMM_LOCATIONS)
			return &raw->groups[i];
	return NULL;
}

static enum status add_location(struct otf2_process *process, uint64_t location, struct error *err)
{
	for (size_t i = 0; i < process->n_locations; i++)
		if (process->locations[i] == location)
			return OK;
	void *locations =
		memory_grow(process->locations, &process->room, process->n_locations + 1, sizeof(*process->locations));
	if (!locations)
		return error_memory(err, "the archive's locations");
	process->locations = locations;
	process->locations[process->n_locations++] = location;
	return OK;
}

/* The name of the machine's node that a process is on. */
static const char *host_of(const struct otf2_raw *raw, uint64_t node)
{
	const struct otf2_raw_list *nodes = &raw->lists[OTF2_RAW_NODES];
	for (size_t i = 0; i < nodes->n; i++)
		if (nodes->entries[i].self == node)
			return otf2_raw_text(raw, nodes->entries[i].name);
	return "";
}

/* What is looked up while processes are made. */
struct making {
	const struct otf2_raw *raw;
	struct otf2_map process;  /* a process' number to its place in raw's list */
	struct otf2_map location; /* a location's likewise */
	size_t *rank;             /* of the processes of raw's list, SIZE_MAX: none */
};

static enum status begin_process(struct otf2_definitions *d, const struct making *m, size_t entry, struct error *err)
{
	if (m->rank[entry] != SIZE_MAX)
		return error_set(err, ERR_INPUT, "two ranks are one process");
	const struct otf2_raw_entry *e = &m->raw->lists[OTF2_RAW_PROCESSES].entries[entry];
	m->rank[entry] = (size_t)d->n_processes;
	d->processes[d->n_processes++].process =
		(struct trace_process){.host = host_of(m->raw, e->parent), .binding = "", .complete = true};
	return OK;
}

/* MPI's processes by their ranks; of an archive that has no MPI all processes in their order. */
static enum status rank_processes(struct otf2_definitions *d, const struct making *m, struct error *err)
{
	const struct otf2_raw_list *processes = &m->raw->lists[OTF2_RAW_PROCESSES];
	const struct otf2_raw_list *locations = &m->raw->lists[OTF2_RAW_LOCATIONS];
	const struct otf2_raw_group *world = find_world(m->raw);
	enum status status = OK;
	for (size_t i = 0; status == OK && !world && i < processes->n; i++)
		if (processes->entries[i].type == OTF2_LOCATION_GROUP_TYPE_PROCESS)
			status = begin_process(d, m, i, err);
	for (uint32_t i = 0; status == OK && world && i < world->n; i++) {
		size_t at = otf2_map_get(&m->location, world->members[i]);
		size_t process = at == OTF2_MAP_NONE ? at : otf2_map_get(&m->process, locations->entries[at].parent);
		if (process == OTF2_MAP_NONE)
			return error_set(err, ERR_INPUT, "rank %u is at a location that is not defined", i);
		status = begin_process(d, m, process, err);
		if (status == OK)
			status = add_location(&d->processes[d->n_processes - 1], world->members[i], err);
	}
	if (status == OK && !d->n_processes)
		status = error_set(err, ERR_INPUT, "no processes");
	return status;
}

static enum status make_processes(struct otf2_definitions *d, struct making *m, struct error *err)
{
	const struct otf2_raw_list *processes = &m->raw->lists[OTF2_RAW_PROCESSES];
	const struct otf2_raw_list *locations = &m->raw->lists[OTF2_RAW_LOCATIONS];
	size_t room = processes->n + 1;
	d->processes = calloc(room, sizeof(*d->processes));
	m->rank = malloc(room * sizeof(*m->rank));
	if (!d->processes || !m->rank)
		return error_memory(err, "the archive's processes");
	for (size_t i = 0; i < room; i++)
		m->rank[i] = SIZE_MAX;
	enum status status = index_list(&m->process, processes, err);
	if (status == OK)
		status = index_list(&m->location, locations, err);
	if (status == OK)
		status = rank_processes(d, m, err);
	for (size_t i = 0; status == OK && i < locations->n; i++) {
		const struct otf2_raw_entry *e = &locations->entries[i];
		size_t at = otf2_map_get(&m->process, e->parent);
		if (e->type != OTF2_LOCATION_TYPE_CPU_THREAD || at == OTF2_MAP_NONE || m->rank[at] == SIZE_MAX)
			continue;
		status = add_location(&d->processes[m->rank[at]], e->self, err);
		d->processes[m->rank[at]].events += e->events;
	}
	for (int i = 0; i < d->n_processes; i++)
		d->processes[i].process.threads = (int)d->processes[i].n_locations;
	return status;
}

static enum status make_regions(struct otf2_definitions *d, const struct otf2_raw *raw, struct error *err)
{
	const struct otf2_raw_list *list = &raw->lists[OTF2_RAW_REGIONS];
	d->regions = calloc(list->n + 1, sizeof(*d->regions));
	if (!d->regions)
		return error_memory(err, "the archive's regions");
	for (size_t i = 0; i < list->n; i++) {
		const char *name = otf2_raw_text(raw, list->entries[i].name);
		d->regions[i] = (struct otf2_region){name, otf2_function_find(name)};
	}
	d->n_regions = list->n;
	return index_list(&d->region, list, err);
}

/* The rank of a member of a group, -1 if it is none. */
static int rank_of(const struct otf2_definitions *d, const struct otf2_raw_group *group, uint64_t member)
{
	if (group->type == OTF2_GROUP_TYPE_COMM_GROUP && !(group->flags & OTF2_GROUP_FLAG_GLOBAL_MEMBERS))
		return member < (uint64_t)d->n_processes ? (int)member : -1;
	for (int i = 0; i < d->n_processes; i++)
		if (d->processes[i].n_locations && d->processes[i].locations[0] == member)
			return i;
	return -1;
}

static enum status make_members(struct otf2_definitions *d, const struct otf2_raw_group *group, int **members, int *n,
				struct error *err)
{
	*members = malloc((group->n + 1) * sizeof(**members));
	if (!*members)
		return error_memory(err, "the archive's communicators");
	*n = (int)group->n;
	for (int i = 0; i < *n; i++)
		/* The locations themselves: each is its rank. */
		(*members)[i] =
			group->type == OTF2_GROUP_TYPE_COMM_LOCATIONS ? i : rank_of(d, group, group->members[i]);
	return OK;
}

static enum status make_communicator(struct otf2_definitions *d, const struct otf2_raw *raw,
				     const struct otf2_map *groups, size_t at, struct error *err)
{
	const struct otf2_raw_entry *e = &raw->lists[OTF2_RAW_COMMS].entries[at];
	struct otf2_communicator *c = &d->communicators[at];
	size_t group = otf2_map_get(groups, e->parent), other = otf2_map_get(groups, e->other);
	if (group == OTF2_MAP_NONE || (e->other != OTF2_UNDEFINED_GROUP && other == OTF2_MAP_NONE))
		return error_set(err, ERR_INPUT, "communicator %llu has a group that is not defined",
				 (unsigned long long)e->self);
	c->self = raw->groups[group].type == OTF2_GROUP_TYPE_COMM_SELF;
	if (c->self) {
		if (!strcmp(otf2_raw_text(raw, e->name), "MPI_COMM_SELF"))
			c->number = 1;
		return OK;
	}
	enum status status = make_members(d, &raw->groups[group], &c->members, &c->n, err);
	if (status == OK && e->other != OTF2_UNDEFINED_GROUP)
		status = make_members(d, &raw->groups[other], &c->remote, &c->n_remote, err);
	return status;
}

/* All processes in their order. */
static bool is_world(const struct otf2_definitions *d, const struct otf2_communicator *c)
{
	bool all = !c->self && !c->n_remote && c->n == d->n_processes;
	for (int i = 0; all && i < c->n; i++)
		all = c->members[i] == i;
	return all;
}

static enum status make_communicators(struct otf2_definitions *d, const struct otf2_raw *raw, struct error *err)
{
	const struct otf2_raw_list *list = &raw->lists[OTF2_RAW_COMMS];
	struct otf2_map groups = {0};
	d->communicators = calloc(list->n + 1, sizeof(*d->communicators));
	enum status status = d->communicators ? OK : error_memory(err, "the archive's communicators");
	for (size_t i = 0; status == OK && i < raw->n_groups; i++)
		status = otf2_map_set(&groups, raw->groups[i].self, i, err);
	d->n_communicators = status == OK ? list->n : 0;
	int number = 2; /* 0 and 1 are MPI_COMM_WORLD and MPI_COMM_SELF */
	bool world = false;
	for (size_t i = 0; status == OK && i < list->n; i++) {
		status = make_communicator(d, raw, &groups, i, err);
		struct otf2_communicator *c = &d->communicators[i];
		bool first = status == OK && !world && is_world(d, c);
		if (status == OK && !first && c->number != 1)
			c->number = number++;
		world |= first;
	}
	otf2_map_release(&groups);
	return status == OK ? index_list(&d->communicator, list, err) : status;
}

static uint32_t find_attribute(const struct otf2_raw *raw, const char *name)
{
	const struct otf2_raw_list *list = &raw->lists[OTF2_RAW_ATTRIBUTES];
	for (size_t i = 0; i < list->n; i++)
		if (!strcmp(otf2_raw_text(raw, list->entries[i].name), name))
			return (uint32_t)list->entries[i].self;
	return OTF2_UNDEFINED_ATTRIBUTE;
}

enum status otf2_definitions_read(struct otf2_definitions *d, OTF2_Reader *reader, const char *name,
				  struct otf2_complaint *complaint, struct error *err)
{
	*d = (struct otf2_definitions){0};
	d->raw = calloc(1, sizeof(*d->raw));
	if (!d->raw)
		return error_memory(err, "the archive's definitions");
	enum status status = read_raw(d->raw, reader, name, complaint, err);
	if (status != OK)
		return status;
	struct making making = {.raw = d->raw};
	struct error why = {0};
	d->tick = 1 / (double)d->raw->resolution;
	d->offset = d->raw->offset;
	d->polls = find_attribute(d->raw, OTF2_NAME_POLLS);
	d->inside = find_attribute(d->raw, OTF2_NAME_INSIDE);
	status = make_processes(d, &making, &why);
	if (status == OK)
		status = make_regions(d, d->raw, &why);
	if (status == OK)
		status = make_communicators(d, d->raw, &why);
	otf2_map_release(&making.process);
	otf2_map_release(&making.location);
	free(making.rank);
	return status == OK ? OK : error_set(err, status, "%s: %s", name, why.text);
}

void otf2_definitions_release(struct otf2_definitions *d)
{
	for (int i = 0; i < d->n_processes; i++)
		free(d->processes[i].locations);
	for (size_t i = 0; i < d->n_communicators; i++) {
		free(d->communicators[i].members);
		free(d->communicators[i].remote);
	}
	free(d->processes);
	free(d->communicators);
	free(d->regions);
	otf2_map_release(&d->region);
	otf2_map_release(&d->communicator);
	if (d->raw)
		otf2_raw_release(d->raw);
	free(d->raw);
	*d = (struct otf2_definitions){0};
}
