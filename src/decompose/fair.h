#ifndef SONDE_DECOMPOSE_FAIR_H
#define SONDE_DECOMPOSE_FAIR_H

#include "decompose/tree.h"

/* Trees whose messages share ports, as they do under TCP. All functions are Local. */

/*
 * Whether messages of the domain's trees share ports by the model: it says that ports are fair, knows layouts, and
 * holds for all pairs.
 */
bool fair_applies(const struct model *model, const struct domain *domain);

/*
 * As tree_seconds, where fair_applies.
 *
 * - A send call that is much shorter by itself than in a stream leaves its message under way: what is sent next shares
 *   the sender's port with it.
 * - Short messages to one receiver flow at the same time and share its port, whichever it receives first. Those that
 *   wait for their receiver come in turn.
 * - Errors: as tree_seconds.
 */
enum status fair_seconds(const struct model *model, const struct domain *domain, const struct part_messages *messages,
			 size_t processes, bool gather, double *seconds, struct error *err);

#endif
