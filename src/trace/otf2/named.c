#include "trace/otf2/named.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static int *copy_of(const int *members, int n)
{
	int *copy = malloc(((size_t)n + 1) * sizeof(*copy));
	for (int i = 0; copy && i < n; i++)
		copy[i] = members[i];
	return copy;
}

enum status otf2_named_communicator(struct otf2_named *named, const struct trace_communicator *c, uint32_t *number,
				    struct error *err)
{
	size_t at = otf2_map_get(&named->communicator, c->key);
	*number = (uint32_t)at;
	if (at != OTF2_MAP_NONE)
		return OK;
	void *room = memory_grow(named->communicators, &named->communicators_room, named->n_communicators + 1,
				 sizeof(*named->communicators));
	if (!room)
		return error_memory(err, "the archive's communicators");
	named->communicators = room;
	struct otf2_shared *s = &named->communicators[named->n_communicators];
	*s = (struct otf2_shared){.key = c->key, .number = c->number, .n = c->n, .n_remote = c->n_remote};
	s->members = copy_of(c->members, c->n);
	s->remote = copy_of(c->remote, c->n_remote);
	*number = (uint32_t)named->n_communicators++;
	if (!s->members || !s->remote)
		return error_memory(err, "the archive's communicators");
	return otf2_map_set(&named->communicator, c->key, *number, err);
}

static int rank_in(const int *members, int n, int process)
{
	if (process >= 0 && process < n && members[process] == process)
		return process;
	for (int i = 0; i < n; i++)
		if (members[i] == process)
			return i;
	return -1;
}

int otf2_named_rank(const struct otf2_named *named, uint32_t communicator, int own, int process)
{
	const struct otf2_shared *s = &named->communicators[communicator];
	if (s->n == 1 && !s->n_remote)
		return 0; /* MPI_COMM_SELF is one for all, with the members of one */
	if (!s->n_remote || rank_in(s->remote, s->n_remote, own) >= 0)
		return rank_in(s->members, s->n, process);
	return rank_in(s->remote, s->n_remote, process);
}

static enum status add_region(struct otf2_named *named, const char *name, int function, uint32_t *number,
			      struct error *err)
{
	void *regions =
		memory_grow(named->regions, &named->regions_room, named->n_regions + 1, sizeof(*named->regions));
	if (regions)
		named->regions = regions;
	void *functions =
		memory_grow(named->functions, &named->functions_room, named->n_regions + 1, sizeof(*named->functions));
	if (functions)
		named->functions = functions;
	char *copy = memory_text(name);
	if (!regions || !functions || !copy) {
		free(copy);
		return error_memory(err, "the archive's regions");
	}
	named->regions[named->n_regions] = copy;
	named->functions[named->n_regions] = function;
	*number = (uint32_t)named->n_regions++;
	return OK;
}

enum status otf2_named_region(struct otf2_named *named, const struct trace_call *call, uint32_t *number,
			      struct error *err)
{
	if (call->function != trace_region_begin && call->function != trace_region_end) {
		/* The number plus one; 0: it has none yet. */
		uint32_t *known = &named->function[call->function];
		enum status status = OK;
		if (!*known) {
			status = add_region(named, trace_function_name(call->function), (int)call->function, number,
					    err);
			*known = status == OK ? *number + 1 : 0;
		}
		*number = *known - 1;
		return status;
	}
	const char *name = call->region ? call->region : "region";
	for (size_t i = 0; i < named->n_regions; i++) {
		if (named->functions[i] == TRACE_FUNCTIONS && !strcmp(named->regions[i], name)) {
			*number = (uint32_t)i;
			return OK;
		}
	}
	return add_region(named, name, TRACE_FUNCTIONS, number, err);
}

void otf2_named_release(struct otf2_named *named)
{
	for (size_t i = 0; i < named->n_communicators; i++) {
		free(named->communicators[i].members);
		free(named->communicators[i].remote);
	}
	for (size_t i = 0; i < named->n_regions; i++)
		free(named->regions[i]);
	free(named->communicators);
	free(named->regions);
	free(named->functions);
	otf2_map_release(&named->communicator);
	*named = (struct otf2_named){0};
}
