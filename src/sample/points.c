#include "sample/points.h"

#include "sample/points_index.h"
#include "sample/points_order.h"
#include "sample/reduce.h"
#include "sample/states.h"
#include "sample/warmup.h"
#include "stats/correlation.h"
#include "stats/end_point.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { NOISE_LEAST = 5 };

/* One sample's timings, ascending; send_seconds only where n_send > 0. */
struct timings {
	double *seconds, *send_seconds;
	size_t n, n_send;
	double value, send_value;       /* the statistic of either; send_value NAN without any */
	enum statistic statistic;       /* the mean of what is of several states of the machine */
	double widening;                /* by which correlation makes intervals wider */
	double sharing;                 /* the sample's */
	struct end_point end, send_end; /* of the minimum; what noise each has the others' tell too */
};

/* The launches of point i are timings[first[i]] to timings[first[i + 1] - 1]. */
struct reduction {
	enum statistic statistic;
	struct timings *timings;
	size_t n_timings;
	size_t *first;
	uint64_t *identities;       /* of the points */
	struct points_index *index; /* the same */
	double *values;             /* room for one of each launch */
	struct estimate *estimates; /* the same */
	double *(*trials)[2];       /* of each point and of its send calls; NULL: nobody asked for them yet */
	int (*told)[2];             /* what they tell of each */
	struct points points;
};

static enum status timings_init(struct timings *timings, const struct sample *sample, enum statistic statistic,
				struct error *err)
{
	timings->seconds = malloc(2 * sample->n * sizeof(*timings->seconds));
	if (!timings->seconds)
		return error_memory(err, "sorted timings");
	timings->send_seconds = timings->seconds + sample->n;
	timings->n = sample_seconds(sample, timings->seconds);
	for (size_t i = sample_first(sample); i < sample->n; i++)
		if (isfinite(sample->observations[i].send_seconds))
			timings->send_seconds[timings->n_send++] = sample->observations[i].send_seconds;
	timings->statistic = sample_is_of_several(sample) ? STATISTIC_MEAN : statistic;
	if (timings->statistic != STATISTIC_MIN)
		timings->widening = sqrt(correlation_inflation(timings->seconds, timings->n));
	timings->sharing = sample->sharing;
	timings->value = statistic_sort(timings->statistic, timings->seconds, timings->n);
	timings->send_value = statistic_sort(timings->statistic, timings->send_seconds, timings->n_send);
	return OK;
}

static int by_point(const void *a, const void *b)
{
	struct sample *const *x = a, *const *y = b;

	int order = points_order(&(*x)->what, &(*y)->what);

	return order ? order
		     : ((*x)->what.setup.background > (*y)->what.setup.background) -
			       ((*x)->what.setup.background < (*y)->what.setup.background);
}

/* The experiment as it is when it is carried out alone. */
static struct experiment alone(const struct experiment *what)
{
	struct experiment same = *what;

	if (same.setup.background == BACKGROUND_PARALLEL)
		same.setup.background = BACKGROUND_IDLE;
	return same;
}

/* Plain but for the layout, where models can tell layouts apart. Sends to a late receiver tell how the library behaves,
 * and are no model's points. */
static bool is_plain(const struct experiment *what)
{
	const struct experiment same = alone(what);
	struct setup plain = {.third = what->setup.third,
			      .operation = what->kind == EXPERIMENT_OVERLAP ? OPERATION_ISEND : OPERATION_SEND};

	if (what->kind == EXPERIMENT_ROUNDTRIP || what->kind == EXPERIMENT_TRAIN || what->kind == EXPERIMENT_SEND ||
	    what->kind == EXPERIMENT_RECEIVE) {
		plain.layout[0] = what->setup.layout[0];
		plain.layout[1] = what->setup.layout[1];
	}
	return what->kind != EXPERIMENT_SEND_EARLY && setup_same(&same.setup, &plain);
}

static bool all_have(const struct campaign *const *launches, size_t n_launches, const struct experiment *experiment)
{
	for (size_t l = 0; l < n_launches; l++) {
		const struct sample *sample = campaign_find(launches[l], experiment);

		if (!sample || sample->n == 0)
			return false;
	}
	return true;
}

/* Returns whether only some launches have a train, and all have a shorter one of several such messages: the gap follows
 * from the longest train, and is to be of all launches. */
