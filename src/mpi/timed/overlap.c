#include "mpi/timed/overlap.h"

#include "mpi/clock.h"

/* A receiver that computes has left the library for such a part of its computation when the message begins: else what
 * told it to begin, and the message, would be taken in by one call. */
#define OUTSIDE 0.5

void overlap_post(struct endpoint *endpoint)
{
	endpoint_check(endpoint, MPI_Irecv(ring_step(&endpoint->in), endpoint->in_count, endpoint->in_type,
					   endpoint->peer, TAG_DATA, endpoint->process->data, &endpoint->requests[0]));
}

/* A message begun, computation, the message completed, and an empty answer. */
struct observation overlap_time(struct endpoint *endpoint)
{
	const struct setup *setup = &endpoint->what->setup;
	double begin, begun, end;

	if (setup->side == SIDE_RECEIVER)
		clock_delay(setup->compute * OUTSIDE);
	begin = MPI_Wtime();
	endpoint_check(endpoint, MPI_Isend(ring_step(&endpoint->out), endpoint->out_count, endpoint->out_type,
					   endpoint->peer, TAG_DATA, endpoint->process->data, &endpoint->requests[0]));
	begun = MPI_Wtime();
	if (setup->side == SIDE_SENDER)
		clock_delay(setup->compute);
	endpoint_check(endpoint, MPI_Wait(&endpoint->requests[0], MPI_STATUS_IGNORE));
	endpoint_receive(endpoint, &endpoint->in, &endpoint->statuses[0]);
	end = MPI_Wtime();
	return (struct observation){.at = begin,
				    .seconds = endpoint_span(endpoint, begin, end, 2),
				    .send_seconds = endpoint_span(endpoint, begin, begun, 1)};
}

/* The receive is posted before the measuring process begins: see meet. */
void overlap_respond(struct endpoint *endpoint)
{
	const struct setup *setup = &endpoint->what->setup;

	if (setup->side == SIDE_RECEIVER)
		clock_delay(setup->compute * (1 + OUTSIDE));
	endpoint_check(endpoint, MPI_Wait(&endpoint->requests[0], &endpoint->statuses[0]));
	endpoint_check_lengths(endpoint, 1, endpoint->in.bytes);
	endpoint_send(endpoint, &endpoint->out);
}
