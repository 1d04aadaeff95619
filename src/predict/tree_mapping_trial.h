#ifndef SONDE_PREDICT_TREE_MAPPING_TRIAL_H
#define SONDE_PREDICT_TREE_MAPPING_TRIAL_H

#include "predict/predict.h"
#include "predict/tree_order.h"

/*
 * A search for an order while it goes on: the call that is tried, the best order until now, and what is left of the
 * budget. All functions are Local.
 */
struct tree_mapping_trial {
	const struct predict_options *options;
	const struct progress *progress;
	struct algorithm_use use; /* of call */
	struct call call;         /* its order is tried */
	int n;
	int *tried, *best; /* orders */
	double seconds;    /* of the best */
	double bound;      /* no order is quicker */
	size_t simulations, most;
};

/* A trial of the call's places, without an order that is known. ERR_MEMORY; tree_mapping_trial_release in any case. */
enum status tree_mapping_trial_open(struct tree_mapping_trial *trial, const struct predict_options *options,
				    const struct algorithm_use *use, struct error *err);
void tree_mapping_trial_release(struct tree_mapping_trial *trial);

/* Exchanges two places of an order. */
static inline void tree_mapping_exchange(int *order, int a, int b)
{
	int kept = order[a];

	order[a] = order[b];
	order[b] = kept;
}

/* Whether nothing more need be tried: the budget is spent, or the best order is as quick as any can be. */
bool tree_mapping_trial_ends(const struct tree_mapping_trial *trial);

/*
 * Simulates trial->tried, which becomes the best order if it is quicker.
 *
 * - *seconds: what it takes; INFINITY if it takes longer than at_most, as far as that is seen early.
 * - Errors: as predict_simulation.
 */
enum status tree_mapping_trial_run(struct tree_mapping_trial *trial, double at_most, double *seconds,
				   struct error *err);

/* Tries all orders, while the budget lasts. *all: they were. */
enum status tree_mapping_try_all(struct tree_mapping_trial *trial, bool *all, struct error *err);

/* Searches by exchanges from several orders on. */
enum status tree_mapping_search(struct tree_mapping_trial *trial, struct error *err);

/*
 * Orders to begin from, into trial->tried: processes by what messages take to and from them, the quickest at the places
 * through which most goes, or, slow_first, the slowest.
 *
 * - Errors: as schedule_build, ERR_MEMORY.
 */
enum status tree_mapping_ranked(struct tree_mapping_trial *trial, bool slow_first, struct error *err);

#endif
