#ifndef SONDE_SCHEDULE_GOAL_LABELS_H
#define SONDE_SCHEDULE_GOAL_LABELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "schedule/schedule.h"

/* All functions are Local. */

/* A word of the text. */
struct word {
	const char *at;
	size_t length;
};

/* "label requires on", read on a line. */
struct goal_requirement {
	struct word label, on;
	size_t line;
	bool start;
	size_t of, required; /* the operations, counted from 1, once they are known */
};

/* The labels and the requirements of the process that is being read. Labels may be used before they are defined: what
 * they are is asked at the end of the process. Zero-initialise it. */
struct labels {
	const char *file;
	struct word *words; /* of each operation; length 0: it has none */
	size_t *lines;      /* where each operation stands */
	size_t n, word_capacity, line_capacity;
	struct goal_requirement *edges;
	size_t n_edges, edge_capacity;
	bool counted;    /* all labels so far are a prefix and a number, each 1 more than the one before: no table */
	size_t prefix;   /* its letters */
	uint64_t number; /* of the first label */
	size_t *table;   /* else operation + 1 by label, 0: empty */
	size_t slots, used;
};

/*
 * Each adds what a line says: the next operation of the process with its label (length 0: none), or a requirement.
 *
 * - ERR_INPUT if another operation has the label; ERR_MEMORY.
 */
enum status labels_add(struct labels *labels, struct word label, size_t line, struct error *err);
enum status labels_require(struct labels *labels, struct goal_requirement edge, struct error *err);

/*
 * Gives the program its requirements.
 *
 * - ERR_INPUT for a label that is not there, and for operations that wait for one another in a cycle; ERR_MEMORY.
 */
enum status labels_resolve(struct labels *labels, struct rank_program *program, struct error *err);

/* Makes it ready for the next process; what a large one needed is given back. */
void labels_clear(struct labels *labels);
void labels_release(struct labels *labels);

#endif
