/*
 * T(m) = send(m) + wire(m) + receive(m), wire(m) = constant + slope (m + header) with constant >= 0 and
 * slope >= 1 / bandwidth. slope (m + header) is how long the message keeps ports from others.
 */
#include "exchange/pieces.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/units.h"

enum { PIECES_MOST = 20000 }; /* from which on none is cut: cutting may not help, whatever there is */

static const double off_allowed = 5e-3;  /* as a part of a message's time, before its piece is cut */
static const double busy_allowed = 1e-2; /* as a part of how long it keeps ports, and of a twentieth of its time */
static const double flat = 4e-3;         /* what of a long message's time its bytes must be to tell a bandwidth */
static const double header_less = 10;    /* how much more bandwidth the wire has, so that the header takes less */
static const double unshared = 1e5;      /* the same where ports do not wait for each other: nothing is shared then */
static const double residue = 1e-12;     /* of a message's time: what is less comes from rounding */

struct pieces_source {
	const struct model *model;
	uint64_t eager;
	size_t header;
};

struct message_times {
	double of[MESSAGE_PARTS], whole;
	double busy; /* how long it keeps ports from others: a part of the wire's */
};

enum ports_kind pieces_ports(const struct model *model)
{
	const char *name = MODEL_PORTS;

	if (model_says(model, MODEL_PORTS, MODEL_PORTS_PARALLEL) && model_fact(model, MODEL_PORTS_IN))
		name = MODEL_PORTS_IN;
	if (model_says(model, name, MODEL_PORTS_PARALLEL))
		return PORTS_PARALLEL;
	return model_says(model, name, MODEL_PORTS_FAIR) || (model->class->fair && !model_fact(model, name))
		       ? PORTS_SHARED
		       : PORTS_IN_TURN;
}

/* How long a port has nothing for others. */
static double busy_of(const struct model *model, const struct cost *cost)
{
	enum ports_kind kind = pieces_ports(model);

	if (kind == PORTS_PARALLEL)
		return 0;
	if (cost->own_ports)
		return fmax(cost->port_out, cost->port_in);
	return kind == PORTS_IN_TURN ? cost->gap : cost->transfer;
}

/* What a receive takes beside what keeps the port: where it lies inside the transfer, what is longer than that. */
static double received_apart(const struct model *model, const struct cost *cost)
{
	bool inside = cost->overheads_overlap && pieces_ports(model) != PORTS_PARALLEL;

	return inside ? fmax(cost->receive_expected - cost->transfer, 0) : cost->receive_expected;
}

/* The wire has each message for as long as its bytes and the header take. */
static struct message_times times_at(const struct pieces_source *source, double bandwidth, size_t bytes)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	const struct cost begun = model_cost_nonblocking(source->model, any, bytes);
	double whole = model_p2p(source->model, any, bytes);
	double least = fmin(((double)bytes + (double)source->header) / bandwidth, whole);
	struct message_times times = {.whole = whole};

	if (bytes > source->eager) {
		times.of[PART_WIRE] = whole;
	} else {
		const struct cost blocking = model_cost_blocking(source->model, any, bytes);

		times.of[PART_SEND] = fmin(blocking.send, whole - least);
		times.of[PART_ISEND] = fmin(begun.send, whole - least);
		times.of[PART_RECEIVE] =
			fmin(received_apart(source->model, &blocking), whole - least - times.of[PART_SEND]);
		times.of[PART_WIRE] = whole - times.of[PART_SEND] - times.of[PART_RECEIVE];
		if (times.of[PART_WIRE] < residue * whole)
			times.of[PART_WIRE] = 0;
	}
	times.busy = fmin(fmax(busy_of(source->model, &begun), least), times.of[PART_WIRE]);
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
	if (!isfinite(most))
		return 1e15;
	return (pieces_ports(source->model) == PORTS_PARALLEL ? unshared : header_less) * most;
}

static double time_on(const struct message_piece *piece, enum message_part part, double bytes)
{
	return piece->of[part].constant + piece->of[part].slope * bytes;
}

/* How far a message's time is off, and that for which it keeps ports, as parts of them. */
struct off {
	double time, busy;
};

static struct off off_at(const struct message_times *times, const struct message_piece *piece, size_t bytes,
			 size_t header)
{
	double x = (double)bytes, on_wire = x + (double)header;
	double written =
		time_on(piece, PART_SEND, x) + time_on(piece, PART_RECEIVE, x) + time_on(piece, PART_WIRE, on_wire);
	double busy = piece->of[PART_WIRE].slope * on_wire;
	struct off off = {fabs(written - times->whole) / times->whole,
			  fabs(busy - times->busy) / (times->busy + times->whole / 20)};

	if (times->whole <= 0)
		return (struct off){0, 0};
	return (struct off){off.time > residue ? off.time : 0, off.busy > residue ? off.busy : 0};
}

/* Where the line through the ends would keep ports for another time than the messages do: the line of that time, and
 * what is left of the wire's as its constant. */
static void keep_ports(struct message_piece *piece, const struct message_times *first, const struct message_times *last,
		       double from, double to, double bandwidth)
{
	double slope = fmax((first->busy / from + last->busy / to) / 2, 1 / bandwidth);
	double constant = (first->of[PART_WIRE] - slope * from + last->of[PART_WIRE] - slope * to) / 2;

	piece->of[PART_WIRE] = (struct time_line){constant > residue * last->whole ? constant : 0, slope};
}

static struct time_line line_through(double first, double last, size_t from, size_t to, double residue_of)
{
	double rise = last - first;
	double slope = to > from && fabs(rise) > residue * residue_of ? rise / (double)(to - from) : 0;

	return (struct time_line){first - slope * (double)from, slope};
}

