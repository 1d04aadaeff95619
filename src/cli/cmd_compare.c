#include "cli/compare/live.h"
#include "cli/compare/models.h"
#include "cli/compare/stored.h"
#include "cli/compare/trace.h"
#include "cli/trace/input.h"
#include "cli/measure/command.h"
#include "evaluate/model_list.h"

#include <math.h>
#include <stdint.h>

struct compare_options {
	struct compare_live_options live;
	struct compare_stored_options stored;
	struct compare_models_options models;
	struct compare_trace_options trace; /* of a traced program */
};

static enum status compare_files(struct measure_command *c, struct compare_options *o, struct model_list *list,
				 struct error *err)
{
	if (o->stored.runs || o->stored.closed || port_options_given(&o->stored.ports))
		return error_set(err, ERR_USAGE,
				 "--runs, --closed-form, --eager, --parallel, --fair, --in-turn and --half-duplex go "
				 "with a collective operation: "
				 "sonde compare MODEL.json ... bcast");
	return compare_live(c, &o->live, list, err);
}

/* Of stored timings nothing is measured: --store and --run say which they are. */
static enum status compare_with_store(struct measure_command *c, struct compare_options *o,
				      const struct model_list *list, const char *operation, struct error *err)
{
	if (o->live.paths)
		return error_set(err, ERR_USAGE, "--paths: of single messages, not of %s", operation);
	if (c->measuring.options.statistic >= 0)
		return error_set(err, ERR_USAGE,
				 "--statistic: stored timings of %s stand for themselves by the statistic that they "
				 "were measured with",
				 operation);
	if (o->live.sizes.n || o->live.count)
		return error_set(err, ERR_USAGE,
				 "--sizes and --count: stored timings of %s have the sizes that were measured",
				 operation);
	if (o->stored.runs && c->measuring.options.run_name)
		return error_set(err, ERR_USAGE, "--run and --runs: say either which run, or which ones");
	if (port_options_check(&o->stored.ports, err) != OK)
		return err->status;
	if (c->measuring.options.run_name)
		o->stored.runs = c->measuring.options.run_name;
	o->stored.store_path = c->archive.archive.name;
	o->stored.machine_state = o->live.machine_state;
	o->stored.notes = &c->measuring.host.progress;
	return compare_stored(c->context, &o->stored, list, operation, err);
}

static void options_release(struct compare_options *o)
{
	size_list_release(&o->live.sizes);
	size_list_release(&o->models.evaluation.fit_sizes);
}

/* Models are estimated here, and take no file and nothing that goes with one. */
static enum status compare_estimated(struct measure_command *c, struct compare_options *o, size_t operands,
				     struct error *err)
{
	struct evaluation_options *evaluation = &o->models.evaluation;

	if (operands > 0)
		return error_set(err, ERR_USAGE,
				 "--models estimates models here: it goes with no model file and no operation after "
				 "the options (--ops says which)");
	if (o->live.paths || o->live.by_path.stride || o->stored.runs || o->stored.closed || o->live.machine_state)
		return error_set(err, ERR_USAGE,
				 "--paths, --stride, --runs, --closed-form and --machine-state: they go with model "
				 "files, not with --models");
	if (o->live.sizes.n && o->live.count)
		return error_set(
			err, ERR_USAGE,
			"--count: how many sizes are chosen without --sizes; with --sizes there is nothing to choose");
	if (c->measuring.options.pair[0] >= 0)
		return error_set(err, ERR_USAGE, "--pairs %d:%d: --models estimates all pairs",
				 c->measuring.options.pair[0], c->measuring.options.pair[1]);
	if (port_options_check(&o->stored.ports, err) != OK)
		return err->status;
	evaluation->eager = o->stored.ports.eager;
	evaluation->parallel = o->stored.ports.parallel;
	evaluation->fair = o->stored.ports.fair;
	evaluation->in_turn = o->stored.ports.in_turn;
	evaluation->half_duplex = o->stored.ports.half_duplex;
	o->models.sizes = &o->live.sizes;
	o->models.count = o->live.count;
	return compare_models(c, &o->models, err);
}

/* What goes with --models only. */
static enum status check_files_only(const struct compare_options *o, size_t operands, struct error *err)
{
	if (o->models.operations || o->models.evaluation.fit_sizes.n || o->models.evaluation.rounds ||
	    o->models.regions || o->models.points)
		return error_set(err, ERR_USAGE,
				 "--ops, --fit-sizes, --rounds, --regions and --points go with --models only");
	return operands ? OK
			: error_set(err, ERR_USAGE,
				    "missing argument: model files are needed, or --models with names of models to "
				    "estimate (see sonde compare --help)");
}

