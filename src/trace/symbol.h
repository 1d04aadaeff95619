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
	uint32_t calls;            /* in that block */
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

/* Bits in which fields differ, of those that the mask has; mask: NULL, all count. Fields were written one by one just
 * before, so they are read one by one: processors are slow to put a greater word together. */
static inline uint64_t trace_fields_differ(const int64_t *a, const int64_t *b, const int64_t *mask, size_t n)
{
	uint64_t differ = 0;
	size_t i = n;

	for (; i > 1; i -= 2) {
		uint64_t one = (uint64_t)(a[i - 1] ^ b[i - 1]), two = (uint64_t)(a[i - 2] ^ b[i - 2]);

		differ |= mask ? (one & (uint64_t)mask[i - 1]) | (two & (uint64_t)mask[i - 2]) : one | two;
	}
	if (i > 0)
		differ |= (uint64_t)((a[0] ^ b[0]) & (mask ? mask[0] : -1));
	return differ;
}

/* Whether a call with the signature can be a call of the symbol. False of the symbols of whole functions. */
static inline bool trace_symbol_is(const struct trace_symbol *symbol, const struct trace_signature *signature)
{
	if (symbol->function != signature->function || symbol->n != signature->n)
		return false;
	if (symbol->mask)
		return trace_fields_differ(symbol->fields, signature->fields, symbol->mask, symbol->n) == 0;
	return trace_fields_differ(symbol->fields, signature->fields, NULL, symbol->n) == 0;
}

#endif
