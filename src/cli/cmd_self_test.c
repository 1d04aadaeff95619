#include "cli/command.h"
#include "cli/launch.h"
#include "cli/progress_line.h"
#include "cli/self_test.h"
#include "cli/stop.h"
#include "executable/find.h"
#include "mpi/live/library.h"

#include <stdlib.h>
#include <string.h>

static const struct column columns[] = {
	{"part", "", CELL_TEXT}, {"verdict", "", CELL_TEXT}, {"seconds", "s", CELL_NUMBER}, {"finding", "", CELL_TEXT}};

/* Whether a program of this name is in PATH. */
static bool is_in_path(const char *program)
{
	char *file = NULL;
	bool found = executable_find(program, getenv("PATH"), &file, NULL) == OK;

	free(file);
	return found;
}

/* The launcher of the MPI of this build, as Debian calls it where two are installed, or mpirun. */
static const char *usual_launcher(void)
{
	char text[512];
	bool mpich = strstr(live_library(text, sizeof(text)), "MPICH") != NULL;

	if (is_in_path(mpich ? "mpirun.mpich" : "mpirun.openmpi"))
		return mpich ? "mpirun.mpich -n 2" : "mpirun.openmpi -n 2";
	return "mpirun -n 2";
}

/* The words of the launcher; line is cut into them. */
static enum status split(struct self_test *test, char *line, struct error *err)
{
	for (char *rest = line, *word; (word = strtok_r(rest, " \t", &rest));) {
		if (test->n_words == SELF_TEST_WORDS)
			return error_set(err, ERR_USAGE, "--launcher: it has more than %d words", SELF_TEST_WORDS);
		test->words[test->n_words++] = word;
	}
	return test->n_words ? OK
			     : error_set(err, ERR_USAGE, "--launcher: a command such as \"mpirun -n 2\" is wanted");
}

static void add_row(struct table *table, const struct self_test_part *part, const char *verdict, double seconds,
		    const char *finding)
{
	table_row(table);
	table_set_text(table, "part", part->name);
	table_set_text(table, "verdict", verdict);
	table_set_number(table, "seconds", seconds);
	table_set_text(table, "finding", finding);
}

/* All parts, one after the other: what does not work is one's own verdict and no reason to end. */
static enum status test_all(struct context *context, const struct self_test *test, struct error *err)
{
	struct table *table = table_new("self-test", columns, sizeof(columns) / sizeof(columns[0]));
	size_t n = 0, failed = 0;
	enum status status;

	stop_expect();
	for (; table && self_test_parts[n].name && !stop_asked(); n++) {
		const struct self_test_part *part = &self_test_parts[n];
		struct error own = {.status = OK};
		struct self_test_finding finding = {.noisy = false};
		double begin = progress_line_now(NULL);

		if (!context->quiet)
			fprintf(context->chatter, "sonde: %s: %s\n", part->name, part->what);
		status = part->test(test, &finding, &own);
		add_row(table, part,
			status != OK    ? "failed"
			: finding.noisy ? "ok, noisy"
					: "ok",
			progress_line_now(NULL) - begin, status == OK ? finding.text : own.text);
		failed += status != OK;
	}
	status = command_print(context, table, err);
	if (status == OK && stop_asked())
		status = error_set(err, ERR_STOPPED, "self-test: stopped");
	if (status == OK && failed)
		status = error_set(err, ERR_CHECK, "self-test: %zu of %zu parts failed", failed, n);
	return status;
}

static enum status self_test(struct context *context, struct error *err)
{
	struct self_test test = {.n_words = 0};
	const char *launcher = NULL;
	double patience = 20;
	const struct option options[] = {
		OPT_TEXT(0, "launcher", &launcher, "COMMAND",
			 "what starts two processes or more, such as \"srun -n 2 --mpi=pmix\" (default: mpirun -n 2 of "
			 "the MPI of this sonde)"),
		OPT_SECONDS(0, "give-up", &patience, "TIME", 0.1, 3600,
			    "end what takes longer; its part has failed then (default 20s)"),
		COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status = command_options(context, options, NULL, 0, 0, &n, err);
	char *line;

	if (status != OK || context->help)
		return status;
	if (launch_find().processes > 1)
		return error_set(err, ERR_USAGE,
				 "self-test starts processes by itself: call it without a launcher, or as sonde "
				 "self-test --launcher \"mpirun -n 2\"");
	if (!live_available())
		return error_set(err, ERR_USAGE, "self-test: this sonde has no MPI");
	line = strdup(launcher ? launcher : usual_launcher());
	status = line ? split(&test, line, err) : error_memory(err, "the launcher");
	if (status == OK)
		status = self_test_place_init(&test.place, patience, err);
	if (status == OK) {
		status = test_all(context, &test, err);
		self_test_place_release(&test.place);
	}
	free(line);
	return status;
}

const struct command command_self_test = {
	.name = "self-test",
	.operands = "",
	.summary = "whether what is installed works here: MPI, clocks, tracer, drop-in, a model, a prediction",
	.example = "sonde self-test --launcher \"mpirun -n 2\"",
	.run = self_test,
};
