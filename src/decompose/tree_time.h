#ifndef SONDE_DECOMPOSE_TREE_TIME_H
#define SONDE_DECOMPOSE_TREE_TIME_H

#include "decompose/tree.h"

/* What the messages of a tree take. All functions are Local. */

/*
 * Whether messages of the domain's trees share ports by the model, as they do under TCP: it says that ports are fair,
 * knows layouts, and holds for all pairs. Those of up to the model's in_turn_bytes leave one after the other all the
 * same.
 */
bool tree_shares_ports(const struct model *model, const struct domain *domain);

/*
 * Seconds of a scatter or broadcast of these messages among so many processes, or, with gather, of the same messages
 * the other way, in the opposite order.
 *
 * - A send keeps its sender busy for its send path, and its receiver goes on after the full path. A receive keeps its
 *   receiver busy for its receive path.
 * - With a flat tree, and with a binomial tree whose send paths are no longer than the full ones, that is what
 *   Seinstra, Koelma 2002, Fig. 6 has, with 2^i in place of 2 i.
 * - Where ports are shared (tree_shares_ports): a send call that is much shorter by itself than in a stream leaves its
 *   message under way: what is sent next shares the sender's port with it. Short messages to one receiver flow at the
 *   same time and share its port, whichever it receives first. Those that wait for their receiver come in turn.
 * - ERR_* of model_paths, ERR_MEMORY.
 */
enum status tree_seconds(const struct model *model, const struct domain *domain, const struct part_messages *messages,
			 size_t processes, bool gather, double *seconds, struct error *err);

#endif
