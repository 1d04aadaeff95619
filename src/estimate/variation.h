#ifndef SONDE_ESTIMATE_VARIATION_H
#define SONDE_ESTIMATE_VARIATION_H

#include "estimate/method/options.h"

/*
 * Finds by how much long messages vary while as many go the other way, MODEL_VARIATION: on average so much longer one
 * takes than the quickest, as a part of it.
 *
 * - By the first of two exchanges by MPI_Isend, timed by either process (EXPERIMENT_EXCHANGE). What took turns, 1.5
 *   times as long as the quickest or longer, does not count. Nothing is found if that is more than half, or if fewer
 *   than ten are left.
 * - It includes how far apart the two begin, which is part of how late messages are in programs, too.
 * - Only where messages without data go behind the data of their direction (MODEL_CONTROL): there it decides when
 *   messages that cross begin to take turns.
 * - bytes: of each message; 0: nothing is found.
 * - The fact has a text beside it, of the same name with MODEL_SEEN.
 * - The experiments go into the prober's campaign, as far as it does not hold them.
 * - ERR_* of the platform or the sink, ERR_MEMORY.
 * - Runs on the platform.
 */
enum status variation_find(struct prober *prober, struct link link, size_t bytes, struct model *model,
			   struct error *err);

#endif
