#ifndef SONDE_PREDICT_ROOM_H
#define SONDE_PREDICT_ROOM_H

#include "algorithm/algorithm.h"

/*
 * Whether there is memory for the simulation of a call, before it begins: a few of its processes are built, with fewer
 * segments where there are many.
 *
 * - series: as in predict_options.
 * - ERR_INPUT: about how many operations it has, how much memory it needs, and how much there is; ERR_MEMORY.
 * - A call whose processes and segments say that there is room is not looked at. Local.
 */
enum status predict_room(const struct algorithm_use *use, size_t series, struct error *err);

/*
 * The same for the simulation of so many operations of processes that are known otherwise, as from a file.
 *
 * - ERR_INPUT. Local.
 */
enum status predict_room_of(double processes, double operations, struct error *err);

/*
 * Whether there is room for a call's schedule that is written, of which one process is built at a time.
 *
 * - each: bytes of the file for an operation, at least; left: that it may have.
 * - ERR_INPUT, as above; ERR_MEMORY. Local.
 */
enum status predict_room_written(const struct algorithm_use *use, double each, double left, struct error *err);

#endif
