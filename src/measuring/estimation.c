#include "measuring/estimation.h"

#include "measuring/probing.h"
#include "measuring/provenance.h"
#include "measuring/states.h"
#include "measuring/thresholds.h"
#include "estimate/method/fit_state.h"
#include "estimate/method/plans.h"
#include "estimate/progress.h"
#include "estimate/protocol.h"
#include "estimate/residual_checks.h"
#include "estimate/residuals.h"
#include "estimate/witness.h"
#include "probe/states.h"
#include "probe/tracking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Repetitions of a pair or triplet at least: each parameter follows from many of them. */
enum { TRIPLET_LEAST = 5 };

/* Repetitions of a short message at most: gaps are differences of its time and an empty one's, and it is quick. */
enum { SHORT_MOST = 150 };

void estimation_take_options(struct estimate_options *o, const struct measuring_options *options)
{
	o->probe = measuring_probe(options);
	if (o->method->plan == PLAN_TRIPLETS && !measuring_counts(options) &&
	    statistic_takes(o->probe.stopping.statistic) < TRIPLET_LEAST)
		o->probe.stopping.least = TRIPLET_LEAST;
	if (o->method->plan == PLAN_REFINE && !measuring_counts(options))
		o->probe.short_most = SHORT_MOST;
	o->confidence = options->confidence;
}

struct purpose estimation_purpose(const struct estimate_options *o, enum estimation_pairs pairs, bool rounds)
{
	static const char *const words[] = {"", ", all pairs", ", pairs of classes"};
	static const char *const values[] = {"", "all", "classes"};
	struct purpose p = {.kind = PURPOSE_ESTIMATE};

	snprintf(p.model, sizeof(p.model), "%s", o->class->name);
	snprintf(p.method, sizeof(p.method), "%s", o->method->name);
	if (pairs != ESTIMATION_PAIR)
		purpose_vary(&p, "pairs", "%s", values[pairs]);
	if (rounds)
		purpose_vary(&p, "rounds", "1");
	snprintf(p.title, sizeof(p.title), "estimate %s %s%s%s", p.model, p.method, words[pairs],
		 rounds ? " in parallel" : "");
	return p;
}

enum status estimation_keep_switch(struct measurement *m, const struct estimate_options *o, struct error *err)
{
	return o->switch_size > 0 ? measurement_keep(m, &(struct findings){.switch_size = o->switch_size}, err) : OK;
}

/* Measures and fits; once more from the start if the machine changed for good on the way. */
static struct model *estimate_steadily(struct measurement *m, struct estimate_options *o, struct prober *prober,
				       struct error *err)
{
	struct model *model = estimation_keep_switch(m, o, err) == OK
				      ? estimate_run(o, m->platform, &m->campaign, &m->sink, &m->progress, prober, err)
				      : NULL;
	bool moved;

	if (!model)
		return NULL;

	measurement_join(m, prober);
	moved = model && (prober->watch.quicker || (prober->watch.gives_up && o->probe.patience > 0));
	if (!moved)
		return model;
	model_free(model);
	if (measurement_again(m, prober, err) != OK || estimation_keep_switch(m, o, err) != OK)
		return NULL;
	prober_release(prober);
	o->before = NULL;
	o->main_state = measurement_main_state(m);
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

/* By the prober of the estimation, so that what is measured is told apart by the machine's state as the model's points
 * are. That of classes is gone with the part of the platform that it measured last: NULL stands for a new one. */
static enum status find_protocol(struct measurement *m, const struct estimate_options *o, struct prober *prober,
				 struct model *model, struct error *err)
{
	size_t measured = largest_measured(&m->campaign, o),
	       largest = measured > PROTOCOL_LARGEST ? measured : PROTOCOL_LARGEST;
	struct prober own, before;
	enum status status = platform_prepare(m->platform, largest, err);

	prober_init(&own, m->platform, &m->campaign, &o->probe, &m->sink, &m->progress);
	prober = prober ? prober : &own;
	before = *prober;
	tracking_fix(prober);
	if (status == OK)
		status = protocol_find(o, prober, largest, model, err);
	m->late = !m->stopped && (m->late || status == ERR_STOPPED);
	memcpy(prober->spent, before.spent, sizeof(before.spent)); /* what it took is the search's */
	prober->preparing = before.preparing;
	prober->watching = before.watching;
	prober_release(&own);
	return status;
}

static const char no_time[] = "there was no time to find out everything";

enum status estimation_find_behaviour(struct measurement *m, const struct estimate_options *o, struct prober *prober,
				      struct estimation *found, struct error *err)
{
	double begin = platform_now(m->platform);
	size_t messages = m->platform->messages;
	struct error why = {0};
	enum status status = OK;

