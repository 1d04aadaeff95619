#include "expect.h"

#include <string.h>

/* What MPI-4 has besides: exchanges that only begin, messages in parts, sessions. */

static void call_exchanges_begin(struct program *p)
{
	MPI_Request request;
	MPI_Status status;
	MPI_Isendrecv(out, 1, MPI_INT, p->next, 2, in, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &request);
	expect(p, "MPI_Isendrecv comm=0 send=%d:2:4:c receive=-3:2:4:c request=%d", p->next, ++p->requests);
	MPI_Wait(&request, &status);
	/* In MPICH 4.0 this is not who sent the message, but what the request's memory had. */
	expect(p, "MPI_Wait done=%d:%d:-1", p->requests, status.MPI_SOURCE);
	MPI_Isendrecv_replace(out, 1, MPI_INT, p->next, 3, p->last, 3, MPI_COMM_WORLD, &request);
	expect(p, "MPI_Isendrecv_replace comm=0 send=%d:3:4:c receive=%d:3:4:c request=%d", p->next, p->last,
	       ++p->requests);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:-1:-1", p->requests);
}

/* A message of four parts to the next process, twice; that of the last one is waited for part by part. */
static void call_parts(struct program *p)
{
	enum { PARTS = 4 };
	MPI_Request r[2];
	int listed[] = {3};
	MPI_Precv_init(in, PARTS, 2, MPI_INT, p->last, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
	expect(p, "MPI_Precv_init request=%d", ++p->requests);
	MPI_Psend_init(out, PARTS, 2, MPI_INT, p->next, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
	expect(p, "MPI_Psend_init request=%d", ++p->requests);
	for (int i = 0; i < 2; i++) {
		MPI_Startall(2, r);
		expect(p, "MPI_Startall started=%d,%d", p->requests - 1, p->requests);
		NAMED(Pready, 0, r[1]);
		NAMED(Pready_range, 1, 2, r[1]);
		NAMED(Pready_list, 1, listed, r[1]);
		for (int flag = 0; !flag;) {
			MPI_Parrived(r[0], 2, &flag);
			p->polls += !flag;
		}
		expect(p, "MPI_Parrived request=%d", p->requests - 1);
		MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
		expect(p, "MPI_Waitall done=%d:-1:-1,%d:-1:-1", p->requests - 1, p->requests);
	}
	for (int i = 0; i < 2; i++) {
		MPI_Request_free(&r[i]);
		expect(p, "MPI_Request_free request=%d", p->requests - 1 + i);
	}
}

static void use(struct program *p, MPI_Comm *comm)
{
	MPI_Barrier(*comm);
	expect(p, "MPI_Barrier comm=%d", p->comms);
	MPI_Comm_free(comm);
	expect(p, "MPI_Comm_free comm=%d", p->comms);
}

/* Communicators of groups alone; those of process 0 and of all others have an intercommunicator between them. */
static void call_sessions(struct program *p)
{
	MPI_Session session;
	MPI_Group all, first, others;
	MPI_Comm comm;
	const int zero = 0;
	NAMED(Session_init, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
	MPI_Group_from_session_pset(session, "mpi://WORLD", &all);
	MPI_Comm_create_from_group(all, "all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
	expect(p, "MPI_Comm_create_from_group made=%d", ++p->comms);
	use(p, &comm);
	MPI_Group_incl(all, 1, &zero, &first);
	MPI_Group_excl(all, 1, &zero, &others);
	MPI_Intercomm_create_from_groups(p->rank ? others : first, 0, p->rank ? first : others, 0, "between",
					 MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
	expect(p, "MPI_Intercomm_create_from_groups made=%d", ++p->comms);
	use(p, &comm);
	MPI_Group_free(&first);
	MPI_Group_free(&others);
	MPI_Group_free(&all);
	NAMED(Session_finalize, &session);
}

static void call_copy(struct program *p)
{
	MPI_Comm comm;
	MPI_Request request;
	MPI_Comm_idup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &comm, &request);
	expect(p, "MPI_Comm_idup_with_info comm=0 made=%d request=%d", ++p->comms, ++p->requests);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:-1:-1", p->requests);
	use(p, &comm);
}

void call_more(struct program *p)
{
	call_exchanges_begin(p);
	call_parts(p);
	call_sessions(p);
	call_copy(p);
}
