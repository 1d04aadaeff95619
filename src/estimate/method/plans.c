#include "estimate/method/plans.h"

#include "base/random.h"
#include "estimate/method/bends.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
	START_MOST = 1 << 18, /* bytes: k_m = 18 to start (Kielmann et al. 2000, section 3) */
	USUAL_MOST = 1 << 20, /* bytes: messages that programs often send are measured, not extrapolated */
	BETWEEN_LEAST = 64,   /* bytes: from here to BETWEEN_MOST there are sizes between powers of two */
	BETWEEN_MOST = 1 << 16,
	SHORTER = 4,     /* a longest message that there is no time for becomes this many times shorter */
	SHORTEST = 1024, /* bytes: but not below */
	SKETCH = 3,      /* sizes of the first rough model, which are doubled up to most */
	SKETCH_MOST = 9,
	ROUGHER = 5,      /* times the relative error that sizes are chosen by, in a rough pass */
	SIZES_USUAL = 48, /* sizes beyond which only clear bends are refined */
	CLEARER = 3       /* times the relative error that is then asked for */
};

/* Seconds: longer messages than START_MOST are measured, though no parameter bends, while one takes less. */
static const double usual_seconds = 0.1;

/* By which sizes are chosen: in a rough pass where parameters bend clearly. */
static struct size_rules rules_of(const struct waves *w)
{
	struct size_rules rules = w->options->sizes;

	rules.epsilon *= w->pass == PASS_ROUGH ? ROUGHER : w->n_sizes >= SIZES_USUAL ? CLEARER : 1;
	return rules;
}

/* True if the parameter that decides on growth still bends at the largest size, in any direction. */
static bool still_bends(const struct waves *w, const struct model *model)
{
	size_t grows = model_param_index(model->class, w->options->method->grows);

	for (size_t l = 0; l < model->n_links; l++) {
		struct size_curve curve = bends_curve(model, l, grows);

		if (sizes_must_grow(&curve, rules_of(w).epsilon))
			return true;
	}
	return false;
}

/* Who is warned: nobody of what a rough pass comes to. */
static const struct progress *hearer(const struct waves *w)
{
	return w->pass == PASS_ROUGH ? NULL : w->prober->progress;
}

static bool has_time(const struct waves *w)
{
	double deadline = w->prober->options->deadline;

	return !(deadline > 0) || platform_now(w->prober->platform) < deadline;
}

/* Fits the model to what there is. *fits: false where a deadline has left too little for that. */
static enum status look(const struct waves *w, struct model *model, size_t draws, bool *fits, struct error *err)
{
	struct error why = {0};
	enum status status = waves_fit(w, model, draws, INFINITY, &why);

	*fits = status == OK;
	return *fits || (status == ERR_INPUT && w->prober->options->deadline > 0)
		       ? OK
		       : error_set(err, status, "%s", why.text);
}

/* Returns whether the next size, twice the largest one, is of messages that programs often send and that take little
 * time by the model. How a handshake goes on is found for sizes up to START_MOST alone. */
static bool is_usual(const struct waves *w, const struct model *model)
{
	size_t largest = w->sizes[w->n_sizes - 1];

	return !w->options->class->handshakes && largest < USUAL_MOST && 2 * largest <= w->options->size_most &&
	       2 * model_p2p(model, w->links[0], largest) < usual_seconds;
}

/* Doubles the largest size until the deciding parameter is linear there and usual messages are measured, or there are
 * as many sizes as allowed. */
static enum status grow(struct waves *w, struct model *model, struct error *err)
{
	bool fits;
	enum status status = look(w, model, BENDS_DRAWS, &fits, err);

	while (status == OK && fits && has_time(w) && waves_have(w, w->sizes[w->n_sizes - 1]) &&
	       w->n_sizes < w->options->count_most && (still_bends(w, model) || is_usual(w, model))) {
		size_t next = 2 * w->sizes[w->n_sizes - 1];

		if (next > w->options->size_most) {
			progress_warn(hearer(w),
				      "%s still bends at %zu bytes, the largest size allowed: predictions for larger "
				      "messages are extrapolated, unless larger sizes are allowed.",
				      w->options->method->grows, w->sizes[w->n_sizes - 1]);
			break;
		}
		progress_report(w->prober->progress, "larger messages", w->n_sizes, 0, NAN);
		status = waves_measure(w, &next, 1, false, err);
		if (status == OK)
			status = look(w, model, BENDS_DRAWS, &fits, err);
	}
	return status;
}

