#include "estimate/classes/members.h"

#include "estimate/method/fit.h"
#include "estimate/method/run.h"
#include "platform/subset.h"
#include "probe/tracking.h"

#include <stdlib.h>

/* Where the observations of the members go: into the whole campaign and to the sink, under the numbers that processes
 * have there. */
struct outside {
	const int *members;
	struct campaign *campaign;
	const struct probe_sink *sink;
};

static enum status take(void *context, const struct experiment *what, const struct observation *observations, size_t n,
			struct error *err)
{
	struct outside *out = context;
	struct experiment there = subset_outside(what, out->members);
	struct sample *sample = campaign_point(out->campaign, &there, err);
	enum status status = sample ? sample_add(sample, observations, n, err) : ERR_MEMORY;

	return status == OK && out->sink ? out->sink->take(out->sink->context, &there, observations, n, err) : status;
}

static enum status mark(void *context, const struct experiment *what, const struct observation *observations, size_t n,
			struct error *err)
{
	const struct outside *out = context;
	struct experiment there = subset_outside(what, out->members);

	return out->sink && out->sink->mark ? out->sink->mark(out->sink->context, &there, observations, n, err) : OK;
}

static enum status ask(void *context, struct error *err)
{
	struct outside *out = context;

	return out->sink && out->sink->pause ? out->sink->pause(out->sink->context, err) : OK;
}

/* What the campaign holds of the members. */
static enum status copy_inside(const struct campaign *campaign, const int *members, size_t n, struct campaign *inside,
			       struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < campaign->n; i++) {
		struct experiment what;
		struct sample *sample;

		if (!subset_inside(&campaign->samples[i]->what, members, n, &what))
			continue;
		sample = campaign_point(inside, &what, err);
		status = sample ? sample_add(sample, campaign->samples[i]->observations, campaign->samples[i]->n, err)
				: ERR_MEMORY;
	}
	return status;
}

/* The options as they are among the members: all pairs of them. */
static enum status options_inside(const struct estimate_options *o, size_t n, struct estimate_options *inside,
				  struct pair_rounds *rounds, struct error *err)
{
	*inside = *o;
	inside->classes = NULL;
	inside->rounds = rounds;
	return pair_rounds_all(rounds, n, o->parallel, err);
}

/* The prober of the members becomes one of all processes, whose campaign has what is of the main state. */
static enum status leave_members(struct prober *prober, const struct prober *comparing, const int *members,
				 struct error *err)
{
	enum status status = tracking_outside(&prober->tracking, members, err);

	prober->platform = comparing->platform;
	prober->campaign = comparing->campaign;
	prober->options = prober->whole = comparing->options;
	prober->sink = comparing->sink;
	return status == OK && prober->tracking.on ? tracking_settle(prober, err) : status;
}

struct model *members_estimate(const struct estimate_options *o, const struct prober *comparing, double part,
			       const int *members, size_t n, struct prober *prober, struct error *err)
{
	struct outside out = {members, comparing->campaign, comparing->sink};
	const struct probe_sink own = {.take = take, .mark = mark, .pause = ask, .context = &out};
	struct campaign inside = {.n = 0};
	struct pair_rounds rounds = {.n = 0};
	struct estimate_options options;
	struct platform *subset = subset_open(comparing->platform, members, n, err);
	struct error ignored = {.status = OK};
	struct model *model = NULL;
	enum status status = subset ? options_inside(o, n, &options, &rounds, err) : ERR_MEMORY;

	options.probe = prober_part(comparing, part);
	if (status == OK)
		status = copy_inside(comparing->campaign, members, n, &inside, err);
	if (status == OK)
		model = method_run(&options, subset, &inside, &own, comparing->progress, prober, err);
	if (status == OK && !model)
		tracking_stop(prober);
	if (status == OK && leave_members(prober, comparing, members, model ? err : &ignored) != OK) {
		model_free(model);
		model = NULL;
	}
	pair_rounds_release(&rounds);
	campaign_release(&inside);
	if (subset)
		platform_close(subset);
	return model;
}

struct model *members_fit(const struct estimate_options *o, const int *members, size_t n_members,
			  const struct campaign *const *launches, size_t n, struct error *err)
{
	struct campaign *insides = calloc(n + 1, sizeof(*insides));
	const struct campaign **list = calloc(n + 1, sizeof(*list));
	struct pair_rounds rounds = {.n = 0};
	struct estimate_options options;
	struct model *model = NULL;
	enum status status = insides && list ? options_inside(o, n_members, &options, &rounds, err)
					     : error_memory(err, "the timings of members");

	for (size_t i = 0; status == OK && i < n; i++) {
		status = copy_inside(launches[i], members, n_members, &insides[i], err);
		list[i] = &insides[i];
	}
	if (status == OK)
		model = method_fit(&options, n_members, list, n, err);
	for (size_t i = 0; insides && i < n; i++)
		campaign_release(&insides[i]);
	pair_rounds_release(&rounds);
	free(insides);
	free(list);
	return model;
}
