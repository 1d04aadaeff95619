#include "cli/machine_state.h"

#include "report/state_tables.h"
#include "model/file/file.h"
#include "model/states.h"

#include <stdio.h>
#include <string.h>

bool machine_state_is_each(const char *state)
{
	return state && strcmp(state, "each") == 0;
}

/* What the model says of its residuals is of its main state, also if it is taken in another one. */
static enum status choose(struct model **model, const char *state, struct error *err)
{
	const struct model *main = *model;
	char name[LEVEL_NAME] = "";

	if (main->n_states > 0)
		snprintf(name, sizeof(name), "%s", main->states[main->main_state].name);
	TRY(model_choose_state(model, state, err));
	return *model != main && model_fact(*model, MODEL_RESIDUAL)
		       ? model_fact_text(*model, MODEL_RESIDUAL_STATE, name, err)
		       : OK;
}

static struct model *read_in(const char *path, const char *state, struct error *err)
{
	struct model *model = model_read(path, err);

	if (!model || !state || choose(&model, state, err) == OK)
		return model;
	usage_of_option("--machine-state", err->status, err);
	model_free(model);
	return NULL;
}

/* What the only state of a model is called. */
static struct run_level only_state(const struct model *model)
{
	const struct fact *fact = model_fact(model, "machine_state");
	struct run_level level = {.seconds = 0};

	snprintf(level.name, sizeof(level.name), "%s", fact && fact->text ? fact->text : "main");
	return level;
}

size_t machine_states(const struct model *model)
{
	return model->n_states > 0 ? model->n_states : 1;
}

struct run_level machine_state_level(const struct model *model, size_t i)
{
	struct run_level level;

	if (model->n_states == 0)
		return only_state(model);
	level = (struct run_level){.seconds = model->states[i].level, .share = model->states[i].share};
	snprintf(level.name, sizeof(level.name), "%s", model->states[i].name);
	return level;
}

static void tell_unknown(const struct context *context, const struct machine_state *state)
{
	if (!context->quiet)
		fprintf(context->chatter, "sonde: the model has no parameters of the state \"%s\"\n", state->name);
}

/* In each state of the model, which is read anew for each. */
static enum status act_in_each(struct context *context, const char *path, const struct model *model,
			       enum status (*act)(void *what, struct model *model, struct error *err), void *what,
			       struct error *err)
{
	struct state_tables tables = {.several = true};
	enum status status = OK;

	context->states = &tables;
	for (size_t i = 0; status == OK && i < model->n_states; i++) {
		const struct machine_state *state = &model->states[i];
		const struct run_level level = machine_state_level(model, i);
		bool known = state->model || i == model->main_state;
		struct model *own = known ? read_in(path, state->name, err) : NULL;

		if (!known) {
			tell_unknown(context, state);
			continue;
		}
		state_tables_begin(&tables, context->quiet ? NULL : context->chatter, &level);
		status = own ? act(what, own, err) : err->status;
		model_free(own);
	}
	return command_print_states(context, status, err);
}

static enum status act_in_only(struct context *context, struct model *model,
			       enum status (*act)(void *what, struct model *model, struct error *err), void *what,
			       struct error *err)
{
	const struct run_level level = machine_state_level(model, 0);
	struct state_tables tables = {.several = false};

	context->states = &tables;
	state_tables_begin(&tables, context->quiet ? NULL : context->chatter, &level);
	return command_print_states(context, act(what, model, err), err);
}

enum status machine_state_each(struct context *context, const char *path, const char *state,
			       enum status (*act)(void *what, struct model *model, struct error *err), void *what,
			       struct error *err)
{
	bool each = machine_state_is_each(state);
	struct model *model = read_in(path, each ? NULL : state, err);
	enum status status;

	if (!model)
		return err->status;
	if (!each)
		status = act(what, model, err);
	else if (model->n_states > 0)
		status = act_in_each(context, path, model, act, what, err);
	else
		status = act_in_only(context, model, act, what, err);
	model_free(model);
	return status;
}
