#include "cli/command.h"
#include "cli/compare_trace.h"
#include "cli/machine_state.h"
#include "cli/request_options.h"
#include "cli/output.h"
#include "cli/simulate_answers.h"
#include "explain/efficiency.h"
#include "model/what_if.h"
#include "schedule/goal.h"
#include "report/waits.h"
#include "report/replay.h"
#include "report/simulation.h"
#include "report/trust.h"
#include "simulate/simulate.h"
#include "simulate/source.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Intervals that are recorded to tell what processes waited for, unless that is asked for: some 70 MB. */
#define RECORD_MOST 1000000

/* What the user asked for. */
struct simulate_options {
	const char *file, *loggops, *model, *state, *timeline, *changes;
	struct port_options ports;
	bool breakdown, path, causes, regions, efficiency;
	double compute_scale;
	struct answers_options answers;
};

static enum status check_options(const struct simulate_options *given, struct error *err)
{
	if (!given->loggops && !given->model)
		return error_set(err, ERR_USAGE,
				 "what do messages cost? Give a model, -m MODEL.json, or --loggops "
				 "L=2us,o=1us,g=1us,G=1ns,O=0,S=64K");
	if (given->loggops && given->model)
		return error_set(err, ERR_USAGE, "-m and --loggops both say what messages cost: give one of them");
	if (given->loggops && given->state)
		return error_set(err, ERR_USAGE, "--machine-state goes with -m: it is a model that may have several");
	if (given->loggops && port_options_given(&given->ports))
		return error_set(err, ERR_USAGE,
				 "--eager, --parallel, --fair, --in-turn and --half-duplex go with -m: the LogGOPS "
				 "parameters have S "
				 "for the largest eager message, and ports that serve one message at a time");
	if (given->loggops && given->changes)
		return error_set(err, ERR_USAGE,
				 "--set changes parameters of a model, -m; those of --loggops are given");
	if (given->causes && (given->regions || given->breakdown))
		return error_set(err, ERR_USAGE, "--causes is a table of its own: not with --regions or --breakdown");
	if (given->regions && given->breakdown)
		return error_set(err, ERR_USAGE, "--regions is a table of its own: not with --breakdown");
	if (port_options_check(&given->ports, err) != OK || answers_check(&given->answers, err) != OK)
		return err->status;
	if (answers_asked(&given->answers) && (given->breakdown || given->path || given->causes || given->regions ||
					       given->efficiency || given->timeline))
		return error_set(err, ERR_USAGE,
				 "--sensitivity, --tolerance and --curve are tables of their own: not with "
				 "--breakdown, --causes, --regions, --efficiency, --critical-path or --timeline");
	if (given->timeline && machine_state_is_each(given->state))
		return error_set(err, ERR_USAGE,
				 "--timeline: a file of one simulation; with --machine-state each there are several");
	if (output_check(given->timeline,
			 (struct output_input[]){{given->file, "the schedule"}, {given->model, "the model"}}, 2,
			 NULL) != OK ||
	    (given->timeline && strcmp(given->timeline, "-") == 0))
		return error_set(
			err, ERR_USAGE,
			"--timeline %s: it must be a file that can be written, and neither the schedule nor the model",
			given->timeline);
	return OK;
}

/* What MPI would not let happen. */
static void tell_truncation(const struct context *context, const struct simulation *found)
{
	if (found->truncated > 0 && !context->quiet)
		fprintf(context->chatter,
			"sonde: %llu message%s longer than %s, for example one of process %d to process %d: LogGOPS "
			"does not compare sizes, MPI and -m refuse this\n",
			(unsigned long long)found->truncated, found->truncated == 1 ? " is" : "s are",
			found->truncated == 1 ? "its receive" : "their receives", found->truncated_from,
			found->truncated_by);
}

static void tell_unreceived(const struct context *context, const struct simulation *found)
{
	if (found->unreceived > 0 && !context->quiet)
		fprintf(context->chatter,
			"sonde: %llu message%s never received, for example one of process %d to process %d: a receive "
			"is missing, or has another tag\n",
			(unsigned long long)found->unreceived, found->unreceived == 1 ? " is" : "s are",
			found->unreceived_from, found->unreceived_by);
}

