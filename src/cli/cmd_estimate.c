#include "cli/estimate_thresholds.h"
#include "cli/estimate_wish.h"
#include "cli/estimated.h"
#include "cli/model_remarks.h"
#include "cli/model_table.h"
#include "cli/output.h"
#include "cli/provenance.h"
#include "model/file/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const directions[] = {"one", "both", NULL};

/* The result for people and scripts: a few parameters, and what the estimation took. */
static struct table *result_table(const struct model *model, const struct measuring *m, size_t messages, double seconds)
{
	struct table *table =
		m->context->json || m->context->csv ? model_table(model, true) : model_table_view(model, false);

	if (!table)
		return NULL;
	table_summary_text(table, NULL, "model", model->class->name);
	table_summary_number(table, NULL, "experiments", CELL_COUNT, (double)m->campaign.n);
	table_summary_number(table, NULL, "messages", CELL_COUNT, (double)messages);
	table_summary_number(table, NULL, "seconds", CELL_NUMBER, seconds);
	return table;
}

static enum status measure_and_fit(struct measuring *m, struct estimate_options *o, const char *purpose,
				   const struct estimate_wish *w, struct error *err)
{
	const char *output = w->output;
	struct estimated found = {.model = NULL};
	struct thresholds thresholds;
	double begin = m->platform->class->now(m->platform);
	size_t messages = m->platform->messages;
	enum status status = w->thresholds ? estimate_thresholds_find(m, o, w->long_size > 0, &thresholds, err) : OK;

	if (status == OK)
		status = estimate_wish_switch(m, o, w, err);
	found.searching =
		(struct probe_account){m->platform->class->now(m->platform) - begin, m->platform->messages - messages};
	if (status == OK)
		status = estimated_measure(m, o, purpose, &w->pairs, &found, err);
	if (status == OK && w->thresholds)
		status = estimate_thresholds_set(m, &thresholds, found.model, err);

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

static enum status run(struct measuring *m, const struct estimate_wish *w, const char *name, struct error *err)
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
	status = estimate_wish_platform(m, w, method->plan == PLAN_TRIPLETS, err);
	if (status == OK)
		status = estimate_wish_options(&o, w, m, err);
	if (status == OK && m->all_pairs)
		status = pairs_choose(&w->pairs, m->platform->processes, &o, &rounds, err);
	if (status == OK)
		status = estimate_wish_classes(m, w, &o, &plan, &given, err);
	if (status == OK)
		status = output_check(w->output,
				      (struct output_input[]){{m->store_path, "the store"},
							      {measuring_model_path(m), "the model of the platform"},
							      {w->classes, "the file of the classes"}},
				      3, err);
	if (status == OK)
		status = estimate_prepare(&o, m->platform, err);
	if (status == OK && w->thresholds)
		status = estimate_thresholds_prepare(&o, m->platform, err);
	snprintf(purpose, sizeof(purpose), "estimate %s %s%s%s", class->name, method->name,
		 w->classes     ? ", pairs of classes"
		 : m->all_pairs ? ", all pairs"
				: "",
		 m->all_pairs && w->pairs.parallel ? " in parallel" : "");
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
	struct estimate_wish w = {.rule = -1, .epsilon = 0.01, .class_tolerance = CLASS_TOLERANCE};
	const struct option options[] = {
		OPT_TEXT('o', "output", &w.output, "FILE.json", "write the model there (- is standard output)"),
		OPT_TEXT(0, "method", &w.method, "METHOD",
			 "plogp: fast or saturation; hockney: regression or two-point; logp, loggp: saturation; 3pc, "
			 "p3pc: paths; lmo: quickest or mean"),
		OPT_SIZES(0, "sizes", &w.sizes, "SIZES",
			  "0,1K,64K or 1K:1M, or auto:0:1M, adaptive within (default: adaptive, growing as needed; "
			  "3pc, p3pc: 0,4K,200K,400K,2000K)"),
		OPT_CHOICE(0, "size-rule", &w.rule, size_rule_names,
			   "when an interval between sizes is halved (default extrapolation)"),
		OPT_NUMBER(0, "epsilon", &w.epsilon, "E", 1e-6, 0.5,
			   "relative: when trains are saturated and sizes agree (default 0.01)"),
		OPT_BYTES(0, "max-size", &w.size_most, "SIZE", 1, 0x1p62, "sizes do not grow beyond (default 4M)"),
		OPT_COUNT(0, "max-sizes", &w.count_most, "N", 3, 100000, "at most so many sizes (default 100)"),
		OPT_BYTES(0, "long", &w.long_size, "SIZE", 2, 0x1p62,
			  "the long message of hockney and loggp (default 1M), and of lmo (16K, below the switch to "
			  "rendezvous)"),
		OPT_COUNT(0, "blocks", &w.blocks, "N", 2, PATHS_BLOCKS_MOST,
			  "p3pc: blocks of noncontiguous data (default 100)"),
		OPT_SIZES(
			0, "strides", &w.strides, "N,...",
			"p3pc: from block to block, in blocks; several make the stride part of the model (default 2)"),
		OPT_BYTES(0, "switch", &w.switch_size, "SIZE", 2, 0x1p60,
			  "lmo: the largest message that is sent before its receiver asks for it, if known: longer "
			  "ones are measured too"),
		OPT_FLAG(0, "thresholds", &w.thresholds,
			 "lmo: find S, M1, M2 and the escalations of gathers first, by scatters and gathers of all "
			 "processes, as measure thresholds does; S is then the switch"),
		OPT_CHOICE(0, "directions", &w.direction, directions,
			   "both: swap the roles too; the model then has a link each way (default one)"),
		PAIRS_OPTIONS(&w.pairs),
		CLASSES_OPTIONS(&w.classes, "auto|hwloc|FILE",
				"many processes: measure two of each class of those that are alike: find classes; or "
				"those with the same host, package and NUMA node",
				&w.class_tolerance),
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
