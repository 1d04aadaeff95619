#include "inside.h"

#include <mpi.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static char data[256];

static int free_type(MPI_Comm comm, int key, void *type, void *more)
{
	(void)comm;
	(void)key;
	(void)more;
	return MPI_Type_free(type);
}

static void send_nowhere(MPI_Datatype type)
{
	MPI_Send(data, 1, type, MPI_PROC_NULL, 1, MPI_COMM_SELF);
}

void free_in_a_callback(void)
{
	for (int n = 3; n < 7; n++) {
		int key;
		MPI_Comm comm;
		MPI_Datatype type;
		MPI_Type_contiguous(n, MPI_INT, &type);
		MPI_Type_commit(&type);
		MPI_Comm_dup(MPI_COMM_SELF, &comm);
		MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_type, &key, NULL);
		MPI_Comm_set_attr(comm, key, &type);
		send_nowhere(type);
		MPI_Comm_free(&comm);
		MPI_Comm_free_keyval(&key);
	}
}

static jmp_buf before_call;

static void leave(MPI_Comm *comm, int *code, ...)
{
	(void)comm;
	(void)code;
	longjmp(before_call, 1);
}

void leave_by_longjmp(void)
{
	MPI_Errhandler handler;
	MPI_Comm_create_errhandler(leave, &handler);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
	if (setjmp(before_call) == 0)
		MPI_Send(data, 1, MPI_INT, 5, 1, MPI_COMM_SELF);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
	MPI_Errhandler_free(&handler);
	send_nowhere(MPI_INT);
}

enum { FITS = 8 };

/* Receives that are complete, the first of which got more than fits. */
static void receive_two(MPI_Request *requests, bool persistent)
{
	for (int i = 0; i < 2; i++) {
		if (!persistent)
			MPI_Irecv(data + 64 * i, FITS, MPI_CHAR, 0, i, MPI_COMM_SELF, &requests[i]);
		else
			MPI_Start(&requests[i]);
	}
	MPI_Send(data + 128, FITS, MPI_CHAR, 0, 1, MPI_COMM_SELF);
	MPI_Send(data + 128, 2 * FITS, MPI_CHAR, 0, 0, MPI_COMM_SELF);
}

static void drop(MPI_Request *requests)
{
	for (int i = 0; i < 2; i++)
		if (requests[i] != MPI_REQUEST_NULL)
			MPI_Request_free(&requests[i]);
}

void truncate_messages(void)
{
	MPI_Request requests[2];
	MPI_Status statuses[2];
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); /* where completions are raised */
	receive_two(requests, false);
	MPI_Waitall(2, requests, statuses);
	drop(requests);
	receive_two(requests, false);
	MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
	drop(requests);
	receive_two(requests, false);
	MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
	MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
	drop(requests);
	for (int i = 0; i < 2; i++)
		MPI_Recv_init(data + 64 * i, FITS, MPI_CHAR, 0, i, MPI_COMM_SELF, &requests[i]);
	receive_two(requests, true);
	MPI_Waitall(2, requests, statuses);
	drop(requests);
	receive_two(requests, false);
	MPI_Waitall(2, requests, statuses);
	drop(requests);
}

static int die(MPI_Comm comm, int key, void *value, void *more)
{
	(void)comm;
	(void)key;
	(void)value;
	(void)more;
	_exit(0);
}

void end_in_finalize(void)
{
	int key;
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, die, &key, NULL);
	MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
}

static void end_program(int signal)
{
	(void)signal;
	exit(0);
}

void exit_in_a_handler(void)
{
	MPI_Barrier(MPI_COMM_SELF);
	signal(SIGALRM, end_program);
	alarm(1);
	MPI_Recv(data, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}
