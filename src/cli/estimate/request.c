#include "cli/estimate/request.h"

#include "estimate/protocol.h"
#include "measuring/estimation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Strides are numbers, written as sizes are. */
static enum status set_strides(struct estimate_options *o, const struct size_list *strides, struct error *err)
{
	if (strides->adaptive || strides->n > PATHS_STRIDES_MOST ||
	    (strides->n && (strides->bytes[0] < 1 || strides->bytes[strides->n - 1] > PATHS_STRIDE_MOST)))
		return error_set(
			err, ERR_USAGE,
			"--strides: at most %d distances between blocks of 1 to %d are allowed, for example 2,8",
			PATHS_STRIDES_MOST, PATHS_STRIDE_MOST);
	for (size_t i = 0; i < strides->n; i++)
		o->strides[i] = strides->bytes[i];
	o->n_strides = strides->n ? strides->n : o->n_strides;
	return OK;
}

static bool has_layouts(const struct method *method)
{
	for (size_t i = 0; i < method->n_rows; i++)
		if (method->rows[i].layouts)
			return true;
	return false;
}

static bool has_long(const struct method *method, bool listed)
{
	for (size_t i = 0; i < method->n_rows; i++)
		if (method->rows[i].sizes == SIZES_LONG)
			return true;
	return method->plan == PLAN_TRIPLETS || (method->plan == PLAN_REGRESSION && !listed);
}

/* Options that nothing would come of are refused: what was meant is not what would be measured. */
static enum status refuse_idle(const struct estimate_options *o, const struct estimate_request *request,
			       struct error *err)
{
	const struct method *method = o->method;
	bool listed = request->sizes.n > 0, refines = method->plan == PLAN_REFINE,
	     grows = refines && !listed && !method->default_sizes;
	bool adapts = grows || (refines && request->sizes.adaptive) ||
		      (method->plan == PLAN_REGRESSION && (!listed || request->sizes.adaptive));
	const struct {
		const char *name, *why;
		bool given, used;
	} options[] = {
		{"strides", "no data in blocks are sent for it; it goes with p3pc", request->strides.n > 0,
		 has_layouts(method)},
		{"blocks", "no data in blocks are sent for it; it goes with p3pc", request->blocks > 0,
		 has_layouts(method)},
		{"long", "no message is its long one", request->long_size > 0, has_long(method, listed)},
		{"size-rule", "its sizes are not adapted to what is found", request->rule >= 0, adapts && refines},
		{"max-sizes", "its sizes are not adapted to what is found", request->count_most > 0, adapts},
		{"max-size", "its sizes do not grow", request->size_most > 0, grows},
		{"directions both", "its links are alike in both directions", request->direction == 1,
		 method->plan != PLAN_TRIPLETS},
		{"class-tolerance", "it goes with --classes auto", request->class_tolerance != CLASS_TOLERANCE,
		 request->classes && strcmp(request->classes, "auto") == 0},
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (options[i].given && !options[i].used)
			return error_set(err, ERR_USAGE, "--%s: of no effect with %s by %s%s: %s", options[i].name,
					 o->class->name, method->name, listed ? " of these --sizes" : "",
					 options[i].why);
	return OK;
}

enum status estimate_request_options(struct estimate_options *o, const struct estimate_request *request,
				     const struct measuring *m, struct error *err)
{
	o->pair = (struct link){m->options.pair[0], m->options.pair[1]};
	o->both_directions = request->direction == 1;
	estimation_take_options(o, &m->options);
	o->probe.epsilon = o->sizes.epsilon = request->epsilon;
	if (request->rule >= 0)
		o->sizes.rule = (enum size_rule)request->rule;
	o->list = request->sizes.n ? &request->sizes : NULL;
	if (request->size_most)
		o->size_most = request->size_most;
	if (request->count_most)
		o->count_most = request->count_most;
	if (request->switch_size)
		protocol_take_switch(o, (double)request->switch_size);
	o->switch_size = request->switch_size;
	if (request->switch_size && o->method->plan != PLAN_TRIPLETS)
		return error_set(err, ERR_USAGE, "--switch: %s has no switch to rendezvous; it goes with lmo",
				 o->class->name);
	if (request->long_size)
		o->long_size = request->long_size;
	o->parallel = request->pairs.parallel;
	if (request->blocks)
		o->blocks = request->blocks;
	if (set_strides(o, &request->strides, err) != OK)
		return err->status;
	if (o->list && (o->method->plan == PLAN_FIXED || o->method->plan == PLAN_TRIPLETS))
		return error_set(err, ERR_USAGE,
				 "--sizes: %s by %s measures fixed sizes only (--long sets the long one)",
				 o->class->name, o->method->name);
	if (o->list && o->method->plan == PLAN_REGRESSION && request->sizes.n < 2)
		return error_set(err, ERR_USAGE, "--sizes: a line needs 2 sizes at least");
	if (o->list && o->method->plan == PLAN_REFINE && request->sizes.bytes[0] != 0)
		return error_set(err, ERR_USAGE, "--sizes must contain 0: L follows from the empty message");
	return refuse_idle(o, request, err);
}

enum status estimate_request_platform(struct measure_command *c, const struct estimate_request *request, bool triplets,
				      struct error *err)
{
	struct measuring *m = &c->measuring;
	bool chosen;
	enum status status = pairs_check(&request->pairs, m->options.pair, err);

