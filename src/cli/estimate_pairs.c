#include "cli/estimate_pairs.h"

#include "base/option.h"
#include "base/units.h"
#include "model/average.h"

#include <stdio.h>

bool pairs_all(const struct pairs_wish *wish, const int pair[2])
{
	return pair[0] == OPTION_PAIR_ALL ||
	       (pair[0] == LINK_ANY && (wish->heterogeneous || wish->homogeneous || wish->serial || wish->parallel));
}

enum status pairs_check(const struct pairs_wish *wish, const int pair[2], struct error *err)
{
	const char *name = wish->heterogeneous ? "heterogeneous"
			   : wish->homogeneous ? "homogeneous"
			   : wish->serial      ? "serial"
			   : wish->parallel    ? "parallel"
					       : NULL;

	if (wish->heterogeneous && wish->homogeneous)
		return error_set(err, ERR_USAGE,
				 "--heterogeneous and --homogeneous: the model either keeps pairs apart or averages "
				 "over them; say one");
	if (wish->serial && wish->parallel)
		return error_set(
			err, ERR_USAGE,
			"--serial and --parallel: pairs are measured either one after the other or in rounds; say one");
	if (name && pair[0] >= 0)
		return error_set(err, ERR_USAGE,
				 "--%s: it goes with all pairs, and --pairs %d:%d is one; say --pairs all", name,
				 pair[0], pair[1]);
	return OK;
}

enum status pairs_choose(const struct pairs_wish *wish, size_t processes, struct estimate_options *options,
			 struct pair_rounds *rounds, struct error *err)
{
	enum status status = pair_rounds_all(rounds, processes, wish->parallel, err);

	options->rounds = rounds;
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
		progress_note(progress,
			      "the pairs differ by more than their intervals: %s goes from %s to %s. The model is the "
			      "average over %zu links; --heterogeneous keeps them apart.",
			      model->class->params[p].name, value_text(model, p, low, a, sizeof(a)),
			      value_text(model, p, high, b, sizeof(b)), model->n_links);
}

enum status pairs_average(const struct pairs_wish *wish, struct model **model, const struct progress *progress,
			  struct error *err)
{
	struct model *average;

	if (wish->heterogeneous || (*model)->links[0].from == LINK_ANY)
		return OK;
	tell_differences(*model, progress);
	average = model_average(*model, err);
	if (!average)
		return err->status;
	model_free(*model);
	*model = average;
	return OK;
}