	measurement_search(m, 1);
	m->late = m->options->deadline > 0 && begin >= m->options->deadline;
	if (!m->late)
		status = find_protocol(m, o, prober, found->model, &why);
	measurement_search(m, 0);
	if (m->late)
		status = model_fact_text(found->model, "protocol", no_time, err);
	else if (status != OK)
		error_set(err, status, "%s", why.text);
	found->searching.seconds += platform_now(m->platform) - begin;
	found->searching.messages += m->platform->messages - messages;
	return status;
}

/* Models whose ports are fair of themselves keep these. */
static bool says_ports(const char *name)
{
	return strcmp(name, MODEL_PORTS) == 0 || strcmp(name, MODEL_PORTS_IN) == 0;
}

enum status estimation_copy_facts(const struct model *from, struct model *to, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < from->facts.n; i++) {
		const struct fact *fact = &from->facts.list[i];

		if (model_fact(to, fact->name) || (to->class->fair && says_ports(fact->name)))
			continue;
		status = fact->text ? model_fact_text(to, fact->name, fact->text, err)
				    : model_fact_number(to, fact->name, fact->number, err);
	}
	return status;
}

/* Lists the launches to which a model is fitted: this one and those that are pooled with it. NULL without memory; the
 * caller frees it. */
static const struct campaign **launches_of(const struct measurement *m, struct error *err)
{
	const struct campaign **launches = malloc((m->history.n_pool + 1) * sizeof(*launches));

	if (!launches) {
		error_memory(err, "a list of launches");
		return NULL;
	}
	launches[0] = &m->campaign;
	for (size_t i = 0; i < m->history.n_pool; i++)
		launches[i + 1] = &m->history.pool[i];
	return launches;
}

enum status estimation_fit(struct measurement *m, const struct estimate_options *o, struct prober *prober,
			   struct estimation *found, struct error *err)
{
	const struct campaign **launches = launches_of(m, err);
	enum status status = launches ? tracking_settle(prober, err) : ERR_MEMORY;
	struct model *model = NULL;

	if (status == OK)
		model = o->classes || m->history.n_pool > 0
				? estimate_fit(o, m->platform->processes, launches, m->history.n_pool + 1, err)
				: method_fit_state(o, prober, err);
	free(launches);
	if (!model)
		return err->status;
	if (found->model)
		status = estimation_copy_facts(found->model, model, err);
	model_free(found->model);
	found->model = model;
	return status;
}

/* What is missing of other states than the main one is measured, and the model fitted to all that there is then of the
 * main one. */
static enum status complete_states(struct measurement *m, const struct estimate_options *o,
				   const struct estimation_request *request, struct estimation *found,
				   struct error *err)
{
	if (o->classes || found->prober.tracking.levels.n < 2)
		return OK;
	if (probe_states(&found->prober, request->all_states, err) != OK)
		return err->status;
	return estimation_fit(m, o, &found->prober, found, err);
}

/* Measures what residuals need beside the model's experiments. The machine is watched meanwhile, by empty round trips
 * that the fit has too: only now it may turn out to have several states. */
static enum status measure_checks(struct measurement *m, const struct estimate_options *o,
				  const struct estimation_request *request, struct estimation *found, struct error *err)
{
	size_t levels = found->prober.tracking.levels.n;

	if (o->classes) {
		struct prober whole; /* the estimation's own measured a part of the platform */
		enum status status;

		prober_init(&whole, m->platform, &m->campaign, &o->probe, &m->sink, &m->progress);
		status = checks_measure(o, 1, (uint64_t)m->run, &whole, err);
		prober_release(&whole);
		return status;
	}
	if (levels > 1)
		tracking_fix(&found->prober); /* what was completed stays so */
	TRY(checks_measure(o, 1, (uint64_t)m->run, &found->prober, err));
	TRY(estimation_fit(m, o, &found->prober, found, err));
	return levels < 2 ? complete_states(m, o, request, found, err) : OK;
}

enum status estimation_residuals(struct measurement *m, const struct estimate_options *o, struct residuals *residuals,
				 struct error *err)
{
	const struct campaign **launches = launches_of(m, err);
	enum status status =
		launches ? residuals_find(o, m->platform->processes, launches, m->history.n_pool + 1, residuals, err)
			 : ERR_MEMORY;

	free(launches);
	if (status == OK && m->history.n_pool == 0 && m->platform->spread > 0 &&
	    strcmp(m->circumstances.platform, "mpi") == 0)
		residuals_add_launches(residuals);
	if (status == OK && isnan(residuals->mean))
		progress_note(&m->progress,
			      "%s has no residuals: the budget left no time for round trips beside those of its fit",
			      o->class->name);
	return status;
}