	if (status == OK && triplets && (m->options.pair[0] >= 0 || request->pairs.homogeneous))
		status = error_set(err, ERR_USAGE,
				   "%s: the parameters of each process and pair follow from all pairs and triplets",
				   request->pairs.homogeneous ? "--homogeneous" : "--pairs");
	m->options.all_pairs =
		triplets || pairs_all(&request->pairs, m->options.pair) || (request->classes && m->options.pair[0] < 0);
	chosen = !m->options.all_pairs && m->options.pair[0] == LINK_ANY;
	if (chosen)
		m->options.pair[0] = 0, m->options.pair[1] = 1;
	if (status == OK && !m->platform)
		status = measure_command_open(c, err);
	if (status == OK && chosen)
		status = estimate_places_choose(request->places, c, err);
	if (status == OK && chosen && !request->places->two && m->platform->processes > 2)
		progress_note(
			&m->host.progress,
			"the model of these two stands for all pairs: --pairs says other ones, --pairs all measures "
			"every pair");
	if (m->options.all_pairs)
		m->options.pair[0] = 0, m->options.pair[1] = 1;
	return status;
}

enum status estimate_request_classes(struct measuring *m, const struct estimate_request *request,
				     struct estimate_options *o, struct class_plan *plan, size_t **given,
				     struct error *err)
{
	struct circumstances here = {.processes = 0};
	enum status status = OK;

	if (!request->classes)
		return OK;
	if (request->pairs.homogeneous || !m->options.all_pairs)
		return error_set(
			err, ERR_USAGE,
			"--classes: they keep unlike processes apart: it goes with --heterogeneous, not with %s",
			m->options.all_pairs ? "--homogeneous" : "one pair");
	if (strcmp(request->classes, "auto") != 0) {
		status = platform_describe(m->platform, &here, err);
		if (status == OK)
			status = strcmp(request->classes, "hwloc") == 0
					 ? classes_of_places(&here, given, err)
					 : classes_read(request->classes, here.hosts, m->platform->processes, given,
							err);
		circumstances_release(&here);
	}
	*plan = (struct class_plan){.given = *given, .seed = m->options.seed, .tolerance = request->class_tolerance};
	o->classes = plan;
	return status;
}

void estimate_too_little(const struct measure_command *c, struct error *err)
{
	char before[80];

	snprintf(before, sizeof(before), "too little was measured within %.3g s", measure_command_budget(c));
	error_prefix(err, before);
	error_add(err, " (a larger --budget gives it more time)");
}
