#ifndef SONDE_TRACE_SYMBOL_H
#define SONDE_TRACE_SYMBOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "trace/log.h"
#include "trace/signature.h"

/*
 * The signatures of a stream. Equal ones are one symbol.
 *
 * A symbol keeps the whole signature (but what polls count), as long as its shape has few of them. The shape is what
 * remains without bytes, peers, tags and the like. Further signatures of the shape are one symbol, and what they lack
 * goes with each call. Where a function has too many shapes, or memory ends, or a signature is long, the function is
 * one symbol and all fields go with each call. So the table is bounded whatever a program does.
 *
 * All functions are Local.
 */

enum { TRACE_SHAPE_VARIANTS = 64, TRACE_FUNCTION_SHAPES = 1024 };

struct trace_symbol {
	struct trace_node node; /* first: a node that is no rule is a symbol */
	enum trace_form form;
	bool defined; /* a shape is, when it is needed */
	bool varies;  /* fields go with each call */
	uint16_t function;
	uint32_t n, variants; /* fields; of a shape, its symbols */
	uint64_t hash;
	int64_t *fields;
	int64_t *mask; /* NULL if all fields belong to the symbol; else -1 for those that do, 0 for the others */
	int64_t *last; /* fields that do not, of the symbol's last call in this block; n of them */
	struct trace_symbol *next; /* that followed it the last time */
	struct trace_rule *starts; /* the last rule that begins with it */
	uint32_t block, group;     /* the last block with a call of it, and its place there */
};

/* Symbols by hash: open addressing, with room for twice as many as there are. */
struct trace_symbol_table {
	struct trace_symbol **at;
	size_t n, room; /* room: 0 or a power of two */
};

struct trace_symbols {
	struct trace_symbol_table exact, shapes;
	struct {
		uint32_t shapes;
		struct trace_symbol *generic;
	} functions[TRACE_FUNCTIONS];
	int64_t mask[TRACE_SIGNATURE_MAX]; /* room for a look-up */
	size_t bytes, most;                /* taken; from most on no new ones are made but of whole functions */
};

void trace_symbols_init(struct trace_symbols *symbols, size_t most);
void trace_symbols_release(struct trace_symbols *symbols);

/* The symbol of a signature, defined in the log if it is new. NULL if memory does not suffice. */
struct trace_symbol *trace_symbols_find(struct trace_symbols *symbols, struct trace_log *log,
					const struct trace_signature *signature);

/* Whether a call with the signature can be a call of the symbol. False of the symbols of whole functions. */
static inline bool trace_symbol_is(const struct trace_symbol *symbol, const struct trace_signature *signature)
{
	const int64_t *a = symbol->fields, *b = signature->fields;
	uint64_t differ = 0;

	if (symbol->function != signature->function || symbol->n != signature->n)
		return false;
	if (symbol->mask) {
		for (size_t i = 0; i < symbol->n; i++)
			differ |= (uint64_t)((a[i] ^ b[i]) & symbol->mask[i]);
		return differ == 0;
	}
	if (symbol->n > 16)
		return memcmp(a, b, symbol->n * sizeof(*a)) == 0;
	for (size_t i = 0; i < symbol->n; i++)
		differ |= (uint64_t)(a[i] ^ b[i]);
	return differ == 0;
}

#endif
