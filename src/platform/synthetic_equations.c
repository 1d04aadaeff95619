#include "platform/synthetic_equations.h"

#include <math.h>
#include <string.h>

enum status synthetic_equations_check(const struct experiment *what, struct error *err)
{
	const char *operation = what->setup.collective, *algorithm = what->setup.algorithm;

	if ((strcmp(operation, "scatter") != 0 && strcmp(operation, "gather") != 0) ||
	    (algorithm[0] && strcmp(algorithm, "linear") != 0))
		return error_set(err, ERR_INPUT, "there are equations of linear scatter and gather alone, of no %s%s%s",
				 algorithm, algorithm[0] ? " " : "", operation);
	if (*what->setup.arrival)
		return error_set(err, ERR_INPUT, "equations of scatter and gather are for processes that come at once");
	if (what->count > 1)
		return error_set(err, ERR_INPUT,
				 "equations of scatter and gather are for one operation, not for a series");
	return OK;
}

/* A parameter of the platform, NAN if the model has none. */
static double threshold(const struct model *model, const char *name)
{
	return model_param_index(model->class, name) < model->class->n_params
		       ? model_value(model, model_platform(model), name, 0)
		       : NAN;
}

/* What a message takes of its sender, of the link, and of its receiver. Of LMO its parameters are taken as they are:
 * the equations count C + m t of a process for messages of all sizes. */
static void parts_of(const struct model *model, struct link link, size_t bytes, double parts[3])
{
	size_t i = model_process(model, link.from), j = model_process(model, link.to), l = model_link(model, link);
	struct cost cost;
	double m = (double)bytes;

	if (model_param_index(model->class, "inverse_beta") < model->class->n_params) {
		parts[0] = model_value(model, i, "C", 0) + m * model_value(model, i, "t", 0);
		parts[1] = model_value(model, l, "L", 0) + m * model_value(model, l, "inverse_beta", 0);
		parts[2] = model_value(model, j, "C", 0) + m * model_value(model, j, "t", 0);
		return;
	}
	cost = model_cost(model, link, bytes);
	parts[0] = cost.send;
	parts[1] = cost.latency + cost.transfer;
	parts[2] = cost.receive;
}

double synthetic_equations(const struct model *model, const struct experiment *what)
{
	bool gather = strcmp(what->setup.collective, "gather") == 0;
	double m = (double)what->bytes, root = 0, sum = 0, longest = 0;
	bool serial = gather ? m >= threshold(model, "M2") : m > threshold(model, "S");

	for (int i = 0; i < (int)model->processes; i++) {
		struct link link = {gather ? i : what->from, gather ? what->from : i};
		double parts[3], other;

		if (i == what->from)
			continue;
		parts_of(model, link, what->bytes, parts);
		root += gather ? parts[2] : parts[0];
		other = parts[1] + (gather ? parts[0] : parts[2]);
		sum += other;
		longest = fmax(longest, other);
	}
	return root + (serial ? sum : longest);
}
