#ifndef SONDE_TEST_TRACED_INSIDE_H
#define SONDE_TEST_TRACED_INSIDE_H

/* What happens while a call of MPI is under way: callbacks, failures, signals. MPI has begun. */

/* A callback of MPI_Comm_free frees a datatype, whose handle the next one gets. */
void free_in_a_callback(void);

/* A handler of errors leaves MPI_Send by longjmp. */
void leave_by_longjmp(void);

/* Messages that do not fit are waited for in all ways, persistent ones too. */
void truncate_messages(void);

/* Calls that MPI refuses; prints what each returned. */
void be_refused(void);

/* Processes end in MPI_Finalize, which the caller calls next. */
void end_in_finalize(void);

/* A signal comes in MPI_Recv, and its handler ends the program. */
void exit_in_a_handler(void);

#endif