static bool is_of_some(const struct campaign *const *launches, size_t n_launches, const struct experiment *train)
{
	if (n_launches < 2 || train->kind != EXPERIMENT_TRAIN || all_have(launches, n_launches, train))
		return false;
	for (size_t i = 0; i < launches[0]->n; i++) {
		const struct experiment *other = &launches[0]->samples[i]->what;
		struct experiment shorter = *train;

		if (other->kind != EXPERIMENT_TRAIN || other->count < 2 || other->count >= train->count)
			continue;
		shorter.count = other->count;
		if (experiment_same_point(other, &shorter) && all_have(launches, n_launches, &shorter))
			return true;
	}
	return false;
}

/* The campaigns' samples of plain messages that hold observations, ascending; there are *n. NULL if memory does not
 * suffice. */
static struct sample **samples_in_order(const struct campaign *const *launches, size_t n_launches, size_t *n)
{
	size_t room = 1;
	struct sample **samples;

	for (size_t l = 0; l < n_launches; l++)
		room += launches[l]->n;
	samples = malloc(room * sizeof(*samples));
	*n = 0;
	for (size_t l = 0; samples && l < n_launches; l++)
		for (size_t i = 0; i < launches[l]->n; i++)
			if (launches[l]->samples[i]->n > 0 && is_plain(&launches[l]->samples[i]->what) &&
			    !is_of_some(launches, n_launches, &launches[l]->samples[i]->what))
				samples[(*n)++] = launches[l]->samples[i];
	if (samples)
		qsort(samples, *n, sizeof(*samples), by_point);
	return samples;
}

static enum status take_samples(struct reduction *reduction, struct sample **samples, size_t n, struct error *err)
{
	struct points *points = &reduction->points;
	enum background background = BACKGROUND_IDLE;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < n; i++) {
		const struct experiment what = alone(&samples[i]->what);
		bool again = points->n > 0 && experiment_same_point(&points->points[points->n - 1].what, &what);

		if (again && samples[i]->what.setup.background != background)
			continue;
		background = samples[i]->what.setup.background;
		status = timings_init(&reduction->timings[reduction->n_timings], samples[i], reduction->statistic, err);
		if (!again) {
			reduction->first[points->n] = reduction->n_timings;
			points->points[points->n++].what = what;
		}
		reduction->n_timings += status == OK;
		reduction->first[points->n] = reduction->n_timings;
	}
	return status;
}

static enum status make_room(struct reduction *reduction, size_t n, size_t n_launches, struct error *err)
{
	reduction->timings = calloc(n + 1, sizeof(*reduction->timings));
	reduction->first = calloc(n + 2, sizeof(*reduction->first));
	reduction->identities = calloc(n + 1, sizeof(*reduction->identities));
	reduction->values = calloc(n_launches + 1, sizeof(*reduction->values));
	reduction->estimates = calloc(n_launches + 1, sizeof(*reduction->estimates));
	reduction->points.points = calloc(n + 1, sizeof(*reduction->points.points));
	reduction->trials = calloc(n + 1, sizeof(*reduction->trials));
	reduction->told = malloc((n + 1) * sizeof(*reduction->told));
	for (size_t i = 0; reduction->told && i <= n; i++)
		reduction->told[i][0] = reduction->told[i][1] = -1;
	return reduction->timings && reduction->first && reduction->identities && reduction->values &&
			       reduction->estimates && reduction->points.points && reduction->trials && reduction->told
		       ? OK
		       : error_memory(err, "a reduction of timings");
}

/* What finds points, and what tells their random numbers apart. */
static enum status identify(struct reduction *reduction, struct error *err)
{
	for (size_t i = 0; i < reduction->points.n; i++)
		reduction->identities[i] = points_identity(&reduction->points.points[i].what);
	reduction->index = points_index_new(&reduction->points);
	reduction->points.index = reduction->index;
	reduction->points.reduction = reduction;
	return reduction->index ? OK : error_memory(err, "an index of points");
}

/* Other kinds tell how ports work too, and are measured for that when a model has been fitted already: a later fit of
 * the same measurements is to find the same. */
static bool is_of_models(const struct experiment *what)
{
	return what->kind == EXPERIMENT_ROUNDTRIP || what->kind == EXPERIMENT_TRAIN ||
	       what->kind == EXPERIMENT_ONE_TO_TWO || what->kind == EXPERIMENT_SEND ||
	       what->kind == EXPERIMENT_SEND_ALONE || what->kind == EXPERIMENT_RECEIVE;
}

/* The end points of all operations, or of their calls alone: what little each tells of its noise, those of models add
 * to. list has room for them. */
