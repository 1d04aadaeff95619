#ifndef SONDE_MPI_VERIFY_VERIFY_H
#define SONDE_MPI_VERIFY_VERIFY_H

#include "algorithm/choice.h"
#include "rules/mpich.h"
#include "rules/tuned.h"
#include "stats/compare.h"
#include "stats/family.h"

/* A rule at one end of its sizes. */
struct verify_row {
	int id, processes;
	enum tuned_level level;  /* MPICH: whether the rule is for all processes, a node's, or one of each node */
	uint64_t bytes;          /* of a message, or of a process's block */
	struct tuned_rule rule;  /* that the file has for it; algorithm 0: it leaves this size to the library */
	size_t row;              /* of a table: the row's place in it; the rule's algorithm is then 1 */
	const char *name;        /* of the rule's algorithm, static */
	char ran[96];            /* what ran: Open MPI's function, or MPICH's algorithm; "": neither is known */
	char alike[96];          /* MPICH: other algorithms that would have sent the same messages */
	int64_t fanout, segment; /* that it was given */
	bool in_force;           /* what ran is what the rule says, at every process */
	bool timed;              /* the rest is there */
	double seconds, own;     /* medians, by the rule and by the library's own decision */
	struct overall slower;   /* by which part the rule is slower */
	struct family_test test; /* slower.p, among those of all rows that are timed */
};

struct verify_result {
	struct verify_row *list; /* owned by the caller: free */
	size_t n, capacity;
	size_t skipped; /* rules of which no row is: of more processes, of operations without a call, or rows
			   all of whose calls belong to others */
};

/*
 * Starts MPI, and calls the operations that rules are of, at both ends of each rule's sizes and on a communicator of
 * each number of processes that the file names: which algorithm runs, and how long it takes, in turn with the library's
 * own decision. Where a rule seems slower at one end alone it is looked at between, too, each size 16 times the one
 * before. Ends MPI.
 *
 * - The rules must be in force in this process from its beginning, and the spy (mpi/spy/spy.h) preloaded.
 * - Open MPI's own decision is taken on a communicator that was made without the rules; MPICH is told to take what it
 * decides by itself, which our tables know (algorithm/decision).
 * - What ran in MPICH is told by the messages of each process.
 * - confidence: of intervals.
 * - *first: whether this is the process that tells; only its result has all rows.
 * - ERR_INPUT: there is no spy, the library is not Open MPI 4.1, or not MPICH over UCX; ERR_MEMORY. Collective.
 */
enum status verify_tuned(const struct tuned_file *file, double confidence, bool *first, struct verify_result *result,
			 struct error *err);
enum status verify_mpich(const struct mpich_tree *tree, double confidence, bool *first, struct verify_result *result,
			 struct error *err);

/*
 * The same of a table, whose library of collective operations (mpi/dropin) is preloaded and has read it: calls of the
 * program's functions by the rows, and on a communicator that is left to the MPI library.
 *
 * - Each row is looked at among the least number of processes that it is for, and the largest that there are here; at
 *   its least and its largest size and at sizes between, each 16 times the one before. A size without end goes to 1 MB,
 *   or four times the least. Rows with an order are for all processes.
 * - A row that no call belongs to, since others come before it, is skipped.
 */
enum status verify_table(const struct choices *table, double confidence, bool *first, struct verify_result *result,
			 struct error *err);

#endif
