#ifndef SONDE_PROBE_GROUPS_H
#define SONDE_PROBE_GROUPS_H

#include "probe/prober.h"

/* Which experiments were made at the same time: so they are made again, since beside others a point is another one. All
 * functions are Local. */

/* Remembers n groups, arranged as for probe_groups, if together is more than 1. ERR_MEMORY. */
enum status groups_remember(struct prober *prober, const struct experiment *points, size_t together, size_t n,
			    struct error *err);

/* Whether the point is made at the same time as others. */
bool groups_hold(const struct prober *prober, const struct experiment *what);

#endif
