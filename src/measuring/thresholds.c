#include "measuring/thresholds.h"

#include "base/units.h"
#include "estimate/protocol.h"
#include "measuring/probing.h"

#include <math.h>

enum status measuring_thresholds_prepare(struct platform *platform, struct error *err)
{
	const struct thresholds_options options = thresholds_options_default();
	const struct experiment largest = thresholds_largest(&options);

	return probing_prepare(platform, &largest, err);
}

/* S is the switch that was named, else where scatter leaps and sends confirm it. */
static void choose_switch(struct estimate_options *o, bool long_given, struct thresholds *found)
{
	size_t long_size = o->long_size;

	if (o->switch_size == 0)
		protocol_take_switch(o, found->S);
	if (o->switch_size > 0)
		found->S = (double)o->switch_size;
	if (long_given) /* if that is above the switch the estimation refuses it */
		o->long_size = long_size;
}

/* long_size: of the long message before the switch was chosen. */
static void note_switch(const struct measurement *m, const struct estimate_options *o, size_t long_size)
{
	if (o->long_size != long_size)
		progress_note(&m->progress,
			      "messages above %zu bytes wait for their receiver: the long message is of %zu bytes",
			      o->switch_size, o->long_size);
}

struct run_thresholds thresholds_to_run(const struct thresholds *thresholds, struct run_escalation *list)
{
	for (size_t i = 0; i < thresholds->n; i++) {
		const struct escalations *e = &thresholds->list[i];

		list[i] = (struct run_escalation){e->bytes, e->made, e->escalated, e->q10, e->q50, e->q90};
	}
	return (struct run_thresholds){thresholds->S, thresholds->M1, thresholds->M2, list, thresholds->n};
}

enum status thresholds_from_run(const struct run_thresholds *kept, struct thresholds *thresholds, struct error *err)
{
	*thresholds = (struct thresholds){.S = kept->S, .M1 = kept->M1, .M2 = kept->M2};
	if (kept->n > ESCALATION_SIZES_MOST)
		return error_set(err, ERR_INPUT, "escalations of %zu sizes; there can be %d at most", kept->n,
				 ESCALATION_SIZES_MOST);
	for (size_t i = 0; i < kept->n; i++) {
		const struct run_escalation *e = &kept->list[i];

		thresholds->list[thresholds->n++] = (struct escalations){.bytes = e->bytes,
									 .made = e->made,
									 .escalated = e->escalated,
									 .q10 = e->q10,
									 .q50 = e->q50,
									 .q90 = e->q90};
	}
	return OK;
}

/* Long timings of gathers that escalate are then no upsets. */
static void note_escalating(struct measurement *m, const struct thresholds *found)
{
	m->search.escalating[0] = isnan(found->M1) ? 0 : found->M1;
	m->search.escalating[1] = isnan(found->M1) ? 0 : found->M2;
}

static enum status keep(struct measurement *m, const struct thresholds *found, struct error *err)
{
	struct run_escalation list[ESCALATION_SIZES_MOST];

	note_escalating(m, found);

	return measurement_keep(
		m, &(struct findings){.thresholds = thresholds_to_run(found, list), .has_thresholds = true}, err);
}

/* What the first part of a resumed run found: measured again it would come out otherwise. */
static enum status recall(struct measurement *m, struct thresholds *found, bool *known, struct error *err)
{
	struct findings kept = {.has_thresholds = false};
	enum status status = m->history.resumed ? measurement_find(m, &kept, err) : OK;

	*known = status == OK && kept.has_thresholds;
	if (*known)
		status = thresholds_from_run(&kept.thresholds, found, err);
	if (*known && status == OK)
		note_escalating(m, found);
	findings_release(&kept);
	return status;
}

/* Searches, and keeps what was found with the run. */
static enum status search_and_keep(struct measurement *m, const struct thresholds_options *options,
				   struct prober *prober, struct thresholds *found, struct error *err)
{
	enum status status;

	measurement_search(m, 1);
	status = thresholds_find(prober, options, found, err);
	measurement_search(m, 0);
	return status == OK ? keep(m, found, err) : status;
}

enum status measuring_thresholds_run(struct measurement *m, const struct thresholds_options *options,
				     struct thresholds *found, struct error *err)
{
	struct probing p;
	bool known;
	enum status status;

	TRY(recall(m, found, &known, err));
	status = probing_begin(&p, m, WATCH_LARGE, err);
	if (status == OK && !known)
		status = search_and_keep(m, options, &p.prober, found, err);
	status = probing_searched(&p, status, err);
	return probing_end(&p, status, err);
}

/* Scatters also leap where queues run over: a leap is a switch only if sends say so too. */
static enum status doubt_leap(struct measurement *m, struct prober *prober, struct link link, struct thresholds *found,
			      struct error *err)
{
	bool confirmed = true;
	enum status status = isnan(found->S) ? OK : protocol_confirm_switch(prober, link, found->S, &confirmed, err);

	if (status == OK && !confirmed) {
		progress_note(&m->progress,
			      "scatter leaps at %.0f bytes, but sends of about that size do not begin to wait for "
			      "their receiver there: it is not taken for the switch to rendezvous",
			      found->S);
		found->S = NAN;
	}
	return status;
}

static enum status search(struct measurement *m, const struct estimate_options *o, struct thresholds *found,
			  struct error *err)
{
	const struct thresholds_options options = thresholds_options_default();
	struct prober prober;
	enum status status;

	prober_init(&prober, m->platform, &m->campaign, &o->probe, &m->sink, &m->progress);
	measurement_search(m, 1);
	status = thresholds_find(&prober, &options, found, err);
	if (status == OK)
		status = doubt_leap(m, &prober, o->pair, found, err);
	measurement_search(m, 0);
	prober_release(&prober);
	if (status == OK && isnan(found->M1))
		progress_note(&m->progress, "linear gathers do not escalate up to %zu bytes: there are no M1 and M2",
			      options.most);
	return status;
}

enum status measuring_thresholds_find(struct measurement *m, struct estimate_options *o, bool long_given,
				      struct thresholds *found, struct error *err)
{
	bool known, named = o->switch_size > 0;
	size_t long_size = o->long_size;

	TRY(recall(m, found, &known, err));
	if (!known)
		TRY(search(m, o, found, err));
	choose_switch(o, long_given, found);
	TRY(keep(m, found, err)); /* before it is told: who stops the run now resumes it with what was found */
	if (!named)
		note_switch(m, o, long_size);
	return OK;
}

enum status measuring_thresholds_set(struct measurement *m, const struct thresholds *found, struct model *model,
				     struct error *err)
{
	TRY(thresholds_set(found, model, err));
	return keep(m, found, err); /* once more: the estimation may have begun another run */
}
