#include "predict/predict.h"

enum status predict_collective(const struct model_use *model, uint64_t eager_most,
			       const struct algorithm_class *algorithm, const struct call *call, double *seconds,
			       struct error *err)
{
	const struct algorithm_use use = {algorithm, call};
	const struct schedule schedule = algorithm_schedule(&use);
	const struct costs costs = model_costs(model, eager_most);
	struct simulation simulation = {0};
	enum status status = model_costs_check(model->model, call->processes, err);

	if (status == OK)
		status = algorithm_check(algorithm, call, err);
	if (status == OK)
		status = simulate(&schedule, &costs, &simulation, err);
	if (status == OK)
		*seconds = simulation.seconds;
	simulation_release(&simulation);
	return status;
}

uint64_t predict_largest(const struct algorithm_class *algorithm, const struct call *call)
{
	const struct algorithm_use use = {algorithm, call};
	const struct schedule schedule = algorithm_schedule(&use);
	struct part part = {0};
	uint64_t largest = 0;

	for (int p = 0; p < call->processes; p++) {
		part_clear(&part);
		if (schedule.build(schedule.self, p, &part, NULL) != OK || part_status(&part, NULL) != OK)
			break;
		for (size_t i = 0; i < part.n; i++) {
			if (part.operations[i].kind == OP_SEND && part.operations[i].count > largest)
				largest = part.operations[i].count;
		}
	}
	part_release(&part);
	return largest;
}
