#include "estimate/classes/classes.h"

#include "estimate/classes/check.h"
#include "estimate/classes/landmarks.h"
#include "estimate/classes/members.h"
#include "estimate/method/run.h"
#include "estimate/method/trips.h"
#include "model/average.h"
#include "base/units.h"
#include "stats/cluster.h"

#include <math.h>
#include <stdlib.h>

enum { MEMBERS = 2, TRIPLET = 3, BUDGET = 32, ALL_MOST = 16 };

/* The processes, put into classes. */
struct classification {
	size_t *of; /* the class of each process */
	size_t n;
	int *members; /* that are measured, ascending */
	size_t n_members;
	int (*first)[MEMBERS]; /* the first members of each class, LINK_ANY where it has no more */
	double width;
	size_t processes;
	int *landmarks;  /* owned; by which processes were compared */
	size_t compared; /* bytes of the long messages that this was done by; 0: there was no time, and classes are
			    given */
};

static void grouping_release(struct classification *g)
{
	free(g->of);
	free(g->members);
	free(g->first);
	free(g->landmarks);
}

/* So many classes that all pairs, or triplets, of two members each are at most 32 n log2 n: 11 classes of 64 processes
 * and 34 of 1024 for triplets, 55 and 286 for pairs. Of few processes as many as there are, since measuring all of 16,
 * 120 pairs, is cheap. */
static size_t classes_most(const struct estimate_options *o, size_t processes)
{
	double budget = BUDGET * (double)processes * (double)landmarks_count(processes);
	double members = o->method->plan == PLAN_TRIPLETS ? cbrt(budget) : sqrt(budget);

	if (processes <= ALL_MOST)
		return processes;
	return members / MEMBERS > 2 ? (size_t)(members / MEMBERS) : 2;
}

static enum status cluster(const struct estimate_options *o, const struct campaign *campaign, struct classification *g,
			   struct error *err)
{
	double *distances = malloc((g->processes * g->processes + 1) * sizeof(*distances));
	enum status status = distances ? landmarks_distances(o, campaign, g->processes, g->landmarks, distances, err)
				       : error_memory(err, "how unlike processes are");

	if (status == OK)
		status = cluster_complete(distances, g->processes, o->classes->tolerance, classes_most(o, g->processes),
					  g->of, &g->n, &g->width, err);
	free(distances);
	return status;
}

static void take_given(const size_t *given, struct classification *g)
{
	for (size_t i = 0; i < g->processes; i++) {
		g->of[i] = given[i];
		g->n = given[i] + 1 > g->n ? given[i] + 1 : g->n;
	}
}

/* Which members are measured: two of each class, and a third where a triplet is wanted and there is but one class. */
static enum status choose_members(const struct estimate_options *o, struct classification *g, struct error *err)
{
	size_t alone = o->method->plan == PLAN_TRIPLETS && g->n == 1 ? TRIPLET : 0;

	g->first = malloc((g->n + 1) * sizeof(*g->first));
	g->members = malloc((MEMBERS * g->n + TRIPLET) * sizeof(*g->members));
	if (!g->first || !g->members)
		return error_memory(err, "the members of classes");
	for (size_t c = 0; c < g->n; c++)
		for (size_t k = 0; k < MEMBERS; k++)
			g->first[c][k] = LINK_ANY;
	for (int i = 0; i < (int)g->processes; i++) {
		int *first = g->first[g->of[i]];
		size_t k = 0;

		while (k < MEMBERS && first[k] != LINK_ANY)
			k++;
		if (k == MEMBERS && g->n_members >= alone)
			continue;
		if (k < MEMBERS)
			first[k] = i;
		g->members[g->n_members++] = i;
	}
	return OK;
}

static enum status classification_init(struct classification *g, size_t processes, struct error *err)
{
	*g = (struct classification){.of = calloc(processes + 1, sizeof(*g->of)),
				     .landmarks = calloc(landmarks_count(processes) + 1, sizeof(*g->landmarks)),
				     .processes = processes};
	return g->of && g->landmarks ? OK : error_memory(err, "the classes of processes");
}

static enum status group(const struct estimate_options *o, const struct campaign *campaign, struct classification *g,
			 struct error *err)
{
	if (o->classes->given)
		take_given(o->classes->given, g);
	else
		TRY(cluster(o, campaign, g, err));
	return choose_members(o, g, err);
}

/* The link of the whole model that stands for one between members. */
static struct link link_outside(const struct estimate_options *o, const struct classification *g, struct link link)
{
	bool either = o->class->symmetric || !o->both_directions;
	size_t from, to;
	struct link found;

	if (link.from == LINK_ANY)
		return link;
	from = g->of[g->members[link.from]];
	to = g->of[g->members[link.to]];
	found = (struct link){g->first[from][0],
			      from == to && link.from != link.to ? g->first[to][1] : g->first[to][0]};
	if (either && found.from > found.to)
		found = (struct link){found.to, found.from};
	return found;
}

