#include "evaluate/evaluation_estimate.h"

#include "base/memory.h"
#include "measuring/estimations.h"
#include "measuring/probing.h"
#include "measuring/thresholds.h"
#include "estimate/model_notes.h"
#include "evaluate/evaluation_sizes.h"
#include "estimate/protocol.h"
#include "estimate/thresholds/thresholds.h"
#include "model/average.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How a candidate is estimated: always each pair by itself. */
static enum status options_of(const struct evaluation_run *run, const struct candidate *c, struct pair_rounds *rounds,
			      struct estimate_options *o, struct error *err)
{
	const struct pairs_request pairs = {.heterogeneous = true, .parallel = run->options->rounds};

	*o = estimate_options_default(c->class, c->method);
	estimation_take_options(o, &run->m->options);
	o->parallel = run->options->rounds;
	if (c->method->plan == PLAN_REFINE && run->options->fit_sizes.n)
		o->list = &run->options->fit_sizes;
	if (c->method->plan == PLAN_TRIPLETS)
		protocol_take_switch(o, run->eager);
	return pairs_choose(&pairs, run->m->platform->processes, o, rounds, err);
}

/* Thresholds belong to models of the whole platform, and gathers of two processes do not escalate. */
static bool wants_thresholds(const struct evaluation_run *run)
{
	bool whole = false, operations = false;

	for (size_t i = 0; i < run->evaluation->n; i++)
		whole = whole || run->evaluation->list[i].class->fit_all;
	for (size_t i = 0; i < run->evaluation->n_operations; i++)
		operations = operations || run->evaluation->operations[i].algorithm;
	return run->options->thresholds && whole && operations && run->evaluation->processes >= 3;
}

enum status evaluation_check_sizes(const struct evaluation_run *run, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < run->evaluation->n; i++) {
		struct pair_rounds rounds = {.n = 0};
		struct estimate_options o;

		status = options_of(run, &run->evaluation->list[i], &rounds, &o, err);
		if (status == OK)
			status =
				evaluation_sizes_check(&run->evaluation->sizes, &o, run->evaluation->list[i].name, err);
		pair_rounds_release(&rounds);
	}
	return status;
}

enum status evaluation_prepare(const struct evaluation_run *run, struct error *err)
{
	enum status status = wants_thresholds(run) ? measuring_thresholds_prepare(run->m->platform, err) : OK;

	for (size_t i = 0; status == OK && i < run->evaluation->n; i++) {
		struct pair_rounds rounds = {.n = 0};
		struct estimate_options o;

		status = options_of(run, &run->evaluation->list[i], &rounds, &o, err);
		if (status == OK)
			status = estimate_prepare(&o, run->m->platform, err);
		pair_rounds_release(&rounds);
	}
	return status;
}

/* Beside the eager limit and ports. */
static const char *const behaviour_names[] = {MODEL_PORTS_IN, MODEL_LINK,         MODEL_IN_TURN,
					      MODEL_DUPLEX,   MODEL_PORT_SECONDS, MODEL_CONTROL};
enum { BEHAVIOURS = sizeof(behaviour_names) / sizeof(behaviour_names[0]) };

static enum status take_behaviour(struct evaluation_run *run, const struct model *model, struct error *err)
{
	enum status status = OK;

	if (model_fact(model, MODEL_EAGER))
		run->eager = model_fact(model, MODEL_EAGER)->number;
	if (model_fact(model, MODEL_PORTS) && !run->ports[0])
		snprintf(run->ports, sizeof(run->ports), "%s", model_fact(model, MODEL_PORTS)->text);
	for (size_t i = 0; i < BEHAVIOURS && status == OK; i++) {
		const struct fact *fact = model_fact(model, behaviour_names[i]);

		if (fact && fact->text)
			status = facts_set_text(&run->behaviour, behaviour_names[i], fact->text, err);
		else if (fact)
			status = facts_set_number(&run->behaviour, behaviour_names[i], fact->number, err);
	}
	return status;
}

