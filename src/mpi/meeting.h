#ifndef SONDE_MPI_MEETING_H
#define SONDE_MPI_MEETING_H

#include "mpi/process.h"

/* How all processes begin something together, at an agreed time of process 0's clock. */

/* Reads the clocks where that is due, and finds the window for a beginning where it is not known. Collective. */
void meeting_prepare(struct process *process);

/*
 * Whether all processes were in time for a beginning, for which the last was so late, in s: noted for the window.
 *
 * - latest: the most of what meeting_begin returned at any process; the same at all of them.
 * - Where the window grows, or the beginning was too far ahead, a clock may have jumped. Then all clocks are read anew.
 * - Collective.
 */
bool meeting_judge(struct process *process, double latest);

/*
 * Waits for the next beginning, behind two barriers, so that all have left what was before.
 *
 * - *start: when it is; *began: when it was for this process. On the global clock, s.
 * - Returns by how much this process was late; 0 or less if it was in time.
 * - Returns INFINITY if the beginning is so far ahead that a clock must have jumped. It is not waited for.
 * - Collective.
 */
double meeting_begin(struct process *process, double *start, double *began);

#endif
