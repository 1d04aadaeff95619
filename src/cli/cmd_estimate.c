#include "cli/command.h"
#include "cli/estimate/request.h"
#include "cli/estimate/several.h"
#include "cli/measure/families.h"
#include "report/model_table.h"
#include "report/trust.h"
#include "cli/output.h"
#include "estimate/model_notes.h"
#include "measuring/estimation.h"
#include "measuring/provenance.h"
#include "measuring/thresholds.h"
#include "model/file/file.h"
#include "probe/unfinished.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const directions[] = {"auto", "one", "both", NULL}, *const state_choices[] = {"main", "all", NULL};

/* The line of the option table for the states of the machine. */
#define STATES_OPTION(value)                                                                                           \
	OPT_CHOICE(0, "states", value, state_choices,                                                                  \
		   "of a machine with several: the estimation ends when the main one is precise, or all are (default " \
		   "main)")

/* The result for people and scripts: a few parameters, and what the estimation took. */
static struct table *result_table(const struct context *context, const struct measurement *m,
				  const struct estimation *found)
{
	const struct model *model = found->model;
	struct table *table = context->json || context->csv ? model_table(model, true) : model_table_view(model, false);

	if (!table)
		return NULL;
	table_summary_text(table, NULL, "model", model->class->name);
	table_summary_number(table, NULL, "experiments", CELL_COUNT, (double)found->experiments);
	table_summary_number(table, NULL, "messages", CELL_COUNT, (double)found->messages);
	table_summary_number(table, NULL, "seconds", CELL_NUMBER, found->seconds);
	table_summary_number(table, NULL, "searching", CELL_NUMBER, found->searching.seconds);
	if (m->n_levels > 0)
		measure_tell_state(&m->levels[0], table);
	model_table_tell_states(table, model);
	measure_tell_processes(&m->circumstances, table);
	trust_tell(table, model, NULL);
	return table;
}

static enum status measure_and_fit(struct measure_command *c, struct measurement *m, struct estimate_options *o,
				   const struct estimate_request *request, struct error *err)
{
	struct context *context = c->context;
	const struct estimation_request wanted = {.pairs = request->pairs,
						  .thresholds = request->thresholds,
						  .all_states = request->states == 1,
						  .long_given = request->long_size > 0,
						  .behaviour = true,
						  .find_switch = true};
	struct estimation found = {.model = NULL};
	enum status status = estimation_run(m, o, &wanted, &found, err);

	if (status == ERR_INPUT && unfinished_count(&found.prober) > 0)
		estimate_too_little(c, err);
	if (status == OK)
		status = estimate_places_tell(request->places, found.model, err);
	if (status == OK && request->output)
		status = model_write(found.model, request->output, context->out, err);
	if (status == OK)
		model_notes((const struct model *const[]){found.model}, 1, m->platform->clock.cost, &m->progress);
	if (status == OK)
		status = measurement_end(m, &found.prober, &found.moved, err);
	if (status == OK && !(request->output && strcmp(request->output, "-") == 0))
		status = command_print(context, result_table(context, m, &found), err);
	estimation_release(&found);
	return status;
}

static enum status begin_and_measure(struct measure_command *c, struct estimate_options *o,
				     const struct estimate_request *request, struct error *err)
{
	const struct measuring_options *asked = &c->measuring.options;
	struct measurement m = {.run = 0};
	const struct purpose purpose = estimation_purpose(o,
							  request->classes   ? ESTIMATION_CLASSES
							  : asked->all_pairs ? ESTIMATION_ALL_PAIRS
									     : ESTIMATION_PAIR,
							  asked->all_pairs && request->pairs.parallel);
	enum status status = measurement_begin(&m, &c->measuring, asked->run_name, &purpose, err);

	if (status == OK && o->method->plan == PLAN_TRIPLETS)
		provenance_tell_one_host(&m.circumstances, &m.progress);
	o->before = measurement_before(&m);
	o->main_state = measurement_main_state(&m);
	if (status == OK)
		status = measure_and_fit(c, &m, o, request, err);
	measurement_release(&m);
	return status;
}

/* Thresholds are of models of the whole platform, and of gathers of three processes at least. */
static enum status check_thresholds(const struct estimate_options *o, size_t processes, struct error *err)
{
	if (o->method->plan != PLAN_TRIPLETS)
		return error_set(err, ERR_USAGE, "--thresholds: %s has none; they go with lmo", o->class->name);
	if (processes < 3)
		return error_set(err, ERR_USAGE,
				 "--thresholds: gathers of %zu processes do not escalate: 3 processes at least are "
				 "needed",
				 processes);
	return OK;
}

static enum status run_one(struct measure_command *c, const struct estimate_request *given, const char *name,
			   struct error *err)
{
	struct estimate_request own = *given;
	const struct estimate_request *request = &own;
	char *output = NULL;
	struct measuring *m = &c->measuring;
	const struct model_class *class = model_class_find(name, err);
	const struct method *method = class ? model_method_find(class, request->method, err) : NULL;
	struct estimate_options o;
	struct pair_rounds rounds = {.n = 0};
	struct class_plan plan;
	size_t *places = NULL;
	enum status status;

