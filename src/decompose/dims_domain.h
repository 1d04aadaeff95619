#ifndef SONDE_DECOMPOSE_DIMS_DOMAIN_H
#define SONDE_DECOMPOSE_DIMS_DOMAIN_H

#include "decompose/domain.h"

/*
 * Spreads n processes over a domain: of all grids whose parts are as large as their borders that with the least
 * exchange.
 *
 * - model: complete; the least exchange_seconds count. NULL: the least exchange_bytes.
 * - Of equal ones (but for rounding) that with the least sum of dimensions counts, then that with the least largest
 *   one.
 * - dims[0 .. domain->ndims-1], in the domain's order: 0 where the dimension is to be found; those are set.
 * - ERR_INPUT, with dims as they were: n or a dimension below 1, no grid can be, the domain cannot be, or the model
 *   holds for fewer processes. ERR_* of model_paths. Local.
 */
enum status dims_create_for(const struct model *model, const struct domain *domain, const size_t border[DOMAIN_DIMS],
			    size_t n, size_t *dims, struct error *err);

#endif
