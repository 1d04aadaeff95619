#include "schedule/check_order.h"

#include "base/memory.h"
#include "schedule/order.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD 64

static const char *const buffer_words[] = {"send", "receive", "scratch"};

static void operation_text(const struct operation *operation, char *text, size_t size)
{
	unsigned long long count = operation->count;

	switch (operation->kind) {
	case OP_SEND:
		snprintf(text, size, "send of %llu elements to process %d", count, operation->peer);
		break;
	case OP_RECEIVE:
		if (operation->peer == PEER_ANY)
			snprintf(text, size, "receive of %llu elements from any process", count);
		else
			snprintf(text, size, "receive of %llu elements from process %d", count, operation->peer);
		break;
	case OP_COPY:
		snprintf(text, size, "copy of %llu elements", count);
		break;
	case OP_REDUCE:
		snprintf(text, size, "reduction of %llu elements", count);
		break;
	default:
		snprintf(text, size, "computation of %llu ns", count);
	}
}

enum status check_fault(struct error *err, const struct rank_program *program, int process, size_t operation,
			const char *format, ...)
{
	char what[128], text[ERROR_TEXT_MAX / 2];
	va_list args;

	operation_text(&program->operations[operation], what, sizeof(what));
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return error_set(err, ERR_INPUT, "process %d, operation %zu, %s: %s", process, operation, what, text);
}

void check_order_release(struct check_order *order)
{
	free(order->bits);
	free(order->sequence);
	free(order->waiting);
	free(order->accesses);
	free(order->last);
	free(order->earlier);
	*order = (struct check_order){0};
}

static bool reads(const struct operation *operation)
{
	return operation->kind == OP_SEND || operation->kind == OP_COPY || operation->kind == OP_REDUCE;
}

static bool writes(const struct operation *operation)
{
	return operation->kind == OP_RECEIVE || operation->kind == OP_COPY || operation->kind == OP_REDUCE;
}

static enum status check_place(const struct rank_program *program, int process, size_t i, uint8_t buffer,
			       uint64_t offset, const uint64_t elements[2], struct error *err)
{
	uint64_t count = program->operations[i].count, size;

	if (buffer > BUFFER_SCRATCH)
		return check_fault(err, program, process, i, "there is no buffer %d", buffer);
	size = buffer == BUFFER_SCRATCH ? program->scratch : elements[buffer];
	if (count > 0 && (offset > size || count > size - offset))
		return check_fault(err, program, process, i, "elements %llu to %llu of the %s buffer, which has %llu",
				   (unsigned long long)offset, (unsigned long long)(offset + count - 1),
				   buffer_words[buffer], (unsigned long long)size);
	return OK;
}

static enum status check_operation(const struct rank_program *program, int process, size_t i, int processes,
				   const uint64_t elements[2], struct error *err)
{
	const struct operation *operation = &program->operations[i];
	bool message = operation->kind == OP_SEND || operation->kind == OP_RECEIVE, any = operation->kind == OP_RECEIVE;
	enum status status = OK;

	if (operation->kind > OP_COMPUTE)
		return check_fault(err, program, process, i, "there is no operation of kind %d", operation->kind);
	if (message && (operation->peer >= processes || operation->peer < (any ? PEER_ANY : 0)))
		return check_fault(err, program, process, i, "there is no such process; they are 0 to %d",
				   processes - 1);
	if (message && operation->tag < (any ? TAG_ANY : 0))
		return check_fault(err, program, process, i, "its tag %d is negative", operation->tag);
	if (reads(operation))
		status = check_place(program, process, i, operation->from, operation->from_offset, elements, err);
	if (status == OK && writes(operation))
		status = check_place(program, process, i, operation->to, operation->to_offset, elements, err);
	if (status == OK && writes(operation) && operation->count > 0 && operation->to == BUFFER_SEND)
		return check_fault(err, program, process, i, "it writes into the send buffer");
	return status;
}

/* Puts the operations into an order in which each comes after what it waits for. */
static enum status sort(struct check_order *order, const struct rank_program *program, int process, struct error *err)
{
	size_t cycle;

	for (size_t i = 0; i < program->n; i++) {
		for (size_t r = 0, count = rank_program_requirement_count(program, i); r < count; r++) {
			uint32_t on = program->requirements[program->operations[i].first + r].on;

			if (on >= program->n)
				return check_fault(err, program, process, i,
						   "it waits for operation %u, and the last one is %zu", (unsigned)on,
						   program->n - 1);
		}
	}
	cycle = rank_program_topological_order(program, order->sequence, order->waiting);
	return cycle == program->n ? OK
				   : check_fault(err, program, process, cycle,
						 "it waits for itself: its requirements go in a cycle");
}

