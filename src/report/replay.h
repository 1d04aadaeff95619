#ifndef SONDE_REPORT_REPLAY_H
#define SONDE_REPORT_REPLAY_H

#include "base/table.h"
#include "explain/efficiency.h"
#include "explain/waits.h"
#include "replay/replay.h"
#include "simulate/simulate.h"

/*
 * What each process of a traced program takes, beside what was recorded; with breakdown (recorded simulations only)
 * where its time goes.
 *
 * - The simulation has ended.
 * - causes: of its waits; NULL: they are not known.
 * - NULL if memory does not suffice. Local.
 */
struct table *replay_table(const struct simulation *simulation, const struct replay *replay,
			   const struct wait_causes *causes, bool breakdown);

/* Adds the factors of the parallel efficiency to the summary. Local. */
void replay_table_efficiency(struct table *table, const struct efficiency *efficiency);

/* A traced program under several models: a row of each. NULL if memory does not suffice. Local, as is the next. */
struct table *replay_models_table(void);
void replay_model_row(struct table *table, const char *model, const char *file, const struct simulation *simulation,
		      const struct replay_found *found);

/* Regions of processes, predicted beside recorded. NULL if memory does not suffice. Local. */
struct table *replay_regions_table(const struct simulation *simulation, const struct replay_found *found);

#endif
