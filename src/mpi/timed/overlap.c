#include "mpi/timed/overlap.h"

#include "mpi/clock.h"

void overlap_post(struct side *side)
{
	side_check(side, MPI_Irecv(ring_step(&side->in), side->in_count, side->in_type, side->peer, TAG_DATA,
				   side->process->data, &side->requests[0]));
}

/* A message begun, computation, the message completed, and an empty answer. */
struct observation overlap_time(struct side *side)
{
	const struct setup *setup = &side->what->setup;
	double begin = MPI_Wtime(), begun, end;

	side_check(side, MPI_Isend(ring_step(&side->out), side->out_count, side->out_type, side->peer, TAG_DATA,
				   side->process->data, &side->requests[0]));
	begun = MPI_Wtime();
	if (setup->side == SIDE_SENDER)
		clock_delay(setup->compute);
	side_check(side, MPI_Wait(&side->requests[0], MPI_STATUS_IGNORE));
	side_receive(side, &side->in, &side->statuses[0]);
	end = MPI_Wtime();
	return (struct observation){.at = begin, .seconds = end - begin, .send_seconds = begun - begin};
}

/* The receive is posted before the measuring process begins: see meet. */
void overlap_mirror(struct side *side)
{
	const struct setup *setup = &side->what->setup;

	if (setup->side == SIDE_RECEIVER)
		clock_delay(setup->compute);
	side_check(side, MPI_Wait(&side->requests[0], &side->statuses[0]));
	side_check_lengths(side, 1, side->in.bytes);
	side_send(side, &side->out);
}
