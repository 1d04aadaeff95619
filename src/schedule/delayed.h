#ifndef SONDE_SCHEDULE_DELAYED_H
#define SONDE_SCHEDULE_DELAYED_H

#include "schedule/schedule.h"

/* A schedule whose processes begin it at different times: each computes first. */
struct schedule_delay {
	const struct schedule *schedule;
	const double *delays; /* s, of each process */
};

/* The schedule with its delays: operation 0 of each process is its computation, the others follow as they were. Both
 * must outlive it. Local. */
struct schedule schedule_delayed(const struct schedule_delay *delay);

#endif
