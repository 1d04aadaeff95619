#include "cli/estimate_classes.h"
#include "cli/estimate_pairs.h"
#include "cli/estimate_thresholds.h"
#include "cli/estimated.h"
#include "cli/measuring.h"
#include "cli/model_remarks.h"
#include "cli/model_table.h"
#include "cli/output.h"
#include "cli/provenance.h"
#include "estimate/behaviour.h"
#include "estimate/estimate.h"
#include "model/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Repetitions of a pair or triplet at least: each parameter follows from many of them. */
enum { TRIPLET_LEAST = 5 };

static const char *const directions[] = {"one", "both", NULL};

/* The options that only this command has. */
struct wishes {
	const char *method, *output;
	struct size_list sizes, strides;
	size_t blocks;
	size_t size_most, count_most, long_size, switch_size;
	double epsilon;
	int rule, direction;
	struct pairs_wish pairs;
	const char *classes;
	double class_tolerance;
	bool thresholds;
};

/* The result for people and scripts: a few parameters, and what the estimation took. */
static struct table *result_table(const struct model *model, const struct measuring *m, size_t messages, double seconds)
{
	struct table *table = m->context->json || m->context->csv ? model_table(model, true) : model_table_view(model, false);

	if (!table)
		return NULL;
	table_summary_text(table, NULL, "model", model->class->name);
	table_summary_number(table, NULL, "experiments", CELL_COUNT, (double)m->campaign.n);
	table_summary_number(table, NULL, "messages", CELL_COUNT, (double)messages);
	table_summary_number(table, NULL, "seconds", CELL_NUMBER, seconds);
	return table;
}

/* Without a switch, or a long message, that the user knows: sees that the long message does not wait for its receiver. */
static enum status find_switch(struct measuring *m, struct estimate_options *o, const struct wishes *w, struct error *err)
{
	struct prober prober;
	char *known = NULL;
	enum status status;

	if (o->method->plan != PLAN_TRIPLETS || w->long_size || o->switch_size)
		return OK;
	status = m->resumed ? store_fact(m->store, m->run, FACT_SWITCH, &known, err) : OK;
	if (known)
		behaviour_take_switch(o, strtod(known, NULL));
	free(known);
	if (status != OK)
		return status;
	prober_init(&prober, m->platform, &m->campaign, &o->probe, &m->sink, &m->progress);
	status = behaviour_find_switch(o, &prober, err);
	prober_release(&prober);
	if (status == OK && o->switch_size)
		progress_note(&m->progress, "messages above %zu bytes wait for their receiver: the long message is of %zu bytes, and longer ones are measured too", o->switch_size, o->long_size);
	return status == OK && o->switch_size ? estimate_prepare(o, m->platform, err) : status;
}

static enum status measure_and_fit(struct measuring *m, struct estimate_options *o, const char *purpose, const struct wishes *w, struct error *err)
{
	const char *output = w->output;
	struct estimated found = {.model = NULL};
	struct thresholds thresholds;
	double begin = m->platform->class->now(m->platform), before;
	size_t messages = m->platform->messages;
	enum status status = w->thresholds ? estimate_thresholds_find(m, o, &thresholds, err) : OK;

	if (status == OK)
		status = find_switch(m, o, w, err);
	before = m->platform->class->now(m->platform) - begin;
	messages = m->platform->messages - messages;
	if (status == OK)
		status = estimated_measure(m, o, purpose, &w->pairs, &found, err);
	found.seconds += before;
	found.messages += messages;
	if (status == OK && w->thresholds)
		status = thresholds_set(&thresholds, found.model, err);

	if (status == OK && output)
		status = model_write(found.model, output, m->context->out, err);
	if (status == OK)
		model_remarks(found.model, &m->progress);
	if (status == OK)
		status = measuring_end(m, &found.prober, &found.moved, err);
	if (status == OK && !(output && strcmp(output, "-") == 0))
		status = command_print(m->context, result_table(found.model, m, found.messages, found.seconds), err);
	estimated_release(&found);
	return status;
}

/* Strides are numbers, written as sizes are. */
static enum status set_strides(struct estimate_options *o, const struct size_list *strides, struct error *err)
{
	if (strides->adaptive || strides->n > PATHS_STRIDES_MOST || (strides->n && (strides->bytes[0] < 1 || strides->bytes[strides->n - 1] > PATHS_STRIDE_MOST)))
		return error_set(err, ERR_USAGE, "--strides: at most %d distances between blocks of 1 to %d are allowed, for example 2,8", PATHS_STRIDES_MOST, PATHS_STRIDE_MOST);
	for (size_t i = 0; i < strides->n; i++)
		o->strides[i] = strides->bytes[i];
	o->n_strides = strides->n ? strides->n : o->n_strides;
	return OK;
}

