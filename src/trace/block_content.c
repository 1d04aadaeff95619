/* What stands in a block, taken apart. */
#include "trace/block_read.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

/* s: no clock shows more. */
#define CLOCK_MOST 1e12

/* The most that a frame's bytes can become. */
static uint64_t most_of(uint64_t form, uint64_t size)
{
	return form == TRACE_FRAME_SAME ? TRACE_SAME_MAX : form == TRACE_FRAME_ZSTD ? size * TRACE_ZSTD_MOST : size;
}

/* n bytes out of a frame. A few bytes of a file never ask for much memory. */
static bool read_frame(struct trace_block_reader *reader, struct trace_cursor *cursor, uint64_t n,
		       struct trace_bytes *out)
{
	uint64_t form, size;
	const uint8_t *at;

	if (n == 0)
		return true;
	form = trace_cursor_fixed(cursor, 1);
	size = form == TRACE_FRAME_RAW ? n : form == TRACE_FRAME_SAME ? 1 : trace_cursor_fixed(cursor, 4);
	at = trace_cursor_bytes(cursor, size);
	if (!at || form > TRACE_FRAME_SAME || n > most_of(form, size))
		return false;
	if (!trace_bytes_room(out, n)) {
		reader->no_memory = true;
		return false;
	}
	if (form == TRACE_FRAME_RAW)
		memcpy(out->data + out->n, at, n);
	else if (form == TRACE_FRAME_SAME)
		memset(out->data + out->n, *at, n);
	else if (ZSTD_decompress(out->data + out->n, n, at, size) != n)
		return false;
	out->n += n;
	return true;
}

static bool read_text(struct trace_block_reader *reader, struct trace_cursor *cursor, struct trace_bytes *out)
{
	uint64_t n = trace_cursor_varint(cursor);

	out->n = 0;
	return read_frame(reader, cursor, n, out);
}