/* Rows of bits: which operations are done, and which have started, before one starts. Without requirements on starts
 * both are the same row. */
struct reach {
	const uint64_t *done, *started;
	size_t words;
};

static bool bit(const uint64_t *rows, size_t words, size_t row, size_t i)
{
	return rows[row * words + i / WORD] >> i % WORD & 1;
}

static void fill_row(const struct rank_program *program, size_t i, uint64_t *done, uint64_t *started, size_t words)
{
	uint64_t *done_row = done + i * words, *started_row = started + i * words;

	for (size_t r = 0, count = rank_program_requirement_count(program, i); r < count; r++) {
		struct requirement on = program->requirements[program->operations[i].first + r];

		for (size_t w = 0; w < words; w++)
			done_row[w] |= done[on.on * words + w];
		for (size_t w = 0; started != done && w < words; w++)
			started_row[w] |= started[on.on * words + w];
		if (!on.start)
			done_row[on.on / WORD] |= (uint64_t)1 << on.on % WORD;
		started_row[on.on / WORD] |= (uint64_t)1 << on.on % WORD;
	}
}

static enum status fill_reach(struct check_order *order, const struct rank_program *program, struct reach *reach,
			      struct error *err)
{
	size_t words = (program->n + WORD - 1) / WORD, size = program->n * words;
	bool starts = false;
	uint64_t *bits, *started;

	for (size_t r = 0; r < program->n_requirements; r++)
		starts = starts || program->requirements[r].start;
	bits = memory_grow(order->bits, &order->bits_capacity, starts ? 2 * size : size, sizeof(*bits));
	if (!bits)
		return error_memory(err, "the order of a process's operations");
	order->bits = bits;
	memset(bits, 0, (starts ? 2 * size : size) * sizeof(*bits));
	started = starts ? bits + size : bits;
	for (size_t i = 0; i < program->n; i++)
		fill_row(program, order->sequence[i], bits, started, words);
	*reach = (struct reach){bits, started, words};
	return OK;
}

static int compare_accesses(const void *left, const void *right)
{
	const struct access *a = left, *b = right;

	if (a->buffer != b->buffer)
		return a->buffer < b->buffer ? -1 : 1;
	return a->begin < b->begin ? -1 : a->begin > b->begin;
}

static size_t list_accesses(const struct rank_program *program, struct access *accesses)
{
	size_t n = 0;

	for (size_t i = 0; i < program->n; i++) {
		const struct operation *operation = &program->operations[i];

		if (operation->count == 0)
			continue;
		if (reads(operation))
			accesses[n++] =
				(struct access){operation->from_offset, operation->from_offset + operation->count,
						(uint32_t)i, operation->from, false};
		if (writes(operation))
			accesses[n++] = (struct access){operation->to_offset, operation->to_offset + operation->count,
							(uint32_t)i, operation->to, true};
	}
	return n;
}

static void sort_accesses(struct access *accesses, size_t n)
{
	if (n > 32) {
		qsort(accesses, n, sizeof(*accesses), compare_accesses);
		return;
	}
	for (size_t i = 1; i < n; i++) {
		struct access held = accesses[i];
		size_t k = i;

		for (; k > 0 && compare_accesses(&accesses[k - 1], &held) > 0; k--)
			accesses[k] = accesses[k - 1];
		accesses[k] = held;
	}
}

static enum status check_races(struct check_order *order, const struct rank_program *program, int process,
			       const struct reach *reach, struct error *err)
{
	struct access *a = order->accesses;
	size_t n = list_accesses(program, a);

	sort_accesses(a, n);
	for (size_t i = 0; i < n; i++) {
		for (size_t k = i + 1; k < n && a[k].buffer == a[i].buffer && a[k].begin < a[i].end; k++) {
			uint32_t one = a[i].operation, other = a[k].operation;

			if (!a[i].write && !a[k].write)
				continue;
			if (one == other)
				return check_fault(err, program, process, one,
						   "it reads and writes element %llu of the %s buffer",
						   (unsigned long long)a[k].begin, buffer_words[a[k].buffer]);
			if (!bit(reach->done, reach->words, one, other) && !bit(reach->done, reach->words, other, one))
				return check_fault(err, program, process, one > other ? one : other,
						   "nothing orders it and operation %u, and both use element %llu of "
						   "the %s buffer",
						   one > other ? other : one, (unsigned long long)a[k].begin,
						   buffer_words[a[k].buffer]);
		}
	}
	return OK;
}

