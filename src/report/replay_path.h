#ifndef SONDE_REPORT_REPLAY_PATH_H
#define SONDE_REPORT_REPLAY_PATH_H

#include "base/table.h"
#include "replay/replay.h"
#include "simulate/simulate.h"

/*
 * The critical path of a simulated trace: what the last process to finish waited for, from the beginning on.
 *
 * - A row has what the path spent in one place of the program: of a process, in or before a function, in a region, in
 *   overhead, computation or whatever else. The longest comes first. Together they last as long as the program.
 * - breakdown: the summary says too where the time of each process went.
 * - found: with its intervals recorded.
 * - NULL if memory does not suffice. Local.
 */
struct table *replay_path_table(const struct simulation *found, const struct replay *replay, bool breakdown);

#endif
