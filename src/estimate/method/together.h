#ifndef SONDE_ESTIMATE_METHOD_TOGETHER_H
#define SONDE_ESTIMATE_METHOD_TOGETHER_H

#include "estimate/method/options.h"

/*
 * Sets *together: whether pairs of different processes are to be measured at the same time because a deadline has no
 * time for one after the other, and it makes none of them slower.
 *
 * - sizes: n of the round trips that are to be measured, in bytes, ascending.
 * - It is tried, in three rounds of pairs (probe/pairs.h), or fewer if they take more than a tenth of the time left:
 *   round trips of each pair alone and of all of them together, in turn, of the first size of 16 KiB or more, or else
 *   the longest. Together they may usually take 2 % longer than ever alone. Where pairs share a link, as between two
 *   switches, some take longer in at least one of these rounds.
 * - False where options->parallel says so already, without a lenient deadline, for fewer than 6 processes, and on a
 *   platform that cannot.
 * - A note tells what came of it.
 * - ERR_* of the platform, ERR_MEMORY.
 * - Runs on the platform.
 */
enum status together_find(const struct estimate_options *options, struct prober *prober, const size_t *sizes, size_t n,
			  bool *together, struct error *err);

#endif
