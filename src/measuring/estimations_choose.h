#ifndef SONDE_MEASURING_ESTIMATIONS_CHOOSE_H
#define SONDE_MEASURING_ESTIMATIONS_CHOOSE_H

#include "measuring/estimations.h"

/* Which models are estimated in one campaign. All functions are Local. */

/* The room that e->options has for these functions. */
#define ESTIMATIONS_MOST 16

/* The models that estimations_add_all is for; NULL-terminated. */
extern const char *const estimations_all[];

/* Whether the model follows from triplets of processes, so that all pairs and triplets are measured. */
bool estimation_by_triplets(const struct estimate_options *options);

/* Whether one of them does, which is then the last. */
bool estimations_by_triplets(const struct estimations *e);

/*
 * Adds the model of this name by its first method, with default options, those by triplets last.
 *
 * - ERR_INPUT: there is no such model, it is there already, there are ESTIMATIONS_MOST, or another one by triplets.
 */
enum status estimations_add(struct estimations *e, const char *name, struct error *err);

/* Adds those of names that are separated by commas. ERR_INPUT as above, and for an empty name; ERR_MEMORY. */
enum status estimations_add_names(struct estimations *e, const char *names, struct error *err);

/*
 * Adds hockney, logp, loggp, loggpo and plogp, and lmo where there are three processes and not too many for triplets.
 *
 * - one_pair: one is measured, which lmo does not follow from.
 * - A note says what was left out.
 */
enum status estimations_add_all(struct estimations *e, size_t processes, bool one_pair, const struct progress *progress,
				struct error *err);

#endif
