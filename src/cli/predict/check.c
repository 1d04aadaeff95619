#include "cli/predict/check.h"

#include "cli/predict/mapping.h"

#include <string.h>

enum status predict_check_sizes(const struct size_list *sizes, struct error *err)
{
	if (sizes->n == 0)
		return error_set(err, ERR_USAGE, "-s SIZES is missing: which message sizes? For example -s 0,1K,64K");
	if (sizes->adaptive)
		return error_set(err, ERR_USAGE,
				 "-s auto: a prediction has nothing to adapt to; give sizes, or a range like 1K:1M");
	return OK;
}

enum status predict_check_ends(const struct model *model, const size_t ends[2], struct error *err)
{
	if (ends[0] >= model->processes || ends[1] >= model->processes || ends[0] == ends[1])
		return error_set(err, ERR_USAGE,
				 "--from %zu --to %zu: the model holds for two different processes of 0 to %zu",
				 ends[0], ends[1], model->processes - 1);
	return OK;
}

/* A model's parameters hold for every pair, or else for as many processes as it has. */
static enum status check_processes(const struct model *model, const struct predict_request_options *options,
				   struct error *err)
{
	const struct size_list *list = &options->processes;
	size_t most = list->n ? list->bytes[list->n - 1] : 0, root = options->request.root;

	if (list->n == 0)
		return error_set(err, ERR_USAGE, "-n P is missing: among how many processes?");
	if (list->adaptive || list->bytes[0] == 0 || most > (size_t)1 << 30)
		return error_set(err, ERR_USAGE,
				 "-n: numbers of processes are 1 to %zu: 16, or several: 16,64 or 2:1024",
				 (size_t)1 << 30);
	if (!model_holds_for_any(model) && most > model->processes)
		return error_set(err, ERR_USAGE, "-n %zu: the model holds for its own %zu processes only", most,
				 model->processes);
	if (root >= list->bytes[0])
		return error_set(err, ERR_USAGE, "--root %zu: there are processes 0 to %zu", root, list->bytes[0] - 1);
	return OK;
}

static enum status check_receives(const struct course_options *course, size_t processes, struct error *err)
{
	if (course->receives == COURSE_OF_NOBODY)
		return OK;
	if (course->breakdown || course->path)
		return error_set(err, ERR_USAGE,
				 "--receives: a table of its own, without --breakdown and --critical-path");
	return course->receives < processes ? OK
					    : error_set(err, ERR_USAGE, "--receives %zu: there are processes 0 to %zu",
							course->receives, processes - 1);
}

/* The course is that of one simulation. */
static enum status check_course(const struct predict_request_options *options, size_t n_sizes, struct error *err)
{
	bool one = n_sizes == 1 && options->processes.n == 1 && options->segments.n == 1 &&
		   strcmp(options->request.algorithm, "all") != 0;

	if (!course_is_asked(&options->course))
		return OK;
	if (options->closed)
		return error_set(
			err, ERR_USAGE,
			"--breakdown, --critical-path and --receives are of a simulated schedule: with --closed-form "
			"there is none");
	if (!one)
		return error_set(
			err, ERR_USAGE,
			"--breakdown, --critical-path and --receives are of one simulation: give one --algorithm, -n, "
			"-s and --segment");
	return check_receives(&options->course, options->processes.bytes[0], err);
}

static enum status check_best_segment(const struct predict_request_options *options, enum collective collective,
				      struct error *err)
{
	const char *name = options->request.algorithm, *operation = collective_words[collective];
	const struct algorithm_class *algorithm;

	if (!options->best_segment)
		return OK;
	if (!(collective_takes(collective) & TAKES_SEGMENT))
		return error_set(err, ERR_USAGE, "--segment best: no algorithm of %s has segments to choose",
				 operation);
	algorithm = strcmp(name, "all") == 0 ? NULL : algorithm_find(collective, name, NULL);
	return !algorithm || (algorithm->takes & TAKES_SEGMENT)
		       ? OK
		       : error_set(err, ERR_USAGE, "--segment best: %s by algorithm %s has no segments to choose",
				   operation, name);
}

enum status predict_check_operation(const struct model *model, const struct predict_request_options *options,
				    const struct size_list *sizes, enum collective collective, struct error *err)
{
	if (port_options_check(&options->ports, err) != OK)
		return err->status;
	if (options->closed && port_options_given(&options->ports))
		return error_set(err, ERR_USAGE,
				 "--eager, --parallel, --fair, --in-turn and --half-duplex say how the schedule is "
				 "simulated: with "
				 "--closed-form it is not");
	if (check_processes(model, options, err) != OK)
		return err->status;
	if (options->closed && options->arrival)
		return error_set(err, ERR_USAGE, "--arrival: closed forms are of processes that come at once");
	if (options->closed && options->series > 1)
		return error_set(err, ERR_USAGE, "--series: closed forms are of one operation");
	if (options->best_order && options->series > 1)
		return error_set(err, ERR_USAGE,
				 "--series: the best order is looked for by one operation; give the order");
	if (options->closed && options->placement.intra)
		return error_set(err, ERR_USAGE, "--intra: closed forms are of one model, for all pairs");
	if (options->closed && (options->processes.n > 1 || options->segments.n > 1))
		return error_set(err, ERR_USAGE, "--closed-form takes one -n and one --segment");
	if (check_best_segment(options, collective, err) != OK || predict_mapping_check(options, collective, err) != OK)
		return err->status;
	if (collective != COLLECTIVE_BARRIER && predict_check_sizes(sizes, err) != OK)
		return err->status;
	return check_course(options, collective == COLLECTIVE_BARRIER ? 1 : sizes->n, err);
}
