#include "cli/measure/p2p.h"

#include "cli/measure/families.h"
#include "measuring/p2p.h"

#include <stdio.h>

static const char *const type_names[] = {"vector", "indexed", "subarray", NULL};
static const char *const others_names[] = {"idle", "busy", NULL};

static struct layout layout_of(const struct p2p_options *o, bool strided)
{
	return strided ? (struct layout){(enum layout_kind)(LAYOUT_VECTOR + o->type), o->block, o->stride}
		       : (struct layout){.kind = LAYOUT_CONTIGUOUS};
}

static struct p2p_request request_of(const struct p2p_options *o, const int pair[2])
{
	return (struct p2p_request){
		.pattern = (enum p2p_pattern)o->pattern,
		.path = (enum p2p_path)o->path,
		.operation = (enum mpi_operation)o->operation,
		.count = o->count,
		.layout = {layout_of(o, o->layout & 2), layout_of(o, o->layout & 1)},
		.cold = {o->cold & 1, o->cold & 2},
		.pair = {pair[0], pair[1]},
		.partners = o->partners,
		.busy = o->others,
		.parallel = o->parallel,
		.side_by_side = o->side_by_side,
	};
}

static enum status check_options(const struct p2p_options *o, struct error *err)
{
	if (o->path != P2P_FULL && o->pattern != P2P_ROUNDTRIP)
		return error_set(err, ERR_USAGE, "--path %s times single calls: it goes with --pattern roundtrip only",
				 p2p_path_names[o->path]);
	if (o->count != 1 && o->pattern != P2P_ONEWAY &&
	    !(o->pattern == P2P_HEAD_TO_HEAD && o->operation == OPERATION_ISEND))
		return error_set(err, ERR_USAGE,
				 "--count: how many messages go one way before they are acknowledged, or both ways at "
				 "once; it goes with --pattern oneway, and with --op isend --pattern head-to-head");
	if (o->partners && o->pattern != P2P_BISECTION)
		return error_set(err, ERR_USAGE,
				 "--partners: who sends to whom in a bisection; it goes with --pattern bisection only");
	if (o->layout == 0 && (o->type != 0 || o->block != P2P_BLOCK || o->stride != P2P_STRIDE))
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
	if (m->options.pair[0] != LINK_ANY && o->pattern == P2P_BISECTION)
		return error_set(err, ERR_USAGE, "--pairs: a bisection has the pairs that --partners says");
	if (o->others && (o->parallel || o->side_by_side || o->pattern == P2P_BISECTION))
		return error_set(
			err, ERR_USAGE,
			"--others busy: in a bisection or in parallel rounds the others send messages themselves");
	return OK;
}

/* The platform, and the pair by which the machine is watched. *pair receives what the user said. */
static enum status open_platform(struct measure_command *c, const struct p2p_options *o, int pair[2], struct error *err)
{
	struct measuring *m = &c->measuring;
	enum status status = check_pairs(o, m, err);

	m->options.all_pairs = o->pattern == P2P_BISECTION || m->options.pair[0] == PAIR_ALL;
	if (status == OK)
		status = measure_command_open(c, err);
	pair[0] = m->options.pair[0];
	pair[1] = m->options.pair[1];
	if (m->options.all_pairs)
		m->options.pair[0] = 0, m->options.pair[1] = 1;
	return status;
}

/* What is measured, in words, and in which units. */
static const char *title_of(const struct p2p_request *request, enum table_form form, size_t processes,
			    char text[P2P_TITLE_ROOM])
{
	if (form == FORM_LATENCY)
		snprintf(text, P2P_TITLE_ROOM,
			 "latency by MPI %s of %zu processes: half of a round trip (sizes: K is 1024 B)",
			 operation_names[request->operation], processes);
	else if (form == FORM_BANDWIDTH)
		snprintf(text, P2P_TITLE_ROOM,
			 "bandwidth of %zu processes, %zu messages at once %s (MB/s: 10^6 B/s; sizes: K is 1024 B)",
			 processes, request->count,
			 request->pattern == P2P_HEAD_TO_HEAD ? "both ways, the sum of both"
							      : "one way, then their acknowledgement");
	else
		p2p_title(request, processes, text);
	return text;
}

