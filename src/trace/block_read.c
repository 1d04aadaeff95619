#include "trace/block_read.h"

#include "base/memory.h"
#include "trace/interval.h"

#include <stdlib.h>
#include <string.h>

static bool no_memory(struct trace_block_reader *reader)
{
	reader->no_memory = true;
	return false;
}

/* Tables by number of a signature. */
static bool grow_tables(struct trace_block_reader *reader)
{
	size_t n = reader->structure->n_nodes;
	uint32_t *groups = memory_grow(reader->groups, &reader->room_groups, n + 1, sizeof(*groups));
	int64_t **fields = NULL;

	if (groups) {
		reader->groups = groups;
		fields = memory_grow(reader->fields, &reader->room_fields, n + 1, sizeof(*fields));
	}
	if (!fields)
		return no_memory(reader);
	reader->fields = fields;
	for (; reader->n_nodes < n; reader->n_nodes++) {
		groups[reader->n_nodes] = 0;
		fields[reader->n_nodes] = NULL;
	}
	return true;
}

/* Where fields go with each call, those of the call before are kept: from none at the block's begin. */
static bool begin_fields(struct trace_block_reader *reader, uint32_t number)
{
	const struct trace_read_node *node = &reader->structure->nodes[number];
	bool generic = node->form == TRACE_FORM_GENERIC;
	size_t n = generic ? TRACE_GENERIC_LAST : node->n;
	int64_t **fields = &reader->fields[number];

	if (!node->mask && !generic)
		return true;
	if (!*fields)
		*fields = malloc(n * sizeof(**fields));
	if (!*fields)
		return no_memory(reader);
	for (size_t i = 0; i < n; i++)
		(*fields)[i] = generic || !node->mask[i] ? 0 : node->fields[i];
	return true;
}

static bool begin_groups(struct trace_block_reader *reader)
{
	const struct trace_block_content *content = &reader->content;
	bool sound = true;

	memset(reader->groups, 0, reader->n_nodes * sizeof(*reader->groups));
	for (size_t i = 0; i < content->n_groups && sound; i++) {
		uint32_t number = content->groups[i].number;

		sound = number < reader->n_nodes && !reader->structure->nodes[number].is_rule &&
			reader->groups[number] == 0 && begin_fields(reader, number);
		if (sound)
			reader->groups[number] = (uint32_t)i + 1;
	}
	return sound;
}

static bool expand(struct trace_block_reader *reader, const struct trace_runs *piece, uint64_t skip)
{
	struct trace_structure *structure = reader->structure;
	const struct trace_block_content *content = &reader->content;
	size_t nodes = structure->n_nodes, functions = structure->n_functions, regions = structure->n_regions, n;
	struct trace_runs tail = {0};
	uint64_t beyond = skip > piece->calls ? skip - piece->calls : 0;
	bool sound = trace_structure_read(structure, content->tail.data, content->tail.n, &tail) &&
		     nodes == structure->n_nodes && functions == structure->n_functions &&
		     regions == structure->n_regions;

	reader->no_memory = reader->no_memory || structure->no_memory;
	sound = sound && tail.calls >= beyond && piece->calls + tail.calls - skip == content->calls;
	if (sound) {
		n = trace_structure_expand(structure, piece, skip, reader->numbers, content->calls);
		n += trace_structure_expand(structure, &tail, beyond, reader->numbers + n, content->calls - n);
		sound = n == content->calls;
	}
	trace_runs_release(&tail);
	return sound;
}

/* The call that has the next CPU time. */
static bool find_cpu(struct trace_block_reader *reader)
{
	uint64_t more;

	if (reader->cpu.at == reader->cpu.end) {
		reader->cpu_at = UINT32_MAX;
		return true;
	}
	more = trace_cursor_varint(&reader->cpu);
	if (reader->cpu.bad || more > TRACE_BLOCK_CALLS)
		return false;
	reader->cpu_at += (uint32_t)more;
	return true;
}

