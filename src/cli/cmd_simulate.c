#include "cli/command.h"
#include "cli/machine_state.h"
#include "cli/negative_times.h"
#include "cli/predict/run.h"
#include "cli/progress_line.h"
#include "cli/replay_options.h"
#include "cli/request_options.h"
#include "cli/output.h"
#include "cli/simulate/draws.h"
#include "cli/simulate/options.h"
#include "cli/trace/input.h"
#include "explain/efficiency.h"
#include "model/what_if.h"
#include "predict/room.h"
#include "schedule/goal.h"
#include "replay/simulated.h"
#include "report/waits.h"
#include "report/replay.h"
#include "report/replay_path.h"
#include "report/simulation.h"
#include "report/trust.h"
#include "simulate/simulate.h"
#include "simulate/source.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

/* Intervals that are recorded to tell what processes waited for, unless that is asked for: some 70 MB. */
#define RECORD_MOST 1000000

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
	struct goal goal; /* opened once, when it is first needed; the first simulation checks it */
	bool has_goal;
	struct trace *trace; /* in place of a schedule */
	struct replay_setting setting;
	struct loggops loggops;
	struct progress_line line;
};

/* What messages cost under a model, or with NULL under LogGOPS. */
static enum status costs_of(struct simulate_asked *a, const struct model *model, struct predict_options *how,
			    int processes, struct costs *costs, struct error *err)
{
	if (!model) {
		*costs = loggops_costs(&a->loggops);
		return OK;
	}
	*how = predict_options_of(&a->given->ports, model);
	how->use.varies = true;
	placed_apply(&a->setting.placed, &how->use);
	*costs = model_costs(&how->use, how->eager_most);
	costs->queued = a->trace || a->given->queued;
	return model_use_check(&how->use, processes, err);
}

/* What is simulated, once more, for answers. */
static enum status simulate_again(void *self, const struct costs *costs, struct simulation *found, struct error *err)
{
	const struct simulate_asked *a = self;
	const struct schedule schedule = goal_schedule(&a->goal);
	struct replay *replay = NULL;
	enum status status;

	found->progress = &a->line.progress;
	if (!a->trace)
		return simulate(&schedule, costs, found, err);
	status = replay_simulate(a->trace, &a->setting.options, costs, NULL, found, &replay, err);
	replay_free(replay);
	return status;
}

static enum status answer(struct simulate_asked *a, const struct model *model, int processes, struct error *err)
{
	struct predict_options how;
	struct costs costs;
	const struct variation_base base = {.use = model ? &how.use : NULL,
					    .eager_most = a->given->ports.eager,
					    .loggops = &a->loggops,
					    .queued = a->trace || a->given->queued,
					    .simulate = simulate_again,
					    .self = a};
	struct table *table = NULL;

	TRY(costs_of(a, model, &how, processes, &costs, err));
	TRY(answers_find(&a->given->answers, &base, a->trace ? a->setting.options.compute_scale : 1, &table, err));
	return command_print(a->context, table, err);
}

/* Load balance, serialisation and transfer, as a group of the summary: by one more simulation. */
static enum status add_efficiency(struct simulate_asked *a, const struct costs *costs, double seconds,
				  const struct replay_found *computed, struct table *table, struct error *err)
{
	const struct costs free = free_network(costs);
	struct simulation ideal = {0};
	struct replay *replay = NULL;
	enum status status = replay_simulate(a->trace, &a->setting.options, &free, NULL, &ideal, &replay, err);

	if (status == OK) {
		struct efficiency efficiency =
			efficiency_find(computed->computing, computed->processes, seconds, ideal.seconds);

		replay_table_efficiency(table, &efficiency);
	}
	simulation_release(&ideal);
	replay_free(replay);
	return status;
}

/* Why waits are not told. */
static void tell_unrecorded(const struct context *context, const struct simulation *found)
{
	if (!found->intervals && !context->quiet)
		fprintf(context->chatter,
			"sonde: what processes waited for is left out: the simulation has more than %d intervals; "
			"--causes tells it all the same, with some 100 bytes of memory for each\n",
			RECORD_MOST);
}

static enum status print_replay(struct simulate_asked *a, const struct model *model, const struct costs *costs,
				const struct simulation *found, const struct replay *replay, struct error *err)
{
	struct wait_causes causes = {0};
	struct table *table = NULL;
	struct draws draws;
	enum status status = draws_find(&draws, costs, found, simulate_again, a, err);

	if (status == OK && found->intervals)
		status = wait_causes_find(found, &causes, err);

	if (!a->given->regions)
		tell_unrecorded(a->context, found);
	if (model) {
		tell_extrapolated(a->context, predict_largest_fitted(model), replay_found(replay)->largest);
		negative_latency_tell(a->context, model);
	}
	if (!a->setting.options.cpu_time)
		trace_tell_cpu(a->context, replay_found(replay)->cpu, replay_found(replay)->cpu_gaps);
	replay_setting_tell_rows(a->context, &a->setting, replay_found(replay));
	if (status == OK)
		table = a->given->regions ? replay_regions_table(found, replay_found(replay))
			: a->given->path  ? replay_path_table(found, replay, a->given->breakdown)
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
	if (table) {
		draws_tell(&draws, table);
		replay_setting_tell(&a->setting, &a->given->replay, table);
	}
	if (table && model)
		trust_tell_use(table, model);
	return command_print(a->context, table, err);
}

