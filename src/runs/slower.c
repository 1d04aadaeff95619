#include "runs/slower.h"

#include "base/memory.h"
#include "runs/launch_group.h"
#include "runs/point_order.h"
#include "runs/run_reduction.h"

#include <math.h>
#include <stdlib.h>

enum { OTHERS_MOST = 50, FREEDOM_LEAST = 3 };

/* What stands for the point in a launch, and in *within the standard deviation that its interval leaves open, as a
 * part; NAN where the launch has no such point, or times that have no logarithm. */
static double launch_seconds(const struct campaign *campaign, const struct experiment *what,
			     const struct reduce_rule *how, double *within)
{
	const struct sample *sample = campaign_find(campaign, what);
	const struct sample_summary own = sample_reduce(sample, how);

	if (!(own.value > 0))
		return NAN;
	if (within)
		*within = isfinite(own.high - own.low) ? (own.high - own.low) / (4 * own.value) : 0;
	return own.value;
}

/* The times of the point in all launches of the group, into seconds; *within their mean square of what is left open.
 * False if one does not have it. */
static bool group_seconds(const struct launch_group *group, const struct experiment *what,
			  const struct reduce_rule *how, double *seconds, double *within)
{
	*within = 0;
	for (size_t i = 0; i < group->n; i++) {
		double open = 0;

		seconds[i] = launch_seconds(&group->campaigns[i], what, how, &open);
		*within += open * open / (double)group->n;
		if (isnan(seconds[i]))
			return false;
	}
	return true;
}

static double geometric_mean(const double *seconds, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += log(seconds[i]);
	return exp(sum / (double)n);
}

/* How many sorts of others there are, none of which is held against another: main states, where they were not all taken
 * in one state. */
static size_t sorts_of(const struct state_choice *choice)
{
	return choice->chosen < choice->n || choice->n == 0 ? 1 : choice->n;
}

/* The sort of another launch; sorts_of: none. */
static size_t sort_of(const struct slower *s, const struct run_states *other)
{
	size_t sorts = sorts_of(&s->state);

	if (sorts == 1)
		return 0;
	return other->n > 0 ? run_states_place(other, 0, &s->state) : sorts;
}

/* Of the store's other launches, or as it is assumed. */
static struct launch_spread spread_elsewhere(const struct slower *s, const struct launch_group *others,
					     const struct experiment *what, const struct reduce_rule *how,
					     double within)
{
	struct launch_spread spread = {NAN, 0};

	for (size_t sort = 0; s->source == SPREAD_STORE && sort < sorts_of(&s->state); sort++) {
		double seconds[OTHERS_MOST];
		size_t n = 0;

		for (size_t i = 0; i < others->n && n < OTHERS_MOST; i++) {
			if (sort_of(s, &others->states[i]) != sort)
				continue;
			seconds[n] = launch_seconds(&others->campaigns[i], what, how, NULL);
			n += !isnan(seconds[n]);
		}
		if (n > 1)
			spread = launches_pool(spread, launches_spread(seconds, n));
	}
	if (!(spread.freedom >= FREEDOM_LEAST - 1))
		spread = (struct launch_spread){launches_assumed, INFINITY};
	spread.deviation = hypot(spread.deviation, sqrt(within));
	return spread;
}

static void compare_point(const struct slower *s, const struct launch_group *others, const struct reduce_rule *how,
			  double *const seconds[2], const double within[2], struct slower_point *point)
{
	size_t n_a = s->groups[0].n, n_b = s->groups[1].n;

	for (size_t k = 0; k < 2; k++)
		point->seconds[k] = geometric_mean(seconds[k], s->groups[k].n);
	point->spread = s->source == SPREAD_GROUPS
				? launches_pool(launches_spread(seconds[0], n_a), launches_spread(seconds[1], n_b))
				: spread_elsewhere(s, others, point->what, how, fmax(within[0], within[1]));
	point->compared = launches_ratio(seconds[0], n_a, seconds[1], n_b, &point->spread, 1 + s->limit, s->confidence);
}

static int by_point(const void *one, const void *other)
{
	return point_order(((const struct slower_point *)one)->what, ((const struct slower_point *)other)->what);
}

/* Whether a launch before the k-th of group g has the point. */
static bool is_counted(const struct slower *s, size_t g, size_t k, const struct experiment *what)
{
	for (size_t i = 0; i <= g; i++)
		for (size_t j = 0; j < (i < g ? s->groups[i].n : k); j++)
			if (campaign_find(&s->groups[i].campaigns[j], what))
				return true;
	return false;
}

/* How many different points there are in all launches. */
static size_t count_points(const struct slower *s)
{
	size_t n = 0;

	for (size_t g = 0; g < 2; g++)
		for (size_t k = 0; k < s->groups[g].n; k++)
			for (size_t i = 0; i < s->groups[g].campaigns[k].n; i++)
				n += !is_counted(s, g, k, &s->groups[g].campaigns[k].samples[i]->what);
	return n;
}

static enum status compare_points(struct slower *s, const struct launch_group *others, struct error *err)
{
	const struct campaign *first = &s->groups[0].campaigns[0];
	const struct reduce_rule how =
		run_rule(&s->groups[0].runs[0], run_statistic(&s->groups[0].runs[0]), s->confidence);
	double *seconds[2] = {calloc(s->groups[0].n + 1, sizeof(double)), calloc(s->groups[1].n + 1, sizeof(double))};
	double within[2];

