#ifndef SONDE_PREDICT_DOMAIN_H
#define SONDE_PREDICT_DOMAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "model/model.h"

/*
 * What a regular domain's decomposition costs in messages: the estimators of Seinstra, Koelma 2002, Fig. 6. All
 * functions are Local.
 */

/* A domain of width x height elements, stored row by row; each part of it keeps so many elements of its neighbours on
 * every side. */
struct domain {
	size_t width, height;
	size_t element;             /* bytes */
	size_t border;              /* elements */
	const int *node;            /* of each process, row by row; NULL: one model holds for all pairs */
	const struct model *within; /* with node: the model that holds within a node */
};

/* x processes side by side and y one above the other; parts are as large as the largest of them: ceil(width / x) by
 * ceil(height / y). */
struct grid {
	size_t x, y;
};

/* How the parts get from the root to all, or back: one after the other, or along a binomial tree, in which the block
 * sent at step i is 1 / 2^i of the domain (the figure prints 1 / (2 i)). */
enum domain_tree { DOMAIN_FLAT, DOMAIN_BINOMIAL };

/* True if the tree exists for the grid: a binomial one for powers of 2. */
bool domain_has_tree(const struct grid *grid, enum domain_tree tree);

/*
 * The least and the greatest stride of the noncontiguous data that scatter, gather and exchange of borders send.
 *
 * - In blocks; scatter and gather by either tree that there is.
 * - false, with neither, if all data are contiguous: one column of processes.
 */
bool domain_strides(const struct domain *domain, const struct grid *grid, double *least, double *most);

/*
 * Seconds to scatter the domain over the grid, or to gather it: the greater of the root's time and that of the last to
 * be served.
 *
 * - The tree exists; the model is complete.
 * - Gather: nc becomes cn, and the receive path takes the place of the send path.
 * - With one column of processes the root's data are contiguous.
 * - Strides, if the model knows them: rows of noncontiguous data are x blocks apart, from step to step of a binomial
 *   tree 2, 4, ... x. The nearest one that the model knows counts.
 * - ERR_* of model_paths.
 */
enum status domain_spread(const struct model *model, const struct domain *domain, const struct grid *grid,
			  enum domain_tree tree, bool gather, double *seconds, struct error *err);

/*
 * Seconds of an exchange of borders: columns to the right and to the left (nn), then rows up and down (cc), one full
 * path each.
 *
 * - Rows go with the corners that came with the columns.
 * - There is no exchange in a direction without neighbours.
 * - Errors: as domain_spread.
 */
enum status domain_exchange(const struct model *model, const struct domain *domain, const struct grid *grid,
			    double *seconds, struct error *err);

#endif
