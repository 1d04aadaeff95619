#include "mpi/tracer/communicators.h"

#include <stdlib.h>

const struct tracer_communicator tracer_no_communicator = {.number = -1};

/* Hashes one number more. */
static uint64_t mixed(uint64_t hash, uint64_t number)
{
	hash = (hash + number + 1) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ hash >> 29;
}

static uint64_t hash_of(const int *members, int n)
{
	uint64_t hash = (uint64_t)n;
	for (int i = 0; i < n; i++)
		hash = mixed(hash, (uint64_t)members[i] + 1);
	return hash;
}

/* The ranks of a group in MPI_COMM_WORLD, -1 of processes that are not in it. NULL: memory is out. */
static int *world_ranks(const struct tracer_communicators *all, MPI_Group group, int n)
{
	int *ranks = malloc(((size_t)n * 2 + 1) * sizeof(*ranks));
	if (!ranks)
		return NULL;
	int *own = ranks + n;
	for (int i = 0; i < n; i++)
		own[i] = i;
	if (n > 0)
		tracer_own.Group_translate_ranks(group, n, own, all->world, ranks);
	for (int i = 0; i < n; i++)
		if (ranks[i] == MPI_UNDEFINED)
			ranks[i] = -1;
	return ranks;
}

/* Its members as ranks of the world, and those of its other group if it has one. */
struct members {
	int n, n_remote;
	int *own, *remote;
};

static bool ask_members(const struct tracer_communicators *all, MPI_Comm comm, bool inter, struct members *members)
{
	MPI_Group group;
	tracer_own.Comm_size(comm, &members->n);
	tracer_own.Comm_group(comm, &group);
	members->own = world_ranks(all, group, members->n);
	tracer_own.Group_free(&group);
	if (inter) {
		tracer_own.Comm_remote_size(comm, &members->n_remote);
		tracer_own.Comm_remote_group(comm, &group);
		members->remote = world_ranks(all, group, members->n_remote);
		tracer_own.Group_free(&group);
	}
	return members->own && (members->remote || !inter);
}

int64_t communicators_count(const struct tracer_communicator *parent)
{
	return ((struct tracer_communicator *)parent)->n_made++;
}

/* Members of both groups of an intercommunicator come to the same. */
static uint64_t make_key(struct tracer_communicators *all, const struct tracer_communicator *parent, int64_t before,
			 const struct members *members, bool inter)
{
	uint64_t own = hash_of(members->own, members->n);
	if (inter) {
		const uint64_t remote = hash_of(members->remote, members->n_remote);
		own = mixed(own < remote ? own : remote, own < remote ? remote : own);
	}
	const uint64_t alike = mixed(mixed(parent && !inter ? parent->key : 0, own), inter);
	if (parent && !inter && before >= 0)
		return mixed(mixed(alike, (uint64_t)before), 1);
	struct map *counts = parent && !inter ? &((struct tracer_communicator *)parent)->made : &all->made;
	struct map_entry *made = map_enter(counts, alike, 0);
	return mixed(alike, made ? (uint64_t)made->value++ : 0);
}

static struct tracer_communicator *new_communicator(struct tracer_communicators *all, MPI_Comm made)
{
	if (all->n_free == 0) {
		const size_t size = all->size ? all->size * 2 : 16;
		struct tracer_communicator **places = realloc(all->all, size * sizeof(*places));
		if (places)
			all->all = places;
		int *free_places = realloc(all->free_places, size * sizeof(*free_places));
		if (free_places)
			all->free_places = free_places;
		if (!places || !free_places)
			return NULL;
		for (size_t i = size; i > all->size; i--) {
			all->all[i - 1] = NULL;
			all->free_places[all->n_free++] = (int)i - 1;
		}
		all->size = size;
	}
	struct tracer_communicator *new = calloc(1, sizeof(*new));
	const int place = all->free_places[all->n_free - 1];
	if (!new || !map_add(&all->places, tracer_key_comm(made), place)) {
		free(new);
		return NULL;
	}
	all->n_free--;
	all->all[place] = new;
	return new;
}

int64_t communicators_add(struct tracer_communicators *all, struct trace_stream *stream,
			  const struct tracer_communicator *parent, int64_t before, MPI_Comm made, MPI_Comm like)
{
	communicators_remove(all, stream, made);
	struct members members = {0};
	int inter = 0;
	tracer_own.Comm_test_inter(like, &inter);
	struct tracer_communicator *new = ask_members(all, like, inter, &members) ? new_communicator(all, made) : NULL;
	if (new) {
		new->number = all->n++;
		new->key = make_key(all, parent, before, &members, inter);
		new->inter = inter;
		new->size = members.n;
		new->others = inter ? members.n_remote : members.n;
		tracer_own.Comm_rank(like, &new->own);
		if (new->number > 1)
			trace_stream_communicator(stream, (int)new->number, new->key, new->own, members.own, members.n,
						  members.remote, members.n_remote);
	}
	free(members.own);
	free(members.remote);
	return new ? new->number : -1;
}

const struct tracer_communicator *communicators_look(struct tracer_communicators *all, MPI_Comm comm)
{
	const int64_t place = map_value(&all->places, tracer_key_comm(comm));
	if (place == MAP_NONE)
		return &tracer_no_communicator;
	all->last_handle = tracer_key_comm(comm);
	all->last = all->all[place];
	return all->last;
}

static void communicator_free(struct tracer_communicator *communicator)
{
	if (communicator && communicator->neighbours) {
		free(communicator->neighbours->out);
		free(communicator->neighbours->in);
		free(communicator->neighbours);
	}
	if (communicator)
		map_release(&communicator->made);
	free(communicator);
}

int64_t communicators_remove(struct tracer_communicators *all, struct trace_stream *stream, MPI_Comm comm)
{
	struct map_entry *entry = map_find(&all->places, tracer_key_comm(comm));
	if (!entry)
		return -1;
	const int place = (int)entry->value;
	const int64_t number = all->all[place]->number;
	if (number <= 1)
		return number; /* a program cannot free these: MPI will say so */
	map_remove(&all->places, entry);
	communicator_free(all->all[place]);
	all->all[place] = NULL;
	all->free_places[all->n_free++] = place;
	all->last = NULL;
	trace_stream_communicator_end(stream, (int)number);
	return number;
}

bool communicators_begin(struct tracer_communicators *all)
{
	struct trace_stream *stream = NULL; /* streams know these two */
	tracer_own.Comm_group(MPI_COMM_WORLD, &all->world);
	return communicators_add(all, stream, NULL, -1, MPI_COMM_WORLD, MPI_COMM_WORLD) == 0 &&
	       communicators_add(all, stream, NULL, -1, MPI_COMM_SELF, MPI_COMM_SELF) == 1;
}

void communicators_release(struct tracer_communicators *all)
{
	for (size_t i = 0; i < all->size; i++)
		communicator_free(all->all[i]);
	free(all->all);
	free(all->free_places);
	map_release(&all->places);
	map_release(&all->made);
	*all = (struct tracer_communicators){0};
}