/* What is simulated. */
struct simulate_asked {
	struct context *context;
	const struct simulate_options *given;
	struct goal goal; /* read once, when it is first needed */
	bool has_goal;
	struct trace *trace; /* in place of a schedule */
	struct loggops loggops;
};

static double compute_scale_of(const struct simulate_options *given)
{
	return isnan(given->compute_scale) ? 1 : given->compute_scale;
}

/* What messages cost under a model, or with NULL under LogGOPS. */
static enum status costs_of(const struct simulate_asked *a, const struct model *model, struct predict_options *how,
			    int processes, struct costs *costs, struct error *err)
{
	if (!model) {
		*costs = loggops_costs(&a->loggops);
		return OK;
	}
	*how = predict_options_of(&a->given->ports, model);
	*costs = model_costs(&how->use, how->eager_most);
	costs->queued = true;
	return model_costs_check(model, processes, err);
}

/* The trace, from its beginning. */
static enum status replay_under(const struct simulate_asked *a, const struct costs *costs, struct simulation *found,
				struct replay **replay, struct error *err)
{
	const struct replay_options options = {.compute_scale = compute_scale_of(a->given)};
	enum status status = replay_open(replay, a->trace, &options, err);

	if (status == OK) {
		const struct program_source source = replay_source(*replay);

		status = simulate_source(&source, costs, found, err);
	}
	return status;
}

/* What is simulated, once more, for answers. */
static enum status simulate_again(void *self, const struct costs *costs, struct simulation *found, struct error *err)
{
	const struct simulate_asked *a = self;
	const struct schedule schedule = goal_schedule(&a->goal);
	struct replay *replay = NULL;
	enum status status;

	if (!a->trace)
		return simulate(&schedule, costs, found, err);
	status = replay_under(a, costs, found, &replay, err);
	replay_free(replay);
	return status;
}

static enum status answer(struct simulate_asked *a, const struct model *model, struct error *err)
{
	const struct answers_subject subject = {.model = model,
						.loggops = &a->loggops,
						.ports = &a->given->ports,
						.queued = a->trace != NULL,
						.compute_scale = compute_scale_of(a->given),
						.simulate = simulate_again,
						.self = a};
	struct table *table = NULL;
	enum status status = answers_find(&a->given->answers, &subject, &table, err);

	return status == OK ? command_print(a->context, table, err) : status;
}

/* Load balance, serialisation and transfer, as a group of the summary: by one more simulation. */
static enum status add_efficiency(struct simulate_asked *a, const struct costs *costs, double seconds,
				  const struct replay_found *computed, struct table *table, struct error *err)
{
	const struct costs free = free_network(costs);
	struct simulation ideal = {0};
	struct replay *replay = NULL;
	enum status status = replay_under(a, &free, &ideal, &replay, err);

	if (status == OK) {
		struct efficiency efficiency =
			efficiency_find(computed->computing, computed->processes, seconds, ideal.seconds);

		efficiency.serialisation *= compute_scale_of(a->given);
		replay_table_efficiency(table, &efficiency);
	}
	simulation_release(&ideal);
	replay_free(replay);
	return status;
}

static enum status print_replay(struct simulate_asked *a, const struct model *model, const struct costs *costs,
				const struct simulation *found, const struct replay *replay, struct error *err)
{
	struct wait_causes causes = {0};
	struct table *table = NULL;
	enum status status = found->intervals ? wait_causes_find(found, &causes, err) : OK;

	if (status == OK)
		table = a->given->regions ? replay_regions_table(found, replay_found(replay))
			: a->given->causes
				? wait_causes_table(&causes, replay)
				: replay_table(found, replay, found->intervals ? &causes : NULL, a->given->breakdown);
	wait_causes_release(&causes);
	if (status == OK && table && a->given->efficiency)
		status = add_efficiency(a, costs, found->seconds, replay_found(replay), table, err);
	if (status != OK) {
		table_free(table);
		return status;
	}
	if (table && model)
		trust_tell_use(table, model);
	return command_print(a->context, table, err);
}

static enum status simulate_trace(struct simulate_asked *a, const struct model *model, struct error *err)
{
	bool whole = a->given->breakdown || a->given->timeline || a->given->causes;
	struct simulation found = {.record = true, .record_most = whole ? 0 : RECORD_MOST};
	struct predict_options how;
	struct replay *replay = NULL;
	struct costs costs;
	enum status status = costs_of(a, model, &how, trace_info(a->trace)->processes, &costs, err);

