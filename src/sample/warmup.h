#ifndef SONDE_SAMPLE_WARMUP_H
#define SONDE_SAMPLE_WARMUP_H

#include "sample/sample.h"

/* All functions are Local. */

/*
 * Looks whether the first timings of the campaign's points are slower than the rest although each experiment warms up
 * (stats/warmup.h), all points together.
 *
 * - Sets how many of them are left out of what is concluded (sample.warmup_timings); they stay in the sample and in
 *   the store.
 * - *found: that number, 0 if all count; *excess: by which part they are slower, if there are any. Both may be NULL.
 * - ERR_MEMORY; all count then.
 */
enum status campaign_find_warmup(struct campaign *campaign, size_t *found, double *excess, struct error *err);

/* The index of the first timing that counts: 0 if warm-up would leave none. */
size_t sample_first(const struct sample *sample);

/*
 * Copies the seconds of the timings that count and returns how many there are.
 *
 * - seconds: has room for sample->n; in the order in which they were taken.
 */
size_t sample_seconds(const struct sample *sample, double *seconds);

#endif
