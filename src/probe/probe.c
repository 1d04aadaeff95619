#include "probe/probe.h"

#include "probe/deadline.h"
#include "probe/groups.h"
#include "probe/marks.h"
#include "probe/sameness.h"
#include "probe/stretches.h"
#include "probe/settings.h"
#include "probe/tracking.h"
#include "probe/unfinished.h"
#include "probe/visits.h"
#include "probe/watch.h"
#include "sample/reduce.h"
#include "sample/warmup.h"

#include <math.h>
#include <stdlib.h>

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

enum { TRAIN_LEAST = 5 /* repetitions of a train */ };

/* Where the platform stood when something began. */
static struct probe_account account_begin(const struct prober *prober)
{
	return (struct probe_account){.seconds = platform_now(prober->platform),
				      .messages = prober->platform->messages};
}

static double took(const struct prober *prober, const struct probe_account *begin)
{
	return platform_now(prober->platform) - begin->seconds;
}

static void account_end(const struct prober *prober, struct probe_account *account, const struct probe_account *begin)
{
	account->seconds += took(prober, begin);
	account->messages += prober->platform->messages - begin->messages;
}

/* Sets the experiment's settings to those of the sentinel that is the same point; false if there is none. */
static bool is_sentinel(const struct prober *prober, struct experiment *what)
{
	for (size_t i = 0; i < prober->watch.n; i++) {
		if (experiment_same_point(&prober->watch.sentinels[i], what)) {
			*what = prober->watch.sentinels[i];
			return true;
		}
	}
	return false;
}

static bool is_delayed(const struct experiment *what)
{
	return what->kind == EXPERIMENT_RECEIVE || what->kind == EXPERIMENT_RECEIVE_EXPECTED;
}

static bool is_call(const struct experiment *what)
{
	return is_delayed(what) || what->kind == EXPERIMENT_SEND || what->kind == EXPERIMENT_SEND_ALONE ||
	       what->kind == EXPERIMENT_SEND_EARLY;
}

/* The campaign's sample of this point, made with settings found now if it is new: with those of the model sample if
 * there is one, but for the delay. */
static enum status open_sample(struct prober *prober, const struct experiment *what, const struct sample *like,
			       struct sample **sample, struct error *err)
{
	struct experiment set = *what;
	struct probe_account begin = account_begin(prober);
	enum status status = OK;

	*sample = campaign_find(prober->campaign, what);
	if (*sample)
		return OK;
	if (like) {
		set.loop = like->what.loop, set.warmup = like->what.warmup, set.delay = like->what.delay;
		status = is_delayed(what) ? settings_delay(prober, &set, err) : OK;
	} else {
		status = !settings_are_asked(prober) && is_sentinel(prober, &set) ? OK
										  : settings_choose(prober, &set, err);
	}
	account_end(prober, &prober->preparing, &begin);
	if (status != OK)
		return status;
	if (is_delayed(what))
		set.delay *= tracking_slowness(&prober->tracking);
	*sample = campaign_point(prober->campaign, &set, err);
	return *sample ? OK : ERR_MEMORY;
}

/* The rule for a point: large messages are repeated less, trains still less: each is an average of its own. With a
 * deadline also the train of one message, which tells little of a gap. No cap is below what the statistic takes. */
static struct stopping rule_of(const struct prober *prober, const struct experiment *what)
{
	struct stopping rule = prober->options->stopping;
	bool train = what->count > 1 || (what->kind == EXPERIMENT_TRAIN && prober->options->deadline > 0);
	size_t takes = statistic_takes(rule.statistic);

	if (what->bytes >= prober->options->large || train)
		rule.most = smaller(rule.most, larger(prober->options->large_most, takes));
	if (train)
		rule.least = smaller(rule.least, larger(TRAIN_LEAST, takes));
	if (what->bytes <= PROBE_SHORT && !train && rule.most == prober->whole->stopping.most)
		rule.most = larger(rule.most, prober->whole->short_most);
	rule.least = smaller(rule.least, rule.most);
	return rule;
}

size_t probe_most(const struct prober *prober, const struct experiment *what)
{
	return rule_of(prober, what).most;
}

