#include "base/nearest.h"
#include "cli/command.h"
#include "cli/launch.h"
#include "cli/stop.h"
#include "mpi/live/library.h"
#include "mpi/live/live.h"
#include "version.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_WRONG_USAGE = 2, EXIT_CHECK = 3, NAMES_MOST = 64 };

/* Of the commands that measure, only those that need a live platform start MPI: all processes must know before one of
 * them reads the options. */
static bool wants_live(int argc, char **argv)
{
	static const char platform[] = "--platform";
	size_t length = strlen(platform);

	for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
		const char *value =
			argv[i][0] == '-' && strncmp(argv[i], platform, length) == 0 ? argv[i] + length : NULL;

		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
			return false;
		if (value && *value == '\0' && i + 1 < argc)
			return strcmp(argv[i + 1], "mpi") == 0;
		if (value && *value == '=')
			return strcmp(value + 1, "mpi") == 0;
	}
	return true;
}

/* See LIVE_PATIENCE: only a signal reaches a process that waits inside MPI. */
static void on_alarm(int number)
{
	static const char text[] = "sonde: a batch of messages took longer than 600 s: a process does not answer, or "
				   "the link is too slow for such messages. The run ends here; what was measured "
				   "before is in the store, and the same command with --resume continues it.\n";
	ssize_t ignored = write(STDERR_FILENO, text, sizeof(text) - 1);

	(void)number, (void)ignored;
	/* NOLINTNEXTLINE(bugprone-signal-handler,cert-sig30-c): nothing else reaches the launcher, see live_abandon */
	live_abandon(EXIT_FAILURE);
	_exit(EXIT_FAILURE);
}

static char *join(int argc, char **argv)
{
	size_t room = 1;
	char *line;

	for (int i = 0; i < argc; i++)
		room += strlen(argv[i]) + 1;
	line = calloc(room, 1);
	for (int i = 0; line && i < argc; i++) {
		strcat(line, i ? " " : "");
		strcat(line, argv[i]);
	}
	return line;
}

static void print_overview(FILE *out)
{
	fprintf(out, "sonde measures an MPI platform, fits communication models to it and predicts with "
		     "them.\n\nusage: sonde COMMAND [OPTIONS]\n\n");
	for (size_t i = 0; commands[i]; i++)
		fprintf(out, "  %-10s %s%s\n", commands[i]->name, commands[i]->summary,
			commands[i]->measures ? " (under mpirun)" : "");
	fprintf(out, "\n\"sonde COMMAND --help\" tells the options of a command, \"sonde --version\" the version.\n");
}

static const struct command *find_command(const char *name, struct error *err)
{
	const char *names[NAMES_MOST] = {NULL};
	const char *nearest;

	for (size_t i = 0; commands[i]; i++) {
		names[i] = commands[i]->name;
		if (strcmp(name, names[i]) == 0)
			return commands[i];
	}
	nearest = name_nearest(name, names);
	error_set(err, ERR_USAGE, "there is no command \"%s\"%s%s%s (\"sonde --help\" lists them)", name,
		  nearest ? ": did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
	return NULL;
}

/* What was printed is not lost in silence, on a full disk for example. */
static enum status flush(FILE *out, struct error *err)
{
	return fflush(out) != 0 || ferror(out)
		       ? error_set(err, ERR_IO, "standard output could not be written: %s", strerror(errno))
		       : OK;
}

/* Without MPI every process of a launch would do the same. The first does it and says so; true for the others. */
static bool launched_more(const struct context *context)
{
	const struct launch launch = launch_find();

	if (launch.processes > 1 && launch.rank == 0)
		fprintf(context->chatter,
			"sonde: %ld processes were started, but this needs no MPI: the first does it alone\n",
			launch.processes);
	return launch.rank > 0;
}

/* Says what failed, unless another process does; returns the exit code. An echo's is success: a launcher would end the
 * others at any other, before the first has spoken. */
static int report_failure(const struct error *err, bool echoes)
{
	if (echoes)
		return EXIT_SUCCESS;
	fprintf(stderr, "sonde: %s\n", err->text);
	if (err->status == ERR_CHECK)
		return EXIT_CHECK;
	return err->status == ERR_USAGE ? EXIT_WRONG_USAGE : EXIT_FAILURE;
}

/* Whether the MPI library is told which algorithms it takes: it must look for that when it starts. */
static bool forces_algorithms(const struct context *context)
{
	bool forces = context->command->forces;

	for (int i = 0; i < context->argc; i++)
		forces = forces || strstr(context->argv[i], "native:");
	return forces;
}

/* Runs the command at the process that drives; the others serve inside live_open and return success here. Returns the
 * exit code. */
static int run_command(struct context *context, int *argc, char ***argv, struct error *err)
{
	bool live = context->command->measures && live_available() && wants_live(context->argc, context->argv) &&
		    !(context->command->without_platform &&
		      context->command->without_platform(context->argc, context->argv));
	enum status status = OK;
	int code = EXIT_SUCCESS;

	if (live) {
		signal(SIGALRM, on_alarm);
		if (launch_find().rank > 0)
			stop_serving();
		if (forces_algorithms(context))
			launch_allow_forced();
		status = live_open(argc, argv, &context->live, err);
		if (status != OK || !context->live)
			return status == OK ? EXIT_SUCCESS : report_failure(err, false);
	}
	if (!live && context->command->by_each && context->command->by_each(context->argc, context->argv))
		context->echoes = launch_find().rank > 0;
	else if (!live && launched_more(context))
		return EXIT_SUCCESS;
	status = context->command->run(context, err);
	if (status == OK)
		status = flush(context->out, err);
	/* Before MPI ends: a launcher that was told to stop may not wait for that. */
	if (status != OK)
		code = report_failure(err, context->echoes);
	if (context->live)
		platform_close(context->live);
	return code;
}

int main(int argc, char **argv)
{
	struct error err = {0};
	struct context context = {.argc = argc - 2, .argv = argv + 2, .out = stdout, .chatter = stderr};
	int code;

	if (argc > 1 && strcmp(argv[1], "--version") == 0) {
		printf("sonde %s (%s)\n", SONDE_VERSION, SONDE_COMMIT);
		return flush(stdout, &err) == OK ? EXIT_SUCCESS : report_failure(&err, false);
	}
	if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
		print_overview(argc < 2 ? stderr : stdout);
		if (argc < 2)
			return EXIT_WRONG_USAGE;
		return flush(stdout, &err) == OK ? EXIT_SUCCESS : report_failure(&err, false);
	}
	context.command = find_command(argv[1], &err);
	if (!context.command)
		return report_failure(&err, launch_find().rank > 0);
	context.line = join(argc, argv);
	if (!context.line) {
		error_memory(&err, "the command line");
		return report_failure(&err, false);
	}
	code = run_command(&context, &argc, &argv, &err);
	asked_release(&context.asked);
	free(context.line);
	return code;
}
