#include "trace/log.h"

#include "base/memory.h"

#include <stdlib.h>

void trace_log_release(struct trace_log *log)
{
	trace_bytes_release(&log->bytes);
	for (size_t i = 0; i < TRACE_FUNCTIONS; i++)
		free(log->layouts[i]);
	free(log->communicators);
}

const struct trace_layout *trace_log_layout(struct trace_log *log, enum trace_function function)
{
	struct trace_layout **layout = &log->layouts[function];

	if (!*layout) {
		*layout = malloc(sizeof(**layout));
		if (*layout)
			trace_layout_init(*layout, trace_function_fields(function));
		else
			log->bytes.failed = true;
	}
	return *layout;
}

void trace_log_communicator(struct trace_log *log, int number, int own, int n)
{
	size_t at = log->n_communicators;
	struct trace_log_communicator *grown =
		memory_grow(log->communicators, &log->room_communicators, at + 1, sizeof(*grown));

	if (!grown) {
		log->bytes.failed = true;
		return;
	}
	log->communicators = grown;
	for (; at > 0 && grown[at - 1].number > number; at--)
		grown[at] = grown[at - 1];
	grown[at] = (struct trace_log_communicator){number, own, n};
	log->n_communicators++;
}

static struct trace_log_communicator *find_communicator(const struct trace_log *log, int64_t number)
{
	size_t low = 0, high = log->n_communicators;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (log->communicators[middle].number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < log->n_communicators && log->communicators[low].number == number ? &log->communicators[low] : NULL;
}

void trace_log_communicator_end(struct trace_log *log, int number)
{
	struct trace_log_communicator *found = find_communicator(log, number);
	size_t n = 0;

	if (!found || found->n < 0)
		return;
	found->n = -1;
	if (2 * ++log->n_freed < log->n_communicators)
		return;
	for (size_t i = 0; i < log->n_communicators; i++)
		if (log->communicators[i].n >= 0)
			log->communicators[n++] = log->communicators[i];
	log->n_communicators = n;
	log->n_freed = 0;
}

static uint32_t define_function(struct trace_log *log, enum trace_function function)
{
	if (log->functions[function] == 0) {
		trace_bytes_put_varint(&log->bytes, 0);
		trace_bytes_put_varint(&log->bytes, TRACE_RECORD_FUNCTION);
		trace_bytes_put_text(&log->bytes, trace_function_name(function));
		trace_bytes_put_varint(&log->bytes, trace_function_fields(function));
		log->functions[function] = ++log->n_functions;
	}
	return log->functions[function] - 1;
}

static bool is_peer(enum trace_field kind)
{
	return kind == TRACE_DEST || kind == TRACE_SOURCE || kind == TRACE_GOT_SOURCE || kind == TRACE_DEST_LIST ||
	       kind == TRACE_SOURCE_LIST;
}

/* A rank relative to the own one: 0 <= it < n, as the rank. What is no rank stays as it is. */
static int64_t relative(const struct trace_log_communicator *comm, int64_t rank)
{
	return rank >= 0 && rank < comm->n ? (rank - comm->own + comm->n) % comm->n : rank;
}

static void put_fields(struct trace_log *log, const struct trace_layout *layout, const int64_t *fields, size_t n,
		       const int64_t *mask, const struct trace_log_communicator *comm)
{
	size_t at = layout->n_scalars, list = 0, left = 0;
	enum trace_field kind = TRACE_FIELDS;

	for (size_t i = 0; i < n; i++) {
		bool length = false;

		if (i < at) {
			kind = (enum trace_field)layout->kind[i];
		} else if (left > 0) {
			left--;
		} else {
			kind = list < layout->n_lists ? (enum trace_field)layout->kind[at + list++] : TRACE_FIELDS;
			left = kind != TRACE_FIELDS && fields[i] > 0 ? (size_t)fields[i] : 0;
			length = true;
		}
		if (mask[i])
			trace_bytes_put_signed(&log->bytes, comm && !length && is_peer(kind) ? relative(comm, fields[i])
											     : fields[i]);
	}
}

void trace_log_signature(struct trace_log *log, struct trace_node *node, enum trace_function function,
			 enum trace_form form, const int64_t *fields, size_t n, const int64_t *mask)
{
	const struct trace_layout *layout = trace_log_layout(log, function);
	uint32_t number = define_function(log, function);
	const struct trace_log_communicator *comm = NULL;

	if (!layout)
		return;
	if (form != TRACE_FORM_GENERIC && layout->kinds & UINT32_C(1) << TRACE_COMM && n > 0)
		comm = find_communicator(log, fields[0]);
	if (comm && (comm->n <= 0 || comm->own < 0))
		comm = NULL;
	*node = (struct trace_node){.number = log->n_numbers++};
	trace_bytes_put_varint(&log->bytes, 0);
	trace_bytes_put_varint(&log->bytes, TRACE_RECORD_SIGNATURE);
	trace_bytes_put_varint(&log->bytes, number);
	trace_bytes_put_varint(&log->bytes, (uint64_t)form | (comm ? TRACE_FORM_RELATIVE : 0));
	if (form == TRACE_FORM_GENERIC)
		return;
	trace_bytes_put_varint(&log->bytes, n);
	put_fields(log, layout, fields, n, mask, comm);
}

static void put_item(struct trace_bytes *bytes, const struct trace_item *item, uint64_t first)
{
	if (item->count == 1 && item->node->number < (1 << 12) && trace_bytes_room(bytes, 2)) {
		uint64_t value = first + (uint64_t)item->node->number * 2;

		bytes->data[bytes->n] = (uint8_t)(value < 0x80 ? value : value | 0x80);
		bytes->data[bytes->n + 1] = (uint8_t)(value >> 7);
		bytes->n += value < 0x80 ? 1 : 2;
		return;
	}
	trace_bytes_put_varint(bytes, first + ((uint64_t)item->node->number << 1 | (item->count > 1)));
	if (item->count > 1)
		trace_bytes_put_varint(bytes, item->count - 2);
}

void trace_log_rule(struct trace_log *log, struct trace_node *node, const struct trace_item *items, size_t n)
{
	*node = (struct trace_node){.number = log->n_numbers++, .is_rule = true};
	trace_bytes_put_varint(&log->bytes, 0);
	trace_bytes_put_varint(&log->bytes, TRACE_RECORD_RULE);
	trace_bytes_put_varint(&log->bytes, n);
	for (size_t i = 0; i < n; i++)
		put_item(&log->bytes, &items[i], 0);
}

void trace_log_region(struct trace_log *log, int number, const char *name)
{
	trace_bytes_put_varint(&log->bytes, 0);
	trace_bytes_put_varint(&log->bytes, TRACE_RECORD_REGION);
	trace_bytes_put_signed(&log->bytes, number);
	trace_bytes_put_text(&log->bytes, name);
}

void trace_log_run(struct trace_bytes *bytes, const struct trace_item *item)
{
	put_item(bytes, item, 1);
}

void trace_log_written(struct trace_log *log)
{
	trace_hash_add(&log->hash, log->bytes.data, log->bytes.n);
	log->written += log->bytes.n;
	log->bytes.n = 0;
}