/* How many of n more timings the rule allows a point: all where they are spread, which may take more. */
static size_t allowed(const struct prober *prober, const struct experiment *what, size_t n)
{
	size_t most = rule_of(prober, what).most, there = campaign_find(prober->campaign, what)->n,
	       room = most > there ? most - there : 0;

	return n < room || prober->options->spread > 0 ? n : room;
}

/* Keeps how long a repetition of the point took with its orders, the writing and checking of data: deadlines count
 * them. */
static void note_visit(struct prober *prober, const struct experiment *what, double seconds)
{
	struct sample *sample = campaign_find(prober->campaign, what);

	sample->visit = fmax(sample->visit, seconds);
}

/*
 * n more repetitions of the points of a group, whose samples are there, between two looks. A run that was killed may
 * have kept those of some of them only: then the others catch up, and what the former do beside them is kept only as
 * far as the rule allows it, if within. Whoever asks to stop in between has what was measured of all of them.
 */
static enum status repeat_at_once(struct prober *prober, const struct experiment *group, size_t together, size_t n,
				  bool within, struct error *err)
{
	struct observation *observations = calloc(together * n, sizeof(*observations));
	struct experiment *set = calloc(together, sizeof(*set));
	struct probe_account begin = account_begin(prober);
	enum status status = observations && set ? OK : error_memory(err, "a group of experiments");
	bool begun;

	if (status == OK) {
		status = tracking_look(prober, err);
		begin = account_begin(prober);
	}
	for (size_t i = 0; status == OK && i < together; i++)
		set[i] = campaign_find(prober->campaign, &group[i])->what;
	begun = status == OK; /* a user who stops may do so at the look already */
	if (begun)
		status = platform_run_together(prober->platform, set, together, n, observations, err);
	account_end(prober, &prober->spent[group->kind], &begin);
	for (size_t i = 0; status == OK && i < together; i++)
		note_visit(prober, &group[i], took(prober, &begin) / (double)n);
	for (size_t i = 0; begun && (status == OK || status == ERR_STOPPED) && i < together; i++) {
		size_t kept = within ? allowed(prober, &set[i], n) : n;
		enum status here;

		sameness_note(prober, campaign_find(prober->campaign, &set[i]), &observations[i * n], n);
		here = kept > 0 ? probe_keep(prober, &set[i], &observations[i * n], kept, err) : OK;
		status = status == OK ? here : status;
	}
	free(observations);
	free(set);
	return status == OK ? tracking_look(prober, err) : status;
}

/* The same, one by one where a look is due after each. */
static enum status repeat(struct prober *prober, const struct experiment *group, size_t together, size_t n, bool within,
			  struct error *err)
{
	enum status status = OK;

	for (size_t left = n; status == OK && left > 0;) {
		bool apart = tracking_is_due_after(prober, campaign_find(prober->campaign, group)->visit);
		size_t now = apart ? 1 : left;

		status = repeat_at_once(prober, group, together, now, within, err);
		left -= now;
	}
	return status;
}

/* Whether a sample's times are all the same, or good enough by a rule, unless that is NULL. They are judged as they
 * stand in the sample; the copy is small. */
static enum status suffices(const struct prober *prober, const struct sample *sample, const struct stopping *rule,
			    bool loosely, bool *done, struct error *err)
{
	double *seconds = malloc((sample->n + 1) * sizeof(*seconds));
	size_t n;

	if (!seconds)
		return error_memory(err, "a sample's times");
	n = sample_seconds(sample, seconds);
	*done = (rule && stopping_done(rule, seconds, n)) || sameness_suffices(prober, sample, seconds, n, loosely);
	free(seconds);
	return OK;
}

enum status probe_is_computed(const struct prober *prober, const struct sample *sample, bool *computed,
			      struct error *err)
{
	return suffices(prober, sample, NULL, true, computed, err);
}

/* What a group of points still needs. */
struct standing {
	size_t more; /* repetitions that it may have by the rule: as many as its point with the fewest */
	size_t room; /* and in this stretch of the time: as many as that of its points that needs more and has most */
	double left; /* s: of that stretch */
	bool precise, spread; /* all of its points are */
};

