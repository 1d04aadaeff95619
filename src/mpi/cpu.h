#ifndef SONDE_MPI_CPU_H
#define SONDE_MPI_CPU_H

#include "sample/circumstances.h"

/*
 * Adds what passes between both calls to this process' CPU time and time.
 *
 * - Call them outside of what is timed: the CPU's clock is a system call.
 * - Where time is simulated they do nothing: all processes are one, whose CPU time is that of the simulator.
 * - Local.
 */
void cpu_begin(struct cpu_time *total);
void cpu_end(struct cpu_time *total);

#endif
