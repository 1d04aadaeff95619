#ifndef TESTS_MPI_DROPIN_H
#define TESTS_MPI_DROPIN_H

#include <mpi.h>
#include <stdbool.h>

#include "algorithm/algorithm.h"
#include "base/random.h"

/* What the files of the program of drawn calls share. */

enum { MOST = 200, ROOM = 4 * MOST * 16, COMMS = 4, TYPES = 5 };
enum { MANY = 1 << 25, SEGMENT = 64 };

struct trial {
	struct random random;
	unsigned long long seed, call;
	MPI_Comm comms[COMMS], comm;
	int rank, size, world;
	MPI_Datatype types[TYPES]; /* of two ints */
	MPI_Datatype matrix, spaced;
	MPI_Op product, sum;
	unsigned long long expected; /* calls that the table has a row for */
	unsigned long long calls;
	bool pairs[COLLECTIVE_SCAN + 1]; /* gatherv, scatterv: done by a row of pairs, without asking for sizes */
	unsigned long long longest;      /* bytes that a message may have; 0: as MPI has it */
	bool alike;                      /* all processes have the same types, whatever their blocks */
	bool differs;                    /* the table, from process to process */
	int *send, *first, *second;
	struct {
		MPI_Datatype list[8];
		int n;
	} made; /* for the call under way */
};

/* A type of which *count make up 2 n ints: of one int, of pairs, or one of all of them in pieces. In half of the calls
 * each process has another one. */
MPI_Datatype trial_draw_type(struct trial *t, int n, int *count);

/* Frees what was made for the call. */
void trial_forget_types(struct trial *t);

void trial_draw_op(struct trial *t, MPI_Datatype *type, MPI_Op *op, bool *spaced);

/* What the table's call brought, and the library's, must be the same. */
void trial_compare(const struct trial *t, const char *what, bool spaced);

/* A table: by bytes three algorithms of each operation, or one of gatherv and scatterv; every process writes its own.
 */
void trial_write_table(struct trial *t, int turn, bool differs, const char *path);

/* Calls with lists of counts. what: gatherv, scatterv, allgatherv. */
void trial_move_counted(struct trial *t, int what, int n, int root);
void trial_reduce_scatter(struct trial *t, int n);

/* Calls whose account is known. */
void trial_account(struct trial *t);

/* Calls that no table has rows for. */
void trial_exscan(struct trial *t, int n);
void trial_exchange(struct trial *t, int n, bool typed);

#endif
