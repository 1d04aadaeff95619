#include "trace/otf2/requests.h"

#include <stdlib.h>

#include "base/memory.h"

/* A place in the list that is free. */
static enum status take_place(struct otf2_requests *r, size_t *at, struct error *err)
{
	void *list = memory_grow(r->list, &r->room, r->n + 1, sizeof(*r->list));
	if (list)
		r->list = list;
	void *spare = memory_grow(r->spare, &r->spare_room, r->n + 1, sizeof(*r->spare));
	if (spare)
		r->spare = spare;
	if (!list || !spare)
		return error_memory(err, "requests under way");
	if (r->n_spare) {
		*at = r->spare[--r->n_spare];
		return OK;
	}
	*at = r->n;
	r->list[r->n] = malloc(sizeof(*r->list[r->n]));
	return r->list[r->n++] ? OK : error_memory(err, "requests under way");
}

struct otf2_request *otf2_request_add(struct otf2_requests *r, uint64_t number, struct error *err)
{
	size_t at = otf2_map_get(&r->map, number);
	if (at == OTF2_MAP_NONE && (take_place(r, &at, err) != OK || otf2_map_set(&r->map, number, at, err) != OK))
		return NULL;
	*r->list[at] = (struct otf2_request){.comm = OTF2_NO_COMM};
	return r->list[at];
}

struct otf2_request *otf2_request_find(const struct otf2_requests *r, uint64_t number)
{
	size_t at = number ? otf2_map_get(&r->map, number) : OTF2_MAP_NONE;
	return at == OTF2_MAP_NONE ? NULL : r->list[at];
}

void otf2_request_remove(struct otf2_requests *r, uint64_t number)
{
	size_t at = otf2_map_get(&r->map, number);
	if (at == OTF2_MAP_NONE)
		return;
	otf2_map_remove(&r->map, number);
	r->spare[r->n_spare++] = at;
}

void otf2_requests_release(struct otf2_requests *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->list[i]);
	free(r->list);
	free(r->spare);
	otf2_map_release(&r->map);
	*r = (struct otf2_requests){0};
}