	if (status == OK && answers_asked(&a->given->answers))
		return answer(a, model, err);
	if (status == OK)
		status = replay_under(a, &costs, &found, &replay, err);
	if (status == OK && a->given->timeline)
		status = simulation_timeline_write(&found, a->given->timeline, err);
	if (status == OK)
		status = print_replay(a, model, &costs, &found, replay, err);
	simulation_release(&found);
	replay_free(replay);
	return status;
}

/* Under a model, or with NULL under LogGOPS. */
static enum status simulate_under(const struct simulate_asked *a, const struct model *model, struct simulation *found,
				  struct error *err)
{
	const struct schedule schedule = goal_schedule(&a->goal);
	const struct costs costs = loggops_costs(&a->loggops);
	struct predict_options how;

	if (!model)
		return simulate(&schedule, &costs, found, err);
	how = predict_options_of(&a->given->ports, model);
	return predict_schedule(&how, &schedule, found, err);
}

/* One table; where both are asked for the path, with where the time of each process went below it. */
static struct table *result_table(const struct simulate_options *given, const struct model *model,
				  const struct goal *goal, const struct simulation *found)
{
	struct table *table = given->path ? simulation_path_table(found, goal, given->breakdown)
					  : simulation_table(found, given->breakdown);

	if (table && model)
		trust_tell_use(table, model);
	return table;
}

static enum status print(const struct simulate_asked *a, const struct model *model, const struct simulation *found,
			 struct error *err)
{
	const struct simulate_options *given = a->given;
	enum status status = given->timeline ? simulation_timeline_write(found, given->timeline, err) : OK;

	tell_unreceived(a->context, found);
	tell_truncation(a->context, found);
	return status == OK ? command_print(a->context, result_table(given, model, &a->goal, found), err) : status;
}

static enum status read_goal(struct simulate_asked *a, struct error *err)
{
	enum status status = a->has_goal ? OK : goal_read(a->given->file, &a->goal, err);

	a->has_goal = status == OK;
	return status;
}

static enum status simulate_file(struct simulate_asked *a, const struct model *model, struct error *err)
{
	const struct simulate_options *given = a->given;
	struct simulation found = {.record = given->breakdown || given->path || given->timeline};
	enum status status;

	if (a->trace)
		return simulate_trace(a, model, err);
	status = read_goal(a, err);
	if (status == OK && answers_asked(&given->answers)) {
		if (model)
			status = model_costs_check(model, goal_schedule(&a->goal).processes, err);
		return status == OK ? answer(a, model, err) : status;
	}
	if (status == OK)
		status = simulate_under(a, model, &found, err);
	if (status == OK)
		status = print(a, model, &found, err);
	simulation_release(&found);
	return status;
}

static enum status simulate_model(void *what, struct model *model, struct error *err)
{
	struct simulate_asked *a = what;
	enum status status = OK;

	if (a->given->changes)
		status = usage_of_option("--set", model_what_if(model, a->given->changes, err), err);
	if (status == OK)
		status = model_check(model, err);
	return status == OK ? simulate_file(a, model, err) : status;
}

static enum status simulate_loggops(struct simulate_asked *a, struct error *err)
{
	char note[LOGGOPS_NOTE] = "";
	struct error why = {0};

	if (loggops_parse(a->given->loggops, &a->loggops, note, &why) != OK)
		return error_set(err, ERR_USAGE, "--loggops: %s", why.text);
	if (note[0] && !a->context->quiet)
		fprintf(a->context->chatter, "sonde: --loggops: %s\n", note);
	return simulate_file(a, NULL, err);
}

static enum status open_trace(struct simulate_asked *a, struct error *err)
{
	if (a->given->path)
		return error_set(err, ERR_USAGE, "--critical-path: it is told of schedules, not of traces");
	if (trace_open(&a->trace, a->given->file, err) != OK)
		return err->status;
	if (!trace_info(a->trace)->complete && !a->context->quiet)
		fprintf(a->context->chatter, "sonde: the trace is not complete: %s\n",
			trace_info(a->trace)->incomplete ? trace_info(a->trace)->incomplete : "a part is missing");
	return OK;
}

static enum status simulate_given(struct context *context, const struct simulate_options *given, struct error *err)
{
	struct simulate_asked asked = {.context = context, .given = given};
	enum status status = OK;

