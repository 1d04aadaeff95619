#ifndef SONDE_API_MODEL_H
#define SONDE_API_MODEL_H

#include "api/context.h"
#include "model/model.h"
#include "model/refresh.h"

/* A model as the application holds it. */
struct sonde_model {
	struct model *model;
	unsigned long long digest; /* of its class and parameters: models that differ in them have others */
	struct drifts drifts;      /* by what its values moved when it was shared */
};

/* Takes over the model (NULL is allowed, and then given back); NULL with ERR_MEMORY if memory does not suffice, and the
 * model is then freed. Local. */
struct sonde_model *model_wrap(struct model *model, struct error *err);

/* Finds the digest anew, after a parameter or a fact has changed. Local. */
void model_note_change(struct sonde_model *model);

/*
 * Gives the model whose file's text process root has (freed) to all processes. mine: what this process has to object.
 * *model is to be freed by sonde_model_free. Collective. ERR_* at all processes alike; *model is then NULL.
 */
enum status model_spread(const struct sonde *context, int root, char *text, const struct error *mine,
			 struct sonde_model **model, struct error *err);

#endif
