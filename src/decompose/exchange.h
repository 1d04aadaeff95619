#ifndef SONDE_DECOMPOSE_EXCHANGE_H
#define SONDE_DECOMPOSE_EXCHANGE_H

#include "decompose/domain.h"

/* What processes that have parts of a domain send each other. All functions are Local. */

/*
 * Whether every part is as large as its border in the dimensions that are cut, and no process is without elements.
 *
 * - border: elements on either side, in each dimension.
 */
bool exchange_is_possible(const struct domain *domain, const struct grid *grid, const size_t border[DOMAIN_DIMS]);

/*
 * The message of a part's border in dimension d to its neighbour: of the largest part.
 *
 * - Memory has the part with borders on all sides. The message goes with the corners that came in the dimensions
 * before.
 * - from, to: 0 and the next place in the dimension.
 * - false if there is none: a border of 0, or the dimension is not cut.
 */
bool exchange_message(const struct domain *domain, const struct grid *grid, const size_t border[DOMAIN_DIMS], size_t d,
		      struct part_message *message);

/* The most bytes that a part sends in an exchange: such a message to each of its neighbours, of which a part at the end
 * of a dimension that is not periodic has one there. */
double exchange_bytes(const struct domain *domain, const struct grid *grid, const size_t border[DOMAIN_DIMS]);

/* The process after this one in dimension d, with which it exchanges borders; false: it has none. */
bool exchange_neighbour(const struct domain *domain, const struct grid *grid, size_t process, size_t d, size_t *next);

/*
 * Seconds of an exchange of borders: dimension by dimension up and down, each a full path of the slowest pair of
 * neighbours (Seinstra, Koelma 2002, Fig. 6).
 *
 * - There is no exchange in a dimension of one process, periodic or not.
 * - ERR_* of model_paths.
 */
enum status exchange_seconds(const struct model *model, const struct domain *domain, const struct grid *grid,
			     const size_t border[DOMAIN_DIMS], double *seconds, struct error *err);

/*
 * Seconds until the parts of one grid have become those of another: each process sends what it has of others' new
 * parts, and receives what it lacks of its own.
 *
 * - That of a process is the longer of its sends and its receives, one after the other, the last of them on its full
 *   path; the slowest process counts.
 * - ERR_* of model_paths.
 */
enum status redistribution_seconds(const struct model *model, const struct domain *domain, const struct grid *from,
				   const struct grid *to, double *seconds, struct error *err);

/* The least and greatest stride of the noncontiguous data of an exchange; false, with neither, if there are none. */
bool exchange_strides(const struct domain *domain, const struct grid *grid, const size_t border[DOMAIN_DIMS],
		      double *least, double *most);

#endif
