#include "estimate/residual_checks.h"

#include "estimate/residual_trips.h"
#include "estimate/witness.h"
#include "probe/probe.h"

#include <math.h>
#include <stdlib.h>

enum { CHECKS = RESIDUAL_CHECKS, ENOUGH = 2 * CHECKS, LEAST = 8 /* bytes */ };

/* All checks together take less than so many of the longest round trips. */
enum { TRIPS_LONG = 100 };

/* On a machine of several states, the part of the time so far that the checks may wait for the main one. */
static const double waiting_part = 0.25;

/* Whether sizes that can be left out lie in each of the parts of the logarithm that checks would have a size in: those
 * of a line through long messages say nothing of short ones. */
static bool covers(const struct residual_trips *trips, double most)
{
	bool has[CHECKS] = {false}, all = true;

	for (size_t i = 0; i + 1 < trips->n_sizes; i++) {
		double part = log((double)trips->sizes[i] / LEAST) / log(most / LEAST) * CHECKS;

		if (part >= 0 && part < CHECKS)
			has[(size_t)part] = true;
	}
	for (size_t i = 0; i < CHECKS; i++)
		all = all && has[i];
	return all;
}

/* The middle of the k-th of as many parts of the logarithm of sizes as there are checks. */
static double middle_of(double most, size_t k)
{
	return LEAST * pow(most / LEAST, ((double)k + 0.5) / CHECKS);
}

/* Checks are sizes that the fit does not have. Returns how many trips there are. */
static size_t choose_checks(const struct estimate_options *o, double most, struct residual_checks *checks,
			    struct experiment trips[CHECKS])
{
	for (size_t k = 0; k < CHECKS; k++) {
		size_t bytes = (size_t)middle_of(most, k) | 1;

		checks->sizes[checks->n++] = bytes;
		trips[k] = witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_SEND, o->pair, bytes,
					   residuals_answer_same(o->method) ? 0 : bytes);
	}
	return CHECKS;
}

/* The other kind of answers at sizes of the fit. Returns how many trips there are. */
static size_t choose_others(const struct estimate_options *o, const struct residual_trips *known, double most,
			    struct experiment trips[CHECKS])
{
	size_t n = 0, last = 0;

	if (!residuals_have_lines(o->class))
		return 0;
	for (size_t k = 0; k < CHECKS; k++) {
		size_t i = 0;

		while (i + 2 < known->n_sizes && (double)known->sizes[i] < middle_of(most, k))
			i++;
		if (known->sizes[i] == last)
			continue;
		last = known->sizes[i];
		trips[n++] = witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_SEND, o->pair, last,
					     residuals_answer_same(o->method) ? 0 : last);
	}
	return n;
}

/* Measures trips that can be done without. */
static enum status measure_optional(struct prober *prober, const struct experiment *trips, size_t n, struct error *err)
{
	const struct probe_options *whole = prober->options;
	struct probe_options optional = *whole;
	enum status status = platform_prepare(prober->platform, trips[n - 1].bytes, err);

	optional.optional = true;
	if (prober->tracking.levels.n > 1) {
		double now = platform_now(prober->platform), until = now + waiting_part * (now - prober->began);

		optional.deadline = whole->deadline > 0 ? fmin(whole->deadline, until) : until;
	}
	prober->options = &optional;
	if (status == OK)
		status = probe_points(prober, trips, n, err);
	prober->options = whole;
	return status;
}

static bool is_measured(const struct prober *prober, const struct experiment *trip)
{
	const struct sample *sample = campaign_find(prober->campaign, trip);

	return sample && sample->n > 0;
}

/* Only what was reached is a check; else sizes of the fit are left out. */
static void keep_measured(const struct prober *prober, const struct experiment trips[CHECKS],
			  struct residual_checks *checks)
{
	size_t n = checks->n;

	checks->n = 0;
	for (size_t k = 0; k < n; k++)
		if (is_measured(prober, &trips[k]))
			checks->sizes[checks->n++] = checks->sizes[k];
}

