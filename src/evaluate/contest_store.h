#ifndef SONDE_EVALUATE_CONTEST_STORE_H
#define SONDE_EVALUATE_CONTEST_STORE_H

#include "evaluate/contest.h"
#include "store/store.h"

/* Keeps with the run who takes part, with their models, what is measured and at which sizes, and what it took; the
 * run's timings are those that the models are held against. ERR_IO, ERR_MEMORY. Local, as is the other. */
enum status contest_save(struct store *store, int64_t run, const struct contest *contest, struct error *err);

/* The same, read again; processes is the run's. ERR_INPUT if the run holds no contest or it is damaged. contest_release
 * in any case. */
enum status contest_load(struct store *store, int64_t run, size_t processes, struct contest *contest,
			 struct error *err);

#endif
