#ifndef SONDE_EVALUATE_MODEL_PLACE_H
#define SONDE_EVALUATE_MODEL_PLACE_H

#include "evaluate/model_list.h"
#include "measuring/measurement.h"

/*
 * Warns of models that are held against messages of another platform, of other processes or hosts than they were
 * measured on, and of models of another state of the machine than the first one's.
 *
 * - Call it after measurement_begin. The list has a model.
 * - Local.
 */
void model_list_tell_places(const struct model_list *list, const struct measurement *m);

#endif