static enum status set_options(struct estimate_options *o, const struct wishes *w, const struct measuring *m, struct error *err)
{
	o->pair = (struct link){m->pair[0], m->pair[1]};
	o->both_directions = w->direction == 1;
	o->probe = measuring_probe(m);
	o->probe.epsilon = o->sizes.epsilon = w->epsilon;
	o->sizes.rule = (enum size_rule)w->rule;
	o->list = w->sizes.n ? &w->sizes : NULL;
	o->size_most = w->size_most;
	o->count_most = w->count_most;
	o->switch_size = w->switch_size;
	if (w->switch_size && o->method->plan != PLAN_TRIPLETS)
		return error_set(err, ERR_USAGE, "--switch: %s has no switch to rendezvous; it goes with lmo", o->class->name);
	if (w->long_size)
		o->long_size = w->long_size;
	o->parallel = w->pairs.parallel;
	if (o->method->plan == PLAN_TRIPLETS && !measuring_counts(m))
		o->probe.stopping.least = TRIPLET_LEAST;
	o->confidence = m->confidence;
	o->blocks = w->blocks;
	if (set_strides(o, &w->strides, err) != OK)
		return err->status;
	if (o->list && (o->method->plan == PLAN_FIXED || o->method->plan == PLAN_TRIPLETS))
		return error_set(err, ERR_USAGE, "--sizes: %s by %s measures fixed sizes only (--long sets the long one)", o->class->name, o->method->name);
	if (o->list && o->method->plan == PLAN_REGRESSION && w->sizes.n < 2)
		return error_set(err, ERR_USAGE, "--sizes: a line needs 2 sizes at least");
	if (o->list && o->method->plan == PLAN_REFINE && w->sizes.bytes[0] != 0)
		return error_set(err, ERR_USAGE, "--sizes must contain 0: L follows from the empty message");
	return OK;
}

/* The platform, and the pair that is measured; of all pairs, that by which the machine is watched. */
static enum status open_platform(struct measuring *m, const struct wishes *w, bool triplets, struct error *err)
{
	enum status status = pairs_check(&w->pairs, m->pair, err);

	if (status == OK && triplets && (m->pair[0] >= 0 || w->pairs.homogeneous))
		status = error_set(err, ERR_USAGE, "%s: the parameters of each process and pair follow from all pairs and triplets", w->pairs.homogeneous ? "--homogeneous" : "--pairs");
	m->all_pairs = triplets || pairs_all(&w->pairs, m->pair) || (w->classes && m->pair[0] < 0);
	if (status == OK)
		status = measuring_platform(m, err);
	if (m->all_pairs)
		m->pair[0] = 0, m->pair[1] = 1;
	return status;
}

/* Classes of processes, if they are asked for; those of a file are allocated. */
static enum status choose_classes(struct measuring *m, const struct wishes *w, struct estimate_options *o, struct class_plan *plan, size_t **given, struct error *err)
{
	struct circumstances here = {.processes = 0};
	enum status status = OK;

	if (!w->classes)
		return OK;
	if (w->pairs.homogeneous || !m->all_pairs)
		return error_set(err, ERR_USAGE, "--classes: they keep unlike processes apart: it goes with --heterogeneous, not with %s", m->all_pairs ? "--homogeneous" : "one pair");
	if (strcmp(w->classes, "auto") != 0) {
		status = m->platform->class->describe(m->platform, &here, err);
		if (status == OK)
			status = strcmp(w->classes, "hwloc") == 0 ? classes_of_places(&here, given, err) : classes_read(w->classes, here.hosts, m->platform->processes, given, err);
		circumstances_release(&here);
	}
	*plan = (struct class_plan){.given = *given, .seed = m->seed, .tolerance = w->class_tolerance};
	o->classes = plan;
	return status;
}

static enum status run(struct measuring *m, const struct wishes *w, const char *name, struct error *err)
{
	const struct model_class *class = model_class_find(name, err);
	const struct method *method = class ? model_method_find(class, w->method, err) : NULL;
	struct estimate_options o;
	struct pair_rounds rounds = {.n = 0};
	struct class_plan plan;
	size_t *given = NULL;
	char purpose[100];
	enum status status;

