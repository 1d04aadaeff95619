#include "report/trace_simulation.h"

#include <stdlib.h>

#include "predict/predict.h"
#include "simulate/breakdown.h"
#include "simulate/source.h"

static enum status simulate_trace(struct trace_simulation *s, const struct model *model, struct error *err)
{
	const struct predict_options how = predict_options_default(model);
	struct costs costs = model_costs(&how.use, how.eager_most);
	const struct program_source source = replay_source(s->replay);

	costs.queued = true;
	simulated_watch(s->calls, s->replay);
	return simulate_source(&source, &costs, &s->found, err);
}

enum status trace_simulation_run(struct trace_simulation *s, struct trace *trace, const struct model *model,
				 uint64_t calls, struct error *err)
{
	struct replay_options options;
	enum status status = model_costs_check(model, trace_info(trace)->processes, err);

	*s = (struct trace_simulation){.found.record = calls <= TRACE_PATH_CALLS};
	if (status == OK)
		status = replay_usual(trace, &options, err);
	if (status == OK)
		status = replay_open(&s->replay, trace, &options, err);
	if (status == OK)
		status = simulated_new(&s->calls, trace, err);
	if (status == OK)
		status = simulate_trace(s, model, err);
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
