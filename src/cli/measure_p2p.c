#include "cli/measure_p2p.h"

#include "cli/measure_families.h"
#include "measuring/pair_list.h"

#include <stdlib.h>
#include <string.h>

enum pattern { PATTERN_ROUNDTRIP, PATTERN_ONEWAY, PATTERN_HEAD_TO_HEAD, PATTERN_BISECTION };
enum path { PATH_FULL, PATH_SEND, PATH_RECEIVE };
enum cold { COLD_NONE, COLD_SENDER, COLD_RECEIVER, COLD_BOTH };

static const char *const pattern_names[] = {"roundtrip", "oneway", "head-to-head", "bisection", NULL};
static const char *const path_names[] = {"full", "send", "receive", NULL};
static const char *const cold_names[] = {"none", "sender", "receiver", "both", NULL};
static const char *const layout_names[] = {"cc", "cn", "nc", "nn", NULL};
static const char *const type_names[] = {"vector", "indexed", "subarray", NULL};
enum { BLOCK = 8, STRIDE = 2 }; /* the defaults */

static const char *const others_names[] = {"idle", "busy", NULL};

/* The options that only this has. */
struct p2p_options {
	struct sizes_options sizes;
	int operation, pattern, path, cold, layout, type, others;
	size_t count, block, stride;
	const char *partners;
	bool parallel, side_by_side;
};

static enum experiment_kind kind_of(const struct p2p_options *o)
{
	static const enum experiment_kind by_path[] = {
		[PATH_SEND] = EXPERIMENT_SEND, [PATH_RECEIVE] = EXPERIMENT_RECEIVE};
	static const enum experiment_kind by_pattern[] = {EXPERIMENT_ROUNDTRIP, EXPERIMENT_TRAIN, EXPERIMENT_EXCHANGE,
							  EXPERIMENT_ROUNDTRIP};

	return o->path == PATH_FULL ? by_pattern[o->pattern] : by_path[o->path];
}

static struct layout layout_of(const struct p2p_options *o, bool strided)
{
	return strided ? (struct layout){(enum layout_kind)(LAYOUT_VECTOR + o->type), o->block, o->stride}
		       : (struct layout){.kind = LAYOUT_CONTIGUOUS};
}

/* The experiment that the options ask for, of any size and pair. */
static struct experiment experiment_of(const struct p2p_options *o)
{
	struct experiment what = {.kind = kind_of(o), .count = 1};

	if (what.kind == EXPERIMENT_ROUNDTRIP)
		what.reply_bytes = 1; /* as many as the message has */
	if (what.kind == EXPERIMENT_TRAIN)
		what.count = o->count;
	what.setup = (struct setup){
		.operation = (enum mpi_operation)o->operation,
		.layout = {layout_of(o, o->layout & 2), layout_of(o, o->layout & 1)},
		.cold = {o->cold == COLD_SENDER || o->cold == COLD_BOTH,
			 o->cold == COLD_RECEIVER || o->cold == COLD_BOTH},
	};
	return what;
}

static enum status check_options(const struct p2p_options *o, struct error *err)
{
	if (o->path != PATH_FULL && o->pattern != PATTERN_ROUNDTRIP)
		return error_set(err, ERR_USAGE, "--path %s times single calls: it goes with --pattern roundtrip only",
				 path_names[o->path]);
	if (o->count != 1 && o->pattern != PATTERN_ONEWAY)
		return error_set(err, ERR_USAGE,
				 "--count: how many messages go one way before they are acknowledged; it goes with "
				 "--pattern oneway only");
	if (o->partners && o->pattern != PATTERN_BISECTION)
		return error_set(err, ERR_USAGE,
				 "--partners: who sends to whom in a bisection; it goes with --pattern bisection only");
	if (o->layout == 0 && (o->type != 0 || o->block != BLOCK || o->stride != STRIDE))
		return error_set(err, ERR_USAGE,
				 "--type, --block, --stride: how data lies in memory that is not contiguous; they go "
				 "with --layout cn, nc or nn");
	return OK;
}

static enum status check_pairs(const struct p2p_options *o, const struct measuring *m, struct error *err)
{
	bool all = m->options.pair[0] == PAIR_ALL;

