#ifndef SONDE_ESTIMATE_METHOD_TRIPS_H
#define SONDE_ESTIMATE_METHOD_TRIPS_H

#include "estimate/method/options.h"
#include "stats/statistic.h"

/* Round trips by which processes are compared with each other. */

/*
 * Measures round trips of 0 and of options->long_size bytes between n pairs of processes in rounds of different ones,
 * in parallel if options->parallel, as precise as the prober's options say; what says in reports of progress what for.
 * What is in the campaign already is not measured again. ERR_* of the platform or the sink. Runs on the platform.
 */
enum status trips_measure(const struct estimate_options *options, struct prober *prober, int (*pairs)[2], size_t n,
			  const char *what, struct error *err);

/* The statistic of the logarithms of a sampled round trip's seconds, as the options say; NAN without memory. Local. */
struct estimate trip_log(const struct estimate_options *options, const struct sample *sample);

/* Seconds of a sampled round trip, by the statistic of the options, taken over logarithms; NAN without memory. Local.
 */
double trip_seconds(const struct estimate_options *options, const struct sample *sample);

/* The sample of a round trip between two processes, in the direction in which it was measured; NULL if there is none.
 * Local. */
const struct sample *trip_find(const struct campaign *campaign, int a, int b, size_t bytes);

#endif
