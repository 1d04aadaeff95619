#include "cli/launch.h"
#include "cli/machine_state.h"
#include "cli/tune/check.h"
#include "cli/tune/live.h"
#include "cli/tune/model.h"
#include "cli/tune/trace.h"
#include "cli/tune/verify.h"
#include "mpi/live/library.h"
#include "tune/libraries.h"

#include <string.h>

static bool is_verify(const char *argument)
{
	return strcmp(argument, "--verify") == 0 || strncmp(argument, "--verify=", strlen("--verify=")) == 0;
}

/* Each process of a launch looks on at rules. */
static bool by_each(int argc, char **argv)
{
	bool found = false;

	for (int i = 0; i < argc; i++)
		found = found || is_verify(argv[i]);
	return found;
}

/* Whether rules are made of a model alone, or nothing is made: what needs a platform names no numbers of processes, and
 * is launched. Simulated processes are not seen to be. */
static bool needs_no_platform(int argc, char **argv)
{
	char library[256];

	for (int i = 0; i < argc; i++)
		if (strcmp(argv[i], "-n") == 0 || strncmp(argv[i], "--processes", strlen("--processes")) == 0 ||
		    strncmp(argv[i], "--check", strlen("--check")) == 0 ||
		    strncmp(argv[i], "--trace", strlen("--trace")) == 0 ||
		    strncmp(argv[i], "--ppn", strlen("--ppn")) == 0 || is_verify(argv[i]))
			return true;
	return launch_find().processes < 2 && !strstr(live_library(library, sizeof(library)), "SMPI");
}

/* The options that have a meaning beside each of these, which stands first. */
static const char *const of_verify[] = {"verify", "prune", "output", "confidence", NULL}, *const of_check[] = {
												  "check", "for", NULL};

static enum status run(struct measure_command *c, struct tune_request *request, const char *file,
		       struct tune_verification *verification, struct error *err)
{
	enum status status = tune_request_check(request, file, verification->file, c->archive.archive.name, err);

	if (status != OK)
		return status;
	if (verification->file) {
		status = tune_request_only(c->context, of_verify,
					   "which looks at all rules of the file, of the library at hand", err);
		verification->output = request->file;
		verification->confidence = c->measuring.options.confidence;
		return status == OK ? tune_verify(c->context, verification, err) : status;
	}
	if (verification->prune)
		return error_set(err, ERR_USAGE, "--prune goes with --verify FILE");
	if (file || request->trace || (!c->context->live && !c->platform))
		status = tune_request_without_measuring(c->context,
							file             ? "by --check"
							: request->trace ? "by --trace"
									 : "by a model alone",
							err);
	if (status == OK && file)
		status = tune_request_only(c->context, of_check, "which looks at all rules of the file", err);
	if (status != OK)
		return status;
	if (file)
		return tune_check(c->context, file, request->named ? request->library : NULL, err);
	if (request->exhaustive && !c->context->live && !c->platform)
		return error_set(err, ERR_USAGE,
				 "--exhaustive measures, and needs mpirun: a model alone simulates all");
	if (request->also.n > 0 && !c->context->live && !c->platform)
		return error_set(
			err, ERR_USAGE,
			"--also extends what is measured, and needs mpirun: by a model alone -n says the numbers of "
			"processes");
	request->budget = c->budget;
	if (request->newer)
		progress_note(&c->measuring.host.progress,
			      "the table is made for %s by what Open MPI 4.1 decides by itself and can do: the newer "
			      "version may decide otherwise",
			      request->newer->name);
	if (request->trace)
		return tune_by_trace(c->context, request, &c->measuring.host.progress, err);
	if (request->ppn.n > 0 || request->placement || request->intra || request->inter)
		return tune_by_shapes(c->context, request, &c->measuring.host.progress, err);
	if (c->context->live || c->platform)
		return tune_live(c, request, err);
	return tune_by_model(c->context, request, &c->measuring.host.progress, err);
}

