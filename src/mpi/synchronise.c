#include "mpi/synchronise.h"

#include "mpi/clock.h"
#include "mpi/portable.h"

enum { BURST = 50, TAG_CLOCK = 64 };

static const double tolerance = 0.5e-6, nap_margin = 200e-6;

static void answer_burst(int rank, MPI_Comm comm)
{
	for (int i = 0; i < BURST; i++) {
		double here;

		MPI_Recv(NULL, 0, MPI_BYTE, rank, TAG_CLOCK, comm, MPI_STATUS_IGNORE);
		here = MPI_Wtime();
		MPI_Send(&here, 1, MPI_DOUBLE, rank, TAG_CLOCK, comm);
	}
}

static void read_clock(struct clock_fit *fit, MPI_Comm comm)
{
	struct clock_exchange burst[BURST];
	struct clock_reading reading;

	for (int i = 0; i < BURST; i++) {
		burst[i].sent = MPI_Wtime();
		MPI_Send(NULL, 0, MPI_BYTE, 0, TAG_CLOCK, comm);
		MPI_Recv(&burst[i].there, 1, MPI_DOUBLE, 0, TAG_CLOCK, comm, MPI_STATUS_IGNORE);
		burst[i].received = MPI_Wtime();
	}
	reading = clock_read(burst, BURST);
	clock_fit_add(fit, &reading);
}

/* One process after the other, so that none waits for an answer that process 0 gives to another first. */
void synchronise(struct synchronised *clocks, MPI_Comm comm)
{
	int rank, size;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	if (PORTABLE_SIMULATED)
		return;
	for (int other = 1; other < size; other++) {
		int due = rank == other && clock_fit_is_stale(&clocks->fit, MPI_Wtime(), tolerance);

		if (rank == other) {
			MPI_Send(&due, 1, MPI_INT, 0, TAG_CLOCK, comm);
			if (due)
				read_clock(&clocks->fit, comm);
		} else if (rank == 0) {
			MPI_Recv(&due, 1, MPI_INT, other, TAG_CLOCK, comm, MPI_STATUS_IGNORE);
			if (due)
				answer_burst(other, comm);
		}
	}
}

double synchronise_global(const struct synchronised *clocks, double t)
{
	return clocks->fit.n ? clock_fit_other(&clocks->fit, t) : t;
}

double synchronise_wait(const struct synchronised *clocks, double start, enum synchronise_wait wait, double *began)
{
	double here = clocks->fit.n ? clock_fit_here(&clocks->fit, start) : start, late = MPI_Wtime() - here;

	if (wait != WAIT_BUSY && !PORTABLE_SIMULATED)
		clock_sleep_until(wait == WAIT_NAP ? here - nap_margin : here);
	*began = synchronise_global(clocks, clock_until(here));
	return late;
}
