#ifndef SONDE_STORE_FOUND_H
#define SONDE_STORE_FOUND_H

#include "store/store.h"

/* What a run found beyond its timings: thresholds, an evaluation of models. All of this is Local. */

/* Keeps thresholds with the run, in the place of those that it had. One transaction, as with store_set_evaluation. */
enum status store_set_thresholds(struct store *store, int64_t run, const struct run_thresholds *thresholds,
				 struct error *err);

/* The same, read again, for the caller to release; *known is false if the run has none. */
enum status store_thresholds(struct store *store, int64_t run, struct run_thresholds *thresholds, bool *known,
			     struct error *err);

/* What measuring something took. */
struct run_cost {
	double experiments, messages, seconds;
};

/* A model that was evaluated. */
struct evaluated_model {
	char *name, *model, *method; /* as the user gave it; class and method */
	bool apart;                  /* with parameters of each pair */
	char *file;                  /* the model as JSON */
	struct run_cost cost;
};

/* What it was evaluated by. */
struct evaluated_operation {
	char *operation, *algorithm; /* algorithm NULL: round trips */
};

/* What was measured besides: the switch and thresholds of the platform; the timings that models are evaluated by. */
enum stored_part { STORED_SWITCH, STORED_THRESHOLDS, STORED_HELD_OUT, STORED_PARTS };

/* An evaluation of models; stored_evaluation_release frees it. */
struct stored_evaluation {
	struct evaluated_model *models;
	size_t n_models;
	struct evaluated_operation *operations;
	size_t n_operations;
	struct size_list sizes;              /* held out: no model was fitted at them */
	struct run_cost parts[STORED_PARTS]; /* 0 experiments: there was no such part */
	double confidence;                   /* of the intervals of what is measured */
	double noise;                        /* s: what a gather must be longer by to have escalated; 0: not known */
};
void stored_evaluation_release(struct stored_evaluation *evaluation);

/* Keeps it with the run, which has none yet. */
enum status store_set_evaluation(struct store *store, int64_t run, const struct stored_evaluation *evaluation,
				 struct error *err);

/* ERR_INPUT if the run has none. */
enum status store_evaluation(struct store *store, int64_t run, struct stored_evaluation *evaluation, struct error *err);

#endif
