#include "schedule/goal_programs.h"
#include "schedule/order.h"

#include <stdlib.h>
#include <string.h>

/*
 * LogGOPSim's layout, little-endian and packed. Header: u64 magic, u32 ranks, u8 highest CPU, u8 highest NIC; for each
 * rank u64 start, u64 end, counted from byte 8. A rank: u32 nodes, u32 roots, u32 each root; then the nodes: u32
 * requirements, u8 type, u32 peer, u64 size, u32 tag, u8 CPU, u8 NIC, u32 how many wait for its end, u32 where they are
 * in the appendix, the same two for its start; then the appendix: u32 nodes.
 */
enum {
	MAGIC = 4223,
	BASE = 8,
	HEADER = 14,
	RANK_ENTRY = 16,
	NODE = 39,
	TYPE_SEND = 1,
	TYPE_RECEIVE = 2,
	TYPE_CALC = 3
};

/* A rank's data: bytes [0, size) at offset of the file. */
struct section {
	const unsigned char *at, *nodes, *appendix;
	size_t offset, size;
	uint32_t n, n_roots, n_appendix;
	const char *name;
	int rank, ranks;
};

static uint64_t get(const unsigned char *at, unsigned width)
{
	uint64_t value = 0;

	for (unsigned i = width; i-- > 0;)
		value = value << 8 | at[i];
	return value;
}

/* Where the nodes and the appendix of a rank lie, and whether they fit. */
static enum status lay_out(struct section *section, struct error *err)
{
	uint64_t nodes_at;

	if (section->size < 8)
		return error_set(err, ERR_INPUT, "%s: offset %zu: the data of rank %d are too short", section->name,
				 section->offset, section->rank);
	section->n = (uint32_t)get(section->at, 4);
	section->n_roots = (uint32_t)get(section->at + 4, 4);
	nodes_at = 8 + 4 * (uint64_t)section->n_roots;
	if (section->n > INT32_MAX || section->n_roots > section->n ||
	    nodes_at + NODE * (uint64_t)section->n > section->size)
		return error_set(err, ERR_INPUT,
				 "%s: offset %zu: rank %d has %u operations, %u of them at the start, which its %zu "
				 "bytes cannot hold",
				 section->name, section->offset, section->rank, section->n, section->n_roots,
				 section->size);
	section->nodes = section->at + nodes_at;
	section->appendix = section->nodes + NODE * (size_t)section->n;
	section->n_appendix = (uint32_t)((section->size - (size_t)(section->appendix - section->at)) / 4);
	return OK;
}

static enum status wrong_node(const struct section *section, uint32_t node, const char *what, uint64_t value,
			      struct error *err)
{
	size_t offset = section->offset + (size_t)(section->nodes - section->at) + NODE * (size_t)node;

	return error_set(err, ERR_INPUT, "%s: offset %zu: rank %d, operation %u: %s %llu", section->name, offset,
			 section->rank, node, what, (unsigned long long)value);
}

static enum status read_node(const struct section *section, uint32_t node, struct rank_program *program,
			     struct error *err)
{
	const unsigned char *at = section->nodes + NODE * (size_t)node;
	uint32_t peer = (uint32_t)get(at + 5, 4), tag = (uint32_t)get(at + 17, 4);
	uint64_t size = get(at + 9, 8);
	struct place place = {BUFFER_RECEIVE, 0};
	bool any = peer == UINT32_MAX && at[4] == TYPE_RECEIVE;
	size_t i;

	if (at[4] < TYPE_SEND || at[4] > TYPE_CALC)
		return wrong_node(section, node, "there is no type", at[4], err);
	if (size > INT64_MAX)
		return wrong_node(section, node, "the size is too large:", size, err);
	if (at[4] != TYPE_CALC && !any && peer >= (uint32_t)section->ranks)
		return wrong_node(section, node, "there is no rank", peer, err);
	if (at[4] != TYPE_CALC && tag > INT32_MAX && tag != UINT32_MAX)
		return wrong_node(section, node, "the tag is too large:", tag, err);
	if (at[4] == TYPE_CALC)
		i = rank_program_compute(program, size);
	else if (at[4] == TYPE_SEND)
		i = rank_program_send(program, (int)peer, tag == UINT32_MAX ? TAG_ANY : (int)tag, place, size);
	else
		i = rank_program_receive(program, any ? PEER_ANY : (int)peer, tag == UINT32_MAX ? TAG_ANY : (int)tag,
					 place, size);
	if (rank_program_status(program, err) != OK)
		return ERR_MEMORY;
	program->operations[i].cpu = at[21];
	program->operations[i].nic = at[4] == TYPE_CALC ? 0 : at[22];
	return OK;
}

