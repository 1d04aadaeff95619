#include "cli/command.h"
#include "cli/output.h"
#include "cli/request_options.h"
#include "cli/schedule_write.h"
#include "base/space_left.h"
#include "predict/room.h"
#include "schedule/goal.h"

#include <math.h>
#include <string.h>

/* Of a file for each operation, at least. */
enum { TEXT_BYTES = 20, BINARY_BYTES = 39 };

struct schedule_options {
	struct request_options operation;
	const char *name, *output; /* an operation, or a GOAL file */
	size_t bytes;
	bool sized;
	int form; /* enum schedule_form */
};

static enum status write_algorithm(struct context *context, enum collective collective,
				   const struct schedule_options *given, struct error *err)
{
	struct collective_request request;
	struct algorithm_use use;
	struct schedule schedule;
	enum status status = request_of_options(&request, collective, &given->operation, err);

	if (status == OK && !request.algorithm)
		status = usage_of(algorithm_find(collective, given->operation.algorithm, err) ? OK : ERR_INPUT, err);
	if (status == OK)
		status = usage_of(collective_request_use(&request, request.algorithm, given->bytes, &use, err), err);
	if (status == OK)
		status = predict_room_written(&use, given->form == SCHEDULE_BINARY ? BINARY_BYTES : TEXT_BYTES,
					      given->output ? space_left(given->output) : INFINITY, err);
	if (status == OK) {
		schedule = algorithm_schedule(&use);
		status = schedule_write(context, &schedule, given->output, given->form, err);
	}
	collective_request_release(&request);
	return status;
}

static enum status write_again(struct context *context, const struct schedule_options *given, struct error *err)
{
	struct goal goal = {0};
	struct schedule schedule;
	enum status status = goal_read(given->name, &goal, err);

	if (status == OK) {
		schedule = goal_schedule(&goal);
		status = schedule_write(context, &schedule, given->output, given->form, err);
	}
	goal_release(&goal);
	return status;
}

static enum status check_options(const struct context *context, const struct schedule_options *given, int collective,
				 struct error *err)
{
	const struct request_options *o = &given->operation;

	if (!given->output && (given->form == SCHEDULE_BINARY || context->json || context->csv))
		return error_set(err, ERR_USAGE,
				 "-o FILE is missing: the binary form, and a table about what was written, need a file "
				 "to write the schedule to");
	if (collective < 0 && operation_is_misspelt(given->name))
		return operation_unknown(given->name, "", err);
	if (collective < 0 && (o->order || o->groups || o->algorithm || o->processes || o->root || o->segment ||
			       o->fanout || given->sized))
		return error_set(err, ERR_USAGE,
				 "%s is taken for a GOAL file, which says itself what it does: --algorithm, -n, -s, "
				 "--root, --segment, --fanout, --order and --groups go with operations",
				 given->name);
	if (collective >= 0 && !o->algorithm)
		return error_set(err, ERR_USAGE, "--algorithm NAME is missing: %s by which one?", given->name);
	if (collective >= 0 && o->processes == 0)
		return error_set(err, ERR_USAGE, "-n P is missing: among how many processes?");
	if (collective >= 0 && collective != COLLECTIVE_BARRIER && !given->sized)
		return error_set(err, ERR_USAGE, "-s SIZE is missing: how many bytes?");
	return output_check(given->output,
			    (struct output_input[]){{collective < 0 ? given->name : NULL, "the file that is read"},
						    {o->order, "the file of --order"},
						    {o->groups, "the file of --groups"}},
			    3, err);
}

static enum status run_schedule(struct context *context, struct error *err)
{
	struct schedule_options w = {.bytes = SIZE_MAX};
	const struct option options[] = {
		OPT_TEXT(0, "algorithm", &w.operation.algorithm, "NAME", "the operation's algorithm"),
		OPT_COUNT('n', "processes", &w.operation.processes, "P", 1, 0x1p30, "among how many processes"),
		OPT_BYTES('s', "size", &w.bytes, "SIZE", 0, 0x1p62, "bytes of the message, or of each process's block"),
		ALGORITHM_OPTIONS(&w.operation)
			OPT_TEXT('o', "output", &w.output, "FILE", "write there (default, and -: standard output)"),
		OPT_CHOICE(0, "format", &w.form, schedule_forms,
			   "GOAL as text, or LogGOPSim's binary form (default text)"),
		COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status = command_options(context, options, &w.name, 1, 1, &n, err);
	int collective;

	if (status != OK || context->help)
		return status;
	if (w.output && strcmp(w.output, "-") == 0)
		w.output = NULL;
	w.sized = w.bytes != SIZE_MAX;
	w.bytes = w.sized ? w.bytes : 0;
	collective = collective_of_word(w.name);
	status = check_options(context, &w, collective, err);
	if (status != OK)
		return status;
	return collective >= 0 ? write_algorithm(context, (enum collective)collective, &w, err)
			       : write_again(context, &w, err);
}

const struct command command_schedule = {
	.name = "schedule",
	.operands = "OPERATION|FILE.goal",
	.summary = "writes what each process of a collective algorithm does as GOAL, or a GOAL file in its other form",
	.example = "sonde schedule bcast --algorithm binomial -n 16 -s 64K -o bcast.goal",
	.run = run_schedule,
};
