#include "platform/synthetic_collective.h"

#include <math.h>
#include <string.h>

enum status synthetic_collective_check(const struct model *model, const struct experiment *what, struct error *err)
{
	const char *operation = what->setup.collective, *algorithm = what->setup.algorithm;

	if ((strcmp(operation, "scatter") != 0 && strcmp(operation, "gather") != 0) ||
	    (algorithm[0] && strcmp(algorithm, "linear") != 0))
		return error_set(
			err, ERR_INPUT,
			"a synthetic platform has messages between processes and linear scatter and gather, no %s%s%s",
			algorithm, algorithm[0] ? " " : "", operation);
	if (what->from < 0 || what->from >= (int)model->processes)
		return error_set(err, ERR_INPUT, "no %s with root %d: there are processes 0 to %zu", operation,
				 what->from, model->processes - 1);
	return OK;
}

/* A parameter of the platform, NAN if the model has none. */
static double threshold(const struct model *model, const char *name, size_t bytes)
{
	return model_param_index(model->class, name) < model->class->n_params
		       ? model_value(model, model_platform(model), name, bytes)
		       : NAN;
}

/* The value below which a part u of the escalations lies: straight lines through the deciles, nothing below 0. */
static double quantile_at(const struct model *model, size_t bytes, double u)
{
	double low = threshold(model, "escalation_q10", bytes), middle = threshold(model, "escalation_q50", bytes),
	       high = threshold(model, "escalation_q90", bytes);

	return fmax(0,
		    u < 0.5 ? middle + (u - 0.5) / 0.4 * (middle - low) : middle + (u - 0.5) / 0.4 * (high - middle));
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

double synthetic_collective(const struct model *model, const struct experiment *what, struct random *random,
			    double *escalation)
{
	bool gather = strcmp(what->setup.collective, "gather") == 0;
	double m = (double)what->bytes, root = 0, sum = 0, longest = 0;
	bool serial = gather ? m >= threshold(model, "M2", 0) : m > threshold(model, "S", 0);

	*escalation = 0;
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
	if (gather && m >= threshold(model, "M1", 0) && m < threshold(model, "M2", 0) &&
	    random_uniform(random) < threshold(model, "escalation_probability", what->bytes))
		*escalation = quantile_at(model, what->bytes, random_uniform(random));
	return root + (serial ? sum : longest);
}
