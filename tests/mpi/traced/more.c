#include "collective.h"

/* What MPICH 4.0 has of MPI-4: functions for large counts, exchanges that only begin, persistent collectives. */

static void call_large(struct program *p)
{
	MPI_Request requests[2];
	MPI_Count counts[16];
	MPI_Aint places[16];
	for (int i = 0; i < p->size; i++) {
		counts[i] = 1;
		places[i] = i;
	}
	MPI_Irecv_c(in, 2, MPI_INT, p->last, 1, MPI_COMM_WORLD, &requests[0]);
	expect(p, "MPI_Irecv comm=0 receive=%d:1:8:c request=%d", p->last, ++p->requests);
	MPI_Isend_c(out, 2, MPI_INT, p->next, 1, MPI_COMM_WORLD, &requests[1]);
	expect(p, "MPI_Isend comm=0 send=%d:1:8:c request=%d", p->next, ++p->requests);
	MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
	expect(p, "MPI_Waitall done=%d:-1:-1,%d:-1:-1", p->requests - 1, p->requests);
	MPI_Bcast_c(out, 3, MPI_INT, 0, MPI_COMM_WORLD);
	expect(p, "MPI_Bcast comm=0 send=12:c receive=12:c root=0");
	MPI_Allgatherv_c(out, 1, MPI_INT, in, counts, places, MPI_INT, MPI_COMM_WORLD);
	const int ones[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
	expect(p, "MPI_Allgatherv comm=0 send=4:c receive=%s", list(p->size, ones, 4));
}

static void call_exchanges_begin(struct program *p)
{
	MPI_Request request;
	MPI_Isendrecv(out, 1, MPI_INT, p->next, 2, in, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &request);
	expect(p, "MPI_Isendrecv comm=0 send=%d:2:4:c receive=-3:2:4:c request=%d", p->next, ++p->requests);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:%d:-1", p->requests, p->last);
	MPI_Isendrecv_replace(out, 1, MPI_INT, p->next, 3, p->last, 3, MPI_COMM_WORLD, &request);
	expect(p, "MPI_Isendrecv_replace comm=0 send=%d:3:4:c receive=%d:3:4:c request=%d", p->next, p->last,
	       ++p->requests);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:-1:-1", p->requests);
}

static void run_persistent(struct program *p, MPI_Request *request)
{
	for (int i = 0; i < 2; i++) {
		MPI_Start(request);
		expect(p, "MPI_Start request=%d", p->requests);
		MPI_Wait(request, MPI_STATUS_IGNORE);
		expect(p, "MPI_Wait done=%d:-1:-1", p->requests);
	}
	MPI_Request_free(request);
	expect(p, "MPI_Request_free request=%d", p->requests);
}

static void call_persistent(struct program *p)
{
	MPI_Request request;
	MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
	expect(p, "MPI_Barrier_init comm=0 request=%d", ++p->requests);
	run_persistent(p, &request);
	MPI_Bcast_init(out, 3, MPI_INT, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
	expect(p, "MPI_Bcast_init comm=0 send=12:c receive=12:c root=1 request=%d", ++p->requests);
	run_persistent(p, &request);
	MPI_Allreduce_init(out, in, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
	expect(p, "MPI_Allreduce_init comm=0 send=8:c receive=8:c op=MPI_MAX request=%d", ++p->requests);
	run_persistent(p, &request);
	MPI_Alltoall_init(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
	expect(p, "MPI_Alltoall_init comm=0 send=4:c receive=4:c request=%d", ++p->requests);
	run_persistent(p, &request);
}

void call_more(struct program *p)
{
	call_large(p);
	call_exchanges_begin(p);
	call_persistent(p);
}
