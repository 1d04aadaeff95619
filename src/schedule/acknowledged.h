#ifndef SONDE_SCHEDULE_ACKNOWLEDGED_H
#define SONDE_SCHEDULE_ACKNOWLEDGED_H

#include "schedule/schedule.h"

/* A schedule at whose end a process tells another one that it is done. */
struct schedule_acknowledgement {
	const struct schedule *schedule;
	int from, to; /* different processes of it */
};

/* The schedule with its acknowledgement: an empty message as the last operation of from, when all its others are done,
 * and of to, which receives it when its own are. Both must outlive it. Local. */
struct schedule schedule_acknowledged(const struct schedule_acknowledgement *acknowledgement);

#endif
