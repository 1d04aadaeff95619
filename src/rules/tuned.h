#ifndef SONDE_RULES_TUNED_H
#define SONDE_RULES_TUNED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * Rule files of Open MPI's coll/tuned, as coll_tuned_dynamic_rules_filename names them, in the form that 4.1 reads:
 * what such a file says, and what the library makes of it.
 *
 * - Numbers, in any white space: how many operations; for each its id, how many sizes of communicators; for each of
 *   these the number of processes, how many sizes of messages; for each of these the bytes, the algorithm, the fan-out
 *   and the bytes of a segment.
 * - The library takes the last communicator that is not larger than the one at hand, or the first if all are larger;
 *   in it the last size that is not larger than the message. It stops at the first one that is larger.
 *
 * All functions are Local.
 */

/* From so many bytes on this algorithm, 0: the library's own decision. */
struct tuned_rule {
	uint64_t bytes;
	int algorithm, fanout;
	uint64_t segment; /* bytes, 0: none */
	size_t line;      /* of the file, from 1 */
};

/* For communicators of so many processes and more. */
struct tuned_communicator {
	int processes;
	struct tuned_rule *rules;
	size_t n, capacity;
	size_t line;
};

/* Of an operation. */
struct tuned_operation {
	int id; /* 0 to TUNED_OPERATIONS - 1 */
	struct tuned_communicator *list;
	size_t n, capacity;
	size_t line;
};

struct tuned_file {
	struct tuned_operation *list;
	size_t n, capacity;
	char ignored[160]; /* why the library ignores the whole file; "": it does not */
	size_t ignored_at; /* the line */
	size_t left_at;    /* the line from which on nothing is read, 0: all is */
	size_t octal_at; /* the line of the first number that begins with 0 and is read as an octal one, 0: none does */
};

enum {
	TUNED_OPERATIONS = 22, /* that Open MPI 4.1 counts; coll/tuned has algorithms for some */
	TUNED_ALGORITHMS = 10  /* that an operation has at most, with 0 */
};

/* What a rule makes of an algorithm. */
enum {
	TUNED_SEGMENT = 1,    /* takes a segment */
	TUNED_FANOUT = 2,     /* takes a fan-out */
	TUNED_PAIR = 4,       /* aborts among other than two processes */
	TUNED_EVEN = 8,       /* takes another one among an odd number of processes */
	TUNED_POWER_OF_2 = 16 /* takes another one among a number of processes that is no power of two */
};

/* What the bytes of a rule are compared with. */
enum tuned_measure {
	TUNED_BYTES, /* those of the message: bcast, reduce, allreduce */
	TUNED_TOTAL, /* a process's block, times the number of processes */
	TUNED_MEAN,  /* those of all blocks, over the number of processes */
	TUNED_SUM,   /* those of all blocks */
	TUNED_NONE   /* nothing that depends on the call */
};

/* An operation of coll/tuned. Source: coll_tuned_*_decision.c of Open MPI 4.1.4. */
struct tuned_class {
	const char *name; /* "allgather" */
	enum tuned_measure measure;
	bool unlike; /* processes may look different bytes up: MPI has their count significant at some only */
	int n;       /* algorithms, with 0; 0: coll/tuned does not have the operation */
	struct {
		const char *name;
		unsigned makes; /* TUNED_* */
	} algorithms[TUNED_ALGORITHMS];
};

/* Of the operation of an id from 0 to TUNED_OPERATIONS - 1. */
const struct tuned_class *tuned_class(int id);

/* The function of Open MPI 4.1 that carries an algorithm out, without "ompi_coll_base_": "bcast_intra_chain"; "" if it
 * is not known. */
const char *tuned_function(int id, int algorithm);

/*
 * Reads a text as the library does.
 *
 * - Where it would ignore the file, file->ignored says why, and the lists have what was read before.
 * - tuned_release frees file, also after a failure. ERR_MEMORY.
 */
enum status tuned_read(const char *text, size_t length, struct tuned_file *file, struct error *err);
void tuned_release(struct tuned_file *file);
void tuned_operation_release(struct tuned_operation *operation);

/* The communicator that the library takes for so many processes, an element of operation->list; NULL: there is none.
 */
const struct tuned_communicator *tuned_communicator(const struct tuned_operation *operation, int processes);

/* The rule that it takes for so many bytes; NULL: there is none, and the library decides by itself. */
const struct tuned_rule *tuned_rule(const struct tuned_communicator *communicator, uint64_t bytes);

/* What the file has of an operation: the last of that id counts. NULL: nothing. */
const struct tuned_operation *tuned_operation(const struct tuned_file *file, int id);

#endif
