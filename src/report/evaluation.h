#ifndef SONDE_REPORT_EVALUATION_H
#define SONDE_REPORT_EVALUATION_H

#include "evaluate/scores.h"
#include "report/plots.h"

/* What a report tells of an evaluation of models (sonde compare --models). Local, as are all of these. */

/* What was compared and how to read it, in text of room bytes, which is returned. */
const char *report_contest_text(const struct report_input *input, char *text, size_t room);

/*
 * Times of an operation against message size: measured points with their intervals, a line for each model, and vertical
 * lines where regions meet, as figures 5.2 to 5.5 of O'Flynn, thesis, 2009. Of round trips half of those
 * of the slowest pair. No series if nothing was measured. ERR_MEMORY. report_plot_release in any case.
 */
enum status report_contest_plot(const struct scores *scores, size_t operation, struct report_plot *plot,
				struct error *err);

/*
 * Two algorithms of one operation in one plot: measured points of both, and what the best model overall and another
 * one, the first that keeps pairs apart if there is one, predict of them. As above.
 */
enum status report_contest_pair_plot(const struct scores *scores, size_t one, size_t other, struct report_plot *plot,
				     struct error *err);

/* Mean errors, or the largest, by operation, algorithm and region, a column for each model. NULL if memory does not
 * suffice; the caller frees it. */
struct table *report_contest_errors(const struct scores *scores, bool largest);

#endif
