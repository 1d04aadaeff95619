#ifndef SONDE_MODEL_AVERAGE_H
#define SONDE_MODEL_AVERAGE_H

#include "model/model.h"

/*
 * Gives each process one overhead in place of one for each link that it takes part in: their mean, since an overhead
 * belongs to a process (Lastovetsky, Rychkov, O'Flynn 2009, 5.2); one per size, at the sizes of all of them. Intervals
 * of what is replaced are dropped. Models whose parameters hold for every pair stay as they are. ERR_MEMORY. Local.
 */
enum status model_share_overheads(struct model *model, struct error *err);

/*
 * A homogeneous model: the mean of each parameter over the links, per size at the sizes of all of them. Intervals, of
 * means of independent values, are there where all links have one. Hosts and provenance are kept, with a line "average
 * of links". ERR_INPUT if the model has parameters of processes or of the platform, or holds for every pair already;
 * ERR_MEMORY. NULL then. The caller frees it. Local.
 */
struct model *model_average(const struct model *model, struct error *err);

/*
 * The same over groups of links: link l of the new model, of links[l], is the mean over those whose group is l; every
 * group has at least one. groups[k] is that of link k of the model.
 */
struct model *model_average_groups(const struct model *model, const size_t *groups, const struct link *links,
				   size_t n_links, struct error *err);

/*
 * The parameter, by index in the class, in which links differ most beyond their intervals, and two links that do, in
 * *low and *high: indices. n_params if none does. Local.
 */
size_t model_differs(const struct model *model, size_t *low, size_t *high);

#endif
