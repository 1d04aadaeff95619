#include "api/ports.h"

enum status predict_ports_check(const struct sonde_model *model, enum sonde_ports ports, struct error *err)
{
	if (!model)
		return error_set(err, ERR_INPUT, "there is no model: model is NULL");
	if (ports != SONDE_PORTS_OF_MODEL && ports != SONDE_PORTS_IN_TURN && ports != SONDE_PORTS_FAIR &&
	    ports != SONDE_PORTS_PARALLEL)
		return error_set(
			err, ERR_INPUT,
			"there are no ports %d: SONDE_PORTS_OF_MODEL, SONDE_PORTS_IN_TURN, SONDE_PORTS_FAIR or "
			"SONDE_PORTS_PARALLEL",
			(int)ports);
	return OK;
}

enum status predict_call_check(const struct sonde_model *model, const struct sonde_call *call, struct error *err)
{
	if (predict_ports_check(model, call->ports, err) != OK)
		return err->status;
	if (!call->algorithm)
		return error_set(err, ERR_INPUT, "there is no algorithm: sonde_rank names them");
	return call->processes < 0 ? error_set(err, ERR_INPUT, "%d processes cannot be", call->processes) : OK;
}

struct predict_options predict_options_with(const struct model *model, enum sonde_ports ports, size_t eager_bytes)
{
	struct predict_options options = predict_options_default(model);

	if (ports != SONDE_PORTS_OF_MODEL)
		options.use = (struct model_use){.model = model,
						 .fair = ports == SONDE_PORTS_FAIR,
						 .parallel = ports == SONDE_PORTS_PARALLEL,
						 .in_turn = ports == SONDE_PORTS_IN_TURN,
						 .link_order = options.use.link_order,
						 .in_stream = options.use.in_stream,
						 .both_ways = options.use.both_ways};
	if (eager_bytes > 0)
		options.eager_most = eager_bytes;
	return options;
}