/* Returns whether an earlier launch measured all that the method measures at each size, at this one. */
static bool has_size(const struct estimate_options *o, const struct campaign *launch, size_t bytes)
{
	for (size_t r = 0; r < o->method->n_rows; r++) {
		const struct design_row *row = &o->method->rows[r];
		struct experiment e =
			witness_message(row->kind, OPERATION_SEND, o->pair, bytes, row->reply_same ? bytes : 0);
		const struct sample *sample;

		if (row->sizes != SIZES_ALL || row->back || row->if_untimed)
			continue;
		if (row->kind == EXPERIMENT_OVERLAP)
			e.setup.operation = OPERATION_ISEND;
		sample = campaign_find(launch, &e);
		if (!sample || sample->n == 0)
			return false;
	}
	return true;
}

enum status estimation_take_sizes(struct measurement *m, struct estimate_options *o, struct size_list *sizes,
				  struct error *err)
{
	enum size_plan plan = o->method->plan;
	const struct campaign *earlier;
	size_t *start = NULL, n_start = 0;

	if (m->options->launches < 2 || o->list || o->rounds || o->classes ||
	    (plan != PLAN_REFINE && plan != PLAN_REGRESSION))
		return OK;
	TRY(plan_start(o, &start, &n_start, err));
	free(start);
	TRY(measurement_load_pool(m, NULL, err));
	earlier = m->history.n_pool > 0 ? &m->history.pool[0] : NULL;
	if (earlier && !(sizes->bytes = malloc((earlier->n + 1) * sizeof(*sizes->bytes))))
		return error_memory(err, "the sizes of a launch");
	for (size_t i = 0; earlier && i < earlier->n; i++) {
		const struct experiment *e = &earlier->samples[i]->what;

		if (e->kind == EXPERIMENT_ROUNDTRIP && e->from == o->pair.from && e->to == o->pair.to &&
		    e->reply_bytes == (plan == PLAN_REGRESSION ? e->bytes : 0) && has_size(o, earlier, e->bytes))
			sizes->bytes[sizes->n++] = e->bytes;
	}
	history_drop_launches(&m->history);
	if (sizes->n < 2 || sizes->n < n_start) /* that launch had no time for the sizes to begin with */
		return OK;
	qsort(sizes->bytes, sizes->n, sizeof(*sizes->bytes), size_order);
	o->list = sizes;
	return OK;
}

size_t estimation_experiments(const struct measurement *m)
{
	size_t n = 0;

	for (size_t i = 0; i < m->campaign.n; i++)
		n += m->campaign.samples[i]->what.kind != EXPERIMENT_SEND_EARLY;
	return n;
}

double estimation_keep_time(struct measurement *m, struct estimate_options *o, const struct estimation_request *request)
{
	const double part = 0.2; /* half of it for checks, half for behaviour */
	double deadline = o->probe.deadline, now = platform_now(m->platform);

	if (request->behaviour && o->probe.lenient && deadline > now)
		o->probe.deadline = deadline - part * (deadline - now);
	return deadline;
}

void estimation_give_time(const struct measurement *m, struct estimate_options *o, double deadline)
{
	double now = platform_now(m->platform);

	if (o->probe.deadline > 0 && o->probe.deadline < deadline)
		o->probe.deadline = fmax(o->probe.deadline, now + (deadline - now) / 2);
}

enum status estimation_measure(struct measurement *m, struct estimate_options *o,
			       const struct estimation_request *request, struct estimation *found, struct error *err)
{
	double begin = platform_now(m->platform) - found->searching.seconds;
	size_t messages = m->platform->messages - found->searching.messages;
	struct residuals residuals;
	double deadline = estimation_keep_time(m, o, request), begun = platform_now(m->platform);
	size_t single;
	enum status status;

	o->probe.spread = probing_spread(m, -1);
	found->model = estimate_steadily(m, o, &found->prober, err);
	status = found->model ? complete_states(m, o, request, found, err) : err->status;
	found->experiments = estimation_experiments(m);
	estimation_give_time(m, o, deadline);
	if (status == OK)
		status = measure_checks(m, o, request, found, err);
	o->probe.deadline = deadline;
	TRY(status);
	single = measurement_tell_single(m, begun);
	if (request->find_switch && m->late)
		TRY(model_fact_text(found->model, "protocol", no_time, err));
	if (request->behaviour)
		TRY(estimation_find_behaviour(m, o, o->classes ? NULL : &found->prober, found, err));
	TRY(measurement_pool(m, &found->prober.tracking, err));
	if ((found->prober.tracking.on && !o->classes) || m->history.n_pool > 0) /* looks went on */
		TRY(estimation_fit(m, o, &found->prober, found, err));
	TRY(drift_find(found->model, &m->campaign, o, &found->moved, err));
	if (found->searching.messages > 0)
		TRY(measurement_part(m, "searching", found->searching.seconds, found->searching.messages, err));
	TRY(estimation_residuals(m, o, &residuals, err));
	if (o->rounds && !o->class->links && !o->classes)
		TRY(pairs_average(&request->pairs, &found->model, &m->progress, err));
	TRY(states_add(m, o, &request->pairs, &found->prober, found->model, err));
	found->seconds = platform_now(m->platform) - begin;
	found->messages = m->platform->messages - messages;
	TRY(residuals_keep(&residuals, found->model, err));
	if (single > 0)
		TRY(model_fact_number(found->model, "single_stretch_points", (double)single, err));
	TRY(model_fact_number(found->model, "searching_seconds", found->searching.seconds, err));
	return provenance_add(found->model, o, &m->circumstances, &found->prober, found->seconds, m->run, err);
}