static enum status run(struct measure_command *c, void *options, struct error *err)
{
	struct p2p_options *o = options;
	struct measuring *m = &c->measuring;
	struct p2p_points points = {.n = 0};
	struct p2p_request request;
	struct purpose purpose;
	char title[P2P_TITLE_ROOM];
	enum status status;

	o->pattern = o->both_ways ? P2P_HEAD_TO_HEAD : o->pattern;
	request = request_of(o, m->options.pair);
	status = check_options(o, err);
	if (status == OK)
		status = sizes_choose(&o->sizes, err);
	if (p2p_is_alone(&request)) {
		o->sizes.request.settles = o->form == FORM_WHOLE && m->options.statistic == STATISTIC_OF_PLATFORM;
		measuring_prefer(m, o->form == FORM_WHOLE ? STATISTIC_MIN : STATISTIC_MEDIAN);
	}
	if (status == OK)
		status = open_platform(c, o, request.pair, err);
	if (status == OK)
		status = usage_of(p2p_points_make(&request, m->platform->processes, &points, err), err);
	if (status == OK) {
		purpose = p2p_purpose(&request, m->platform->processes);
		status = measure_families(c, &o->sizes, points.families, points.n, &purpose,
					  title_of(&request, o->form, m->platform->processes, title), o->form, err);
	}
	p2p_points_release(&points);
	return status;
}

enum status measure_p2p_command(struct measure_command *c, struct context *context, const struct option *options,
				struct p2p_options *o, struct error *err)
{
	enum status status = measure_command_run(c, context, options, run, o, err);

	sizes_release(&o->sizes.request);
	return status;
}

enum status measure_p2p(struct context *context, struct error *err)
{
	struct measure_command c;
	struct p2p_options o = P2P_OPTIONS;
	const struct option options[] = {
		SIZES_OPTIONS(&o.sizes),
		POOLING_OPTION(&c),
		STATE_OPTION(&c),
		OPERATION_OPTION(&o),
		OPT_CHOICE(0, "pattern", &o.pattern, p2p_pattern_names, "which way messages go (default roundtrip)"),
		OPT_COUNT(0, "count", &o.count, "N", 1, 1e6,
			  "oneway: messages before the acknowledgement; isend head-to-head: messages both ways at once "
			  "(default 1)"),
		OPT_CHOICE(0, "path", &o.path, p2p_path_names,
			   "time the whole way, or the send or the receive call alone (default full)"),
		OPT_CHOICE(0, "layout", &o.layout, p2p_layout_names,
			   "contiguous or noncontiguous at sender and receiver (default cc)"),
		OPT_CHOICE(0, "type", &o.type, type_names,
			   "the derived datatype of noncontiguous data (default vector)"),
		OPT_BYTES(0, "block", &o.block, "SIZE", 1, 0x1p30,
			  "of noncontiguous data: bytes of a block (default 8)"),
		OPT_COUNT(0, "stride", &o.stride, "N", 1, 4096, "from block to block, in blocks (default 2)"),
		OPT_CHOICE(0, "cold", &o.cold, p2p_cold_names,
			   "whose data are not in cache (default none); where both ends share the last cache, either "
			   "evicts the data of both"),
		OPT_CHOICE(0, "others", &o.others, others_names, "what further processes do meanwhile (default idle)"),
		OPT_TEXT(0, "partners", &o.partners, "PARTNERS",
			 "bisection: neighbours, far or pairs like 0:3,1:2 (default neighbours)"),
		PARALLEL_OPTION(&o),
		OPT_FLAG(0, "side-by-side", &o.side_by_side,
			 "--pairs all: one after the other and in parallel, in one table"),
		MEASURING_OPTIONS(&c),
		COMMON_OPTIONS(context),
	};

	return measure_p2p_command(&c, context, options, &o, err);
}