/* Appends the two lists of those that wait for a node to the lists of all, of their ends first. */
static enum status read_waiting(const struct section *section, uint32_t node, struct lists *waiting, struct error *err)
{
	const unsigned char *at = section->nodes + NODE * (size_t)node + 23;

	waiting->first[node] = (uint32_t)waiting->n;
	for (int start = 0; start < 2; start++, at += 8) {
		uint32_t n = (uint32_t)get(at, 4), first = (uint32_t)get(at + 4, 4);

		if (n > 0 && (first > section->n_appendix || n > section->n_appendix - first))
			return wrong_node(section, node, "what waits for it lies outside the appendix, at", first, err);
		/* So that a small file cannot ask for a great many requirements. */
		if (n > section->n_appendix - waiting->n)
			return wrong_node(section, node,
					  "its lists and those before it have more entries than the appendix,",
					  section->n_appendix, err);
		for (uint32_t i = 0; i < n; i++) {
			uint32_t waits = (uint32_t)get(section->appendix + 4 * ((size_t)first + i), 4);

			if (waits >= section->n)
				return wrong_node(section, node, "what waits for it is not there: operation", waits,
						  err);
			waiting->entries[waiting->n++] =
				(struct requirement){.on = waits & INT32_MAX, .start = start == 1};
		}
	}
	return OK;
}

static enum status check_counts(const struct section *section, const struct rank_program *program, struct error *err)
{
	for (uint32_t i = 0; i < section->n; i++) {
		size_t n = rank_program_requirement_count(program, i);

		if (n != get(section->nodes + NODE * (size_t)i, 4))
			return wrong_node(
				section, i,
				"the number of operations that it waits for is not that of those that say so,", n, err);
	}
	return OK;
}

static enum status set_requirements(const struct section *section, struct rank_program *program, struct error *err)
{
	uint32_t *room = malloc(((size_t)section->n + 1) * sizeof(*room));
	struct requirement *entries = malloc(((size_t)section->n_appendix + 1) * sizeof(*entries));
	struct lists waiting = {.first = room, .stride = sizeof(*room), .entries = entries}, required;
	enum status status = room && entries ? OK : error_memory(err, "the requirements of a process");

	for (uint32_t i = 0; i < section->n && status == OK; i++)
		status = read_waiting(section, i, &waiting, err);
	for (size_t r = 0; status == OK && r < waiting.n; r++)
		rank_program_after(program, 0);
	if (status == OK)
		status = rank_program_status(program, err);
	if (status == OK && section->n > 0) {
		required = rank_program_lists(program);
		lists_reverse(section->n, &waiting, &required);
		status = check_counts(section, program, err);
	}
	free(room);
	free(entries);
	return status;
}

static enum status check_roots(const struct section *section, const struct rank_program *program, struct error *err)
{
	uint32_t roots = 0;

	for (uint32_t r = 0; r < section->n_roots; r++) {
		uint32_t root = (uint32_t)get(section->at + 8 + 4 * (size_t)r, 4);

		if (root >= section->n || rank_program_requirement_count(program, root) > 0)
			return error_set(err, ERR_INPUT, "%s: offset %zu: rank %d starts with operation %u, which %s",
					 section->name, section->offset + 8 + 4 * (size_t)r, section->rank, root,
					 root >= section->n ? "is not there" : "waits for others");
	}
	for (uint32_t i = 0; i < section->n; i++)
		roots += rank_program_requirement_count(program, i) == 0;
	if (roots != section->n_roots)
		return error_set(err, ERR_INPUT, "%s: offset %zu: %u operations of rank %d wait for nothing, not %u",
				 section->name, section->offset + 4, roots, section->rank, section->n_roots);
	return OK;
}

static enum status read_rank(struct section *section, struct rank_program *program, struct error *err)
{
	enum status status = lay_out(section, err);
	size_t cycle;