/* Averages a model of the members over those of the same classes, and makes it one of all processes. */
static struct model *expand(const struct estimate_options *o, const struct classification *g,
			    const struct model *inside, struct error *err)
{
	size_t *groups = calloc(inside->n_links + 1, sizeof(*groups)), n = 0;
	struct link *links = calloc(inside->n_links + 1, sizeof(*links));
	struct model *model = NULL;

	if (!groups || !links)
		error_memory(err, "the links of classes");
	for (size_t l = 0; groups && links && l < inside->n_links; l++) {
		struct link link = link_outside(o, g, inside->links[l]);

		while (groups[l] < n && (links[groups[l]].from != link.from || links[groups[l]].to != link.to))
			groups[l]++;
		if (groups[l] == n)
			links[n++] = link;
	}
	if (n > 0)
		model = model_average_groups(inside, groups, links, n, err);
	free(groups);
	free(links);
	if (!model)
		return NULL;
	model->processes = g->processes;
	if (model_set_classes(model, g->of, err) == OK)
		return model;
	model_free(model);
	return NULL;
}

/* By how much a measured round trip of bytes differs at most from the mean of its two classes, relative. */
static enum status spread_of(const struct estimate_options *o, const struct classification *g,
			     const struct campaign *campaign, size_t bytes, double *spread, struct error *err)
{
	size_t cells = g->n * g->n;
	double *sums = calloc(2 * cells + 1, sizeof(*sums)), *counts = sums ? sums + cells : NULL;

	if (!sums)
		return error_memory(err, "the spread of classes");
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < campaign->n; i++) {
			const struct experiment *what = &campaign->samples[i]->what;
			const struct sample *trip =
				what->kind == EXPERIMENT_ROUNDTRIP && what->bytes == bytes && what->reply_bytes == bytes
					? trip_find(campaign, what->from, what->to, bytes)
					: NULL;
			size_t a, b;
			double seconds;

			if (!trip || what->setup.background != BACKGROUND_IDLE)
				continue;
			a = g->of[what->from] < g->of[what->to] ? g->of[what->from] : g->of[what->to];
			b = g->of[what->from] + g->of[what->to] - a;
			seconds = trip_estimate(o, trip).value;
			if (pass == 0)
				sums[a * g->n + b] += seconds, counts[a * g->n + b]++;
			else
				*spread = fmax(*spread, fabs(seconds * counts[a * g->n + b] / sums[a * g->n + b] - 1));
		}
	free(sums);
	return OK;
}

static enum status add_facts(const struct estimate_options *o, const struct classification *g,
			     const struct campaign *campaign, const struct progress *progress, struct model *model,
			     struct error *err)
{
	double spread = 0;
	enum status status = spread_of(o, g, campaign, 0, &spread, err);

	if (status == OK)
		status = spread_of(o, g, campaign, o->long_size, &spread, err);
	if (status == OK)
		status = model_fact_number(model, "classes", (double)g->n, err);
	if (status == OK)
		status = model_fact_number(model, "class_members", (double)g->n_members, err);
	if (status == OK)
		status = model_fact_number(model, "class_width", g->width, err);
	if (status == OK)
		status = model_fact_number(model, "class_spread", spread, err);
	if (status == OK)
		progress_note(progress,
			      "%zu processes are of %zu classes, of which %zu members were measured with each other; "
			      "no round trip that was measured is off the mean of its two classes by more than %.3g %%",
			      g->processes, g->n, g->n_members, 100 * spread);
	if (status == OK && g->width > o->classes->tolerance)
		progress_warn(progress,
			      "processes of one class differ by up to %.3g %%, more than the %.3g %% that "
			      "are tolerated: more classes would need too many experiments",
			      100 * g->width, 100 * o->classes->tolerance);
	return status;
}

/* Of a deadline's time, for comparing processes, and of the rest for the members: what is left is for checking. */
static const double comparing_part = 0.3, members_part = 0.9;

/* Compares the processes. Classes that are given do without, if there is no time. */
static enum status compare(const struct estimate_options *o, struct prober *comparing, struct classification *g,
			   struct error *err)
{
	const struct probe_options *whole = comparing->options;
	const struct probe_options part = prober_part(comparing, comparing_part);
	struct error why = {.status = OK};
	char text[2][32];
	enum status status;

	comparing->options = &part;
	status = landmarks_measure(o, comparing, g->landmarks, &g->compared, &why);
	comparing->options = whole;
	if (status == ERR_INPUT && o->classes->given)
		return OK;
	if (status != OK)
		return error_set(err, status, "%s", why.text);
	if (g->compared < o->long_size)
		progress_note(comparing->progress,
			      "processes were compared by messages of %s, since the budget is too short for %s",
			      size_format_unit(g->compared, text[0], sizeof(text[0])),
			      size_format_unit(o->long_size, text[1], sizeof(text[1])));
	return OK;
}

