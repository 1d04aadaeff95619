#include "api/budgeted.h"
#include "api/digest.h"
#include "api/model.h"
#include "api/options.h"
#include "measuring/probing.h"
#include "measuring/thresholds.h"
#include "base/locale.h"

#include <math.h>

enum { LEAST_SIZES = 10, TRIES_LEAST = 5, TRIES_MOST = 10000, REPEATS_MOST = 1000 };

static const enum collective_timing timings[] = {
	[SONDE_GLOBAL] = TIMING_GLOBAL, [SONDE_ROOT] = TIMING_ROOT, [SONDE_MAX] = TIMING_MAX};

static struct thresholds_options options_of(const struct sonde_threshold_search *what)
{
	struct thresholds_options o = thresholds_options_default();

	o.most = what->most > 0 ? what->most : o.most;
	o.stride = what->stride > 0 ? what->stride : o.stride;
	o.tries = what->tries > 0 ? what->tries : o.tries;
	o.repeats = what->repeats > 0 ? what->repeats : o.repeats;
	o.factor = what->factor > 0 ? what->factor : o.factor;
	o.root = what->root;
	o.timing = timings[what->timing];
	return o;
}

static enum status check_numbers(const struct thresholds_options *o, struct error *err)
{
	if (o->stride > o->most / LEAST_SIZES)
		return error_set(err, ERR_INPUT,
				 "a stride of %zu bytes: at most a tenth of the largest size, %zu bytes, so that a "
				 "sweep has ten sizes",
				 o->stride, o->most);
	if (o->tries < TRIES_LEAST || o->tries > TRIES_MOST || o->repeats > REPEATS_MOST)
		return error_set(err, ERR_INPUT, "%zu tries and %zu repeats: %d to %d, and at most %d", o->tries,
				 o->repeats, TRIES_LEAST, TRIES_MOST, REPEATS_MOST);
	if (!(o->factor >= 1.5 && o->factor <= 1000))
		return error_set(err, ERR_INPUT, "a gather that escalates takes %g times as long: 1.5 to 1000",
				 o->factor);
	return OK;
}

static enum status check(const struct sonde *context, const struct sonde_threshold_search *what,
			 const struct sonde_thresholds *found, struct error *err)
{
	struct thresholds_options o;
	int processes = context_processes(context);

	if (!found)
		return error_set(err, ERR_INPUT, "there is no place for the thresholds: found is NULL");
	if (processes < 3)
		return error_set(err, ERR_INPUT,
				 "gathers of %d processes do not escalate: thresholds need 3 processes at least",
				 processes);
	if (what->timing != SONDE_GLOBAL && what->timing != SONDE_ROOT && what->timing != SONDE_MAX)
		return error_set(err, ERR_INPUT, "there is no timing %d: SONDE_GLOBAL, SONDE_ROOT or SONDE_MAX",
				 (int)what->timing);
	o = options_of(what);
	if (context_check_process(context, what->root, err) != OK || check_numbers(&o, err) != OK)
		return ERR_INPUT;
	return context_check_budget(&what->budget, err);
}

static unsigned long long digest_of(const struct sonde_threshold_search *what)
{
	const long long numbers[] = {(long long)what->most,
				     (long long)what->stride,
				     (long long)what->tries,
				     (long long)what->repeats,
				     what->root,
				     (int)what->timing};

	return context_digest_budget(digest_real(digest_bytes(DIGEST, numbers, sizeof(numbers)), what->factor),
				     &what->budget);
}

static struct sonde_thresholds given_of(const struct thresholds *t)
{
	struct sonde_thresholds given = {.S = t->S,
					 .M1 = t->M1,
					 .M2 = t->M2,
					 .regular_intercept = t->regular.intercept,
					 .regular_slope = t->regular.slope,
					 .noise = t->noise,
					 .factor = t->factor,
					 .measurements = t->measurements};

	for (size_t i = 0; i < t->n && i < SONDE_ESCALATIONS_MOST; i++)
		given.list[given.n++] = (struct sonde_escalations){.bytes = t->list[i].bytes,
								   .made = t->list[i].made,
								   .escalated = t->list[i].escalated,
								   .q10 = t->list[i].q10,
								   .q50 = t->list[i].q50,
								   .q90 = t->list[i].q90};
	return given;
}

/* What process 0 works on. */
struct threshold_work {
	const struct sonde_threshold_search *what;
	struct sonde_thresholds found;
};

