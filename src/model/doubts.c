#include "model/doubts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"

/* Facts that predictions and estimations go by, and those of the writer's own that are near to them. */
static const char *const gone_by[] = {MODEL_EAGER,
				      MODEL_EAGER_BACK,
				      MODEL_ISEND_SHORT,
				      MODEL_ISEND_LONG,
				      MODEL_WAIT_SHORT,
				      MODEL_WAIT_LONG,
				      MODEL_RENDEZVOUS_HELD,
				      MODEL_PORTS,
				      MODEL_PORTS_IN,
				      MODEL_LINK,
				      MODEL_IN_TURN,
				      MODEL_DUPLEX,
				      MODEL_VARIATION,
				      MODEL_PORT_SECONDS,
				      MODEL_CONTROL,
				      "sentinel_seconds",
				      "machine_state",
				      MODEL_HOSTS,
				      NULL};

/* What the estimators write is no mistake of a hand: whether, and by how much, something was seen. */
static bool is_seen(const char *name)
{
	size_t length = strlen(name), end = strlen(MODEL_SEEN);

	return length > end && strcmp(name + length - end, MODEL_SEEN) == 0;
}

static bool is_known(const char *name)
{
	for (size_t i = 0; gone_by[i]; i++)
		if (strcmp(gone_by[i], name) == 0)
			return true;
	return is_seen(name);
}

static void look_at_facts(const struct model *model, void (*tell)(void *context, const char *text), void *context)
{
	char text[DOUBT_TEXT];

	for (size_t i = 0; i < model->facts.n; i++) {
		const char *name = model->facts.list[i].name,
			   *nearest = is_known(name) ? NULL : name_nearest(name, gone_by);

		if (!nearest)
			continue;
		snprintf(text, sizeof(text),
			 "provenance.%.100s: no prediction goes by a fact of this name: did you mean %s?", name,
			 nearest);
		tell(context, text);
	}
}

static bool is_code(const struct param_spec *spec, double value)
{
	return value == floor(value) && value >= spec->code_least && value <= spec->code_most;
}

/* The first value of a link's parameter that stands for nothing. */
static void look_at_code(const struct model *model, size_t l, size_t p, void (*tell)(void *context, const char *text),
			 void *context)
{
	const struct param_spec *spec = &model->class->params[p];
	const struct curve *curve = &model->parameters[l * model->class->n_params + p].curve;
	char text[DOUBT_TEXT];

	for (size_t i = 0; i < curve->n; i++) {
		if (is_code(spec, curve->y[i]))
			continue;
		snprintf(text, sizeof(text), "parameters.%s: %g is none of its values, %d to %d: %s", spec->name,
			 curve->y[i], spec->code_least, spec->code_most, spec->about);
		tell(context, text);
		return;
	}
}

void model_doubts(const struct model *model, void (*tell)(void *context, const char *text), void *context)
{
	for (size_t l = 0; l < model->n_links; l++)
		for (size_t p = 0; p < model->class->n_params; p++)
			if (model->class->params[p].code_most > 0)
				look_at_code(model, l, p, tell, context);
	look_at_facts(model, tell, context);
}