/* What the platform does with messages up to the largest that is sent; the switch is not looked for if it is known. */
static enum status find_behaviour(struct evaluation_run *run, struct error *err)
{
	const struct purpose purpose = purpose_of(PURPOSE_ESTIMATE_SWITCH, "estimate switch");
	struct evaluation_part part;
	struct measurement *m = &part.measurement;
	struct probing p;
	struct estimate_options o =
		estimate_options_default(run->evaluation->list[0].class, run->evaluation->list[0].method);
	struct model *scratch = model_new(o.class, run->m->platform->processes, &(struct link){LINK_ANY, LINK_ANY}, 1);
	enum status status =
		scratch ? evaluation_part_begin(run, &part, evaluation_part_names[PART_SWITCH], &purpose, err)
			: error_memory(err, "a model");

	if (!scratch)
		return status;
	if (status == OK && !isnan(run->eager))
		status = model_fact_number(scratch, MODEL_EAGER, run->eager, err);
	if (status == OK) {
		status = probing_begin(&p, m, WATCH_LARGE, err);
		if (status == OK)
			status = protocol_find(&o, &p.prober, run->largest, scratch, err);
		status = probing_searched(&p, status, err);
		status = probing_end(&p, status, err);
	}
	if (status == OK)
		status = take_behaviour(run, scratch, err);
	evaluation_part_end(&part, &run->evaluation->parts[PART_SWITCH]);
	model_free(scratch);
	return status;
}

static bool ports_are_said(const struct evaluation_options *w)
{
	return w->parallel || w->fair || w->in_turn;
}

/* What the platform does with messages: as the user says; else as the model does; else as the evaluation found it. */
static enum status add_behaviour(const struct evaluation_run *run, struct model *model, struct error *err)
{
	enum status status = OK;

	if (!isnan(run->eager) && (run->options->eager < SIZE_MAX || !model_fact(model, MODEL_EAGER)))
		status = model_fact_number(model, MODEL_EAGER, run->eager, err);
	if (status == OK && run->ports[0] &&
	    (ports_are_said(run->options) || !(model_fact(model, MODEL_PORTS) || model->class->fair)))
		status = model_fact_text(model, MODEL_PORTS, run->ports, err);
	for (size_t i = 0; i < BEHAVIOURS && status == OK; i++) {
		const struct fact *fact = facts_find(&run->behaviour, behaviour_names[i]);

		if (!fact || model_fact(model, behaviour_names[i]))
			continue;
		status = fact->text ? model_fact_text(model, fact->name, fact->text, err)
				    : model_fact_number(model, fact->name, fact->number, err);
	}
	if (status == OK && ports_are_said(run->options) && model_fact(model, MODEL_PORTS_IN))
		status = model_fact_text(model, MODEL_PORTS_IN, run->ports, err);
	if (status == OK && ports_are_said(run->options) && model_fact(model, MODEL_IN_TURN))
		status = model_fact_number(model, MODEL_IN_TURN, 0, err);
	if (status == OK && run->options->half_duplex)
		status = model_fact_number(model, MODEL_DUPLEX, 2, err);
	return status;
}

/* Gives the model to the candidates that are fitted to these experiments: as it is, or its average over pairs. Takes
 * the model. */
static enum status share(struct evaluation_run *run, size_t source, struct model *model,
			 const struct evaluation_cost *taken, struct error *err)
{
	enum status status = OK;
	bool given = false;

	for (size_t i = source; status == OK && i < run->evaluation->n; i++) {
		struct candidate *c = &run->evaluation->list[i];

		if (c->source != source)
			continue;
		c->model = c->apart ? model : model_average(model, err);
		given = given || c->apart;
		c->taken = *taken;
		status = c->model ? OK : err->status;
	}
	if (!given)
		model_free(model);
	for (size_t i = source; status == OK && i < run->evaluation->n; i++)
		if (run->evaluation->list[i].source == source)
			status = add_behaviour(run, run->evaluation->list[i].model, err);
	return status;
}

/* How a rendezvous goes on is found in the campaign that the model is then fitted to. */
static enum status search_handshakes(struct measurement *m, struct estimate_options *o, struct estimation *found,
				     struct error *err)
{
	const struct estimation_request request = {.behaviour = true};