/* Leaves out sizes that were asked for before: a deadline had no time for them. Returns how many are left. */
static size_t drop_known(const struct waves *w, size_t *wave, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (!bsearch(&wave[i], w->sizes, w->n_sizes, sizeof(*w->sizes), size_order))
			wave[kept++] = wave[i];
	return kept;
}

/* Halves intervals where a parameter bends or jumps, also when it is timed again, until none does, or there are as many
 * sizes as allowed: then those are left out that bend least. */
static enum status refine(struct waves *w, struct model *model, struct error *err)
{
	enum status status = OK;
	bool first = w->pass != PASS_FINE, fits = true;
	size_t n = 1;

	w->doubted.n = 0;
	while (status == OK && fits && has_time(w) && n > 0) {
		const struct size_rules rules = rules_of(w);
		size_t *wave = NULL,
		       room = w->options->count_most > w->n_sizes ? w->options->count_most - w->n_sizes : 0;

		status = look(w, model, BENDS_DRAWS, &fits, err);
		if (status == OK)
			status = fits ? bends_find(model, &rules, first, &wave, &n, err) : OK;
		n = status == OK && fits ? drop_known(w, wave, n) : 0;
		if (status == OK && n > 0)
			status = bends_confirm(w, &rules, model, first, wave, &n, err);
		if (status == OK && n > room) {
			progress_warn(hearer(w),
				      "%zu sizes are measured, the most allowed, and %zu more are wanted where "
				      "parameters bend: unless more are allowed, these are left out.",
				      w->n_sizes + room, n - room);
			n = room;
		}
		progress_report(w->prober->progress, "refining sizes", w->n_sizes, 0, NAN);
		if (status == OK && n > 0) {
			qsort(wave, n, sizeof(*wave), size_order);
			status = waves_measure(w, wave, n, false, err);
		}
		free(wave);
		first = false;
	}
	return status;
}

/* Keeps most of n sizes, spread evenly, the two ends in any case; returns how many are left. */
static size_t thin_out(size_t *sizes, size_t n, size_t most)
{
	if (most < 2)
		most = 2;
	if (n <= most)
		return n;
	for (size_t i = 0; i < most; i++)
		sizes[i] = sizes[i * (n - 1) / (most - 1)];
	return most;
}

/* i-th point of the van der Corput sequence in base 2: 1/2, 1/4, 3/4, 1/8, ... for i = 1, 2, ... */
static double halving_sequence(size_t i)
{
	double value = 0, digit = 0.5;

	for (; i > 0; i /= 2) {
		value += digit * (double)(i % 2);
		digit /= 2;
	}
	return value;
}

/* The i-th size between two ends, ever finer. */
static size_t halving(const size_t ends[2], size_t i)
{
	return ends[0] + (size_t)(halving_sequence(i) * (double)(ends[1] - ends[0]));
}

static enum status copy_sizes(const size_t *from, size_t count, size_t **sizes, size_t *n, struct error *err)
{
	*sizes = malloc((count + 1) * sizeof(**sizes));
	if (!*sizes)
		return error_memory(err, "a list of sizes");
	memcpy(*sizes, from, count * sizeof(**sizes));
	*n = count;
	return OK;
}

static size_t add_size(size_t *sizes, size_t n, size_t bytes)
{
	for (size_t i = 0; i < n; i++)
		if (sizes[i] == bytes)
			return n;
	sizes[n] = bytes;
	return n + 1;
}

/*
 * Adds a size between each two neighbours that are far enough apart, at a random place that depends on the seed.
 *
 * Libraries treat powers of two differently: where messages go in pieces, 8192 bytes took 10 % less than 8000 or 8200.
 * Lines through powers of two alone would miss all other sizes.
 */
static enum status add_between(const struct estimate_options *o, size_t **sizes, size_t *n, struct error *err)
{
	size_t known = *n, room = o->count_most > known ? (o->count_most - known) / 2 : 0, most = known + room,
	       *grown = realloc(*sizes, (2 * known + 1) * sizeof(*grown));
	struct random random;

	if (!grown)
		return error_memory(err, "a list of sizes");
	*sizes = grown;
	random_init(&random, o->probe.seed);
	for (size_t i = 1; i < known && *n < most; i++) {
		double part = 0.3 + 0.4 * random_uniform(&random), ratio = (double)grown[i] / (double)grown[i - 1];

		if (grown[i - 1] >= BETWEEN_LEAST && grown[i] <= BETWEEN_MOST && ratio >= 1.5)
			grown[(*n)++] = (size_t)((double)grown[i - 1] * pow(ratio, part)) | 1;
	}
	qsort(grown, *n, sizeof(*grown), size_order);
	return OK;
}