/* Whether the timeline is of calls, at their simulated times, and not of what processors and ports did. */
static bool shows_calls(const struct simulate_options *given)
{
	return given->timeline && given->kind != TIMELINE_CSV && given->kind != TIMELINE_SVG;
}

static enum status write_timeline(const struct simulate_asked *a, struct simulated *calls, const struct replay *replay,
				  const struct simulation *found, struct error *err)
{
	const struct simulate_options *given = a->given;
	struct trace *trace = NULL;
	enum status status;

	if (!calls)
		return given->timeline
			       ? timeline_file_of_simulation(found, given->file, given->timeline, given->kind, err)
			       : OK;
	status = simulated_trace(calls, replay_begin(replay), &trace, err);
	return status == OK ? timeline_file_of_trace(a->context, trace, given->timeline, given->kind, err) : status;
}

static enum status simulate_trace(struct simulate_asked *a, const struct model *model, struct error *err)
{
	const struct simulate_options *given = a->given;
	bool whole = given->breakdown || given->causes || given->path || (given->timeline && !shows_calls(given));
	struct simulation found = {
		.record = true, .record_most = whole ? 0 : RECORD_MOST, .progress = &a->line.progress};
	struct simulated *calls = NULL;
	struct predict_options how;
	struct replay *replay = NULL;
	struct costs costs;
	int processes = trace_info(a->trace)->processes;
	enum status status;

	if (answers_asked(&given->answers))
		return answer(a, model, processes, err);
	status = costs_of(a, model, &how, processes, &costs, err);
	if (status == OK)
		status = shows_calls(given) ? simulated_new(&calls, a->trace, err) : OK;
	if (status == OK)
		status = replay_simulate(a->trace, &a->setting.options, &costs, calls, &found, &replay, err);
	if (status == OK)
		status = write_timeline(a, calls, replay, &found, err);
	if (status == OK)
		status = print_replay(a, model, &costs, &found, replay, err);
	simulation_release(&found);
	simulated_free(calls);
	replay_free(replay);
	return status;
}

/* Under a model, or with NULL under LogGOPS. */
static enum status simulate_under(struct simulate_asked *a, const struct model *model, struct simulation *found,
				  struct draws *draws, struct error *err)
{
	const struct schedule schedule = goal_schedule(&a->goal);
	struct predict_options how;
	struct costs costs;

	TRY(costs_of(a, model, &how, schedule.processes, &costs, err));
	TRY(simulate(&schedule, &costs, found, err));
	return draws_find(draws, &costs, found, simulate_again, a, err);
}

/* One table; where both are asked for the path, with where the time of each process went below it. */
static struct table *result_table(const struct simulate_options *given, const struct model *model,
				  const struct goal *goal, const struct simulation *found, const struct draws *draws)
{
	struct table *table = given->path ? simulation_path_table(found, goal, given->breakdown)
					  : simulation_table(found, given->breakdown);

	if (table)
		draws_tell(draws, table);
	if (table && model)
		trust_tell_use(table, model);
	return table;
}

static enum status print(const struct simulate_asked *a, const struct model *model, const struct simulation *found,
			 const struct draws *draws, struct error *err)
{
	const struct simulate_options *given = a->given;
	enum status status =
		given->timeline ? timeline_file_of_simulation(found, given->file, given->timeline, given->kind, err)
				: OK;

	tell_unreceived(a->context, found);
	tell_truncation(a->context, found);
	if (model)
		negative_latency_tell(a->context, model);
	return status == OK ? command_print(a->context, result_table(given, model, &a->goal, found, draws), err)
			    : status;
}

static enum status open_goal(struct simulate_asked *a, struct error *err)
{
	double operations = 0;

	if (a->has_goal)
		return OK;
	TRY(goal_open(a->given->file, &a->goal, err));
	a->has_goal = true;
	TRY(goal_operations(&a->goal, &operations, err));
	return predict_room_of(a->goal.processes, operations, err);
}

static enum status simulate_file(struct simulate_asked *a, const struct model *model, struct error *err)
{
	const struct simulate_options *given = a->given;
	struct simulation found = {.record = given->breakdown || given->path || given->timeline,
				   .progress = &a->line.progress};
	struct draws draws = {.n = 0};
	enum status status;

