#ifndef SONDE_MPI_LIVE_TRAFFIC_H
#define SONDE_MPI_LIVE_TRAFFIC_H

#include "mpi/process.h"
#include "platform/platform.h"

/* The traffic of the live platform (platform.h): every process answers for its host, of which the first one counts. */
enum status live_traffic(struct platform *platform, struct traffic *traffic, struct error *err);

/* Sends process 0 the traffic of this process' host. */
void traffic_send(struct process *process);

#endif
