#include "cli/machine_state.h"

#include "base/units.h"
#include "model/file/file.h"
#include "model/states.h"

#include <stdio.h>
#include <string.h>

struct model *machine_state_read(const char *path, const char *state, struct error *err)
{
	struct model *model;

	if (state && strcmp(state, "each") == 0) {
		error_set(err, ERR_USAGE, "--machine-state each: one state is needed here");
		return NULL;
	}
	model = model_read(path, err);
	if (!model || !state || model_choose_state(&model, state, err) == OK)
		return model;
	usage_of_option("--machine-state", err->status, err);
	model_free(model);
	return NULL;
}

static enum status act_in(struct context *context, const char *path, const struct machine_state *state,
			  enum status (*act)(void *what, struct model *model, struct error *err), void *what,
			  struct error *err)
{
	struct model *model = machine_state_read(path, state->name, err);
	char level[32];
	enum status status;

	if (!model)
		return err->status;
	if (!context->quiet)
		fprintf(context->chatter,
			"sonde: in the state \"%s\", where an empty round trip takes %s us, for %.0f %% of the time:\n",
			state->name, microseconds_format(state->level, level, sizeof(level)), 100 * state->share);
	status = act(what, model, err);
	model_free(model);
	return status;
}

enum status machine_state_each(struct context *context, const char *path, const char *state,
			       enum status (*act)(void *what, struct model *model, struct error *err), void *what,
			       struct error *err)
{
	bool each = state && strcmp(state, "each") == 0;
	struct model *model = machine_state_read(path, each ? NULL : state, err);
	enum status status = OK;

	if (!model)
		return err->status;
	if (!each || model->n_states == 0)
		status = act(what, model, err);
	for (size_t i = 0; each && status == OK && i < model->n_states; i++)
		if (model->states[i].model || i == model->main_state)
			status = act_in(context, path, &model->states[i], act, what, err);
	model_free(model);
	return status;
}
