/*
 * Runs the conversions of the model classes, such as PLogP -> LogGP -> LogP (Kielmann et al. 2000, Table 1).
 * The equations stand in the file of the source class.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "model/model.h"

static enum status convert_links(const struct model *model, struct model *target, struct error *err)
{
	if (model->class == target->class)
		return error_set(err, ERR_INPUT, "the model is a %s model already", target->class->name);
	if (!model->class->convert)
		return error_set(err, ERR_INPUT, "a %s model cannot be converted, neither to %s nor to another model",
				 model->class->name, target->class->name);
	for (size_t l = 0; l < target->n_links; l++) {
		enum status status = model->class->convert(model, l, target, err);
		if (status != OK)
			return status;
	}
	return model_check(target, err);
}

/* "loggp", or "loggp, converted from plogp" if that one was converted itself. */
static enum status origin_note(const struct model *model, struct model *target, struct error *err)
{
	const struct fact *earlier = model_fact(model, "converted from");
	if (!earlier || !earlier->text)
		return model_fact_text(target, "converted from", model->class->name, err);
	const char *between = ", converted from ";
	size_t room = strlen(model->class->name) + strlen(between) + strlen(earlier->text) + 1;
	char *text = malloc(room);
	if (!text)
		return error_memory(err, "the model's provenance");
	snprintf(text, room, "%s%s%s", model->class->name, between, earlier->text);
	enum status status = model_fact_text(target, "converted from", text, err);
	free(text);
	return status;
}

static enum status circumstances_copy(const struct model *model, struct model *target, struct error *err)
{
	enum status status = model_set_hosts(target, (const char *const *)model->hosts, err);
	if (status == OK)
		status = model_set_classes(target, model->classes, err);
	for (size_t i = 0; i < model->facts.n && status == OK; i++) {
		const struct fact *fact = &model->facts.list[i];
		status = fact->text ? model_fact_text(target, fact->name, fact->text, err)
				    : model_fact_number(target, fact->name, fact->number, err);
	}
	return status == OK ? origin_note(model, target, err) : status;
}

/* An empty model with the same links, or with all pairs where the other class' parameters belong to processes too. */
static struct model *target_new(const struct model *model, const struct model_class *class)
{
	size_t n = model->processes, count = 0;
	struct link *pairs;
	struct model *target;

	if (model->n_links == 1 || !model->class->fit_all)
		return model_new(class, n, model->links, model->n_links);
	pairs = malloc((n * n + 1) * sizeof(*pairs));
	for (size_t i = 0; pairs && i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			pairs[count++] = (struct link){(int)i, (int)j};
	target = pairs && count > 0 ? model_new(class, n, pairs, count) : NULL;
	free(pairs);
	return target;
}

struct model *model_convert(const struct model *model, const struct model_class *class, struct error *err)
{
	if (model_check(model, err) != OK)
		return NULL;
	struct model *target = target_new(model, class);
	if (!target) {
		error_memory(err, "the converted model");
		return NULL;
	}
	enum status status = convert_links(model, target, err);
	if (status == OK)
		status = circumstances_copy(model, target, err);
	if (status == OK)
		return target;
	model_free(target);
	return NULL;
}