	s->points = calloc(first->n + 1, sizeof(*s->points));
	for (size_t i = 0; seconds[0] && seconds[1] && s->points && i < first->n; i++) {
		struct slower_point *point = &s->points[s->n];

		point->what = &first->samples[i]->what;
		if (!group_seconds(&s->groups[0], point->what, &how, seconds[0], &within[0]) ||
		    !group_seconds(&s->groups[1], point->what, &how, seconds[1], &within[1]))
			continue;
		compare_point(s, others, &how, seconds, within, point);
		s->n++;
	}
	if (!seconds[0] || !seconds[1] || !s->points)
		error_memory(err, "the points of launches");
	else
		qsort(s->points, s->n, sizeof(*s->points), by_point);
	s->left_out = count_points(s) - s->n;
	free(seconds[0]);
	free(seconds[1]);
	if (err->status == OK && s->n == 0)
		return error_set(err, ERR_INPUT, "'%s' and '%s' have no point in common: there is nothing to compare",
				 s->groups[0].name, s->groups[1].name);
	return err->status;
}

static enum status correct(struct slower *s, struct error *err)
{
	struct family_test **tests = calloc(s->n + 1, sizeof(*tests));
	enum status status = tests ? OK : error_memory(err, "the tests of the points of launches");

	for (size_t i = 0; status == OK && i < s->n; i++) {
		s->points[i].test.p = s->points[i].compared.p;
		tests[i] = &s->points[i].test;
	}
	if (status == OK)
		status = family_correct(tests, s->n, err);
	free(tests);
	return status;
}

static enum status find_alarms(struct slower *s, struct error *err)
{
	enum status status = correct(s, err);

	for (size_t i = 0; status == OK && i < s->n; i++) {
		struct slower_point *point = &s->points[i];

		point->alarm = !s->elsewhere && family_exceeds(&point->test, s->confidence);
		s->alarms += point->alarm;
	}
	for (size_t i = 0; i < s->n; i++)
		if (s->points[i].alarm > s->points[s->worst].alarm ||
		    (s->points[i].alarm == s->points[s->worst].alarm &&
		     s->points[i].compared.ratio.value > s->points[s->worst].compared.ratio.value))
			s->worst = i;
	return status;
}

/* Whether launches that are not b's have been in this state of the choice. */
static bool is_state_of(const struct launch_group *others, const struct state_choice *choice, size_t state)
{
	for (size_t i = 0; i < others->n; i++)
		for (size_t k = 0; k < others->states[i].n; k++)
			if (run_states_place(&others->states[i], k, choice) == state)
				return true;
	return false;
}

/* Whether b's launches were in states of the machine that others have been in, too, where none of a's was. others: a's
 * and older ones. */
static bool was_elsewhere(const struct slower *s, const struct launch_group *others)
{
	const struct launch_group *b = &s->groups[1];

	for (size_t i = 0; i < b->n; i++)
		if (b->states[i].n == 0 ||
		    !is_state_of(others, &s->state, run_states_place(&b->states[i], 0, &s->state)))
			return false;
	return true;
}

static bool is_of(const struct launch_group *group, int64_t run)
{
	for (size_t k = 0; k < group->n; k++)
		if (group->runs[k].id == run)
			return true;
	return false;
}

/* Which others tell of the spread, and whether they suffice. */
static void count_others(struct slower *s, const struct launch_group *others)
{
	size_t sorts = sorts_of(&s->state), freedom = 0;

	for (size_t sort = 0; sort < sorts; sort++) {
		size_t n = 0;

		for (size_t i = 0; i < others->n; i++) {
			bool counts = sort_of(s, &others->states[i]) == sort;

			n += counts;
			s->others_own += counts && is_of(&s->groups[0], others->runs[i].id);
		}
		s->others += n;
		freedom += n > 1 ? n - 1 : 0;
	}
	s->source = freedom >= FREEDOM_LEAST - 1 ? SPREAD_STORE : SPREAD_ASSUMED;
}

/* Whether it is the machine that makes the difference. What is newer than a's launches may be of the program that b is
 * of, and tells nothing. */
static enum status find_elsewhere(struct slower *s, struct store *store, struct error *err)
{
	struct launch_group earlier = {.n = 0};
	int64_t newest = 0;
	size_t all;
	enum status status;

	for (size_t i = 0; i < s->groups[0].n; i++)
		newest = s->groups[0].runs[i].id > newest ? s->groups[0].runs[i].id : newest;
	status = launch_group_others(store, s->groups, &s->state, newest, OTHERS_MOST, &earlier, &all, err);
	s->elsewhere = status == OK && was_elsewhere(s, &earlier);
	launch_group_release(&earlier);
	return status;
}

enum status slower_compare(struct slower *s, struct store *store, const char *a, const char *b, const char *state,
			   double limit, double confidence, struct error *err)
{
	struct launch_group others = {.n = 0};
	bool few = false, apart = false;
	enum status status;

	*s = (struct slower){.limit = limit, .confidence = confidence};
	status = launch_group_find(store, a, &s->groups[0], err);
	if (status == OK)
		status = launch_group_find(store, b, &s->groups[1], err);
	if (status == OK)
		status = launch_groups_check(s->groups, err);
	if (status == OK)
		status = launch_groups_choose(store, s->groups, state, &s->state, err);
	if (status == OK) {
		few = s->groups[0].n + s->groups[1].n < 2 + FREEDOM_LEAST;
		apart = s->state.apart && !s->state.asked;
	}
	if (few)
		status = launch_group_others(store, s->groups, &s->state, INT64_MAX, OTHERS_MOST, &others,
					     &s->others_all, err);
	if (few)
		count_others(s, &others);
	if (status == OK && apart)
		status = find_elsewhere(s, store, err);
	if (status == OK)
		status = compare_points(s, &others, err);
	if (status == OK)
		status = find_alarms(s, err);
	launch_group_release(&others);
	return status;
}

void slower_release(struct slower *s)
{
	free(s->points);
	for (size_t i = 0; i < 2; i++)
		launch_group_release(&s->groups[i]);
	*s = (struct slower){.n = 0};
}
