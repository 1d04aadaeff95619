#ifndef SONDE_MODEL_REFRESH_H
#define SONDE_MODEL_REFRESH_H

#include "model/model.h"

/* By what a time has changed at a size, as a factor with its interval. */
struct factor {
	double bytes, value, low, high;
};

/* What is known anew of a model. */
struct refresh_input {
	const struct model *fresh;    /* of the same class, of one pair, fitted to a few sizes; or NULL */
	struct link pair;             /* the processes between which was measured */
	const struct factor *factors; /* of round trips between them: n >= 1, by size, ascending */
	size_t n;
	struct factor per_byte; /* of the part of round trips that grows with the size */
};

/* A value of a model that was refreshed. */
struct refresh_drift {
	size_t param; /* index in the class */
	struct link link;
	size_t bytes;
	double before, after, low, high;
	bool measured;
};

struct drifts {
	struct refresh_drift *list;
	size_t n, capacity;
};

/*
 * A model of which a few values were measured anew and the others follow from them (Kielmann, Bal, Verstoep 2000,
 * section 5).
 *
 * - Values of the pair that the fresh model has are taken from it, with their intervals, at its sizes.
 * - Other times of the pair are multiplied by the factor of the same parameter, between the sizes that were measured
 *   on a line over the logarithm of the size. Where the parameter was not measured the factor is that of the round
 *   trips; for times per byte it is that of their part that grows with the size. Intervals hold those of the
 *   neighbouring factors.
 * - Times of other pairs and processes are multiplied by the same factors, and their intervals hold the unchanged
 *   value too: nobody has seen them move.
 * - What is no time, and what belongs to the platform, stays.
 * - drifts: receives a line for each value but those that stay; the caller frees its list, also after an error.
 * - Ownership: the caller frees the model.
 * - NULL with ERR_MEMORY, or with ERR_INPUT if the result would be no model.
 * - Local.
 */
struct model *model_refresh(const struct model *model, const struct refresh_input *input, struct drifts *drifts,
			    struct error *err);

#endif
