#include "cli/arrival_option.h"
#include "cli/command.h"
#include "cli/machine_state.h"
#include "cli/predict/mapping.h"
#include "cli/predict/run.h"
#include "cli/predict/series.h"

#include <math.h>
#include <string.h>

/* What is to be predicted. */
struct predict_asked {
	struct context *context;
	const char *name;
	const size_t *ends;
	const struct path_options *paths;
	struct predict_request_options *given;
	const struct size_list *sizes;
	const char *changes; /* NULL: none */
};

static enum status predict_model(void *what, struct model *model, struct error *err)
{
	const struct predict_asked *a = what;

	if (a->paths->series)
		return predict_series_print(a->context, model, a->changes, a->ends, a->paths->series, &a->given->ports,
					    err);
	return strcmp(a->name, "p2p") == 0
		       ? predict_p2p(a->context, model, a->changes, a->ends, a->paths, a->sizes, err)
		       : predict_collectives(a->context, model, a->changes,
					     (enum collective)collective_of_word(a->name), a->given, a->sizes, err);
}

/* A message between two processes has nothing of what collective operations are given. */
static enum status refuse_with_p2p(const struct predict_request_options *given, bool messages, struct error *err)
{
	const struct request_options *request = &given->request;

	if (request->algorithm || given->processes.n || request->root || given->segmented || request->fanout ||
	    request->order || given->best_order || request->groups || given->arrival || given->series > 1 ||
	    given->course.path)
		return error_set(
			err, ERR_USAGE,
			"--algorithm, -n, --root, --segment, --fanout, --order, --groups, --arrival, --series and "
			"--critical-path go with collective operations, not with p2p");
	if (port_options_given(&given->ports) && !messages)
		return error_set(err, ERR_USAGE,
				 "--eager, --parallel, --fair, --in-turn and --half-duplex go with collective "
				 "operations, and with p2p by --messages");
	if (given->course.receives != COURSE_OF_NOBODY)
		return error_set(
			err, ERR_USAGE,
			"--receives goes with collective operations; with p2p --messages says what is received");
	if (given->placement.intra)
		return error_set(
			err, ERR_USAGE,
			"--intra: a message between two processes has one model: give the one that holds for them");
	return OK;
}

static enum status predict_named(struct context *context, const char *path, const char *state, const char *name,
				 const size_t ends[2], const struct path_options *paths,
				 struct predict_request_options *given, const struct size_list *sizes,
				 const char *changes, struct error *err)
{
	struct predict_asked asked = {context, name, ends, paths, given, sizes, changes};
	int operation = collective_of_word(name);
	bool p2p = strcmp(name, "p2p") == 0;
	enum status status = p2p || operation >= 0 ? OK : operation_unknown(name, "p2p, ", err);

	if (status == OK && p2p)
		status = refuse_with_p2p(given, paths->series != NULL, err);
	if (status == OK && p2p && paths->series && sizes->n > 0)
		status = error_set(err, ERR_USAGE, "-s: --messages says which sizes the messages have");
	if (status == OK && !p2p && (ends[0] != 0 || ends[1] != 1))
		status = error_set(
			err, ERR_USAGE,
			"--from and --to: between whom a message goes, with p2p; of %s all processes take part", name);
	if (status == OK && !p2p && paths->paths)
		status = error_set(
			err, ERR_USAGE,
			"--paths: sender, receiver and the full path are told apart for single messages, with p2p");
	if (status == OK && !p2p && paths->series)
		status = error_set(err, ERR_USAGE,
				   "--messages goes with p2p; of %s --receives says when a process receives", name);
	return status == OK ? machine_state_each(context, path, state, predict_model, &asked, err) : status;
}

/* The model may stand in --inter; operands becomes the model and the operation. */
static enum status choose_models(const char **operands, size_t n, struct predict_request_options *given,
				 struct error *err)
{
	enum status status;

	if (n == 1 && !given->placement.inter)
		return error_set(
			err, ERR_USAGE,
			"missing argument: usage: sonde predict MODEL.json p2p|OPERATION [OPTIONS], or --inter "
			"in place of the model");
	if (n == 1) {
		operands[1] = operands[0];
		operands[0] = NULL;
	}
	status = placement_options_model(&given->placement, false, &operands[0], err);
	return status == OK ? placed_read(given->placed, &given->placement, err) : status;
}

