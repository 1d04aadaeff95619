#ifndef SONDE_EVALUATE_EVALUATION_STORE_H
#define SONDE_EVALUATE_EVALUATION_STORE_H

#include "evaluate/evaluation.h"
#include "store/store.h"

/* Keeps with the run who takes part, with their models, what is measured and at which sizes, and what it took; the
 * run's timings are those that the models are held against. ERR_IO, ERR_MEMORY. Local, as is the other. */
enum status evaluation_save(struct store *store, int64_t run, const struct evaluation *evaluation, struct error *err);

/* The same, read again; processes is the run's. ERR_INPUT if the run holds no evaluation or it is damaged.
 * evaluation_release in any case. */
enum status evaluation_load(struct store *store, int64_t run, size_t processes, struct evaluation *evaluation,
			    struct error *err);

#endif
