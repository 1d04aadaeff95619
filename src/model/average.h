#ifndef SONDE_MODEL_AVERAGE_H
#define SONDE_MODEL_AVERAGE_H

#include "model/model.h"

/* All functions are Local. */

/*
 * Gives each process one overhead in place of one for each link that it takes part in: their mean, since an overhead
 * belongs to a process (O'Flynn, thesis, 2009, 5.2).
 *
 * - Overheads per size: at the sizes of all of them.
 * - Intervals of what is replaced are dropped.
 * - Models whose parameters hold for every pair stay as they are.
 * - ERR_MEMORY.
 */
enum status model_share_overheads(struct model *model, struct error *err);

/*
 * A homogeneous model: the mean of each parameter over the links.
 *
 * - Parameters per size: at the sizes of all links.
 * - Intervals: there where all links have one; they are those of means of independent values.
 * - Hosts and provenance are kept, with a line "average of links".
 * - Ownership: the caller frees the model.
 * - NULL with ERR_INPUT if the model has parameters of processes or of the platform, or holds for every pair already;
 *   NULL with ERR_MEMORY.
 */
struct model *model_average(const struct model *model, struct error *err);

/*
 * As model_average, over groups of links.
 *
 * - groups[k]: the group of link k of the model; every group has at least one link.
 * - links: n_links of the new model; link l, of links[l], is the mean over those whose group is l.
 */
struct model *model_average_groups(const struct model *model, const size_t *groups, const struct link *links,
				   size_t n_links, struct error *err);

/*
 * The parameter, by index in the class, in which links differ most beyond their intervals; n_params if none does.
 *
 * - *low, *high: the indices of two links that differ in it.
 */
size_t model_differs(const struct model *model, size_t *low, size_t *high);

#endif
