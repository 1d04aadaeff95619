#ifndef SONDE_CLI_RUNS_TABLE_H
#define SONDE_CLI_RUNS_TABLE_H

#include "base/table.h"
#include "store/store.h"

/* Both: NULL with err set on failure of the store or of memory; freed by the caller. Local. */

/* The runs of a store, a row each: id, name, purpose, started, ended ("interrupted"), platform, library, processes,
 * points, observations, verdict on the machine, its main state and how many there were. */
struct table *runs_list(struct store *store, struct error *err);

/* All that is known of a run but its timings: what, value. */
struct table *runs_show(struct store *store, const struct run *run, struct error *err);

#endif
