#include "trace/structure.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define CALLS_MAX ((uint64_t)1 << 62)

static void release_node(struct trace_read_node *node)
{
	free(node->fields);
	free(node->items);
	free(node->known);
}

void trace_structure_release(struct trace_structure *structure)
{
	for (size_t i = 0; i < structure->n_nodes; i++)
		release_node(&structure->nodes[i]);
	for (size_t i = 0; i < structure->n_regions; i++)
		free(structure->regions[i].name);
	free(structure->functions);
	free(structure->nodes);
	free(structure->regions);
}

/* A text in the cursor, which the caller frees; NULL if there is none. */
static char *read_text(struct trace_structure *structure, struct trace_cursor *cursor)
{
	size_t n = trace_cursor_count(cursor);
	const uint8_t *at = trace_cursor_bytes(cursor, n);
	char *text = at ? malloc(n + 1) : NULL;

	if (text) {
		memcpy(text, at, n);
		text[n] = '\0';
	}
	structure->no_memory = structure->no_memory || (at && !text);
	return text;
}

static bool begins_request(enum trace_function function)
{
	const char *parameters = trace_function_parameters(function);

	return strstr(parameters, "newrequest*") || strstr(parameters, "newpersistent*");
}

static bool read_function(struct trace_structure *structure, struct trace_cursor *cursor)
{
	char *name = read_text(structure, cursor);
	uint64_t kinds = trace_cursor_varint(cursor);
	struct trace_read_function *grown = memory_grow(structure->functions, &structure->room_functions,
							structure->n_functions + 1, sizeof(*grown));

	if (grown)
		structure->functions = grown;
	else
		structure->no_memory = true;
	if (name && grown && !cursor->bad && kinds >> TRACE_FIELDS == 0) {
		grown += structure->n_functions++;
		grown->function = trace_function_find(name);
		grown->begins = grown->function < TRACE_FUNCTIONS && begins_request(grown->function);
		trace_layout_init(&grown->layout, (uint32_t)kinds);
		free(name);
		return true;
	}
	free(name);
	return false;
}

static struct trace_read_node *add_node(struct trace_structure *structure)
{
	struct trace_read_node *grown =
		memory_grow(structure->nodes, &structure->room_nodes, structure->n_nodes + 1, sizeof(*grown));

	if (!grown) {
		structure->no_memory = true;
		return NULL;
	}
	structure->nodes = grown;
	return &grown[structure->n_nodes];
}

static void read_field(struct trace_cursor *cursor, struct trace_read_node *node, size_t i, bool varies)
{
	node->mask[i] = -!varies;
	if (!varies)
		node->fields[i] = trace_cursor_signed(cursor);
}

/* Of a list, the length is there and says how many fields follow. */
static void read_fields(const struct trace_layout *layout, struct trace_cursor *cursor, struct trace_read_node *node)
{
	bool varies = false;
	size_t i = 0;

	for (; i < layout->n_scalars && i < node->n; i++)
		read_field(cursor, node, i, trace_layout_varies((enum trace_field)layout->kind[i], node->form));
	for (size_t list = 0; i < node->n; list++) {
		enum trace_field kind = list < layout->n_lists
						? (enum trace_field)layout->kind[layout->n_scalars + list]
						: TRACE_FIELDS;
		int64_t left;

		read_field(cursor, node, i, false);
		left = kind == TRACE_FIELDS ? 0 : node->fields[i];
		for (i++; left > 0 && i < node->n; left--)
			read_field(cursor, node, i++, trace_layout_varies(kind, node->form));
	}
	for (i = 0; i < node->n; i++)
		varies = varies || !node->mask[i];
	if (!varies)
		node->mask = NULL;
}

static bool read_signature(struct trace_structure *structure, struct trace_cursor *cursor)
{
	struct trace_read_node *node = add_node(structure);
	uint64_t function = trace_cursor_varint(cursor), form = trace_cursor_varint(cursor);
	uint64_t n = (form & TRACE_FORM_MASK) == TRACE_FORM_GENERIC ? 0 : trace_cursor_varint(cursor);

	if (!node || cursor->bad || function >= structure->n_functions || form > 7 ||
	    (form & TRACE_FORM_MASK) > TRACE_FORM_GENERIC || n > TRACE_SIGNATURE_MAX)
		return false;
	*node = (struct trace_read_node){
		.form = (enum trace_form)(form & TRACE_FORM_MASK), .relative = form & TRACE_FORM_RELATIVE, .calls = 1};
	node->function = (uint32_t)function;
	node->n = n;
	node->fields = calloc(2 * n + 1, sizeof(*node->fields));
	if (!node->fields) {
		structure->no_memory = true;
		return false;
	}
	node->mask = node->fields + n;
	if (node->form != TRACE_FORM_GENERIC)
		read_fields(&structure->functions[function].layout, cursor, node);
	structure->n_nodes++;
	return !cursor->bad;
}

/* An item or a run whose first varint is given. */
static bool read_item(const struct trace_structure *structure, struct trace_cursor *cursor, uint64_t first,
		      struct trace_read_item *item, uint64_t *calls)
{
	uint64_t more = first & 1 ? trace_cursor_varint(cursor) : 0;

	if (cursor->bad || first >> 1 >= structure->n_nodes || more > CALLS_MAX)
		return false;
	item->number = (uint32_t)(first >> 1);
	item->count = first & 1 ? more + 2 : 1;
	if (item->count > (CALLS_MAX - *calls) / structure->nodes[item->number].calls)
		return false;
	*calls += item->count * structure->nodes[item->number].calls;
	return true;
}