	if (!method)
		return err->status;
	o = estimate_options_default(class, method);
	status = open_platform(m, w, method->plan == PLAN_TRIPLETS, err);
	if (status == OK)
		status = set_options(&o, w, m, err);
	if (status == OK && m->all_pairs)
		status = pairs_choose(&w->pairs, m->platform->processes, &o, &rounds, err);
	if (status == OK)
		status = choose_classes(m, w, &o, &plan, &given, err);
	if (status == OK)
		status = output_check(w->output, m->store_path, "store", err);
	if (status == OK)
		status = estimate_prepare(&o, m->platform, err);
	if (status == OK && w->thresholds)
		status = estimate_thresholds_prepare(&o, m->platform, err);
	snprintf(purpose, sizeof(purpose), "estimate %s %s%s%s", class->name, method->name, w->classes ? ", pairs of classes" : m->all_pairs ? ", all pairs" : "", m->all_pairs && w->pairs.parallel ? " in parallel" : "");
	if (status == OK)
		status = measuring_begin(m, purpose, err);
	if (status == OK && method->plan == PLAN_TRIPLETS)
		provenance_tell_one_host(&m->circumstances, &m->progress);
	o.before = measuring_before(m);
	o.usual = measuring_usual(m);
	if (status == OK)
		status = measure_and_fit(m, &o, purpose, w, err);
	pair_rounds_release(&rounds);
	free(given);
	return status;
}

static enum status estimate(struct context *context, struct error *err)
{
	struct measuring m;
	struct wishes w = {.size_most = (size_t)4 << 20, .count_most = 100, .blocks = 100, .epsilon = 0.01, .class_tolerance = CLASS_TOLERANCE};
	const struct option options[] = {
		{.name = "output", .letter = 'o', .type = OPTION_TEXT, .value = &w.output, .argument = "FILE.json", .help = "write the model there (- is standard output)"},
		{.name = "method", .type = OPTION_TEXT, .value = &w.method, .argument = "METHOD", .help = "plogp: fast or saturation; hockney: regression or two-point; logp, loggp: saturation; 3pc, p3pc: paths; lmo: quickest or mean"},
		{.name = "sizes", .type = OPTION_SIZES, .value = &w.sizes, .argument = "SIZES", .help = "0,1K,64K or 1K:1M, or auto:0:1M, adaptive within (default: adaptive, growing as needed; 3pc, p3pc: 0,4K,200K,400K,2000K)"},
		{.name = "size-rule", .type = OPTION_CHOICE, .value = &w.rule, .choices = size_rule_names, .help = "when an interval between sizes is halved (default extrapolation)"},
		{.name = "epsilon", .type = OPTION_NUMBER, .value = &w.epsilon, .argument = "E", .help = "relative: when trains are saturated and sizes agree (default 0.01)", .least = 1e-6, .most = 0.5},
		{.name = "max-size", .type = OPTION_BYTES, .value = &w.size_most, .argument = "SIZE", .help = "sizes do not grow beyond (default 4M)", .least = 1, .most = 0x1p62},
		{.name = "max-sizes", .type = OPTION_COUNT, .value = &w.count_most, .argument = "N", .help = "at most so many sizes (default 100)", .least = 3, .most = 100000},
		{.name = "long", .type = OPTION_BYTES, .value = &w.long_size, .argument = "SIZE", .help = "the long message of hockney and loggp (default 1M), and of lmo (16K, below the switch to rendezvous)", .least = 2, .most = 0x1p62},
		{.name = "blocks", .type = OPTION_COUNT, .value = &w.blocks, .argument = "N", .help = "p3pc: blocks of noncontiguous data (default 100)", .least = 2, .most = PATHS_BLOCKS_MOST},
		{.name = "strides", .type = OPTION_SIZES, .value = &w.strides, .argument = "N,...", .help = "p3pc: from block to block, in blocks; several make the stride part of the model (default 2)"},
		{.name = "switch", .type = OPTION_BYTES, .value = &w.switch_size, .argument = "SIZE", .help = "lmo: the largest message that is sent before its receiver asks for it, if known: longer ones are measured too", .least = 2, .most = 0x1p60},
		{.name = "thresholds", .type = OPTION_FLAG, .value = &w.thresholds, .help = "lmo: find S, M1, M2 and the escalations of gathers first, by scatters and gathers of all processes, as measure thresholds does; S is then the switch"},
		{.name = "directions", .type = OPTION_CHOICE, .value = &w.direction, .choices = directions, .help = "both: swap the roles too; the model then has a link each way (default one)"},
		PAIRS_OPTIONS(&w.pairs),
		CLASSES_OPTIONS(&w.classes, &w.class_tolerance),
		MEASURING_OPTIONS(&m),
		COMMON_OPTIONS(context),
	};
	const char *name = NULL;
	size_t n = 0;
	enum status status;

	measuring_init(&m, context);
	status = command_options(context, options, &name, 1, 1, &n, err);
	if (status == OK && !context->help)
		status = run(&m, &w, name, err);
	measuring_release(&m);
	size_list_release(&w.sizes);
	size_list_release(&w.strides);
	return status;
}

const struct command command_estimate = {
	.name = "estimate",
	.operands = "MODEL",
	.summary = "runs the experiments that a model needs and writes the model",
	.example = "mpirun -n 2 sonde estimate plogp -o plogp.json",
	.measures = true,
	.run = estimate,
};
