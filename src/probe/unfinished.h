#ifndef SONDE_PROBE_UNFINISHED_H
#define SONDE_PROBE_UNFINISHED_H

#include "probe/prober.h"

/* What a deadline left: by the state of points at the end, not by how often one was left. All functions are Local. */

/* Notes of n groups, arranged as for probe_groups, that they are as precise as their options ask for, or that a
 * deadline has left them: those that the left first of order name. Nothing is noted of points that the options call
 * optional. ERR_MEMORY. */
enum status unfinished_note(struct prober *prober, const struct experiment *points, size_t together, size_t n,
			    const size_t *order, size_t left, struct error *err);

/* How many points the deadline has left less precise than was asked for, or without any timing, until now. */
size_t unfinished_count(const struct prober *prober);

/* How many points there is a note of. */
size_t unfinished_noted(const struct prober *prober);

/* Takes back all notes but the first so many: those points are asked for again as far as they are needed. */
void unfinished_forget(struct prober *prober, size_t but);

#endif
