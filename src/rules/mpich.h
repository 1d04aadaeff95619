#ifndef SONDE_RULES_MPICH_H
#define SONDE_RULES_MPICH_H

#include <stdio.h>

#include "rules/effects.h"
#include "rules/tuned.h"

/*
 * Selections of MPICH 4.0, as MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE names them: what such a file says, and what the
 * library makes of it. Source: src/mpi/coll/src/csel.c of 4.0.2.
 *
 * - A tree of JSON objects whose keys are tests, "comm_size<=8"; the first key of an object that holds leads on, and
 *   "algorithm=MPIR_Bcast_intra_binomial" ends the way.
 * - The file takes the place of the whole selection that the library has.
 *
 * All functions are Local.
 */

/* What an algorithm needs; the library aborts without it, or does not notice (mpich_unnoticed). */
enum {
	MPICH_POWER_OF_2 = 1,   /* of processes */
	MPICH_IN_PLACE = 2,     /* calls with MPI_IN_PLACE */
	MPICH_OUT_OF_PLACE = 4, /* others */
	MPICH_COMMUTES = 8,     /* the reduction commutes */
	MPICH_BUILT_IN = 16,    /* the reduction is MPI's */
	MPICH_MANY = 32,        /* as many elements as the largest power of two of processes, or more */
	MPICH_PARENT = 64,      /* a communicator that the library has split by nodes */
	MPICH_REGULAR = 128     /* equal blocks */
};

struct mpich_algorithm {
	const char *operation; /* "bcast" */
	const char *name;      /* "intra_binomial": MPIR_Bcast_intra_binomial */
	unsigned needs;        /* MPICH_* */
};
extern const struct mpich_algorithm mpich_algorithms[]; /* ends with a name NULL */

enum mpich_test {
	MPICH_TEST_COLLECTIVE, /* value: the place of the operation's first algorithm in mpich_algorithms */
	MPICH_TEST_INTRA,
	MPICH_TEST_INTER,
	MPICH_TEST_UP_TO, /* value: processes */
	MPICH_TEST_BELOW,
	MPICH_TEST_POWER_OF_2,
	MPICH_TEST_ONE_NODE,
	MPICH_TEST_ANY_PROCESSES,
	MPICH_TEST_HIERARCHY,   /* value: enum mpich_hierarchy */
	MPICH_TEST_CONSECUTIVE, /* value: 1 yes, 0 no; also of the next ones */
	MPICH_TEST_PER_NODE,    /* value: processes */
	MPICH_TEST_THREADED,    /* from here on a test is of the call, not of the communicator */
	MPICH_TEST_MEAN_UP_TO,  /* value: bytes */
	MPICH_TEST_MEAN_BELOW,
	MPICH_TEST_ANY_MEAN,
	MPICH_TEST_TOTAL_UP_TO,
	MPICH_TEST_TOTAL_BELOW,
	MPICH_TEST_ANY_TOTAL,
	MPICH_TEST_COUNT_UP_TO, /* value: elements */
	MPICH_TEST_FEW,         /* fewer elements than the largest power of two of processes */
	MPICH_TEST_ANY_COUNT,
	MPICH_TEST_IN_PLACE,
	MPICH_TEST_REGULAR,
	MPICH_TEST_COMMUTES,
	MPICH_TEST_BUILT_IN,
	MPICH_ALGORITHM /* no test: the end of the way */
};

enum mpich_hierarchy { MPICH_FLAT, MPICH_IS_PARENT, MPICH_NODE_ROOTS, MPICH_NODE, MPICH_ANY_HIERARCHY };

struct mpich_node {
	enum mpich_test test;
	int value;
	const struct mpich_algorithm *algorithm; /* of MPICH_ALGORITHM */
	size_t line;
	bool misread;            /* the value is not the whole of what is written */
	size_t skipped_at;       /* of MPICH_ALGORITHM: the line of one beside it that is not taken; 0: none */
	size_t success, failure; /* nodes; 0: none */
};

struct mpich_tree {
	struct mpich_node *list; /* owned; [0] is unused */
	size_t n, capacity;
	size_t root;       /* 0: none, and every operation aborts */
	char aborts[200];  /* why every program aborts in MPI_Init; "": it does not */
	size_t aborts_at;  /* the line */
	size_t left_at;    /* the line from which on nothing is read, 0: all is */
	bool fills_a_page; /* the file is a multiple of 4096 B: the library reads beyond its end */
};

/* What a key without spaces says, "comm_size<=8"; false: the library knows none like it. */
bool mpich_read_test(const char *key, struct mpich_node *node);

/* Whether an operation of this name has such tests; the library aborts where one has not. operation: "bcast". */
bool mpich_has_test(const char *operation, enum mpich_test test);

/* Reads a text as the library does. mpich_release frees tree, also after a failure. ERR_MEMORY. */
enum status mpich_read(const char *text, size_t length, struct mpich_tree *tree, struct error *err);
void mpich_release(struct mpich_tree *tree);

/* A call. Blocks are equal, and send buffers are not MPI_IN_PLACE, unless it is said. */
struct mpich_call {
	const char *operation; /* "bcast", "ibcast" */
	int processes, nodes;
	enum mpich_hierarchy hierarchy;
	bool inter, scattered, threaded; /* scattered: a node's processes do not follow one another */
	uint64_t mean, total, count;     /* bytes, bytes, elements */
	bool in_place, irregular, commutes, built_in;
};

