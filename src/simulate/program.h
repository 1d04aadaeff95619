#ifndef SONDE_SIMULATE_PROGRAM_H
#define SONDE_SIMULATE_PROGRAM_H

#include <stdint.h>

#include "base/error.h"
#include "schedule/schedule.h"

/* An operation as the simulator holds it. */
struct step {
	uint64_t count;
	int32_t peer, tag;
	uint32_t waits; /* requirements that are not met yet */
	uint32_t first; /* its dependents are those from here to the next step's first */
	uint8_t kind;   /* enum operation_kind */
	uint8_t cpu, nic;
};

/* Another operation that requires this one, done or started. */
struct dependent {
	uint32_t step : 31;
	uint32_t start : 1;
};

/* A CPU and port out beyond the first of a process: when they are free, nanoseconds. */
struct lane {
	double cpu, out;
};

/* The part of a process in one piece of memory: what is needed while it runs. steps[n].first ends the last step's dependents. */
struct program {
	uint32_t n, left; /* steps, and those that are not done */
	uint32_t n_lanes; /* 0: the process has one CPU and one port, which are not here */
	struct lane *lanes;
	double *earliest; /* with lanes: no step starts before this */
	struct dependent *dependents;
	struct step *steps;
};

/* Makes the program of a part of a schedule with this many processes; free() releases it. ERR_INPUT if the part names what is not there (the text says which process and operation), or ERR_MEMORY. Local. */
enum status program_new(const struct part *part, int process, int processes, struct program **program, struct error *err);

#endif
