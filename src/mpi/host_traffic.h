#ifndef SONDE_MPI_HOST_TRAFFIC_H
#define SONDE_MPI_HOST_TRAFFIC_H

#include "sample/traffic.h"

/* What TCP of this process' host has sent, as the kernel counts it: that of the process' network namespace. 0 where it
 * does not tell, and where processes are simulated. Local. */
struct traffic host_traffic(void);

#endif
