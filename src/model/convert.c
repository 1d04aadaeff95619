#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/model.h"

#define TARGETS_TEXT 256

static enum status convert_links(const struct model *model, struct model *target, struct error *err)
{
	if (model->class->convert == NULL || model->class == target->class)
		return error_set(err, ERR_INPUT, "a %s model cannot be converted to %s", model->class->name, target->class->name);
	for (size_t l = 0; l < model->n_links; l++) {
		enum status status = model->class->convert(model, l, target, err);
		if (status != OK)
			return status;
	}
	return model_check(target, err);
}

/* What this model can be converted to, found by trying: a class says what it converts to only in its code. */
static const char *targets_text(const struct model *model, char *text)
{
	size_t length = 0;
	snprintf(text, TARGETS_TEXT, "nothing");
	for (size_t i = 0; model_classes[i] != NULL && length < TARGETS_TEXT; i++) {
		struct model *target = model_new(model_classes[i], model->processes, model->links, model->n_links);
		if (target != NULL && convert_links(model, target, NULL) == OK)
			length += (size_t)snprintf(text + length, TARGETS_TEXT - length, "%s%s", length == 0 ? "" : ", ", model_classes[i]->name);
		model_free(target);
	}
	return text;
}

/* "loggp", or "loggp, converted from plogp" if that one was converted itself. */
static enum status origin_note(const struct model *model, struct model *target, struct error *err)
{
	const struct fact *earlier = model_fact(model, "converted from");
	if (earlier == NULL || earlier->text == NULL)
		return model_fact_text(target, "converted from", model->class->name, err);
	const char *between = ", converted from ";
	size_t room = strlen(model->class->name) + strlen(between) + strlen(earlier->text) + 1;
	char *text = malloc(room);
	if (text == NULL)
		return error_memory(err, "the model's provenance");
	snprintf(text, room, "%s%s%s", model->class->name, between, earlier->text);
	enum status status = model_fact_text(target, "converted from", text, err);
	free(text);
	return status;
}

static enum status circumstances_copy(const struct model *model, struct model *target, struct error *err)
{
	enum status status = model_set_hosts(target, (const char *const *)model->hosts, err);
	for (size_t i = 0; i < model->n_facts && status == OK; i++) {
		const struct fact *fact = &model->facts[i];
		status = fact->text != NULL ? model_fact_text(target, fact->name, fact->text, err) : model_fact_number(target, fact->name, fact->number, err);
	}
	return status == OK ? origin_note(model, target, err) : status;
}

struct model *model_convert(const struct model *model, const struct model_class *class, struct error *err)
{
	if (model_check(model, err) != OK)
		return NULL;
	struct model *target = model_new(class, model->processes, model->links, model->n_links);
	if (target == NULL) {
		error_memory(err, "the converted model");
		return NULL;
	}
	struct error why = {0};
	enum status status = convert_links(model, target, &why);
	if (status == ERR_INPUT) {
		char targets[TARGETS_TEXT];
		error_set(err, status, "%s (this %s model can be converted to: %s)", why.text, model->class->name, targets_text(model, targets));
	} else if (status != OK) {
		error_set(err, status, "%s", why.text);
	} else {
		status = circumstances_copy(model, target, err);
	}
	if (status == OK)
		return target;
	model_free(target);
	return NULL;
}
