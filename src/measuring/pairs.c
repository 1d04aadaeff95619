#include "measuring/pairs.h"

#include "measuring/options.h"

#include "base/units.h"
#include "model/average.h"

#include <stdio.h>

bool pairs_all(const struct pairs_request *request, const int pair[2])
{
	return pair[0] == PAIR_ALL || (pair[0] == LINK_ANY && (request->heterogeneous || request->homogeneous ||
							       request->serial || request->parallel));
}

enum status pairs_choose(const struct pairs_request *request, size_t processes, struct estimate_options *options,
			 struct pair_rounds *rounds, struct error *err)
{
	enum status status = pair_rounds_all(rounds, processes, request->parallel, err);

	options->rounds = rounds;
	options->back = false;
	options->both_directions = options->both_directions || !estimate_is_symmetric(options->method);
	return status;
}

/* A parameter's last value and its link, in µs: "12.345 us (0>3)". */
static const char *value_text(const struct model *model, size_t p, size_t l, char *text, size_t room)
{
	const struct param_spec *spec = &model->class->params[p];
	const struct curve *curve = &model->parameters[l * model->class->n_params + p].curve;
	char value[32];

	snprintf(text, room, "%s us%s (%d>%d)", microseconds_format(curve->y[curve->n - 1], value, sizeof(value)),
		 spec->unit[1] ? "/B" : "", model->links[l].from, model->links[l].to);
	return text;
}

static void tell_differences(const struct model *model, const struct progress *progress)
{
	size_t low = 0, high = 0, p = model_differs(model, &low, &high);
	char a[80], b[80];

	if (p < model->class->n_params)
		progress_warn(progress,
			      "the pairs differ by more than their intervals: %s goes from %s to %s. The model is the "
			      "average over %zu links; a heterogeneous model keeps them apart.",
			      model->class->params[p].name, value_text(model, p, low, a, sizeof(a)),
			      value_text(model, p, high, b, sizeof(b)), model->n_links);
}

enum status pairs_average(const struct pairs_request *request, struct model **model, const struct progress *progress,
			  struct error *err)
{
	struct model *average;

	if (request->heterogeneous || (*model)->links[0].from == LINK_ANY)
		return OK;
	tell_differences(*model, progress);
	average = model_average(*model, err);
	if (!average)
		return err->status;
	model_free(*model);
	*model = average;
	return OK;
}
