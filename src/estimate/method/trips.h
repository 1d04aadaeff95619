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

/*
 * What stands for a sampled round trip, in seconds; NAN without memory. The interval is not widened for correlation:
 * the pairs are visited in rounds, so that what the machine does for a while is in the timings of all of them and tells
 * none apart. Local.
 */
struct estimate trip_estimate(const struct estimate_options *options, const struct sample *sample);

/* A round trip between two processes, by messages of bytes both ways; the lower one drives. Its loop and warmup are not
 * set. Local. */
struct experiment trip_between(int a, int b, size_t bytes);

/* The sample of a round trip between two processes, in the direction in which it was measured; NULL if there is none.
 * Local. */
const struct sample *trip_find(const struct campaign *campaign, int a, int b, size_t bytes);

#endif
