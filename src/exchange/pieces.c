#include "exchange/pieces.h"

#include <math.h>
#include <stdlib.h>

static double part_of(const struct model *model, enum message_part part, size_t bytes)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	const struct cost blocking = model_cost_blocking(model, any, bytes);

	if (part == PART_SEND)
		return blocking.send;
	if (part == PART_ISEND)
		return model_cost_nonblocking(model, any, bytes).send;
	if (part == PART_RECEIVE)
		return blocking.receive_expected;
	return cost_delivery(&blocking) - blocking.send - blocking.receive_expected;
}

static int ascending(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

/* The sizes at which a line may end: 0, 1 (LogGP counts bytes after the first), knots of curves, and the first size
 * that waits. NULL: no memory. */
static size_t *knots_new(const struct model *model, uint64_t eager, size_t *n)
{
	size_t most = 4, *knots, kept = 0;

	for (size_t p = 0; p < model->class->n_params * model->n_links; p++)
		most += model->parameters[p].curve.n;
	knots = malloc(most * sizeof(*knots));
	if (!knots)
		return NULL;
	*n = 0;
	knots[(*n)++] = 0;
	knots[(*n)++] = 1;
	if (eager < SIZE_MAX)
		knots[(*n)++] = (size_t)eager + 1;
	for (size_t p = 0; p < model->class->n_params * model->n_links; p++)
		for (size_t k = 0; k < model->parameters[p].curve.n; k++)
			if (model->parameters[p].curve.x)
				knots[(*n)++] = (size_t)model->parameters[p].curve.x[k];
	qsort(knots, *n, sizeof(*knots), ascending);
	for (size_t i = 0; i < *n; i++)
		if (i == 0 || knots[i] != knots[kept - 1])
			knots[kept++] = knots[i];
	*n = kept;
	return knots;
}

/* The line through the ends of a piece; the last one has no end, and goes through twice its begin. */
static struct time_piece line_between(const struct model *model, enum message_part part, size_t from, size_t to,
				      double *off)
{
	double first = fmax(part_of(model, part, from), 0), last = fmax(part_of(model, part, to), 0);
	struct time_piece piece = {.from = from};

	piece.slope = to > from ? (last - first) / (double)(to - from) : 0;
	if (piece.slope < 0)
		piece.slope = 0;
	piece.constant = first - piece.slope * (double)from;
	if (piece.constant >= 0)
		return piece;
	piece.constant = 0;
	piece.slope = last / (double)to;
	if (first > 0)
		*off = fmax(*off, fabs(piece.slope * (double)from / first - 1));
	return piece;
}

enum status pieces_init(struct pieces *pieces, const struct model *model, uint64_t eager, enum message_part part,
			struct error *err)
{
	size_t n, *knots = knots_new(model, eager, &n);

	*pieces = (struct pieces){.n = 0};
	pieces->list = knots ? malloc(n * sizeof(*pieces->list)) : NULL;
	if (!pieces->list) {
		free(knots);
		return error_memory(err, "the pieces of a time");
	}
	for (size_t i = 0; i < n; i++) {
		size_t to = i + 1 < n ? knots[i + 1] - 1 : 2 * knots[i] + 1048576;

		pieces->list[pieces->n++] = line_between(model, part, knots[i], to, &pieces->off_most);
	}
	free(knots);
	return OK;
}

void pieces_release(struct pieces *pieces)
{
	free(pieces->list);
	*pieces = (struct pieces){.n = 0};
}
