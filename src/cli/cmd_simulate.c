#include "cli/command.h"
#include "cli/loggops_option.h"
#include "cli/request_options.h"
#include "cli/output.h"
#include "model/file/file.h"
#include "schedule/goal.h"
#include "report/simulation.h"
#include "simulate/simulate.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* What the user asked for. */
struct simulate_options {
	const char *file, *loggops, *model, *timeline;
	struct port_options ports;
	bool breakdown, path;
};

static enum status check_wishes(const struct simulate_options *wishes, struct error *err)
{
	if (!wishes->loggops && !wishes->model)
		return error_set(err, ERR_USAGE,
				 "what do messages cost? Give a model, -m MODEL.json, or --loggops "
				 "L=2us,o=1us,g=1us,G=1ns,O=0,S=64K");
	if (wishes->loggops && wishes->model)
		return error_set(err, ERR_USAGE, "-m and --loggops both say what messages cost: give one of them");
	if (wishes->loggops && port_options_given(&wishes->ports))
		return error_set(err, ERR_USAGE,
				 "--eager, --parallel, --fair and --in-turn go with -m: the LogGOPS parameters have S "
				 "for the largest eager message, and ports that serve one message at a time");
	if (port_options_check(&wishes->ports, err) != OK)
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

/* What messages cost, as the user said it. */
struct prices {
	struct model *model; /* NULL: by loggops */
	struct loggops loggops;
	char remark[LOGGOPS_REMARK];
};

static enum status read_prices(const struct simulate_options *wishes, struct prices *prices, struct error *err)
{
	*prices = (struct prices){.model = NULL};
	if (wishes->loggops)
		return loggops_parse(wishes->loggops, &prices->loggops, prices->remark, err);
	prices->model = model_read(wishes->model, err);
	return prices->model ? model_check(prices->model, err) : err->status;
}

static enum status simulate_under(const struct simulate_options *wishes, const struct prices *prices,
				  const struct schedule *schedule, struct simulation *found, struct error *err)
{
	const struct costs costs = loggops_costs(&prices->loggops);
	struct predict_options how;

	if (!prices->model)
		return simulate(schedule, &costs, found, err);
	how = predict_options_of(&wishes->ports, prices->model);
	return predict_schedule(&how, schedule, found, err);
}

static enum status print(struct context *context, const struct simulate_options *wishes, const struct simulation *found,
			 struct error *err)
{
	enum status status = wishes->timeline ? simulation_timeline_write(found, wishes->timeline, err) : OK;

	if (status != OK)
		return status;
	return command_print(
		context, wishes->path ? simulation_path_table(found) : simulation_table(found, wishes->breakdown), err);
}

static enum status simulate_file(struct context *context, const struct simulate_options *wishes, struct error *err)
{
	struct goal goal = {0};
	struct simulation found = {.record = wishes->breakdown || wishes->path || wishes->timeline};
	struct prices prices;
	struct schedule schedule;
	enum status status = read_prices(wishes, &prices, err);

	if (status == OK)
		status = goal_read(wishes->file, &goal, err);
	if (status == OK) {
		schedule = goal_schedule(&goal);
		status = simulate_under(wishes, &prices, &schedule, &found, err);
	}
	if (status == OK) {
		if (prices.remark[0] && !context->quiet)
			fprintf(context->chatter, "sonde: --loggops: %s\n", prices.remark);
		tell_unreceived(context, &found);
		tell_cut(context, &found);
		status = print(context, wishes, &found, err);
	}
	simulation_release(&found);
	goal_release(&goal);
	model_free(prices.model);
	return status;
}

static enum status run_simulate(struct context *context, struct error *err)
{
	struct simulate_options wishes = {.ports = {.eager = SIZE_MAX}};
	const struct option options[] = {
		OPT_TEXT('m', "model", &wishes.model, "FILE", "what messages cost: a model"),
		OPT_TEXT(0, "loggops", &wishes.loggops, "PARAMETERS",
			 "what they cost under LogGOPS: L=2us,o=1us,g=1us,G=1ns,O=0,S=64K (G, O per byte)"),
		OPT_BYTES(0, "eager", &wishes.ports.eager, "SIZE", 0, INFINITY,
			  "with -m: longer messages wait for their receiver (default: as the model says, else none "
			  "does)"),
		OPT_FLAG(0, "parallel", &wishes.ports.parallel,
			 "with -m: a process sends and receives any number of messages at a time"),
		OPT_FLAG(0, "fair", &wishes.ports.fair, "with -m: it shares its port equally among those under way"),
		OPT_FLAG(0, "in-turn", &wishes.ports.in_turn,
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
