#include "decompose/dims_domain.h"

#include "decompose/dims.h"
#include "decompose/exchange.h"
#include "decompose/intervals.h"
#include "simulate/simulate.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* The best grid so far. */
struct dims_choice {
	const struct model *model;
	const struct domain *domain;
	const size_t *border;
	struct grid best;
	double cost; /* seconds, or bytes; INFINITY: there is no grid yet */
	enum status status;
	struct error *err;
};

static size_t sum_of(const struct grid *grid)
{
	return grid->n[0] + grid->n[1] + grid->n[2];
}

static size_t largest_of(const struct grid *grid)
{
	size_t most = grid->n[0] > grid->n[1] ? grid->n[0] : grid->n[1];

	return most > grid->n[2] ? most : grid->n[2];
}

static bool is_better(const struct dims_choice *c, const struct grid *grid, double cost)
{
	double apart = TIMES_ROUNDING * fabs(c->cost);
	size_t sum = sum_of(grid), best = sum_of(&c->best);

	if (c->cost == INFINITY || cost < c->cost - apart)
		return true;
	if (cost > c->cost + apart)
		return false;
	return sum < best || (sum == best && largest_of(grid) < largest_of(&c->best));
}

static bool consider(const size_t *dims, size_t ndims, void *work)
{
	struct dims_choice *c = work;
	struct grid grid = {{1, 1, 1}};
	double cost;

	memcpy(grid.n, dims, ndims * sizeof(*dims));
	if (!exchange_is_possible(c->domain, &grid, c->border))
		return true;
	if (c->model)
		c->status = exchange_seconds(c->model, c->domain, &grid, c->border, &cost, c->err);
	else
		cost = exchange_bytes(c->domain, &grid, c->border);
	if (c->status == OK && is_better(c, &grid, cost)) {
		c->best = grid;
		c->cost = cost;
	}
	return c->status == OK;
}

enum status dims_create_for(const struct model *model, const struct domain *domain, const size_t border[DOMAIN_DIMS],
			    size_t n, size_t *dims, struct error *err)
{
	struct dims_choice c = {.model = model, .domain = domain, .border = border, .cost = INFINITY, .err = err};
	char text[64];

	c.status = domain_check(domain, err);
	if (c.status == OK && (n < 1 || n > INT_MAX))
		c.status = error_set(err, ERR_INPUT, "%zu processes: at least 1 and at most %d", n, INT_MAX);
	if (c.status == OK && model)
		c.status = model_costs_check(model, (int)n, err);
	if (c.status == OK)
		dims_each(n, domain->ndims, dims, consider, &c);
	if (c.status == OK && c.cost == INFINITY)
		c.status = error_set(err, ERR_INPUT,
				     "no grid of %zu processes has the dimensions that are given, and parts of %s "
				     "elements that are as large as their borders",
				     n, grid_name(domain->extent, domain->ndims, text, sizeof(text)));
	if (c.status == OK)
		memcpy(dims, c.best.n, domain->ndims * sizeof(*dims));
	return c.status;
}
