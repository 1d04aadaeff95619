#include "expect.h"

/* Sends of all kinds, receives, probes. */

struct kind {
	const char *blocking, *begin, *persistent;
	int (*send)(const void *, mpi_count, MPI_Datatype, int, int, MPI_Comm);
	int (*isend)(const void *, mpi_count, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
	int (*init)(const void *, mpi_count, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
};

static const struct kind kinds[] = {
	{"MPI_Send", "MPI_Isend", "MPI_Send_init", MPI_Send, MPI_Isend, MPI_Send_init},
	{"MPI_Bsend", "MPI_Ibsend", "MPI_Bsend_init", MPI_Bsend, MPI_Ibsend, MPI_Bsend_init},
	{"MPI_Ssend", "MPI_Issend", "MPI_Ssend_init", MPI_Ssend, MPI_Issend, MPI_Ssend_init},
	{"MPI_Rsend", "MPI_Irsend", "MPI_Rsend_init", MPI_Rsend, MPI_Irsend, MPI_Rsend_init},
};

void call_barrier(struct program *p)
{
	MPI_Barrier(MPI_COMM_WORLD);
	expect(p, "MPI_Barrier comm=0");
}

static void receive_begins(struct program *p, int tag, MPI_Request *request)
{
	MPI_Irecv(in, 10, MPI_INT, p->last, tag, MPI_COMM_WORLD, request);
	expect(p, "MPI_Irecv comm=0 receive=%d:%d:40:c request=%d", p->last, tag, ++p->requests);
}

/* The receive is posted before a message is sent, as a ready send needs it. */
static void call_kind(struct program *p, const struct kind *kind, int tag)
{
	MPI_Request requests[2];
	receive_begins(p, tag, &requests[0]);
	call_barrier(p);
	kind->send(out, 10, MPI_INT, p->next, tag, MPI_COMM_WORLD);
	expect(p, "%s comm=0 send=%d:%d:40:c", kind->blocking, p->next, tag);
	MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:-1:-1", p->requests);

	receive_begins(p, tag + 1, &requests[0]);
	call_barrier(p);
	kind->isend(out, 10, MPI_INT, p->next, tag + 1, MPI_COMM_WORLD, &requests[1]);
	expect(p, "%s comm=0 send=%d:%d:40:c request=%d", kind->begin, p->next, tag + 1, ++p->requests);
	MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
	expect(p, "MPI_Waitall done=%d:-1:-1,%d:-1:-1", p->requests - 1, p->requests);
}

static void call_persistent(struct program *p, const struct kind *kind, int tag)
{
	MPI_Request requests[2];
	MPI_Status statuses[2];
	MPI_Recv_init(in, 3, MPI_CHAR, p->last, tag, MPI_COMM_WORLD, &requests[0]);
	expect(p, "MPI_Recv_init comm=0 receive=%d:%d:3:c request=%d", p->last, tag, ++p->requests);
	kind->init(out, 3, MPI_CHAR, p->next, tag, MPI_COMM_WORLD, &requests[1]);
	expect(p, "%s comm=0 send=%d:%d:3:c request=%d", kind->persistent, p->next, tag, ++p->requests);
	MPI_Waitall(2, requests, statuses);
	expect(p, "MPI_Waitall");
	for (int i = 0; i < 2; i++) {
		MPI_Start(&requests[0]);
		expect(p, "MPI_Start request=%d", p->requests - 1);
		call_barrier(p);
		MPI_Startall(1, &requests[1]);
		expect(p, "MPI_Startall started=%d", p->requests);
		MPI_Waitall(2, requests, i ? statuses : MPI_STATUSES_IGNORE);
		expect(p, "MPI_Waitall done=%d:-1:-1,%d:-1:-1", p->requests - 1, p->requests);
	}
	MPI_Request_free(&requests[1]);
	expect(p, "MPI_Request_free request=%d", p->requests);
	MPI_Request_free(&requests[0]);
	expect(p, "MPI_Request_free request=%d", p->requests - 1);
}

void call_exchanges(struct program *p)
{
	MPI_Datatype gaps;
	MPI_Status status;
	MPI_Type_vector(3, 1, 2, MPI_DOUBLE, &gaps);
	MPI_Type_commit(&gaps);
	MPI_Sendrecv(out, 2, gaps, p->next, 31, in, 6, MPI_DOUBLE, p->last, 31, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	expect(p, "MPI_Sendrecv comm=0 send=%d:31:48:n receive=%d:31:48:c", p->next, p->last);
	MPI_Sendrecv(out, 1, MPI_DOUBLE, p->next, 32, in, 1, gaps, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
		     MPI_STATUS_IGNORE);
	expect(p, "MPI_Sendrecv comm=0 send=%d:32:8:c receive=-3:-1:24:n got=%d:32", p->next, p->last);
	MPI_Type_free(&gaps);
	expect(p, "MPI_Type_free");
	MPI_Type_contiguous(3, MPI_DOUBLE, &gaps);
	MPI_Type_commit(&gaps);
	MPI_Sendrecv_replace(out, 1, gaps, p->next, 33, MPI_ANY_SOURCE, 33, MPI_COMM_WORLD, &status);
	expect(p, "MPI_Sendrecv_replace comm=0 send=%d:33:24:c receive=-3:33:24:c got=%d:-1", p->next, p->last);
	MPI_Sendrecv_replace(out, 1, gaps, MPI_PROC_NULL, 34, MPI_PROC_NULL, 34, MPI_COMM_WORLD, &status);
	expect(p, "MPI_Sendrecv_replace comm=0 send=-2:34:24:c receive=-2:34:24:c");
	MPI_Type_free(&gaps);
	expect(p, "MPI_Type_free");
	MPI_Send(out, 1, MPI_INT, MPI_PROC_NULL, 35, MPI_COMM_SELF);
	expect(p, "MPI_Send comm=1 send=-2:35:4:c");
	MPI_Recv(in, 1, MPI_INT, MPI_PROC_NULL, 35, MPI_COMM_SELF, &status);
	expect(p, "MPI_Recv comm=1 receive=-2:35:4:c");
}

/* A message to the next process, for one of the probes. */
static void send_one(struct program *p, int tag, MPI_Request *request)
{
	MPI_Isend(out, 7, MPI_CHAR, p->next, tag, MPI_COMM_WORLD, request);
	expect(p, "MPI_Isend comm=0 send=%d:%d:7:c request=%d", p->next, tag, ++p->requests);
}

static void wait_for(struct program *p, int number, MPI_Request *request)
{
	MPI_Wait(request, MPI_STATUS_IGNORE);
	expect(p, "MPI_Wait done=%d:-1:-1", number);
}

void call_probes(struct program *p)
{
	MPI_Request request;
	MPI_Status status;
	int flag = 0;
	send_one(p, 41, &request);
	MPI_Probe(p->last, 41, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	expect(p, "MPI_Probe comm=0 receive=%d:41:0:c", p->last);
	MPI_Recv(in, 7, MPI_CHAR, p->last, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	expect(p, "MPI_Recv comm=0 receive=%d:-1:7:c got=-1:41", p->last);
	wait_for(p, p->requests, &request);
	send_one(p, 42, &request);
	while (!flag) {
		MPI_Iprobe(MPI_ANY_SOURCE, 42, MPI_COMM_WORLD, &flag, &status);
		p->polls += !flag;
	}
	expect(p, "MPI_Iprobe comm=0 receive=-3:42:0:c got=%d:-1", p->last);
	MPI_Recv(in, 9, MPI_CHAR, MPI_ANY_SOURCE, 42, MPI_COMM_WORLD, &status);
	expect(p, "MPI_Recv comm=0 receive=-3:42:9:c got=%d:-1", p->last);
	wait_for(p, p->requests, &request);
}

void call_matched_probes(struct program *p)
{
	MPI_Request requests[2];
	MPI_Message message;
	int flag = 0;
	send_one(p, 43, &requests[0]);
	MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
	expect(p, "MPI_Mprobe comm=0 receive=-3:-1:0:c got=%d:43", p->last);
	MPI_Mrecv(in, 7, MPI_CHAR, &message, MPI_STATUS_IGNORE);
	expect(p, "MPI_Mrecv comm=0 receive=%d:43:7:c", p->last);
	wait_for(p, p->requests, &requests[0]);
	send_one(p, 44, &requests[0]);
	while (!flag) {
		MPI_Improbe(p->last, 44, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
		p->polls += !flag;
	}
	expect(p, "MPI_Improbe comm=0 receive=%d:44:0:c", p->last);
	MPI_Imrecv(in, 7, MPI_CHAR, &message, &requests[1]);
	expect(p, "MPI_Imrecv comm=0 receive=%d:44:7:c request=%d", p->last, ++p->requests);
	MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
	expect(p, "MPI_Waitall done=%d:-1:-1,%d:-1:-1", p->requests - 1, p->requests);
}

void call_messages(struct program *p)
{
	static char buffer[1 << 16];
	mpi_count size;
	char *detached;
	MPI_Buffer_attach(buffer, sizeof(buffer));
	expect(p, "MPI_Buffer_attach");
	for (int i = 0; i < (int)(sizeof(kinds) / sizeof(*kinds)); i++) {
		call_kind(p, &kinds[i], 10 * i);
		call_persistent(p, &kinds[i], 10 * i + 5);
	}
	MPI_Buffer_detach(&detached, &size);
	expect(p, "MPI_Buffer_detach");
}
