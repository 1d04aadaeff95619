#include "cli/measure_p2p.h"

#include "measuring/p2p.h"

static enum status latency(struct context *context, struct error *err)
{
	struct measure_command c;
	struct p2p_options o = P2P_OPTIONS;
	const struct option options[] = {
		SIZES_OPTIONS(&o.sizes),
		POOLING_OPTION(&c),
		OPT_CHOICE(0, "op", &o.operation, operation_names, "the MPI calls (default send)"),
		OPT_FLAG(0, "parallel", &o.parallel, "--pairs all: in rounds of pairs that do not overlap"),
		MEASURING_OPTIONS(&c),
		COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status;

	o.form = FORM_LATENCY;
	measure_command_init(&c, context);
	status = command_options(context, options, NULL, 0, 0, &n, err);
	if (status == OK && !context->help)
		status = measure_command_ended(&c, measure_p2p_run(&c, &o, err), err);
	measure_command_release(&c);
	sizes_release(&o.sizes.request);
	return status;
}

const struct command command_latency = {
	.name = "latency",
	.operands = "",
	.summary = "half of a round trip by message size, as osu_latency prints it",
	.example = "mpirun -n 2 sonde latency",
	.measures = true,
	.run = latency,
};
