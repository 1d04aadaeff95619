/* timeBorderExchange: 2 T_full,nn(columns) + 2 T_full,cc(rows with corners), and so on in more dimensions (Seinstra,
 * Koelma 2002, Fig. 6). */
#include "decompose/exchange.h"

#include <math.h>

bool exchange_is_possible(const struct domain *domain, const struct grid *grid, const size_t border[DOMAIN_DIMS])
{
	for (size_t d = 0; d < DOMAIN_DIMS; d++) {
		size_t least = grid->n[d] > 1 && border[d] > 1 ? border[d] : 1;

		if (domain->extent[d] / grid->n[d] < least)
			return false;
	}
	return true;
}

/* A part's border in dimension d, and the part with all its borders. */
static void lengths_of(const struct box *part, const size_t border[DOMAIN_DIMS], size_t d, size_t length[DOMAIN_DIMS],
		       size_t array[DOMAIN_DIMS])
{
	for (size_t i = 0; i < DOMAIN_DIMS; i++) {
		array[i] = part->length[i] + 2 * border[i];
		length[i] = i < d ? array[i] : i == d ? border[i] : part->length[i];
	}
}

bool exchange_message(const struct domain *domain, const struct grid *grid, const size_t border[DOMAIN_DIMS], size_t d,
		      struct part_message *message)
{
	struct box part = domain_part(domain, grid, 0);
	size_t length[DOMAIN_DIMS], array[DOMAIN_DIMS], next[DOMAIN_DIMS] = {0};

	if (border[d] == 0 || grid->n[d] < 2)
		return false;
	lengths_of(&part, border, d, length, array);
	next[d] = 1;
	*message =
		(struct part_message){.from = 0, .to = grid_process(grid, next), .bytes = domain_bytes(domain, length)};
	message->strided_sender = message->strided_receiver = box_is_strided(length, array, &message->stride);
	return true;
}

bool exchange_neighbour(const struct domain *domain, const struct grid *grid, size_t process, size_t d, size_t *next)
{
	size_t place[DOMAIN_DIMS];

	grid_place(grid, process, place);
	if (grid->n[d] < 2 || (place[d] + 1 == grid->n[d] && !domain->periodic[d]))
		return false;
	place[d] = (place[d] + 1) % grid->n[d];
	*next = grid_process(grid, place);
	return true;
}

/* How many neighbours a part at a place has in dimension d. */
static size_t neighbours(const struct domain *domain, const struct grid *grid, const size_t place[DOMAIN_DIMS],
			 size_t d)
{
	if (grid->n[d] < 2)
		return 0;
	return domain->periodic[d] || (place[d] > 0 && place[d] + 1 < grid->n[d]) ? 2 : 1;
}

double exchange_bytes(const struct domain *domain, const struct grid *grid, const size_t border[DOMAIN_DIMS])
{
	double most = 0;

	/* In each dimension the part at place 0 is the largest of all, that at place 1 the largest with two neighbours.
	 */
	for (size_t corner = 0; corner < 1U << DOMAIN_DIMS; corner++) {
		size_t place[DOMAIN_DIMS], length[DOMAIN_DIMS], array[DOMAIN_DIMS];
		struct box part;
		double bytes = 0;

		for (size_t d = 0; d < DOMAIN_DIMS; d++)
			place[d] = grid->n[d] > 1 ? corner >> d & 1 : 0;
		part = domain_part(domain, grid, grid_process(grid, place));
		for (size_t d = 0; d < DOMAIN_DIMS; d++) {
			lengths_of(&part, border, d, length, array);
			bytes += (double)neighbours(domain, grid, place, d) * (double)domain_bytes(domain, length);
		}
		most = fmax(most, bytes);
	}
	return most;
}

/* The full path of the message between the slowest neighbours. */
static enum status slowest(const struct model *model, const struct domain *domain, const struct grid *grid, size_t d,
			   struct part_message message, double *seconds, struct error *err)
{
	size_t n = domain->node || !model_holds_for_any(model) ? grid_processes(grid) : 1;
	enum status status = OK;

	*seconds = -INFINITY;
	for (size_t p = 0; status == OK && p < n; p++) {
		struct paths paths;

		message.from = p;
		if (!exchange_neighbour(domain, grid, p, d, &message.to))
			continue;
		status = domain_paths(model, domain, &message, &paths, err);
		if (status == OK)
			*seconds = fmax(*seconds, paths.full);
	}
	return status;
}

enum status exchange_seconds(const struct model *model, const struct domain *domain, const struct grid *grid,
			     const size_t border[DOMAIN_DIMS], double *seconds, struct error *err)
{
	struct part_message message;
	enum status status = OK;

	*seconds = 0;
	for (size_t d = 0; status == OK && d < DOMAIN_DIMS; d++) {
		double full;

		if (!exchange_message(domain, grid, border, d, &message))
			continue;
		status = slowest(model, domain, grid, d, message, &full, err);
		if (status == OK)
			*seconds += 2 * full;
	}
	return status;
}

bool exchange_strides(const struct domain *domain, const struct grid *grid, const size_t border[DOMAIN_DIMS],
		      double *least, double *most)
{
	struct part_message message;

	*least = INFINITY;
	*most = 0;
	for (size_t d = 0; d < DOMAIN_DIMS; d++) {
		if (!exchange_message(domain, grid, border, d, &message) || !message.strided_sender)
			continue;
		*least = fmin(*least, message.stride);
		*most = fmax(*most, message.stride);
	}
	return *most > 0;
}
