#include "predict/decompositions.h"

#include "model/paths.h"
#include "simulate/simulate.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* The quicker of the trees that the grid allows. */
static enum status spread(const struct model *model, const struct domain *domain, const struct grid *grid, bool gather,
			  double *seconds, enum domain_tree *tree, struct error *err)
{
	enum status status = domain_spread(model, domain, grid, DOMAIN_FLAT, gather, seconds, err);
	double binomial = INFINITY;

	*tree = DOMAIN_FLAT;
	if (status == OK && domain_has_tree(grid, DOMAIN_BINOMIAL))
		status = domain_spread(model, domain, grid, DOMAIN_BINOMIAL, gather, &binomial, err);
	if (status == OK && binomial < *seconds) {
		*seconds = binomial;
		*tree = DOMAIN_BINOMIAL;
	}
	return status;
}

static enum status consider(const struct model *model, const struct domain *domain, size_t exchanges,
			    struct decomposition *c, struct error *err)
{
	enum status status = spread(model, domain, &c->grid, false, &c->scatter, &c->scatter_tree, err);

	if (status == OK)
		status = spread(model, domain, &c->grid, true, &c->gather, &c->gather_tree, err);
	if (status == OK)
		status = domain_exchange(model, domain, &c->grid, &c->exchange, err);
	c->seconds = c->scatter + c->gather + (double)exchanges * c->exchange;
	return status;
}

static int by_seconds(const void *a, const void *b)
{
	const struct decomposition *x = a, *y = b;

	return (x->seconds > y->seconds) - (x->seconds < y->seconds);
}

/* Bytes are counted in size_t, with room for parts that are rounded up. */
static bool is_countable(const struct domain *domain)
{
	size_t most = SIZE_MAX / 4;

	return domain->border <= most / 2 && domain->height <= most / domain->width / domain->element &&
	       (domain->border == 0 || (domain->width <= most - 2 * domain->border &&
					domain->width + 2 * domain->border <= most / domain->border / domain->element));
}

enum status decompositions_rank(const struct model *model, const struct domain *domain, size_t processes,
				size_t exchanges, struct decomposition **list, size_t *n, struct error *err)
{
	enum status status = OK;

	*n = 0;
	*list = NULL;
	if (processes > INT_MAX)
		return error_set(err, ERR_INPUT, "%zu processes: %d at most are allowed", processes, INT_MAX);
	if (model_costs_check(model, (int)processes, err) != OK ||
	    (domain->node && model_costs_check(domain->within, (int)processes, err) != OK))
		return ERR_INPUT;
	if (!is_countable(domain))
		return error_set(err, ERR_INPUT,
				 "a domain of %zux%zu elements of %zu bytes, with a border of %zu: it is too large, "
				 "%zu bytes at most are allowed",
				 domain->width, domain->height, domain->element, domain->border, SIZE_MAX / 4);
	*list = calloc(processes, sizeof(**list));
	if (!*list)
		return error_memory(err, "a list of grids");
	for (size_t x = 1; status == OK && x <= processes; x++) {
		struct decomposition *c = &(*list)[*n];
		size_t y = processes / x;

		if (processes % x || domain->width / x < (x > 1 && domain->border ? domain->border : 1) ||
		    domain->height / y < (y > 1 && domain->border ? domain->border : 1))
			continue;
		c->grid = (struct grid){x, y};
		c->part = (struct grid){(domain->width + x - 1) / x, (domain->height + y - 1) / y};
		status = consider(model, domain, exchanges, c, err);
		(*n)++;
	}
	if (status == OK && *n == 0)
		status = error_set(err, ERR_INPUT,
				   "no grid of %zu processes has parts of %zux%zu elements that are as large as their "
				   "border of %zu: take fewer processes",
				   processes, domain->width, domain->height, domain->border);
	qsort(*list, *n, sizeof(**list), by_seconds);
	return status;
}

enum decomposition_reason decompositions_reason(const struct decomposition *best, const struct decomposition *second,
						size_t exchanges)
{
	double scatter = second->scatter - best->scatter, gather = second->gather - best->gather,
	       exchange = (double)exchanges * (second->exchange - best->exchange);

	if (second->seconds <= best->seconds)
		return REASON_NONE;
	return exchange >= scatter && exchange >= gather ? REASON_EXCHANGE
	       : scatter >= gather                       ? REASON_SCATTER
							 : REASON_GATHER;
}

bool decompositions_unknown_strides(const struct model *model, const struct domain *domain,
				    const struct decomposition *list, size_t n, struct stride_range *needed,
				    struct stride_range *known)
{
	bool says = paths_strides(model, (struct link){0, 1}, &known->least, &known->most);
	double low, high;

	*needed = (struct stride_range){INFINITY, 0};
	if (!says)
		*known = (struct stride_range){NAN, NAN};
	for (size_t i = 0; i < n; i++) {
		if (!domain_strides(domain, &list[i].grid, &low, &high))
			continue;
		needed->least = fmin(needed->least, low);
		needed->most = fmax(needed->most, high);
	}
	return paths_know_layouts(model) && needed->least <= needed->most &&
	       !(needed->least >= known->least && needed->most <= known->most); /* so for NAN */
}

struct negative_times decompositions_negative(const struct decomposition *list, size_t n)
{
	struct negative_times times = {.all = 0};

	for (size_t i = 0; i < n; i++) {
		negative_times_add(&times, list[i].scatter);
		negative_times_add(&times, list[i].gather);
		negative_times_add(&times, list[i].exchange);
		negative_times_add(&times, list[i].seconds);
	}
	return times;
}