static enum status predict_given(struct context *context, const char **operands, size_t n, const char *state,
				 const char *segments, const size_t ends[2], struct path_options *paths,
				 struct predict_request_options *given, const struct size_list *sizes,
				 const char *changes, struct error *err)
{
	enum status status = choose_models(operands, n, given, err);

	given->segmented = segments != NULL;
	predict_mapping_choose(given);
	if (status == OK && strcmp(operands[1], "p2p") != 0)
		predict_choose_usual(given, operands[1], &segments);
	if (status == OK && (segments || strcmp(operands[1], "p2p") != 0))
		status = predict_segments_read(segments, &given->segments, &given->best_segment, err);
	paths->terms = given->course.breakdown;
	paths->closed = status == OK && given->closed && strcmp(operands[1], "p2p") == 0;
	if (status == OK)
		status = path_options_check(paths, err);
	return status == OK ? predict_named(context, operands[0], state, operands[1], ends, paths, given, sizes,
					    changes, err)
			    : status;
}

static void release(struct predict_request_options *given, struct size_list *sizes)
{
	placed_release(given->placed);
	size_list_release(sizes);
	size_list_release(&given->processes);
	size_list_release(&given->segments);
}

static enum status predict(struct context *context, struct error *err)
{
	struct size_list sizes = {0};
	size_t ends[2] = {0, 1}, n = 0;
	struct placed placed = {.options = NULL};
	struct predict_request_options given = {
		.ports = {.eager = SIZE_MAX}, .course.receives = COURSE_OF_NOBODY, .series = 1, .placed = &placed};
	struct path_options paths = {.compute = -1};
	const char *segments = NULL, *changes = NULL, *state = NULL;
	const struct option options[] = {
		OPT_SIZES('s', "sizes", &sizes, "SIZES", "message sizes in bytes: 0,1K,64K or 1K:1M or 1K:64K:1K"),
		OPT_COUNT(0, "from", &ends[0], "PROCESS", 0, 1e9, "the sender (default 0)"),
		OPT_COUNT(0, "to", &ends[1], "PROCESS", 0, 1e9, "the receiver (default 1)"),
		PATH_OPTIONS(&paths)
			OPT_TEXT(0, "algorithm", &given.request.algorithm, "NAME",
				 "collective operations: by which algorithm; all ranks them (default all)"),
		OPT_SIZES('n', "processes", &given.processes, "P",
			  "collective operations: among how many processes, or several: 16,64 or 2:1024",
			  OPTION_OF_NUMBERS),
		OPT_COUNT(0, "root", &given.request.root, "PROCESS", 0, 1e9, "of operations that have one (default 0)"),
		OPT_TEXT(
			0, "segment", &segments, "SIZES",
			"send in segments of this size, none for one piece, the best of several: none,4K,64K, or best: "
			"of all sizes (default none,4K,16K,64K; none with one --algorithm, --closed-form or a course)"),
		OPT_COUNT(0, "fanout", &given.request.fanout, "N", 1, 1e9,
			  "children of a node, or chains (default the algorithm's)"),
		ARRANGEMENT_OPTIONS(&given.request) ARRIVAL_OPTION(&given.arrival) OPT_COUNT(
			0, "series", &given.series, "N", 1, 10000,
			"collective operations: so many in a row, each process going on as soon as it is done "
			"(default 1); times are of all of them"),
		OPT_BYTES(0, "eager", &given.ports.eager, "SIZE", 0, INFINITY,
			  "longer messages wait for their receiver (default: as the model says, else none does)"),
		OPT_FLAG(0, "parallel", &given.ports.parallel,
			 "a process sends and receives any number of messages at a time"),
		OPT_FLAG(0, "fair", &given.ports.fair, "it shares its port equally among those under way"),
		OPT_FLAG(0, "in-turn", &given.ports.in_turn,
			 "its port serves one after the other (default: as the model says, else so)"),
		OPT_FLAG(0, "half-duplex", &given.ports.half_duplex,
			 "it sends and receives with one capacity (default: as the model says, else not)"),
		PLACEMENT_OPTIONS(&given.placement, "")
			OPT_FLAG(0, "closed-form", &given.closed,
				 "by the formula of the literature, not by simulating the schedule; p2p under loggpo: "
				 "with computation beside the message"),
		COURSE_OPTIONS(&given.course)
			OPT_TEXT(0, "set", &changes, "CHANGES", "what if: change parameters, as L=0.5x or L=2us,r=2x"),
		MACHINE_STATE_OPTION(&state),
		COMMON_OPTIONS(context),
	};
	const char *operands[2] = {NULL};
	enum status status = command_options(context, options, operands, 1, 2, &n, err);

	if (status == OK && !context->help)
		status = predict_given(context, operands, n, state, segments, ends, &paths, &given, &sizes, changes,
				       err);
	release(&given, &sizes);
	return status;
}

const struct command command_predict = {
	.name = "predict",
	.operands = "MODEL.json p2p|OPERATION",
	.summary = "times of messages and collective operations that a model predicts",
	.example = "sonde predict plogp.json p2p -s 0,1K,64K",
	.run = predict,
};
