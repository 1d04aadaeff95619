#ifndef SONDE_ESTIMATE_CLASSES_LANDMARKS_H
#define SONDE_ESTIMATE_CLASSES_LANDMARKS_H

#include "estimate/method/options.h"

/* How many processes the others are compared by: log2 of their number, rounded up, at least 3. Local. */
size_t landmarks_count(size_t processes);

/*
 * Measures round trips of 0 and of options->long_size bytes between each process and the landmarks: seeded random
 * processes, and of the rest the one with the quickest large messages, as a slow landmark would hide what is quicker.
 *
 * - In parallel if options->parallel. What is in the campaign already is not measured again.
 * - Where a deadline has no time for long_size bytes, all processes are compared by shorter messages. Where it has time
 *   for none and is lenient, a few repetitions of short ones are measured all the same.
 * - landmarks has room for landmarks_count of them; *size: bytes of the long messages that all were compared by.
 * - ERR_INPUT if the deadline left no time, ERR_* of the platform or the sink.
 * - Runs on the platform.
 */
enum status landmarks_measure(const struct estimate_options *options, struct prober *prober, int *landmarks,
			      size_t *size, struct error *err);

/* Draws all landmarks but the last, which has to be measured for: seeded random processes. landmarks has room for
 * landmarks_count of them. Local. */
enum status landmarks_draw(const struct estimate_options *options, size_t processes, int *landmarks, struct error *err);

/* Finds the landmarks and the size that landmarks_measure set in a campaign with its round trips: the largest size of
 * at most options->long_size that all processes exchanged with the landmarks. ERR_INPUT if none exists. Local. */
enum status landmarks_find(const struct estimate_options *options, const struct campaign *campaign, size_t processes,
			   int *landmarks, size_t *size, struct error *err);

/*
 * How unlike processes are: distances[i * n + j] is the largest difference of the logarithms of their round trips with
 * any landmark (other than the two), of either size, less what the intervals of both explain. For small ones that is a
 * relative difference. The landmarks are those that landmarks_find or landmarks_measure set. Local.
 */
enum status landmarks_distances(const struct estimate_options *options, const struct campaign *campaign,
				size_t processes, const int *landmarks, double *distances, struct error *err);

#endif
