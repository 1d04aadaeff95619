#ifndef SONDE_PROBE_WATCH_H
#define SONDE_PROBE_WATCH_H

#include "probe/prober.h"

/*
 * Begins to watch the way from -> to by messages of 0 and of large bytes (large 0: of 0 only), which the platform is
 * prepared for. The main state is that of the campaign main_state, if it is not NULL, knows these sentinels, and the
 * machine gets back to it within patience; else, or if that is quicker, the present one. Runs on the platform. ERR_* of
 * the platform or the sink.
 */
enum status watch_begin(struct prober *prober, int from, int to, size_t large, const struct campaign *main_state,
			struct error *err);

/*
 * Looks at the sentinels if that is due, and waits while they are above their level by more than 10 %. Looks on the
 * level are added to the prober's campaign too, for sentinels that are points of it. Runs on the platform.
 */
enum status watch_look(struct prober *prober, struct error *err);

#endif
