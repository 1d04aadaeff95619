#include "cli/measure/p2p.h"

#include "cli/measure/families.h"
#include "measuring/p2p.h"

#include <stdio.h>

static const char *const others_names[] = {"idle", "busy", NULL};

/* Takes the first choice for an option that was not given. */
static void choose_default(struct choice_list *list)
{
	if (list->n == 0)
		list->list[list->n++] = 0;
}

enum status layout_options_choose(struct layout_options *o, struct error *err)
{
	choose_default(&o->layouts);
	if (o->layouts.n == 1 && o->layouts.list[0] == 0 &&
	    (o->type != 0 || o->block != P2P_BLOCK || o->stride != P2P_STRIDE))
		return error_set(err, ERR_USAGE,
				 "--type, --block, --stride: how data lies in memory that is not contiguous; they go "
				 "with --layout cn, nc or nn");
	return OK;
}

void layout_options_take(const struct layout_options *o, size_t layout, struct layout ends[2])
{
	for (int end = 0; end < 2; end++) {
		bool strided = o->layouts.list[layout] & (end == 0 ? 2 : 1);

		ends[end] = strided ? (struct layout){(enum layout_kind)(LAYOUT_VECTOR + o->type), o->block, o->stride}
				    : (struct layout){.kind = LAYOUT_CONTIGUOUS};
	}
}

static struct p2p_request request_of(const struct p2p_options *o, int operation, int cold)
{
	return (struct p2p_request){
		.pattern = (enum p2p_pattern)o->pattern,
		.path = (enum p2p_path)o->path,
		.operation = (enum mpi_operation)operation,
		.count = o->count,
		.cold = {cold & 1, cold & 2},
		.partners = o->partners,
		.triplets = o->triplets,
		.busy = o->others,
		.parallel = o->parallel,
		.side_by_side = o->side_by_side,
	};
}

/* Makes a request for each variant: every operation with every layout and every choice of cold data. */
static enum status make_requests(struct p2p_options *o, const int pair[2], struct p2p_request *requests, size_t *n,
				 struct error *err)
{
	choose_default(&o->operations);
	choose_default(&o->colds);
	TRY(layout_options_choose(&o->layouts, err));
	*n = o->operations.n * o->layouts.layouts.n * o->colds.n;
	if (*n > P2P_VARIANTS_MOST)
		return error_set(err, ERR_USAGE,
				 "--op, --layout and --cold make %zu variants: at most %d are timed in turns", *n,
				 P2P_VARIANTS_MOST);
	for (size_t i = 0; i < *n; i++) {
		size_t cold = i % o->colds.n, layout = i / o->colds.n % o->layouts.layouts.n,
		       operation = i / o->colds.n / o->layouts.layouts.n;

		requests[i] = request_of(o, o->operations.list[operation], o->colds.list[cold]);
		layout_options_take(&o->layouts, layout, requests[i].layout);
		requests[i].pair[0] = pair[0];
		requests[i].pair[1] = pair[1];
	}
	return OK;
}

static enum status check_options(const struct p2p_options *o, struct error *err)
{
	if (o->path != P2P_FULL && o->pattern != P2P_ROUNDTRIP)
		return error_set(err, ERR_USAGE, "--path %s times single calls: it goes with --pattern roundtrip only",
				 p2p_path_names[o->path]);
	if (o->count != 1 && o->pattern != P2P_ONEWAY &&
	    !(o->pattern == P2P_HEAD_TO_HEAD && o->operations.n == 1 && o->operations.list[0] == OPERATION_ISEND))
		return error_set(err, ERR_USAGE,
				 "--count: how many messages go one way before they are acknowledged, or both ways at "
				 "once; it goes with --pattern oneway, and with --op isend --pattern head-to-head");
	if (o->partners && o->pattern != P2P_BISECTION)
		return error_set(err, ERR_USAGE,
				 "--partners: who sends to whom in a bisection; it goes with --pattern bisection only");
	if (o->triplets && o->pattern != P2P_ONE_TO_TWO)
		return error_set(err, ERR_USAGE,
				 "--triplets: a sender and its two receivers; they go with --pattern one-to-two only");
	return OK;
}

/* Returns true if the pattern says between whom messages go. */
static bool has_processes(const struct p2p_options *o)
{
	return o->pattern == P2P_BISECTION || o->pattern == P2P_ONE_TO_TWO;
}

static enum status check_pairs(const struct p2p_options *o, const struct measuring *m, struct error *err)
{
	bool all = m->options.pair[0] == PAIR_ALL || (o->pattern == P2P_ONE_TO_TWO && !o->side_by_side);

