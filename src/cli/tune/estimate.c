#include "cli/tune/estimate.h"

#include "estimate/classes/classes.h"
#include "measuring/estimation.h"

/* Of the time until a deadline, and s, at most. */
static const double part = 0.25, longest = 60;

enum { LARGEST_LEAST = 64 << 10 /* bytes */ };

static enum status estimate(struct measurement *m, struct estimate_options *o, struct model **model, struct error *err)
{
	const struct estimation_request wanted = {.behaviour = !o->classes, .find_switch = true};
	struct estimation found = {.model = NULL};
	enum status status = estimation_run(m, o, &wanted, &found, err);

	if (status == OK)
		status = measurement_end(m, &found.prober, &found.moved, err);
	if (status == OK) {
		*model = found.model;
		found.model = NULL;
	}
	estimation_release(&found);
	return status;
}

/* How a model is estimated: of two processes, or of unlike ones. By saturation: where frames are stored on the way,
 * round trips hold each of them more often than a port does, and the fast method takes gaps of short messages for up to
 * twice as long. */
static struct estimate_options how(bool unlike)
{
	const struct model_class *class = model_class_find(unlike ? "lmo" : "plogp", NULL);

	return estimate_options_default(class, model_method_find(class, unlike ? NULL : "saturation", NULL));
}

struct purpose tune_estimate_purpose(bool unlike)
{
	const struct estimate_options o = how(unlike);

	return estimation_purpose(&o, unlike ? ESTIMATION_CLASSES : ESTIMATION_PAIR, false);
}

static enum status run(struct measure_command *c, struct estimate_options *o, struct model **model,
		       struct tune_estimated *estimated, struct error *err)
{
	const struct purpose purpose = tune_estimate_purpose(o->classes);
	struct measurement m = {.run = 0};
	enum status status = measurement_begin(&m, &c->measuring, NULL, &purpose, err);

	o->before = measurement_before(&m);
	o->main_state = measurement_main_state(&m);
	if (status == OK)
		status = estimate(&m, o, model, err);
	*estimated = (struct tune_estimated){.run = m.run,
					     .machine = m.machine,
					     .n_states = m.n_levels,
					     .seconds = m.begun ? platform_now(m.platform) - m.begin.now : 0};
	measurement_release(&m);
	return status;
}

/* No algorithm sends more in one message than all blocks. */
static size_t largest_message(const struct size_list *sizes, size_t processes, size_t most)
{
	size_t largest = sizes->n > 0 ? sizes->bytes[sizes->n - 1] : most / processes;

	if (largest >= most / processes)
		return most;
	return largest * processes > LARGEST_LEAST ? largest * processes : LARGEST_LEAST;
}

/* classes: of all processes; NULL: of the first two. */
static struct model *estimate_class(struct measure_command *c, const struct class_plan *classes,
				    const struct size_list *sizes, struct tune_estimated *estimated, struct error *err)
{
	struct measuring_options *options = &c->measuring.options;
	const struct measuring_options before = *options;
	const struct purpose purpose = tune_estimate_purpose(classes);
	double now = platform_now(c->measuring.platform);
	struct estimate_options o = how(classes);
	struct model *model = NULL;
	enum status status = measure_command_interrupted(c, &purpose, &options->resume, err);

	if (options->deadline > 0 && part * (options->deadline - now) < longest)
		options->deadline = now + part * (options->deadline - now);
	else
		options->deadline = now + longest;
	options->lenient = true;
	options->all_pairs = classes;
	o.pair = (struct link){0, 1};
	o.classes = classes;
	o.size_most = largest_message(sizes, c->measuring.platform->processes, o.size_most);
	estimation_take_options(&o, options);
	if (status == OK)
		status = estimate_prepare(&o, c->measuring.platform, err);
	if (status == OK)
		status = run(c, &o, &model, estimated, err);
	*options = before;
	return model;
}

struct model *tune_estimate(struct measure_command *c, const struct size_list *sizes, struct tune_estimated *estimated,
			    struct error *err)
{
	return estimate_class(c, NULL, sizes, estimated, err);
}

struct model *tune_estimate_unlike(struct measure_command *c, const struct size_list *sizes, struct error *err)
{
	const struct class_plan classes = {.seed = c->measuring.options.seed, .tolerance = CLASS_TOLERANCE};
	struct tune_estimated estimated;

	return estimate_class(c, &classes, sizes, &estimated, err);
}
