#include "cli/simulate/options.h"

#include "cli/machine_state.h"
#include "cli/output.h"

static enum status check_timeline(struct simulate_options *given, struct error *err)
{
	if (!given->timeline)
		return OK;
	if (!timeline_kind_of(given->timeline, &given->kind))
		return error_set(
			err, ERR_USAGE,
			"--timeline %s: the name says which form is written, and ends in one of " TIMELINE_ENDINGS,
			given->timeline);
	if (given->kind == TIMELINE_OTF2)
		return OK; /* its folder must be new or empty, which its writer sees to */
	return output_check(given->timeline,
			    (struct output_input[]){{given->file, "the schedule"}, {given->model, "the model"}}, 2,
			    NULL) == OK
		       ? OK
		       : error_set(err, ERR_USAGE,
				   "--timeline %s: it must be a file that can be written, and neither the schedule nor "
				   "the model",
				   given->timeline);
}

enum status simulate_options_check(struct simulate_options *given, struct error *err)
{
	if (!given->loggops && !given->model)
		return error_set(err, ERR_USAGE,
				 "what do messages cost? Give a model, -m MODEL.json, or --loggops "
				 "L=2us,o=1us,g=1us,G=1ns,O=0,S=64K");
	if (given->loggops && given->replay.placement.intra)
		return error_set(err, ERR_USAGE, "--intra goes with a model between nodes, -m or --inter");
	if (given->loggops && given->model)
		return error_set(err, ERR_USAGE, "-m and --loggops both say what messages cost: give one of them");
	if (given->loggops && given->state)
		return error_set(err, ERR_USAGE, "--machine-state goes with -m: it is a model that may have several");
	if (given->loggops && port_options_given(&given->ports))
		return error_set(err, ERR_USAGE,
				 "--eager, --parallel, --fair, --in-turn and --half-duplex go with -m: the LogGOPS "
				 "parameters have S "
				 "for the largest eager message, and ports that serve one message at a time");
	if (given->loggops && given->queued)
		return error_set(err, ERR_USAGE,
				 "--queued goes with -m: under LogGOPS parameters a send waits for processor and port, "
				 "as in LogGOPSim");
	if (given->loggops && given->changes)
		return error_set(err, ERR_USAGE,
				 "--set changes parameters of a model, -m; those of --loggops are given");
	if (given->path && (given->causes || given->regions))
		return error_set(err, ERR_USAGE,
				 "--critical-path is a table of its own: not with --causes or --regions");
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
	return check_timeline(given, err);
}