	if ((o->parallel || o->side_by_side) && !all)
		return error_set(err, ERR_USAGE, "--%s: how all pairs are measured; it goes with --pairs all only",
				 o->parallel ? "parallel" : "side-by-side");
	if (m->options.pair[0] != LINK_ANY && has_processes(o))
		return error_set(err, ERR_USAGE, "--pairs: a %s that --%s says",
				 o->pattern == P2P_BISECTION ? "bisection has the pairs"
							     : "one-to-two has the processes",
				 o->pattern == P2P_BISECTION ? "partners" : "triplets");
	if (o->others && (o->parallel || o->side_by_side || o->pattern == P2P_BISECTION))
		return error_set(
			err, ERR_USAGE,
			"--others busy: in a bisection or in parallel rounds the others send messages themselves");
	for (size_t i = 0; i < o->operations.n; i++)
		if (operation_has_window(o->operations.list[i]) &&
		    (o->parallel || o->side_by_side || o->pattern == P2P_BISECTION))
			return error_set(err, ERR_USAGE,
					 "--op %s: MPI libraries mix up the windows of several pairs at the same time; "
					 "it goes with one pair, or with all pairs one after the other",
					 operation_names[o->operations.list[i]]);
	return OK;
}

/* The platform, and the pair by which the machine is watched. *pair receives what the user said. */
static enum status open_platform(struct measure_command *c, const struct p2p_options *o, int pair[2], struct error *err)
{
	struct measuring *m = &c->measuring;
	enum status status = check_pairs(o, m, err);

	m->options.all_pairs = has_processes(o) || m->options.pair[0] == PAIR_ALL;
	if (status == OK)
		status = measure_command_open(c, err);
	pair[0] = m->options.pair[0];
	pair[1] = m->options.pair[1];
	if (m->options.all_pairs)
		m->options.pair[0] = 0, m->options.pair[1] = 1;
	return status;
}

/* What is measured, in words, and in which units. */
static const char *title_of(const struct p2p_request *request, size_t n, enum table_form form, size_t processes,
			    char text[P2P_TITLE_ROOM])
{
	if (form == FORM_LATENCY)
		snprintf(text, P2P_TITLE_ROOM,
			 "latency by MPI %s of %zu processes: half of a round trip (sizes: K is 1024 B)",
			 n > 1 ? "calls" : operation_names[request->operation], processes);
	else if (form == FORM_BANDWIDTH)
		snprintf(text, P2P_TITLE_ROOM,
			 "bandwidth of %zu processes, %zu messages at once %s (MB/s: 10^6 B/s; sizes: K is 1024 B)",
			 processes, request->count,
			 request->pattern == P2P_HEAD_TO_HEAD ? "both ways, the sum of both"
							      : "one way, then their acknowledgement");
	else
		p2p_title(request, n, processes, text);
	return text;
}

/* Measures the requests on the platform, which is open. */
static enum status measure(struct measure_command *c, struct p2p_options *o, const struct p2p_request *requests,
			   size_t n, struct error *err)
{
	size_t processes = c->measuring.platform->processes;
	struct purpose purpose = p2p_purpose(requests, n, processes);
	struct p2p_points points = {.n = 0};
	char title[P2P_TITLE_ROOM];
	struct families_request request = {.families = points.families,
					   .side_by_side = o->side_by_side,
					   .purpose = &purpose,
					   .title = title_of(requests, n, o->form, processes, title),
					   .form = o->form};
	enum status status = usage_of(p2p_points_make(requests, n, processes, &points, err), err);

	request.n = points.n;
	if (status == OK)
		status = measure_families(c, &o->sizes, &request, err);
	p2p_points_release(&points);
	return status;
}

static enum status run(struct measure_command *c, void *options, struct error *err)
{
	struct p2p_options *o = options;
	struct measuring *m = &c->measuring;
	struct p2p_request requests[P2P_VARIANTS_MOST];
	int pair[2];
	size_t n;

	o->pattern = o->both_ways ? P2P_HEAD_TO_HEAD : o->pattern;
	TRY(make_requests(o, m->options.pair, requests, &n, err));
	TRY(check_options(o, err));
	TRY(sizes_choose(&o->sizes, err));
	if (p2p_is_alone(&requests[0])) {
		o->sizes.request.settles = o->form == FORM_WHOLE && m->options.statistic == STATISTIC_OF_PLATFORM;
		measuring_prefer(m, o->form == FORM_WHOLE ? STATISTIC_MIN : STATISTIC_MEDIAN);
	}
	TRY(open_platform(c, o, pair, err));
	TRY(make_requests(o, pair, requests, &n, err));
	return measure(c, o, requests, n, err);
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
		LAYOUT_OPTIONS(&o.layouts),
		OPT_CHOICES(
			0, "cold", &o.colds, p2p_cold_names,
			"whose data are not in cache, or several in turns (default none); where both ends share the "
			"last cache, either evicts the data of both"),
		OPT_CHOICE(0, "others", &o.others, others_names, "what further processes do meanwhile (default idle)"),
		OPT_TEXT(0, "partners", &o.partners, "PARTNERS",
			 "bisection: neighbours, far or pairs like 0:3,1:2 (default neighbours)"),
		OPT_TEXT(0, "triplets", &o.triplets, "TRIPLETS",
			 "one-to-two: the sender and its two receivers: 0:1:2,1:0:2, or all (default 0:1:2)"),
		PARALLEL_OPTION(&o),
		OPT_FLAG(0, "side-by-side", &o.side_by_side,
			 "--pairs all: one after the other and in parallel, in one table"),
		MEASURING_OPTIONS(&c),
		COMMON_OPTIONS(context),
	};

	return measure_p2p_command(&c, context, options, &o, err);
}