/* What comparing the processes took belongs to the whole. */
static void add_accounts(struct prober *prober, const struct prober *comparing)
{
	prober->spent[EXPERIMENT_ROUNDTRIP].seconds += comparing->spent[EXPERIMENT_ROUNDTRIP].seconds;
	prober->spent[EXPERIMENT_ROUNDTRIP].messages += comparing->spent[EXPERIMENT_ROUNDTRIP].messages;
	prober->preparing.seconds += comparing->preparing.seconds;
	prober->preparing.messages += comparing->preparing.messages;
	prober->deadline.refused += comparing->deadline.refused;
	prober->began = comparing->began;
}

/*
 * Says how far the model is off pairs that it does not follow from.
 *
 * - prober: measures them first; NULL: the campaign has them.
 * - Runs on the platform with a prober.
 */
static enum status classes_check(const struct estimate_options *o, const struct classification *g,
				 const struct campaign *campaign, struct prober *prober, struct model *model,
				 struct error *err)
{
	const struct progress *progress = prober ? prober->progress : NULL;
	struct estimate_options own = *o;
	struct class_check drawn = {.n = 0};
	enum status status = OK;

	own.long_size = g->compared;
	if (g->compared > 0)
		status = class_check_draw(&own, g->processes, g->landmarks, g->members, g->n_members, &drawn, err);
	if (status == OK && prober)
		status = class_check_measure(&own, &drawn, prober, err);
	if (status == OK)
		status = add_facts(&own, g, campaign, progress, model, err);
	if (status == OK)
		status = class_check_facts(&own, g->compared > 0 ? &drawn : NULL, campaign, progress, model, err);
	class_check_release(&drawn);
	return status;
}

struct model *classes_run(const struct estimate_options *o, struct platform *platform, struct campaign *campaign,
			  const struct probe_sink *sink, const struct progress *progress, struct prober *prober,
			  struct error *err)
{
	struct prober comparing;
	struct estimate_options own = *o;
	struct classification g = {.n = 0};
	struct model *inside = NULL, *model = NULL;
	enum status status = platform_prepare(platform, o->long_size > 4096 ? o->long_size : 4096, err);

	prober_init(prober, platform, campaign, &o->probe, sink, progress);
	prober_init(&comparing, platform, campaign, &o->probe, sink, progress);
	if (status == OK)
		status = classification_init(&g, platform->processes, err);
	if (status == OK)
		status = compare(o, &comparing, &g, err);
	own.long_size = g.compared;
	if (status == OK)
		status = group(&own, campaign, &g, err);
	if (status == OK)
		inside = members_estimate(o, &comparing, members_part, g.members, g.n_members, prober, err);
	if (inside)
		model = expand(o, &g, inside, err);
	if (model && classes_check(o, &g, campaign, &comparing, model, err) != OK) {
		model_free(model);
		model = NULL;
	}
	add_accounts(prober, &comparing);
	prober_release(&comparing);
	model_free(inside);
	grouping_release(&g);
	return model;
}

/* Returns the shortest message of one-to-twos, beyond which others may go, SIZE_MAX if none exists. */
static size_t shortest_to_two(const struct campaign *campaign)
{
	size_t shortest = SIZE_MAX;

	for (size_t i = 0; i < campaign->n; i++) {
		const struct experiment *what = &campaign->samples[i]->what;

		if (what->kind == EXPERIMENT_ONE_TO_TWO && what->setup.operation == OPERATION_SEND && what->bytes > 0 &&
		    what->bytes < shortest)
			shortest = what->bytes;
	}
	return shortest;
}

struct model *classes_fit(const struct estimate_options *o, size_t processes, const struct campaign *const *launches,
			  size_t n, struct error *err)
{
	struct estimate_options own = *o;
	struct classification g = {.n = 0};
	struct model *inside = NULL, *model = NULL;
	struct error why = {.status = OK};
	enum status status = classification_init(&g, processes, err);

	own.long_size = shortest_to_two(launches[0]);
	if (status == OK)
		status = landmarks_find(&own, launches[0], processes, g.landmarks, &g.compared, &why);
	if (status == ERR_INPUT && o->classes->given)
		status = OK;
	if (status != OK)
		error_set(err, status, "%s", why.text);
	own.long_size = g.compared;
	if (status == OK)
		status = group(&own, launches[0], &g, err);
	if (status == OK)
		inside = members_fit(o, g.members, g.n_members, launches, n, err);
	if (inside)
		model = expand(o, &g, inside, err);
	if (model && classes_check(o, &g, launches[0], NULL, model, err) != OK) {
		model_free(model);
		model = NULL;
	}
	model_free(inside);
	grouping_release(&g);
	return model;
}
