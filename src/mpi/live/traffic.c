/* What TCP of the hosts has sent, and sent again, as the kernels count it: for a process, that of its network
 * namespace. */
#include "mpi/live/traffic.h"

#include <mpi.h>

#include "mpi/live/driver.h"
#include "mpi/portable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the two lines of TCP one names the numbers, the other has them. */
static struct traffic read_lines(char *names, char *numbers)
{
	struct traffic traffic = {.segments = 0};
	char *name_rest, *number_rest, *name = strtok_r(names, " \n", &name_rest),
				       *number = strtok_r(numbers, " \n", &number_rest);

	for (; name && number; name = strtok_r(NULL, " \n", &name_rest), number = strtok_r(NULL, " \n", &number_rest)) {
		double *value = strcmp(name, "OutSegs") == 0       ? &traffic.segments
				: strcmp(name, "RetransSegs") == 0 ? &traffic.again
								   : NULL;

		if (value)
			*value = strtod(number, NULL);
	}
	return traffic;
}

/* 0 where the kernel does not tell. */
static struct traffic traffic_of_host(void)
{
	struct traffic traffic = {.segments = 0};
	char names[1024] = "", line[1024];
	FILE *file = PORTABLE_SIMULATED ? NULL : fopen("/proc/self/net/snmp", "r");

	if (!file)
		return traffic;
	while (fgets(line, sizeof(line), file)) {
		if (strncmp(line, "Tcp:", 4) != 0)
			continue;
		if (names[0] != '\0') {
			traffic = read_lines(names, line);
			break;
		}
		memcpy(names, line, sizeof(names));
	}
	fclose(file);
	return traffic;
}

struct answer {
	struct traffic traffic;
	int node; /* the first process on the host */
};

static struct answer answer_of(const struct process *process)
{
	return (struct answer){traffic_of_host(), process->node};
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
