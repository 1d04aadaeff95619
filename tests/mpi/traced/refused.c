#include <mpi.h>
#include <stdio.h>

#include "inside.h"

/* Calls that MPI refuses, under MPI_ERRORS_RETURN: what each returns is printed, with a tracer and without one. */

static void told(const char *what, int code)
{
	int class = MPI_SUCCESS;

	if (code != MPI_SUCCESS)
		MPI_Error_class(code, &class);
	printf("%s %d\n", what, class);
}

/* call: with its arguments in brackets of their own. */
#define TELL(function, call) told(#function #call, function call)

static void refuse_messages(void)
{
	const MPI_Comm self = MPI_COMM_SELF;
	MPI_Request request = MPI_REQUEST_NULL;
	MPI_Status status;
	int one = 1;

	TELL(MPI_Send, (&one, -1, MPI_INT, 0, 0, self));
	TELL(MPI_Send, (&one, 1, MPI_DATATYPE_NULL, 0, 0, self));
	TELL(MPI_Send, (&one, 1, MPI_INT, 7, 0, self));
	TELL(MPI_Send, (&one, 1, MPI_INT, 0, -7, self));
	TELL(MPI_Send, (&one, 1, MPI_INT, 0, 0, MPI_COMM_NULL));
	TELL(MPI_Recv, (&one, 1, MPI_INT, 7, 0, self, &status));
	TELL(MPI_Isend, (&one, 1, MPI_INT, 7, 0, self, &request));
	TELL(MPI_Isend, (&one, 1, MPI_INT, MPI_PROC_NULL, 0, self, NULL));
	TELL(MPI_Irecv, (&one, 1, MPI_INT, 0, 0, self, NULL));
	TELL(MPI_Irecv, (&one, 1, MPI_INT, 0, 0, MPI_COMM_NULL, &request));
	TELL(MPI_Send_init, (&one, 1, MPI_INT, 7, 0, self, &request));
	TELL(MPI_Send_init, (&one, 1, MPI_INT, 0, 0, self, NULL));
	TELL(MPI_Sendrecv, (&one, 1, MPI_INT, 7, 0, &one, 1, MPI_INT, 0, 0, self, &status));
	TELL(MPI_Probe, (7, 0, self, &status));
}

static void refuse_completions(void)
{
	MPI_Status status;
	int one = 1;

	TELL(MPI_Wait, (NULL, &status));
	TELL(MPI_Test, (NULL, &one, &status));
	TELL(MPI_Waitall, (1, NULL, MPI_STATUSES_IGNORE));
	TELL(MPI_Testall, (1, NULL, &one, MPI_STATUSES_IGNORE));
	TELL(MPI_Waitany, (1, NULL, &one, &status));
	TELL(MPI_Testany, (1, NULL, &one, &one, &status));
	TELL(MPI_Waitsome, (1, NULL, &one, &one, MPI_STATUSES_IGNORE));
	TELL(MPI_Waitall, (-1, NULL, MPI_STATUSES_IGNORE));
	TELL(MPI_Start, (NULL));
	TELL(MPI_Startall, (1, NULL));
	TELL(MPI_Cancel, (NULL));
	TELL(MPI_Request_free, (NULL));
}

static void refuse_collectives(void)
{
	const MPI_Comm self = MPI_COMM_SELF;
	MPI_Request request = MPI_REQUEST_NULL;
	int one = 1, other = 0;

	TELL(MPI_Bcast, (&one, 1, MPI_INT, 7, self));
	TELL(MPI_Bcast, (&one, -1, MPI_INT, 0, self));
	TELL(MPI_Reduce, (&one, &other, 1, MPI_INT, MPI_OP_NULL, 0, self));
	TELL(MPI_Allreduce, (&one, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_NULL));
	TELL(MPI_Barrier, (MPI_COMM_NULL));
	TELL(MPI_Ibcast, (&one, 1, MPI_INT, 7, self, &request));
	TELL(MPI_Gather, (&one, 1, MPI_INT, &other, 1, MPI_INT, 7, self));
}

static void refuse_communicators(void)
{
	MPI_Comm world = MPI_COMM_WORLD, none = MPI_COMM_NULL, made;
	MPI_Group group;
	int one = 1;

	TELL(MPI_Comm_free, (&world));
	TELL(MPI_Comm_free, (&none));
	TELL(MPI_Comm_dup, (MPI_COMM_NULL, &made));
	TELL(MPI_Comm_dup, (MPI_COMM_SELF, NULL));
	TELL(MPI_Comm_split, (MPI_COMM_SELF, -7, 0, &made));
	TELL(MPI_Comm_split, (MPI_COMM_SELF, 0, 0, NULL));
	TELL(MPI_Comm_group, (MPI_COMM_NULL, &group));
	TELL(MPI_Comm_create, (MPI_COMM_SELF, MPI_GROUP_NULL, &made));
	TELL(MPI_Cart_create, (MPI_COMM_SELF, -1, &one, &one, 0, &made));
	TELL(MPI_Comm_size, (MPI_COMM_NULL, &one));
	TELL(MPI_Comm_size, (MPI_COMM_SELF, NULL));
}

void be_refused(void)
{
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	refuse_messages();
	refuse_completions();
	refuse_collectives();
	refuse_communicators();
}