static double read_double(struct trace_cursor *cursor)
{
	uint64_t bits = trace_cursor_fixed(cursor, 8);
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static bool read_clocks(struct trace_block_reader *reader, struct trace_cursor *cursor)
{
	struct trace_block_content *content = &reader->content;
	size_t n = trace_cursor_count(cursor);

	free(content->clocks);
	content->clocks = malloc((n + 1) * sizeof(*content->clocks));
	content->n_clocks = 0;
	if (!content->clocks) {
		reader->no_memory = true;
		return false;
	}
	for (; content->n_clocks < n; content->n_clocks++) {
		struct trace_clock_pair *pair = &content->clocks[content->n_clocks];

		pair->tick = trace_cursor_fixed(cursor, 8);
		pair->node = read_double(cursor);
		pair->ahead = read_double(cursor);
		if (!(fabs(pair->node) < CLOCK_MOST) || fabs(pair->ahead) >= CLOCK_MOST)
			return false;
	}
	return !cursor->bad;
}

/* Goes past a list of members. */
static bool pass_members(struct trace_cursor *cursor)
{
	uint64_t all = trace_cursor_varint(cursor), n = 0;

	while (n < all && !cursor->bad) {
		uint64_t run;

		trace_cursor_signed(cursor);
		run = trace_cursor_varint(cursor);
		if (run > 1)
			trace_cursor_signed(cursor);
		if (run < 1 || run > all - n)
			return false;
		n += run;
	}
	return !cursor->bad;
}

static bool read_communicator(struct trace_block_reader *reader, struct trace_cursor *cursor,
			      struct trace_read_communicator *comm)
{
	struct trace_bytes *lists = &reader->content.lists;
	int64_t number = trace_cursor_signed(cursor), own;
	const uint8_t *begin;

	*comm = (struct trace_read_communicator){.key = trace_cursor_fixed(cursor, 8), .at = lists->n};
	own = trace_cursor_signed(cursor);
	begin = cursor->at;
	if (number < 0 || number > INT32_MAX || own < -1 || own > INT32_MAX || !pass_members(cursor) ||
	    !pass_members(cursor))
		return false;
	comm->number = (int)number;
	comm->own = (int)own;
	comm->n_lists = (size_t)(cursor->at - begin);
	trace_bytes_put(lists, begin, comm->n_lists);
	reader->no_memory = reader->no_memory || lists->failed;
	return !lists->failed;
}

static bool read_communicators(struct trace_block_reader *reader, struct trace_cursor *cursor)
{
	struct trace_block_content *content = &reader->content;
	size_t n = trace_cursor_count(cursor);

	if (content->taken == content->n_communicators)
		content->taken = content->n_communicators = content->lists.n = 0;
	for (size_t i = 0; i < n; i++) {
		struct trace_read_communicator *grown =
			memory_grow(content->communicators, &content->room_communicators, content->n_communicators + 1,
				    sizeof(*content->communicators));

		if (!grown) {
			reader->no_memory = true;
			return false;
		}
		content->communicators = grown;
		if (!read_communicator(reader, cursor, &grown[content->n_communicators]))
			return false;
		content->n_communicators++;
	}
	return true;
}

static bool read_groups(struct trace_block_reader *reader, struct trace_cursor *cursor)
{
	struct trace_block_content *content = &reader->content;
	size_t n = trace_cursor_count(cursor);
	uint64_t at = 0;

	content->n_groups = 0;
	for (; content->n_groups < n; content->n_groups++) {
		struct trace_read_group *grown =
			memory_grow(content->groups, &content->room_groups, content->n_groups + 1, sizeof(*grown));
		uint64_t number = trace_cursor_varint(cursor), calls = trace_cursor_varint(cursor);
		uint64_t gap = trace_cursor_varint(cursor), duration = trace_cursor_varint(cursor);

		if (!grown) {
			reader->no_memory = true;
			return false;
		}
		content->groups = grown;
		if (cursor->bad || number > UINT32_MAX || calls < 1 || calls > content->calls || gap > UINT16_MAX ||
		    duration > UINT16_MAX)
			return false;
		grown[content->n_groups] = (struct trace_read_group){.number = (uint32_t)number,
								     .calls = (uint32_t)calls,
								     .least = {(uint16_t)gap, (uint16_t)duration}};
	}
	for (int large = 1; large >= 0; large--) {
		for (size_t i = 0; i < n; i++) {
			struct trace_read_group *group = &content->groups[i];

			if ((group->calls >= TRACE_FRAME_CALLS) != large)
				continue;
			group->at = (uint32_t)at;
			at += group->calls;
		}
	}
	return at == content->calls;
}

/* For each frame group, four planes. They are placed as if each plane of all calls were in one piece. */
static bool read_planes(struct trace_block_reader *reader, struct trace_cursor *cursor)
{
	struct trace_block_content *content = &reader->content;
	struct trace_bytes part = {0};
	uint32_t at = 0;
	bool sound = true;

	content->planes.n = 0;
	if (!trace_bytes_room(&content->planes, (size_t)4 * content->calls)) {
		reader->no_memory = true;
		return false;
	}
	for (size_t i = 0; i <= content->n_groups && sound; i++) {
		uint32_t calls = i < content->n_groups ? content->groups[i].calls : content->calls - at;

		if (i < content->n_groups && calls < TRACE_FRAME_CALLS)
			continue;
		for (size_t plane = 0; plane < 4 && sound; plane++) {
			part.n = 0;
			sound = read_frame(reader, cursor, calls, &part);
			if (sound && calls > 0)
				memcpy(content->planes.data + plane * content->calls + at, part.data, calls);
		}
		at += calls;
	}
	trace_bytes_release(&part);
	return sound;
}

bool trace_block_reader_open(struct trace_block_reader *reader, const uint8_t *data, size_t n)
{
	struct trace_block_content *content = &reader->content;
	struct trace_cursor cursor = trace_cursor_of(data, n);
	uint64_t calls = trace_cursor_varint(&cursor);

	if (calls > TRACE_BLOCK_CALLS)
		return false;
	content->calls = (uint32_t)calls;
	content->first = trace_cursor_fixed(&cursor, 8);
	content->last = trace_cursor_fixed(&cursor, 8);
	content->own = reader->owns ? trace_cursor_varint(&cursor) : 0;
	return read_clocks(reader, &cursor) && read_communicators(reader, &cursor) &&
	       read_text(reader, &cursor, &content->tail) && read_text(reader, &cursor, &content->cpu) &&
	       read_text(reader, &cursor, &content->values) && read_groups(reader, &cursor) &&
	       read_planes(reader, &cursor) && !cursor.bad && cursor.at == cursor.end;
}

void trace_block_reader_release(struct trace_block_reader *reader)
{
	struct trace_block_content *content = &reader->content;

	free(content->clocks);
	free(content->communicators);
	trace_bytes_release(&content->lists);
	free(content->groups);
	trace_bytes_release(&content->tail);
	trace_bytes_release(&content->cpu);
	trace_bytes_release(&content->values);
	trace_bytes_release(&content->planes);
	for (size_t i = 0; i < reader->n_nodes; i++)
		free(reader->fields[i]);
	free(reader->fields);
	free(reader->groups);
	free(reader->numbers);
	free(reader->long_fields);
}
