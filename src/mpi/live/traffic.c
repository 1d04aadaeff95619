/* What TCP of the hosts has sent, and sent again. */
#include "mpi/live/traffic.h"

#include <mpi.h>

#include "mpi/host_traffic.h"
#include "mpi/live/driver.h"

struct answer {
	struct traffic traffic;
	int node; /* the first process on the host */
};

static struct answer answer_of(const struct process *process)
{
	return (struct answer){host_traffic(), process->node};
}

void traffic_send(struct process *process)
{
	const struct answer answer = answer_of(process);

	MPI_Send(&answer, (int)sizeof(answer), MPI_BYTE, 0, TAG_DESCRIPTION, process->control);
}

enum status live_traffic(struct platform *platform, struct traffic *traffic, struct error *err)
{
	struct live *l = live_of(platform);
	const struct order order = {.kind = ORDER_TRAFFIC};
	struct answer answer = answer_of(&l->process);
	struct traffic all = answer.traffic;
	int hosts = 1;

	for (int rank = 1; rank < l->process.size; rank++)
		live_tell(l, rank, &order);
	for (int rank = 1; rank < l->process.size; rank++) {
		if (!live_await(l, rank, TAG_DESCRIPTION, err))
			return ERR_PLATFORM;
		MPI_Recv(&answer, (int)sizeof(answer), MPI_BYTE, rank, TAG_DESCRIPTION, l->process.control,
			 MPI_STATUS_IGNORE);
		if (answer.node != rank)
			continue;
		all.segments += answer.traffic.segments;
		all.again += answer.traffic.again;
		hosts++;
	}
	if (hosts > 1)
		*traffic = all;
	return OK;
}