/* The line of the wire, moved to what it can have. */
static struct time_line wire_between(const struct message_times *first, const struct message_times *last, size_t from,
				     size_t to, double bandwidth)
{
	double middle = (double)from / 2 + (double)to / 2;
	double mean = (first->of[PART_WIRE] + last->of[PART_WIRE]) / 2;
	struct time_line wire = line_through(first->of[PART_WIRE], last->of[PART_WIRE], from, to, last->whole);

	if (wire.constant < 0)
		wire = (struct time_line){0, mean / middle};
	if (wire.slope * bandwidth < 1)
		wire = (struct time_line){fmax(mean - middle / bandwidth, 0), 1 / bandwidth};
	return wire;
}

/* Lines through the ends. */
static struct message_piece piece_between(const struct message_times *first, const struct message_times *last,
					  size_t from, size_t to, size_t header, double bandwidth)
{
	struct message_piece piece = {.from = from};

	for (int part = 0; part < MESSAGE_PARTS; part++)
		piece.of[part] = line_through(first->of[part], last->of[part], from, to, last->whole);
	piece.of[PART_WIRE] = wire_between(first, last, from + header, to + header, bandwidth);
	return piece;
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

/* The most of some of from..to: its ends, and what lies between. An empty message takes what one of a byte does. */
static struct off off_of(const struct pieces_source *source, double bandwidth, const struct message_piece *piece,
			 size_t from, size_t half, size_t to)
{
	const size_t looked_at[] = {from, half, to, from == 0 ? 1 : from};
	struct off most = {0, 0};

	for (size_t i = 0; i < sizeof(looked_at) / sizeof(looked_at[0]); i++) {
		struct message_times times = times_at(source, bandwidth, looked_at[i]);
		struct off off = off_at(&times, piece, looked_at[i], source->header);

		most = (struct off){fmax(most.time, off.time), fmax(most.busy, off.busy)};
	}
	return most;
}

/* The messages from..to as one piece. Its line keeps ports as the messages do where it can, and no time is more than
 * allowed off by that. */
static struct off off_between(const struct pieces_source *source, double bandwidth, size_t from, size_t half, size_t to,
			      struct message_piece *piece)
{
	struct message_times first = times_at(source, bandwidth, from), last = times_at(source, bandwidth, to);
	struct message_piece keeping;
	struct off off, kept;

	*piece = piece_between(&first, &last, from, to, source->header, bandwidth);
	off = off_of(source, bandwidth, piece, from, half, to);
	if (off.busy <= busy_allowed)
		return off;
	keeping = *piece;
	keep_ports(&keeping, &first, &last, (double)(from + source->header), (double)(to + source->header), bandwidth);
	kept = off_of(source, bandwidth, &keeping, from, half, to);
	if (kept.time > fmax(off.time, off_allowed))
		return off;
	*piece = keeping;
	return kept;
}

/* What the wire has beyond its part of a message's time, or less, the overheads have less, or more: the receive first.
 */
static void even_out(struct message_times *times, double on_wire)
{
	double missing = times->of[PART_WIRE] - on_wire, receive = fmax(times->of[PART_RECEIVE] + missing, 0);

	if (fabs(missing) <= residue * times->whole)
		return;
	missing -= receive - times->of[PART_RECEIVE];
	times->of[PART_RECEIVE] = receive;
	times->of[PART_SEND] = fmax(times->of[PART_SEND] + missing, 0);
	times->of[PART_ISEND] = fmax(times->of[PART_ISEND] + missing, 0);
}

/* The piece from..to, where its times are too far off, with overheads that take what its wire does not have, if times
 * are nearer to the messages' then. Messages that wait have none. */
static struct off even_piece(const struct pieces_source *source, double bandwidth, struct message_piece *piece,
			     size_t to, struct off off)
{
	struct message_times first = times_at(source, bandwidth, piece->from), last = times_at(source, bandwidth, to);
	struct message_piece even = *piece;
	struct off after;

	if (piece->from > source->eager || off.time <= off_allowed)
		return off;
	even_out(&first, time_on(piece, PART_WIRE, (double)(piece->from + source->header)));
	even_out(&last, time_on(piece, PART_WIRE, (double)(to + source->header)));
	for (int part = 0; part < PART_WIRE; part++)
		even.of[part] = line_through(first.of[part], last.of[part], piece->from, to, last.whole);
	after = off_of(source, bandwidth, &even, piece->from, piece->from + (to - piece->from) / 2, to);
	if (after.time >= off.time)
		return off;
	*piece = even;
	return after;
}

/* The messages from..to as one piece, or as those of its halves: where it keeps ports for another time, or where its
 * times are further off than those of its ends would be as pieces of their own. */
static enum status add_between(struct pieces *pieces, const struct pieces_source *source, size_t from, size_t to,
			       struct error *err)
{
	size_t half = from > 0 && to / from >= 4 ? (size_t)sqrt((double)from * (double)to) : from + (to - from) / 2;
	struct message_piece piece, end;
	struct off off = off_between(source, pieces->bandwidth, from, half, to, &piece);
	double best = fmax(off_between(source, pieces->bandwidth, from, from, from, &end).time,
			   off_between(source, pieces->bandwidth, to, to, to, &end).time);
	bool cut = off.busy > busy_allowed || off.time > fmax(off_allowed, 1.1 * best);
	enum status status;

	if (cut && to > from && to > 1 && pieces->n < PIECES_MOST) {
		half = half > 0 ? half : 1; /* an empty message and one of a byte are of one piece */
		status = add_between(pieces, source, from, half, err);
		return status == OK ? add_between(pieces, source, half + 1, to, err) : status;
	}
	off = even_piece(source, pieces->bandwidth, &piece, to, off);
	pieces->off_most = fmax(pieces->off_most, off.time);
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