static enum status judge_point(const struct prober *prober, const struct sample *sample, size_t together,
			       struct standing *standing, struct error *err)
{
	struct stopping rule = rule_of(prober, &sample->what);
	const struct sample *all = campaign_find(&prober->tracking.all, &sample->what);
	struct stretches stretches;
	bool precise = false, whole;

	if (tracking_drops(&prober->tracking, &sample->what) || tracking_misses(prober, &sample->what))
		return OK;
	TRY(suffices(prober, sample, &rule, together > 1 || prober->options->computed, &precise, err));
	stretches = stretches_find(prober, sample, &rule, precise);
	whole = precise && stretches.enough;
	standing->precise = standing->precise && precise;
	standing->spread = standing->spread && stretches.enough;
	if (all && all->n > sample->n) /* a burst is no state of the machine in the end, and its timings count */
		stretches = stretches_find(prober, all, &rule, precise);
	standing->left = fmax(standing->left, stretches.left);
	if (!whole)
		standing->room = larger(standing->room, stretches.room);
	return OK;
}

static enum status judge(struct prober *prober, const struct experiment *group, size_t together,
			 struct standing *standing, struct error *err)
{
	const struct sample *first = NULL;

	*standing = (struct standing){.precise = true, .spread = true};
	for (size_t i = 0; i < together; i++) {
		size_t most = rule_of(prober, &group[i]).most;
		struct sample *sample = NULL;

		TRY(open_sample(prober, &group[i], first, &sample, err));
		first = first ? first : sample;
		TRY(judge_point(prober, sample, together, standing, err));
		standing->more = larger(standing->more, most > sample->n ? most - sample->n : 0);
	}
	return OK;
}

/* Sets *done: whether a group is left, for good or until probe_put_off. */
static enum status leave(struct prober *prober, const struct experiment *group, size_t together,
			 const struct standing *standing, bool *done, struct error *err)
{
	bool whole = standing->precise && standing->spread;

	*done = whole || (prober->options->brief && (standing->precise || standing->room == 0));
	for (size_t i = 0; *done && !whole && i < together; i++)
		if (!campaign_point(&prober->groups.put_off, &group[i], err))
			return ERR_MEMORY;
	return OK;
}

size_t probe_repetitions(const struct prober *prober, const struct experiment *what)
{
	const struct sample *sample = campaign_find(prober->campaign, what);

	return is_call(what) && sample && marks_is_long(&prober->tracking, sample->visit) ? 1 : PROBE_VISIT;
}

/* A few repetitions of a group of points. *done: whether it needs no more; *rest: s that it has to wait first. */
static enum status visit(struct prober *prober, const struct experiment *group, size_t together, bool *done,
			 double *rest, struct error *err)
{
	struct standing standing;
	size_t n;

	TRY(judge(prober, group, together, &standing, err));
	TRY(leave(prober, group, together, &standing, done, err));
	*rest = standing.room == 0 ? standing.left : 0;
	if (*done || *rest > 0)
		return OK;
	n = smaller(probe_repetitions(prober, group), standing.room);
	n = standing.more > 0 ? smaller(n, standing.more) : n;
	TRY(repeat(prober, group, together, n, standing.more > 0, err));
	TRY(judge(prober, group, together, &standing, err));
	return leave(prober, group, together, &standing, done, err);
}

/* Looks after the machine, which is accounted for by itself. */
static enum status watch(struct prober *prober, struct error *err)
{
	struct probe_account begin = account_begin(prober);
	enum status status = watch_look(prober, err);

	account_end(prober, &prober->watching, &begin);
	return status;
}

/* Waits, at most until the deadline. */
static void rest_for(struct prober *prober, double seconds)
{
	double deadline = prober->options->deadline, left = deadline - platform_now(prober->platform);

	platform_pass(prober->platform, deadline > 0 ? fmin(seconds, fmax(0, left)) : seconds);
}

/* One round over the groups of points that are not done: order holds their left indices. Returns how many are left in
 * *left, how many were visited in *visited: those that take long only if they are not to wait. */
