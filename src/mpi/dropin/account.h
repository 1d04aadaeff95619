#ifndef SONDE_MPI_DROPIN_ACCOUNT_H
#define SONDE_MPI_DROPIN_ACCOUNT_H

#include <stdio.h>

#include "mpi/dropin/state.h"
#include "mpi/user/call.h"

/* Why a call goes on to the MPI library. */
enum passed {
	PASSED_NOT,          /* it does not */
	PASSED_OPERATION,    /* no row is for the operation */
	PASSED_PROCESSES,    /* nor for so many processes */
	PASSED_SIZE,         /* nor for so many bytes */
	PASSED_ROOT,         /* nor, since they have orders of processes, for the root */
	PASSED_OWN,          /* its row leaves it to the library: always, or a message that need not be split */
	PASSED_IMPOSSIBLE,   /* the row's algorithm cannot do it (algorithm_check) */
	PASSED_GROUPS,       /* it is one between two groups */
	PASSED_WITHOUT_DATA, /* of no bytes */
	PASSED_LONG,         /* of more bytes than MPI counts in an int */
	PASSED_UNLIKE,       /* with a list of unlike counts */
	PASSED_REFUSED,      /* MPI refuses an argument */
	PASSED_REASONS
};

/* What becomes of a process's calls, counted by any number of threads. All functions are Local. */

/* An account of calls by a table, which is borrowed; dropin_account_free frees it. NULL without memory. */
struct dropin_account *dropin_account_new(const struct choices *table);
void dropin_account_free(struct dropin_account *account);

/* Counts a call: by its row, or why it was passed on; of the call what is known by then. */
void dropin_account_note(struct dropin_account *account, enum collective collective, const struct user_call *call,
			 enum passed passed);

/* Writes the account, of each operation that was called a line by each row and for each reason. path: of the table. */
void dropin_account_write(const struct dropin_account *account, const char *path, FILE *out);

/* Writes the numbers of processes that rows are for: "4, 8 to 15, 16 and more". Rows that leave all to the library do
 * not count. */
void dropin_put_processes(const struct choices *table, FILE *out);

#endif
