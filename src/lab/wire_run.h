#ifndef SONDE_LAB_WIRE_RUN_H
#define SONDE_LAB_WIRE_RUN_H

#include "lab/state.h"

/*
 * Carries the frames between the nodes of a lab, as lab/wire says, until the process is ended with the lab.
 *
 * - The cards of the nodes (tap devices named eth0) are there. The process enters the namespace of the switch, so that
 *   it ends with all that is inside the lab.
 * - It runs before all other processes (SCHED_FIFO) if the system lets it: what comes late is no link's time.
 * - When frames are carried it writes a byte 0 on standard error, and nothing after that.
 * - Returns only if it fails: ERR_PLATFORM. Local.
 */
enum status wire_run(const struct lab *lab, struct error *err);

/*
 * Starts "program lab wire NAME" as a process of its own, which outlives this one, and waits until frames are carried.
 * ERR_PLATFORM with what the system refuses. Local.
 */
enum status wire_start(const struct lab *lab, const char *program, struct error *err);

#endif
