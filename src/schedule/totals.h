#ifndef SONDE_SCHEDULE_TOTALS_H
#define SONDE_SCHEDULE_TOTALS_H

#include "schedule/schedule.h"

/* All functions are Local. */

/* What all processes of a schedule do together. */
struct schedule_totals {
	uint64_t operations, messages;
	uint64_t bytes;   /* elements of all messages */
	uint64_t largest; /* elements of the largest message */
};

/* A schedule, and where its totals are added up. */
struct schedule_counter {
	const struct schedule *schedule;
	struct schedule_totals *totals; /* zero-initialised */
};

/*
 * The same schedule, whose totals are added up while its programs are built.
 *
 * - Who builds each program once, to simulate or to write it, has the totals afterwards.
 * - counter must outlive it.
 */
struct schedule schedule_counted(const struct schedule_counter *counter);

/*
 * Adds up the totals of a schedule that nobody builds otherwise.
 *
 * - Errors of building a program.
 */
enum status schedule_count(const struct schedule *schedule, struct schedule_totals *totals, struct error *err);

#endif
