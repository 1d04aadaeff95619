#include "mpi/synchronise.h"

#include "mpi/clock.h"
#include "mpi/portable.h"
#include "stats/quantile.h"

enum { BURST = 50, TRIES = 2, TAG_CLOCK = 64 };

static const double tolerance = 0.5e-6, nap_margin = 200e-6;
static const double contradiction = -1e-4; /* s: more than the ticks of clocks explain */

/* Returns the seconds that it usually takes, by the median of the answers: a process may be stopped meanwhile. */
static double answer_burst(int rank, MPI_Comm comm)
{
	double between[BURST], last = 0;

	for (int i = 0; i < BURST; i++) {
		double here;

		MPI_Recv(NULL, 0, MPI_BYTE, rank, TAG_CLOCK, comm, MPI_STATUS_IGNORE);
		here = MPI_Wtime();
		between[i] = i > 0 ? here - last : 0;
		last = here;
		MPI_Send(&here, 1, MPI_DOUBLE, rank, TAG_CLOCK, comm);
	}
	return BURST * quantile_median_in_place(between, BURST);
}

/* False: one of the clocks jumped meanwhile, and nothing is known. */
static bool read_clock(struct clock_fit *fit, MPI_Comm comm)
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
	if (reading.error < contradiction)
		return false;
	clock_fit_add(fit, &reading);
	return true;
}

/* Between process 0 and another one, where the other's is due; once more if that failed. Returns the seconds that it
 * took process 0. */
static double read_between(struct synchronised *clocks, bool asks, int other, MPI_Comm comm)
{
	bool read = !asks || !clock_fit_is_stale(&clocks->fit, MPI_Wtime(), tolerance);
	double took = 0;

	for (int i = 0; i < TRIES; i++) {
		int due = !read;

		if (asks)
			MPI_Send(&due, 1, MPI_INT, 0, TAG_CLOCK, comm);
		else
			MPI_Recv(&due, 1, MPI_INT, other, TAG_CLOCK, comm, MPI_STATUS_IGNORE);
		if (!due)
			break;
		if (asks)
			read = read_clock(&clocks->fit, comm);
		else
			took += answer_burst(other, comm);
	}
	return took;
}

/* One process after the other, so that none waits for an answer that process 0 gives to another first. */
double synchronise(struct synchronised *clocks, MPI_Comm comm)
{
	double took = 0;
	int rank, size;

	MPI_Comm_rank(comm, &rank);
	MPI_Comm_size(comm, &size);
	if (PORTABLE_SIMULATED)
		return 0;
	for (int other = 1; other < size; other++)
		if (rank == other || rank == 0)
			took += read_between(clocks, rank == other, other, comm);
	return took;
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
