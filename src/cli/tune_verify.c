#include "cli/tune_verify.h"

#include "cli/tune_rules.h"

#include "base/file_read.h"
#include "cli/output.h"
#include "executable/find.h"
#include "executable/preload.h"
#include "mpi/live/library.h"
#include "mpi/verify/verify.h"
#include "rules/tuned_check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RULES_MOST = 16000000, PATH_ROOM = 4096 };

static const char family[] = "libsonde-spy-", begun[] = "SONDE_VERIFIES"; /* set where rules are in force */

enum verdict { VERDICT_OTHER, VERDICT_WORSE, VERDICT_SAME, VERDICT_BETTER };
static const char *const verdict_words[] = {"not in force", "worse", "no difference", "better"};

static enum verdict verdict_of(const struct verify_row *row, double confidence)
{
	if (!row->in_force)
		return VERDICT_OTHER;
	if (row->slower.p > 1 - confidence)
		return VERDICT_SAME;
	return row->slower.part.value > 0 ? VERDICT_WORSE : VERDICT_BETTER;
}

/* Beside this program, or where it is installed. */
static enum status find_spy(char path[PATH_ROOM], struct error *err)
{
	static const char *const places[] = {"", "/" SPY_INSTALLED};
	char *own = executable_own_folder();
	bool found = false;

	for (size_t i = 0; own && !found && i < sizeof(places) / sizeof(places[0]); i++) {
		int n = snprintf(path, PATH_ROOM, "%s%s/%sopenmpi.so", own, places[i], family);

		found = n > 0 && n < PATH_ROOM && access(path, R_OK) == 0 && !strpbrk(path, " :");
	}
	free(own);
	return found ? OK
		     : error_set(err, ERR_INPUT,
				 "%sopenmpi.so, which looks on, is not beside this program, nor where it is installed",
				 family);
}

/* Starts this program anew, with the rules in force and the spy preloaded. Returns after a failure. */
static enum status begin(const struct context *context, const char *file, struct error *err)
{
	char spy[PATH_ROOM], *preload = NULL, **argv;
	enum status status = find_spy(spy, err);

	if (status != OK)
		return status;
	preload = preload_put(spy, getenv("LD_PRELOAD"), family);
	argv = calloc((size_t)context->argc + 3, sizeof(*argv));
	if (!preload || !argv || setenv("LD_PRELOAD", preload, 1) != 0 || setenv(begun, "1", 1) != 0 ||
	    setenv("OMPI_MCA_coll_tuned_use_dynamic_rules", "1", 1) != 0 ||
	    setenv("OMPI_MCA_coll_tuned_dynamic_rules_filename", file, 1) != 0) {
		status = error_memory(err, "the environment");
	} else {
		argv[0] = "sonde";
		argv[1] = "tune";
		memcpy(argv + 2, context->argv, (size_t)context->argc * sizeof(*argv));
		execv("/proc/self/exe", argv);
		status = error_set(err, ERR_IO, "this program could not be started anew: %s", strerror(errno));
	}
	free(preload);
	free(argv);
	return status;
}

static enum status read_rules(const char *path, struct tuned_file *file, struct error *err)
{
	size_t length;
	char *text;
	enum status status = file_read(path, "rule file", RULES_MOST, &text, &length, err);

	*file = (struct tuned_file){.n = 0};
	if (status != OK)
		return status;
	status = tuned_read(text, length, file, err);
	free(text);
	if (status == OK && *file->ignored)
		status = error_set(err, ERR_INPUT, "%s, line %zu: %s: the library ignores the file", path,
				   file->ignored_at, file->ignored);
	return status;
}

/* What a program must not call is not called here. */
static enum status refuse_grave(const char *path, const struct tuned_file *file, struct error *err)
{
	struct rule_effects effects = {.n = 0};
	enum status status = tuned_check(file, &effects, err);

	for (size_t i = 0; status == OK && i < effects.n; i++)
		if (effects.list[i].kind <= EFFECT_DEADLOCKS)
			status = error_set(err, ERR_INPUT, "%s, line %zu: %s: %s. It is not tried", path,
					   effects.list[i].line, effects.list[i].operation, effects.list[i].text);
	rule_effects_release(&effects);
	return status;
}

static const struct column columns[] = {
	{"operation", "", CELL_TEXT}, {"processes", "", CELL_COUNT},  {"size", "B", CELL_BYTES},
	{"rule", "", CELL_TEXT},      {"fanout", "", CELL_COUNT},     {"segment", "B", CELL_BYTES},
	{"ran", "", CELL_TEXT},       {"seconds", "s", CELL_SECONDS}, {"own", "s", CELL_SECONDS},
	{"slower", "", CELL_RATIO},   {"low", "", CELL_RATIO},        {"high", "", CELL_RATIO},
	{"p_holm", "", CELL_NUMBER},  {"verdict", "", CELL_TEXT},
};

