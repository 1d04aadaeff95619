#ifndef SONDE_RULES_TUNED_H
#define SONDE_RULES_TUNED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * Rule files of Open MPI's coll/tuned, as coll_tuned_dynamic_rules_filename names them, in the form that 4.1 and 5.0
 * read (tuned_json.h has that of 6.0): what such a file says, and what the library makes of it.
 *
 * - Numbers, in any white space: how many operations; for each its id, how many sizes of communicators; for each of
 *   these the number of processes, how many sizes of messages; for each of these the bytes, the algorithm, the fan-out
 *   and the bytes of a segment.
 * - The library takes the last communicator that is not larger than the one at hand, or the first if all are larger;
 *   in it the last size that is not larger than the message. It stops at the first one that is larger.
 *
 * All functions are Local.
 */

/*
 * Which Open MPI reads a file.
 *
 * - From 5.0.7 and 4.1.8 on a file may begin with "rule-file-version-2". Then a digit that follows a rule's four
 * numbers in their line begins a fifth: the messages that alltoall's linear_sync has under way.
 * - 6.0 is Open MPI's main at 8efebee745.
 */
enum tuned_edition { TUNED_4_1, TUNED_5_0, TUNED_6_0 };
extern const char *const tuned_edition_names[]; /* "Open MPI 4.1", ..., NULL */

/* From so many bytes on this algorithm, 0: the library's own decision. */
struct tuned_rule {
	uint64_t bytes;
	int algorithm, fanout;
	uint64_t segment; /* bytes, 0: none */
	bool fifth;       /* there is a fifth number, */
	int requests;     /* and this is it */
	size_t line;      /* of the file, from 1 */
};

/* For communicators of so many processes and more. */
struct tuned_communicator {
	int processes;
	struct tuned_rule *rules;
	size_t n, capacity;
	size_t line;
};

/*
 * Which communicators rules are for. MPICH goes by nodes where several processes share one: it looks rules up for the
 * processes of a node, and for the first process of each node. Open MPI's rules are all TUNED_WHOLE.
 */
enum tuned_level { TUNED_WHOLE, TUNED_NODE, TUNED_ROOTS };
extern const char *const tuned_level_words[]; /* "all", "a node's", "one of each node", NULL */

/* Of an operation. */
struct tuned_operation {
	int id; /* 0 to TUNED_OPERATIONS - 1 */
	enum tuned_level level;
	struct tuned_communicator *list;
	size_t n, capacity;
	size_t line;
};

struct choices;

struct tuned_file {
	struct tuned_operation *list;
	size_t n, capacity;
	enum tuned_edition edition;    /* by which it was read; of rules to be written TUNED_4_1 */
	int version;                   /* that the file says it has; 1: it does not say */
	char ignored[160];             /* why the library ignores the whole file; "": it does not */
	size_t ignored_at;             /* the line */
	size_t left_at;                /* the line from which on nothing is read, 0: all is */
	uint64_t escalating[2];        /* bytes from which on and below which linear gathers escalate, for tables with
					  rows of them; the second 0: not known */
	const struct choices *first;   /* of tables: rows that come before those of the rules, NULL: none; borrowed */
	const struct size_list *tuned; /* with these the numbers of processes that were tuned; borrowed */
	size_t octal_at; /* the line of the first number that begins with 0 and is read as an octal one, 0: none does */
};

enum {
	TUNED_OPERATIONS = 22, /* that Open MPI 4.1 counts; coll/tuned has algorithms for some */
	TUNED_ALGORITHMS = 10  /* that an operation has at most, with 0 */
};

/* What a rule makes of an algorithm. */
enum {
	TUNED_SEGMENT = 1,     /* takes a segment */
	TUNED_FANOUT = 2,      /* takes a fan-out */
	TUNED_PAIR = 4,        /* aborts among other than two processes */
	TUNED_EVEN = 8,        /* takes another one among an odd number of processes */
	TUNED_POWER_OF_2 = 16, /* takes another one among a number of processes that is no power of two */
	TUNED_REQUESTS = 32,   /* takes a number of messages under way */
	TUNED_RADIX = 64       /* takes a fan-out, and does not end with one below 2 */
};

/* What the bytes of a rule are compared with. */
enum tuned_measure {
	TUNED_BYTES, /* those of the message: bcast, reduce, allreduce */
	TUNED_TOTAL, /* a process's block, times the number of processes */
	TUNED_MEAN,  /* those of all blocks, over the number of processes */
	TUNED_SUM,   /* those of all blocks */
	TUNED_NONE   /* nothing that depends on the call */
};

/* Whether a call's bytes are those of all its blocks together. */
static inline bool tuned_is_total(enum tuned_measure measure)
{
	return measure == TUNED_TOTAL || measure == TUNED_SUM;
}

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

/* Of the operation of an id from 0 to TUNED_OPERATIONS - 1: of 4.1, or of any edition. */
const struct tuned_class *tuned_class(int id);
const struct tuned_class *tuned_class_of(enum tuned_edition edition, int id);

/* The function of Open MPI 4.1 that carries an algorithm out, without "ompi_coll_base_": "bcast_intra_chain"; "" if it
 * is not known. */
const char *tuned_function(int id, int algorithm);

/*
 * Reads a text as the library does, 4.1 or a newer one.
 *
 * - Where it would ignore the file, file->ignored says why, and the lists have what was read before.
 * - tuned_release frees file, also after a failure. ERR_MEMORY.
 */
enum status tuned_read(const char *text, size_t length, struct tuned_file *file, struct error *err);
enum status tuned_read_as(enum tuned_edition edition, const char *text, size_t length, struct tuned_file *file,
			  struct error *err);

/* Whether a text begins with a version, as only 5.0 and 6.0 take it. */
bool tuned_has_version(const char *text, size_t length);
void tuned_release(struct tuned_file *file);
void tuned_operation_release(struct tuned_operation *operation);

/* The communicator that the library takes for so many processes, an element of operation->list; NULL: there is none.
 */
const struct tuned_communicator *tuned_communicator(const struct tuned_operation *operation, int processes);

/* The rule that it takes for so many bytes; NULL: there is none, and the library decides by itself. */
const struct tuned_rule *tuned_rule(const struct tuned_communicator *communicator, uint64_t bytes);

/* What the file has of an operation for whole communicators, or for those of a level: the last of that id counts.
 * NULL: nothing. */
const struct tuned_operation *tuned_operation(const struct tuned_file *file, int id);
const struct tuned_operation *tuned_operation_of(const struct tuned_file *file, int id, enum tuned_level level);

#endif