	for (uint32_t i = 0; i < section->n && status == OK; i++)
		status = read_node(section, i, program, err);
	if (status == OK)
		status = set_requirements(section, program, err);
	if (status == OK)
		status = check_roots(section, program, err);
	if (status != OK)
		return status;
	cycle = rank_program_cycle(program);
	if (cycle == SIZE_MAX)
		return error_memory(err, "the requirements of a process");
	return cycle == program->n
		       ? OK
		       : wrong_node(section, (uint32_t)cycle,
				    "a cycle: it waits for itself, or for others that wait for it, as operation", cycle,
				    err);
}

enum status goal_binary_program(const struct goal *goal, int rank, struct rank_program *program, struct error *err)
{
	const struct goal_section *place = &goal->sections[rank];
	struct goal_source *source = &goal->reader->source;
	struct section section = {.name = source->name,
				  .rank = rank,
				  .ranks = goal->processes,
				  .offset = (size_t)place->at,
				  .size = (size_t)place->size};

	TRY(goal_source_bytes(source, place->at, section.size, &section.at, err));
	return read_rank(&section, program, err);
}

uint64_t goal_binary_offset(const struct goal *goal, int rank, size_t operation)
{
	const struct goal_section *place = &goal->sections[rank];
	const unsigned char *counts;

	if (goal_source_bytes(&goal->reader->source, place->at, 8, &counts, NULL) != OK || operation >= get(counts, 4))
		return 0;
	return place->at + 8 + 4 * get(counts + 4, 4) + NODE * (uint64_t)operation;
}

/* Where a rank's data are, by its entry in the table; taken: the bytes of it and those before it. */
static enum status read_entry(struct goal *goal, uint32_t rank, uint64_t *taken, struct error *err)
{
	struct goal_source *source = &goal->reader->source;
	uint64_t offset = HEADER + RANK_ENTRY * (uint64_t)rank,
		 least = HEADER - BASE + RANK_ENTRY * (uint64_t)goal->processes, most = source->length - BASE, start,
		 end;
	const unsigned char *entry;
	enum status status = goal_source_bytes(source, offset, RANK_ENTRY, &entry, err);

	if (status != OK)
		return status;
	start = get(entry, 8);
	end = get(entry + 8, 8);
	if (start < least || end < start || end > most)
		return error_set(err, ERR_INPUT,
				 "%s: offset %llu: the data of rank %u are said to lie from %llu to %llu, the file has "
				 "%llu to %llu",
				 source->name, (unsigned long long)offset, rank, (unsigned long long)start,
				 (unsigned long long)end, (unsigned long long)least, (unsigned long long)most);
	*taken += end - start;
	if (*taken > most - least)
		return error_set(err, ERR_INPUT,
				 "%s: offset %llu: the data of rank %u overlap those of others: together they are "
				 "longer than the file",
				 source->name, (unsigned long long)offset, rank);
	goal->sections[rank] = (struct goal_section){.at = BASE + start, .size = end - start};
	return OK;
}

static enum status read_head(struct goal *goal, struct error *err)
{
	struct goal_source *source = &goal->reader->source;
	const unsigned char *bytes = NULL;
	uint32_t ranks;
	enum status status = goal_source_bytes(source, 0, source->length < HEADER ? 0 : HEADER, &bytes, err);

	if (status != OK)
		return status;
	if (source->length < HEADER || get(bytes, 8) != MAGIC)
		return error_set(err, ERR_INPUT,
				 "%s: offset 0: this is no binary GOAL file: it would begin with the number %d and be "
				 "at least %d bytes long",
				 source->name, MAGIC, HEADER);
	ranks = (uint32_t)get(bytes + 8, 4);
	if (ranks == 0 || ranks > INT32_MAX || (source->length - HEADER) / RANK_ENTRY < ranks)
		return error_set(err, ERR_INPUT, "%s: offset 8: %u ranks, which the file's %llu bytes cannot hold",
				 source->name, ranks, (unsigned long long)source->length);
	goal->processes = (int)ranks;
	return goal_sections_new(goal, ranks, err);
}

enum status goal_binary_open(struct goal *goal, struct error *err)
{
	uint64_t taken = 0;
	enum status status = read_head(goal, err);

	for (int r = 0; r < goal->processes && status == OK; r++)
		status = read_entry(goal, (uint32_t)r, &taken, err);
	return status;
}