/* Of the time until a deadline: without the switch there is still a model, without time for the rest there is none. */
static const double switch_share = 0.3;

enum status estimation_find_switch(struct measurement *m, struct estimate_options *o, struct error *err)
{
	struct prober prober;
	struct findings known = {.n_states = 0};
	struct error why = {0};
	enum status status;

	if (o->method->plan != PLAN_TRIPLETS || o->switch_size)
		return OK;
	status = m->history.resumed ? measurement_find(m, &known, err) : OK;
	if (known.switch_size)
		protocol_take_switch(o, (double)known.switch_size);
	findings_release(&known);
	if (status != OK)
		return status;
	prober_init(&prober, m->platform, &m->campaign, &o->probe, &m->sink, &m->progress);
	measurement_search(m, switch_share);
	status = protocol_find_switch(o, &prober, &why);
	measurement_search(m, 0);
	prober_release(&prober);
	if (status == ERR_STOPPED && !m->stopped) {
		m->late = true;
		progress_warn(&m->progress, "there was no time to find out from which size on messages wait for their "
					    "receiver: longer messages are predicted as if none did");
		return OK;
	}
	if (status != OK)
		return error_set(err, status, "%s", why.text);
	if (o->switch_size)
		progress_note(&m->progress,
			      "messages above %zu bytes wait for their receiver: the long message is of %zu bytes, and "
			      "longer ones are measured too",
			      o->switch_size, o->long_size);
	return status;
}

/* What moves a rendezvous on takes more experiments. */
static const double eager_share = 0.2, handshakes_share = 0.3;

/* So that sizes go beyond it; a model needs it not, and has it by a part of a deadline's time or not at all. */
static enum status find_eager(struct measurement *m, struct estimate_options *o, struct error *err)
{
	struct prober prober;
	struct probe_options part;
	struct error why = {0};
	double share = o->class->handshakes ? handshakes_share : eager_share;
	bool late = m->late;
	enum status status;

	prober_init(&prober, m->platform, &m->campaign, &o->probe, &m->sink, &m->progress);
	part = prober_part(&prober, share);
	prober.options = &part;
	measurement_search(m, share);
	status = protocol_find_eager(o, &prober, &why);
	if (status == OK)
		status = progress_find(o, &prober, &why);
	measurement_search(m, 0);
	prober_release(&prober);
	m->late = late; /* it is searched for once more at the end */
	if (status == ERR_STOPPED && !m->stopped)
		return OK;
	return status == OK ? OK : error_set(err, status, "%s", why.text);
}

enum status estimation_search(struct measurement *m, struct estimate_options *o,
			      const struct estimation_request *request, struct thresholds *thresholds,
			      struct estimation *found, struct error *err)
{
	double begin = platform_now(m->platform);
	size_t messages = m->platform->messages;
	enum status status =
		request->thresholds ? measuring_thresholds_find(m, o, request->long_given, thresholds, err) : OK;

	if (status == OK && request->find_switch && !request->long_given)
		status = estimation_find_switch(m, o, err);
	if (status == OK && request->thresholds && o->switch_size > 0)
		thresholds->S = (double)o->switch_size; /* also where scatter has no leap */
	if (status == OK && request->behaviour && (m->options->deadline == 0 || m->options->lenient))
		status = find_eager(m, o, err);
	found->searching = (struct probe_account){platform_now(m->platform) - begin, m->platform->messages - messages};
	return status;
}

enum status estimation_run(struct measurement *m, struct estimate_options *o, const struct estimation_request *request,
			   struct estimation *found, struct error *err)
{
	struct thresholds thresholds;
	enum status status = estimation_take_sizes(m, o, &found->sizes, err);

	if (status == OK)
		status = estimation_search(m, o, request, &thresholds, found, err);
	if (status == OK)
		status = estimation_measure(m, o, request, found, err);
	if (status != OK)
		tracking_stop(&found->prober);
	return status == OK && request->thresholds ? measuring_thresholds_set(m, &thresholds, found->model, err)
						   : status;
}

void estimation_release(struct estimation *found)
{
	prober_release(&found->prober);
	model_free(found->model);
	size_list_release(&found->sizes);
	found->model = NULL;
}
