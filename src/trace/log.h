#ifndef SONDE_TRACE_LOG_H
#define SONDE_TRACE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/bytes.h"
#include "trace/layout.h"

/*
 * The structure of a stream of calls as it is written: definitions of functions, signatures, rules and regions, and
 * the sequence of what was called as runs of signatures and rules. All functions are Local. What fails for want of
 * memory is found in bytes.failed.
 */

struct trace_symbol;
struct trace_rule;

/* What stands in a sequence: a signature or a rule. It begins both. */
struct trace_node {
	uint32_t number; /* in the order of definition, from 0 */
	bool is_rule;
};

struct trace_item {
	struct trace_node *node;
	uint64_t count; /* times in a row, 1 or more */
};

/* A communicator as far as peers need it. */
struct trace_log_communicator {
	int number, own, n; /* n: 0 if peers are those of another group, -1 if it is freed */
};

struct trace_log {
	struct trace_bytes bytes;                      /* not written yet */
	uint64_t written;                              /* bytes before those */
	struct trace_hash hash;                        /* of all */
	uint32_t n_numbers;                            /* signatures and rules */
	uint32_t n_functions;                          /* defined */
	uint32_t functions[TRACE_FUNCTIONS];           /* their numbers + 1, 0: not yet defined */
	struct trace_layout *layouts[TRACE_FUNCTIONS]; /* NULL: not needed yet */
	size_t n_communicators, room_communicators, n_freed;
	struct trace_log_communicator *communicators; /* by number, ascending */
};

void trace_log_release(struct trace_log *log);

/* NULL if memory does not suffice. */
const struct trace_layout *trace_log_layout(struct trace_log *log, enum trace_function function);

void trace_log_communicator(struct trace_log *log, int number, int own, int n);

/* Memory goes by those that are not freed. */
void trace_log_communicator_end(struct trace_log *log, int number);

/* Defines a signature: gives the node its number. mask: as trace_layout_mask; not needed of TRACE_FORM_GENERIC. */
void trace_log_signature(struct trace_log *log, struct trace_node *node, enum trace_function function,
			 enum trace_form form, const int64_t *fields, size_t n, const int64_t *mask);

/* Defines a rule: its items one after the other. */
void trace_log_rule(struct trace_log *log, struct trace_node *node, const struct trace_item *items, size_t n);

void trace_log_region(struct trace_log *log, int number, const char *name);

/* Appends a run to bytes, which may be another text than the log's. */
void trace_log_run(struct trace_bytes *bytes, const struct trace_item *item);

/* The text has been written: it is emptied. */
void trace_log_written(struct trace_log *log);

#endif