static enum status probe_round(struct prober *prober, const struct experiment *points, size_t together, size_t *order,
			       size_t *left, bool wait, size_t *visited, struct error *err)
{
	double longest = 0;
	bool all_rest = true;
	size_t kept = 0;
	enum status status = visits_order(prober, points, together, order, *left, err);

	*visited = 0;
	for (size_t i = 0; status == OK && i < *left; i++) {
		const struct experiment *group = &points[order[i] * together];
		bool done = false, admitted = false, waits = wait && visits_wait(prober, group, *left - i);
		double rest = 0;

		status = watch(prober, err);
		if (status == OK && !waits)
			status = deadline_admits(prober, group, &admitted, err);
		if (status == OK && admitted)
			status = visit(prober, group, together, &done, &rest, err);
		*visited += admitted;
		all_rest = all_rest && (done || !admitted || rest > 0);
		longest = done ? longest : fmax(longest, rest);
		if (!done)
			order[kept++] = order[i];
	}
	*left = kept;
	if (status == OK && all_rest && longest > 0)
		rest_for(prober, longest);
	return status;
}

enum status probe_points(struct prober *prober, const struct experiment *points, size_t n, struct error *err)
{
	return probe_groups(prober, points, 1, n, err);
}

/* How much of the work on a group is done, and is left at most: repetitions times what one took at the first visit. */
static void add_work(const struct prober *prober, const struct experiment *group, size_t together, bool settled,
		     double *done, double *left)
{
	for (size_t i = 0; i < together; i++) {
		const struct sample *sample = campaign_find(prober->campaign, &group[i]);
		size_t most = rule_of(prober, &group[i]).most;
		double seconds = INFINITY;

		for (size_t k = 0; sample && k < sample->n && k < PROBE_VISIT; k++)
			seconds = fmin(seconds, sample->observations[k].seconds * (double)sample->what.loop);
		if (!isfinite(seconds))
			continue;
		*done += seconds * (double)sample->n;
		if (!settled && most > sample->n)
			*left += seconds * (double)(most - sample->n);
	}
}

/* Where a row of rounds stood after the first, which also finds loops and delays: s, and the work that was done. */
struct pace {
	double begin, done;
};

static double clock_of(const struct prober *prober)
{
	return prober->progress->now ? prober->progress->now(prober->progress->context)
				     : platform_now(prober->platform);
}

/* Tells how far the points are, of which order has those that are left, and how long it will take: with a deadline at
 * most until then. */
static void tell_progress(const struct prober *prober, const struct experiment *points, size_t together, size_t n,
			  const size_t *order, size_t left, struct pace *pace)
{
	double all = 0, done = 0, rest = 0, ignored = 0, seconds = NAN, deadline = prober->options->deadline;

	if (!prober->progress || !prober->progress->report)
		return;
	for (size_t i = 0; i < n; i++)
		add_work(prober, &points[i * together], together, true, &all, &ignored);
	for (size_t i = 0; i < left; i++)
		add_work(prober, &points[order[i] * together], together, false, &done, &rest);
	if (pace->done > 0)
		seconds = progress_left(all - pace->done, rest, clock_of(prober) - pace->begin);
	else
		*pace = (struct pace){clock_of(prober), all};
	if (deadline > 0)
		seconds = fmin(seconds, fmax(0, deadline - platform_now(prober->platform)));
	progress_report(prober->progress, "points", n - left, n, seconds);
}

/* Whether a point is measured once more: one that was put off where only these are. */
static bool is_wanted(const struct prober *prober, const struct experiment *experiment, bool put_off)
{
	return experiment->kind != EXPERIMENT_SEND_EARLY && /* which says yes or no */
	       (!put_off || stretches_are_due(prober, experiment));
}

/* Adds to points those that are measured together in groups of `together`, group after group; returns how many
 * points that are. */
static size_t list_together(const struct prober *prober, const struct campaign *all, size_t together, bool put_off,
			    struct experiment *points)
{
	const struct point_groups *groups = &prober->groups;
	size_t n = 0;

	for (size_t i = 0; together == 1 && i < all->n; i++)
		if (!groups_hold(prober, &all->samples[i]->what) && is_wanted(prober, &all->samples[i]->what, put_off))
			points[n++] = all->samples[i]->what;
	for (size_t i = 0; i < groups->n; i++)
		for (size_t k = 0; groups->list[i].together == together && k < together; k++)
			if (is_wanted(prober, groups->list[i].points, put_off))
				points[n++] = groups->list[i].points[k];
	return n;
}

