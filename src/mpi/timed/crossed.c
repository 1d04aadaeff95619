#include "mpi/timed/crossed.h"

#include <math.h>

/* Requests of an endpoint. */
enum { IN, OUT, BOTH };

static void post(struct endpoint *endpoint)
{
	endpoint_check(endpoint, MPI_Irecv(ring_step(&endpoint->in), endpoint->in_count, endpoint->in_type,
					   endpoint->peer, TAG_DATA, endpoint->process->data, &endpoint->requests[IN]));
}

static void begin_message(struct endpoint *endpoint)
{
	endpoint_check(endpoint,
		       MPI_Isend(ring_step(&endpoint->out), endpoint->out_count, endpoint->out_type, endpoint->peer,
				 TAG_DATA, endpoint->process->data, &endpoint->requests[OUT]));
}

static void say(struct endpoint *endpoint)
{
	endpoint_check(endpoint, MPI_Send(NULL, 0, MPI_BYTE, endpoint->peer, TAG_TURN, endpoint->process->data));
}

static void hear(struct endpoint *endpoint)
{
	endpoint_check(endpoint, MPI_Recv(NULL, 0, MPI_BYTE, endpoint->peer, TAG_TURN, endpoint->process->data,
					  MPI_STATUS_IGNORE));
}

struct observation crossed_time(struct endpoint *endpoint)
{
	double begin, end;

	post(endpoint);
	say(endpoint);
	hear(endpoint);
	begin = MPI_Wtime();
	begin_message(endpoint);
	endpoint_check(endpoint, MPI_Wait(&endpoint->requests[OUT], MPI_STATUS_IGNORE));
	end = MPI_Wtime();
	endpoint_check(endpoint, MPI_Wait(&endpoint->requests[IN], &endpoint->statuses[0]));
	endpoint_check_lengths(endpoint, 1, endpoint->in.bytes);
	return (struct observation){
		.at = begin, .seconds = endpoint_span(endpoint, begin, end, 1), .send_seconds = NAN};
}

void crossed_respond(struct endpoint *endpoint)
{
	MPI_Status statuses[BOTH];

	post(endpoint);
	hear(endpoint);
	begin_message(endpoint);
	say(endpoint);
	endpoint_check(endpoint, MPI_Waitall(BOTH, endpoint->requests, statuses));
	endpoint->statuses[0] = statuses[IN];
	endpoint_check_lengths(endpoint, 1, endpoint->in.bytes);
}
