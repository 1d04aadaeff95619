#include "measuring/estimations.h"

#include "estimate/method/fit_state.h"
#include "estimate/residual_checks.h"
#include "measuring/probing.h"
#include "measuring/provenance.h"
#include "measuring/states.h"
#include "measuring/thresholds.h"
#include "probe/states.h"
#include "probe/tracking.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Appends a name, after a comma if there is something before; what has no room is left out. */
static void append(char *text, size_t room, const char *separator, const char *name)
{
	size_t used = strlen(text);

	snprintf(text + used, room - used, "%s%s", used > 0 ? separator : "", name);
}

struct purpose estimations_purpose(const struct estimations *e, enum estimation_pairs pairs, bool rounds)
{
	struct purpose all = estimation_purpose(e->options, pairs, rounds);
	char names[sizeof(all.title)] = "";

	all.model[0] = all.method[0] = '\0';
	for (size_t i = 0; i < e->n; i++) {
		append(all.model, sizeof(all.model), ",", e->options[i].class->name);
		append(all.method, sizeof(all.method), ",", e->options[i].method->name);
		append(names, sizeof(names), ", ", e->options[i].class->name);
	}
	snprintf(all.title, sizeof(all.title), "estimate %.200s in one campaign%s", names,
		 pairs == ESTIMATION_PAIR ? "" : ", all pairs");
	return all;
}

/* How many of them, those at the beginning, are estimated between pairs. */
static size_t pair_estimations(const struct estimations *e)
{
	size_t n = 0;

	while (n < e->n && e->options[n].method->plan != PLAN_TRIPLETS)
		n++;
	return n;
}

/* Measures n estimations from the first-th on, with their part of a deadline's time. */
static enum status measure(struct estimations *e, size_t first, size_t n, struct error *err)
{
	const struct probe_options *own = &e->options[first].probe;
	struct probe_options part;
	enum status status;

	e->prober.options = own;
	part = prober_part(&e->prober, (double)n / (double)(e->n - first));
	e->prober.options = &part;
	status = estimate_measure(&e->options[first], n, &e->prober, err);
	e->prober.options = own;
	return status;
}

/* What is found before a model's own experiments, as it is for the model alone. */
static enum status search(struct measurement *m, struct estimations *e, size_t i,
			  const struct estimation_request *request, struct thresholds *thresholds, struct error *err)
{
	struct estimation *found = &e->found[i];
	enum status status = estimation_search(m, &e->options[i], request, thresholds, found, err);

	e->searching.seconds += found->searching.seconds;
	e->searching.messages += found->searching.messages;
	return status;
}

/* Thresholds and the switch are looked for by triplets alone. */
static enum status search_pairs(struct measurement *m, struct estimations *e, size_t pairs,
				const struct estimation_request *request, struct error *err)
{
	struct estimation_request own = *request;
	enum status status = OK;

	own.thresholds = own.find_switch = false;
	for (size_t i = 0; status == OK && i < pairs; i++)
		status = search(m, e, i, &own, NULL, err);
	return status;
}

static enum status measure_triplets(struct measurement *m, struct estimations *e, size_t i,
				    const struct estimation_request *request, struct thresholds *thresholds,
				    struct error *err)
{
	TRY(search(m, e, i, request, thresholds, err));
	TRY(estimation_keep_switch(m, &e->options[i], err));
	return measure(e, i, 1, err);
}

/* The first estimation with a model, of those that find out how the platform treats messages if they are to. */
static size_t first_fitted(const struct estimations *e, bool finds)
{
	size_t i = 0;

	while (i < e->n && (!e->found[i].model || (finds && !e->options[i].method->behaviour)))
		i++;
	return i;
}

/* Finds out how the platform treats messages, by the first estimation that does, for all of them. */
static enum status find_behaviour(struct measurement *m, struct estimations *e, struct error *err)
{
	enum status status = OK;
	struct probe_account before;
	size_t by = first_fitted(e, true);

	if (by == e->n)
		by = first_fitted(e, false);
	before = e->found[by].searching;
	status = estimation_find_behaviour(m, &e->options[by], e->options[by].classes ? NULL : &e->prober,
					   &e->found[by], err);
	e->searching.seconds += e->found[by].searching.seconds - before.seconds;
	e->searching.messages += e->found[by].searching.messages - before.messages;
	for (size_t i = 0; status == OK && i < e->n; i++)
		if (i != by && e->found[i].model)
			status = estimation_copy_facts(e->found[by].model, e->found[i].model, err);
	return status;
}

/* A model for which too little was measured is left out. */
static enum status fit(struct measurement *m, struct estimations *e, size_t i, struct error *err)
{
	struct estimation *found = &e->found[i];
	struct error why = {0};
	enum status status = estimation_fit(m, &e->options[i], &e->prober, found, &why);

	found->missing = why;
	if (status == ERR_INPUT) {
		model_free(found->model);
		found->model = NULL;
		return OK;
	}
	if (status != OK)
		error_set(err, status, "%s", why.text);
	if (status == OK)
		status = drift_find(found->model, &m->campaign, &e->options[i], &found->moved, err);
	if (found->moved.known && (!e->moved.known || (found->moved.text[0] && !e->moved.text[0])))
		e->moved = found->moved;
	return status;
}

