#include "estimate/classes/check.h"

#include "estimate/classes/landmarks.h"
#include "estimate/method/trips.h"

#include <math.h>
#include <stdlib.h>

enum { PAIRS_MOST = 60 };

#define DOUBT 0.05

void class_check_release(struct class_check *check)
{
	free(check->pairs);
	*check = (struct class_check){.n = 0};
}

/* For each process 1 if it is a measured member, 2 if it is a landmark; NULL without memory. */
static char *roles_of(size_t processes, const int *landmarks, const int *members, size_t n_members)
{
	char *roles = calloc(processes + 1, 1);

	for (size_t i = 0; roles && i < n_members; i++)
		roles[members[i]] = 1;
	for (size_t i = 0; roles && i < landmarks_count(processes); i++)
		roles[landmarks[i]] = 2;
	return roles;
}

static size_t pairs_most(size_t processes)
{
	size_t few = processes * landmarks_count(processes) / 2;

	return few < PAIRS_MOST ? few : PAIRS_MOST;
}

/* All pairs in seeded order, i and k > i as i * processes + k; NULL without memory. The order does not depend on
 * classes: a fit by others still finds what was drawn. */
static size_t *pairs_shuffled(uint64_t seed, size_t processes, size_t *n)
{
	size_t *order = malloc((processes * processes / 2 + 1) * sizeof(*order));
	struct random random;

	*n = 0;
	for (size_t i = 0; order && i < processes; i++)
		for (size_t k = i + 1; k < processes; k++)
			order[(*n)++] = i * processes + k;
	random_init(&random, ~seed); /* landmarks are drawn by the seed itself */
	if (order)
		random_shuffle(&random, order, *n);
	return order;
}

enum status class_check_draw(const struct estimate_options *o, size_t processes, const int *landmarks,
			     const int *members, size_t n_members, struct class_check *check, struct error *err)
{
	size_t n = 0, *order = pairs_shuffled(o->classes->seed, processes, &n);
	char *roles = roles_of(processes, landmarks, members, n_members);

	*check = (struct class_check){.pairs = calloc(pairs_most(processes) + 1, sizeof(*check->pairs))};
	for (size_t i = 0; order && roles && check->pairs && i < n; i++) {
		size_t a = order[i] / processes, b = order[i] % processes;

		if (roles[a] == 2 || roles[b] == 2 || (roles[a] && roles[b]))
			continue;
		check->others++;
		if (check->n == pairs_most(processes))
			continue;
		check->pairs[check->n][0] = (int)a;
		check->pairs[check->n++][1] = (int)b;
	}
	n = order && roles && check->pairs;
	free(order);
	free(roles);
	if (n)
		return OK;
	class_check_release(check);
	return error_memory(err, "pairs by which classes are checked");
}

enum status class_check_measure(const struct estimate_options *o, const struct class_check *check,
				struct prober *prober, struct error *err)
{
	return trips_measure(o, prober, check->pairs, check->n, "checking classes", err);
}

/* By how much the larger of a round trip and its prediction exceeds the smaller, relative; NAN if it was not measured.
 */
static double deviation(const struct estimate_options *o, const struct campaign *campaign, const struct model *model,
			const int *pair, size_t bytes)
{
	const struct sample *trip = trip_find(campaign, pair[0], pair[1], bytes);
	double measured = trip ? trip_estimate(o, trip).value : NAN;
	double predicted = model_roundtrip(model, (struct link){pair[0], pair[1]}, bytes, bytes);

	return predicted > 0 ? fmax(measured / predicted, predicted / measured) - 1 : 1 - predicted / measured;
}

/* The largest of the first pairs until one was not measured; *n is how many. */
static double largest_deviation(const struct estimate_options *o, const struct class_check *check,
				const struct campaign *campaign, const struct model *model, size_t *n)
{
	double most = 0;

	for (*n = 0; *n < check->n; ++*n) {
		const int *pair = check->pairs[*n];
		struct link link = {pair[0], pair[1]};
		bool sizes =
			model_roundtrip(model, link, o->long_size, o->long_size) != model_roundtrip(model, link, 0, 0);
		double empty = deviation(o, campaign, model, pair, 0),
		       full = sizes ? deviation(o, campaign, model, pair, o->long_size) : empty;

		if (!isfinite(empty) || !isfinite(full))
			break;
		most = fmax(most, fmax(empty, full));
	}
	return most;
}

static void note(const struct progress *progress, size_t n, size_t others, double most, double part)
{
	if (others == 0)
		progress_note(progress, "no pair of processes was left without measurement");
	else if (n == 0)
		progress_warn(progress, "of the %zu pairs of processes that were not measured nothing is known",
			      others);
	else if (n == others)
		progress_note(progress,
			      "the other %zu pairs of processes were measured to check the classes: the model is off "
			      "by %.3g %% at most",
			      others, 100 * most);
	else
		progress_note(progress,
			      "%zu of the other %zu pairs of processes, drawn at random, were measured to check the "
			      "classes: the model is off by %.3g %% at most, and with 95 %% confidence at most %.2g %% "
			      "of the others by more",
			      n, others, 100 * most, 100 * part);
}

enum status class_check_facts(const struct estimate_options *o, const struct class_check *check,
			      const struct campaign *campaign, const struct progress *progress, struct model *model,
			      struct error *err)
{
	size_t n = 0;
	double most = check ? largest_deviation(o, check, campaign, model, &n) : 0;
	bool all = check && n == check->others;
	double part = all ? 0 : n > 0 ? 1 - pow(DOUBT, 1 / (double)n) : 1;
	enum status status = check ? model_fact_number(model, "check_others", (double)check->others, err) : OK;

	if (status == OK)
		status = model_fact_number(model, "check_pairs", (double)n, err);
	if (status == OK)
		status = n > 0 || all ? model_fact_number(model, "check_deviation", most, err)
				      : model_fact_text(model, "check_deviation", "unknown", err);
	if (status == OK)
		status = model_fact_number(model, "check_part", part, err);
	if (status == OK && check)
		note(progress, n, check->others, most, part);
	return status;
}