/* Both sides of the eager limit, and powers of two up to four times that, so that long messages are known beyond it. */
static enum status add_eager(const struct estimate_options *o, size_t **sizes, size_t *n, struct error *err)
{
	enum { MORE = 70 }; /* both sides, and as many powers of two as there are */
	size_t eager = o->eager_known && o->eager >= 1 && o->eager < (double)o->size_most ? (size_t)o->eager : 0,
	       most = eager < o->size_most / 4 ? 4 * (eager + 1) : o->size_most, *grown;

	if (eager == 0 || *n + 2 > o->count_most)
		return OK;
	grown = realloc(*sizes, (*n + MORE) * sizeof(*grown));
	if (!grown)
		return error_memory(err, "a list of sizes");
	*sizes = grown;
	*n = add_size(grown, *n, eager);
	*n = add_size(grown, *n, eager + 1);
	for (size_t bytes = START_MOST; bytes <= most && *n < o->count_most; bytes *= 2)
		*n = add_size(grown, *n, bytes);
	qsort(grown, *n, sizeof(*grown), size_order);
	return OK;
}

enum status plan_start(const struct estimate_options *o, size_t **sizes, size_t *n, struct error *err)
{
	const struct size_list *list = o->list;
	size_t most = o->method->plan == PLAN_REGRESSION ? o->long_size
		      : o->size_most < START_MOST        ? o->size_most
							 : START_MOST;
	size_t ends[3] = {list ? list->bytes[0] : 0, list ? list->bytes[list->n - 1] : most};
	enum status status;

	*sizes = NULL;
	*n = 0;
	if (o->method->plan != PLAN_REFINE && o->method->plan != PLAN_REGRESSION)
		return OK;
	if (list && !list->adaptive)
		return copy_sizes(list->bytes, list->n, sizes, n, err);
	if (o->method->plan == PLAN_REGRESSION) {
		ends[2] = halving(ends, 1);
		return copy_sizes(ends, 3, sizes, n, err);
	}
	if (!list && o->method->default_sizes)
		return copy_sizes(o->method->default_sizes, o->method->n_default_sizes, sizes, n, err);
	status = sizes_initial(ends[0], ends[1], sizes, n, err);
	*n = status == OK ? thin_out(*sizes, *n, o->count_most) : 0;
	if (status == OK && !list)
		status = add_eager(o, sizes, n, err);
	return status == OK && !list && !o->method->adaptive_most ? add_between(o, sizes, n, err) : status;
}

/* What a pass begins with: the fine one with all sizes that the rough one has come to. */
static enum status start_pass(const struct waves *w, size_t **sizes, size_t *n, struct error *err)
{
	return w->pass == PASS_FINE && w->n_sizes > 0 ? copy_sizes(w->sizes, w->n_sizes, sizes, n, err)
						      : plan_start(w->options, sizes, n, err);
}

static enum status run_refine(struct waves *w, struct model *model, struct error *err)
{
	const struct size_list *list = w->options->list;
	bool fixed = list ? !list->adaptive : w->options->method->default_sizes != NULL;
	size_t *wave = NULL, n = 0;
	enum status status = start_pass(w, &wave, &n, err);

	if (status == OK)
		status = waves_measure(w, wave, n, true, err);
	free(wave);
	if (fixed)
		return status;
	if (status == OK && !list)
		status = grow(w, model, err);
	return status == OK ? refine(w, model, err) : status;
}

/* True if the fitted model says for the new size's round trip what its measurement says, in every direction. */
static enum status agrees(const struct waves *w, const struct model *model, size_t bytes, bool *agreed,
			  struct error *err)
{
	struct reduction *reduction = reduction_new(w->prober->campaign, w->options->probe.stopping.statistic, err);

	if (!reduction)
		return ERR_MEMORY;
	*agreed = true;
	for (size_t l = 0; l < w->n_links; l++) {
		struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP,
					  .from = w->links[l].from,
					  .to = w->links[l].to,
					  .bytes = bytes,
					  .reply_bytes = bytes,
					  .count = 1};
		const struct point *point = points_find(reduction_values(reduction), &trip);
		double predicted = model_roundtrip(model, w->links[l], bytes, bytes);

		if (point && fabs(predicted - point->seconds) > rules_of(w).epsilon * point->seconds)
			*agreed = false;
	}
	reduction_free(reduction);
	return OK;
}

/* Where a budget has no time for the longest message, *longest becomes shorter until it has. */
static enum status shorten(struct waves *w, size_t *longest, struct error *err)
{
	enum status status = OK;

	while (status == OK && w->prober->options->lenient && !waves_have(w, *longest) && *longest > SHORTEST) {
		*longest /= SHORTER;
		status = waves_measure(w, longest, 1, false, err);
	}
	return status;
}

