#include "predict/escalation.h"

#include "algorithm/build.h"

#include <math.h>
#include <string.h>

/* From the median to an end are five deciles, four of them to the first or last. */
static const double to_end = 1.25;

static double parameter(const struct model *model, const char *name, size_t bytes)
{
	bool has = model_param_index(model->class, name) < model->class->n_params &&
		   model_platform(model) < model->n_links;

	return has ? model_value(model, model_platform(model), name, bytes) : NAN;
}

bool escalation_known(const struct model *model, enum collective collective)
{
	return collective == COLLECTIVE_GATHER && !isnan(parameter(model, "M1", 0)) &&
	       !isnan(parameter(model, "escalation_probability", 0));
}

bool escalation_region(const struct model *model, size_t bytes)
{
	return (double)bytes >= parameter(model, "M1", 0) &&
	       !((double)bytes >= parameter(model, "M2", 0)); /* either may be NAN */
}

bool escalation_between(double from, double to, uint64_t sizes[2])
{
	uint64_t first, end;

	if (!(from > 1 && from < 0x1p62))
		return false;
	first = (uint64_t)ceil(from);
	end = to < 0x1p62 ? (uint64_t)ceil(to) : UINT64_MAX;
	if (first >= end)
		return false;
	sizes[0] = first;
	sizes[1] = end;
	return true;
}

bool escalation_sought(const struct model *model)
{
	return !isnan(parameter(model, "M1", 0));
}

bool escalation_sizes(const struct model *model, uint64_t sizes[2])
{
	return escalation_between(parameter(model, "M1", 0), parameter(model, "M2", 0), sizes);
}

bool escalation_overruns(const struct algorithm_class *algorithm)
{
	return strcmp(algorithm->name, "linear") == 0 || strcmp(algorithm->name, "linear-nonblocking") == 0;
}

/* The bytes that come of each process without being asked for, 0 if none do: a whole block or its first segment. */
static uint64_t unasked(const struct algorithm_class *algorithm, const struct call *call)
{
	bool one_piece = call->segment == 0 || call->segment >= call->count;

	if (escalation_overruns(algorithm))
		return call->count;
	if (strcmp(algorithm->name, "linear-credited") == 0)
		return one_piece ? call->count : call->segment;
	if (strcmp(algorithm->name, "split") == 0) /* a part of equal ones */
		return call->count == 0 ? 0 : (call->count - 1) / split_parts(call) + 1;
	return strcmp(algorithm->name, "linear-in-turn") == 0 && call->segment >= call->count ? call->count : 0;
}

struct escalation escalation_of(const struct model *model, const struct algorithm_class *algorithm,
				const struct call *call)
{
	const struct escalation none = {0, NAN, NAN};
	size_t m = (size_t)unasked(algorithm, call);
	double low, middle, high;
	struct escalation escalation;

	if (!escalation_known(model, call->collective) || m == 0 || !escalation_region(model, m))
		return none;
	low = parameter(model, "escalation_q10", m);
	middle = parameter(model, "escalation_q50", m);
	high = parameter(model, "escalation_q90", m);
	escalation = (struct escalation){parameter(model, "escalation_probability", m), middle, NAN};
	if (!(escalation.probability > 0) || isnan(middle))
		return none;
	escalation.mean = middle;
	if (!isnan(low) && !isnan(high))
		escalation.mean =
			(fmax(0, middle - (middle - low) * to_end) + 2 * middle + middle + (high - middle) * to_end) /
			4;
	return escalation;
}

double escalation_expected(const struct model *model, const struct algorithm_class *algorithm, const struct call *call)
{
	struct escalation escalation = escalation_of(model, algorithm, call);

	return escalation.probability > 0 ? escalation.probability * escalation.mean : 0;
}

double escalation_quantile(const struct model *model, const struct algorithm_class *algorithm, const struct call *call,
			   double part)
{
	struct escalation escalation = escalation_of(model, algorithm, call);
	size_t m = (size_t)unasked(algorithm, call);
	double at, low, high;

	if (!(escalation.probability > 0) || part <= 1 - escalation.probability)
		return 0;
	at = (part - (1 - escalation.probability)) / escalation.probability; /* of the escalations alone */
	low = parameter(model, "escalation_q10", m);
	high = parameter(model, "escalation_q90", m);
	if (isnan(low) || isnan(high))
		return escalation.median;
	return fmax(0, escalation.median +
			       (at - 0.5) / 0.4 * (at < 0.5 ? escalation.median - low : high - escalation.median));
}

size_t escalation_beyond(const struct model *model, const size_t *sizes, size_t n, size_t *first, size_t *last)
{
	size_t l = model_platform(model), beyond = 0;
	bool has = l < model->n_links && model_param_index(model->class, "M1") < model->class->n_params;
	const struct curve *curve = has ? &model_param(model, l, "escalation_probability")->curve : NULL;

	if (!curve || curve->n == 0)
		return 0;
	*first = (size_t)curve->x[0];
	*last = (size_t)curve->x[curve->n - 1];
	for (size_t i = 0; i < n; i++)
		beyond += escalation_region(model, sizes[i]) &&
			  ((double)sizes[i] < curve->x[0] || (double)sizes[i] > curve->x[curve->n - 1]);
	return beyond;
}
