#include "api/model.h"

#include "api/digest.h"

#include "model/average.h"
#include "model/file/file.h"
#include "base/locale.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long digest_curve(unsigned long long digest, const struct curve *curve)
{
	digest = digest_number(digest, (long long)curve->n);
	for (size_t i = 0; i < curve->n; i++) {
		digest = digest_real(digest, curve->x[i]);
		digest = digest_real(digest, curve->y[i]);
	}
	return digest;
}

/* What predictions depend on: parameters, classes of processes, and facts, since some say how ports serve messages. */
void model_note_change(struct sonde_model *wrapped)
{
	const struct model *model = wrapped->model;
	unsigned long long digest = digest_text(DIGEST, model->class->name);

	digest = digest_number(digest, (long long)model->processes);
	for (size_t l = 0; l < model->n_links; l++) {
		digest = digest_number(digest, model->links[l].from);
		digest = digest_number(digest, model->links[l].to);
		for (size_t p = 0; p < model->class->n_params; p++)
			digest = digest_curve(digest, &model->parameters[l * model->class->n_params + p].curve);
	}
	for (size_t i = 0; model->classes && i < model->processes; i++)
		digest = digest_number(digest, (long long)model->classes[i]);
	for (size_t i = 0; i < model->facts.n; i++) {
		const struct fact *fact = &model->facts.list[i];

		digest = digest_text(digest, fact->name);
		digest = digest_text(digest, fact->text);
		digest = digest_real(digest, fact->text ? 0 : fact->number);
	}
	wrapped->digest = digest;
}

struct sonde_model *model_wrap(struct model *model, struct error *err)
{
	struct sonde_model *wrapped = model ? calloc(1, sizeof(*wrapped)) : NULL;

	if (wrapped) {
		wrapped->model = model;
		model_note_change(wrapped);
	} else if (model) {
		model_free(model);
		error_memory(err, "a model");
	}
	return wrapped;
}

/* Root's text at all processes. Collective: nobody is left alone if memory does not suffice somewhere. */
static enum status spread_text(const struct sonde *context, int root, char **text, const struct error *mine,
			       struct error *err)
{
	struct error objection = *mine;
	size_t bytes = *text ? strlen(*text) + 1 : 0;

	embed_share_from(&context->embedded, root, &bytes, sizeof(bytes));
	if (!*text && bytes > 0 && !(*text = malloc(bytes)))
		error_memory(&objection, "a model's text");
	if (embed_agree(&context->embedded, NULL, 0, &objection, err) != OK)
		return err->status;
	embed_share_from(&context->embedded, root, *text, bytes);
	return OK;
}

enum status model_spread(const struct sonde *context, int root, char *text, const struct error *mine,
			 struct sonde_model **model, struct error *err)
{
	struct sonde_model *made = NULL;
	struct error here = {0};
	enum status status = spread_text(context, root, &text, mine, err);

	*model = NULL;
	if (status == OK) {
		made = model_wrap(model_parse(text, "the model", &here), &here);
		status = embed_agree(&context->embedded, NULL, 0, &here, err);
	}
	free(text);
	if (status == OK)
		*model = made;
	else
		sonde_model_free(made);
	return status;
}

const char *sonde_model_class(size_t i)
{
	for (size_t k = 0; model_classes[k]; k++)
		if (k == i)
			return model_classes[k]->name;
	return NULL;
}

const char *sonde_model_name(const struct sonde_model *model)
{
	return model ? model->model->class->name : "";
}

int sonde_model_processes(const struct sonde_model *model)
{
	return model ? (int)model->model->processes : 0;
}

enum sonde_status sonde_model_convert(const struct sonde_model *model, const char *name, struct sonde_model **made,
				      struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	const struct model_class *class;
	struct error err = {0};

	if (made)
		*made = NULL;
	if (!model || !name || !made)
		error_set(&err, ERR_INPUT, "model, name and made must not be NULL");
	else if ((class = model_class_find(name, &err)))
		*made = model_wrap(model_convert(model->model, class, &err), &err);
	return context_give(&err, error);
}

enum sonde_status sonde_model_average(const struct sonde_model *model, struct sonde_model **made,
				      struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct error err = {0};

	if (made)
		*made = NULL;
	if (!model || !made)
		error_set(&err, ERR_INPUT, "model and made must not be NULL");
	else
		*made = model_wrap(model_average(model->model, &err), &err);
	return context_give(&err, error);
}

enum sonde_status sonde_model_read(const char *path, struct sonde_model **model, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct error err = {0};

	if (model)
		*model = NULL;
	if (!path || !model)
		error_set(&err, ERR_INPUT, "path and model must not be NULL");
	else
		*model = model_wrap(model_read(path, &err), &err);
	return context_give(&err, error);
}

enum sonde_status sonde_model_write(const struct sonde_model *model, const char *path, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct error err = {0};

	if (!path || !model)
		error_set(&err, ERR_INPUT, "path and model must not be NULL");
	else if (strcmp(path, "-") == 0)
		error_set(&err, ERR_INPUT, "\"-\" is no file: the library writes to no stream");
	else
		model_write(model->model, path, NULL, &err);
	return context_give(&err, error);
}

void sonde_model_free(struct sonde_model *model)
{
	if (!model)
		return;
	model_free(model->model);
	free(model->drifts.list);
	free(model);
}
