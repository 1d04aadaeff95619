#include "mpi/meeting.h"

#include "mpi/portable.h"
#include "stats/quantile.h"

#include <math.h>

enum { MEETINGS = 5, PARTS = 3 /* of each, as long as what is timed of it at most: barriers, and the longest time */ };

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

static void read_clocks(struct process *process)
{
	process->readied += synchronise(&process->clocks, process->control);
}

void meeting_prepare(struct process *process)
{
	double meeting;

	read_clocks(process);
	if (process->clocks.window.length > 0)
		return;
	meeting = time_meeting(process);
	process->readied += MEETINGS * PARTS * meeting;
	process->clocks.window = window_for(meeting);
}

bool meeting_judge(struct process *process, double latest)
{
	struct synchronised *clocks = &process->clocks;
	bool in_time = latest <= 0, grown = window_note(&clocks->window, in_time);

	if (grown || isinf(latest)) {
		clocks->fit = (struct clock_fit){.n = 0};
		read_clocks(process);
	}
	return in_time;
}

double meeting_begin(struct process *process, double *start, double *began)
{
	struct synchronised *clocks = &process->clocks;
	double now;

	*start = 0;
	synchronise_all(process);
	if (process->rank == 0)
		*start = MPI_Wtime() + clocks->window.length;
	MPI_Bcast(start, 1, MPI_DOUBLE, 0, process->data);
	now = PORTABLE_SIMULATED ? *start : synchronise_global(clocks, MPI_Wtime());
	if (window_is_missed(&clocks->window, *start - now)) {
		*began = now;
		return INFINITY;
	}
	process->readied += clocks->window.length;
	return synchronise_wait(clocks, *start, wait_for(process), began);
}
