#include "trace/summary_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { SLOTS_FIRST = 64, MEMBERS_ROOM = 64, SELF = 1 };

/* Ranks as ranges: "0-3,8". What has no room ends in "…". */
static void write_members(const struct trace_communicator *comm, char *text)
{
	int n = comm->n + comm->n_remote;
	size_t used = 0;

	text[0] = '\0';
	for (int i = 0; i < n;) {
		const int *from = i < comm->n ? comm->members + i : comm->remote + (i - comm->n);
		int most = i < comm->n ? comm->n - i : n - i, k = 1;
		char range[32];
		const char *between = i == 0 ? "" : i == comm->n ? "|" : ",";

		while (k < most && from[k] == from[0] + k)
			k++;
		if (k > 2)
			snprintf(range, sizeof(range), "%s%d-%d", between, from[0], from[k - 1]);
		else
			snprintf(range, sizeof(range), "%s%d", between, from[0]);
		i += k > 2 ? k : 1;
		if (used + strlen(range) + sizeof("…") > MEMBERS_ROOM) {
			strcat(text, "…");
			return;
		}
		strcat(text, range);
		used += strlen(range);
	}
}

/* The communicators of single processes are one. */
static uint64_t key_of(const struct trace_communicator *comm)
{
	return comm->number == SELF ? SELF : comm->key;
}

static size_t slot_of(const struct comm_index *index, const struct trace_summary *summary, uint64_t key, bool self)
{
	size_t slot = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (index->n_slots - 1);

	while (index->slots[slot]) {
		const struct trace_comm_sum *there = &summary->comm[index->slots[slot] - 1];

		if (there->key == key && (there->number == SELF) == self)
			break;
		slot = (slot + 1) & (index->n_slots - 1);
	}
	return slot;
}

/* Twice as many slots. */
static bool grow(struct comm_index *index, const struct trace_summary *summary)
{
	struct comm_index larger = {.n_slots = index->n_slots ? 2 * index->n_slots : SLOTS_FIRST, .last = index->last};

	larger.slots = calloc(larger.n_slots, sizeof(*larger.slots));
	if (!larger.slots)
		return false;
	for (size_t i = 0; i < summary->n_comms; i++)
		larger.slots[slot_of(&larger, summary, summary->comm[i].key, summary->comm[i].number == SELF)] = i + 1;
	free(index->slots);
	*index = larger;
	return true;
}

static bool add(struct comm_index *index, struct trace_summary *summary, const struct trace_communicator *comm)
{
	size_t capacity = index->n_slots / 2;
	struct trace_comm_sum *comms = summary->comm;
	char members[MEMBERS_ROOM];

	if (!comms || summary->n_comms == capacity) {
		if (!grow(index, summary))
			return false;
		comms = realloc(comms, index->n_slots / 2 * sizeof(*comms));
		if (!comms)
			return false;
		summary->comm = comms;
	}
	write_members(comm, members);
	comms[summary->n_comms] =
		(struct trace_comm_sum){.key = key_of(comm),
					.number = comm->number,
					.made_by = TRACE_FUNCTIONS,
					.processes = comm->n + comm->n_remote,
					.members = memory_text(comm->number == SELF ? "each" : members)};
	return comms[summary->n_comms++].members != NULL;
}

bool comm_find(struct comm_index *index, struct trace_summary *summary, const struct trace_communicator *comm,
	       size_t *place)
{
	uint64_t key = key_of(comm);
	bool self = comm->number == SELF;
	size_t slot;

	*place = index->last;
	if (summary->n_comms && summary->comm[*place].key == key && (summary->comm[*place].number == SELF) == self)
		return true;
	if (!index->n_slots && !grow(index, summary))
		return false;
	slot = slot_of(index, summary, key, self);
	if (!index->slots[slot]) {
		if (!add(index, summary, comm))
			return false;
		index->slots[slot_of(index, summary, key, self)] = summary->n_comms;
		*place = summary->n_comms - 1;
	} else {
		*place = index->slots[slot] - 1;
	}
	index->last = *place;
	return true;
}
