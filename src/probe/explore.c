#include "probe/explore.h"

#include "base/memory.h"
#include "base/units.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
	WAVES_MOST = 120,
	TURNS = 4, /* in which points that are doubted are measured again */
	AHEAD = 2 /* multiples of a period that are looked at in one wave, on either side of the jumps that are known */
};

/* Not the middle: packets are powers of two, and the middle of two powers of two is in the same place of its packet as
 * they are. The golden section is not. */
static const double inner = 0.618;

/* Wider intervals get both: little would be seen of a jump that a change of slope makes good before the next size. */
enum { WIDE = 4096 };

struct size_set {
	size_t *bytes;
	size_t n, capacity;
};

struct exploration {
	const struct explore_options *options;
	const struct explore_family *family;
	struct prober *prober;
	struct size_set known, wave, again; /* measured, ascending; to be measured next; to be measured once more */
	struct size_set doubted;            /* were measured once more */
};

/* The measured part of a curve; all arrays have n values. */
struct traced {
	double *bytes, *value, *low, *high;
	size_t n;
};

struct explore_options explore_options_default(size_t least, size_t most)
{
	return (struct explore_options){.least = least,
					.most = most,
					.rules = {.rule = RULE_MIDPOINT, .epsilon = 0.025, .least_step = 32},
					.count_most = 200};
}

static bool set_has(const struct size_set *set, size_t bytes)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->bytes[i] == bytes)
			return true;
	return false;
}

/* Adds a size that is not there yet. */
static enum status set_add(struct size_set *set, size_t bytes, struct error *err)
{
	size_t *grown;

	if (set_has(set, bytes))
		return OK;
	grown = memory_grow(set->bytes, &set->capacity, set->n + 1, sizeof(*grown));
	if (!grown)
		return error_memory(err, "a list of sizes");
	set->bytes = grown;
	set->bytes[set->n++] = bytes;
	return OK;
}

/* A size for the next wave, if it is new, within the ends, and there is still room. */
static enum status want(struct exploration *e, double bytes, struct error *err)
{
	size_t size = bytes > 0 ? (size_t)bytes : 0;

	if (bytes < (double)e->options->least || bytes > (double)e->options->most || set_has(&e->known, size) ||
	    e->known.n + e->wave.n >= e->options->count_most)
		return OK;
	return set_add(&e->wave, size, err);
}

static enum status traced_add(struct traced *t, const struct prober *prober, const struct sample *sample,
			      struct error *err)
{
	struct estimate time = probe_estimate(prober, sample);

	if (isnan(time.value))
		return error_memory(err, "a sample's times");
	t->bytes[t->n] = (double)sample->what.bytes;
	t->value[t->n] = time.value;
	t->low[t->n] = time.low;
	t->high[t->n++] = time.high;
	return OK;
}

static void traced_release(struct traced *t)
{
	free(t->bytes);
}

/* What was measured of a curve. */
static enum status trace(const struct explore_family *family, const struct prober *prober, size_t curve,
			 const size_t *sizes, size_t n, struct traced *t, struct error *err)
{
	enum status status = OK;
	double *room = malloc((4 * n + 1) * sizeof(*room));

	*t = (struct traced){room, room + n, room + 2 * n, room + 3 * n, 0};
	if (!room)
		return error_memory(err, "a curve");
	for (size_t i = 0; status == OK && i < n; i++) {
		const struct experiment what = family->at(family->context, sizes[i], curve);
		const struct sample *sample = campaign_find(prober->campaign, &what);

		if (sample && sample->n > 0)
			status = traced_add(t, prober, sample, err);
	}
	if (status != OK)
		traced_release(t);
	return status;
}

static enum status find_breaks(const struct traced *t, double epsilon, struct breakpoint **list, size_t *n,
			       struct error *err)
{
	return breaks_find(t->bytes, t->value, t->low, t->high, t->n, epsilon, list, n, err);
}

/* Where the rule wants more: jumps are bisected down to the byte, and the pieces between them halved. */
static enum status refine(struct exploration *e, const struct traced *t, struct error *err)
{
	const struct size_curve curve = {
		.bytes = t->bytes, .value = t->value, .low = t->low, .high = t->high, .n = t->n};
	struct size_rules rules = e->options->rules;
	size_t *sizes = NULL, n = 0;
	enum status status;

