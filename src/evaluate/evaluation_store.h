#ifndef SONDE_EVALUATE_EVALUATION_STORE_H
#define SONDE_EVALUATE_EVALUATION_STORE_H

#include "evaluate/evaluation.h"
#include "store/store.h"

/* All functions are Local. */

/*
 * Keeps the evaluation with the run: its models, what is measured and at which sizes, and what it took.
 *
 * - The run's timings are those that the models are evaluated against.
 * - ERR_IO, ERR_MEMORY.
 */
enum status evaluation_save(struct store *store, int64_t run, const struct evaluation *evaluation, struct error *err);

/*
 * Reads the evaluation of a run again.
 *
 * - processes: the run's.
 * - Ownership: evaluation_release in any case.
 * - ERR_INPUT if the run holds no evaluation or it is damaged; ERR_IO, ERR_MEMORY.
 */
enum status evaluation_load(struct store *store, int64_t run, size_t processes, struct evaluation *evaluation,
			    struct error *err);

#endif
