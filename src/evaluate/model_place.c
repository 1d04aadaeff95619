#include "evaluate/model_place.h"

#include "model/states.h"

#include <string.h>

/* Models of different states of the machine cannot all be right: the state waited for is the first one's. */
static void tell_other_states(const struct model_list *list, const struct progress *progress)
{
	const struct fact *first = model_fact(list->models[0], "sentinel_seconds");

	for (size_t i = 1; i < list->n && first && !first->text; i++) {
		const struct fact *other = model_fact(list->models[i], "sentinel_seconds");

		if (other && !other->text && !sentinels_alike(other->number, first->number))
			progress_warn(progress,
				      "%s and %s were fitted in different states of the machine: an empty round trip "
				      "took %.3f and %.3f us. They are compared in that of %s.",
				      list->names[0], list->names[i], 1e6 * first->number, 1e6 * other->number,
				      list->names[0]);
	}
}

static const char *text_of(const struct model *model, const char *name)
{
	const struct fact *fact = model_fact(model, name);

	return fact ? fact->text : NULL;
}

/* What the model says of its platform, where that is not so here; NULL if there is no such. *here: what is so here. Of
 * a synthetic platform the library says only how noisy it is. */
static const char *other_platform(const struct model *model, const struct circumstances *circumstances,
				  const char **here)
{
	const char *platform = text_of(model, "platform"), *library = text_of(model, "library");
	bool same = !platform || !circumstances->platform || strcmp(platform, circumstances->platform) == 0;

	*here = same ? circumstances->library : circumstances->platform;
	if (!same)
		return platform;
	return library && *here && platform && strcmp(platform, "synthetic") != 0 && strcmp(library, *here) != 0
		       ? library
		       : NULL;
}

/* A model of one pair may be held against another, on other hosts, or among other numbers of processes, which may treat
 * messages differently. */
static void tell_other_processes(const struct measurement *m, const struct model *model, const char *name)
{
	const struct circumstances *c = &m->circumstances;
	const struct fact *from = model_fact(model, "from"), *to = model_fact(model, "to");
	const int *pair = m->options->pair;
	const char *hosts = text_of(model, MODEL_HOSTS);
	char here[CIRCUMSTANCES_PAIR_ROOM];

	if (model->processes != c->processes && c->processes > 0)
		progress_note(&m->progress,
			      "%s was measured among %zu processes, and is held against messages among %zu", name,
			      model->processes, c->processes);
	if (model_holds_for_any(model) && from && to && !from->text && !to->text &&
	    (from->number != pair[0] || to->number != pair[1]))
		progress_note(&m->progress,
			      "%s was measured between processes %.0f and %.0f, and is held against those between %d "
			      "and %d",
			      name, from->number, to->number, pair[0], pair[1]);
	if (hosts && circumstances_pair_hosts(c, pair[0], pair[1], here, sizeof(here)) && strcmp(hosts, here) != 0)
		progress_warn(&m->progress, "%s was measured on %s, and is held against messages on %s", name, hosts,
			      here);
}

/* A model of another platform may be held against this one, but is not wrong if it does not hold here. */
static void tell_other_platforms(const struct measurement *m, const struct model_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		const char *here, *there = other_platform(list->models[i], &m->circumstances, &here);

		if (there)
			progress_warn(&m->progress,
				      "%s is a model of another platform, \"%s\", while this is \"%s\": what it is off "
				      "here says nothing of it there",
				      list->names[i], there, here);
		else
			tell_other_processes(m, list->models[i], list->names[i]);
	}
}

void model_list_tell_places(const struct model_list *list, const struct measurement *m)
{
	tell_other_platforms(m, list);
	tell_other_states(list, &m->progress);
}