/* All of one state: where a model has made another one the main state (fit_state.h), those before it are fitted again,
 * and to all states together where models do not agree on one. */
static enum status fit_all(struct measurement *m, struct estimations *e, struct error *err)
{
	enum { ROUNDS = 3 };
	const struct tracking *t = &e->prober.tracking;
	enum status status = OK;
	bool changed = true;

	for (int round = 0; status == OK && changed && round < ROUNDS; round++) {
		changed = false;
		if (round == ROUNDS - 1)
			status = fit_state_merge(&e->prober, "models need different ones", err);
		for (size_t i = 0; status == OK && i < e->n; i++) {
			size_t main = t->main, levels = t->levels.n;

			status = fit(m, e, i, err);
			changed = changed || t->main != main || t->levels.n != levels;
		}
	}
	return status == OK && first_fitted(e, false) == e->n ? error_set(err, ERR_INPUT, "%s", e->found->missing.text)
							      : status;
}

/* Measures what residuals need beside the models' experiments, once for all of them. */
static enum status measure_checks(struct estimations *e, const struct estimation_request *request, uint64_t launch,
				  struct error *err)
{
	struct prober *prober = &e->prober;
	size_t levels = prober->tracking.levels.n;

	if (levels > 1)
		tracking_fix(prober); /* what was completed stays so */
	TRY(checks_measure(e->options, e->n, launch, prober, err));
	return levels < 2 && !e->options->classes ? probe_states(prober, request->all_states, err) : OK;
}

/* Averages over pairs, and writes down where the model comes from. */
static enum status complete(struct measurement *m, struct estimations *e, size_t i,
			    const struct estimation_request *request, struct error *err)
{
	const struct estimate_options *o = &e->options[i];
	struct estimation *found = &e->found[i];
	struct residuals residuals;

	TRY(estimation_residuals(m, o, &residuals, err));
	if (o->rounds && !o->class->links)
		TRY(pairs_average(&request->pairs, &found->model, &m->progress, err));
	TRY(states_add(m, o, &request->pairs, &e->prober, found->model, err));
	TRY(residuals_keep(&residuals, found->model, err));
	if (e->single > 0)
		TRY(model_fact_number(found->model, "single_stretch_points", (double)e->single, err));
	return provenance_add(found->model, o, &m->circumstances, &e->prober, e->seconds, m->run, err);
}

enum status estimations_run(struct measurement *m, struct estimations *e, const struct estimation_request *request,
			    struct error *err)
{
	double begin = platform_now(m->platform), begun;
	size_t messages = m->platform->messages, pairs = pair_estimations(e);
	struct thresholds thresholds;
	double deadline = e->options->probe.deadline;
	enum status status = OK;

	for (size_t i = 0; i < e->n; i++)
		e->options[i].probe.spread = probing_spread(m, -1);
	prober_init(&e->prober, m->platform, &m->campaign, &e->options->probe, &m->sink, &m->progress);
	for (size_t i = 0; status == OK && i < pairs; i++)
		status = estimation_take_sizes(m, &e->options[i], &e->found[i].sizes, err);
	if (status == OK)
		status = search_pairs(m, e, pairs, request, err);
	begun = platform_now(m->platform);
	for (size_t i = 0; i < e->n; i++)
		estimation_keep_time(m, &e->options[i], request);
	if (status == OK && pairs > 0)
		status = measure(e, 0, pairs, err);
	for (size_t i = pairs; status == OK && i < e->n; i++)
		status = measure_triplets(m, e, i, request, &thresholds, err);
	if (status == OK && !e->options->classes)
		status = probe_states(&e->prober, request->all_states, err);
	e->experiments = estimation_experiments(m);
	for (size_t i = 0; i < e->n; i++)
		estimation_give_time(m, &e->options[i], deadline);
	if (status == OK)
		status = measure_checks(e, request, (uint64_t)m->run, err);
	for (size_t i = 0; i < e->n; i++)
		e->options[i].probe.deadline = deadline;
	e->single = status == OK ? measurement_tell_single(m, begun) : 0;
	measurement_join(m, &e->prober);
	if (status == OK)
		status = fit_all(m, e, err);
	if (status == OK && request->behaviour)
		status = find_behaviour(m, e, err);
	if (status == OK)
		status = measurement_pool(m, &e->prober.tracking, err);
	if (status == OK && ((request->behaviour && e->prober.tracking.on) || m->history.n_pool > 0))
		status = fit_all(m, e, err);
	if (status != OK)
		tracking_stop(&e->prober);
	if (status == OK && e->searching.messages > 0)
		status = measurement_part(m, "searching", e->searching.seconds, e->searching.messages, err);
	e->seconds = platform_now(m->platform) - begin;
	e->messages = m->platform->messages - messages;
	for (size_t i = 0; status == OK && i < e->n; i++)
		status = e->found[i].model ? complete(m, e, i, request, err) : OK;
	for (size_t i = pairs; status == OK && request->thresholds && i < e->n && e->found[i].model; i++)
		status = measuring_thresholds_set(m, &thresholds, e->found[i].model, err);
	return status;
}

void estimations_release(struct estimations *e)
{
	for (size_t i = 0; i < e->n; i++)
		estimation_release(&e->found[i]);
	prober_release(&e->prober);
}
