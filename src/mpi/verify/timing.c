#include "mpi/live/crowd.h"
#include "mpi/meeting.h"
#include "mpi/verify/verifying.h"

void verifying_take_part(struct verifying *v)
{
	v->timing = (struct process){.control = v->control, .data = v->control};
	MPI_Comm_rank(v->control, &v->timing.rank);
	MPI_Comm_size(v->control, &v->timing.size);
	v->timing.crowded = crowd_here(v->control);
}

static bool come_together(const struct verifying *v)
{
	return !v->timing.crowded && !window_is_exhausted(&v->timing.clocks.window);
}

void verifying_clocks(struct verifying *v)
{
	if (come_together(v))
		meeting_prepare(&v->timing);
}

/* From the first beginning to the last end. False if a process was late; the answer is the same everywhere. */
static bool time_together(struct verifying *v, const struct collective_operation *operation, double *seconds)
{
	struct synchronised *clocks = &v->timing.clocks;
	double start, began, mine[3], all[3] = {0};

	mine[0] = meeting_begin(&v->timing, &start, &began);
	operation->execute(&v->data);
	mine[1] = synchronise_global(clocks, MPI_Wtime());
	mine[2] = -began;
	MPI_Allreduce(mine, all, 3, MPI_DOUBLE, MPI_MAX, v->control);
	*seconds = all[1] + all[2];
	return meeting_judge(&v->timing, all[0]);
}

static double time_longest(struct verifying *v, const struct collective_operation *operation)
{
	double begin, mine, longest = 0;

	MPI_Barrier(v->control); /* the second begins when all have left the first, whatever its algorithm */
	MPI_Barrier(v->control);
	begin = MPI_Wtime();
	operation->execute(&v->data);
	mine = MPI_Wtime() - begin;
	MPI_Allreduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, v->control);
	return longest;
}

double verifying_time(struct verifying *v, const struct collective_operation *operation, bool rules)
{
	double seconds;

	v->choose(v, rules);
	while (come_together(v))
		if (time_together(v, operation, &seconds))
			return seconds;
	return time_longest(v, operation);
}
