#ifndef SONDE_ESTIMATE_METHOD_PARTNERS_H
#define SONDE_ESTIMATE_METHOD_PARTNERS_H

#include "estimate/method/options.h"
#include "probe/triplets.h"

/*
 * Which one-to-two experiments of 0 (rounds[0]) and of options->long_size bytes (rounds[1]) the method wants of each
 * process (method.slowness_limit), from the round trips of these sizes that the campaign holds of all pairs: those with
 * partners that may be near enough, as far as the intervals of their round trips at options->confidence tell; of a
 * process that has no two such partners none.
 *
 * - most: partners of a process, at least 2; those whose numbers follow its own come first.
 * - In rounds, of several at the same time if options->parallel. triplet_rounds_release frees each.
 * - ERR_MEMORY. Local.
 */
enum status partners_choose(const struct estimate_options *options, const struct campaign *campaign, size_t processes,
			    size_t most, struct triplet_rounds *rounds, struct error *err);

/*
 * The triplet that tells best whether a message of so many bytes keeps its sender until it is delivered: the process
 * whose round trips of this size take least in all, and the two others whose take most, by what the campaign holds.
 * from is negative if not all were measured. ERR_MEMORY. Local.
 */
enum status partners_slowest(const struct estimate_options *options, const struct campaign *campaign, size_t processes,
			     size_t bytes, struct triplet *found, struct error *err);

#endif