/* All points, or those that were put off, until they are precise. */
static enum status measure_all(struct prober *prober, const struct campaign *all, bool put_off, struct error *err)
{
	size_t room = all->n + 1, most = 1;
	struct experiment *points;
	enum status status = OK;

	for (size_t i = 0; i < prober->groups.n; i++) {
		room += prober->groups.list[i].together;
		most = larger(most, prober->groups.list[i].together);
	}
	points = calloc(room, sizeof(*points));
	if (!points)
		return error_memory(err, "a list of points");
	for (size_t together = 1; status == OK && together <= most; together++) {
		size_t n = list_together(prober, all, together, put_off, points);

		status = probe_groups(prober, points, together, n / together, err);
	}
	free(points);
	return status;
}

enum status probe_put_off(struct prober *prober, bool *any, struct error *err)
{
	*any = prober->groups.put_off.n > 0;
	if (*any)
		TRY(measure_all(prober, prober->campaign, true, err));
	campaign_release(&prober->groups.put_off);
	return OK;
}

/* Where another state of the machine has become the main one, all points are measured until they are precise in it too:
 * as precise as the options now and those of the prober ask for. */
static enum status complete(struct prober *prober, struct error *err)
{
	struct tracking *t = &prober->tracking;
	const struct probe_options *now = prober->options;
	struct probe_options both = *now;
	enum status status = OK;

	if (!t->turned || t->completing)
		return OK;
	both.stopping.least = smaller(now->stopping.least, prober->whole->stopping.least);
	both.stopping.most = smaller(now->stopping.most, prober->whole->stopping.most);
	both.large_most = smaller(now->large_most, prober->whole->large_most);
	both.steady = prober->whole->steady;
	prober->options = &both;
	for (; status == OK && t->turned; t->completing = false) {
		t->turned = false;
		t->completing = true;
		status = measure_all(prober, &t->all, false, err);
	}
	prober->options = now;
	prober->behind = prober->behind || now != prober->whole;
	return status;
}

enum status probe_groups(struct prober *prober, const struct experiment *points, size_t together, size_t n,
			 struct error *err)
{
	enum status status = probe_can_group(prober, together, err);
	size_t left = n, visited = 1;
	bool wait = prober->options->deadline > 0;
	struct pace pace = {0};
	size_t *order = malloc((n + 1) * sizeof(*order));

	if (!order)
		return error_memory(err, "the order of a round");
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	if (status == OK)
		status = groups_remember(prober, points, together, n, err);
	while (status == OK && left > 0 && (visited > 0 || wait)) {
		wait = wait && visited > 0;
		status = probe_round(prober, points, together, order, &left, wait, &visited, err);
		tell_progress(prober, points, together, n, order, left, &pace);
	}
	if (status == OK)
		status = tracking_close(prober, err);
	if (status == OK && prober->options->deadline > 0)
		status = unfinished_note(prober, points, together, n, order, left, err);
	free(order);
	return status == OK ? complete(prober, err) : status;
}

enum status probe_complete(struct prober *prober, struct error *err)
{
	enum status status = tracking_close(prober, err);

	prober->tracking.turned = prober->tracking.turned || (prober->behind && prober->tracking.levels.n > 1);
	prober->behind = false;
	if (status == OK)
		status = complete(prober, err);
	return status == OK ? tracking_settle(prober, err) : status;
}

enum status probe_more(struct prober *prober, const struct experiment *points, size_t together, size_t n,
		       size_t repetitions, struct error *err)
{
	size_t *order = malloc((n + 1) * sizeof(*order));
	enum status status = order ? OK : error_memory(err, "the order of a round");

	for (size_t i = 0; order && i < n; i++)
		order[i] = i;
	if (order)
		random_shuffle(&prober->random, order, n);
	for (size_t i = 0; status == OK && i < n; i++) {
		const struct experiment *group = &points[order[i] * together];
		bool admitted = false;

		if (!campaign_find(prober->campaign, group))
			continue;
		status = watch(prober, err);
		if (status == OK)
			status = deadline_admits(prober, group, &admitted, err);
		if (status == OK && admitted)
			status = repeat(prober, group, together, repetitions, false, err);
	}
	free(order);
	return status;
}
