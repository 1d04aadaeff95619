#include "cli/model_remarks.h"

#include "base/units.h"

/* The parameter of this name per size, NULL if the class has none. */
static const struct curve *curve_named(const struct model *model, const char *name)
{
	size_t p = model_param_index(model->class, name);
	bool per_size = p < model->class->n_params && model->class->params[p].shape == PARAM_PER_SIZE;

	return per_size ? &model->parameters[p].curve : NULL;
}

/* o_r(m) > g(m) is legal: g is measured with messages that are expected. */
static void tell_receive_overhead(const struct model *model, const struct progress *progress)
{
	const struct curve *gap = curve_named(model, "g"), *receive = curve_named(model, "o_r");
	size_t n = 0, first = 0;

	for (size_t k = 0; gap && receive && k < gap->n; k++)
		if (curve_at(receive, gap->x[k]) > gap->y[k] && n++ == 0)
			first = (size_t)gap->x[k];
	if (n)
		progress_note(progress, "o_r(m) > g(m) at %zu sizes, first at %zu bytes: unexpected messages are copied once more; g bounds what an expected one costs.", n, first);
}

static void tell_negative(const struct param_spec *spec, const struct parameter *parameter, const struct progress *progress)
{
	char value[32];

	if (spec->shape == PARAM_SCALAR && parameter->curve.n > 0 && parameter->curve.y[0] < 0)
		progress_note(progress, "%s came out negative (%s us): noise, or overheads that overlap on this platform, which the model does not provide for. It is kept as it is.", spec->name,
			microseconds_format(parameter->curve.y[0], value, sizeof(value)));
}

void model_remarks(const struct model *model, const struct progress *progress)
{
	tell_receive_overhead(model, progress);
	for (size_t i = 0; i < model->n_links * model->class->n_params; i++)
		tell_negative(&model->class->params[i % model->class->n_params], &model->parameters[i], progress);
}
