#include "report/trace_simulation.h"

#include <stdlib.h>

#include "predict/predict.h"
#include "simulate/breakdown.h"

enum status trace_simulation_run(struct trace_simulation *s, struct trace *trace, const struct model *model,
				 uint64_t calls, struct error *err)
{
	struct predict_options how = predict_options_default(model);
	struct costs costs;
	struct replay_options options;
	enum status status = model_costs_check(model, trace_info(trace)->processes, err);

	how.use.varies = true;
	costs = model_costs(&how.use, how.eager_most);
	costs.queued = true;
	*s = (struct trace_simulation){.found.record = calls <= TRACE_PATH_CALLS};
	if (status == OK)
		status = replay_usual(trace, &options, err);
	if (status == OK)
		status = simulated_new(&s->calls, trace, err);
	if (status == OK)
		status = replay_simulate(trace, &options, &costs, s->calls, &s->found, &s->replay, err);
	if (status == OK) {
		s->begin = replay_begin(s->replay);
		s->seconds = s->found.seconds;
		status = simulated_trace(s->calls, s->begin, &s->trace, err);
	}
	if (status == OK && s->found.record)
		status = simulation_path(&s->found, &s->path, &s->n_path, err);
	return status;
}

void trace_simulation_release(struct trace_simulation *s)
{
	simulation_release(&s->found);
	simulated_free(s->calls);
	replay_free(s->replay);
	free(s->path);
	*s = (struct trace_simulation){.n_path = 0};
}
