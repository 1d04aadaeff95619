#ifndef SONDE_API_BUDGETED_H
#define SONDE_API_BUDGETED_H

#include "api/context.h"
#include "measuring/measurement.h"
#include "sample/purpose.h"

/*
 * A measurement at process 0, while the others serve: within a budget, kept in memory only, in whatever state the
 * machine is.
 *
 * All functions are for process 0.
 */
struct budgeted {
	struct measuring measuring;
	struct measurement measurement;
};

/*
 * Begins one, of which this share (0 .. 1) of the budget is for measuring, from now on.
 *
 * - pair: the two processes that are measured; NULL: 0 and 1.
 * - The precision is that of medians.
 * - *b must not move; budgeted_release in any case.
 * - ERR_MEMORY.
 */
enum status budgeted_begin(struct budgeted *b, const struct sonde *context, enum purpose_kind purpose,
			   const struct sonde_budget *budget, double share, const int pair[2], struct error *err);
void budgeted_release(struct budgeted *b);

/* The failure as the application is told it: an end of the time is SONDE_ERROR_BUDGET. */
void budgeted_give(const struct error *err, struct sonde_error *outcome);

#endif
