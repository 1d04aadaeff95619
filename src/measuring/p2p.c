#include "measuring/p2p.h"

#include "measuring/options.h"

#include <stdio.h>
#include <string.h>

const char *const p2p_pattern_names[] = {"roundtrip", "oneway", "head-to-head", "bisection", NULL};
const char *const p2p_path_names[] = {"full", "send", "receive", NULL};
const char *const p2p_layout_names[] = {"cc", "cn", "nc", "nn", NULL};
const char *const p2p_cold_names[] = {"none", "sender", "receiver", "both", NULL};

static const char *partners_of(const struct p2p_request *r)
{
	if (r->pattern != P2P_BISECTION)
		return NULL;
	return r->partners ? r->partners : "neighbours";
}

static enum experiment_kind kind_of(const struct p2p_request *r)
{
	static const enum experiment_kind by_path[] = {
		[P2P_SEND] = EXPERIMENT_SEND, [P2P_RECEIVE] = EXPERIMENT_RECEIVE};
	static const enum experiment_kind by_pattern[] = {[P2P_ROUNDTRIP] = EXPERIMENT_ROUNDTRIP,
							  [P2P_ONEWAY] = EXPERIMENT_TRAIN,
							  [P2P_HEAD_TO_HEAD] = EXPERIMENT_EXCHANGE,
							  [P2P_BISECTION] = EXPERIMENT_ROUNDTRIP};

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

/* How data lie in memory, and whether they are in cache. */
static void add_data(struct purpose *p, const struct p2p_request *r)
{
	static const char *const kinds[] = {[LAYOUT_CONTIGUOUS] = "contiguous",
					    [LAYOUT_VECTOR] = "vector",
					    [LAYOUT_INDEXED] = "indexed",
					    [LAYOUT_SUBARRAY] = "subarray"};
	bool strided[2] = {r->layout[0].kind != LAYOUT_CONTIGUOUS, r->layout[1].kind != LAYOUT_CONTIGUOUS};
	const struct layout *layout = &r->layout[strided[0] ? 0 : 1];

	if (layout->kind != LAYOUT_CONTIGUOUS) {
		vary(p, "layout", p2p_layout_names[2 * strided[0] + strided[1]], ", ");
		vary(p, "type", kinds[layout->kind], " ");
		add_number(p, "block", layout->block, ":");
		add_number(p, "stride", layout->stride, ":");
	}
	if (r->cold[0] || r->cold[1])
		vary(p, "cold", p2p_cold_names[r->cold[0] + 2 * r->cold[1]], ", cold ");
}

/* Between which processes, and what others do. */
static void add_processes(struct purpose *p, const struct p2p_request *r, size_t processes)
{
	char text[64];

	if (r->pattern == P2P_BISECTION) {
		vary(p, "partners", partners_of(r), ", ");
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

struct purpose p2p_purpose(const struct p2p_request *r, size_t processes)
{
	struct purpose p = purpose_of(PURPOSE_MEASURE_P2P, "measure p2p ");

	snprintf(p.operation, sizeof(p.operation), "%s", operation_names[r->operation]);
	add_title(&p, p.operation);
	vary(&p, "pattern", p2p_pattern_names[r->pattern], " ");
	if (r->count != 1)
		add_number(&p, "count", r->count, " of ");
	if (r->path != P2P_FULL) {
		vary(&p, "path", p2p_path_names[r->path], ", ");
		add_title(&p, " call");
	}
	add_data(&p, r);
	add_processes(&p, r, processes);
	return p;
}

const char *p2p_title(const struct p2p_request *r, size_t processes, char *text)
{
	static const char *const whats[] = {[P2P_ROUNDTRIP] = "round trips, there and back",
					    [P2P_ONEWAY] = "messages one way with their acknowledgement",
					    [P2P_HEAD_TO_HEAD] = "both send and receive at once",
					    [P2P_BISECTION] = "round trips of all pairs at once"};

	if (r->path != P2P_FULL)
		snprintf(text, P2P_TITLE_ROOM, "MPI %s of %zu processes: the %s call alone",
			 operation_names[r->operation], processes, p2p_path_names[r->path]);
	else
		snprintf(text, P2P_TITLE_ROOM, "MPI %s of %zu processes: %s", operation_names[r->operation], processes,
			 whats[r->pattern]);
	return text;
}

enum status p2p_points_make(const struct p2p_request *r, size_t processes, struct p2p_points *points, struct error *err)
{
	enum status status = OK;

	*points = (struct p2p_points){.like = p2p_experiment(r), .n = r->side_by_side ? 2 : 1};
	for (size_t i = 0; status == OK && i < points->n; i++) {
		const struct pair_list_request pairs = {.pair = {r->pair[0], r->pair[1]},
							.parallel = i == 1 || r->parallel,
							.partners = partners_of(r),
							.busy = r->busy};
		struct pair_list *list = &points->pairs[i];

		status = pair_list_make(&pairs, processes, list, err);
		points->points[i] = (struct pair_points){&points->like, list};
		points->families[i] = (struct explore_family){pair_point, &points->points[i], list->n, list->together};
	}
	return status;
}

void p2p_points_release(struct p2p_points *points)
{
	for (size_t i = 0; i < 2; i++)
		pair_list_release(&points->pairs[i]);
	points->n = 0;
}