static void drive(const struct sonde *context, void *work, struct sonde_error *outcome)
{
	struct threshold_work *w = work;
	const struct thresholds_options options = options_of(w->what);
	const struct experiment largest = thresholds_largest(&options);
	struct thresholds found;
	struct error err = {0};
	struct budgeted b;
	enum status status = budgeted_begin(&b, context, PURPOSE_MEASURE_THRESHOLDS, &w->what->budget, 1, NULL, &err);

	if (status == OK)
		status = probing_prepare(b.measurement.platform, &largest, &err);
	if (status == OK)
		status = measuring_thresholds_run(&b.measurement, &options, &found, &err);
	if (status == OK)
		w->found = given_of(&found);
	budgeted_release(&b);
	budgeted_give(&err, outcome);
}

enum sonde_status sonde_measure_thresholds(struct sonde *context, const struct sonde_threshold_search *given,
					   struct sonde_thresholds *found, struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct error mine = {0}, err = {0};
	struct sonde_threshold_search what;
	struct threshold_work work = {.what = &what};
	unsigned long long digest;
	enum sonde_status status;

	if (!context)
		return context_missing(error);
	if (options_take(&what, sizeof(what), given, "sonde_threshold_search", &mine) == OK)
		check(context, &what, found, &mine);
	digest = digest_of(&what);
	if (embed_agree(&context->embedded, &digest, sizeof(digest), &mine, &err) != OK)
		return context_give(&err, error);
	status = context_run(context, drive, &work, error);
	if (status != SONDE_OK)
		return status;
	embed_share(&context->embedded, &work.found, sizeof(work.found));
	*found = work.found;
	return SONDE_OK;
}

static bool is_place(double bytes)
{
	return isnan(bytes) || bytes >= 0;
}

static enum status check_found(const struct sonde_thresholds *given, struct error *err)
{
	if (!is_place(given->S) || !is_place(given->M1) || !is_place(given->M2) || given->M1 >= given->M2)
		return error_set(err, ERR_INPUT,
				 "S of %g, M1 of %g and M2 of %g bytes: none is below 0, and M1 is less than M2",
				 given->S, given->M1, given->M2);
	if (given->n > SONDE_ESCALATIONS_MOST)
		return error_set(err, ERR_INPUT, "escalations of %zu sizes; there can be %d at most", given->n,
				 SONDE_ESCALATIONS_MOST);
	for (size_t i = 0; i < given->n; i++) {
		const struct sonde_escalations *e = &given->list[i];

		if (e->escalated > 0 && !(e->q10 >= 0 && e->q50 >= e->q10 && e->q90 >= e->q50 && isfinite(e->q90)))
			return error_set(err, ERR_INPUT,
					 "escalations of %zu bytes add %g, %g and %g s: deciles and median ascend from "
					 "0",
					 e->bytes, e->q10, e->q50, e->q90);
	}
	return OK;
}

/* What was found, as the application holds it. */
static enum status taken_of(const struct sonde_thresholds *given, struct thresholds *t, struct error *err)
{
	*t = (struct thresholds){.S = given->S, .M1 = given->M1, .M2 = given->M2};
	if (check_found(given, err) != OK)
		return ERR_INPUT;
	for (size_t i = 0; i < given->n; i++) {
		const struct sonde_escalations *e = &given->list[i];

		if (e->made == 0 || e->escalated > e->made || (i > 0 && e->bytes <= given->list[i - 1].bytes))
			return error_set(err, ERR_INPUT,
					 "escalations of %zu bytes, %zu of %zu gathers: sizes ascend, and no more "
					 "escalate than were made",
					 e->bytes, e->escalated, e->made);
		t->list[t->n++] = (struct escalations){.bytes = e->bytes,
						       .made = e->made,
						       .escalated = e->escalated,
						       .q10 = e->q10,
						       .q50 = e->q50,
						       .q90 = e->q90};
	}
	return OK;
}

enum sonde_status sonde_model_set_thresholds(struct sonde_model *model, const struct sonde_thresholds *found,
					     struct sonde_error *error)
{
	NUMBERS_AS_IN_C;
	struct error err = {0};
	struct thresholds t;

	if (!model || !found)
		error_set(&err, ERR_INPUT, "there is no %s: it is NULL", model ? "result of a search" : "model");
	else if (taken_of(found, &t, &err) == OK) {
		thresholds_set(&t, model->model, &err);
		model_note_change(model);
	}
	return context_give(&err, error);
}
