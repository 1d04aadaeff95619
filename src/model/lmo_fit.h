#ifndef SONDE_MODEL_LMO_FIT_H
#define SONDE_MODEL_LMO_FIT_H

#include "model/model.h"

/*
 * Sets all parameters of an lmo model of n >= 3 processes, whose links are those of lmo_links, from round trips of 0
 * and of M bytes (answers alike) between all pairs, measured from the lower process, and one-to-two experiments of 0
 * and of M bytes at all processes with two others. M is the smallest size of these above 0. With T_ij(m) the round trip
 * and T_ijk(m) the one-to-two:
 *
 *   C_i = (T_ijk(0) - max T_ix(0)) / 2,  t_i = (T_ijk(M) - max (T_ix(0) + T_ix(M)) / 2 - 2 C_i) / M,  x = j, k
 *   L_ij = T_ij(0) / 2 - C_i - C_j,  1/beta_ij = (T_ij(M) / 2 - C_i - L_ij - C_j) / M - t_i - t_j
 *
 * slowness_limit is 0 for means of C and t over all triplets (Lastovetsky, Rychkov, O'Flynn 2009, (4.10)); else they
 * are means over those whose slower partner, x of the max, is at most so many times as slow as that of the process'
 * quickest triplet: a slow partner's transfer hides the process' own. Of round trips of two sizes beyond M, where they
 * are there, rendezvous_alpha and rendezvous_beta are the line; and rendezvous_hold is 1 or 0, whichever explains the
 * one-to-twos of the smaller one better: the second message leaves when the first is delivered, or when it has left (1
 * if that is much the same); absent without one-to-twos of that size. Triplets with experiments that were not measured
 * are left out. ERR_INPUT for fewer than 3 processes, or naming a process without any triplet or a pair that was not
 * measured; ERR_MEMORY. Local.
 */
enum status lmo_fit(struct model *model, const struct points *points, double slowness_limit, struct error *err);

/* The links of a model of so many processes: the processes, the pairs, LINK_ANY for the platform. *links is allocated
 * for the caller to free; *n is how many. ERR_MEMORY. Local. */
enum status lmo_links(size_t processes, struct link **links, size_t *n, struct error *err);

#endif
