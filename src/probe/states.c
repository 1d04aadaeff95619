#include "probe/states.h"

#include "base/units.h"
#include "probe/groups.h"
#include "probe/tracked.h"
#include "probe/tracking.h"

#include <math.h>
#include <stdlib.h>

enum { FEW = 3 }; /* timings that an interval can be made of */

static const double part = 0.5, waiting = 0.1, rare = 0.05, stays = 6, runs = 2,
		    near = 0.06; /* half of what levels are apart */

/* How measuring in the states goes on, by the numbers of their levels. */
struct search {
	bool all;
	double patience; /* s: a state in which nothing new was measured for so long is given up */
	size_t levels;
	size_t timings[REGIMES_MOST]; /* in the state, of all points */
	double since[REGIMES_MOST];   /* s on the platform's clock: when they last became more */
	bool lacking[REGIMES_MOST];   /* there are points whose timings in it do not suffice */
};

static struct search search_begin(const struct prober *prober, bool all, double now)
{
	const double stay = prober->tracking.levels.stay, run = now - prober->began;
	struct search search = {.all = all, .patience = waiting * run, .levels = prober->tracking.levels.n};

	if (all)
		search.patience = fmax(isfinite(stay) ? stays * stay : 0, runs * run);
	for (size_t k = 0; k < REGIMES_MOST; k++)
		search.since[k] = now;
	return search;
}

/* Whether there has been nothing new in the state for too long. */
static bool is_gone(const struct search *search, size_t state, double now)
{
	return now - search->since[state] > search->patience;
}

/* Whether the point's timings in a state, of which there are *n, do not suffice. */
static enum status lacks(const struct prober *prober, const struct sample *sample, size_t state, bool all,
			 bool *lacking, size_t *n, struct error *err)
{
	const struct stopping *rule = &prober->options->stopping;
	struct sample in_state = {.what = sample->what};
	double *seconds = NULL;
	enum status status = tracked_sample(&prober->tracking, sample, state, &in_state, err);

	*n = in_state.n;
	*lacking = in_state.n < FEW;
	if (status == OK && all && !*lacking) {
		seconds = malloc(in_state.n * sizeof(*seconds));
		for (size_t i = 0; seconds && i < in_state.n; i++)
			seconds[i] = in_state.observations[i].seconds;
		status = seconds ? OK : error_memory(err, "a sample's times");
		*lacking = seconds && !stopping_done(rule, seconds, in_state.n);
	}
	free(seconds);
	free(in_state.observations);
	return status;
}

/* Whether the point is to be timed again for the sake of a state. What there is of it in each is added to next. */
static enum status is_wanted(const struct prober *prober, const struct sample *sample, const struct search *search,
			     double now, struct search *next, bool *wanted, struct error *err)
{
	const struct tracking *t = &prober->tracking;
	enum status status = OK;

	*wanted = false;
	if (tracking_drops(t, &sample->what))
		return OK;
	for (size_t k = 0; status == OK && k < t->levels.n; k++) {
		bool lacking;
		size_t n;

		if (k == t->main || (!search->all && t->levels.of[k].share < rare))
			continue;
		status = lacks(prober, sample, k, search->all, &lacking, &n, err);
		next->timings[k] += n;
		next->lacking[k] = next->lacking[k] || lacking;
		*wanted = *wanted || (lacking && !is_gone(search, k, now));
	}
	return status;
}

/* Times points that are measured at the same time once more if one of them is wanted, which is then added to *visited.
 */
static enum status visit_group(struct prober *prober, const struct experiment *points, size_t together,
			       const struct search *search, double now, struct search *next, size_t *visited,
			       struct error *err)
{
	bool any = false;
	enum status status = OK;

	for (size_t i = 0; status == OK && i < together; i++) {
		const struct sample *sample = campaign_find(&prober->tracking.all, &points[i]);
		bool wanted = false;

		if (sample)
			status = is_wanted(prober, sample, search, now, next, &wanted, err);
		any = any || wanted;
	}
	if (status == OK && any)
		status = probe_more(prober, points, together, 1, probe_repetitions(prober, points), err);
	*visited += any;
	return status;
}

/* One visit of all points that lack timings in a state that is not given up when it begins. */
static enum status visit(struct prober *prober, struct search *search, size_t *visited, struct error *err)
{
	const struct tracking *t = &prober->tracking;
	const double now = platform_now(prober->platform);
	struct search next = {.all = search->all, .patience = search->patience, .levels = t->levels.n};
	enum status status = OK;

	*visited = 0;
	for (size_t s = 0; status == OK && s < t->all.n; s++) {
		struct experiment what = t->all.samples[s]->what;

		if (!groups_hold(prober, &what))
			status = visit_group(prober, &what, 1, search, now, &next, visited, err);
	}
	for (size_t g = 0; status == OK && g < prober->groups.n; g++) {
		const struct point_group *group = &prober->groups.list[g];

		status = visit_group(prober, group->points, group->together, search, now, &next, visited, err);
	}
	for (size_t k = 0; k < REGIMES_MOST; k++) {
		bool more = next.timings[k] > search->timings[k] || next.levels != search->levels;

		next.since[k] = more ? platform_now(prober->platform) : search->since[k];
	}
	*search = next;
	return status;
}

static void tell(const struct prober *prober, double level, double seconds)
{
	char text[32];

	progress_warn(prober->progress,
		      "the state of the machine in which an empty round trip takes %s us did not come back within %.3g "
		      "s: what holds in it is less precise than was asked for, or not known",
		      microseconds_format(level, text, sizeof(text)), seconds);
}

static bool is_level(const struct regimes *levels, double value)
{
	for (size_t k = 0; k < levels->n; k++)
		if (fabs(log(levels->of[k].value / value)) < near)
			return true;
	return false;
}

/* Of states that were given up, and of those before that are too rare by now to be told apart. */
static void tell_gone(const struct prober *prober, const struct search *search, const struct regimes *before,
		      double begin)
{
	const struct regimes *levels = &prober->tracking.levels;
	double now = platform_now(prober->platform);

	for (size_t k = 0; k < levels->n; k++)
		if (k != prober->tracking.main && search->lacking[k] && is_gone(search, k, now))
			tell(prober, levels->of[k].value, now - search->since[k]);
	for (size_t k = 0; k < before->n; k++)
		if (!is_level(levels, before->of[k].value))
			tell(prober, before->of[k].value, now - begin);
}

enum status probe_states(struct prober *prober, bool all, struct error *err)
{
	const struct tracking *t = &prober->tracking;
	const struct regimes before = t->levels;
	double begin = platform_now(prober->platform), most = all ? INFINITY : part * (begin - prober->began);
	struct search search = search_begin(prober, all, begin);
	size_t visited = 1;
	enum status status = OK;

	while (status == OK && visited > 0 && t->levels.n > 1 && platform_now(prober->platform) - begin < most) {
		size_t refused = prober->deadline.refused;

		status = visit(prober, &search, &visited, err);
		if (prober->deadline.refused - refused == visited)
			break;
	}
	if (status == OK && all)
		tell_gone(prober, &search, &before, begin);
	return status == OK ? probe_complete(prober, err) : status;
}
