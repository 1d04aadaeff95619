/*
 * Surface of a box of sides 1/d_1, 1/d_2, ...: 2 sum_i prod_{j != i} 1/d_j = 2 (d_1 + d_2 + ...) / (d_1 d_2 ...), so
 * that of all grids of n processes the one with the least sum of dimensions has the least surface.
 */
#include "decompose/dims.h"

#include <stdint.h>
#include <string.h>

/* Dimensions that are still to be found, and what they are given to. */
struct enumeration {
	size_t *dims, ndims;
	size_t free[DIMS_MOST], n_free;
	bool (*visit)(const size_t *dims, size_t ndims, void *work);
	void *work;
};

/* The dimensions from free[at] on get all factors of n. */
static bool enumerate(const struct enumeration *e, size_t at, size_t n)
{
	if (at + 1 == e->n_free) {
		e->dims[e->free[at]] = n;
		return e->visit(e->dims, e->ndims, e->work);
	}
	for (size_t d = 1; d <= n / d; d++) {
		if (n % d)
			continue;
		e->dims[e->free[at]] = d;
		if (!enumerate(e, at + 1, n / d))
			return false;
		e->dims[e->free[at]] = n / d;
		if (n / d > d && !enumerate(e, at + 1, d))
			return false;
	}
	return true;
}

void dims_each(size_t n, size_t ndims, size_t *dims, bool (*visit)(const size_t *dims, size_t ndims, void *work),
	       void *work)
{
	struct enumeration e = {.dims = dims, .ndims = ndims, .visit = visit, .work = work};

	for (size_t i = 0; i < ndims; i++) {
		if (dims[i] == 0) {
			e.free[e.n_free++] = i;
			continue;
		}
		if (n % dims[i])
			return;
		n /= dims[i];
	}
	if (e.n_free > 0)
		enumerate(&e, 0, n);
	else if (n == 1)
		visit(dims, ndims, work);
	for (size_t i = 0; i < e.n_free; i++)
		dims[e.free[i]] = 0;
}

/* Factors that are found in descending order: fewer ways, each once. best is that with the least sum, then the least
 * first factor. */
struct dims_search {
	size_t current[DIMS_MOST], best[DIMS_MOST], n;
	size_t least;
};

/* The least sum that n factors of a product have is above that of the nearest power, which is not looked for: each is
 * 1 at least. */
static void search(struct dims_search *s, size_t at, size_t product, size_t most, size_t sum)
{
	size_t left = s->n - at;

	if (sum + left > s->least)
		return;
	if (left == 1) {
		if (product > most || sum + product > s->least ||
		    (sum + product == s->least && s->current[0] >= s->best[0]))
			return;
		s->current[at] = product;
		s->least = sum + product;
		memcpy(s->best, s->current, s->n * sizeof(s->best[0]));
		return;
	}
	for (size_t d = 1; d <= product / d; d++) {
		size_t pair[2] = {product / d, d};

		for (int i = 0; i < 2 && product % d == 0; i++) {
			if (pair[i] > most || (i == 1 && pair[0] == d))
				continue;
			s->current[at] = pair[i];
			search(s, at + 1, product / pair[i], pair[i], sum + pair[i]);
		}
	}
}

static enum status check(int n, int ndims, const int *dims, size_t *product, size_t *n_free, struct error *err)
{
	if (n < 1 || ndims < 1 || ndims > DIMS_MOST)
		return error_set(err, ERR_INPUT,
				 "%d processes in %d dimensions: at least 1 process, and 1 to %d dimensions", n, ndims,
				 DIMS_MOST);
	*product = 1;
	*n_free = 0;
	for (int i = 0; i < ndims; i++) {
		if (dims[i] < 0)
			return error_set(err, ERR_INPUT,
					 "dimension %d is %d: it is 0 if it is to be found, else 1 or more", i,
					 dims[i]);
		*n_free += dims[i] == 0;
		if (dims[i] > 0 && (size_t)n % (*product * (size_t)dims[i]))
			return error_set(err, ERR_INPUT,
					 "%d processes are no multiple of the dimensions that are given", n);
		*product *= dims[i] > 0 ? (size_t)dims[i] : 1;
	}
	if (*n_free == 0 && *product != (size_t)n)
		return error_set(err, ERR_INPUT, "the dimensions that are given make %zu processes, not %d", *product,
				 n);
	return OK;
}

enum status dims_create(int n, int ndims, int *dims, struct error *err)
{
	struct dims_search s = {.least = SIZE_MAX};
	size_t product = 1, at = 0;
	enum status status = check(n, ndims, dims, &product, &s.n, err);

	if (status != OK || s.n == 0)
		return status;
	search(&s, 0, (size_t)n / product, SIZE_MAX, 0);
	for (int i = 0; i < ndims; i++)
		if (dims[i] == 0)
			dims[i] = (int)s.best[at++];
	return OK;
}
