#ifndef SONDE_REPLAY_SCHEDULE_H
#define SONDE_REPLAY_SCHEDULE_H

#include "replay/replay.h"
#include "schedule/schedule.h"

/*
 * A trace as a schedule: what its replay does, as operations that wait for each other.
 *
 * - Computation, messages, waits and collective operations are those of the replay (replay.h), so that the schedule
 *   takes what the trace does. Threads are CPUs.
 * - Receives have the size of the message that they get. One that was cancelled is no operation; nor is a wait.
 * - Tags are numbers that stand for communicator and tag; those of collective operations are their own.
 * - Memory: for the largest process; and for the sizes of messages of all pairs and tags, equal ones in a row once.
 * - All functions are Local.
 */
struct replay_schedule;

/*
 * Reads the trace once, for the sizes of its messages.
 *
 * - trace: must outlive it.
 * - Ownership: replay_schedule_free frees *made.
 * - ERR_INPUT: damaged; ERR_MEMORY.
 */
enum status replay_schedule_open(struct replay_schedule **made, struct trace *trace,
				 const struct replay_options *options, struct error *err);
void replay_schedule_free(struct replay_schedule *made);

/* Reads a process of the trace again for each program that is built. made must outlive it. */
struct schedule replay_schedule(struct replay_schedule *made);

/* What was read of the trace. */
const struct replay_found *replay_schedule_found(const struct replay_schedule *made);

#endif
