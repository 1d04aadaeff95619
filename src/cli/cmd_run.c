#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "algorithm/choice.h"
#include "base/file_read.h"
#include "base/option_read.h"
#include "cli/request_options.h"
#include "cli/trace/job.h"
#include "cli/trace/library.h"
#include "cli/trace/made.h"
#include "executable/executable.h"
#include "executable/find.h"
#include "executable/preload.h"
#include "mpi/dropin/environment.h"

/* What the program is to become. */
struct run_start {
	const char *table;
	bool verbose, quiet;
	int mpi; /* enum mpi_kind, or MPI_KIND_NONE: found out */
	char *file, *path, *library;
	struct executable executable;
};

/* A table of which nothing would be done is refused. */
static enum status check_rows(const struct run_start *run, const struct choices *table, struct error *err)
{
	for (size_t i = 0; i < table->n; i++)
		if (dropin_row_acts(&table->list[i]))
			return OK;
	return error_set(err, ERR_INPUT,
			 "%s: nothing would be done by it: it has no row but for the MPI library's own way",
			 run->table);
}

/* A table that cannot be read is refused here, by each process, and not by the library in the program. */
static enum status check_table(struct run_start *run, struct error *err)
{
	struct choices table = {.n = 0};
	char *text = NULL;
	size_t length = 0;
	enum status status = file_read(run->table, "table of algorithms", DROPIN_TABLE_MOST, &text, &length, err);

	if (status == OK)
		status = option_file_status("--collectives", run->table, choices_read(&table, text, err), err);
	if (status == OK)
		status = check_rows(run, &table, err);
	if (status == OK)
		run->path = realpath(run->table, NULL);
	if (status == OK && !run->path)
		status = error_memory(err, "the path of the table");
	choices_release(&table);
	free(text);
	return status;
}

static enum status check_program(struct run_start *run, struct error *err)
{
	const struct executable *e = &run->executable;
	const struct trace_job job = trace_job_find();
	enum status status = preloadable_check(e, run->file, err);

	if (status != OK)
		return status;
	if (e->mpi == MPI_KIND_OTHER)
		return error_set(err, ERR_USAGE, "%s uses the MPI in %s: there is a library for Open MPI and MPICH",
				 run->file, e->library);
	if (e->mpi != MPI_KIND_NONE) {
		status = trace_job_check(&job, e, run->file, run->mpi, err);
		run->mpi = (int)e->mpi;
		return status;
	}
	if (run->mpi == MPI_KIND_NONE)
		run->mpi = (int)job.likely;
	if (run->mpi != MPI_KIND_NONE)
		return OK;
	return error_set(err, ERR_USAGE,
			 "which MPI %s uses cannot be told: it needs none itself, and no launcher started it. --mpi "
			 "openmpi or --mpi mpich says it",
			 run->file);
}

static enum status prepare(const struct run_start *run, struct error *err)
{
	const char *said = run->verbose ? "1" : run->quiet ? "0" : NULL;
	char *preload = preload_put(run->library, getenv("LD_PRELOAD"), DROPIN_FAMILY, TRACE_LIBRARY_FAMILY);
	enum status status = OK;

	if (!preload || setenv("LD_PRELOAD", preload, 1) != 0 || setenv(DROPIN_TABLE, run->path, 1) != 0 ||
	    (said && setenv(DROPIN_VERBOSE, said, 1) != 0))
		status = error_memory(err, "the environment of the program");
	free(preload);
	return status;
}

/* The program does not start: what sonde trace made for it, when it became this, is not left behind. */
static void leave_no_trace(void)
{
	const struct trace_claim made = trace_made_find();

	trace_claim_undo(&made);
}

/* Becomes the program. */
static enum status become(struct run_start *run, char **argv, struct error *err)
{
	enum status status = check_table(run, err);

	if (status == OK)
		status = usage_of(executable_find(argv[0], getenv("PATH"), &run->file, err), err);
	if (status == OK)
		status = executable_read(&run->executable, run->file, err);
	if (status == OK)
		status = check_program(run, err);
	if (status == OK)
		status = usage_of(preloaded_library_find(DROPIN_FAMILY, "library of collective operations",
							 (enum mpi_kind)run->mpi, &run->library, err),
				  err);
	if (status == OK)
		status = prepare(run, err);
	if (status == OK) {
		execvp(argv[0], argv);
		status = error_set(err, ERR_USAGE, "%s cannot be started: %s", run->file, strerror(errno));
	}
	leave_no_trace();
	executable_release(&run->executable);
	free(run->file);
	free(run->path);
	free(run->library);
	return status;
}

static enum status run(struct context *context, struct error *err)
{
	struct run_start asked = {.mpi = MPI_KIND_NONE, .executable = {.mpi = MPI_KIND_NONE}};
	const struct option options[] = {
		OPT_TEXT(0, "collectives", &asked.table, "TABLE",
			 "by which algorithms collective operations are done: a table as in doc/algorithms.md"),
		OPT_CHOICE(0, "mpi", &asked.mpi, mpi_kind_names,
			   "whose MPI a script or an interpreter uses (default: the launcher's)"),
		OPT_FLAG(0, "verbose", &asked.verbose,
			 "the first process says what is done and, at the end, what became of its collective calls"),
		COMMON_OPTIONS(context),
	};
	char **argv = context->argv;
	size_t n = 0;
	int end = options_end(options, context->argc, argv);
	enum status status;

	context->argc = end;
	status = command_options(context, options, NULL, 0, 0, &n, err);
	if (status != OK || context->help)
		return status;
	if (!asked.table)
		return error_set(err, ERR_USAGE,
				 "--collectives TABLE is missing before the program: by which algorithms?");
	if (!argv[end])
		return error_set(err, ERR_USAGE,
				 "run: which program? mpirun -n 4 sonde run --collectives TABLE PROGRAM ARGUMENTS");
	asked.quiet = context->quiet;
	context->echoes = false;
	fflush(context->out);
	return become(&asked, argv + end, err);
}

/* What a launcher starts many times, each of which becomes the program. */
static bool by_each(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	return true;
}

const struct command command_run = {
	.name = "run",
	.operands = "--collectives TABLE PROGRAM [ARGUMENTS]",
	.options_first = true,
	.summary = "runs a program, which it becomes, with its collective operations by a table of algorithms",
	.example = "mpirun -n 4 sonde run --collectives table.json ./stencil 1000",
	.by_each = by_each,
	.run = run,
};