static void set_row(struct table *table, const struct verify_row *row, double confidence)
{
	const struct tuned_class *class = tuned_class(row->id);

	table_row(table);
	table_set_text(table, "operation", class->name);
	table_set_number(table, "processes", row->processes);
	table_set_number(table, "size", (double)row->bytes);
	table_set_text(table, "rule", class->algorithms[row->rule.algorithm].name);
	if (row->rule.fanout > 0)
		table_set_number(table, "fanout", row->rule.fanout);
	if (row->rule.segment > 0)
		table_set_number(table, "segment", (double)row->rule.segment);
	table_set_text(table, "ran", *row->ran ? row->ran : "-");
	table_set_number(table, "seconds", row->seconds);
	table_set_number(table, "own", row->own);
	table_set_number(table, "slower", row->slower.part.value);
	table_set_number(table, "low", row->slower.part.low);
	table_set_number(table, "high", row->slower.part.high);
	table_set_number(table, "p_holm", row->slower.p);
	table_set_text(table, "verdict", verdict_words[verdict_of(row, confidence)]);
}

static struct table *make_table(const struct verify_result *result, double confidence)
{
	struct table *table = table_new("rules at work", columns, sizeof(columns) / sizeof(columns[0]));
	size_t counts[VERDICT_BETTER + 1] = {0};

	for (size_t i = 0; table && i < result->n; i++) {
		set_row(table, &result->list[i], confidence);
		counts[verdict_of(&result->list[i], confidence)]++;
	}
	for (int k = 0; table && k <= VERDICT_BETTER; k++)
		table_summary_number(table, NULL, verdict_words[k], CELL_COUNT, (double)counts[k]);
	if (table && result->skipped > 0)
		table_summary_number(table, NULL, "not looked at", CELL_COUNT, (double)result->skipped);
	return table;
}

/* Leaves what a rule was for to the library. */
static void take_out(struct tuned_file *file, const struct verify_row *row)
{
	const struct tuned_operation *o = tuned_operation(file, row->id);
	const struct tuned_communicator *c = tuned_communicator(o, row->processes);

	for (size_t i = 0; i < c->n; i++)
		if (c->rules[i].bytes == row->rule.bytes)
			c->rules[i] = (struct tuned_rule){.bytes = row->rule.bytes, .line = row->rule.line};
}

static enum status write_pruned(const struct tune_verification *asked, struct tuned_file *file,
				const struct verify_result *result, struct error *err)
{
	size_t room = strlen(asked->file) + 100;
	char *comments = malloc(room);
	enum status status;

	if (!comments)
		return error_memory(err, "a rule file");
	for (size_t i = 0; i < result->n; i++)
		if (verdict_of(&result->list[i], asked->confidence) == VERDICT_WORSE)
			take_out(file, &result->list[i]);
	snprintf(comments, room, "The rules of %s, without those that were slower than the library's own decision.\n",
		 asked->file);
	status = tune_rules_write(&tune_openmpi, asked->output, comments, file, err);
	free(comments);
	return status;
}

/* What is wrong with rules that were looked at. */
static enum status conclude(const struct tune_verification *asked, const struct verify_result *result,
			    struct error *err)
{
	size_t counts[VERDICT_BETTER + 1] = {0};
	enum status status = OK;

	for (size_t i = 0; i < result->n; i++)
		counts[verdict_of(&result->list[i], asked->confidence)]++;
	if (counts[VERDICT_OTHER] > 0)
		status = error_set(err, ERR_CHECK, "%s: another algorithm than the rule's ran in %zu of %zu cases",
				   asked->file, counts[VERDICT_OTHER], result->n);
	else if (counts[VERDICT_WORSE] > 0 && !asked->prune)
		status = error_set(err, ERR_CHECK,
				   "%s: a rule is slower than the library's own decision in %zu of %zu cases: --prune "
				   "-o FILE takes such rules out",
				   asked->file, counts[VERDICT_WORSE], result->n);
	return status;
}

static enum status look_on(struct context *context, const struct tune_verification *asked, struct tuned_file *file,
			   struct error *err)
{
	struct verify_result result = {.n = 0};
	bool first = true;
	enum status status = verify_tuned(file, asked->confidence, &first, &result, err);

	if (status == OK && first) {
		status = command_print(context, make_table(&result, asked->confidence), err);
		if (status == OK && asked->prune)
			status = write_pruned(asked, file, &result, err);
		if (status == OK)
			status = conclude(asked, &result, err);
	}
	free(result.list);
	return status;
}

enum status tune_verify(struct context *context, const struct tune_verification *asked, struct error *err)
{
	const struct output_input input = {asked->file, "the rule file"};
	struct tuned_file file = {.n = 0};
	char library[256];
	enum status status = OK;

	if (asked->prune && !asked->output)
		return error_set(err, ERR_USAGE, "--prune: -o FILE is missing, where the rules go that are left");
	if (strncmp(live_library(library, sizeof(library)), "Open MPI", strlen("Open MPI")) != 0)
		return error_set(
			err, ERR_INPUT,
			"--verify: rules of Open MPI are seen at work by a sonde for Open MPI; this one is for %s",
			library);
	if (asked->prune)
		status = output_check(asked->output, &input, 1, err);
	if (status == OK)
		status = read_rules(asked->file, &file, err);
	if (status == OK)
		status = refuse_grave(asked->file, &file, err);
	if (status == OK && !getenv(begun))
		status = begin(context, asked->file, err);
	else if (status == OK)
		status = look_on(context, asked, &file, err);
	tuned_release(&file);
	return status;
}