	rules.jump = rules.epsilon;
	status = sizes_refine(&rules, &curve, 1, false, &sizes, &n, err);
	for (size_t i = 0; status == OK && i < n; i++)
		status = want(e, (double)sizes[i], err);
	free(sizes);
	return status;
}

/* The middles of the intervals in which the curve changes its slope, as far as the rules go: what looks like a change
 * of slope may be a row of steps. */
static enum status bisect_bends(struct exploration *e, const struct breakpoint *breaks, size_t n, struct error *err)
{
	const struct size_rules *rules = &e->options->rules;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < n; i++)
		if (breaks[i].kind == BREAK_SLOPE &&
		    breaks[i].after - breaks[i].before >
			    fmax((double)rules->least_step, rules->epsilon * breaks[i].after))
			status = want(e, floor((breaks[i].before + breaks[i].after) / 2), err);
	return status;
}

/* Both sides of the next jumps, if they go on with their period. */
static enum status look_ahead(struct exploration *e, const struct breakpoint *breaks, size_t n, struct error *err)
{
	enum status status = OK;
	size_t first = 0, last = 0;
	double period = breaks_period(breaks, n, &first, &last);

	for (int k = 1; status == OK && period > 0 && k <= AHEAD; k++) {
		const double places[] = {breaks[first].place - k * period, breaks[last].place + k * period};

		for (int side = 0; status == OK && side < 2; side++) {
			status = want(e, round(places[side]) - 1, err);
			if (status == OK)
				status = want(e, round(places[side]), err);
		}
	}
	return status;
}

/* A size beside a jump may have been measured at a bad moment. Timings that do not vary leave no doubt. */
static enum status doubt_point(struct exploration *e, const struct traced *t, size_t point, struct error *err)
{
	size_t bytes = (size_t)t->bytes[point];

	return t->high[point] > t->low[point] && !set_has(&e->doubted, bytes) ? set_add(&e->again, bytes, err) : OK;
}

static enum status doubt(struct exploration *e, const struct traced *t, const struct breakpoint *breaks, size_t n,
			 struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < n; i++) {
		if (breaks[i].kind == BREAK_JUMP)
			status = doubt_point(e, t, breaks[i].first - 1, err);
		if (status == OK && breaks[i].kind == BREAK_JUMP)
			status = doubt_point(e, t, breaks[i].first, err);
	}
	return status;
}

/* What one curve wants of the next wave. Sizes beside jumps are looked at again before anything else. */
static enum status plan_curve(struct exploration *e, size_t curve, struct error *err)
{
	struct breakpoint *breaks = NULL;
	size_t n = 0;
	struct traced t;
	enum status status = trace(e->family, e->prober, curve, e->known.bytes, e->known.n, &t, err);

	if (status != OK)
		return status;
	status = find_breaks(&t, e->options->rules.epsilon, &breaks, &n, err);
	if (status == OK)
		status = doubt(e, &t, breaks, n, err);
	if (status == OK && e->again.n == 0)
		status = look_ahead(e, breaks, n, err);
	if (status == OK && e->again.n == 0)
		status = bisect_bends(e, breaks, n, err);
	if (status == OK && e->again.n == 0)
		status = refine(e, &t, err);
	free(breaks);
	traced_release(&t);
	return status;
}

static enum status plan_first(struct exploration *e, struct error *err)
{
	const struct explore_options *o = e->options;
	size_t *sizes = NULL, n = 0;
	enum status status = sizes_initial(o->least, o->most, &sizes, &n, err);

	/* The ends first: they are measured whatever the limit. */
	if (status == OK && n > 0)
		status = set_add(&e->wave, sizes[n - 1], err);
	if (status == OK && n > 0)
		status = set_add(&e->wave, sizes[0], err);
	for (size_t i = 0; status == OK && i < n; i++)
		status = want(e, (double)sizes[i], err);
	for (size_t i = 1; status == OK && i < n && o->rules.rule == RULE_MIDPOINT; i++) {
		double least = (double)sizes[i - 1], step = (double)sizes[i] - least;

		if (step > (double)o->rules.least_step)
			status = want(e, least + floor(inner * step), err);
		if (status == OK && step > WIDE)
			status = want(e, least + floor((1 - inner) * step), err);
	}
	free(sizes);
	return status;
}

