/*
 * With s left out, the line from a to b misses f''/2 (s - a)(b - s) of a curve f; lines between a, s and b miss in the
 * mean over the logarithm f''/2 M, M the mean of (x - a)(s - x) and (s - x)(x - b) there. The part M / ((s - a)(b - s))
 * of what is missed at s is therefore missed at sizes in between.
 */
#include "estimate/residuals.h"

#include "estimate/residual_trips.h"

#include <math.h>
#include <stdlib.h>

enum { LEAST = 8 /* bytes */ };

/* What a fit is to see. */
struct hiding {
	const struct estimate_options *options;
	size_t processes;
	const struct campaign *campaign;
	const struct residual_checks *checks; /* that fits may take for their own, or NULL */
	struct sample *copies;                /* room for the samples of the campaign */
	struct sample **samples;
	struct error *lack; /* of memory */
};

/* The model without this size and the checks; NULL if it cannot be fitted so, or after a lack of memory. */
static struct model *fit_without(const struct hiding *h, size_t bytes)
{
	const struct estimate_options *o = h->options;
	const struct campaign *campaign = h->campaign;
	struct sample *copies = h->copies;
	struct estimate_options without = *o;
	struct campaign hidden = *campaign;
	const struct campaign *launch = &hidden;
	struct error why = {0};
	struct model *model;

	for (size_t i = 0; i < campaign->n; i++) {
		copies[i] = *campaign->samples[i];
		if (copies[i].what.bytes == bytes || residuals_have_check(h->checks, copies[i].what.bytes))
			copies[i].n = 0;
		h->samples[i] = &copies[i];
	}
	hidden.samples = h->samples;
	without.draws = 0;
	model = estimate_fit(&without, h->processes, &launch, 1, &why);
	if (why.status == ERR_MEMORY)
		error_set(h->lack, ERR_MEMORY, "%s", why.text);
	return model;
}

/* The integral of (x - a)(b - x) / x over x. */
static double missed(double a, double b)
{
	return a > 0 ? (b * b - a * a) / 2 - a * b * log(b / a) : b * b / 2;
}

/* Which part of what the line from a to b misses at s, the lines from a to s and from s to b miss in the mean. */
static double part_missed(double a, double s, double b)
{
	double length = log(b / fmax(a, LEAST)), whole = (s - a) * (b - s);

	return length > 0 && whole > 0 ? fmin(1, (missed(a, s) + missed(s, b)) / length / whole) : 1;
}

/* How much of the logarithm of sizes the i-th of them stands for: all that is nearer to it than to others. Of lines
 * between sizes it is as far to either side as the nearer neighbour, since without it the line hardly leaves that one's
 * value. */
static double weight_of(const struct residual_trips *trips, size_t i, bool lines)
{
	bool first = i == 0, last = i + 2 == trips->n_sizes;
	double s = fmax((double)trips->sizes[i], LEAST), after = fmax(0, log((double)trips->sizes[i + 1] / s)),
	       before = log(s / (first ? LEAST : fmax((double)trips->sizes[i - 1], LEAST)));

	if (lines)
		return first ? after : fmin(before, after);
	return (first ? before : before / 2) + (last ? after : after / 2);
}

/* The error at the i-th size, with answers of that size or with empty ones, of a model that does not know the size; NAN
 * if there is no such trip. part: of what is missed beyond the noise that counts. */
static double error_at(const struct residual_trips *trips, size_t i, const struct model *model, bool same, double part)
{
	double sum = 0;
	size_t n = 0;

	for (size_t k = 0; k < trips->n; k++) {
		const struct residual_trip *trip = &trips->list[k];
		double error, noise = trip->noise, curve;

		if (trip->bytes != trips->sizes[i] || (trip->reply_bytes > 0) != same)
			continue;
		error = model_roundtrip(model, trip->link, trip->bytes, trip->reply_bytes) / trip->seconds - 1;
		curve = sqrt(fmax(0, error * error - noise * noise));
		sum += hypot(part * curve, fmin(fabs(error), noise));
		n++;
	}
	return n > 0 ? sum / (double)n : NAN;
}

/* What is found of one kind of answers. */
struct residual_sum {
	double errors, weights;
};

static void count_error(struct residuals *found, struct residual_sum *sum, double error, double weight, size_t bytes)
{
	if (isnan(error))
		return;
	sum->errors += weight * error;
	sum->weights += weight;
	if (!(found->worst >= error)) {
		found->worst = error;
		found->worst_bytes = bytes;
	}
}

/* Counts the errors at the i-th size. whole: of lines between sizes, where both answers were measured, a model of all
 * sizes, which tells what is missed with answers that the fit does not use; what is missed between sizes comes on top.
 * NULL otherwise. */