	if (is_trace(given->file))
		status = open_trace(&asked, err);
	else if (given->causes || given->regions || given->efficiency)
		status = error_set(err, ERR_USAGE,
				   "--causes, --regions and --efficiency go with a trace, not with a schedule");
	else if (!isnan(given->compute_scale))
		status = error_set(err, ERR_USAGE,
				   "--compute-scale goes with a trace: a schedule says itself what is computed");

	if (status == OK)
		status = given->loggops
				 ? simulate_loggops(&asked, err)
				 : machine_state_each(context, given->model, given->state, simulate_model, &asked, err);
	goal_release(&asked.goal);
	trace_free(asked.trace);
	return status;
}

static enum status run_simulate(struct context *context, struct error *err)
{
	struct simulate_options given = {.ports = {.eager = SIZE_MAX}, .compute_scale = NAN};
	const struct option options[] = {
		OPT_TEXT('m', "model", &given.model, "FILE", "what messages cost: a model"),
		MACHINE_STATE_OPTION(&given.state),
		OPT_TEXT(0, "loggops", &given.loggops, "PARAMETERS",
			 "what they cost under LogGOPS: L=2us,o=1us,g=1us,G=1ns,O=0,S=64K (G, O per byte)"),
		OPT_BYTES(0, "eager", &given.ports.eager, "SIZE", 0, INFINITY,
			  "with -m: longer messages wait for their receiver (default: as the model says, else none "
			  "does)"),
		OPT_FLAG(0, "parallel", &given.ports.parallel,
			 "with -m: a process sends and receives any number of messages at a time"),
		OPT_FLAG(0, "fair", &given.ports.fair, "with -m: it shares its port equally among those under way"),
		OPT_FLAG(0, "in-turn", &given.ports.in_turn,
			 "with -m: its port serves one after the other (default: as the model says, else so)"),
		OPT_FLAG(0, "half-duplex", &given.ports.half_duplex,
			 "with -m: it sends and receives with one capacity (default: as the model says, else not)"),
		OPT_FLAG(0, "breakdown", &given.breakdown,
			 "where the time of each process went: compute, overhead, latency, gap, bandwidth, waiting"),
		OPT_FLAG(0, "causes", &given.causes, "of a trace: all that processes waited for, the longest first"),
		OPT_FLAG(0, "regions", &given.regions,
			 "of a trace: each region of each process, predicted beside recorded"),
		OPT_FLAG(0, "efficiency", &given.efficiency,
			 "of a trace: load balance, serialisation and transfer, whose product is the parallel "
			 "efficiency"),
		OPT_FLAG(0, "sensitivity", &given.answers.sensitivity,
			 "how much longer it takes with each parameter of the model, and with computation"),
		OPT_FLAG(0, "tolerance", &given.answers.tolerance,
			 "the same, and at which values of the parameters it is 1, 2 and 5 % slower"),
		OPT_TEXT(0, "curve", &given.answers.curve, "L=0:20us",
			 "the time over the values of a parameter, at the corners of its curve"),
		OPT_TEXT(0, "plot", &given.answers.plot, "FILE.svg", "with --curve: draw it"),
		OPT_FLAG(0, "critical-path", &given.path,
			 "print what the last process to finish waited for, from the beginning on"),
		OPT_TEXT(0, "set", &given.changes, "CHANGES",
			 "with -m, what if: change parameters, as L=0.5x or L=2us,g=2x"),
		OPT_NUMBER(0, "compute-scale", &given.compute_scale, "NUMBER", 0, INFINITY,
			   "of a trace: computation takes so many times what was recorded (default: 1)"),
		OPT_TEXT(0, "timeline", &given.timeline, "FILE.csv", "write what each process and message did when"),
		COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status = command_options(context, options, &given.file, 1, 1, &n, err);

	if (status != OK || context->help)
		return status;
	status = check_options(&given, err);
	return status == OK ? simulate_given(context, &given, err) : status;
}

const struct command command_simulate = {
	.name = "simulate",
	.operands = "FILE.goal|TRACE",
	.summary = "the time that each process of a schedule or of a traced program takes, simulated",
	.example = "sonde simulate alltoall.goal --loggops L=2us,o=1us,g=1us,G=1ns,O=0,S=64K",
	.run = run_simulate,
};
