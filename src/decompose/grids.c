#include "decompose/grids.h"

#include "base/memory.h"
#include "decompose/dims.h"
#include "decompose/exchange.h"

#include <string.h>

struct grids_taking {
	struct grids *grids;
	const struct sequence *sequence;
	bool out_of_memory;
};

static bool fits(const struct sequence *sequence, const struct grid *grid)
{
	if (!exchange_is_possible(&sequence->domain, grid, sequence->least))
		return false;
	for (size_t i = 0; i < sequence->n; i++)
		if (sequence->steps[i].kind == STEP_EXCHANGE &&
		    !exchange_is_possible(&sequence->domain, grid, sequence->steps[i].border))
			return false;
	return true;
}

static bool take(const size_t *dims, size_t ndims, void *work)
{
	struct grids_taking *g = work;
	struct grid grid = {{1, 1, 1}}, *list;

	memcpy(grid.n, dims, ndims * sizeof(*dims));
	if (!fits(g->sequence, &grid))
		return true;
	list = memory_grow(g->grids->list, &g->grids->capacity, g->grids->n + 1, sizeof(*list));
	g->out_of_memory = !list;
	if (list) {
		g->grids->list = list;
		list[g->grids->n++] = grid;
	}
	return !g->out_of_memory;
}

enum status grids_append(struct grids *grids, const struct sequence *sequence, size_t processes, struct error *err)
{
	struct grids_taking g = {.grids = grids, .sequence = sequence};
	size_t dims[DOMAIN_DIMS] = {0};

	dims_each(processes, sequence->domain.ndims, dims, take, &g);
	return g.out_of_memory ? error_memory(err, "a list of grids") : OK;
}