	return o->class->handshakes ? estimation_search(m, o, &request, NULL, found, err) : OK;
}

static enum status estimate_one(struct evaluation_run *run, size_t i, struct error *err)
{
	struct estimation_request request = {.pairs = {.heterogeneous = true}};
	const struct candidate *c = &run->evaluation->list[i];
	struct evaluation_part part;
	struct evaluation_cost taken;
	struct estimation found = {.model = NULL};
	struct pair_rounds rounds = {.n = 0};
	struct estimate_options o;
	struct model *model = NULL;
	struct purpose purpose;
	enum status status = options_of(run, c, &rounds, &o, err);

	if (status == OK)
		status = estimate_prepare(&o, run->m->platform, err);
	purpose = estimation_purpose(&o, ESTIMATION_ALL_PAIRS, run->options->rounds);
	request.behaviour = o.method->behaviour;
	if (status != OK) {
		pair_rounds_release(&rounds);
		return status;
	}
	status = evaluation_part_begin(run, &part, c->name, &purpose, err);
	o.before = measurement_before(&part.measurement);
	o.main_state = measurement_main_state(&part.measurement);
	if (status == OK)
		status = search_handshakes(&part.measurement, &o, &found, err);
	if (status == OK)
		status = estimation_measure(&part.measurement, &o, &request, &found, err);
	if (status == OK)
		model_notes((const struct model *const[]){found.model}, 1, part.measurement.platform->clock.cost,
			    &part.measurement.progress);
	if (status == OK)
		status = measurement_end(&part.measurement, &found.prober, &found.moved, err);
	if (status == OK)
		status = evaluation_sizes_collect(run, &part.measurement.campaign, err);
	evaluation_part_end(&part, &taken);
	if (status == OK) {
		model = found.model;
		found.model = NULL;
	}
	estimation_release(&found);
	pair_rounds_release(&rounds);
	return model ? share(run, i, model, &taken, err) : status;
}

/* The candidates that are estimated between pairs, each from experiments of its own design: their places in list. */
static size_t pair_sources(const struct evaluation_run *run, size_t list[MODELS_MOST])
{
	size_t n = 0;

	for (size_t i = 0; i < run->evaluation->n; i++)
		if (run->evaluation->list[i].source == i && run->evaluation->list[i].method->plan != PLAN_TRIPLETS)
			list[n++] = i;
	return n;
}

/* Several estimations between pairs, which share a campaign. */
struct group {
	struct estimate_options options[MODELS_MOST];
	struct pair_rounds rounds[MODELS_MOST];
	struct estimation found[MODELS_MOST];
	struct estimations e;
};

/* What an estimation would have taken of what the campaign did: in proportion to its own experiments. */
static struct evaluation_cost own_cost(const struct estimate_options *o, const struct campaign *campaign,
				       const struct evaluation_cost *all)
{
	double seconds = 0, messages = 0, own_seconds = 0, own_messages = 0, n = 0;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i];
		double visits = (double)sample->n * sample->visit,
		       sent = (double)(sample->n * sample->what.loop * sample->what.count);

		seconds += visits, messages += sent;
		if (estimate_needs(o, &sample->what))
			own_seconds += visits, own_messages += sent, n++;
	}
	return (struct evaluation_cost){.experiments = n,
					.messages = messages > 0 ? floor(all->messages * own_messages / messages) : 0,
					.seconds = seconds > 0 ? all->seconds * own_seconds / seconds : 0};
}

static enum status measure_group(struct evaluation_run *run, struct group *g, struct evaluation_cost taken[MODELS_MOST],
				 struct error *err)
{
	const struct estimation_request request = {
		.pairs = {.heterogeneous = true}}; /* the platform's behaviour is known */
	const struct purpose purpose = estimations_purpose(&g->e, ESTIMATION_ALL_PAIRS, run->options->rounds);
	const struct model *models[MODELS_MOST];
	struct evaluation_part part;
	struct measurement *m = &part.measurement;
	struct evaluation_cost all = {.seconds = 0};
	enum status status = evaluation_part_begin(run, &part, EVALUATION_MODELS, &purpose, err);

