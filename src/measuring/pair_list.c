#include "measuring/pair_list.h"

#include "measuring/options.h"
#include "probe/pairs.h"

#include <stdlib.h>
#include <string.h>

static enum status one_pair(const struct pair_list_request *request, struct pair_list *list)
{
	list->n = list->together = 1;
	list->background = request->busy ? BACKGROUND_BUSY : BACKGROUND_IDLE;
	list->pairs[0][0] = request->pair[0];
	list->pairs[0][1] = request->pair[1];
	return OK;
}

static enum status all_pairs(const struct pair_list_request *request, size_t processes, struct pair_list *list)
{
	for (size_t round = 0; round < pairs_rounds(processes); round++)
		list->n += pairs_of_round(processes, round, list->pairs + list->n);
	list->together = request->parallel ? processes / 2 : 1;
	list->background = request->parallel ? BACKGROUND_PARALLEL : request->busy ? BACKGROUND_BUSY : BACKGROUND_IDLE;
	return OK;
}

static enum status bisection(const struct pair_list_request *request, size_t processes, struct pair_list *list,
			     struct error *err)
{
	enum status status = OK;

	if (strcmp(request->partners, "neighbours") == 0) {
		list->n = pairs_of_neighbours(processes, list->pairs);
		list->background = BACKGROUND_NEIGHBOURS;
	} else if (strcmp(request->partners, "far") == 0) {
		list->n = pairs_far(processes, list->pairs);
		list->background = BACKGROUND_FAR;
	} else {
		status = pairs_parse(request->partners, processes, list->pairs, &list->n, err);
		list->background = BACKGROUND_PERMUTATION;
	}
	list->together = list->n;
	return status;
}

enum status pair_list_make(const struct pair_list_request *request, size_t processes, struct pair_list *list,
			   struct error *err)
{
	*list = (struct pair_list){.pairs = calloc(processes * processes / 2 + 1, sizeof(*list->pairs))};
	if (!list->pairs)
		return error_memory(err, "a list of pairs");
	if (request->partners)
		return bisection(request, processes, list, err);
	return request->pair[0] == PAIR_ALL ? all_pairs(request, processes, list) : one_pair(request, list);
}

void pair_list_release(struct pair_list *list)
{
	free(list->pairs);
	*list = (struct pair_list){.n = 0};
}

struct experiment pair_point(const void *context, size_t bytes, size_t pair)
{
	const struct pair_points *points = context;
	struct experiment what = *points->like;

	what.from = points->pairs->pairs[pair][0];
	what.to = points->pairs->pairs[pair][1];
	what.bytes = bytes;
	what.reply_bytes = what.reply_bytes ? bytes : 0;
	what.setup.background = points->pairs->background;
	return what;
}