static enum status measure_set(struct exploration *e, const struct size_set *set, struct error *err)
{
	size_t curves = e->family->curves;
	struct experiment *list = malloc((set->n * curves + 1) * sizeof(*list));
	enum status status;

	if (!list)
		return error_memory(err, "a list of experiments");
	for (size_t i = 0; i < set->n * curves; i++)
		list[i] = e->family->at(e->family->context, set->bytes[i / curves], i % curves);
	status = probe_groups(e->prober, list, e->family->together, set->n * curves / e->family->together, err);
	free(list);
	return status;
}

/* A point of the curves at this size, until it has so many timings more than it had. */
static enum status measure_more(struct exploration *e, size_t bytes, size_t more, struct error *err)
{
	const struct probe_options *saved = e->prober->options;
	const struct experiment what = e->family->at(e->family->context, bytes, 0);
	const struct sample *sample = campaign_find(e->prober->campaign, &what);
	struct probe_options longer = *saved;
	struct size_set one = {&bytes, 1, 1};
	enum status status;

	longer.steady = 0;
	longer.stopping.least = longer.stopping.most = longer.large_most = (sample ? sample->n : 0) + more;
	e->prober->options = &longer;
	status = measure_set(e, &one, err);
	e->prober->options = saved;
	return status;
}

/* Twice as many timings again as a point needs at least, in turns, so that the former ones are outnumbered if the
 * moment was bad. */
static enum status measure_again(struct exploration *e, struct error *err)
{
	enum status status = OK;
	size_t more = (2 * e->prober->options->stopping.least + TURNS - 1) / TURNS;

	for (size_t turn = 0; turn < TURNS; turn++)
		for (size_t i = 0; status == OK && i < e->again.n; i++)
			status = measure_more(e, e->again.bytes[i], more, err);
	for (size_t i = 0; status == OK && i < e->again.n; i++)
		status = set_add(&e->doubted, e->again.bytes[i], err);
	e->again.n = 0;
	return status;
}

static enum status measure_wave(struct exploration *e, struct error *err)
{
	enum status status = measure_set(e, &e->wave, err);

	for (size_t i = 0; status == OK && i < e->wave.n; i++)
		status = set_add(&e->known, e->wave.bytes[i], err);
	if (e->known.n > 0)
		qsort(e->known.bytes, e->known.n, sizeof(*e->known.bytes), size_order);
	e->wave.n = 0;
	return status;
}

static enum status explore(struct exploration *e, struct error *err)
{
	enum status status = plan_first(e, err);

	for (int wave = 0; status == OK && wave < WAVES_MOST && (e->wave.n > 0 || e->again.n > 0); wave++) {
		status = e->again.n > 0 ? measure_again(e, err) : measure_wave(e, err);
		for (size_t curve = 0; status == OK && curve < e->family->curves; curve++)
			status = plan_curve(e, curve, err);
	}
	return status;
}

enum status explore_run(const struct explore_options *options, const struct explore_family *family,
			struct prober *prober, size_t **sizes, size_t *n, struct error *err)
{
	struct exploration e = {.options = options, .family = family, .prober = prober};
	enum status status = explore(&e, err);

	*sizes = e.known.bytes;
	*n = e.known.n;
	free(e.wave.bytes);
	free(e.again.bytes);
	free(e.doubted.bytes);
	return status;
}

enum status explore_breaks(const struct explore_options *options, const struct explore_family *family,
			   const struct prober *prober, size_t curve, const size_t *sizes, size_t n,
			   struct breakpoint **list, size_t *n_list, struct error *err)
{
	struct traced t;
	enum status status = trace(family, prober, curve, sizes, n, &t, err);

	if (status != OK)
		return status;
	status = find_breaks(&t, options->rules.epsilon, list, n_list, err);
	traced_release(&t);
	return status;
}
