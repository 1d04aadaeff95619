#include "cli/command.h"

#include <string.h>

#include "base/option_read.h"
#include "cli/trace/export.h"
#include "cli/trace/gather.h"
#include "cli/trace/show.h"
#include "cli/trace/start.h"
#include "executable/executable.h"

/* What is done with a trace that is there. Their names come first; a program of the same name is traced as ./show. */
static const struct command *const actions[] = {&command_trace_show, &command_trace_export, &command_trace_gather};

static const struct command *find_action(int argc, char **argv)
{
	for (size_t i = 0; argc > 0 && i < sizeof(actions) / sizeof(actions[0]); i++)
		if (strcmp(argv[0], strchr(actions[i]->name, ' ') + 1) == 0)
			return actions[i];
	return NULL;
}

/* Runs the program, which has what follows its name. */
static enum status start(struct context *context, const struct trace_start *asked, char **argv, struct error *err)
{
	if (!argv[0])
		return error_set(err, ERR_USAGE,
				 "trace: which program? mpirun -n 4 sonde trace -o DIR PROGRAM ARGUMENTS records its "
				 "calls; sonde trace show DIR says what they were");
	if (!asked->dir)
		return error_set(err, ERR_USAGE, "trace: -o DIR is missing, the folder of the trace (before %s)",
				 argv[0]);
	context->echoes = false;
	fflush(context->out);
	return trace_start(asked, argv, err);
}

static enum status trace(struct context *context, struct error *err)
{
	static const char *const pcontrol_names[] = {"regions", NULL};
	const struct command *action = find_action(context->argc, context->argv);
	struct trace_start asked = {.mpi = MPI_KIND_NONE};
	int pcontrol = -1;
	const struct option options[] = {
		OPT_TEXT('o', "output", &asked.dir, "DIR", "the folder of the trace; the first process makes it"),
		OPT_TEXT(0, "only", &asked.only, "FUNCTIONS",
			 "record these: MPI_Send,MPI_Recv, or point-to-point, collective, one-sided, file (default "
			 "all)"),
		OPT_FLAG(0, "off", &asked.off, "record nothing until the program calls MPI_Pcontrol(1)"),
		OPT_FLAG(0, "exact", &asked.exact,
			 "keep every tick of the times (default: steps of 8 ns, or 1/64 of what lasts longer)"),
		OPT_BYTES(0, "memory", &asked.memory, "SIZE", 1 << 20, 0x1p40,
			  "what a thread's calls may take while they wait to be written, about (default 64M)"),
		OPT_CHOICE(0, "mpi", &asked.mpi, mpi_kind_names,
			   "whose MPI a script or an interpreter uses (default: the launcher's)"),
		OPT_CHOICE(
			0, "pcontrol", &pcontrol, pcontrol_names,
			"MPI_Pcontrol(3, \"name\") begins a region of that name, MPI_Pcontrol(-3, \"name\") ends it"),
		OPT_FLAG(0, "verbose", &asked.verbose, "each process says at its end what was recorded"),
		COMMON_OPTIONS(context),
	};
	char **argv = context->argv;
	enum status status;
	size_t n = 0;
	int end;

	if (action) {
		context->command = action;
		context->argc--;
		context->argv++;
		return action->run(context, err);
	}
	end = options_end(options, context->argc, argv);
	context->argc = end;
	status = command_options(context, options, NULL, 0, 0, &n, err);
	asked.pcontrol = pcontrol >= 0 ? pcontrol_names[pcontrol] : NULL;
	return status == OK && !context->help ? start(context, &asked, argv + end, err) : status;
}

/* What a launcher starts many times, each of which becomes the program. */
static bool by_each(int argc, char **argv)
{
	return !find_action(argc, argv);
}

const struct command command_trace = {
	.name = "trace",
	.operands = "-o DIR PROGRAM [ARGUMENTS]|show DIR|export DIR|gather DIR ...",
	.summary = "records every MPI call of a program, which it becomes; shows and exports what was recorded",
	.example = "mpirun -n 4 sonde trace -o stencil.trace ./stencil 1000",
	.by_each = by_each,
	.run = trace,
};