static bool read_rule(struct trace_structure *structure, struct trace_cursor *cursor)
{
	struct trace_read_node *node = add_node(structure);
	size_t n = trace_cursor_count(cursor);

	if (!node || cursor->bad || n == 0)
		return false;
	*node = (struct trace_read_node){.is_rule = true, .n = n};
	node->items = malloc(n * sizeof(*node->items));
	if (!node->items) {
		structure->no_memory = true;
		return false;
	}
	for (size_t i = 0; i < n; i++) {
		const struct trace_read_node *inner;

		if (!read_item(structure, cursor, trace_cursor_varint(cursor), &node->items[i], &node->calls)) {
			free(node->items);
			return false;
		}
		inner = &structure->nodes[node->items[i].number];
		node->depth = inner->depth + 1 > node->depth ? inner->depth + 1 : node->depth;
	}
	if (node->depth >= TRACE_RULE_DEPTH) {
		free(node->items);
		return false;
	}
	structure->n_nodes++;
	return true;
}

static bool read_region(struct trace_structure *structure, struct trace_cursor *cursor)
{
	int64_t number = trace_cursor_signed(cursor);
	char *name = read_text(structure, cursor);
	struct trace_read_region *grown =
		memory_grow(structure->regions, &structure->room_regions, structure->n_regions + 1, sizeof(*grown));

	if (grown)
		structure->regions = grown;
	else
		structure->no_memory = true;
	if (!name || !grown || cursor->bad) {
		free(name);
		return false;
	}
	grown[structure->n_regions++] = (struct trace_read_region){number, name};
	return true;
}

static bool read_record(struct trace_structure *structure, struct trace_cursor *cursor)
{
	switch (trace_cursor_varint(cursor)) {
	case TRACE_RECORD_FUNCTION:
		return read_function(structure, cursor);
	case TRACE_RECORD_SIGNATURE:
		return read_signature(structure, cursor);
	case TRACE_RECORD_RULE:
		return read_rule(structure, cursor);
	case TRACE_RECORD_REGION:
		return read_region(structure, cursor);
	default:
		return false;
	}
}

static bool read_run(struct trace_structure *structure, struct trace_cursor *cursor, uint64_t first,
		     struct trace_runs *runs)
{
	struct trace_read_item *grown = memory_grow(runs->items, &runs->room, runs->n + 1, sizeof(*grown));

	if (!grown) {
		structure->no_memory = true;
		return false;
	}
	runs->items = grown;
	return read_item(structure, cursor, first, &grown[runs->n++], &runs->calls);
}

void trace_runs_release(struct trace_runs *runs)
{
	free(runs->items);
	*runs = (struct trace_runs){0};
}

bool trace_structure_read(struct trace_structure *structure, const uint8_t *data, size_t n, struct trace_runs *runs)
{
	struct trace_cursor cursor = trace_cursor_of(data, n);

	runs->n = 0;
	runs->calls = 0;
	while (cursor.at < cursor.end) {
		uint64_t first = trace_cursor_varint(&cursor);

		if (cursor.bad ||
		    !(first == 0 ? read_record(structure, &cursor) : read_run(structure, &cursor, first - 1, runs)))
			return false;
	}
	return true;
}

const char *trace_structure_region(const struct trace_structure *structure, int64_t number)
{
	for (size_t i = 0; i < structure->n_regions; i++)
		if (structure->regions[i].number == number)
			return structure->regions[i].name;
	return NULL;
}

struct expansion {
	const struct trace_structure *structure;
	uint64_t skip;
	uint32_t *numbers;
	size_t n, most;
};

static void expand_item(struct expansion *expansion, const struct trace_read_item *item);

/* Most items are one call. */
static void expand_rule(struct expansion *expansion, const struct trace_read_node *rule)
{
	for (size_t i = 0; i < rule->n && expansion->n < expansion->most; i++) {
		const struct trace_read_item *item = &rule->items[i];

		if (item->count == 1 && expansion->skip == 0 && !expansion->structure->nodes[item->number].is_rule)
			expansion->numbers[expansion->n++] = item->number;
		else
			expand_item(expansion, item);
	}
}

/* Goes no deeper than TRACE_RULE_DEPTH. */
static void expand_item(struct expansion *expansion, const struct trace_read_item *item)
{
	const struct trace_read_node *node = &expansion->structure->nodes[item->number];
	uint64_t passed = expansion->skip > 0 ? expansion->skip / node->calls : 0;

	if (passed >= item->count) {
		expansion->skip -= item->count * node->calls;
		return;
	}
	expansion->skip -= passed * node->calls;
	for (uint64_t left = item->count - passed; left > 0 && expansion->n < expansion->most; left--) {
		if (!node->is_rule)
			expansion->numbers[expansion->n++] = item->number;
		else
			expand_rule(expansion, node);
	}
}

size_t trace_structure_expand(const struct trace_structure *structure, const struct trace_runs *runs, uint64_t skip,
			      uint32_t *numbers, size_t most)
{
	struct expansion expansion = {structure, skip, numbers, 0, most};

	for (size_t i = 0; i < runs->n && expansion.n < most; i++)
		expand_item(&expansion, &runs->items[i]);
	return expansion.n;
}