	if ((o->parallel || o->side_by_side) && !all)
		return error_set(err, ERR_USAGE, "--%s: how all pairs are measured; it goes with --pairs all only",
				 o->parallel ? "parallel" : "side-by-side");
	if (m->options.pair[0] != LINK_ANY && o->pattern == PATTERN_BISECTION)
		return error_set(err, ERR_USAGE, "--pairs: a bisection has the pairs that --partners says");
	if (o->others && (o->parallel || o->side_by_side || o->pattern == PATTERN_BISECTION))
		return error_set(
			err, ERR_USAGE,
			"--others busy: in a bisection or in parallel rounds the others send messages themselves");
	return OK;
}

/* The points of a campaign: pairs in groups that are measured at the same time, for every size. */
struct points_to_measure {
	struct pair_list pairs;
	struct experiment like;
	struct pair_points points;
};

static enum status choose_points(const struct measuring *m, const struct p2p_options *o, const int pair[2],
				 bool parallel, struct points_to_measure *p, struct error *err)
{
	const struct pair_list_request request = {
		.pair = {pair[0], pair[1]},
		.parallel = parallel,
		.partners = o->pattern != PATTERN_BISECTION ? NULL
			    : o->partners                   ? o->partners
							    : "neighbours",
		.busy = o->others,
	};

	p->like = experiment_of(o);
	p->points = (struct pair_points){&p->like, &p->pairs};
	return usage_of(pair_list_make(&request, m->platform->processes, &p->pairs, err), err);
}

/* The platform, and the pair by which the machine is watched. *pair receives what the user said. */
static enum status open_platform(struct measure_command *c, const struct p2p_options *o, int pair[2], struct error *err)
{
	struct measuring *m = &c->measuring;
	enum status status = check_pairs(o, m, err);

	m->options.all_pairs = o->pattern == PATTERN_BISECTION || m->options.pair[0] == PAIR_ALL;
	if (status == OK)
		status = measure_command_open(c, err);
	pair[0] = m->options.pair[0];
	pair[1] = m->options.pair[1];
	if (m->options.all_pairs)
		m->options.pair[0] = 0, m->options.pair[1] = 1;
	return status;
}

enum { NAME_ROOM = 300 };

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

/* Between which processes, and what others do. */
static void add_processes(struct purpose *p, const struct measuring *m, const struct p2p_options *o, const int pair[2])
{
	char text[64];

	if (o->pattern == PATTERN_BISECTION) {
		vary(p, "partners", o->partners ? o->partners : "neighbours", ", ");
	} else if (pair[0] == PAIR_ALL) {
		vary(p, "pairs", "all", NULL);
		if (o->side_by_side || o->parallel)
			vary(p, "order", o->side_by_side ? "side-by-side" : "parallel", NULL);
		add_title(p, o->side_by_side ? ", all pairs side by side"
			     : o->parallel   ? ", all pairs in parallel"
					     : ", all pairs");
	} else if (m->platform->processes > 2) {
		snprintf(text, sizeof(text), "%d:%d", pair[0], pair[1]);
		vary(p, "pairs", text, ", ");
		vary(p, "others", others_names[o->others], ", others ");
	}
}

/* What the run is for: all that makes it another measurement, but for its sizes. */
static struct purpose purpose_of_run(const struct measuring *m, const struct p2p_options *o, const int pair[2])
{
	struct purpose p = purpose_of(PURPOSE_MEASURE_P2P, "measure p2p ");

	snprintf(p.operation, sizeof(p.operation), "%s", operation_names[o->operation]);
	add_title(&p, p.operation);
	vary(&p, "pattern", pattern_names[o->pattern], " ");
	if (o->count != 1)
		add_number(&p, "count", o->count, " of ");
	if (o->path != PATH_FULL) {
		vary(&p, "path", path_names[o->path], ", ");
		add_title(&p, " call");
	}
	if (o->layout) {
		vary(&p, "layout", layout_names[o->layout], ", ");
		vary(&p, "type", type_names[o->type], " ");
		add_number(&p, "block", o->block, ":");
		add_number(&p, "stride", o->stride, ":");
	}
	if (o->cold)
		vary(&p, "cold", cold_names[o->cold], ", cold ");
	add_processes(&p, m, o, pair);
	return p;
}

static const char *name_table(const struct measuring *m, const struct p2p_options *o, char *text)
{
	static const char *const whats[] = {[PATTERN_ROUNDTRIP] = "round trips, there and back",
					    [PATTERN_ONEWAY] = "messages one way with their acknowledgement",
					    [PATTERN_HEAD_TO_HEAD] = "both send and receive at once",
					    [PATTERN_BISECTION] = "round trips of all pairs at once"};

	if (o->path != PATH_FULL)
		snprintf(text, NAME_ROOM, "MPI %s of %zu processes: the %s call alone", operation_names[o->operation],
			 m->platform->processes, path_names[o->path]);
	else
		snprintf(text, NAME_ROOM, "MPI %s of %zu processes: %s", operation_names[o->operation],
			 m->platform->processes, whats[o->pattern]);
	return text;
}

