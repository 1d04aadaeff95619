#ifndef SONDE_SCHEDULE_REPEATED_H
#define SONDE_SCHEDULE_REPEATED_H

#include "schedule/schedule.h"

/* A schedule that is carried out several times in a row, without waiting for others in between. */
struct schedule_repetition {
	const struct schedule *schedule;
	size_t times; /* at least 1 */
};

/*
 * The schedule as often as that: a process begins it again as soon as all of its own operations are done.
 *
 * - Behind each time but the last stands a computation of no time, for which the operations of the next one wait.
 * - Memory is used again, as by calls with the same buffers.
 * - Both must outlive it. Local.
 */
struct schedule schedule_repeated(const struct schedule_repetition *repetition);

#endif
