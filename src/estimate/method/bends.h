#ifndef SONDE_ESTIMATE_METHOD_BENDS_H
#define SONDE_ESTIMATE_METHOD_BENDS_H

#include "estimate/method/waves.h"

/* Where parameters bend, so that sizes between those that were measured are wanted. */

/* Draws for the intervals that a wave is judged by. */
enum { BENDS_DRAWS = 60 };

/* A parameter of a link, and what it is added to. Borrowed from the model. Local. */
struct size_curve bends_curve(const struct model *model, size_t link, size_t param);

/* The sizes that the required parameters of all links want next (probe/sizes.h), those first where one is furthest off.
 * *wave is allocated. ERR_MEMORY. Local. */
enum status bends_find(const struct model *model, const struct size_rules *rules, bool first, size_t **wave, size_t *n,
		       struct error *err);

/*
 * Leaves of n wanted sizes those where a parameter still bends when the sizes around are timed again.
 *
 * - What was measured in different waves was measured at different times: a disturbance that outlasts a wave looks like
 *   a bend. So the sizes around are timed again, all in turn. A bend counts if all timings show it, and the new ones
 *   alone do.
 * - New timings are those since then, of all points around but for those that are not timed again, as below.
 * - Where all timings show it and the new ones do not, that is done up to three times. Then the size is not wanted any
 *   more, until there are others around it.
 * - A point has at most twice as many timings by that as the options allow it at first.
 * - *n is 0 where a deadline has left no time for what the main state of the machine lacks.
 * - Nothing is timed again where time is computed, or where first halves all intervals (RULE_MIDPOINT).
 * - model: a scratch; rules, first: as in bends_find.
 * - Runs on the platform. ERR_* of the platform or the sink, ERR_MEMORY.
 */
enum status bends_confirm(struct waves *waves, const struct size_rules *rules, struct model *model, bool first,
			  size_t *wave, size_t *n, struct error *err);

#endif