/* Whatever perturbs a message that is alone makes it longer, and from run to run the least is what comes again (Gropp,
 * Lusk 1999, 3.1); beside others' messages the perturbation is what is measured. */
static bool is_alone(const struct p2p_options *o)
{
	return !o->others && o->pattern != PATTERN_BISECTION && !o->parallel && !o->side_by_side;
}

static enum status run(struct measure_command *c, struct p2p_options *o, struct error *err)
{
	struct measuring *m = &c->measuring;
	struct points_to_measure points[2] = {{.pairs = {.n = 0}}};
	struct explore_family families[2];
	size_t n = o->side_by_side ? 2 : 1;
	struct purpose purpose;
	char title[NAME_ROOM];
	int pair[2];
	enum status status = check_options(o, err);

	if (status == OK)
		status = sizes_choose(&o->sizes, err);
	if (is_alone(o))
		measuring_prefer(m, STATISTIC_MIN);
	if (status == OK)
		status = open_platform(c, o, pair, err);
	for (size_t i = 0; status == OK && i < n; i++) {
		status = choose_points(m, o, pair, i == 1 || o->parallel, &points[i], err);
		families[i] = (struct explore_family){pair_point, &points[i].points, points[i].pairs.n,
						      points[i].pairs.together};
	}
	if (status == OK) {
		purpose = purpose_of_run(m, o, pair);
		status = measure_families(c, &o->sizes, families, n, &purpose, name_table(m, o, title), err);
	}
	for (size_t i = 0; i < n; i++)
		pair_list_release(&points[i].pairs);
	return status;
}

enum status measure_p2p(struct context *context, struct error *err)
{
	struct measure_command c;
	struct p2p_options o = {.sizes = SIZES_DEFAULT, .count = 1, .block = BLOCK, .stride = STRIDE};
	const struct option options[] = {
		SIZES_OPTIONS(&o.sizes),
		POOLING_OPTION(&c),
		OPT_CHOICE(0, "op", &o.operation, operation_names, "the MPI calls (default send)"),
		OPT_CHOICE(0, "pattern", &o.pattern, pattern_names, "which way messages go (default roundtrip)"),
		OPT_COUNT(0, "count", &o.count, "N", 1, 1e6, "oneway: messages before the acknowledgement (default 1)"),
		OPT_CHOICE(0, "path", &o.path, path_names,
			   "time the whole way, or the send or the receive call alone (default full)"),
		OPT_CHOICE(0, "layout", &o.layout, layout_names,
			   "contiguous or noncontiguous at sender and receiver (default cc)"),
		OPT_CHOICE(0, "type", &o.type, type_names,
			   "the derived datatype of noncontiguous data (default vector)"),
		OPT_BYTES(0, "block", &o.block, "SIZE", 1, 0x1p30,
			  "of noncontiguous data: bytes of a block (default 8)"),
		OPT_COUNT(0, "stride", &o.stride, "N", 1, 4096, "from block to block, in blocks (default 2)"),
		OPT_CHOICE(0, "cold", &o.cold, cold_names,
			   "whose data are not in cache (default none); where both ends share the last cache, either "
			   "evicts the data of both"),
		OPT_CHOICE(0, "others", &o.others, others_names, "what further processes do meanwhile (default idle)"),
		OPT_TEXT(0, "partners", &o.partners, "PARTNERS",
			 "bisection: neighbours, far or pairs like 0:3,1:2 (default neighbours)"),
		OPT_FLAG(0, "parallel", &o.parallel, "--pairs all: in rounds of pairs that do not overlap"),
		OPT_FLAG(0, "side-by-side", &o.side_by_side,
			 "--pairs all: one after the other and in parallel, in one table"),
		MEASURING_OPTIONS(&c),
		COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status;

	measure_command_init(&c, context);
	status = command_options(context, options, NULL, 0, 0, &n, err);
	if (status == OK && !context->help)
		status = measure_command_ended(&c, run(&c, &o, err), err);
	measure_command_release(&c);
	sizes_release(&o.sizes.request);
	return status;
}
