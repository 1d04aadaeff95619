#ifndef SONDE_CLI_HOLD_BACK_H
#define SONDE_CLI_HOLD_BACK_H

#include "base/units.h"
#include "evaluate/paths.h"
#include "sample/sample.h"

/* Points of a campaign that a fit does not see, so that its model can be held against them. Zero-initialise it. */
struct held {
	size_t *n; /* of every sample of the campaign: how many observations it has */
};

/* Hides the points of these sizes. ERR_INPUT if there are none of a size, or the list is adaptive. held_give_back in
 * any case. Local. */
enum status held_take(struct held *held, struct campaign *campaign, const struct size_list *sizes, struct error *err);
void held_give_back(struct held *held, struct campaign *campaign);

/* Holds the model's paths against the campaign's at these sizes. paths_comparison_release in any case. ERR_INPUT if the
 * campaign has no such paths. Local. */
enum status held_compare(const struct campaign *campaign, enum statistic statistic, struct link link,
			 const struct size_list *sizes, struct model *model, struct paths_comparison *comparison,
			 struct error *err);

#endif
