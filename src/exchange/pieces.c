/*
 * T(m) = send(m) + wire(m) + receive(m), wire(m) = constant + slope (m + header) with constant >= 0 and
 * slope >= 1 / bandwidth.
 */
#include "exchange/pieces.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/units.h"

static const double off_allowed = 5e-3; /* as a part of a message's time, before its piece is cut */
static const double flat = 4e-3;        /* what of a long message's time its bytes must be to tell a bandwidth */
static const double residue = 1e-12;    /* of a message's time: what is less comes from rounding */

struct pieces_source {
	const struct model *model;
	uint64_t eager;
	size_t header;
};

struct message_times {
	double of[MESSAGE_PARTS], whole;
};

/* The wire has each message for as long as its bytes and the header take. */
static struct message_times times_at(const struct pieces_source *source, double bandwidth, size_t bytes)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	double whole = model_p2p(source->model, any, bytes);
	double least = fmin(((double)bytes + (double)source->header) / bandwidth, whole);
	struct message_times times = {.whole = whole};
	struct cost blocking;

	if (bytes > source->eager) {
		times.of[PART_WIRE] = whole;
		return times;
	}
	blocking = model_cost_blocking(source->model, any, bytes);
	times.of[PART_SEND] = fmin(blocking.send, whole - least);
	times.of[PART_ISEND] = fmin(model_cost_nonblocking(source->model, any, bytes).send, whole - least);
	times.of[PART_RECEIVE] = fmin(blocking.receive_expected, whole - least - times.of[PART_SEND]);
	times.of[PART_WIRE] = whole - times.of[PART_SEND] - times.of[PART_RECEIVE];
	if (times.of[PART_WIRE] < residue * whole)
		times.of[PART_WIRE] = 0;
	return times;
}

/* The sizes at which a line may end: 0, knots of curves, and the first size that waits; and where the last piece is
 * taken to end. NULL: no memory. */
static size_t *knots_new(const struct model *model, uint64_t eager, size_t *n)
{
	size_t most = 3, *knots, kept = 0;

	for (size_t p = 0; p < model->class->n_params * model->n_links; p++)
		most += model->parameters[p].curve.n;
	knots = malloc(most * sizeof(*knots));
	if (!knots)
		return NULL;
	*n = 0;
	knots[(*n)++] = 0;
	if (eager < SIZE_MAX)
		knots[(*n)++] = (size_t)eager + 1;
	for (size_t p = 0; p < model->class->n_params * model->n_links; p++)
		for (size_t k = 0; k < model->parameters[p].curve.n; k++)
			if (model->parameters[p].curve.x && model->parameters[p].curve.x[k] > 1)
				knots[(*n)++] = (size_t)model->parameters[p].curve.x[k];
	qsort(knots, *n, sizeof(*knots), size_order);
	for (size_t i = 0; i < *n; i++)
		if (i == 0 || knots[i] != knots[kept - 1])
			knots[kept++] = knots[i];
	knots[kept] = 4 * knots[kept - 1] + 16777216;
	*n = kept;
	return knots;
}

/* That of the longest messages, if the wire has one and that is less than any message needs: for short ones the
 * overheads give way. */
static double bandwidth_of(const struct pieces_source *source, const size_t *knots, size_t n)
{
	size_t from = knots[n - 1], to = knots[n];
	struct message_times first = times_at(source, INFINITY, from), last = times_at(source, INFINITY, to);
	double bytes = (double)(to - from), wire = last.of[PART_WIRE] - first.of[PART_WIRE];
	double whole = last.whole - first.whole, least = flat * last.whole;
	double most = bytes / (wire > least ? wire : whole > least ? whole : least);

	for (size_t i = 1; i <= n; i++) {
		double at_knot = model_p2p(source->model, (struct link){LINK_ANY, LINK_ANY}, knots[i]);
		double before = model_p2p(source->model, (struct link){LINK_ANY, LINK_ANY}, knots[i] - 1);

		if (at_knot > 0)
			most = fmax(most, (double)knots[i] / at_knot);
		if (before > 0)
			most = fmax(most, (double)(knots[i] - 1) / before);
	}
	return isfinite(most) ? most : 1e15;
}

static double time_on(const struct message_piece *piece, enum message_part part, double bytes)
{
	return piece->of[part].constant + piece->of[part].slope * bytes;
}

