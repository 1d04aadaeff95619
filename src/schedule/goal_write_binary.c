#include "schedule/goal.h"

#include "base/memory.h"
#include "schedule/goal_programs.h"
#include "schedule/order.h"

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

static enum status reverse_requirements(const struct rank_program *program, struct lists *waiting, struct error *err)
{
	struct lists required = rank_program_lists(program);

	*waiting = (struct lists){.first = calloc(program->n + 1, sizeof(*waiting->first)),
				  .stride = sizeof(*waiting->first),
				  .entries = calloc(program->n_requirements + 1, sizeof(*waiting->entries))};
	if (!waiting->first || !waiting->entries)
		return error_memory(err, "a process's program");
	lists_reverse(program->n, &required, waiting);
	waiting->first[program->n] = (uint32_t)waiting->n;
	return OK;
}

/* How many wait for an operation's end, or its start. In the appendix the first kind comes first. */
static uint32_t count_waiting(const struct lists *waiting, size_t i, bool start)
{
	uint32_t n = 0;

	for (uint32_t w = waiting->first[i]; w < waiting->first[i + 1]; w++)
		n += waiting->entries[w].start == start;
	return n;
}

static void put_operation(struct bytes *bytes, const struct rank_program *program, size_t i,
			  const struct lists *waiting)
{
	const struct operation *op = &program->operations[i];
	bool message = op->kind == OP_SEND || op->kind == OP_RECEIVE;
	uint32_t ends = count_waiting(waiting, i, false);

	put(bytes, rank_program_requirement_count(program, i), 4);
	put(bytes, op->kind == OP_SEND ? 1 : op->kind == OP_RECEIVE ? 2 : 3, 1);
	put(bytes, message ? (uint32_t)op->peer : 0, 4);
	put(bytes, message || op->kind == OP_COMPUTE ? op->count : 0, 8);
	put(bytes, message ? (uint32_t)op->tag : 0, 4);
	put(bytes, op->cpu, 1);
	put(bytes, op->nic, 1);
	put(bytes, ends, 4);
	put(bytes, waiting->first[i], 4);
	put(bytes, count_waiting(waiting, i, true), 4);
	put(bytes, waiting->first[i] + ends, 4);
}

static void put_waiting(struct bytes *bytes, size_t i, const struct lists *waiting)
{
	for (int start = 0; start < 2; start++) {
		for (uint32_t w = waiting->first[i]; w < waiting->first[i + 1]; w++) {
			if (waiting->entries[w].start == start)
				put(bytes, waiting->entries[w].on, 4);
		}
	}
}

static enum status put_program(struct bytes *bytes, const struct rank_program *program, struct error *err)
{
	struct lists waiting;
	uint32_t roots = 0;
	enum status status = reverse_requirements(program, &waiting, err);

	for (size_t i = 0; i < program->n; i++)
		roots += rank_program_requirement_count(program, i) == 0;
	put(bytes, program->n, 4);
	put(bytes, roots, 4);
	for (size_t i = 0; i < program->n; i++) {
		if (rank_program_requirement_count(program, i) == 0)
			put(bytes, i, 4);
	}
	for (size_t i = 0; i < program->n && status == OK; i++)
		put_operation(bytes, program, i, &waiting);
	for (size_t i = 0; i < program->n && status == OK; i++)
		put_waiting(bytes, i, &waiting);
	free(waiting.first);
	free(waiting.entries);
	return status == OK && bytes->out_of_memory ? error_memory(err, "a process's program") : status;
}

static enum status write_bytes(const struct bytes *bytes, FILE *out, struct error *err)
{
	return goal_written(fwrite(bytes->at, 1, bytes->n, out) == bytes->n, err);
}

/* The ranks one after the other; their places go into table, the highest CPU and NIC into most. */
static enum status write_programs(const struct schedule *schedule, FILE *out, struct bytes *table, uint8_t most[2],
				  struct error *err)
{
	struct rank_program program = {0};
	struct bytes bytes = {0};
	uint64_t at = 6 + 16 * (uint64_t)schedule->processes;
	enum status status = OK;

	for (int p = 0; p < schedule->processes && status == OK; p++) {
		rank_program_clear(&program);
		bytes.n = 0;
		status = schedule->build(schedule->self, p, &program, err);
		if (status == OK)
			status = rank_program_status(&program, err);
		if (status == OK)
			status = put_program(&bytes, &program, err);
		for (size_t i = 0; i < program.n && status == OK; i++) {
			most[0] = program.operations[i].cpu > most[0] ? program.operations[i].cpu : most[0];
			most[1] = program.operations[i].nic > most[1] ? program.operations[i].nic : most[1];
		}
		if (status == OK)
			status = write_bytes(&bytes, out, err);
		put(table, at, 8);
		at += bytes.n;
		put(table, at, 8);
	}
	free(bytes.at);
	rank_program_release(&program);
	return status;
}

enum status goal_write_binary(const struct schedule *schedule, FILE *out, struct error *err)
{
	struct bytes header = {0}, table = {0};
	uint8_t most[2] = {0, 0};
	long begin = ftell(out);
	enum status status = OK;

	if (begin < 0 || fseek(out, begin + 14 + 16 * (long)schedule->processes, SEEK_SET) != 0)
		return error_set(err, ERR_IO, "a binary GOAL file cannot be written where one cannot go back: %s",
				 strerror(errno));
	status = write_programs(schedule, out, &table, most, err);
	put(&header, 4223, 8);
	put(&header, (uint32_t)schedule->processes, 4);
	put(&header, most[0], 1);
	put(&header, most[1], 1);
	if (status == OK && (header.out_of_memory || table.out_of_memory))
		status = error_memory(err, "the head of a GOAL file");
	if (status == OK)
		status = goal_written(fseek(out, begin, SEEK_SET) == 0, err);
	if (status == OK)
		status = write_bytes(&header, out, err);
	if (status == OK)
		status = write_bytes(&table, out, err);
	if (status == OK)
		status = goal_written(fseek(out, 0, SEEK_END) == 0 && fflush(out) == 0, err);
	free(header.at);
	free(table.at);
	return status;
}