static enum status tune(struct context *context, struct error *err)
{
	struct measure_command c;
	struct tune_request request = {.computation = -1};
	struct tune_verification verification = {.file = NULL};
	const char *file = NULL;
	int library = -1;
	const struct option options[] = {
		OPT_TEXT('m', "model", &request.model, "MODEL.json",
			 "what messages cost; under mpirun it is measured if there is none", OPTION_MAY_DIFFER),
		OPT_SIZES('n', "processes", &request.processes, "LIST",
			  "by a model alone: numbers of processes that get rules (default 2:64, doubling; 2:64:1 is "
			  "each)",
			  OPTION_OF_NUMBERS),
		OPT_SIZES(0, "sizes", &request.sizes, "SIZES",
			  "of messages, or of a process's block (default 1:1M, doubling)"),
		OPT_SIZES(0, "segments", &request.segments, "SIZES",
			  "tried besides none (default 1K,4K,16K,64K; of a message at most 1024 or 32 a process)"),
		OPT_TEXT(0, "only", &request.operations, "OPERATIONS",
			 "which of allgather, allreduce, alltoall, barrier, bcast, gather, reduce, reduce_scatter, "
			 "reduce_scatter_block, scatter (default all)"),
		OPT_CHOICE(0, "for", &library, tune_library_words,
			   "the library that reads the rules: Open MPI 4.1, 5.0 or 6.0, MPICH 4.0, or sonde run "
			   "--collectives (default: the one at hand, by a model alone the one that it was measured "
			   "with, with --check the one that the file's form is of)"),
		OPT_SIZES(0, "ppn", &request.ppn, "LIST",
			  "by models alone: processes of each node; of several a file of rules for each, FILE-ppn4",
			  OPTION_OF_NUMBERS),
		OPT_TEXT(0, "intra", &request.intra, "MODEL.json", "of --ppn, --placement or --trace: within a node"),
		OPT_TEXT(0, "inter", &request.inter, "MODEL.json", "the same between nodes"),
		OPT_TEXT(0, "placement", &request.placement, "PLACES",
			 "in place of --ppn, of one number of processes: which share a node, as cyclic:4 or a,a,b,b"),
		TUNE_TRACE_OPTIONS(&request) TUNE_OUTPUT_OPTIONS(&request) TUNE_MEASURED_OPTIONS(&request)
			MACHINE_STATE_OPTION(&request.state),
		OPT_TEXT(0, "check", &file, "FILE",
			 "a rule file of Open MPI's coll/tuned, a selection of MPICH 4.0 or a table of sonde run "
			 "--collectives, of whoever: what is done with it. Exit code 3 if it is ignored, aborts "
			 "programs or may let them hang"),
		OPT_TEXT(0, "verify", &verification.file, "FILE",
			 "rules of the library at hand, or a table of sonde run --collectives, under mpirun: which "
			 "algorithms run at both ends of each rule, and how long they take beside the library's own "
			 "decision. Exit code 3 if a rule is not in "
			 "force, or slower"),
		OPT_FLAG(0, "prune", &verification.prune, "write the rules of --verify that are not slower to -o FILE"),
		MEASURING_OPTIONS_WITHIN(&c, "120s; where operations take long up to 600s"),
		COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status;

	measure_command_init(&c, context);
	status = command_options(context, options, NULL, 0, 0, &n, err);
	if (status == OK && !context->help)
		status = tune_request_library(&request, library, context->live, err);
	if (status == OK && !context->help)
		status = measure_command_ended(&c, run(&c, &request, file, &verification, err), err);
	measure_command_release(&c);
	tune_request_release(&request);
	return status;
}

const struct command command_tune = {
	.name = "tune",
	.operands = "",
	.summary = "makes rules by which an MPI library chooses quicker algorithms, or checks some",
	.example = "mpirun -n 8 sonde tune -o rules.conf",
	.measures = true,
	.forces = true,
	.without_platform = needs_no_platform,
	.by_each = by_each,
	.run = tune,
};