/* Ever finer between the two ends, until the line through the earlier sizes predicts the new one, or no size is left.
 */
static enum status halve(struct waves *w, const size_t ends[2], struct model *model, struct error *err)
{
	size_t most = 4 * (ends[1] - ends[0]); /* so many steps come to each of the sizes */
	enum status status = OK;
	bool fits = true, agreed = false;

	for (size_t i = 1;
	     status == OK && fits && !agreed && i <= most && has_time(w) && w->n_sizes < w->options->count_most; i++) {
		size_t bytes = halving(ends, i);

		if (drop_known(w, &bytes, 1) == 0)
			continue;
		status = look(w, model, 0, &fits, err);
		if (status == OK && fits)
			status = waves_measure(w, &bytes, 1, false, err);
		if (status == OK && fits)
			status = agrees(w, model, bytes, &agreed, err);
	}
	if (status == OK && fits && !agreed && has_time(w))
		progress_warn(hearer(w),
			      "no line fits: after %zu sizes the newest is still off the line through the others by "
			      "more than %.3g %%",
			      w->n_sizes, 100 * w->options->sizes.epsilon);
	return status;
}

/* The two ends first. */
static enum status run_regression(struct waves *w, struct model *model, struct error *err)
{
	const struct size_list *list = w->options->list;
	bool fixed = list && !list->adaptive;
	size_t *ends = NULL, *start = NULL, n = 0, n_start = 0;
	enum status status = plan_start(w->options, &ends, &n, err);

	if (status == OK)
		status = start_pass(w, &start, &n_start, err);
	if (status == OK)
		status = waves_measure(w, start, fixed || w->pass == PASS_FINE ? n_start : 2, true, err);
	if (status == OK && !fixed)
		status = shorten(w, &ends[1], err);
	if (status == OK && !fixed)
		status = halve(w, ends, model, err);
	free(start);
	free(ends);
	return status;
}

/* Measures the waves that n estimations begin with, of most sizes each. */
static enum status begin(struct waves *list, size_t n, size_t most, struct error *err)
{
	struct wave_sizes *sizes = calloc(n, sizeof(*sizes));
	size_t **owned = calloc(n, sizeof(*owned));
	enum status status = sizes && owned ? OK : error_memory(err, "the sizes of several estimations");

	for (size_t i = 0; status == OK && i < n; i++) {
		status = start_pass(&list[i], &owned[i], &sizes[i].n, err);
		if (status == OK)
			sizes[i].n = thin_out(owned[i], sizes[i].n, most);
		sizes[i].bytes = owned[i];
	}
	if (status == OK)
		status = waves_begin(list, sizes, n, err);
	for (size_t i = 0; owned && i < n; i++)
		free(owned[i]);
	free(owned);
	free(sizes);
	return status;
}

enum status plans_begin(struct waves *list, size_t n, struct error *err)
{
	return begin(list, n, SIZE_MAX, err);
}

/* Of methods with waves of sizes the longest that there is time for. */
static enum status sketch_longest(struct waves *w, struct error *err)
{
	size_t *sizes = NULL, n = 0;
	enum status status = plan_start(w->options, &sizes, &n, err);

	if (status == OK && n > 0)
		status = shorten(w, &sizes[w->options->method->plan == PLAN_REGRESSION ? 1 : n - 1], err);
	free(sizes);
	return status;
}

enum status plans_sketch(struct waves *list, size_t n, struct error *err)
{
	enum status status = begin(list, n, SKETCH, err);

	for (size_t i = 0; status == OK && i < n; i++)
		status = sketch_longest(&list[i], err);
	for (size_t most = 2 * SKETCH - 1; status == OK && most <= SKETCH_MOST; most = 2 * most - 1)
		status = begin(list, n, most, err);
	for (size_t i = 0; i < n; i++)
		list[i].begun = false;
	return status;
}

/* Where there was no time for the long message a shorter one takes its place. */
static enum status run_fixed(struct waves *w, struct error *err)
{
	enum status status = waves_measure(w, NULL, 0, true, err);

	while (status == OK && w->prober->options->lenient && w->long_size > SHORTEST && !waves_have_long(w)) {
		w->long_size /= SHORTER;
		w->begun = false;
		status = waves_measure(w, NULL, 0, true, err);
	}
	return status;
}

enum status plan_run(struct waves *w, struct model *model, struct error *err)
{
	switch (w->options->method->plan) {
	case PLAN_FIXED:
		return run_fixed(w, err);
	case PLAN_REFINE:
		return run_refine(w, model, err);
	default:
		return run_regression(w, model, err);
	}
}