static void find_end_points(struct reduction *reduction, bool sends, struct end_point **list)
{
	struct noise_prior prior;
	size_t n = 0;

	for (size_t i = 0; i < reduction->points.n; i++)
		for (size_t l = reduction->first[i]; l < reduction->first[i + 1]; l++) {
			struct timings *t = &reduction->timings[l];
			struct end_point *end = sends ? &t->send_end : &t->end;

			if (sends && t->n_send == 0)
				continue;
			*end = sends ? end_point_of(t->send_seconds, t->n_send) : end_point_of(t->seconds, t->n);
			if (is_of_models(&reduction->points.points[i].what) && t->statistic == STATISTIC_MIN)
				list[n++] = end;
		}
	prior = noise_prior_of(list, n);
	for (size_t l = 0; l < reduction->n_timings; l++)
		end_point_moderate(sends ? &reduction->timings[l].send_end : &reduction->timings[l].end, &prior);
}

static enum status find_noise(struct reduction *reduction, struct error *err)
{
	struct end_point **list = malloc((reduction->n_timings + 1) * sizeof(*list));

	if (!list)
		return error_memory(err, "end points of timings");
	find_end_points(reduction, false, list);
	find_end_points(reduction, true, list);
	free(list);
	return OK;
}

/* The statistic of timings of one state as a part of their mean, disturbed ones left out; NAN of few. */
static double part_of_mean(const struct timings *t)
{
	double sum = 0;
	size_t n = 0;

	while (n < t->n && t->seconds[n] <= SAMPLE_DISTURBED * t->seconds[0])
		sum += t->seconds[n++];
	return n >= NOISE_LEAST ? t->value * (double)n / sum : NAN;
}

/* Makes means of what is of several states the statistic, by what these differ by at points of one: the median. */
static enum status correct_means(struct reduction *reduction, struct error *err)
{
	double *parts = malloc((reduction->n_timings + 1) * sizeof(*parts)), part;
	size_t n = 0;

	if (!parts)
		return error_memory(err, "the noise of timings");
	for (size_t i = 0; i < reduction->n_timings; i++) {
		const struct timings *t = &reduction->timings[i];

		if (t->statistic == reduction->statistic && part_of_mean(t) > 0)
			parts[n++] = part_of_mean(t);
	}
	part = n > 0 ? quantile_median(parts, n) : 1;
	for (size_t i = 0; i < reduction->n_timings; i++) {
		struct timings *t = &reduction->timings[i];

		if (t->statistic == reduction->statistic)
			continue;
		for (size_t k = 0; k < t->n; k++)
			t->seconds[k] *= part;
		for (size_t k = 0; k < t->n_send; k++)
			t->send_seconds[k] *= part;
		t->value *= part;
		t->send_value *= part;
	}
	free(parts);
	return OK;
}

struct reduction *reduction_pool(const struct campaign *const *launches, size_t n_launches, enum statistic statistic,
				 struct error *err)
{
	struct reduction *reduction = calloc(1, sizeof(*reduction));
	size_t n = 0;
	struct sample **samples = reduction ? samples_in_order(launches, n_launches, &n) : NULL;
	enum status status = samples ? OK : error_memory(err, "a reduction of timings");

	if (reduction)
		reduction->statistic = statistic;
	if (status == OK)
		status = make_room(reduction, n, n_launches, err);
	if (status == OK)
		status = take_samples(reduction, samples, n, err);
	if (status == OK)
		status = identify(reduction, err);
	if (status == OK && statistic != STATISTIC_MEAN)
		status = correct_means(reduction, err);
	if (status == OK && statistic == STATISTIC_MIN)
		status = find_noise(reduction, err);
	free(samples);
	if (status == OK)
		return reduction;
	reduction_free(reduction);
	return NULL;
}

struct reduction *reduction_new(const struct campaign *campaign, enum statistic statistic, struct error *err)
{
	return reduction_pool(&campaign, 1, statistic, err);
}

void reduction_free(struct reduction *reduction)
{
	if (!reduction)
		return;
	for (size_t i = 0; i < reduction->n_timings; i++)
		free(reduction->timings[i].seconds);
	free(reduction->timings);
	free(reduction->first);
	free(reduction->identities);
	free(reduction->index);
	free(reduction->values);
	free(reduction->estimates);
	for (size_t i = 0; reduction->trials && i < reduction->points.n; i++) {
		free(reduction->trials[i][0]);
		free(reduction->trials[i][1]);
	}
	free(reduction->points.points);
	free(reduction->trials);
	free(reduction->told);
	free(reduction);
}

