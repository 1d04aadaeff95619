/* Of a process with messages 1 .. k: max over sends and receives of sum_{i<k} T_send(m_i) + T_full(m_k), as Fig. 6 of
 * Seinstra, Koelma 2002 has the root of a flat tree. */
#include "decompose/exchange.h"

#include <math.h>

/* What one process does of a redistribution. */
struct redistributing {
	const struct model *model;
	const struct domain *domain;
	bool receives;
	double busy, end; /* s */
};

/* The elements that two boxes share; false: none. */
static bool overlap(const struct box *a, const struct box *b, size_t length[DOMAIN_DIMS])
{
	for (size_t d = 0; d < DOMAIN_DIMS; d++) {
		size_t from = a->from[d] > b->from[d] ? a->from[d] : b->from[d];
		size_t a_end = a->from[d] + a->length[d], b_end = b->from[d] + b->length[d];
		size_t end = a_end < b_end ? a_end : b_end;

		if (end <= from)
			return false;
		length[d] = end - from;
	}
	return true;
}

/* Of its own part and another process's. */
static enum status take(struct redistributing *t, size_t self, const struct box *own, size_t other,
			const struct box *theirs, struct error *err)
{
	struct part_message message = {.from = t->receives ? other : self, .to = t->receives ? self : other};
	size_t length[DOMAIN_DIMS];
	double there;
	struct paths paths;
	enum status status;

	if (!overlap(own, theirs, length) || self == other)
		return OK;
	message.bytes = domain_bytes(t->domain, length);
	message.strided_sender = box_is_strided(length, t->receives ? theirs->length : own->length, &message.stride);
	message.strided_receiver = box_is_strided(length, t->receives ? own->length : theirs->length, &there);
	message.stride = fmax(message.stride, there);
	status = domain_paths(t->model, t->domain, &message, &paths, err);
	if (status != OK)
		return status;
	t->end = fmax(t->end, t->busy + paths.full);
	t->busy += t->receives ? paths.receive : paths.send;
	return OK;
}

/* The place along a dimension that has an element. */
static size_t place_of(const struct domain *domain, const struct grid *grid, size_t d, size_t element)
{
	size_t length = domain->extent[d], n = grid->n[d], large = length % n, part = length / n;

	return element < large * (part + 1) ? element / (part + 1) : large + (element - large * (part + 1)) / part;
}

/* The places of a grid that a box of elements lies on. */
static struct box places_of(const struct domain *domain, const struct grid *grid, const struct box *box)
{
	struct box places;

	for (size_t d = 0; d < DOMAIN_DIMS; d++) {
		places.from[d] = place_of(domain, grid, d, box->from[d]);
		places.length[d] = place_of(domain, grid, d, box->from[d] + box->length[d] - 1) + 1 - places.from[d];
	}
	return places;
}

/* All that a process with a part of one grid sends to those of the other, or receives. */
static enum status turn(struct redistributing *t, const struct grid *own, size_t process, const struct grid *others,
			struct error *err)
{
	struct box part = domain_part(t->domain, own, process);
	struct box places = places_of(t->domain, others, &part);
	const struct grid few = {{places.length[0], places.length[1], places.length[2]}};
	enum status status = OK;

	t->busy = t->end = 0;
	for (size_t i = 0; status == OK && i < grid_processes(&few); i++) {
		size_t place[DOMAIN_DIMS];
		struct box theirs;

		grid_place(&few, i, place);
		for (size_t d = 0; d < DOMAIN_DIMS; d++)
			place[d] += places.from[d];
		theirs = domain_part(t->domain, others, grid_process(others, place));
		status = take(t, process, &part, grid_process(others, place), &theirs, err);
	}
	return status;
}

enum status redistribution_seconds(const struct model *model, const struct domain *domain, const struct grid *from,
				   const struct grid *to, double *seconds, struct error *err)
{
	struct redistributing sending = {.model = model, .domain = domain}, receiving = sending;
	enum status status = OK;

	receiving.receives = true;
	*seconds = 0;
	for (size_t p = 0; status == OK && p < grid_processes(from); p++) {
		status = turn(&sending, from, p, to, err);
		*seconds = fmax(*seconds, fmax(sending.busy, sending.end));
	}
	for (size_t p = 0; status == OK && p < grid_processes(to); p++) {
		status = turn(&receiving, to, p, from, err);
		*seconds = fmax(*seconds, fmax(receiving.busy, receiving.end));
	}
	return status;
}
