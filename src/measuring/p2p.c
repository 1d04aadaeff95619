#include "measuring/p2p.h"

#include "measuring/options.h"
#include "model/paths.h"

#include <stdio.h>
#include <string.h>

const char *const p2p_pattern_names[] = {"roundtrip", "oneway", "head-to-head", "bisection", "one-to-two", NULL};
const char *const p2p_path_names[] = {"full", "send", "receive", NULL};
const char *const p2p_cold_names[] = {"none", "sender", "receiver", "both", NULL};

static const char *partners_of(const struct p2p_request *r)
{
	if (r->pattern != P2P_BISECTION)
		return NULL;
	return r->partners ? r->partners : "neighbours";
}

static const char *triplets_of(const struct p2p_request *r)
{
	if (r->pattern != P2P_ONE_TO_TWO)
		return NULL;
	return r->triplets ? r->triplets : "0:1:2";
}

static enum experiment_kind kind_of(const struct p2p_request *r)
{
	static const enum experiment_kind by_path[] = {
		[P2P_SEND] = EXPERIMENT_SEND, [P2P_RECEIVE] = EXPERIMENT_RECEIVE};
	static const enum experiment_kind by_pattern[] = {[P2P_ROUNDTRIP] = EXPERIMENT_ROUNDTRIP,
							  [P2P_ONEWAY] = EXPERIMENT_TRAIN,
							  [P2P_HEAD_TO_HEAD] = EXPERIMENT_EXCHANGE,
							  [P2P_BISECTION] = EXPERIMENT_ROUNDTRIP,
							  [P2P_ONE_TO_TWO] = EXPERIMENT_ONE_TO_TWO};

	return r->path == P2P_FULL ? by_pattern[r->pattern] : by_path[r->path];
}

struct experiment p2p_experiment(const struct p2p_request *r)
{
	struct experiment what = {.kind = kind_of(r), .count = 1};

	if (what.kind == EXPERIMENT_ROUNDTRIP)
		what.reply_bytes = 1; /* as many as the message has */
	if (what.kind == EXPERIMENT_TRAIN || what.kind == EXPERIMENT_EXCHANGE)
		what.count = r->count;
	what.setup = (struct setup){
		.operation = r->operation, .layout = {r->layout[0], r->layout[1]}, .cold = {r->cold[0], r->cold[1]}};
	snprintf(what.setup.collective, sizeof(what.setup.collective), "%s", r->exchange ? r->exchange : "");
	return what;
}

bool p2p_is_alone(const struct p2p_request *r)
{
	return !r->busy && r->pattern != P2P_BISECTION && !r->parallel && !r->side_by_side;
}

/* Adds to the purpose as a detail and to its title, unless the words are NULL. */
static void vary(struct purpose *p, const char *key, const char *value, const char *words)
{
	size_t used = strlen(p->title);

	purpose_vary(p, key, "%s", value);
	if (words)
		snprintf(p->title + used, sizeof(p->title) - used, "%s%s", words, value);
}

static void add_title(struct purpose *p, const char *words)
{
	size_t used = strlen(p->title);

	snprintf(p->title + used, sizeof(p->title) - used, "%s", words);
}

static void add_number(struct purpose *p, const char *key, size_t number, const char *words)
{
	char text[32];

	snprintf(text, sizeof(text), "%zu", number);
	vary(p, key, text, words);
}

/* Appends the different words of a list, separated by commas; text has room for P2P_NAME_ROOM bytes. */
static void add_word(char *text, const char *word)
{
	size_t used = strlen(text), length = strlen(word);

	for (const char *at = text; *at; at += strcspn(at, ",") + (strchr(at, ',') != NULL))
		if (strcspn(at, ",") == length && strncmp(at, word, length) == 0)
			return;
	snprintf(text + used, P2P_NAME_ROOM - used, "%s%s", used > 0 ? "," : "", word);
}

const char *p2p_layout_name(const struct setup *setup)
{
	return message_layout_names[message_layout_of(&(struct experiment){.setup = *setup}).ends];
}

const char *p2p_cold_name(const struct setup *setup)
{
	return p2p_cold_names[setup->cold[0] + 2 * setup->cold[1]];
}

const char *p2p_variant_name(const struct setup *setup, char *text)
{
	const char *layout = p2p_layout_name(setup), *cold = p2p_cold_name(setup);
	bool strided = strcmp(layout, "cc") != 0, is_cold = strcmp(cold, "none") != 0;

	snprintf(text, P2P_NAME_ROOM, "%s%s%s%s%s", operation_names[setup->operation], strided ? ", " : "",
		 strided ? layout : "", is_cold ? ", cold " : "", is_cold ? cold : "");
	return text;
}

/* Writes the operations, the layouts and the ends with cold data of all variants. */
static void list_variants(const struct p2p_request *requests, size_t n, char lists[3][P2P_NAME_ROOM])
{
	for (size_t i = 0; i < n; i++) {
		const struct setup setup = p2p_experiment(&requests[i]).setup;

		add_word(lists[0], operation_names[setup.operation]);
		add_word(lists[1], p2p_layout_name(&setup));
		add_word(lists[2], p2p_cold_name(&setup));
	}
}

