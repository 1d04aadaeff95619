#include "decompose/domain.h"

#include "algorithm/build.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

size_t grid_processes(const struct grid *grid)
{
	return grid->n[0] * grid->n[1] * grid->n[2];
}

bool grid_same(const struct grid *a, const struct grid *b)
{
	return memcmp(a->n, b->n, sizeof(a->n)) == 0;
}

void grid_place(const struct grid *grid, size_t process, size_t place[DOMAIN_DIMS])
{
	for (size_t d = 0; d < DOMAIN_DIMS; d++) {
		place[d] = process % grid->n[d];
		process /= grid->n[d];
	}
}

size_t grid_process(const struct grid *grid, const size_t place[DOMAIN_DIMS])
{
	return place[0] + grid->n[0] * (place[1] + grid->n[1] * place[2]);
}

const char *grid_name(const size_t n[DOMAIN_DIMS], size_t ndims, char *text, size_t room)
{
	size_t used = 0;

	for (size_t d = 0; d < ndims && used < room; d++)
		used += (size_t)snprintf(text + used, room - used, "%s%zu", d > 0 ? "x" : "", n[d]);
	return text;
}

struct box domain_parts(const struct domain *domain, const struct grid *grid, const struct box *places)
{
	struct box box;

	for (size_t d = 0; d < DOMAIN_DIMS; d++) {
		int from = (int)places->from[d], to = from + (int)places->length[d], n = (int)grid->n[d];

		box.from[d] = (size_t)share_begin(domain->extent[d], n, from);
		box.length[d] = (size_t)share_begin(domain->extent[d], n, to) - box.from[d];
	}
	return box;
}

struct box domain_part(const struct domain *domain, const struct grid *grid, size_t process)
{
	struct box place = {.length = {1, 1, 1}};

	grid_place(grid, process, place.from);
	return domain_parts(domain, grid, &place);
}

size_t domain_bytes(const struct domain *domain, const size_t length[DOMAIN_DIMS])
{
	return length[0] * length[1] * length[2] * domain->element;
}

bool box_is_strided(const size_t length[DOMAIN_DIMS], const size_t array[DOMAIN_DIMS], double *stride)
{
	size_t d = 0;

	*stride = 0;
	while (d < DOMAIN_DIMS && length[d] == array[d])
		d++;
	if (d == DOMAIN_DIMS)
		return false;
	for (size_t slower = d + 1; slower < DOMAIN_DIMS; slower++) {
		if (length[slower] > 1) {
			*stride = (double)array[d] / (double)length[d];
			return true;
		}
	}
	return false;
}

enum status domain_paths(const struct model *model, const struct domain *domain, const struct part_message *message,
			 struct paths *paths, struct error *err)
{
	bool near = domain->node && domain->node[message->from] == domain->node[message->to];
	const struct model *own = near ? domain->within : model;
	const struct link any = {0, 1}, pair = {(int)message->from, (int)message->to};
	const struct link link = model_holds_for_any(own) ? any : pair;
	const struct message_layout layout = {.ends = (message->strided_sender ? 2U : 0U) +
						      (message->strided_receiver ? 1U : 0U),
					      .stride = paths_nearest_stride(own, link, message->stride)};

	return model_paths(own, link, message->bytes, &layout, paths, err);
}

enum status domain_check(const struct domain *domain, struct error *err)
{
	size_t most = SIZE_MAX / 4;

	if (domain->ndims < 1 || domain->ndims > DOMAIN_DIMS)
		return error_set(err, ERR_INPUT, "a domain of %zu dimensions: 1 to %d are allowed", domain->ndims,
				 DOMAIN_DIMS);
	if (domain->element < 1 || domain->element > DOMAIN_ELEMENT_MOST)
		return error_set(err, ERR_INPUT, "elements of %zu bytes: 1 to %u are allowed", domain->element,
				 DOMAIN_ELEMENT_MOST);
	most /= domain->element;
	for (size_t d = 0; d < DOMAIN_DIMS; d++) {
		if (domain->extent[d] < 1 || domain->extent[d] > DOMAIN_EXTENT_MOST)
			return error_set(err, ERR_INPUT,
					 "a domain of %zu elements in dimension %zu: 1 to %u are allowed",
					 domain->extent[d], d + 1, DOMAIN_EXTENT_MOST);
		if (domain->extent[d] > most)
			return error_set(err, ERR_INPUT,
					 "a domain of %zux%zux%zu elements of %zu bytes: it is too large, %zu bytes at "
					 "most are allowed",
					 domain->extent[0], domain->extent[1], domain->extent[2], domain->element,
					 SIZE_MAX / 4);
		most /= domain->extent[d];
	}
	return OK;
}