/* The algorithm that the library takes; NULL: it aborts. */
const struct mpich_algorithm *mpich_find(const struct mpich_tree *tree, const struct mpich_call *call);

/* The same, and how it is found. */
struct mpich_way {
	size_t line;   /* of the algorithm, or of the last test, where none holds; 0: nothing is there for the operation
			*/
	bool untested; /* a test on the way is none of the operation's: the library aborts */
	bool unsure;   /* beside operations stands another key: what the library does is not determined */
};
const struct mpich_algorithm *mpich_find_way(const struct mpich_tree *tree, const struct mpich_call *call,
					     struct mpich_way *way);

/* What of an algorithm's needs (MPICH_*) a call has not. */
unsigned mpich_lacks(const struct mpich_algorithm *algorithm, const struct mpich_call *call);

/* Those of an algorithm's needs that the library does not look for: without them results are wrong. */
unsigned mpich_unnoticed(const struct mpich_algorithm *algorithm);

/* The one that it takes by itself, where there is no file. */
const struct mpich_algorithm *mpich_find_own(const struct mpich_call *call);

/*
 * What a selection has for calls like one, of any size, on communicators of 2 to most processes, as rules: only where
 * it is not what the library takes by itself, which is algorithm 0.
 *
 * - like: nodes and hierarchy; the rest is set here: blocks are equal and of elements of a byte, reductions MPI's own.
 * - Ids of operations are those of coll/tuned, algorithms those of mpich_class, or its n for one that is not there.
 * - Of communicators of a node's processes or of nodes' first ones: those operations alone that go by nodes.
 * - tuned_release frees file, also after a failure. ERR_MEMORY.
 */
enum status mpich_rules(const struct mpich_tree *tree, const struct mpich_call *like, int most, struct tuned_file *file,
			struct error *err);

/* The rules for communicators of all kinds: whole ones, and by nodes where these have others. As mpich_rules. */
enum status mpich_all_rules(const struct mpich_tree *tree, int most, struct tuned_file *file, struct error *err);

/* The level of rules for communicators of this kind; and whether the library looks rules of an operation up for the
 * processes of a node and for the first ones of nodes, where several processes share one. */
enum tuned_level mpich_level(enum mpich_hierarchy hierarchy);
bool mpich_goes_by_nodes(int id);

/* The largest number of processes that a test of the selection names; 0: none does. */
int mpich_most_processes(const struct mpich_tree *tree);

/* Whether two selections choose alike for calls of all kinds, of sizes around each power of two up to 8 MiB, on
 * communicators of so many processes. */
bool mpich_same(const struct mpich_tree *a, const struct mpich_tree *b, int processes);

/* Sets the bytes of a call whose message or block has so many, of elements of a byte. */
void mpich_call_size(struct mpich_call *call, uint64_t bytes);

/* What the library calls by itself on communicators of all kinds, by their rules. */
struct mpich_inner_call {
	const char *operation;
	uint64_t count, bytes; /* elements, MPI's own, and their bytes; of allgather those of each process */
	const char *text;      /* when it does so */
};
enum { MPICH_NEW_COMMUNICATOR, MPICH_NEW_CONTEXT, MPICH_COLOURS, MPICH_INNER_CALLS };
extern const struct mpich_inner_call mpich_inner_calls[MPICH_INNER_CALLS];

/* Adds what MPICH 4.0 makes of the file that its author may not expect; nothing if it does what it says. ERR_MEMORY. */
enum status mpich_check(const struct mpich_tree *tree, struct rule_effects *effects, struct error *err);

/* What the library chooses by itself, the first row whose tests hold. */
enum { MPICH_TESTS_MOST = 5 };
struct mpich_row {
	const char *operation;
	const char *tests[MPICH_TESTS_MOST]; /* "comm_size<=8"; NULL: none */
	const char *algorithm;
};
extern const struct mpich_row mpich_own[]; /* ends with an operation NULL */

/* Of the operation that has this id in coll/tuned: MPICH's algorithms that rules can choose, and what their bytes are
 * compared with. */
const struct tuned_class *mpich_class(int id);

/*
 * Writes rules as MPICH reads them, with the library's own selection for all that they leave to it.
 *
 * - comments: lines that stand before the rules, each ended by '\n'; "": none.
 * - file: ids are those of coll/tuned, algorithms those of mpich_class; 0: the library's own decision. Communicators
 *   are for so many processes up to the next one's; those before the first are left to the library.
 * - Where an algorithm needs what a call may lack, the library's own decision stands beside it.
 * - Where an operation has rules for a node's processes or for nodes, those for whole communicators are not for these.
 * - ERR_INPUT, and nothing is written: an algorithm that is not there, lists that do not ascend, a size that does not
 *   fit into an int; or programs would abort, hang or get wrong data by what is written, as mpich_check says: comments
 *   that end before their line does.
 * - ERR_MEMORY. What the stream could not take ferror tells.
 */
enum status mpich_write(FILE *out, const struct tuned_file *file, const char *comments, struct error *err);

#endif
