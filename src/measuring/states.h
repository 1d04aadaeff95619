#ifndef SONDE_MEASURING_STATES_H
#define SONDE_MEASURING_STATES_H

#include "measuring/measurement.h"
#include "measuring/pairs.h"

/*
 * Adds the states of the machine that the prober told apart to a model of the main one: each with its level, its share
 * of the time, and its parameters, fitted to what was measured in it.
 *
 * - Nothing is added where there is one state.
 * - What cannot be told of a state is noted, and the model has no parameters of it then.
 * - request: models of all pairs are averaged as the main state's was.
 * - ERR_MEMORY.
 * - Local.
 */
enum status states_add(struct measurement *m, const struct estimate_options *options,
		       const struct pairs_request *request, const struct prober *prober, struct model *model,
		       struct error *err);

#endif
