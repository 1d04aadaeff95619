#ifndef SONDE_REPORT_BUSY_H
#define SONDE_REPORT_BUSY_H

#include "report/input.h"

/* How busy the machine was while a run was measured: what its processes had of their CPUs. All functions are Local. */

enum { BUSY_ROOM = 600 };

/* Sentences about the processes' CPUs: which processes take turns, and what part of the time they had one; "" where
 * nothing is known. Returns text. */
const char *report_busy_text(const struct circumstances *c, char text[BUSY_ROOM]);

/* The same of all runs on the platform, a row each of which something is known; NULL without memory. */
struct table *report_busy_table(const struct report_input *input, const struct report_run *platform);

#endif