	if (a->trace)
		return simulate_trace(a, model, err);
	status = open_goal(a, err);
	if (status == OK && model)
		status = placed_nodes(&a->setting.placed, (size_t)a->goal.processes, NULL, err);
	if (status == OK && answers_asked(&given->answers))
		return answer(a, model, a->goal.processes, err);
	if (status == OK)
		status = simulate_under(a, model, &found, &draws, err);
	if (status == OK)
		status = print(a, model, &found, &draws, err);
	simulation_release(&found);
	return status;
}

static enum status simulate_model(void *what, struct model *model, struct error *err)
{
	struct simulate_asked *a = what;

	if (a->given->changes)
		TRY(usage_of_option("--set", model_what_if(model, a->given->changes, err), err));
	TRY(model_check(model, err));
	return simulate_file(a, model, err);
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
	if (trace_open(&a->trace, a->given->file, err) != OK ||
	    replay_setting_read(&a->setting, &a->given->replay, a->trace, err) != OK)
		return err->status;
	trace_tell_incomplete(a->context, a->trace);
	return OK;
}

static enum status simulate_given(struct context *context, const struct simulate_options *given, struct error *err)
{
	struct simulate_asked asked = {.context = context, .given = given};
	enum status status = OK;

	progress_line_init(&asked.line, context);
	if (access(given->file, R_OK) != 0)
		status = error_set(err, ERR_IO, "%s cannot be read: %s", given->file, strerror(errno));
	else if (is_trace(given->file))
		status = open_trace(&asked, err);
	else if (given->timeline && given->kind == TIMELINE_OTF2)
		status = error_set(
			err, ERR_USAGE,
			"--timeline %s: an OTF2 archive has the calls of a program, of a trace; of a schedule "
			"there is .csv, .svg, .perfetto-trace or .paje",
			given->timeline);
	else if (given->causes || given->regions || given->efficiency)
		status = error_set(err, ERR_USAGE,
				   "--causes, --regions and --efficiency go with a trace, not with a schedule");
	else if ((status = replay_given_check(&given->replay, "a schedule says itself what each process does", err)) ==
		 OK)
		status = placed_read(&asked.setting.placed, &given->replay.placement, err);
	if (status == OK)
		status = given->loggops
				 ? simulate_loggops(&asked, err)
				 : machine_state_each(context, given->model, given->state, simulate_model, &asked, err);
	goal_release(&asked.goal);
	replay_setting_release(&asked.setting);
	trace_free(asked.trace);
	return status;
}

static enum status run_simulate(struct context *context, struct error *err)
{
	struct simulate_options given = {.ports = {.eager = SIZE_MAX}, .replay = REPLAY_GIVEN_NONE};
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
		OPT_FLAG(0, "queued", &given.queued,
			 "with -m, of a schedule: a send needs the processor alone and its message waits for the port "
			 "by itself, as those of a trace do"),
		OPT_FLAG(0, "breakdown", &given.breakdown,
			 "where the time of each process went: compute, overhead, latency, gap, bandwidth, waiting"),
		OPT_FLAG(0, "causes", &given.causes, "of a trace: all that processes waited for, the longest first"),
		OPT_FLAG(0, "regions", &given.regions,
			 "of a trace: each region of each process, predicted beside recorded"),
		OPT_FLAG(0, "efficiency", &given.efficiency,
			 "of a trace: load balance, serialisation and transfer, whose product is the parallel "
			 "efficiency"),
		ANSWERS_OPTIONS(&given.answers)
			OPT_FLAG(0, "critical-path", &given.path,
				 "print what the last process to finish waited for, from the beginning on"),
		OPT_TEXT(0, "set", &given.changes, "CHANGES",
			 "with -m, what if: change parameters, as L=0.5x or L=2us,r=2x"),
		REPLAY_OPTIONS(&given.replay)
			OPT_TEXT(0, "timeline", &given.timeline, "FILE",
				 "write what each process and message did when: .csv, all of it; .svg, a picture; "
				 ".perfetto-trace, for ui.perfetto.dev; .paje; .otf2, a new folder"),
		COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status = command_options(context, options, &given.file, 1, 1, &n, err);

	if (status != OK || context->help)
		return status;
	status = placement_options_model(&given.replay.placement, true, &given.model, err);
	if (status == OK)
		status = simulate_options_check(&given, err);
	return status == OK ? simulate_given(context, &given, err) : status;
}

const struct command command_simulate = {
	.name = "simulate",
	.operands = "FILE.goal|TRACE",
	.summary = "the time that each process of a schedule or of a traced program takes, simulated",
	.example = "sonde simulate alltoall.goal --loggops L=2us,o=1us,g=1us,G=1ns,O=0,S=64K",
	.run = run_simulate,
};
