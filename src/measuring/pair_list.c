#include "measuring/pair_list.h"

#include "measuring/options.h"
#include "base/text.h"
#include "probe/pairs.h"
#include "probe/triplets.h"

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

/* Reads "0:1:2,1:0:2" into list, which has room for one more than the text has commas. */
static enum status parse_triplets(const char *text, size_t processes, struct triplet *list, size_t *n,
				  struct error *err)
{
	for (*n = 0; *text; ++*n) {
		size_t from, one, two;
		const char *rest = text_whole(text, &from);

		rest = text_whole(text_after(rest, ":"), &one);
		rest = text_whole(text_after(rest, ":"), &two);
		if (!rest || (*rest != '\0' && *rest != ','))
			return error_set(err, ERR_INPUT, "\"%.60s\" is no list of triplets like 0:1:2,1:0:2", text);
		if (from >= processes || one >= processes || two >= processes || from == one || from == two ||
		    one == two)
			return error_set(err, ERR_INPUT,
					 "%zu:%zu:%zu is no sender with two receivers: three different processes of 0 "
					 "to %zu",
					 from, one, two, processes - 1);
		list[*n] = (struct triplet){(int)from, {(int)(one < two ? one : two), (int)(one < two ? two : one)}, 0};
		for (size_t i = 0; i < *n; i++)
			if (list[i].from == list[*n].from && memcmp(list[i].to, list[*n].to, sizeof(list[i].to)) == 0)
				return error_set(err, ERR_INPUT, "%zu:%zu:%zu is there twice", from, one, two);
		text = rest + (*rest == ',');
	}
	return *n > 0 ? OK : error_set(err, ERR_INPUT, "a list of triplets like 0:1:2,1:0:2 is expected");
}

/* Lists every process as the sender to every two others. */
static void all_triplets(size_t processes, struct triplet *list, size_t *n)
{
	for (int from = 0; from < (int)processes; from++)
		for (int one = 0; one < (int)processes; one++)
			for (int two = one + 1; two < (int)processes; two++)
				if (from != one && from != two)
					list[(*n)++] = (struct triplet){from, {one, two}, 0};
}

/* Returns at least as many as the text names. */
static size_t triplets_most(const char *text, size_t processes)
{
	size_t n = 1;

	if (strcmp(text, "all") == 0)
		return processes < 3 ? 1 : processes * (processes - 1) * (processes - 2) / 2;
	for (; *text; text++)
		n += *text == ',';
	return n;
}

/* Appends the triplets of the rounds that hold `together` of them, or, for the rest, of all others. */
static void add_triplets(const struct triplet_rounds *rounds, bool rest, size_t together, struct pair_list *list)
{
	for (size_t r = 0; r < rounds->n; r++) {
		bool full = rounds->first[r + 1] - rounds->first[r] == together;

		for (size_t i = rounds->first[r]; full != rest && i < rounds->first[r + 1]; i++) {
			list->pairs[list->n][0] = rounds->triplets[i].from;
			list->pairs[list->n][1] = rounds->triplets[i].to[0];
			list->third[list->n++] = rounds->triplets[i].to[1];
		}
	}
	list->together = rest ? 1 : together;
}

static enum status triplet_list(const struct pair_list_request *request, size_t processes, struct pair_list *list,
				struct error *err)
{
	size_t most = triplets_most(request->triplets, processes), n = 0, together = 1;
	struct triplet *all = calloc(most + 1, sizeof(*all));
	struct triplet_rounds rounds = {.n = 0};
	enum status status = OK;

	free(list->pairs);
	list->pairs = calloc(most + 1, sizeof(*list->pairs));
	list->third = calloc(most + 1, sizeof(*list->third));
	if (!all || !list->pairs || !list->third)
		status = error_memory(err, "a list of triplets");
	else if (processes < 3)
		status = error_set(err, ERR_INPUT, "a sender and two receivers are three processes, and there are %zu",
				   processes);
	else if (strcmp(request->triplets, "all") == 0)
		all_triplets(processes, all, &n);
	else
		status = parse_triplets(request->triplets, processes, all, &n, err);
	if (status == OK)
		status = triplet_rounds_of(&rounds, all, n, processes, request->parallel, err);
	for (size_t r = 0; r < rounds.n; r++)
		together = rounds.first[r + 1] - rounds.first[r] > together ? rounds.first[r + 1] - rounds.first[r]
									    : together;
	add_triplets(&rounds, request->rest, together, list);
	list->background = list->together > 1 ? BACKGROUND_PARALLEL : request->busy ? BACKGROUND_BUSY : BACKGROUND_IDLE;
	triplet_rounds_release(&rounds);
	free(all);
	return status;
}

enum status pair_list_make(const struct pair_list_request *request, size_t processes, struct pair_list *list,
			   struct error *err)
{
	*list = (struct pair_list){.pairs = calloc(processes * processes / 2 + 1, sizeof(*list->pairs))};
	if (!list->pairs)
		return error_memory(err, "a list of pairs");
	if (request->triplets)
		return triplet_list(request, processes, list, err);
	if (request->partners)
		return bisection(request, processes, list, err);
	return request->pair[0] == PAIR_ALL ? all_pairs(request, processes, list) : one_pair(request, list);
}

void pair_list_release(struct pair_list *list)
{
	free(list->pairs);
	free(list->third);
	*list = (struct pair_list){.n = 0};
}

struct experiment pair_point(const void *context, size_t bytes, size_t curve)
{
	const struct pair_points *points = context;
	struct experiment what = points->like[curve / points->pairs->n];
	size_t pair = curve % points->pairs->n;

	what.from = points->pairs->pairs[pair][0];
	what.to = points->pairs->pairs[pair][1];
	what.bytes = bytes;
	what.reply_bytes = what.reply_bytes ? bytes : 0;
	what.setup.background = points->pairs->background;
	what.setup.third = points->pairs->third ? (size_t)points->pairs->third[pair] : 0;
	return what;
}