bool reduction_tells_noise(const struct reduction *reduction)
{
	for (size_t l = 0; l < reduction->n_timings; l++)
		if (reduction->timings[l].n > 1)
			return true;
	return reduction->n_timings > reduction->points.n;
}

/* Lists the launches' values, of the calls alone if sends, where they have one; returns how many. */
static size_t list_values(const struct reduction *reduction, size_t point, bool sends)
{
	size_t n = 0;

	for (size_t l = reduction->first[point]; l < reduction->first[point + 1]; l++) {
		const struct timings *t = &reduction->timings[l];

		if (!sends || t->n_send)
			reduction->values[n++] = sends ? t->send_value : t->value;
	}
	quantile_sort(reduction->values, n);
	return n;
}

static double value_of(const struct reduction *reduction, size_t point, bool sends)
{
	const struct reduce_rule how = {.statistic = reduction->statistic, .confidence = 0.95};
	size_t n = list_values(reduction, point, sends);

	for (size_t i = 0; i < n; i++)
		reduction->estimates[i] = (struct estimate){.value = reduction->values[i]};
	return n ? launches_reduce(reduction->estimates, n, &how).value : NAN;
}

const struct points *reduction_values(struct reduction *reduction)
{
	for (size_t i = 0; i < reduction->points.n; i++) {
		reduction->points.points[i].seconds = value_of(reduction, i, false);
		reduction->points.points[i].send_seconds = value_of(reduction, i, true);
	}
	reduction->points.draw = 0;
	return &reduction->points;
}

/* A draw of one launch, further from the value by the widening; NAN if there is nothing to draw from. common: how far
 * the machine's shares of time are off, in standard deviations. Nothing takes less than no time, unless a timing says
 * so.
 */
static double draw_launch(const struct timings *t, bool sends, double common, struct random *random)
{
	const double *sorted = sends ? t->send_seconds : t->seconds;
	size_t n = sends ? t->n_send : t->n;
	double value = sends ? t->send_value : t->value, drawn;

	if (n == 0)
		return NAN;
	if (t->statistic == STATISTIC_MIN)
		return end_point_draw(sends ? &t->send_end : &t->end, random);
	drawn = (value + t->widening * (statistic_draw(t->statistic, sorted, n, random) - value)) *
		exp(t->sharing * common);
	return sorted[0] < 0 ? drawn : fmax(0, drawn);
}

static double draw_of(const struct reduction *reduction, size_t point, bool sends, double common, struct random *random)
{
	size_t first = reduction->first[point], launches = reduction->first[point + 1] - first, n;
	double least = NAN;

	if (launches == 1)
		return draw_launch(&reduction->timings[first], sends, common, random);
	if (reduction->statistic == STATISTIC_MIN) {
		for (size_t l = 0; l < launches; l++)
			least = fmin(least, draw_launch(&reduction->timings[first + random_below(random, launches)],
							sends, 0, random));
		return least;
	}
	n = list_values(reduction, point, sends);
	return n ? statistic_draw(STATISTIC_MEAN, reduction->values, n, random) : NAN;
}

/* Each point has random numbers of its own, so that what else was measured does not change its draws, and one that all
 * have in common. */
const struct points *reduction_draw(struct reduction *reduction, struct random *random)
{
	uint64_t draw = random_bits(random);
	struct random all;
	double common;

	random_init(&all, draw);
	common = random_normal(&all);
	reduction->points.draw = draw;
	for (size_t i = 0; i < reduction->points.n; i++) {
		struct point *point = &reduction->points.points[i];
		struct random own;

		random_init(&own, draw ^ reduction->identities[i]);
		point->seconds = draw_of(reduction, i, false, common, &own);
		point->send_seconds = draw_of(reduction, i, true, common, &own);
	}
	return &reduction->points;
}

const double *points_trials(const struct points *points, const struct point *point, bool sends)
{
	const struct reduction *reduction = points->reduction;
	size_t i = (size_t)(point - points->points);
	double **trials = &reduction->trials[i][sends];

	if (*trials)
		return *trials;
	*trials = malloc(POINTS_TRIALS * sizeof(**trials));
	for (uint64_t t = 0; *trials && t < POINTS_TRIALS; t++) {
		struct random all, own;

		random_init(&all, t);
		random_init(&own, t ^ reduction->identities[i]);
		(*trials)[t] = draw_of(reduction, i, sends, random_normal(&all), &own);
	}
	return *trials;
}

int *points_told(const struct points *points, const struct point *point)
{
	return points->reduction ? points->reduction->told[point - points->points] : NULL;
}