static void leave_out(const struct hiding *h, const struct residual_trips *trips, size_t i, const struct model *whole,
		      struct residual_sum sums[2], struct residuals *found)
{
	bool lines = residuals_have_lines(h->options->class), checked = h->checks && h->checks->n > 0,
	     own = residuals_answer_same(h->options->method);
	size_t bytes = trips->sizes[i];
	double weight = !checked                                 ? weight_of(trips, i, lines)
			: residuals_have_check(h->checks, bytes) ? 1
								 : 0,
	       part = lines ? part_missed(i > 0 ? (double)trips->sizes[i - 1] : 0, (double)bytes,
					  (double)trips->sizes[i + 1])
			    : 1;
	struct model *model = weight > 0 ? fit_without(h, bytes) : NULL;
	double error, other;

	if (!model)
		return;
	error = error_at(trips, i, model, own, part);
	other = error_at(trips, i, whole ? whole : model, !own, whole ? 1 : part);
	model_free(model);
	count_error(found, &sums[own], error, weight, bytes);
	count_error(found, &sums[!own], whole && !isnan(error) ? hypot(other, error) : other, weight, bytes);
	found->sizes++;
}

static double mean_of(const struct residual_sum sums[2])
{
	double mean = 0;
	int n = 0;

	for (int k = 0; k < 2; k++) {
		mean += sums[k].weights > 0 ? sums[k].errors / sums[k].weights : 0;
		n += sums[k].weights > 0;
	}
	return n > 0 ? mean / n : NAN;
}

/* What lines between sizes miss with answers that the fit does not use. */
static void count_checks(const struct hiding *h, const struct residual_checks *checks, struct residual_sum sums[2],
			 struct residuals *found)
{
	const struct estimate_options *o = h->options;
	bool own = residuals_answer_same(o->method);
	struct model *whole = fit_without(h, SIZE_MAX);

	for (size_t k = 0; whole && k < checks->n; k++) {
		const struct experiment what = residual_check_trip(o, checks, k);
		const struct sample *sample = campaign_find(h->campaign, &what);
		const struct residual_trip trip = residual_trip_of(o, sample);
		double said = model_roundtrip(whole, trip.link, trip.bytes, trip.reply_bytes);

		count_error(found, &sums[!own], fabs(said / trip.seconds - 1), 1, trip.bytes);
		found->sizes++;
	}
	model_free(whole);
}

/* Leaves sizes out in turn. */
static void leave_out_each(const struct hiding *h, const struct residual_trips *trips, bool beside,
			   struct residual_sum sums[2], struct residuals *found)
{
	bool both = !beside && residuals_have_lines(h->options->class) && residuals_have_both(h->campaign);
	struct model *whole = both ? fit_without(h, SIZE_MAX) : NULL;

	for (size_t i = 0; i + 1 < trips->n_sizes; i++)
		leave_out(h, trips, i, whole, sums, found);
	model_free(whole);
}

enum status residuals_find(const struct estimate_options *o, size_t processes, const struct campaign *campaign,
			   const struct residual_checks *checks, struct residuals *found, struct error *err)
{
	bool beside = checks && checks->beside && checks->n > 0;
	struct residual_trips trips = {.n = 0};
	struct error lack = {0};
	struct hiding h = {.options = o,
			   .processes = processes,
			   .campaign = campaign,
			   .checks = beside ? NULL : checks,
			   .copies = calloc(campaign->n + 1, sizeof(struct sample)),
			   .samples = calloc(campaign->n + 1, sizeof(struct sample *)),
			   .lack = &lack};
	struct residual_sum sums[2] = {{0, 0}, {0, 0}};
	enum status status = h.copies && h.samples ? residual_trips_list(o, campaign, checks, &trips, err)
						   : error_memory(err, "a campaign without a size");

	*found = (struct residuals){NAN, NAN, 0, 0};
	if (status == OK)
		leave_out_each(&h, &trips, beside, sums, found);
	if (status == OK && beside && residuals_have_lines(o->class))
		count_checks(&h, checks, sums, found);
	if (status == OK && lack.status != OK)
		status = error_set(err, lack.status, "%s", lack.text);
	found->mean = mean_of(sums);
	free(trips.list);
	free(trips.sizes);
	free(h.copies);
	free(h.samples);
	return status;
}

enum status residuals_keep(const struct residuals *residuals, struct model *model, struct error *err)
{
	const struct {
		const char *name;
		double number;
	} facts[] = {{MODEL_RESIDUAL, residuals->mean},
		     {MODEL_RESIDUAL "_worst", residuals->worst},
		     {MODEL_RESIDUAL "_bytes", (double)residuals->worst_bytes},
		     {MODEL_RESIDUAL "_sizes", (double)residuals->sizes}};
	enum status status = OK;

	for (size_t i = 0; status == OK && isfinite(residuals->mean) && i < sizeof(facts) / sizeof(facts[0]); i++)
		status = model_fact_number(model, facts[i].name, facts[i].number, err);
	return status;
}
