#include "trace/symbol.h"

#include <stdlib.h>

/* A sum of products with odd numbers: the products do not wait for each other. */
static uint64_t hash_fields(const struct trace_signature *s, const int64_t *mask, enum trace_form form)
{
	static const uint64_t odd[8] = {0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb, 0xc2b2ae3d27d4eb4f,
					0xd6e8feb86659fd93, 0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3};
	uint64_t sum = ((uint64_t)s->function << 32 | s->n << 2 | form) * 0xff51afd7ed558ccd;

	for (size_t i = 0; i < s->n; i++)
		sum += ((uint64_t)(mask ? s->fields[i] & mask[i] : s->fields[i]) + (i >> 3)) * odd[i & 7];
	sum ^= sum >> 32;
	sum *= 0x9e3779b97f4a7c15;
	return sum ^ sum >> 29;
}

void trace_symbols_init(struct trace_symbols *symbols, size_t most)
{
	memset(symbols, 0, sizeof(*symbols));
	symbols->most = most;
}

static void free_symbol(struct trace_symbol *symbol)
{
	if (!symbol)
		return;
	free(symbol->fields);
	free(symbol->last);
	free(symbol);
}

static void release_table(struct trace_symbol_table *table)
{
	for (size_t i = 0; i < table->room; i++)
		free_symbol(table->at[i]);
	free(table->at);
}

void trace_symbols_release(struct trace_symbols *symbols)
{
	release_table(&symbols->exact);
	release_table(&symbols->shapes);
	for (size_t i = 0; i < TRACE_FUNCTIONS; i++)
		free_symbol(symbols->functions[i].generic);
}

static bool equal(const struct trace_symbol *symbol, const struct trace_signature *s, const int64_t *mask)
{
	return symbol->function == s->function && symbol->n == s->n &&
	       trace_fields_differ(symbol->fields, s->fields, mask, s->n) == 0;
}

static struct trace_symbol *look_up(const struct trace_symbol_table *table, uint64_t hash,
				    const struct trace_signature *s, const int64_t *mask)
{
	for (size_t i = hash & (table->room - 1); table->room > 0 && table->at[i]; i = (i + 1) & (table->room - 1))
		if (table->at[i]->hash == hash && equal(table->at[i], s, mask))
			return table->at[i];
	return NULL;
}

static void put(struct trace_symbol_table *table, struct trace_symbol *symbol)
{
	size_t i = symbol->hash & (table->room - 1);

	while (table->at[i])
		i = (i + 1) & (table->room - 1);
	table->at[i] = symbol;
	table->n++;
}

static bool grow(struct trace_symbols *symbols, struct trace_symbol_table *table)
{
	struct trace_symbol_table grown = {.room = table->room > 0 ? 2 * table->room : 256};

	if (2 * (table->n + 1) <= table->room)
		return true;
	grown.at = calloc(grown.room, sizeof(*grown.at));
	if (!grown.at)
		return false;
	for (size_t i = 0; i < table->room; i++)
		if (table->at[i])
			put(&grown, table->at[i]);
	symbols->bytes += (grown.room - table->room) * sizeof(*grown.at);
	free(table->at);
	*table = grown;
	return true;
}

/* Its numbers are in one block of memory with its mask. */
static struct trace_symbol *make(struct trace_symbols *symbols, const struct trace_signature *s, const int64_t *mask,
				 enum trace_form form, uint64_t hash)
{
	struct trace_symbol *symbol = calloc(1, sizeof(*symbol));
	size_t size = s->n * sizeof(*s->fields);
	bool varies = false;

	for (size_t i = 0; mask && i < s->n; i++)
		varies = varies || !mask[i];
	if (symbol)
		symbol->fields = malloc(size > 0 ? varies ? 2 * size : size : 1);
	if (!symbol || !symbol->fields) {
		free(symbol);
		return NULL;
	}
	if (size > 0)
		memcpy(symbol->fields, s->fields, size);
	if (varies) {
		symbol->mask = symbol->fields + s->n;
		memcpy(symbol->mask, mask, size);
	}
	symbol->function = s->function;
	symbol->varies = varies || form == TRACE_FORM_GENERIC;
	symbol->form = form;
	symbol->n = s->n;
	symbol->hash = hash;
	symbols->bytes += sizeof(*symbol) + 3 * size;
	return symbol;
}

static void define(struct trace_log *log, struct trace_symbol *symbol, const struct trace_signature *s,
		   const int64_t *mask)
{
	if (!symbol->defined)
		trace_log_signature(log, &symbol->node, (enum trace_function)s->function, symbol->form, s->fields, s->n,
				    mask);
	symbol->defined = true;
}

static struct trace_symbol *find_generic(struct trace_symbols *symbols, struct trace_log *log,
					 const struct trace_signature *s)
{
	struct trace_symbol **generic = &symbols->functions[s->function].generic;
	struct trace_signature none = {.function = s->function};

	if (!*generic) {
		*generic = make(symbols, &none, NULL, TRACE_FORM_GENERIC, 0);
		if (!*generic)
			return NULL;
		(*generic)->n = UINT32_MAX;
		define(log, *generic, &none, NULL);
	}
	return *generic;
}

static struct trace_symbol *find_shape(struct trace_symbols *symbols, const struct trace_layout *layout,
				       const struct trace_signature *s)
{
	uint64_t hash;
	struct trace_symbol *shape;

	trace_layout_mask(layout, TRACE_FORM_VALUES, s->fields, s->n, symbols->mask);
	hash = hash_fields(s, symbols->mask, TRACE_FORM_VALUES);
	shape = look_up(&symbols->shapes, hash, s, symbols->mask);
	if (shape || symbols->functions[s->function].shapes == TRACE_FUNCTION_SHAPES ||
	    symbols->bytes > symbols->most || !grow(symbols, &symbols->shapes))
		return shape;
	shape = make(symbols, s, symbols->mask, TRACE_FORM_VALUES, hash);
	if (shape) {
		put(&symbols->shapes, shape);
		symbols->functions[s->function].shapes++;
	}
	return shape;
}

struct trace_symbol *trace_symbols_find(struct trace_symbols *symbols, struct trace_log *log,
					const struct trace_signature *s)
{
	const struct trace_layout *layout = trace_log_layout(log, (enum trace_function)s->function);
	int64_t *mask = NULL;
	uint64_t hash;
	struct trace_symbol *symbol, *shape;

	if (!layout)
		return NULL;
	if (s->n > TRACE_SIGNATURE_MAX)
		return find_generic(symbols, log, s);
	if (layout->always) {
		mask = symbols->mask;
		trace_layout_mask(layout, TRACE_FORM_EXACT, s->fields, s->n, mask);
	}
	hash = hash_fields(s, mask, TRACE_FORM_EXACT);
	symbol = look_up(&symbols->exact, hash, s, mask);
	if (symbol)
		return symbol;
	shape = find_shape(symbols, layout, s);
	if (!shape)
		return find_generic(symbols, log, s);
	if (shape->variants == TRACE_SHAPE_VARIANTS || symbols->bytes > symbols->most ||
	    !grow(symbols, &symbols->exact)) {
		define(log, shape, s, symbols->mask);
		return shape;
	}
	trace_layout_mask(layout, TRACE_FORM_EXACT, s->fields, s->n, symbols->mask);
	symbol = make(symbols, s, symbols->mask, TRACE_FORM_EXACT, hash);
	if (symbol) {
		put(&symbols->exact, symbol);
		shape->variants++;
		define(log, symbol, s, symbols->mask);
	}
	return symbol;
}