/* Whether operation a, of the lower index, starts no later than b: whatever it waits for has happened when b starts. */
static bool starts_first(const struct rank_program *program, const struct reach *reach, size_t a, size_t b)
{
	bool before = true;

	if (bit(reach->started, reach->words, b, a))
		return true;
	for (size_t r = 0, count = rank_program_requirement_count(program, a); before && r < count; r++) {
		struct requirement on = program->requirements[program->operations[a].first + r];

		before = bit(on.start ? reach->started : reach->done, reach->words, b, on.on);
	}
	return before;
}

static bool tags_meet(int32_t a, int32_t b)
{
	return a == b || a == TAG_ANY || b == TAG_ANY;
}

/* Checks sends, or receives, of which several have the same peer. With a receive from any process all receives have the
 * same. */
static enum status check_starts_of(struct check_order *order, const struct rank_program *program, int process,
				   const struct reach *reach, uint8_t kind, bool any, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < program->n; i++) {
		const struct operation *operation = &program->operations[i];
		uint32_t *last, earlier;

		if (operation->kind != kind)
			continue;
		last = &order->last[any ? 0 : operation->peer];
		earlier = *last;
		order->earlier[i] = earlier;
		*last = (uint32_t)i + 1;
		while (earlier > 0 && !tags_meet(program->operations[earlier - 1].tag, operation->tag))
			earlier = order->earlier[earlier - 1];
		if (earlier > 0 && !starts_first(program, reach, earlier - 1, i))
			status = check_fault(err, program, process, i,
					     "operation %u matches the same messages, and nothing orders their starts",
					     (unsigned)earlier - 1);
	}
	for (size_t i = 0; i < program->n; i++)
		if (program->operations[i].kind == kind)
			order->last[any ? 0 : program->operations[i].peer] = 0;
	return status;
}

static enum status reserve(struct check_order *order, const struct rank_program *program, int processes,
			   struct error *err)
{
	uint32_t *sequence = memory_grow(order->sequence, &order->sequence_capacity, program->n, sizeof(*sequence));
	uint32_t *waiting = memory_grow(order->waiting, &order->waiting_capacity, program->n, sizeof(*waiting));
	uint32_t *earlier = memory_grow(order->earlier, &order->earlier_capacity, program->n, sizeof(*earlier));
	struct access *accesses =
		memory_grow(order->accesses, &order->accesses_capacity, 2 * program->n, sizeof(*accesses));
	size_t held = order->last_capacity;
	uint32_t *last = memory_grow(order->last, &order->last_capacity, (size_t)processes, sizeof(*last));

	order->sequence = sequence ? sequence : order->sequence;
	order->waiting = waiting ? waiting : order->waiting;
	order->earlier = earlier ? earlier : order->earlier;
	order->accesses = accesses ? accesses : order->accesses;
	order->last = last ? last : order->last;
	if (!sequence || !waiting || !earlier || !accesses || !last)
		return error_memory(err, "the order of a process's operations");
	memset(order->last + held, 0, (order->last_capacity - held) * sizeof(*last));
	return OK;
}

enum status check_order_program(struct check_order *order, const struct rank_program *program, int process,
				int processes, const uint64_t elements[2], struct error *err)
{
	struct reach reach;
	bool any = false;
	enum status status = program->n > 0 ? reserve(order, program, processes, err) : OK;

	for (size_t i = 0; status == OK && i < program->n; i++) {
		status = check_operation(program, process, i, processes, elements, err);
		any = any || (program->operations[i].kind == OP_RECEIVE && program->operations[i].peer == PEER_ANY);
	}
	if (status == OK && program->n > 0)
		status = sort(order, program, process, err);
	if (status == OK && program->n > 0)
		status = fill_reach(order, program, &reach, err);
	if (status == OK && program->n > 0)
		status = check_races(order, program, process, &reach, err);
	if (status == OK && program->n > 1)
		status = check_starts_of(order, program, process, &reach, OP_SEND, false, err);
	if (status == OK && program->n > 1)
		status = check_starts_of(order, program, process, &reach, OP_RECEIVE, any, err);
	return status;
}
