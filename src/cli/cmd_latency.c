#include "cli/measure/p2p.h"

#include "measuring/p2p.h"

static enum status latency(struct context *context, struct error *err)
{
	struct measure_command c;
	struct p2p_options o = P2P_OPTIONS;
	const struct option options[] = {
		SIZES_OPTIONS(&o.sizes), POOLING_OPTION(&c),    STATE_OPTION(&c),        OPERATION_OPTION(&o),
		PARALLEL_OPTION(&o),     MEASURING_OPTIONS(&c), COMMON_OPTIONS(context),
	};

	o.form = FORM_LATENCY;
	return measure_p2p_command(&c, context, options, &o, err);
}

const struct command command_latency = {
	.name = "latency",
	.operands = "",
	.summary = "half of a round trip by message size, as osu_latency prints it",
	.example = "mpirun -n 2 sonde latency",
	.measures = true,
	.run = latency,
};
