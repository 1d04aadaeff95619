/*
 * A round trip of m bytes with an empty answer takes T(m) + T(0), one with an answer of m bytes 2 T(m), as all models
 * here have it: by the empty round trip 2 T(0) either follows from the other. Where both were measured, what the fit
 * does not use tells what this misses.
 *
 * With s left out, the line from a to b misses f''/2 (s - a)(b - s) of a curve f; lines between a, s and b miss in the
 * mean over the logarithm f''/2 M, M the mean of (x - a)(s - x) and (s - x)(x - b) there. The part M / ((s - a)(b - s))
 * of what is missed at s is therefore missed at sizes in between.
 */
#include "estimate/residuals.h"

#include "estimate/witness.h"
#include "sample/reduce.h"

#include <math.h>
#include <stdlib.h>

enum { CHECKS = RESIDUAL_CHECKS, ENOUGH = 2 * CHECKS, LEAST = 8 /* bytes */ };

/* All checks together take less than so many of the longest round trips. */
enum { TRIPS_LONG = 100 };

/* On a machine of several states, the part of the time so far that the checks may wait for the main one. */
static const double waiting_part = 0.25;

/* A round trip that was measured, or follows from one that was. */
struct residual_trip {
	struct link link;
	size_t bytes, reply_bytes;
	double seconds, noise; /* noise: standard deviation of seconds, as a part */
};

struct residual_trips {
	struct residual_trip *list;
	size_t n;
	size_t *sizes; /* ascending, none twice, above 0 */
	size_t n_sizes;
};

static bool is_plain_trip(const struct experiment *what)
{
	static const struct setup plain = {.operation = OPERATION_SEND};

	return what->kind == EXPERIMENT_ROUNDTRIP && what->count == 1 && what->bytes > 0 &&
	       (what->reply_bytes == 0 || what->reply_bytes == what->bytes) && setup_same(&what->setup, &plain);
}

static int by_size(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

static struct residual_trip trip_of(const struct estimate_options *o, const struct sample *sample)
{
	const struct reduce_rule how = {.statistic = o->probe.stopping.statistic, .confidence = 0.95};
	const struct experiment *what = &sample->what;
	struct estimate time = sample_estimate(sample, &how);

	return (struct residual_trip){.link = {what->from, what->to},
				      .bytes = what->bytes,
				      .reply_bytes = what->reply_bytes,
				      .seconds = time.value,
				      .noise = (time.high - time.low) / (4 * time.value)};
}

/* The sample of a round trip over the link; NULL if it was not measured. */
static const struct sample *sample_of(const struct campaign *campaign, struct link link, size_t bytes,
				      size_t reply_bytes)
{
	const struct experiment what = witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_SEND, link, bytes, reply_bytes);
	const struct sample *sample = campaign_find(campaign, &what);

	return sample && sample->n > 0 ? sample : NULL;
}

/* The trip with the other answer, an empty one or one of the same size, if that was not measured; seconds is 0 if it
 * was, or if nothing follows. */
static struct residual_trip other_trip(const struct estimate_options *o, const struct campaign *campaign,
				       const struct residual_trip *trip)
{
	struct residual_trip other = *trip, empty;
	const struct sample *sample = sample_of(campaign, trip->link, 0, 0);
	double deviation;

	other.reply_bytes = trip->reply_bytes > 0 ? 0 : trip->bytes;
	other.seconds = 0;
	if (!sample || sample_of(campaign, trip->link, other.bytes, other.reply_bytes))
		return other;
	empty = trip_of(o, sample);
	deviation = hypot(2 * trip->seconds * trip->noise, empty.seconds * empty.noise);
	if (trip->reply_bytes > 0) {
		other.seconds = (trip->seconds + empty.seconds) / 2;
		deviation = hypot(trip->seconds * trip->noise, empty.seconds * empty.noise) / 2;
	} else {
		other.seconds = 2 * trip->seconds - empty.seconds;
	}
	other.noise = deviation / other.seconds;
	return other;
}

static bool has_lines(const struct model_class *class)
{
	for (size_t p = 0; p < class->n_params; p++)
		if (class->params[p].shape == PARAM_PER_SIZE)
			return true;
	return false;
}

/* Whether round trips of some size were measured with either answer. */
static bool has_both(const struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;

		if (campaign->samples[i]->n > 0 && is_plain_trip(what) && what->reply_bytes > 0 &&
		    sample_of(campaign, (struct link){what->from, what->to}, what->bytes, 0))
			return true;
	}
	return false;
}

static void add_trip(struct residual_trips *trips, const struct residual_trip *trip)
{
	if (!(trip->seconds > 0))
		return;
	trips->sizes[trips->n] = trip->bytes;
	trips->list[trips->n++] = *trip;
}

static enum status list_trips(const struct estimate_options *o, const struct campaign *campaign,
			      struct residual_trips *trips, struct error *err)
{
	size_t kept = 0;
	bool both = has_lines(o->class) && has_both(campaign);

	trips->list = calloc(2 * campaign->n + 1, sizeof(*trips->list));
	trips->sizes = calloc(2 * campaign->n + 1, sizeof(*trips->sizes));
	if (!trips->list || !trips->sizes)
		return error_memory(err, "the round trips of a campaign");
	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i];
		struct residual_trip trip, other;

		if (sample->n == 0 || !is_plain_trip(&sample->what))
			continue;
		trip = trip_of(o, sample);
		add_trip(trips, &trip);
		if (both)
			continue;
		other = other_trip(o, campaign, &trip);
		add_trip(trips, &other);
	}
	qsort(trips->sizes, trips->n, sizeof(*trips->sizes), by_size);
	for (size_t i = 0; i < trips->n; i++)
		if (kept == 0 || trips->sizes[i] != trips->sizes[kept - 1])
			trips->sizes[kept++] = trips->sizes[i];
	trips->n_sizes = kept;
	return OK;
}