bool trace_block_reader_begin(struct trace_block_reader *reader, const struct trace_runs *piece, uint64_t skip)
{
	const struct trace_block_content *content = &reader->content;

	if (!reader->numbers)
		reader->numbers = malloc(TRACE_BLOCK_CALLS * sizeof(*reader->numbers));
	if (!reader->numbers)
		return no_memory(reader);
	if (!expand(reader, piece, skip) || !grow_tables(reader) || !begin_groups(reader))
		return false;
	reader->next = 0;
	reader->own = reader->began && content->first > reader->tick ? (double)(content->first - reader->tick) : 0;
	reader->tick = content->first;
	reader->values = trace_cursor_of(content->values.data, content->values.n);
	reader->cpu = trace_cursor_of(content->cpu.data, content->cpu.n);
	reader->cpu_at = 0;
	return find_cpu(reader);
}

static bool read_interval(struct trace_block_reader *reader, struct trace_read_group *group, int which, uint64_t *ticks)
{
	const struct trace_block_content *content = &reader->content;
	const uint8_t *low = content->planes.data + (size_t)2 * which * content->calls + group->at;
	uint16_t code = (uint16_t)((low[0] | low[content->calls] << 8) + group->least[which]);
	uint64_t extra = 0;

	if (reader->scale > 0 && code > TRACE_INTERVAL_LONG)
		return false;
	if (trace_interval_is_long(reader->scale, code))
		extra = trace_cursor_varint(&reader->values);
	if (extra > (reader->scale > 0 ? TRACE_INTERVAL_LONGEST : UINT64_MAX >> 2))
		return false;
	*ticks = trace_interval_decode(reader->scale, code, extra);
	return true;
}

static int64_t add(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

static bool read_generic(struct trace_block_reader *reader, int64_t *last, struct trace_raw_call *call)
{
	uint64_t n = trace_cursor_count(&reader->values);
	int64_t *fields;

	fields = memory_grow(reader->long_fields, &reader->room_long, n + 1, sizeof(*fields));
	if (!fields)
		return no_memory(reader);
	reader->long_fields = fields;
	for (size_t i = 0; i < n; i++) {
		int64_t before = i < TRACE_GENERIC_LAST ? last[i] : fields[i - 3];

		fields[i] = add(trace_cursor_signed(&reader->values), before);
		if (i < TRACE_GENERIC_LAST)
			last[i] = fields[i];
	}
	call->fields = fields;
	call->n = n;
	return true;
}

static bool read_fields(struct trace_block_reader *reader, struct trace_raw_call *call)
{
	const struct trace_read_node *node = &reader->structure->nodes[call->number];
	int64_t *last = reader->fields[call->number];

	if (node->form == TRACE_FORM_GENERIC)
		return read_generic(reader, last, call);
	call->fields = node->mask ? last : node->fields;
	call->n = node->n;
	for (size_t i = 0; node->mask && i < node->n; i++)
		if (!node->mask[i])
			last[i] = add(last[i], trace_cursor_signed(&reader->values));
	return true;
}

bool trace_block_reader_next(struct trace_block_reader *reader, struct trace_raw_call *call, bool *sound)
{
	const struct trace_block_content *content = &reader->content;
	struct trace_read_group *group;
	uint64_t gap, duration;

	*sound = true;
	if (reader->next == content->calls)
		return false;
	*sound = false;
	*call = (struct trace_raw_call){.number = reader->numbers[reader->next]};
	if (reader->groups[call->number] == 0)
		return false;
	group = &content->groups[reader->groups[call->number] - 1];
	if (group->calls == 0 || !read_interval(reader, group, 0, &gap) || !read_interval(reader, group, 1, &duration))
		return false;
	group->calls--;
	group->at++;
	if (reader->began)
		call->own = reader->own + (double)content->own / TRACE_OWN_PARTS;
	if (reader->cpu_at == reader->next) {
		call->has_cpu = true;
		call->cpu = trace_cursor_varint(&reader->cpu) * 64;
		call->own += reader->owns ? (double)trace_cursor_varint(&reader->cpu) : 0;
		if (!find_cpu(reader))
			return false;
	}
	reader->began = true;
	reader->own = 0;
	call->begin = reader->tick + gap;
	call->end = reader->tick = call->begin + duration;
	reader->next++;
	*sound = read_fields(reader, call) && !reader->values.bad && !reader->cpu.bad;
	return *sound;
}