	if (!method)
		return usage_of(ERR_INPUT, err);
	o = estimate_options_default(class, method);
	status = estimate_request_platform(c, request, method->plan == PLAN_TRIPLETS, err);
	if (status == OK)
		output = estimate_places_output(request->places, request->output, &status, err);
	own.output = output ? output : request->output;
	if (status == OK)
		status = estimate_request_options(&o, request, m, err);
	if (status == OK && m->options.all_pairs)
		status = pairs_choose(&request->pairs, m->platform->processes, &o, &rounds, err);
	if (status == OK)
		status = estimate_request_classes(m, request, &o, &plan, &places, err);
	if (status == OK)
		status = output_check(request->output,
				      (struct output_input[]){{c->archive.archive.name, "the store"},
							      {m->options.synthetic, "the model of the platform"},
							      {request->classes, "the file of the classes"}},
				      3, err);
	if (status == OK)
		status = estimate_prepare(&o, m->platform, err);
	if (status == ERR_INPUT && !o.classes && method->plan == PLAN_TRIPLETS && m->platform &&
	    m->platform->processes > TRIPLET_PROCESSES_MOST)
		error_add(err, " (--classes auto finds them)");
	if (status == OK && request->thresholds)
		status = check_thresholds(&o, m->platform->processes, err);
	if (status == OK && request->thresholds)
		status = measuring_thresholds_prepare(m->platform, err);
	if (status == OK)
		status = begin_and_measure(c, &o, request, err);
	pair_rounds_release(&rounds);
	free(output);
	free(places);
	return status;
}

/* s, unless the user says otherwise. */
static const double budget = 60, budget_with_thresholds = 300;

static enum status run(struct measure_command *c, struct estimate_request *request, const char *name, struct error *err)
{
	struct estimate_places places = {.two = false};
	enum status status = OK;

	c->usual_budget = request->thresholds ? budget_with_thresholds : budget;
	request->places = &places;
	for (int turn = 0; status == OK && turn < 1 + places.two; turn++) {
		places.now = turn;
		if (turn > 0)
			c->measuring.options.pair[0] = LINK_ANY;
		status = estimate_names_several(name) ? estimate_several(c, request, name, err)
						      : run_one(c, request, name, err);
	}
	return places.two ? command_print_states(c->context, status, err) : status;
}

static enum status estimate(struct context *context, struct error *err)
{
	struct measure_command c;
	struct estimate_request request = {.rule = -1, .epsilon = 0.01, .class_tolerance = CLASS_TOLERANCE};
	const struct option options[] = {
		OPT_TEXT('o', "output", &request.output, "FILE.json",
			 "write the model there (- is standard output); several models into DIR", OPTION_MAY_DIFFER),
		OPT_TEXT(0, "method", &request.method, "METHOD",
			 "plogp: fast or saturation; hockney: regression or two-point; logp, loggp: saturation; 3pc, "
			 "p3pc: paths; lmo: quickest or mean"),
		OPT_SIZES(0, "sizes", &request.sizes, "SIZES",
			  "0,1K,64K or 1K:1M, or auto:0:1M, adaptive within (default: adaptive, growing as needed; "
			  "3pc: 0,4K,200K,400K,2000K)"),
		OPT_CHOICE(0, "size-rule", &request.rule, size_rule_names,
			   "when an interval between sizes is halved (default extrapolation)"),
		OPT_NUMBER(0, "epsilon", &request.epsilon, "E", 1e-6, 0.5,
			   "relative: when trains are saturated and sizes agree (default 0.01)"),
		OPT_BYTES(0, "max-size", &request.size_most, "SIZE", 1, 0x1p62,
			  "sizes do not grow beyond (default 4M)"),
		OPT_COUNT(0, "max-sizes", &request.count_most, "N", 3, 100000,
			  "at most so many sizes (default 100; p3pc: 32)"),
		OPT_BYTES(0, "long", &request.long_size, "SIZE", 2, 0x1p62,
			  "the long message of hockney and loggp (default 1M), and of lmo (half the switch to "
			  "rendezvous, at most 64K; 16K without one)"),
		OPT_COUNT(0, "blocks", &request.blocks, "N", 2, PATHS_BLOCKS_MOST,
			  "p3pc: blocks of noncontiguous data (default 100)"),
		OPT_SIZES(
			0, "strides", &request.strides, "N,...",
			"p3pc: from block to block, in blocks; several make the stride part of the model (default 2)"),
		OPT_BYTES(
			0, "switch", &request.switch_size, "SIZE", 2, 0x1p60,
			"lmo: the largest message that is sent before its receiver asks for it, if known (default: it "
			"is looked for up to 1M); longer ones are measured too"),
		OPT_FLAG(0, "thresholds", &request.thresholds,
			 "lmo: find S, M1, M2 and the escalations of gathers first, by scatters and gathers of all "
			 "processes, as measure thresholds does; S is then the switch"),
		OPT_CHOICE(
			0, "directions", &request.direction, directions,
			"auto: the model holds the mean of messages there and back, where they are short; one: those "
			"there; both: the roles are swapped too, and the model has a link each way (default auto)"),
		STATES_OPTION(&request.states),
		PAIRS_OPTIONS(&request.pairs),
		CLASSES_OPTIONS(&request.classes, "auto|hwloc|FILE",
				"many processes: measure two of each class of those that are alike: find classes; or "
				"those with the same host, package and NUMA node",
				&request.class_tolerance),
		POOLING_OPTION(&c),
		MEASURING_OPTIONS_WITHIN(&c, "60s; 300s with --thresholds"),
		COMMON_OPTIONS(context),
	};
	const char *name = NULL;
	size_t n = 0;
	enum status status;

	measure_command_init(&c, context);
	status = command_options(context, options, &name, 1, 1, &n, err);
	if (status == OK && !context->help)
		status = measure_command_ended(&c, run(&c, &request, name, err), err);
	measure_command_release(&c);
	size_list_release(&request.sizes);
	size_list_release(&request.strides);
	return status;
}

const struct command command_estimate = {
	.name = "estimate",
	.operands = "MODEL[,MODEL...]|all",
	.summary = "runs the experiments that a model needs and writes the model; those of several models in one run",
	.example = "mpirun -n 2 sonde estimate all -o models",
	.measures = true,
	.run = estimate,
};
