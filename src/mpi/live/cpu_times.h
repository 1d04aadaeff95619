#ifndef SONDE_MPI_LIVE_CPU_TIMES_H
#define SONDE_MPI_LIVE_CPU_TIMES_H

#include "mpi/process.h"
#include "platform/platform.h"

/* The CPU times of the live platform (platform.h): every process answers for itself. */
enum status live_cpu(struct platform *platform, struct cpu_time *times, struct error *err);

/* Sends process 0 the CPU time of this process. */
void cpu_times_send(struct process *process);

#endif
