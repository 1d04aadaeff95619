#ifndef SONDE_TUNE_LIVE_ORDERED_H
#define SONDE_TUNE_LIVE_ORDERED_H

#include "algorithm/choice.h"
#include "tune/live/tuning.h"

/* Rows with an order of processes that were measured. Starts zero-initialised; tune_ordered_release frees it. */
struct tune_ordered {
	struct choices rows;
	struct overall *won; /* of each: by which part it was slower, over its range, and the p-value after Holm's
				correction */
	size_t refuted;      /* rows of the model's of which nothing is left */
};

/*
 * Measures rows that a model has quickest (tune_mapped_rows) beside what the table would do without them: the choice of
 * rules, which was confirmed, or the library's own decision. Keeps those that are quicker.
 *
 * - Each row is measured at its first and last bytes and at the sizes between, interleaved. It must be quicker over
 *   its range by a rank test, with Holm's correction over all rows. It is kept between the sizes at which its interval
 *   ends below options->loss; one that loses in the middle becomes two.
 * - gatherv and scatterv: a broadcast of all counts, as programs have it before such a call, counts as a part of the
 *   row.
 * - Rows of other numbers of processes than the platform's, and sizes of which there is no room, are left out.
 * - After tuning_confirm. ERR_* of the platform and the archive. Runs on the platform.
 */
enum status tuning_confirm_ordered(struct tuning *t, const struct choices *rows, struct tune_ordered *kept,
				   struct error *err);
void tune_ordered_release(struct tune_ordered *ordered);

#endif
