#include "cli/measure_p2p.h"

#include "measuring/p2p.h"

enum { WINDOW = 64, WINDOW_MOST = 256 };

static enum status bandwidth(struct context *context, struct error *err)
{
	struct measure_command c;
	struct p2p_options o = P2P_OPTIONS;
	bool both_ways = false;
	const struct option options[] = {
		SIZES_OPTIONS(&o.sizes),
		OPT_COUNT('w', "window", &o.count, "N", 2, WINDOW_MOST,
			  "messages that are begun before one is waited for (default 64)"),
		OPT_FLAG(0, "both-ways", &both_ways, "both send at once, as osu_bibw; the bandwidth is that of both"),
		POOLING_OPTION(&c),
		OPT_FLAG(0, "parallel", &o.parallel, "--pairs all: in rounds of pairs that do not overlap"),
		MEASURING_OPTIONS(&c),
		COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status;

	o.form = FORM_BANDWIDTH;
	o.operation = OPERATION_ISEND;
	o.count = WINDOW;
	o.sizes.least = 1;
	measure_command_init(&c, context);
	status = command_options(context, options, NULL, 0, 0, &n, err);
	o.pattern = both_ways ? P2P_HEAD_TO_HEAD : P2P_ONEWAY;
	if (status == OK && !context->help)
		status = measure_command_ended(&c, measure_p2p_run(&c, &o, err), err);
	measure_command_release(&c);
	sizes_release(&o.sizes.request);
	return status;
}

const struct command command_bandwidth = {
	.name = "bandwidth",
	.operands = "",
	.summary = "bandwidth of messages in windows, one way or both, as osu_bw and osu_bibw print it",
	.example = "mpirun -n 2 sonde bandwidth --both-ways",
	.measures = true,
	.run = bandwidth,
};