/* Adds the layouts, and the ends with cold data. */
static void add_data(struct purpose *p, const struct p2p_request *requests, size_t n, const char *layouts,
		     const char *colds)
{
	const struct layout *strided = NULL;

	for (size_t i = 0; i < 2 * n; i++)
		if (requests[i / 2].layout[i % 2].kind != LAYOUT_CONTIGUOUS)
			strided = &requests[i / 2].layout[i % 2];
	if (strided) {
		vary(p, "layout", layouts, ", ");
		vary(p, "type", layout_names[strided->kind], " ");
		add_number(p, "block", strided->block, ":");
		add_number(p, "stride", strided->stride, ":");
	}
	if (strcmp(colds, "none") != 0)
		vary(p, "cold", colds, ", cold ");
}

/* Between which processes, and what others do. */
static void add_processes(struct purpose *p, const struct p2p_request *r, size_t processes)
{
	char text[64];

	if (r->pattern == P2P_BISECTION) {
		vary(p, "partners", partners_of(r), ", ");
	} else if (r->pattern == P2P_ONE_TO_TWO) {
		vary(p, "triplets", triplets_of(r), ", ");
		if (r->parallel)
			vary(p, "order", "parallel", ", in ");
	} else if (r->pair[0] == PAIR_ALL) {
		vary(p, "pairs", "all", NULL);
		if (r->side_by_side || r->parallel)
			vary(p, "order", r->side_by_side ? "side-by-side" : "parallel", NULL);
		add_title(p, r->side_by_side ? ", all pairs side by side"
			     : r->parallel   ? ", all pairs in parallel"
					     : ", all pairs");
	} else if (processes > 2) {
		snprintf(text, sizeof(text), "%d:%d", r->pair[0], r->pair[1]);
		vary(p, "pairs", text, ", ");
		vary(p, "others", r->busy ? "busy" : "idle", ", others ");
	}
}

struct purpose p2p_purpose(const struct p2p_request *requests, size_t n, size_t processes)
{
	struct purpose p = purpose_of(PURPOSE_MEASURE_P2P, "measure p2p ");
	char lists[3][P2P_NAME_ROOM] = {"", "", ""};
	const struct p2p_request *r = &requests[0];

	list_variants(requests, n, lists);
	snprintf(p.operation, sizeof(p.operation), "%s", lists[0]);
	add_title(&p, p.operation);
	vary(&p, "pattern", p2p_pattern_names[r->pattern], " ");
	if (r->count != 1)
		add_number(&p, "count", r->count, " of ");
	if (r->path != P2P_FULL) {
		vary(&p, "path", p2p_path_names[r->path], ", ");
		add_title(&p, " call");
	}
	add_data(&p, requests, n, lists[1], lists[2]);
	add_processes(&p, r, processes);
	return p;
}

const char *p2p_title(const struct p2p_request *requests, size_t n, size_t processes, char *text)
{
	static const char *const whats[] = {
		[P2P_ROUNDTRIP] = "round trips, there and back",
		[P2P_ONEWAY] = "messages one way with their acknowledgement",
		[P2P_HEAD_TO_HEAD] = "both send and receive at once",
		[P2P_BISECTION] = "round trips of all pairs at once",
		[P2P_ONE_TO_TWO] = "a message to each of two receivers, and an empty answer from each"};
	char lists[3][P2P_NAME_ROOM] = {"", "", ""};
	const struct p2p_request *r = &requests[0];

	list_variants(requests, n, lists);
	if (r->path != P2P_FULL)
		snprintf(text, P2P_TITLE_ROOM, "MPI %s of %zu processes: the %s call alone", lists[0], processes,
			 p2p_path_names[r->path]);
	else
		snprintf(text, P2P_TITLE_ROOM, "MPI %s of %zu processes: %s", lists[0], processes, whats[r->pattern]);
	return text;
}

/* Lists the pairs or triplets of a family. The second family has the triplets that the first leaves, or the pairs of
 * the first in parallel. */
static enum status make_list(const struct p2p_request *r, size_t family, size_t processes, struct pair_list *list,
			     struct error *err)
{
	const struct pair_list_request pairs = {.pair = {r->pair[0], r->pair[1]},
						.parallel = r->parallel || (family == 1 && r->side_by_side),
						.partners = partners_of(r),
						.busy = r->busy,
						.triplets = triplets_of(r),
						.rest = family == 1 && !r->side_by_side};

	return pair_list_make(&pairs, processes, list, err);
}

enum status p2p_points_make(const struct p2p_request *requests, size_t n, size_t processes, struct p2p_points *points,
			    struct error *err)
{
	const struct p2p_request *r = &requests[0];
	size_t most = r->side_by_side || (r->pattern == P2P_ONE_TO_TWO && r->parallel) ? 2 : 1;

	*points = (struct p2p_points){.n = 0};
	if (n > P2P_VARIANTS_MOST)
		return error_set(err, ERR_INPUT, "%zu variants: at most %d are timed in turns", n, P2P_VARIANTS_MOST);
	for (size_t i = 0; i < n; i++)
		points->like[i] = p2p_experiment(&requests[i]);
	for (size_t i = 0; i < most; i++) {
		struct pair_list *list = &points->pairs[i];

		TRY(make_list(r, i, processes, list, err));
		points->points[i] = (struct pair_points){points->like, list};
		points->families[i] =
			(struct explore_family){pair_point, &points->points[i], n * list->n, list->together};
		points->n += list->n > 0;
	}
	return OK;
}

void p2p_points_release(struct p2p_points *points)
{
	for (size_t i = 0; i < 2; i++)
		pair_list_release(&points->pairs[i]);
	points->n = 0;
}
