#ifndef SONDE_ALGORITHM_CHOICE_H
#define SONDE_ALGORITHM_CHOICE_H

#include <stdio.h>

#include "algorithm/algorithm.h"

/*
 * By which algorithm collective operations are done, where somebody has chosen: a table, of which the first row that
 * a call belongs to holds.
 *
 * - As text: a line of each row, OPERATION PROCESSES BYTES ALGORITHM [segment=SIZE] [fanout=N] [split=SIZE]
 *   [order=LIST]; # begins a comment.
 *   PROCESSES and BYTES are ranges: 16, 2-16, 2-, any. BYTES are those that a call's count has: of the message, or of
 *   each process's block. ALGORITHM is one of sonde's names, or "own": as the library does by itself.
 * - As JSON: {"format": "sonde-collectives", "version": 1, "rules": [{"operation": "bcast", "processes": [2, 16],
 *   "bytes": [4096, null], "algorithm": "chain", "segment": 65536, "fanout": 4}, …]}. A range is a number, a list of
 *   two, or left out; null: without end. "about" may say anything, in the table and in each rule.
 * - An order is for one number of processes and one root: the process at each place of the algorithm's tree, as ranks
 * of all processes of the program, each once, the root first. 0,3,1-2 or, in JSON, [0, 3, 1, 2]. Calls with another
 * root do not belong to the row.
 * - All functions are Local.
 */
struct algorithm_choice {
	enum collective collective;
	uint64_t processes[2], bytes[2];         /* the least and the most */
	const struct algorithm_class *algorithm; /* NULL: as the library does by itself */
	uint64_t segment;                        /* bytes, 0: in one piece */
	int fanout;                              /* 0: the algorithm's default */
	uint64_t split; /* bytes, of the library's own gather, gatherv, scatter and scatterv: each is a sequence of
			   these, whose blocks are shorter than that; 0: one. Simulations take linear ones for them */
	size_t line;    /* of the file, from 1; 0: it is of no file */
	int *order;     /* processes[0] of them, as processes[1] are; NULL: the algorithm's own. In a table it is the
			   table's */
};

/* Zero-initialise it; choices_release frees it. */
struct choices {
	struct algorithm_choice *list;
	size_t n, capacity;
};

/* Appends a row, whose order is copied. ERR_INPUT if the algorithm is of another operation, or has no segments,
 * fan-out, order or splitting to choose, or if the order is none for the row's processes; ERR_MEMORY. */
enum status choices_add(struct choices *choices, const struct algorithm_choice *choice, struct error *err);

/* Appends the rows of a table's text, of JSON if it begins with a brace. ERR_INPUT names the line and what is allowed
 * there. */
enum status choices_read(struct choices *choices, const char *text, struct error *err);

/* Appends a row for each "OPERATION=ALGORITHM" of a list with commas, of all processes and sizes. ERR_INPUT. */
enum status choices_parse(struct choices *choices, const char *text, struct error *err);

/* Whether every call that the row is for is one that the other row is for, too. */
bool choice_covers(const struct algorithm_choice *other, const struct algorithm_choice *row);

/* Appends the rows of a table in JSON. ERR_INPUT as choices_read. */
enum status choices_read_json(struct choices *choices, const char *text, struct error *err);

/* Writes the table, as choices_read reads it. ERR_IO. */
enum status choices_write(const struct choices *choices, FILE *out, struct error *err);

/* The same as JSON. about: what the table says of itself, NULL: nothing. ERR_IO. */
enum status choices_write_json(const struct choices *choices, const char *about, FILE *out, struct error *err);

/* The row that a call belongs to, one for the library's own way too; NULL: there is none. */
const struct algorithm_choice *choices_row(const struct choices *choices, enum collective collective, int processes,
					   int root, uint64_t bytes);

void choices_release(struct choices *choices);

#endif
