#ifndef SONDE_MODEL_LMO_FIT_H
#define SONDE_MODEL_LMO_FIT_H

#include "model/model.h"

/* All functions are Local. */

/*
 * Sets all parameters of an lmo model of n >= 3 processes whose links are those of lmo_links.
 *
 * With T_ij(m) the round trip, T_ijk(m) the one-to-two experiment and x = j, k:
 *
 *   C_i = (T_ijk(0) - max T_ix(0)) / 2,  t_i = (T_ijk(M) - max (T_ix(0) + T_ix(M)) / 2 - 2 C_i) / M
 *   L_ij = T_ij(0) / 2 - C_i - C_j,  1/beta_ij = (T_ij(M) / 2 - C_i - L_ij - C_j) / M - t_i - t_j
 *
 * - points: round trips of 0 and of M bytes (answers alike) between all pairs, measured from the lower process, and
 *   one-to-two experiments of 0 and of M bytes at all processes with two others. M is the smallest size of these above
 *   0.
 * - slowness_limit: 0 for means over all triplets: of C and t over those of a process, of L and 1/beta over those of
 *   a pair with any third, each with its own C and t (O'Flynn, thesis, 2009, (4.10)). Else C and t
 *   are means over those whose slower partner, x of the max, is at most so many times as slow as that of the process'
 *   quickest triplet: a slow partner's transfer hides the process' own.
 * - rendezvous_alpha, rendezvous_beta: the line through round trips of two sizes beyond M, where they are there.
 * - rendezvous_hold: 1 if the second message leaves when the first is delivered, 0 if when it has left, whichever
 *   explains the one-to-twos of the smaller of these sizes better (1 if that is much the same); absent without them.
 * - link: (RTT_4 - RTT_1) / 3M of a train of four messages of M bytes, where that is above both ports and what the
 * calls of M bytes take. Where the calls take as long, it is what the network needs for a byte of a message alone, at
 * most the train's; 0 where a port needs as much. Absent without trains, or where calls were not measured.
 * - Triplets with experiments that were not measured are left out.
 * - ERR_INPUT for fewer than 3 processes, or naming a process without any triplet or a pair that was not measured;
 *   ERR_MEMORY.
 */
enum status lmo_fit(struct model *model, const struct points *points, double slowness_limit, struct error *err);

/* Messages of the trains that tell links from ports. */
enum { LMO_TRAIN = 4 };

/*
 * The links of a model of so many processes: the processes, the pairs, and LINK_ANY for the platform.
 *
 * - *links: *n of them, allocated; the caller frees them.
 * - ERR_MEMORY.
 */
enum status lmo_links(size_t processes, struct link **links, size_t *n, struct error *err);

#endif