	for (size_t i = 0; i < g->e.n; i++) {
		g->options[i].before = measurement_before(m);
		g->options[i].main_state = measurement_main_state(m);
		if (status == OK)
			status = search_handshakes(m, &g->options[i], &g->found[i], err);
	}
	if (status == OK)
		status = estimations_run(m, &g->e, &request, err);
	for (size_t i = 0; status == OK && i < g->e.n; i++) {
		models[i] = g->found[i].model;
		if (!models[i]) /* a contest is among all */
			status = error_set(err, ERR_INPUT, "%s: %s", g->options[i].class->name,
					   g->found[i].missing.text);
	}
	if (status == OK)
		model_notes(models, g->e.n, m->platform->clock.cost, &m->progress);
	if (status == OK)
		status = measurement_end(m, &g->e.prober, &g->e.moved, err);
	if (status == OK)
		status = evaluation_sizes_collect(run, &m->campaign, err);
	all = (struct evaluation_cost){.messages = (double)g->e.messages, .seconds = g->e.seconds};
	for (size_t i = 0; i < g->e.n; i++)
		taken[i] = own_cost(&g->options[i], &m->campaign, &all);
	evaluation_part_end(&part, &all);
	return status;
}

static enum status estimate_group(struct evaluation_run *run, const size_t *list, size_t n, struct error *err)
{
	struct group *g = calloc(1, sizeof(*g));
	struct evaluation_cost taken[MODELS_MOST];
	enum status status = g ? OK : error_memory(err, "models");

	if (!g)
		return status;
	g->e.options = g->options;
	g->e.found = g->found;
	g->e.n = n;
	for (size_t i = 0; status == OK && i < n; i++) {
		status = options_of(run, &run->evaluation->list[list[i]], &g->rounds[i], &g->options[i], err);
		if (status == OK)
			status = estimate_prepare(&g->options[i], run->m->platform, err);
	}
	if (status == OK)
		status = measure_group(run, g, taken, err);
	for (size_t i = 0; status == OK && i < n; i++) {
		struct model *model = g->found[i].model;

		g->found[i].model = NULL;
		status = share(run, list[i], model, &taken[i], err);
	}
	estimations_release(&g->e);
	for (size_t i = 0; i < n; i++)
		pair_rounds_release(&g->rounds[i]);
	free(g);
	return status;
}

/* Of linear scatter and gather, into each model that has them. Whether messages wait was asked of sends: scatter may
 * leap where none does. */
static enum status find_thresholds(struct evaluation_run *run, struct error *err)
{
	const struct purpose purpose = purpose_of(PURPOSE_MEASURE_THRESHOLDS, "measure thresholds");
	const struct thresholds_options options = thresholds_options_default();
	struct evaluation_part part;
	struct thresholds found;
	enum status status = evaluation_part_begin(run, &part, evaluation_part_names[PART_THRESHOLDS], &purpose, err);

	if (status == OK)
		status = measuring_thresholds_run(&part.measurement, &options, &found, err);
	evaluation_part_end(&part, &run->evaluation->parts[PART_THRESHOLDS]);
	if (status == OK)
		run->evaluation->noise = found.noise;
	found.S = run->eager;
	for (size_t i = 0; status == OK && i < run->evaluation->n; i++)
		if (run->evaluation->list[i].class->fit_all)
			status = thresholds_set(&found, run->evaluation->list[i].model, err);
	return status;
}

enum status evaluation_estimate(struct evaluation_run *run, struct error *err)
{
	bool known = run->options->eager < SIZE_MAX && (ports_are_said(run->options) || run->evaluation->processes < 3);
	enum status status = known ? OK : find_behaviour(run, err);
	size_t pairs[MODELS_MOST], n = pair_sources(run, pairs);

	if (status == OK && n > 1)
		status = estimate_group(run, pairs, n, err);
	for (size_t i = 0; status == OK && i < run->evaluation->n; i++)
		if (run->evaluation->list[i].source == i && !run->evaluation->list[i].model)
			status = estimate_one(run, i, err);
	return status == OK && wants_thresholds(run) ? find_thresholds(run, err) : status;
}