static bool is_check(const struct residual_checks *checks, size_t bytes)
{
	for (size_t i = 0; checks && i < checks->n; i++)
		if (checks->sizes[i] == bytes)
			return true;
	return false;
}

/* What a fit is to see. */
struct hiding {
	const struct estimate_options *options;
	size_t processes;
	const struct campaign *campaign;
	const struct residual_checks *checks;
	struct sample *copies; /* room for the samples of the campaign */
	struct sample **samples;
};

/* The model without this size and the checks; NULL if it cannot be fitted so. */
static struct model *fit_without(const struct hiding *h, size_t bytes)
{
	const struct estimate_options *o = h->options;
	const struct campaign *campaign = h->campaign;
	struct sample *copies = h->copies;
	struct estimate_options without = *o;
	struct campaign hidden = *campaign;
	const struct campaign *launch = &hidden;
	struct error why = {0};

	for (size_t i = 0; i < campaign->n; i++) {
		copies[i] = *campaign->samples[i];
		if (copies[i].what.bytes == bytes || is_check(h->checks, copies[i].what.bytes))
			copies[i].n = 0;
		h->samples[i] = &copies[i];
	}
	hidden.samples = h->samples;
	without.draws = 0;
	return estimate_fit(&without, h->processes, &launch, 1, &why);
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

/* Whether the fit is made of round trips with answers of the same size: checks have the other kind, so that no later
 * fit of the run takes them for its own. */
static bool answers_same(const struct method *method)
{
	for (size_t i = 0; i < method->n_rows; i++)
		if (method->rows[i].kind == EXPERIMENT_ROUNDTRIP && method->rows[i].reply_same)
			return true;
	return false;
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
	bool lines = has_lines(h->options->class), checked = h->checks && h->checks->n > 0,
	     own = answers_same(h->options->method);
	size_t bytes = trips->sizes[i];
	double weight = !checked                     ? weight_of(trips, i, lines)
			: is_check(h->checks, bytes) ? 1
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

enum status residuals_find(const struct estimate_options *o, size_t processes, const struct campaign *campaign,
			   const struct residual_checks *checks, struct residuals *found, struct error *err)
{
	struct residual_trips trips = {.n = 0};
	struct hiding h = {.options = o,
			   .processes = processes,
			   .campaign = campaign,
			   .checks = checks,
			   .copies = calloc(campaign->n + 1, sizeof(struct sample)),
			   .samples = calloc(campaign->n + 1, sizeof(struct sample *))};
	struct residual_sum sums[2] = {{0, 0}, {0, 0}};
	struct model *whole = NULL;
	enum status status = h.copies && h.samples ? list_trips(o, campaign, &trips, err)
						   : error_memory(err, "a campaign without a size");

	*found = (struct residuals){NAN, NAN, 0, 0};
	if (status == OK && has_lines(o->class) && has_both(campaign))
		whole = fit_without(&h, SIZE_MAX);
	for (size_t i = 0; status == OK && i + 1 < trips.n_sizes; i++)
		leave_out(&h, &trips, i, whole, sums, found);
	found->mean = mean_of(sums);
	model_free(whole);
	free(trips.list);
	free(trips.sizes);
	free(h.copies);
	free(h.samples);
	return status;
}

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
					   answers_same(o->method) ? 0 : bytes);
	}
	return CHECKS;
}

/* The other kind of answers at sizes of the fit. Returns how many trips there are. */
static size_t choose_others(const struct estimate_options *o, const struct residual_trips *known, double most,
			    struct experiment trips[CHECKS])
{
	size_t n = 0, last = 0;

	if (!has_lines(o->class))
		return 0;
	for (size_t k = 0; k < CHECKS; k++) {
		size_t i = 0;

		while (i + 2 < known->n_sizes && (double)known->sizes[i] < middle_of(most, k))
			i++;
		if (known->sizes[i] == last)
			continue;
		last = known->sizes[i];
		trips[n++] = witness_message(EXPERIMENT_ROUNDTRIP, OPERATION_SEND, o->pair, last,
					     answers_same(o->method) ? 0 : last);
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

enum status residuals_measure(const struct estimate_options *o, struct prober *prober, struct residual_checks *checks,
			      struct error *err)
{
	struct residual_trips known = {.n = 0};
	struct experiment trips[CHECKS];
	double most = (double)o->long_size, deadline = prober->options->deadline, longest = 0;
	size_t n = 0;
	enum status status;

	checks->n = 0;
	if (o->method->plan == PLAN_TRIPLETS || o->rounds || o->classes) /* the campaign of classes is gone */
		return OK;
	status = list_trips(o, prober->campaign, &known, err);
	if (status == OK && known.n_sizes > 0)
		most = fmax(most, (double)known.sizes[known.n_sizes - 1]);
	for (size_t i = 0; status == OK && i < known.n; i++)
		longest = fmax(longest, known.list[i].seconds);
	if (status == OK && most > 4 * LEAST &&
	    !(deadline > 0 && platform_now(prober->platform) + TRIPS_LONG * longest > deadline))
		n = known.n_sizes > ENOUGH && covers(&known, most) ? choose_others(o, &known, most, trips)
								   : choose_checks(o, most, checks, trips);
	free(known.list);
	free(known.sizes);
	return status == OK && n > 0 ? measure_optional(prober, trips, n, err) : status;
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