/* Lines through the ends; that of the wire is moved to what it can have. */
static struct message_piece piece_between(const struct message_times *first, const struct message_times *last,
					  size_t from, size_t to, size_t header, double bandwidth)
{
	struct message_piece piece = {.from = from};
	struct time_line *wire = &piece.of[PART_WIRE];
	double middle = (double)from / 2 + (double)to / 2 + (double)header;
	double mean = (first->of[PART_WIRE] + last->of[PART_WIRE]) / 2;

	for (int part = 0; part < MESSAGE_PARTS; part++) {
		double x = (double)from + (part == PART_WIRE ? (double)header : 0);
		double rise = last->of[part] - first->of[part];
		double slope = fabs(rise) > residue * last->whole ? rise / (double)(to - from) : 0;

		piece.of[part] = (struct time_line){first->of[part] - slope * x, slope};
	}
	if (wire->constant < 0)
		*wire = (struct time_line){0, mean / middle};
	if (wire->slope * bandwidth < 1)
		*wire = (struct time_line){fmax(mean - middle / bandwidth, 0), 1 / bandwidth};
	return piece;
}

static double off_at(const struct pieces_source *source, const struct message_piece *piece, size_t bytes)
{
	double whole = model_p2p(source->model, (struct link){LINK_ANY, LINK_ANY}, bytes), x = (double)bytes;
	double written = time_on(piece, PART_SEND, x) + time_on(piece, PART_RECEIVE, x) +
			 time_on(piece, PART_WIRE, x + (double)source->header);
	double off = whole > 0 ? fabs(written / whole - 1) : 0;

	return off < residue ? 0 : off;
}

static enum status append(struct pieces *pieces, const struct message_piece *piece, struct error *err)
{
	struct message_piece *list = memory_grow(pieces->list, &pieces->room, pieces->n + 1, sizeof(*list));

	if (!list)
		return error_memory(err, "the pieces of a time");
	pieces->list = list;
	pieces->list[pieces->n++] = *piece;
	return OK;
}

/* How far the messages from..to are off as one piece: at its ends, and between. An empty message takes what one of a
 * byte does. */
static double off_between(const struct pieces_source *source, double bandwidth, size_t from, size_t half, size_t to,
			  struct message_piece *piece)
{
	struct message_times first = times_at(source, bandwidth, from), last = times_at(source, bandwidth, to);

	*piece = piece_between(&first, &last, from, to, source->header, bandwidth);
	return fmax(fmax(off_at(source, piece, from), off_at(source, piece, to)),
		    fmax(off_at(source, piece, half), from == 0 ? off_at(source, piece, 1) : 0));
}

/* The messages from..to as one piece, or as those of its halves, where an end alone is less off. */
static enum status add_between(struct pieces *pieces, const struct pieces_source *source, size_t from, size_t to,
			       struct error *err)
{
	size_t half = from > 0 && to / from >= 4 ? (size_t)sqrt((double)from * (double)to) : from + (to - from) / 2;
	struct message_piece piece, end;
	double off = off_between(source, pieces->bandwidth, from, half, to, &piece);
	double best = fmax(off_between(source, pieces->bandwidth, from, from, from, &end),
			   off_between(source, pieces->bandwidth, to, to, to, &end));
	enum status status;

	if (off > fmax(off_allowed, 1.1 * best) && to > from + 1) {
		status = add_between(pieces, source, from, half, err);
		return status == OK ? add_between(pieces, source, half + 1, to, err) : status;
	}
	pieces->off_most = fmax(pieces->off_most, off);
	return append(pieces, &piece, err);
}

enum status pieces_init(struct pieces *pieces, const struct model *model, uint64_t eager, size_t header,
			struct error *err)
{
	const struct pieces_source source = {model, eager, header};
	size_t n = 0, *knots = knots_new(model, eager, &n);
	enum status status = knots ? OK : error_memory(err, "the pieces of a time");

	*pieces = (struct pieces){.bandwidth = knots ? bandwidth_of(&source, knots, n) : 0};
	for (size_t i = 0; status == OK && i < n; i++)
		status = add_between(pieces, &source, knots[i], i + 1 < n ? knots[i + 1] - 1 : knots[n], err);
	free(knots);
	return status;
}

void pieces_release(struct pieces *pieces)
{
	free(pieces->list);
	*pieces = (struct pieces){.n = 0};
}
