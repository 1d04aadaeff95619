#include "cli/estimated.h"

#include "cli/provenance.h"
#include "estimate/behaviour.h"

#include <stdio.h>

/* What a later fit has to know of how the run was made. */
static enum status keep_switch(struct measuring *m, const struct estimate_options *o, struct error *err)
{
	char text[32];

	snprintf(text, sizeof(text), "%zu", o->switch_size);
	return o->switch_size > 0 ? store_set_fact(m->store, m->run, FACT_SWITCH, text, err) : OK;
}

/* Measures and fits; once more from the start if the machine changed for good on the way. */
static struct model *estimate_steadily(struct measuring *m, struct estimate_options *o, const char *purpose,
				       struct prober *prober, struct error *err)
{
	struct model *model = keep_switch(m, o, err) == OK
				      ? estimate_run(o, m->platform, &m->campaign, &m->sink, &m->progress, prober, err)
				      : NULL;
	bool moved;

	if (!model)
		return NULL;

	measuring_join(m, prober);
	moved = model && (prober->watch.quicker || (prober->watch.gives_up && o->probe.patience > 0));
	if (!moved)
		return model;
	model_free(model);
	if (measuring_again(m, purpose, prober, err) != OK || keep_switch(m, o, err) != OK)
		return NULL;
	prober_release(prober);
	o->before = NULL;
	o->usual = measuring_usual(m);
	return estimate_run(o, m->platform, &m->campaign, &m->sink, &m->progress, prober, err);
}

/* The longest message between the two processes; at least that was prepared for. */
static size_t largest_measured(const struct campaign *campaign, const struct estimate_options *o)
{
	size_t largest = 0;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;

		if (what->kind == EXPERIMENT_ROUNDTRIP && what->from == o->pair.from && what->to == o->pair.to &&
		    what->bytes > largest)
			largest = what->bytes;
	}
	return largest;
}

static enum status find_behaviour(const struct measuring *m, const struct estimate_options *o, struct estimated *found,
				  struct error *err)
{
	double begin = m->platform->class->now(m->platform);
	size_t messages = m->platform->messages;
	enum status status = behaviour_find(o, &found->prober, largest_measured(&m->campaign, o), found->model, err);

	found->searching.seconds += m->platform->class->now(m->platform) - begin;
	found->searching.messages += m->platform->messages - messages;
	return status;
}

enum status estimated_measure(struct measuring *m, struct estimate_options *o, const char *purpose,
			      const struct pairs_wish *pairs, struct estimated *found, struct error *err)
{
	double begin = m->platform->class->now(m->platform) - found->searching.seconds;
	size_t messages = m->platform->messages - found->searching.messages;
	enum status status;

	found->model = estimate_steadily(m, o, purpose, &found->prober, err);
	status = found->model ? moved_find(found->model, &m->campaign, o, &found->moved, err) : err->status;
	if (status == OK && o->method->behaviour)
		status = find_behaviour(m, o, found, err);
	if (status == OK && found->searching.messages > 0)
		status = store_part(m->store, m->run, "searching", found->searching.seconds, found->searching.messages,
				    err);
	if (status == OK && o->rounds && !o->class->links && !o->classes)
		status = pairs_average(pairs, &found->model, &m->progress, err);
	found->seconds = m->platform->class->now(m->platform) - begin;
	found->messages = m->platform->messages - messages;
	return status == OK ? provenance_add(found->model, o, &m->circumstances, &found->prober, found->seconds, err)
			    : status;
}

void estimated_release(struct estimated *found)
{
	prober_release(&found->prober);
	model_free(found->model);
	found->model = NULL;
}