static enum status read_options(struct measure_command *c, struct compare_options *o, const char **operands, size_t *n,
				struct error *err)
{
	const struct option options[] = {
		OPT_SIZES('s', "sizes", &o->live.sizes, "SIZES",
			  "message sizes (default: 24, with --models 16, at random that no model was fitted at)"),
		OPT_COUNT(0, "count", &o->live.count, "N", 1, 10000,
			  "how many sizes are chosen without --sizes (default 24, with --models 16)"),
		OPT_FLAG(0, "paths", &o->live.paths,
			 "send calls, receive calls and the full path, by layout, in place of round trips"),
		OPT_COUNT(0, "stride", &o->live.by_path.stride, "N", 1, 4096,
			  "--paths: from block to block of noncontiguous data, in blocks (default the first model's)"),
		OPT_TEXT('m', "model", &o->trace.models, "A.json,B.json,...",
			 "of a trace: the models under which it is simulated"),
		OPT_TEXT(0, "set", &o->trace.changes, "CHANGES",
			 "of a trace, what if: change parameters of the models, as L=0.5x or L=2us"),
		REPLAY_OPTIONS(&o->trace.replay)
			OPT_TEXT(0, "models", &o->models.models, "A,B,...",
				 "in place of files: models to estimate here and to hold against fresh round trips and "
				 "operations; het- keeps pairs apart (hockney,het-hockney,lmo)"),
		OPT_TEXT(0, "ops", &o->models.operations, "A,B,...",
			 "--models: what is measured, p2p or operations, by an algorithm after a colon or by the "
			 "linear and binomial ones; without it p2p,scatter,gather"),
		OPT_SIZES(0, "fit-sizes", &o->models.evaluation.fit_sizes, "SIZES",
			  "--models: sizes that models with parameters per size are fitted at; without it they are "
			  "chosen adaptively"),
		OPT_FLAG(0, "rounds", &o->models.evaluation.rounds,
			 "--models: pairs and triplets of different processes are measured at the same time"),
		OPT_CHOICE(0, "regions", &o->models.regions, models_regions,
			   "--models: errors by the thresholds of lmo, if it is among the models, or by the switch to "
			   "rendezvous; without it by thresholds"),
		OPT_FLAG(0, "points", &o->models.points, "--models: every point in place of errors by region"),
		OPT_TEXT(0, "runs", &o->stored.runs, "A,B,...",
			 "of a collective operation: which runs of the store (default the newest that has it; --run "
			 "names one)"),
		OPT_FLAG(0, "closed-form", &o->stored.closed,
			 "of a collective operation: the literature's formulas too, beside the simulated schedules"),
		OPT_BYTES(0, "eager", &o->stored.ports.eager, "SIZE", 0, INFINITY,
			  "of a collective operation: longer messages wait for their receiver (default: as the model "
			  "says, else none does)"),
		OPT_FLAG(0, "parallel", &o->stored.ports.parallel,
			 "a process sends and receives any number of messages at a time"),
		OPT_FLAG(0, "fair", &o->stored.ports.fair, "it shares its port equally among those under way"),
		OPT_TEXT(0, "machine-state", &o->live.machine_state, "main|NAME|each",
			 "of several states of the machine: which timings are compared, or those of each; each model "
			 "is taken in the same (default main, in which the machine is for most of the time or has "
			 "just been for long; where a model knows nothing of it, one that all know)"),
		OPT_FLAG(0, "in-turn", &o->stored.ports.in_turn,
			 "its port serves one after the other (default: as the model says, else so)"),
		OPT_FLAG(0, "half-duplex", &o->stored.ports.half_duplex,
			 "it sends and receives with one capacity (default: as the model says, else not)"),
		MEASURING_OPTIONS_WITHIN(c, "none"),
		COMMON_OPTIONS(c->context),
	};

	return command_options(c->context, options, operands, 0, MODELS_MOST + 1, n, err);
}

/* Models of files, held against stored timings of an operation, or against fresh ones. */
static enum status compare_given(struct measure_command *c, struct compare_options *o, const char **paths, size_t n,
				 struct error *err)
{
	struct model_list list = {.n = 0};
	const char *operation = NULL;
	enum status status = check_files_only(o, n, err);

	if (status == OK && compares_stored(paths, n))
		operation = paths[--n];
	else if (status == OK && n > 1 && operation_is_misspelt(paths[n - 1]))
		status = operation_unknown(paths[n - 1], "", err);
	if (status == OK && n > MODELS_MOST)
		status = error_set(err, ERR_USAGE, "%zu models: at most %d are compared", n, MODELS_MOST);
	if (status == OK)
		status = model_list_read(&list, paths, n, err);
	o->stored.paths = o->live.models = paths;
	if (status == OK)
		status = operation ? compare_with_store(c, o, &list, operation, err) : compare_files(c, o, &list, err);
	model_list_release(&list);
	return status;
}

static enum status compare(struct context *context, struct error *err)
{
	struct measure_command c;
	struct compare_options o = {.stored = {.ports = {.eager = SIZE_MAX}}, .trace = {.replay = REPLAY_GIVEN_NONE}};
	const char *operands[MODELS_MOST + 1];
	size_t n = 0;
	enum status status;

	measure_command_init(&c, context);
	status = read_options(&c, &o, operands, &n, err);
	if (status == OK && !context->help && (o.trace.models || (n > 0 && is_trace(operands[0]))))
		status = n == 1 ? compare_trace(context, operands[0], &o.trace, err)
				: error_set(err, ERR_USAGE,
					    "-m goes with one trace: sonde compare DIR -m A.json,B.json");
	else if (status == OK && !context->help && (status = compare_trace_check(&o.trace, err)) == OK)
		status = o.models.models ? compare_estimated(&c, &o, n, err)
					 : measure_command_ended(&c, compare_given(&c, &o, operands, n, err), err);
	measure_command_release(&c);
	options_release(&o);
	return status;
}

/* Whether nothing is measured. */
static bool compares_what_is_there(int argc, char **argv)
{
	return arguments_compare_stored(argc, argv) || arguments_compare_trace(argc, argv);
}

const struct command command_compare = {
	.name = "compare",
	.operands = "MODEL.json ... [OPERATION] | --models A,B,... | TRACE -m A.json,B.json",
	.summary = "holds each model's predictions against round trips measured afresh, stored timings of a "
		   "collective operation, or a traced program",
	.example = "mpirun -n 2 sonde compare plogp.json hockney.json",
	.measures = true,
	.without_platform = compares_what_is_there,
	.run = compare,
};
