#ifndef SONDE_SYNC_WINDOW_H
#define SONDE_SYNC_WINDOW_H

#include <stdbool.h>
#include <stddef.h>

/* All functions are Local. Times are in seconds. */

/* The time from the agreement on a common beginning to that beginning, in which all processes must hear of it. */
struct window {
	double least;       /* what it began with */
	double length;      /* 0: not known yet */
	size_t begun, late; /* beginnings that are judged together, and how many of them were late */
	size_t in_time;     /* beginnings in a row */
	size_t discarded;   /* late beginnings in all */
};

/* A window where a barrier and a broadcast together take so many seconds: twice as long, at least 20 us. */
struct window window_for(double seconds);

/*
 * Notes whether all processes were in time. True if the length was doubled, of which a clock that jumped may be the
 * cause.
 *
 * - When more than a quarter of 8 beginnings were late the length is doubled (Hoefler, Schneider, Lumsdaine 2008).
 * - After 64 in time in a row it is halved, but not below what it began with: what made processes late may have passed.
 */
bool window_note(struct window *window, bool in_time);

/* True if it has become so long, 0.5 s and 64 times what it began with, that processes will not be in time. */
bool window_is_exhausted(const struct window *window);

/* True if a beginning is so many seconds ahead, when it was just agreed upon, that a clock must have jumped: more than
 * the window, and by more than 10 ms. */
bool window_is_missed(const struct window *window, double ahead);

/* True if it is so long, 8 times what it began with, that a process should not wait busily for its end. */
bool window_is_long(const struct window *window);

#endif
