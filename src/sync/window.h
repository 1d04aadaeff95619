#ifndef SONDE_SYNC_WINDOW_H
#define SONDE_SYNC_WINDOW_H

#include <stdbool.h>
#include <stddef.h>

/* Windows of time in which an operation is to run: all processes begin it at an agreed time on one clock, a window
 * after the last beginning. Seconds. Local, all of it. */
struct window {
	double length;
	size_t begun, invalid; /* since the length was last changed; and how many of these began late */
	size_t discarded;      /* late beginnings in all */
};

/* A window for operations that take about seconds: three times as long, at least 20 us and, since processes come
 * together in less however long the operation is, at most 10 ms. */
struct window window_for(double seconds);

/* Notes how a window went. When more than a quarter of at least 8 were invalid the length is doubled (Hoefler,
 * Schneider, Lumsdaine 2008). */
void window_note(struct window *window, bool valid);

#endif
