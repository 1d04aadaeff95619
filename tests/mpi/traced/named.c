#include "expect.h"

/* What else is recorded by its name alone, and MPI_Pcontrol. */

static int ask(void *state, MPI_Status *status)
{
	(void)state;
	MPI_Status_set_elements(status, MPI_INT, 0);
	MPI_Status_set_cancelled(status, 0);
	return MPI_SUCCESS;
}

static int forget(void *state)
{
	(void)state;
	return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
	(void)state;
	(void)complete;
	return MPI_SUCCESS;
}

static void call_others(struct program *p)
{
	MPI_Request request;
	MPI_Comm comm;
	MPI_Info info;
	void *memory;
	mpi_count at = 0;
	mpi_position place = 0;
	NAMED(Pack, out, 2, MPI_INT, in, ROOM, &at, MPI_COMM_WORLD);
	at = 0;
	NAMED(Unpack, in, ROOM, &at, out, 2, MPI_INT, MPI_COMM_WORLD);
	NAMED(Pack_external, "external32", out, 2, MPI_INT, in, ROOM, &place);
	place = 0;
	NAMED(Unpack_external, "external32", in, ROOM, &place, out, 2, MPI_INT);
	NAMED(Reduce_local, out, in, 2, MPI_INT, MPI_SUM);
	NAMED(Alloc_mem, 64, MPI_INFO_NULL, &memory);
	NAMED(Free_mem, memory);
	MPI_Comm_dup(MPI_COMM_SELF, &comm);
	expect(p, "MPI_Comm_dup comm=1 made=%d", ++p->comms);
	MPI_Info_create(&info);
	NAMED(Comm_set_info, comm, info);
	MPI_Info_free(&info);
	MPI_Comm_free(&comm);
	expect(p, "MPI_Comm_free comm=%d", p->comms);
	MPI_Grequest_start(ask, forget, cancel, NULL, &request);
	expect(p, "MPI_Grequest_start request=%d", ++p->requests);
	MPI_Grequest_complete(request);
	expect(p, "MPI_Grequest_complete request=%d", p->requests);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:-1:-1", p->requests);
}

static void call_controls(struct program *p)
{
	MPI_Pcontrol(0);
	expect(p, "MPI_Pcontrol number=0");
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Pcontrol(1);
	expect(p, "MPI_Pcontrol number=1");
	MPI_Barrier(MPI_COMM_WORLD);
	expect(p, "MPI_Barrier comm=0");
	MPI_Pcontrol(2);
	expect(p, "MPI_Pcontrol number=2");
}

void call_named(struct program *p)
{
	call_others(p);
	call_controls(p);
}
