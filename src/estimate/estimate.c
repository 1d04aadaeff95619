#include "estimate/estimate.h"

#include "estimate/plans.h"

#include <stdlib.h>

struct estimate_options estimate_options_default(const struct model_class *class, const struct method *method)
{
	return (struct estimate_options){
		.class = class,
		.method = method,
		.pair = {0, 1},
		.probe = probe_options_default(),
		.sizes = {.rule = RULE_EXTRAPOLATION, .epsilon = 0.01, .least_step = 32},
		.size_most = (size_t)4 << 20,
		.count_most = 100,
		.long_size = (size_t)1 << 20,
		.confidence = 0.95,
		.draws = 400,
	};
}

/* The largest message that the estimation may send. */
static size_t largest(const struct estimate_options *o)
{
	size_t bytes = o->method->plan == PLAN_FIXED ? 0 : o->size_most;

	if (o->list && o->method->plan != PLAN_FIXED)
		bytes = o->list->bytes[o->list->n - 1];
	for (size_t i = 0; i < o->method->n_rows; i++)
		if (o->method->rows[i].sizes == SIZES_LONG && o->long_size > bytes)
			bytes = o->long_size;
	return bytes;
}

static enum status check_platform(const struct estimate_options *o, const struct platform *platform, struct error *err)
{
	int last = (int)platform->processes - 1;

	if (platform->processes < 2)
		return error_set(err, ERR_INPUT, "at least 2 processes are needed to measure messages, and there is 1: start with mpirun -n 2");
	if (o->pair.from < 0 || o->pair.to < 0 || o->pair.from > last || o->pair.to > last || o->pair.from == o->pair.to)
		return error_set(err, ERR_INPUT, "processes %d and %d cannot be measured: two different ones of 0 to %d are needed", o->pair.from, o->pair.to, last);
	return OK;
}

/* The model to be filled: one link for all pairs, or one per direction. */
static struct model *empty_model(const struct waves *waves, const struct platform *platform, struct error *err)
{
	const struct link any = {LINK_ANY, LINK_ANY};
	bool both = waves->options->both_directions;
	struct model *model = model_new(waves->options->class, platform->processes, both ? waves->links : &any, both ? 2 : 1);

	if (!model)
		error_memory(err, "a model");
	return model;
}

enum status estimate_prepare(const struct estimate_options *options, struct platform *platform, struct error *err)
{
	size_t bytes = largest(options);
	enum status status = check_platform(options, platform, err);

	return status == OK ? platform->class->prepare(platform, bytes > 4096 ? bytes : 4096, err) : status;
}

struct model *estimate_run(const struct estimate_options *options, struct platform *platform, struct campaign *campaign, const struct probe_sink *sink, const struct progress *progress,
	struct prober *prober, struct error *err)
{
	struct waves waves = {
		.options = options,
		.prober = prober,
		.links = {options->pair, {options->pair.to, options->pair.from}},
		.n_links = options->both_directions ? 2 : 1,
	};
	struct model *model = NULL;
	enum status status = estimate_prepare(options, platform, err);

	prober_init(prober, platform, campaign, &options->probe, sink, progress);
	if (status == OK)
		status = probe_warm(prober, options->pair.from, options->pair.to, err);
	if (status == OK && !(model = empty_model(&waves, platform, err)))
		status = ERR_MEMORY;
	if (status == OK)
		status = plan_run(&waves, model, err);
	if (status == OK)
		status = waves_fit(&waves, model, options->draws, err);
	waves_release(&waves);
	if (status == OK)
		return model;
	model_free(model);
	return NULL;
}
