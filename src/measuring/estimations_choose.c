#include "measuring/estimations_choose.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { TRIPLET = 3 };

const char *const estimations_all[] = {"hockney", "logp", "loggp", "loggpo", "plogp", "lmo", NULL};

bool estimation_by_triplets(const struct estimate_options *options)
{
	return options->method->plan == PLAN_TRIPLETS;
}

bool estimations_by_triplets(const struct estimations *e)
{
	return e->n > 0 && estimation_by_triplets(&e->options[e->n - 1]);
}

enum status estimations_add(struct estimations *e, const char *name, struct error *err)
{
	const struct model_class *class = model_class_find(name, err);
	const struct method *method = class ? model_method_find(class, NULL, err) : NULL;
	struct estimate_options added;

	if (!method)
		return ERR_INPUT;
	if (e->n == ESTIMATIONS_MOST)
		return error_set(err, ERR_INPUT, "%s: at most %d models are estimated in one run", name,
				 ESTIMATIONS_MOST);
	for (size_t i = 0; i < e->n; i++)
		if (e->options[i].class == class)
			return error_set(err, ERR_INPUT, "%s is named twice", name);
	added = estimate_options_default(class, method);
	if (estimations_by_triplets(e)) {
		const struct estimate_options last = e->options[e->n - 1];

		if (estimation_by_triplets(&added))
			return error_set(err, ERR_INPUT,
					 "%s and %s both need triplets of processes: estimate them one by one",
					 last.class->name, name);
		e->options[e->n - 1] = added;
		added = last;
	}
	e->options[e->n++] = added;
	return OK;
}

enum status estimations_add_names(struct estimations *e, const char *names, struct error *err)
{
	char *copy = memory_text(names), *rest = copy;
	enum status status = copy ? OK : error_memory(err, "the names of models");

	while (status == OK && rest) {
		const char *name = rest;

		rest = strchr(rest, ',');
		if (rest)
			*rest++ = '\0';
		status = name[0] ? estimations_add(e, name, err)
				 : error_set(err, ERR_INPUT, "%s: a name of a model is missing beside a comma", names);
	}
	free(copy);
	return status;
}

enum status estimations_add_all(struct estimations *e, size_t processes, bool one_pair, const struct progress *progress,
				struct error *err)
{
	const char *why = processes < TRIPLET                  ? "it needs 3 processes"
			  : one_pair                           ? "it needs all pairs"
			  : processes > TRIPLET_PROCESSES_MOST ? "of so many processes it needs classes"
							       : NULL;
	enum status status = OK;

	for (size_t i = 0; status == OK && estimations_all[i]; i++)
		if (!why || strcmp(estimations_all[i], "lmo") != 0)
			status = estimations_add(e, estimations_all[i], err);
	progress_note(progress, "%s%s%s3pc and p3pc are estimated by name", why ? "left out: lmo (" : "",
		      why ? why : "", why ? "); " : "");
	return status;
}
