#include "cli/command.h"
#include "cli/loggops_option.h"
#include "cli/predict_operation.h"
#include "cli/output.h"
#include "cli/simulate_tables.h"
#include "model/file/file.h"
#include "schedule/goal.h"
#include "simulate/simulate.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* What the user asked for. */
struct wishes {
	const char *file, *loggops, *model, *timeline;
	size_t eager;
	bool parallel, fair, in_turn, breakdown, path;
};

static enum status check_wishes(const struct wishes *wishes, struct error *err)
{
	if (!wishes->loggops && !wishes->model)
		return error_set(err, ERR_USAGE,
				 "what do messages cost? Give a model, -m MODEL.json, or --loggops "
				 "L=2us,o=1us,g=1us,G=1ns,O=0,S=64K");
	if (wishes->loggops && wishes->model)
		return error_set(err, ERR_USAGE, "-m and --loggops both say what messages cost: give one of them");
	if (wishes->loggops && (wishes->eager < SIZE_MAX || wishes->parallel || wishes->fair || wishes->in_turn))
		return error_set(err, ERR_USAGE,
				 "--eager, --parallel, --fair and --in-turn go with -m: the LogGOPS parameters have S "
				 "for the largest eager message, and ports that serve one message at a time");
	if (operation_check_ports(&(struct operation_wish){.parallel = wishes->parallel,
							   .fair = wishes->fair,
							   .in_turn = wishes->in_turn},
				  err) != OK)
		return err->status;
	if (wishes->path && wishes->breakdown)
		return error_set(err, ERR_USAGE, "--critical-path and --breakdown are two tables: give one of them");
	if (output_check(wishes->timeline,
			 (struct output_input[]){{wishes->file, "the schedule"}, {wishes->model, "the model"}}, 2,
			 NULL) != OK ||
	    (wishes->timeline && strcmp(wishes->timeline, "-") == 0))
		return error_set(
			err, ERR_USAGE,
			"--timeline %s: it must be a file that can be written, and neither the schedule nor the model",
			wishes->timeline);
	return OK;
}

/* What MPI would not let happen. */
static void tell_cut(const struct context *context, const struct simulation *found)
{
	if (found->cut > 0 && !context->quiet)
		fprintf(context->chatter,
			"sonde: %llu message%s longer than %s, for example one of process %d to process %d: LogGOPS "
			"does not compare sizes, MPI and -m refuse this\n",
			(unsigned long long)found->cut, found->cut == 1 ? " is" : "s are",
			found->cut == 1 ? "its receive" : "their receives", found->cut_from, found->cut_by);
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

static enum status simulate_file(struct context *context, const struct wishes *wishes, struct error *err)
{
	struct goal goal = {0};
	struct loggops loggops = {0};
	const struct operation_wish wish = {
		.eager = wishes->eager, .parallel = wishes->parallel, .fair = wishes->fair, .in_turn = wishes->in_turn};
	struct model_use use = {.model = NULL};
	struct model *model = NULL;
	struct simulation found = {.record = wishes->breakdown || wishes->path || wishes->timeline};
	struct costs costs = {0};
	struct schedule schedule;
	char remark[LOGGOPS_REMARK] = "";
	enum status status = wishes->loggops ? loggops_parse(wishes->loggops, &loggops, remark, err) : OK;

	if (status == OK && wishes->model) {
		model = model_read(wishes->model, err);
		status = model ? OK : err->status;
	}
	if (status == OK)
		status = goal_read(wishes->file, &goal, err);
	if (status == OK && model)
		status = model_check(model, err);
	if (status == OK && model)
		status = model_costs_check(model, goal.processes, err);
	if (status == OK) {
		if (model)
			use = operation_use(model, &wish);
		costs = model ? model_costs(&use, operation_eager(model, &wish)) : loggops_costs(&loggops);
		schedule = goal_schedule(&goal);
		status = simulate(&schedule, &costs, &found, err);
	}
	if (status == OK && remark[0] && !context->quiet)
		fprintf(context->chatter, "sonde: --loggops: %s\n", remark);
	if (status == OK)
		tell_unreceived(context, &found);
	if (status == OK)
		tell_cut(context, &found);
	if (status == OK && wishes->timeline)
		status = timeline_write(&found, wishes->timeline, err);
	if (status == OK)
		status = command_print(
			context, wishes->path ? path_table(&found) : finish_table(&found, wishes->breakdown), err);
	simulation_release(&found);
	goal_release(&goal);
	model_free(model);
	return status;
}

static enum status run_simulate(struct context *context, struct error *err)
{
	struct wishes wishes = {.eager = SIZE_MAX};
	const struct option options[] = {
		OPT_TEXT('m', "model", &wishes.model, "FILE", "what messages cost: a model"),
		OPT_TEXT(0, "loggops", &wishes.loggops, "PARAMETERS",
			 "what they cost under LogGOPS: L=2us,o=1us,g=1us,G=1ns,O=0,S=64K (G, O per byte)"),
		OPT_BYTES(0, "eager", &wishes.eager, "SIZE", 0, INFINITY,
			  "with -m: longer messages wait for their receiver (default: as the model says, else none "
			  "does)"),
		OPT_FLAG(0, "parallel", &wishes.parallel,
			 "with -m: a process sends and receives any number of messages at a time"),
		OPT_FLAG(0, "fair", &wishes.fair, "with -m: it shares its port equally among those under way"),
		OPT_FLAG(0, "in-turn", &wishes.in_turn,
			 "with -m: its port serves one after the other (default: as the model says, else so)"),
		OPT_FLAG(0, "breakdown", &wishes.breakdown,
			 "where the time of each process went: compute, overhead, latency, gap, bandwidth, waiting"),
		OPT_FLAG(0, "critical-path", &wishes.path,
			 "print what the last process to finish waited for, from the beginning on, instead"),
		OPT_TEXT(0, "timeline", &wishes.timeline, "FILE.csv", "write what each process and message did when"),
		COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status = command_options(context, options, &wishes.file, 1, 1, &n, err);

	if (status != OK || context->help)
		return status;
	status = check_wishes(&wishes, err);
	return status == OK ? simulate_file(context, &wishes, err) : status;
}

const struct command command_simulate = {
	.name = "simulate",
	.operands = "FILE.goal",
	.summary = "the time that each process of a schedule takes, simulated",
	.example = "sonde simulate alltoall.goal --loggops L=2us,o=1us,g=1us,G=1ns,O=0,S=64K",
	.run = run_simulate,
};
