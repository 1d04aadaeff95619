#ifndef SONDE_TRACE_STRUCTURE_H
#define SONDE_TRACE_STRUCTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/bytes.h"
#include "trace/layout.h"

/*
 * The structure of a stream of calls as it is read: definitions by number, and runs expanded to the signatures of calls
 * one by one. All functions are Local.
 */

struct trace_read_function {
	enum trace_function function; /* TRACE_FUNCTIONS: this build does not know it */
	bool begins;                  /* a request, which is asked of each call */
	struct trace_layout layout;
};

struct trace_read_item {
	uint32_t number;
	uint64_t count;
};

struct trace_known_call;

/* A signature or a rule. */
struct trace_read_node {
	bool is_rule, relative; /* relative: peers are so, as the file has them */
	bool seen;              /* a call of this signature was read */
	enum trace_form form;
	uint32_t function, depth; /* a place in functions; rules inside each other */
	uint64_t calls;           /* that it stands for */
	size_t n;                 /* fields, items */
	int64_t *fields, *mask;   /* of a signature that is not generic; mask: NULL if no field goes with each call */
	struct trace_read_item *items;
	struct trace_known_call *known; /* trace/call.h's, in one piece of memory; NULL: it is not known */
};

struct trace_read_region {
	int64_t number;
	char *name;
};

struct trace_structure {
	struct trace_read_function *functions;
	size_t n_functions, room_functions;
	struct trace_read_node *nodes;
	size_t n_nodes, room_nodes;
	struct trace_read_region *regions;
	size_t n_regions, room_regions;
	bool no_memory;
};

void trace_structure_release(struct trace_structure *structure);

/* Items one after the other. */
struct trace_runs {
	struct trace_read_item *items;
	size_t n, room;
	uint64_t calls; /* that they stand for */
};

void trace_runs_release(struct trace_runs *runs);

/*
 * Reads a piece of structure: takes up definitions, and sets *runs to its runs. False if it makes no sense, or if
 * memory does not suffice (no_memory).
 */
bool trace_structure_read(struct trace_structure *structure, const uint8_t *data, size_t n, struct trace_runs *runs);

/* The name of a region, NULL if there is none with this number. */
const char *trace_structure_region(const struct trace_structure *structure, int64_t number);

/* Expands runs: skips so many calls, then sets numbers[] to the signatures of the following ones, most of them at most.
 * Returns how many there are. */
size_t trace_structure_expand(const struct trace_structure *structure, const struct trace_runs *runs, uint64_t skip,
			      uint32_t *numbers, size_t most);

#endif
