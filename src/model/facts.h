#ifndef SONDE_MODEL_FACTS_H
#define SONDE_MODEL_FACTS_H

#include "model/model.h"

/* Frees a model's provenance. Local. */
void model_facts_release(struct model *model);

#endif
