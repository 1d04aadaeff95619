#include "model/what_part.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MOST = 64, NAMES_ROOM = 300 };

static const double alike = 1e-12, more = 1e-6; /* relative; what is added to what is 0 */

/* Doubles a parameter at all links, or takes that back. */
static void doubled(struct model *model, size_t p, double *kept, bool back)
{
	const size_t n_params = model->class->n_params;

	for (size_t l = 0, k = 0; l < model->n_links; l++) {
		struct curve *curve = &model->parameters[l * n_params + p].curve;

		for (size_t i = 0; i < curve->n; i++, k++) {
			if (!back)
				kept[k] = curve->y[i];
			curve->y[i] = back ? kept[k] : kept[k] + (kept[k] != 0 ? kept[k] : more);
		}
	}
}

static size_t values_of(const struct model *model, size_t p)
{
	size_t n = 0;

	for (size_t l = 0; l < model->n_links; l++)
		n += model->parameters[l * model->class->n_params + p].curve.n;
	return n;
}

/* What is predicted, and what with a parameter doubled. */
struct parts {
	struct model *model;
	what_part_times *times;
	void *of;
	double *before, *after; /* n each */
	size_t n;
};

static enum status try(struct parts *t, size_t p, bool *plays, struct error *err)
{
	double *kept = malloc((values_of(t->model, p) + 1) * sizeof(*kept));
	enum status status;

	*plays = false;
	if (!kept)
		return error_memory(err, "the values of a parameter");
	doubled(t->model, p, kept, false);
	status = t->times(t->of, t->after, t->n, err);
	doubled(t->model, p, kept, true);
	for (size_t i = 0; status == OK && i < t->n; i++)
		*plays = *plays || fabs(t->after[i] - t->before[i]) > alike * fabs(t->before[i]);
	free(kept);
	return status;
}

/* A parameter whose part is that of others, which move with it. */
static void add_movers(const struct model_class *class, bool *plays)
{
	for (size_t p = 0; p < class->n_params; p++)
		for (size_t q = 0; q < class->n_params; q++)
			if (class->params[q].moves_with &&
			    strcmp(class->params[q].moves_with, class->params[p].name) == 0)
				plays[p] = plays[p] || plays[q];
}

static bool is_given(const char *changes, const char *name)
{
	for (const char *at = changes; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
		if (strncmp(at, name, strlen(name)) == 0 && at[strlen(name)] == '=')
			return true;
	return false;
}

/* Whether a parameter is changed, itself or with what it moves with. */
static bool is_changed(const char *changes, const struct param_spec *spec)
{
	return is_given(changes, spec->name) || (spec->moves_with && is_given(changes, spec->moves_with));
}

/* The names, with commas, of those of a kind; of the changed ones if that is said. */
static size_t list(const struct model_class *class, const bool *plays, bool wanted, const char *changes, char *text)
{
	size_t n = 0, used = 0;

	text[0] = '\0';
	for (size_t p = 0; p < class->n_params; p++) {
		const char *name = class->params[p].name;

		if ((changes && !is_given(changes, name)) || plays[p] != wanted || used >= NAMES_ROOM)
			continue;
		used += (size_t)snprintf(text + used, NAMES_ROOM - used, "%s%s", n++ > 0 ? ", " : "", name);
	}
	return n;
}

/* Tries the parameters that are changed, or the others. */
static enum status try_all(struct parts *t, const char *changes, bool changed, bool *plays, struct error *err)
{
	const struct model_class *class = t->model->class;
	enum status status = OK;

	for (size_t p = 0; status == OK && p < class->n_params; p++)
		if (values_of(t->model, p) > 0 && is_changed(changes, &class->params[p]) == changed)
			status = try(t, p, &plays[p], err);
	add_movers(class, plays);
	return status;
}

static void write_text(const struct model_class *class, const bool *plays, const char *changes, char *text)
{
	char idle[NAMES_ROOM], others[NAMES_ROOM];
	size_t n = list(class, plays, false, changes, idle);

	list(class, plays, true, NULL, others);
	if (n > 0)
		snprintf(text, WHAT_PART_TEXT,
			 "%s play%s no part in this prediction of %s, so the change changes nothing; these do: %s",
			 idle, n == 1 ? "s" : "", class->name, *others ? others : "none");
}

enum status what_part_find(struct model *model, const char *changes, what_part_times *times, void *of, size_t n,
			   char text[WHAT_PART_TEXT], struct error *err)
{
	struct parts t = {.model = model, .times = times, .of = of, .n = n};
	const struct model_class *class = model->class;
	bool plays[PARAMETERS_MOST] = {false};
	char idle[NAMES_ROOM];
	enum status status;

	text[0] = '\0';
	if (class->n_params > PARAMETERS_MOST)
		return OK;
	t.before = malloc(2 * (n + 1) * sizeof(*t.before));
	if (!t.before)
		return error_memory(err, "predicted times");
	t.after = t.before + n;
	status = times(of, t.before, n, err);
	status = status == OK ? try_all(&t, changes, true, plays, err) : status;
	if (status == OK && list(class, plays, false, changes, idle) > 0)
		status = try_all(&t, changes, false, plays, err);
	if (status == OK)
		write_text(class, plays, changes, text);
	free(t.before);
	return status;
}
