#include "schedule/goal.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Bytes to be written; the layout is told in goal_binary.c. */
struct bytes {
	unsigned char *at;
	size_t n, capacity;
	bool out_of_memory;
};

static void put(struct bytes *bytes, uint64_t value, unsigned width)
{
	unsigned char *grown = memory_grow(bytes->at, &bytes->capacity, bytes->n + width, 1);

	if (!grown) {
		bytes->out_of_memory = true;
		return;
	}
	bytes->at = grown;
	for (unsigned i = 0; i < width; i++)
		grown[bytes->n++] = (unsigned char)(value >> 8 * i);
}

/* Those that wait for each operation: lists[2 * i] of its end, [2 * i + 1] of its start. counts: how many; entries: one list after the other. */
struct waiting {
	uint32_t *counts, *firsts, *entries;
};

static void waiting_release(struct waiting *waiting)
{
	free(waiting->counts);
	free(waiting->firsts);
	free(waiting->entries);
}

static enum status turn_round(const struct part *part, struct waiting *waiting, struct error *err)
{
	uint32_t sum = 0;

	waiting->counts = calloc(2 * part->n + 1, sizeof(*waiting->counts));
	waiting->firsts = calloc(2 * part->n + 1, sizeof(*waiting->firsts));
	waiting->entries = calloc(part->n_requirements + 1, sizeof(*waiting->entries));
	if (!waiting->counts || !waiting->firsts || !waiting->entries)
		return error_memory(err, "a process's part of the schedule");
	for (size_t r = 0; r < part->n_requirements; r++)
		waiting->counts[2 * (size_t)part->requirements[r].on + part->requirements[r].start]++;
	for (size_t l = 0; l < 2 * part->n; l++) {
		waiting->firsts[l] = sum;
		sum += waiting->counts[l];
	}
	for (size_t i = 0; i < part->n; i++) {
		for (size_t r = part->operations[i].first, end = r + part_requirement_count(part, i); r < end; r++)
			waiting->entries[waiting->firsts[2 * (size_t)part->requirements[r].on + part->requirements[r].start]++] = (uint32_t)i;
	}
	for (size_t l = 0; l < 2 * part->n; l++)
		waiting->firsts[l] -= waiting->counts[l];
	return OK;
}

static void put_operation(struct bytes *bytes, const struct part *part, size_t i, const struct waiting *waiting)
{
	const struct operation *op = &part->operations[i];
	bool message = op->kind == OP_SEND || op->kind == OP_RECEIVE;

	put(bytes, part_requirement_count(part, i), 4);
	put(bytes, op->kind == OP_SEND ? 1 : op->kind == OP_RECEIVE ? 2 : 3, 1);
	put(bytes, message ? (uint32_t)op->peer : 0, 4);
	put(bytes, message || op->kind == OP_COMPUTE ? op->count : 0, 8);
	put(bytes, message ? (uint32_t)op->tag : 0, 4);
	put(bytes, op->cpu, 1);
	put(bytes, op->nic, 1);
	for (size_t l = 2 * i; l < 2 * i + 2; l++) {
		put(bytes, waiting->counts[l], 4);
		put(bytes, waiting->firsts[l], 4);
	}
}

static enum status put_part(struct bytes *bytes, const struct part *part, struct error *err)
{
	struct waiting waiting = {0};
	uint32_t roots = 0;
	enum status status = turn_round(part, &waiting, err);

	for (size_t i = 0; i < part->n; i++)
		roots += part_requirement_count(part, i) == 0;
	put(bytes, part->n, 4);
	put(bytes, roots, 4);
	for (size_t i = 0; i < part->n; i++) {
		if (part_requirement_count(part, i) == 0)
			put(bytes, i, 4);
	}
	for (size_t i = 0; i < part->n && status == OK; i++)
		put_operation(bytes, part, i, &waiting);
	for (size_t r = 0; r < part->n_requirements && status == OK; r++)
		put(bytes, waiting.entries[r], 4);
	waiting_release(&waiting);
	return status == OK && bytes->out_of_memory ? error_memory(err, "a process's part of the schedule") : status;
}

static enum status write_bytes(const struct bytes *bytes, FILE *out, struct error *err)
{
	return fwrite(bytes->at, 1, bytes->n, out) == bytes->n ? OK : error_set(err, ERR_IO, "the GOAL file cannot be written: %s", strerror(errno));
}

/* The ranks one after the other; their places go into table, the highest CPU and NIC into most. */
static enum status write_parts(const struct schedule *schedule, FILE *out, struct bytes *table, uint8_t most[2], struct error *err)
{
	struct part part = {0};
	struct bytes bytes = {0};
	uint64_t at = 6 + 16 * (uint64_t)schedule->processes;
	enum status status = OK;

	for (int p = 0; p < schedule->processes && status == OK; p++) {
		part_clear(&part);
		bytes.n = 0;
		status = schedule->build(schedule->self, p, &part, err);
		if (status == OK)
			status = part_status(&part, err);
		if (status == OK)
			status = put_part(&bytes, &part, err);
		for (size_t i = 0; i < part.n && status == OK; i++) {
			most[0] = part.operations[i].cpu > most[0] ? part.operations[i].cpu : most[0];
			most[1] = part.operations[i].nic > most[1] ? part.operations[i].nic : most[1];
		}
		if (status == OK)
			status = write_bytes(&bytes, out, err);
		put(table, at, 8);
		at += bytes.n;
		put(table, at, 8);
	}
	free(bytes.at);
	part_release(&part);
	return status;
}

enum status goal_write_binary(const struct schedule *schedule, FILE *out, struct error *err)
{
	struct bytes header = {0}, table = {0};
	uint8_t most[2] = {0, 0};
	long begin = ftell(out);
	enum status status = OK;

	if (begin < 0 || fseek(out, begin + 14 + 16 * (long)schedule->processes, SEEK_SET) != 0)
		return error_set(err, ERR_IO, "a binary GOAL file cannot be written where one cannot go back: %s", strerror(errno));
	status = write_parts(schedule, out, &table, most, err);
	put(&header, 4223, 8);
	put(&header, (uint32_t)schedule->processes, 4);
	put(&header, most[0], 1);
	put(&header, most[1], 1);
	if (status == OK && (header.out_of_memory || table.out_of_memory))
		status = error_memory(err, "the head of a GOAL file");
	if (status == OK && fseek(out, begin, SEEK_SET) != 0)
		status = error_set(err, ERR_IO, "the GOAL file cannot be written: %s", strerror(errno));
	if (status == OK)
		status = write_bytes(&header, out, err);
	if (status == OK)
		status = write_bytes(&table, out, err);
	if (status == OK && (fseek(out, 0, SEEK_END) != 0 || fflush(out) != 0))
		status = error_set(err, ERR_IO, "the GOAL file cannot be written: %s", strerror(errno));
	free(header.at);
	free(table.at);
	return status;
}
