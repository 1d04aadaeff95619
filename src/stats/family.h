#ifndef SONDE_STATS_FAMILY_H
#define SONDE_STATS_FAMILY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/*
 * Tests that are made together, as those of all points that two runs have in common, or of all rules that are seen at
 * work: whatever is said of them follows from p-values that are corrected once, for their number (Holm 1979). All
 * functions are Local.
 */

struct family_test {
	double p, holm; /* as it is, and corrected */
};

/*
 * Corrects the p of each for their number.
 *
 * - ERR_MEMORY.
 */
enum status family_correct(struct family_test *const *tests, size_t n, struct error *err);

/* Whether a two-sided test shows a difference: that it does so in any test of a family without one has the probability
 * 1 - confidence at most. */
bool family_differs(const struct family_test *test, double confidence);

/* Whether a one-sided test shows that a limit is exceeded, as where the corrected interval, which is two-sided, begins
 * above it: in any test of a family with half of that probability. */
bool family_exceeds(const struct family_test *test, double confidence);

#endif
