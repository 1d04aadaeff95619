#ifndef SONDE_PREDICT_ROOM_H
#define SONDE_PREDICT_ROOM_H

#include "algorithm/algorithm.h"

/*
 * Whether there is memory for the simulation of a call, before it begins: a few of its processes are built, with fewer
 * segments where there are many.
 *
 * - ERR_INPUT: about how many operations it has, how much memory it needs, and how much there is; ERR_MEMORY.
 * - A call whose processes and segments say that there is room is not looked at. Local.
 */
enum status predict_room(const struct algorithm_use *use, struct error *err);

#endif
