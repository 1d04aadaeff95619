#ifndef SONDE_PREDICT_CLOSED_H
#define SONDE_PREDICT_CLOSED_H

#include <stddef.h>

#include "algorithm/algorithm.h"
#include "predict/closed_form.h"
#include "simulate/simulate.h"

/* By enum relation: "none", "exact", "lower bound", "upper bound". */
extern const char *const relation_words[];

/*
 * How many closed forms the model has for the call by this algorithm, written to forms; 0 if the literature has none.
 *
 * - use: of it the model, and both_ways, by which messages one way hold up those the other way. No formula knows of
 *   that: where a process sends while it receives, the relation is that to a schedule that takes longer.
 * - forms: has room for CLOSED_FORMS_MOST.
 * - Linear scatter and gather of hockney (all messages one after the other, or all at once), logp, loggp and plogp:
 *   over the root's own links where they differ.
 * - Binomial scatter and gather of these and of lmo: each message at the model's time for its link.
 * - Linear scatter and gather of lmo: for medium gathers a lower bound, and the deciles and median of what escalations
 *   add.
 * - Broadcasts by a pipeline, also in segments, of hockney, logp and loggp (predict/pipeline.h).
 * - doc/predictions.md has them with their relations.
 * - Counts are bytes.
 * - Local.
 */
size_t closed_forms(const struct model_use *use, const struct algorithm_class *algorithm, const struct call *call,
		    struct closed_form *forms);

#endif
