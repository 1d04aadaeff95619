#include "cli/measure/p2p.h"

#include "measuring/p2p.h"

enum { WINDOW = 64, WINDOW_MOST = 256 };

static enum status bandwidth(struct context *context, struct error *err)
{
	struct measure_command c;
	struct p2p_options o = P2P_OPTIONS;
	const struct option options[] = {
		SIZES_OPTIONS(&o.sizes),
		OPT_COUNT('w', "window", &o.count, "N", 2, WINDOW_MOST,
			  "messages that are begun before one is waited for (default 64)"),
		OPT_FLAG(0, "both-ways", &o.both_ways, "both send at once, as osu_bibw; the bandwidth is that of both"),
		POOLING_OPTION(&c),
		STATE_OPTION(&c),
		PARALLEL_OPTION(&o),
		MEASURING_OPTIONS(&c),
		COMMON_OPTIONS(context),
	};

	o.form = FORM_BANDWIDTH;
	o.operations = (struct choice_list){1, {OPERATION_ISEND}};
	o.count = WINDOW;
	o.sizes.least = 1;
	o.pattern = P2P_ONEWAY;
	return measure_p2p_command(&c, context, options, &o, err);
}

const struct command command_bandwidth = {
	.name = "bandwidth",
	.operands = "",
	.summary = "bandwidth of messages in windows, one way or both, as osu_bw and osu_bibw print it",
	.example = "mpirun -n 2 sonde bandwidth --both-ways",
	.measures = true,
	.run = bandwidth,
};
