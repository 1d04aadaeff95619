#ifndef SONDE_CLI_HOLD_OUT_H
#define SONDE_CLI_HOLD_OUT_H

#include "base/units.h"
#include "evaluate/paths.h"
#include "sample/sample.h"

/* Points of a campaign that a fit does not see, so that its model can be held against them. Zero-initialise it. */
struct hold_out {
	size_t *n; /* of every sample of the campaign: how many observations it has */
};

/* Hides the points of these sizes. ERR_INPUT if there are none of a size, or the list is adaptive. hold_out_release in
 * any case. Local. */
enum status hold_out_take(struct hold_out *hold_out, struct campaign *campaign, const struct size_list *sizes,
			  struct error *err);
void hold_out_release(struct hold_out *hold_out, struct campaign *campaign);

/* Holds the model's paths against the campaign's at these sizes. paths_comparison_release in any case. ERR_INPUT if the
 * campaign has no such paths. Local. */
enum status hold_out_compare(const struct campaign *campaign, enum statistic statistic, struct link link,
			     const struct size_list *sizes, struct model *model, struct paths_comparison *comparison,
			     struct error *err);

#endif
