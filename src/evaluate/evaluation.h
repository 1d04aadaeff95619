#ifndef SONDE_EVALUATE_EVALUATION_H
#define SONDE_EVALUATE_EVALUATION_H

#include "algorithm/algorithm.h"
#include "base/units.h"
#include "evaluate/model_list.h"
#include "sample/sample.h"

/*
 * Models that are evaluated against the same measurements: which models, what is measured, at which sizes. All
 * functions are Local.
 */

enum { CANDIDATE_NAME = 64, OPERATIONS_MOST = 32 };

/* What measuring something took, on the platform's clock. */
struct evaluation_cost {
	double experiments, messages, seconds;
};

/* A model, and what its estimation took. */
struct candidate {
	char name[CANDIDATE_NAME]; /* as the user says it: "hockney", "het-plogp", "lmo:mean" */
	const struct model_class *class;
	const struct method *method;
	bool apart;    /* "het-": it keeps pairs apart; else it is the average over all pairs */
	size_t source; /* the first of the evaluation that is fitted to the same experiments: itself, or one before */
	struct model *model;          /* owned; NULL until it is estimated */
	struct evaluation_cost taken; /* of several in one campaign: its own experiments, whoever shares them */
};

/* What is measured: round trips, or a collective operation by an algorithm. */
struct evaluation_operation {
	const struct algorithm_class *algorithm; /* NULL: round trips, with answers of the same size */
	bool named;                              /* the user named the algorithm too */
};

/* What was measured beside the models' own experiments, for all of them, and how it is called: "switch", "thresholds",
 * "held back". */
enum { PART_SWITCH, PART_THRESHOLDS, PART_HELD_OUT, EVALUATION_PARTS };
extern const char *const evaluation_part_names[EVALUATION_PARTS];

/* What the run is called in which several models are estimated together. */
#define EVALUATION_MODELS "models"

/* Starts zero-initialised; evaluation_release frees it. */
struct evaluation {
	struct candidate list[MODELS_MOST];
	size_t n;
	struct evaluation_operation operations[OPERATIONS_MOST];
	size_t n_operations;
	struct size_list sizes; /* held out: no model was fitted at them */
	size_t processes;
	struct evaluation_cost parts[EVALUATION_PARTS]; /* 0 experiments: there was no such part */
	double confidence;                              /* of the intervals of what is measured */
	double noise; /* s: what a gather must be longer by to have escalated (thresholds.h); 0: not known */
};

void evaluation_release(struct evaluation *evaluation);

/*
 * Reads "hockney,het-hockney,lmo:mean": classes by their names.
 *
 * - "het-" before a class: it keeps pairs apart (lmo always does).
 * - A colon and a method after it: not the default method.
 * - ERR_INPUT: no such class or method, one that is named twice, or more than MODELS_MOST.
 */
enum status evaluation_read_models(struct evaluation *evaluation, const char *names, struct error *err);

/*
 * Adds a model, which is fitted to the same experiments as one before of the same class and method.
 *
 * - There is room.
 */
void evaluation_add_model(struct evaluation *evaluation, const char *name, const struct model_class *class,
			  const struct method *method, bool apart);

/*
 * Reads "p2p,scatter,gather:linear": round trips and collective operations.
 *
 * - Operations: by their linear and binomial algorithms, or by the one after the colon.
 * - ERR_INPUT names what is not understood.
 */
enum status evaluation_read_operations(struct evaluation *evaluation, const char *names, struct error *err);

/* "p2p" or the operation's name, and "roundtrip" or the algorithm's. */
const char *evaluation_operation_name(const struct evaluation_operation *operation);
const char *evaluation_algorithm_name(const struct evaluation_operation *operation);

/*
 * The experiment of an operation.
 *
 * - link: of round trips.
 */
struct experiment evaluation_experiment(const struct evaluation_operation *operation, struct link link, size_t bytes);

/*
 * The pairs whose round trips are measured: all of at most 28, else 28 drawn at random by the seed.
 *
 * - pairs: has room for EVALUATION_PAIRS.
 * - Returns how many there are.
 */
enum { EVALUATION_PAIRS = 28 };
size_t evaluation_pairs(size_t processes, uint64_t seed, struct link *pairs);

#endif
