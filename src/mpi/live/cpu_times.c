#include "mpi/live/cpu_times.h"

#include "mpi/live/driver.h"

void cpu_times_send(struct process *process)
{
	MPI_Send(&process->cpu, (int)sizeof(process->cpu), MPI_BYTE, 0, TAG_DESCRIPTION, process->control);
}

enum status live_cpu(struct platform *platform, struct cpu_time *times, struct error *err)
{
	struct live *l = live_of(platform);
	const struct order order = {.kind = ORDER_CPU};

	times[0] = l->process.cpu;
	for (int rank = 1; rank < l->process.size; rank++)
		live_tell(l, rank, &order);
	for (int rank = 1; rank < l->process.size; rank++) {
		if (!live_await(l, rank, TAG_DESCRIPTION, err))
			return ERR_PLATFORM;
		MPI_Recv(&times[rank], (int)sizeof(times[rank]), MPI_BYTE, rank, TAG_DESCRIPTION, l->process.control,
			 MPI_STATUS_IGNORE);
	}
	return OK;
}