/* What a campaign tells of the checks that a model needs. */
struct coverage {
	double most, longest; /* bytes of the longest message, and s of the longest round trip */
	bool suffices;        /* sizes can be left out everywhere */
};

static struct coverage coverage_of(const struct estimate_options *o, const struct residual_trips *known)
{
	struct coverage found = {.most = (double)o->long_size};

	if (known->n_sizes > 0)
		found.most = fmax(found.most, (double)known->sizes[known->n_sizes - 1]);
	for (size_t i = 0; i < known->n; i++)
		found.longest = fmax(found.longest, known->list[i].seconds);
	found.suffices = known->n_sizes > ENOUGH && covers(known, found.most);
	return found;
}

static bool has_time(const struct prober *prober, const struct coverage *coverage)
{
	double deadline = prober->options->deadline;

	return coverage->most > 4 * LEAST &&
	       !(deadline > 0 && platform_now(prober->platform) + TRIPS_LONG * coverage->longest > deadline);
}

/* The campaign of classes is gone. */
static bool has_none(const struct estimate_options *o)
{
	return o->classes || (o->rounds && o->method->plan != PLAN_TRIPLETS);
}

enum status residuals_measure(const struct estimate_options *o, struct prober *prober, struct residual_checks *checks,
			      struct error *err)
{
	struct residual_trips known = {.n = 0};
	struct experiment trips[CHECKS];
	struct coverage coverage = {.most = 0};
	size_t n = 0;
	enum status status;

	*checks = (struct residual_checks){.n = 0};
	if (has_none(o))
		return OK;
	if (o->method->plan == PLAN_TRIPLETS)
		return residuals_measure_together(o, 1, prober, checks, err);
	status = residual_trips_list(o, prober->campaign, NULL, &known, err);
	if (status == OK)
		coverage = coverage_of(o, &known);
	if (status == OK && has_time(prober, &coverage))
		n = coverage.suffices ? choose_others(o, &known, coverage.most, trips)
				      : choose_checks(o, coverage.most, checks, trips);
	free(known.list);
	free(known.sizes);
	if (status == OK && n > 0)
		status = measure_optional(prober, trips, n, err);
	keep_measured(prober, trips, checks);
	return status;
}

/* What the models need together; suffices: none needs checks. */
static enum status cover_all(const struct estimate_options *list, size_t n, const struct campaign *campaign,
			     struct coverage *all, struct error *err)
{
	enum status status = OK;

	*all = (struct coverage){.suffices = true};
	for (size_t i = 0; status == OK && i < n; i++) {
		struct residual_trips known = {.n = 0};
		struct coverage own;

		if (has_none(&list[i]))
			continue;
		status = residual_trips_list(&list[i], campaign, NULL, &known, err);
		own = coverage_of(&list[i], &known);
		all->most = fmax(all->most, own.most);
		all->longest = fmax(all->longest, own.longest);
		all->suffices = all->suffices && own.suffices && !residuals_have_lines(list[i].class);
		free(known.list);
		free(known.sizes);
	}
	return status;
}

enum status residuals_measure_together(const struct estimate_options *list, size_t n, struct prober *prober,
				       struct residual_checks *checks, struct error *err)
{
	struct experiment trips[CHECKS];
	struct coverage all;
	enum status status = cover_all(list, n, prober->campaign, &all, err);

	*checks = (struct residual_checks){.beside = true};
	if (status != OK || all.suffices || !has_time(prober, &all))
		return status;
	for (size_t k = 0; k < CHECKS; k++)
		checks->sizes[checks->n++] = (size_t)middle_of(all.most, k) | 1;
	for (size_t k = 0; k < CHECKS; k++)
		trips[k] = residual_check_trip(&list[0], checks, k);
	status = measure_optional(prober, trips, CHECKS, err);
	keep_measured(prober, trips, checks);
	return status;
}
