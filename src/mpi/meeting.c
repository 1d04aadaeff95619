#include "mpi/meeting.h"

#include "stats/quantile.h"

enum { MEETINGS = 5 };

/* Twice: the second begins when all have left the first, whatever its algorithm. */
static void synchronise_all(const struct process *process)
{
	MPI_Barrier(process->data);
	MPI_Barrier(process->data);
}

/* What a barrier and a broadcast take until the last process has the broadcast: the median, the same everywhere. */
static double time_meeting(const struct process *process)
{
	double times[MEETINGS], begin, mine;

	for (int i = 0; i < MEETINGS; i++) {
		synchronise_all(process);
		begin = MPI_Wtime();
		MPI_Barrier(process->data);
		MPI_Bcast(&begin, 1, MPI_DOUBLE, 0, process->data);
		mine = synchronise_global(&process->clocks, MPI_Wtime()) - begin;
		MPI_Allreduce(&mine, &times[i], 1, MPI_DOUBLE, MPI_MAX, process->control);
	}
	return quantile_median_in_place(times, MEETINGS);
}

static enum synchronise_wait wait_for(const struct process *process)
{
	if (process->crowded)
		return WAIT_ASLEEP;
	return window_is_long(&process->clocks.window) ? WAIT_NAP : WAIT_BUSY;
}

void meeting_prepare(struct process *process)
{
	synchronise(&process->clocks, process->control);
	if (process->clocks.window.length == 0)
		process->clocks.window = window_for(time_meeting(process));
}

double meeting_begin(struct process *process, double *start, double *began)
{
	*start = 0;
	synchronise_all(process);
	if (process->rank == 0)
		*start = MPI_Wtime() + process->clocks.window.length;
	MPI_Bcast(start, 1, MPI_DOUBLE, 0, process->data);
	return synchronise_wait(&process->clocks, *start, wait_for(process), began);
}
