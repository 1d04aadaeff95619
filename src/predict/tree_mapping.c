#include "predict/tree_mapping.h"

#include "predict/tree_mapping_bound.h"
#include "predict/tree_mapping_trial.h"

#include "schedule/totals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const tree_mapping_limit_words[] = {"the root's port", "the root's processor",
						"one message to the farthest"};

/* By what part an order must be quicker: less is rounding. */
static const double gain_least = 1e-9;

static const size_t default_simulations = 20000;
static const double default_work = 2.5e6;

/* The algorithm's own order, or the call's: where the search begins. */
static void begin_order(struct tree_mapping_trial *trial)
{
	int n = trial->n;

	for (int place = 0; place < n; place++)
		trial->tried[place] = trial->call.order ? trial->call.order[place] : (trial->call.root + place) % n;
}

/* Simulations that the budget has for a call of so many operations. */
static enum status budget(struct tree_mapping_trial *trial, const struct tree_mapping_options *limits,
			  struct error *err)
{
	const struct algorithm_use use = {trial->use.algorithm, &trial->call};
	const struct schedule schedule = algorithm_schedule(&use);
	struct schedule_totals totals = {0};
	enum status status = schedule_count(&schedule, &totals, err);
	size_t most = limits->simulations > 0 ? limits->simulations : default_simulations;
	double work = limits->work > 0 ? limits->work : default_work,
	       by_work = work / fmax(1, (double)totals.operations);

	trial->most = by_work < (double)most ? (size_t)by_work : most;
	return status;
}

/* Processes are alike if all pairs are, none has more to send than another, and none comes later. */
static bool are_alike(const struct predict_options *options, const struct call *call)
{
	bool alike = model_costs(&options->use, options->eager_most).any_pair &&
		     !(options->arrival && *options->arrival) && !call->group;

	for (int p = 1; call->counts && p < call->processes; p++)
		alike = alike && call->counts[p] == call->counts[0];
	return alike || call->processes <= 2;
}

static enum status plain(const struct predict_options *options, const struct algorithm_use *use,
			 struct tree_mapping_trial *trial, struct tree_mapping *found, struct error *err)
{
	enum status status = predict_collective(options, use, &found->plain, err);

	begin_order(trial);
	memcpy(trial->best, trial->tried, (size_t)trial->n * sizeof(*trial->best));
	found->alike = are_alike(options, use->call);
	/* The linear algorithms of libraries go by rank: the order from the root on need not take as long. */
	trial->seconds = INFINITY;
	return status;
}

static unsigned long orders(int n)
{
	return n <= 2 ? 1 : (unsigned long)(n - 1) * orders(n - 1);
}

static enum status look_for(struct tree_mapping_trial *trial, const struct tree_mapping_options *limits,
			    struct tree_mapping *found, struct error *err)
{
	bool few = trial->n <= TREE_MAPPING_ALL_MOST && !limits->search_only;
	enum status status = tree_mapping_search(trial, err);

	found->searched = trial->seconds;
	if (status == OK && few && trial->most > trial->simulations &&
	    trial->most - trial->simulations >= orders(trial->n))
		status = tree_mapping_try_all(trial, &found->all, err);
	found->all = found->all || trial->seconds <= trial->bound * (1 + 1e-8);
	found->spent = !found->all && trial->simulations >= trial->most;
	return status;
}

static void keep(struct tree_mapping_trial *trial, struct tree_mapping *found)
{
	found->processes = trial->n;
	found->simulations = trial->simulations + 1;
	found->seconds = fmin(trial->seconds, found->plain);
	found->searched = fmin(found->searched, found->plain);
	if (found->seconds >= found->plain * (1 - gain_least))
		return;
	found->order = trial->best;
	trial->best = NULL;
}

enum status tree_mapping_find(const struct predict_options *options, const struct algorithm_use *use,
			      const struct tree_mapping_options *limits, struct tree_mapping *found, struct error *err)
{
	static const struct tree_mapping_options usual;
	struct tree_mapping_trial trial;
	enum status status;

	*found = (struct tree_mapping){.order = NULL};
	limits = limits ? limits : &usual;
	status = tree_mapping_trial_open(&trial, options, use, err);
	trial.progress = limits->progress;
	if (status == OK)
		status = plain(options, use, &trial, found, err);
	if (status == OK)
		status = tree_mapping_bound(options, use, &found->bound, &found->limit, err);
	if (status == OK)
		status = tree_mapping_root(options, use->call, &found->root, &found->root_limit, err);
	trial.bound = found->bound;
	if (status == OK)
		status = budget(&trial, limits, err);
	found->searched = found->plain;
	if (status == OK && found->alike)
		found->all = true;
	else if (status == OK)
		status = look_for(&trial, limits, found, err);
	if (status == OK)
		keep(&trial, found);
	tree_mapping_trial_release(&trial);
	if (status != OK)
		tree_mapping_release(found);
	return status;
}

void tree_mapping_release(struct tree_mapping *mapping)
{
	free(mapping->order);
	mapping->order = NULL;
}

double tree_mapping_gain(const struct tree_mapping *mapping)
{
	return mapping->plain > 0 ? 1 - mapping->seconds / mapping->plain : 0;
}
