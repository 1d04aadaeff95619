#include "cli/trace/start.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/trace/job.h"
#include "cli/trace/library.h"
#include "cli/trace/made.h"
#include "executable/executable.h"
#include "executable/find.h"
#include "executable/preload.h"
#include "mpi/tracer/environment.h"
#include "trace/claim.h"
#include "trace/only.h"

/* What is known before the program starts. */
struct start {
	const struct trace_start *asked;
	struct trace_job job;
	char *file; /* the program */
	struct executable executable;
	char *library, *only;
	struct trace_claim claim;
};

static void start_release(struct start *start)
{
	executable_release(&start->executable);
	free(start->file);
	free(start->library);
	free(start->only);
	trace_claim_release(&start->claim);
}

/* The only MPI that there is a tracer for; MPI_KIND_NONE: there are several, or none. */
static enum mpi_kind only_tracer(void)
{
	enum mpi_kind found = MPI_KIND_NONE;

	for (int mpi = 0; mpi < MPI_KINDS_KNOWN; mpi++) {
		char *file = NULL;

		if (trace_library_find((enum mpi_kind)mpi, &file, NULL) == OK)
			found = found == MPI_KIND_NONE ? (enum mpi_kind)mpi : MPI_KIND_OTHER;
		free(file);
	}
	return found == MPI_KIND_OTHER ? MPI_KIND_NONE : found;
}

/* Whose MPI the program, or what it starts, uses. */
static enum status choose_mpi(const struct start *start, enum mpi_kind *mpi, struct error *err)
{
	const struct executable *executable = &start->executable;
	enum status status = preloadable_check(&start->executable, start->file, err);

	*mpi = executable->mpi;
	if (status != OK)
		return status;
	if (*mpi == MPI_KIND_OTHER)
		return error_set(err, ERR_USAGE, "%s uses the MPI in %s: programs of Open MPI and MPICH can be traced",
				 start->file, executable->library);
	if (*mpi != MPI_KIND_NONE)
		return trace_job_check(&start->job, executable, start->file, start->asked->mpi, err);
	*mpi = start->asked->mpi != MPI_KIND_NONE ? (enum mpi_kind)start->asked->mpi : start->job.likely;
	if (*mpi == MPI_KIND_NONE)
		*mpi = only_tracer();
	return *mpi != MPI_KIND_NONE
		       ? OK
		       : error_set(
				 err, ERR_USAGE,
				 "which MPI %s uses cannot be told: it needs none itself, and no launcher started it. "
				 "--mpi openmpi or --mpi mpich says it",
				 start->file);
}

static const char *comma_before(const char *text)
{
	return *text ? "," : "";
}

/* What the library is told: words with a comma between each two. NULL without memory; the caller frees it. */
static char *options_text(const struct start *start)
{
	const struct trace_start *asked = start->asked;
	size_t room = 128 + (start->only ? strlen(start->only) : 0);
	char *text = calloc(room, 1), memory[64] = "";

	if (!text)
		return NULL;
	if (asked->memory)
		snprintf(memory, sizeof(memory), "memory=%zu", asked->memory);
	const char *const words[] = {asked->exact ? "exact" : "",
				     asked->off ? "off" : "",
				     asked->verbose ? "verbose" : "",
				     asked->pcontrol ? "regions" : "",
				     memory,
				     start->only ? "only=" : ""};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (*words[i])
			strcat(text, comma_before(text));
		strcat(text, words[i]);
	}
	return strcat(text, start->only ? start->only : "");
}

/* The environment of the program. */
static enum status prepare(const struct start *start, struct error *err)
{
	char *preload = preload_put(start->library, getenv("LD_PRELOAD"), TRACE_LIBRARY_FAMILY, NULL);
	char *options = options_text(start);
	enum status status = OK;

	if (!preload || !options || setenv("LD_PRELOAD", preload, 1) != 0 ||
	    setenv(TRACER_DIR, start->claim.path, 1) != 0 || setenv(TRACER_OPTIONS, options, 1) != 0)
		status = error_memory(err, "the environment of the program");
	free(preload);
	free(options);
	return status;
}

static enum status look(struct start *start, const char *program, struct error *err)
{
	enum status status = usage_of(executable_find(program, getenv("PATH"), &start->file, err), err);
	enum mpi_kind mpi = MPI_KIND_NONE;

	if (status == OK)
		status = executable_read(&start->executable, start->file, err);
	if (status == OK)
		status = choose_mpi(start, &mpi, err);
	if (status == OK)
		status = usage_of(trace_library_find(mpi, &start->library, err), err);
	return status;
}

enum status trace_start(const struct trace_start *asked, char **argv, struct error *err)
{
	struct start start = {.asked = asked, .job = trace_job_find(), .executable = {.mpi = MPI_KIND_NONE}};
	enum status status =
		asked->only ? usage_of_option("--only", trace_only_read(asked->only, &start.only, err), err) : OK;

	if (status == OK)
		status = look(&start, argv[0], err);
	if (status == OK)
		status = usage_of_option(
			"-o", trace_claim(&start.claim, asked->dir, start.job.key, start.job.rank, err), err);
	if (status == OK)
		status = prepare(&start, err);
	if (status == OK) {
		trace_made_tell(&start.claim);
		execvp(argv[0], argv);
		status = error_set(err, ERR_USAGE, "%s cannot be started: %s", start.file, strerror(errno));
		trace_claim_undo(&start.claim);
	}
	start_release(&start);
	return status;
}
