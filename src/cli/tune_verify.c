#include "cli/tune_verify.h"

#include "cli/tune_check.h"
#include "cli/tune_rules.h"

#include "base/file_read.h"
#include "cli/launch.h"
#include "cli/output.h"
#include "executable/find.h"
#include "executable/preload.h"
#include "mpi/live/library.h"
#include "mpi/verify/verify.h"
#include "rules/mpich.h"
#include "rules/tuned_check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RULES_MOST = 16000000, PATH_ROOM = 4096, PRUNED_MOST = 1026 };

static const char family[] = "libsonde-spy-", begun[] = "SONDE_VERIFIES"; /* set where rules are in force */

enum verdict { VERDICT_OTHER, VERDICT_WORSE, VERDICT_SAME, VERDICT_BETTER, VERDICT_OWN, VERDICT_UNTIMED };
static const char *const verdict_words[] = {"not in force", "worse",     "no difference",
					    "better",       "unchanged", "in force, not timed"};

static enum verdict verdict_of(const struct verify_row *row, double confidence)
{
	if (!row->in_force)
		return VERDICT_OTHER;
	if (row->rule.algorithm == 0)
		return VERDICT_OWN;
	if (!row->timed)
		return VERDICT_UNTIMED;
	if (row->slower.p > 1 - confidence)
		return VERDICT_SAME;
	return row->slower.part.value > 0 ? VERDICT_WORSE : VERDICT_BETTER;
}

/* A library whose rules are seen at work by a build for it. */
static const struct verified {
	const char *word;                   /* its version has this */
	const char *spy;                    /* the library that looks on */
	const char *variable, *by_variable; /* set to the file; to 1, or NULL */
	const struct tuned_class *(*class)(int id);
} openmpi = {"Open MPI", "openmpi.so", "OMPI_MCA_coll_tuned_dynamic_rules_filename",
	     "OMPI_MCA_coll_tuned_use_dynamic_rules", tuned_class},
  mpich = {"MPICH", "mpich.so", "MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE", NULL, mpich_class};

/* The rules of a file, in the form of its library. */
struct rules {
	const struct verified *library;
	struct tuned_file file; /* of Open MPI */
	struct mpich_tree tree; /* of MPICH */
};

static void rules_release(struct rules *rules)
{
	tuned_release(&rules->file);
	mpich_release(&rules->tree);
}

/* Beside this program, or where it is installed. */
static enum status find_spy(const char *spy, char path[PATH_ROOM], struct error *err)
{
	static const char *const places[] = {"", "/" SPY_INSTALLED};
	char *own = executable_own_folder();
	bool found = false;

	for (size_t i = 0; own && !found && i < sizeof(places) / sizeof(places[0]); i++) {
		int n = snprintf(path, PATH_ROOM, "%s%s/%s%s", own, places[i], family, spy);

		found = n > 0 && n < PATH_ROOM && access(path, R_OK) == 0 && !strpbrk(path, " :");
	}
	free(own);
	return found ? OK
		     : error_set(err, ERR_INPUT,
				 "%s%s, which looks on, is not beside this program, nor where it is installed", family,
				 spy);
}

static bool set_environment(const struct verified *library, const char *preload, const char *file)
{
	return setenv("LD_PRELOAD", preload, 1) == 0 && setenv(begun, "1", 1) == 0 &&
	       setenv(library->variable, file, 1) == 0 &&
	       (!library->by_variable || setenv(library->by_variable, "1", 1) == 0);
}

/* Starts this program anew, with the rules in force and the spy preloaded. Returns after a failure. */
static enum status begin(const struct context *context, const struct verified *library, const char *file,
			 struct error *err)
{
	char spy[PATH_ROOM], *preload = NULL, **argv;
	enum status status = find_spy(library->spy, spy, err);

	if (status != OK)
		return status;
	preload = preload_put(spy, getenv("LD_PRELOAD"), family, NULL);
	argv = calloc((size_t)context->argc + 3, sizeof(*argv));
	if (!preload || !argv || !set_environment(library, preload, file)) {
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

static enum status read_rules(const char *path, struct rules *rules, struct error *err)
{
	size_t length;
	char *text;
	enum status status = file_read(path, "rule file", RULES_MOST, &text, &length, err);

	if (status != OK)
		return status;
	if (tune_check_is_table(text)) {
		free(text);
		return error_set(err, ERR_INPUT,
				 "%s is a table for sonde run --collectives: --verify takes rules of the MPI library",
				 path);
	}
	status = rules->library == &mpich ? mpich_read(text, length, &rules->tree, err)
					  : tuned_read(text, length, &rules->file, err);
	free(text);
	if (status == OK && *rules->file.ignored)
		status = error_set(err, ERR_INPUT, "%s, line %zu: %s: the library ignores the file", path,
				   rules->file.ignored_at, rules->file.ignored);
	return status;
}

/* What a program must not call is not called here. */
static enum status refuse_grave(const char *path, const struct rules *rules, struct error *err)
{
	struct rule_effects effects = {.n = 0};
	enum status status = rules->library == &mpich ? mpich_check(&rules->tree, &effects, err)
						      : tuned_check(&rules->file, &effects, err);

	for (size_t i = 0; status == OK && i < effects.n; i++) {
		const struct rule_effect *effect = &effects.list[i];

		if (effect->kind <= EFFECT_DEADLOCKS)
			status = error_set(err, ERR_INPUT, "%s, line %zu: %s%s%s. It is not tried", path, effect->line,
					   effect->operation ? effect->operation : "", effect->operation ? ": " : "",
					   effect->text);
	}
	rule_effects_release(&effects);
	return status;
}

static const struct column columns[] = {
	{"operation", "", CELL_TEXT},   {"processes", "", CELL_COUNT}, {"which", "", CELL_TEXT},
	{"size", "B", CELL_BYTES},      {"rule", "", CELL_TEXT},       {"fanout", "", CELL_COUNT},
	{"segment", "B", CELL_BYTES},   {"ran", "", CELL_TEXT},        {"alike", "", CELL_TEXT},
	{"seconds", "s", CELL_SECONDS}, {"own", "s", CELL_SECONDS},    {"slower", "", CELL_RATIO},
	{"low", "", CELL_RATIO},        {"high", "", CELL_RATIO},      {"p_holm", "", CELL_NUMBER},
	{"verdict", "", CELL_TEXT},
};

static void set_times(struct table *table, const struct verify_row *row)
{
	table_set_number(table, "seconds", row->seconds);
	table_set_number(table, "own", row->own);
	table_set_number(table, "slower", row->slower.part.value);
	table_set_number(table, "low", row->slower.part.low);
	table_set_number(table, "high", row->slower.part.high);
	table_set_number(table, "p_holm", row->slower.p);
}

static void set_row(struct table *table, const struct verified *library, const struct verify_row *row,
		    double confidence)
{
	table_row(table);
	table_set_text(table, "operation", library->class(row->id)->name);
	table_set_number(table, "processes", row->processes);
	table_set_text(table, "which", tuned_level_words[row->level]);
	table_set_number(table, "size", (double)row->bytes);
	table_set_text(table, "rule", row->rule.algorithm > 0 ? row->name : "-");
	if (row->rule.fanout > 0)
		table_set_number(table, "fanout", row->rule.fanout);
	if (row->rule.segment > 0)
		table_set_number(table, "segment", (double)row->rule.segment);
	table_set_text(table, "ran", *row->ran ? row->ran : "-");
	if (*row->alike)
		table_set_text(table, "alike", row->alike);
	if (row->timed)
		set_times(table, row);
	table_set_text(table, "verdict", verdict_words[verdict_of(row, confidence)]);
}

static struct table *make_table(const struct verified *library, const struct verify_result *result, double confidence)
{
	struct table *table = table_new("rules at work", columns, sizeof(columns) / sizeof(columns[0]));
	size_t counts[VERDICT_UNTIMED + 1] = {0};
	bool levels = false;

	for (size_t i = 0; table && i < result->n; i++) {
		set_row(table, library, &result->list[i], confidence);
		counts[verdict_of(&result->list[i], confidence)]++;
		levels = levels || result->list[i].level != TUNED_WHOLE;
	}
	if (table && !levels)
		table_for_files(table, "which");
	for (int k = 0; table && k <= VERDICT_UNTIMED; k++)
		if (k <= VERDICT_BETTER || counts[k] > 0)
			table_summary_number(table, NULL, verdict_words[k], CELL_COUNT, (double)counts[k]);
	if (table && result->skipped > 0)
		table_summary_number(table, NULL, "not looked at", CELL_COUNT, (double)result->skipped);
	return table;
}

/* Leaves what a rule was for to the library. */
static void take_out(struct tuned_file *file, const struct verify_row *row)
{
	const struct tuned_operation *o = tuned_operation_of(file, row->id, row->level);
	const struct tuned_communicator *c = o ? tuned_communicator(o, row->processes) : NULL;

	for (size_t i = 0; c && i < c->n; i++)
		if (c->rules[i].bytes == row->rule.bytes)
			c->rules[i] = (struct tuned_rule){.bytes = row->rule.bytes, .line = row->rule.line};
}

/* Whether a selection that is written of rules chooses as the one they were taken from. */
static enum status check_whole(const struct mpich_tree *tree, const struct tuned_file *file, int most,
			       struct error *err)
{
	struct mpich_tree written = {.n = 0};
	size_t length = 0;
	char *text = NULL;
	FILE *out = open_memstream(&text, &length);
	enum status status = out ? mpich_write(out, file, "", err) : error_memory(err, "a rule file");

	if (out)
		fclose(out);
	if (status == OK)
		status = mpich_read(text, length, &written, err);
	for (int p = 2; status == OK && p <= most; p++)
		if (!mpich_same(tree, &written, p))
			status = error_set(err, ERR_INPUT,
					   "--prune: the selection has more than rules by processes and sizes, which "
					   "would be lost");
	mpich_release(&written);
	free(text);
	return status;
}

/* What a selection has, as rules that can be written. */
static enum status selection_rules(const struct rules *rules, struct tuned_file *file, struct error *err)
{
	int most = mpich_most_processes(&rules->tree) + 2;
	enum status status;

	if (most > PRUNED_MOST)
		return error_set(err, ERR_INPUT, "--prune: the selection names %d processes: at most %d", most - 2,
				 PRUNED_MOST - 2);
	status = mpich_all_rules(&rules->tree, most, file, err);
	return status == OK ? check_whole(&rules->tree, file, most, err) : status;
}

static enum status write_pruned(const struct tune_verification *asked, struct rules *rules,
				const struct verify_result *result, struct error *err)
{
	const struct tune_library *library = rules->library == &mpich ? &tune_mpich : &tune_openmpi;
	size_t room = strlen(asked->file) + 100;
	char *comments = malloc(room);
	enum status status = comments ? OK : error_memory(err, "a rule file");

	if (status == OK && rules->library == &mpich)
		status = selection_rules(rules, &rules->file, err);
	for (size_t i = 0; status == OK && i < result->n; i++)
		if (verdict_of(&result->list[i], asked->confidence) == VERDICT_WORSE)
			take_out(&rules->file, &result->list[i]);
	if (status == OK)
		snprintf(comments, room,
			 "The rules of %s, without those that were slower than the library's own decision.\n",
			 asked->file);
	if (status == OK)
		status = tune_rules_write(library, asked->output, comments, (size_t)launch_find().processes,
					  &rules->file, err);
	free(comments);
	return status;
}

/* Names a rule once that is slower at either of its ends: the rows of a rule follow one another. */
static size_t put_worse(FILE *out, const struct tune_verification *asked, const struct rules *rules,
			const struct verify_result *result)
{
	const struct verify_row *before = NULL;
	size_t n = 0;

	for (size_t i = 0; i < result->n; i++) {
		const struct verify_row *row = &result->list[i];
		bool same = before && before->id == row->id && before->processes == row->processes &&
			    before->level == row->level && before->rule.bytes == row->rule.bytes;

		if (verdict_of(row, asked->confidence) != VERDICT_WORSE || same)
			continue;
		fprintf(out, "sonde: taken out: %s %s for %d processes from %" PRIu64 " B on\n",
			rules->library->class(row->id)->name, row->name, row->processes, row->rule.bytes);
		before = row;
		n++;
	}
	return n;
}

static size_t rules_of(const struct tuned_file *file)
{
	size_t n = 0;

	for (size_t o = 0; o < file->n; o++)
		for (size_t c = 0; c < file->list[o].n; c++)
			for (size_t r = 0; r < file->list[o].list[c].n; r++)
				n += file->list[o].list[c].rules[r].algorithm > 0;
	return n;
}

/* Says what was taken out, and where the rules are that are left. */
static void tell_pruned(const struct context *context, const struct tune_verification *asked, const struct rules *rules,
			const struct verify_result *result)
{
	const struct tune_library *library = rules->library == &mpich ? &tune_mpich : &tune_openmpi;

	if (context->quiet)
		return;
	if (put_worse(context->chatter, asked, rules, result) == 0)
		fprintf(context->chatter, "sonde: no rule was slower: none is taken out\n");
	if (rules_of(&rules->file) == 0) {
		fprintf(context->chatter, "sonde: no rule is left: %s leaves everything to the library\n",
			asked->output);
		return;
	}
	tune_rules_tell(context, library,
			&(struct tune_news){.file = asked->output,
					    .n = result->n,
					    .doubt = "",
					    .processes = (size_t)launch_find().processes});
}

/* What is wrong with rules that were looked at. */
static enum status conclude(const struct tune_verification *asked, const struct verify_result *result,
			    struct error *err)
{
	size_t counts[VERDICT_UNTIMED + 1] = {0};
	enum status status = OK;

	for (size_t i = 0; i < result->n; i++)
		counts[verdict_of(&result->list[i], asked->confidence)]++;
	if (result->n == 0)
		status = error_set(err, ERR_INPUT,
				   "%s: nothing was looked at: its rules are for more processes than there are here "
				   "(mpirun -n), or for operations without a call, or it has none",
				   asked->file);
	else if (counts[VERDICT_OTHER] > 0)
		status = error_set(err, ERR_CHECK, "%s: another algorithm than the rule's ran in %zu of %zu cases",
				   asked->file, counts[VERDICT_OTHER], result->n);
	else if (counts[VERDICT_WORSE] > 0 && !asked->prune)
		status = error_set(err, ERR_CHECK,
				   "%s: a rule is slower than the library's own decision in %zu of %zu cases: --prune "
				   "-o FILE takes such rules out",
				   asked->file, counts[VERDICT_WORSE], result->n);
	return status;
}

static enum status look_on(struct context *context, const struct tune_verification *asked, struct rules *rules,
			   struct error *err)
{
	struct verify_result result = {.n = 0};
	bool first = true;
	enum status status = rules->library == &mpich
				     ? verify_mpich(&rules->tree, asked->confidence, &first, &result, err)
				     : verify_tuned(&rules->file, asked->confidence, &first, &result, err);

	if (status == OK && first) {
		status = command_print(context, make_table(rules->library, &result, asked->confidence), err);
		if (status == OK && asked->prune && result.n > 0)
			status = write_pruned(asked, rules, &result, err);
		if (status == OK && asked->prune && result.n > 0)
			tell_pruned(context, asked, rules, &result);
		if (status == OK)
			status = conclude(asked, &result, err);
	}
	free(result.list);
	return status;
}

/* The library of this build. */
static enum status find_library(const struct verified **found, struct error *err)
{
	char text[256];
	const char *library = live_library(text, sizeof(text));

	*found = strncmp(library, openmpi.word, strlen(openmpi.word)) == 0 ? &openmpi
		 : strncmp(library, mpich.word, strlen(mpich.word)) == 0   ? &mpich
									   : NULL;
	return *found ? OK
		      : error_set(err, ERR_INPUT,
				  "--verify: rules are seen at work by a sonde for Open MPI or MPICH; this one is "
				  "for %s",
				  library);
}

enum status tune_verify(struct context *context, const struct tune_verification *asked, struct error *err)
{
	const struct output_input input = {asked->file, "the rule file"};
	struct rules rules = {.library = NULL};
	enum status status = OK;

	if (asked->prune && !asked->output)
		return error_set(err, ERR_USAGE, "--prune: -o FILE is missing, where the rules go that are left");
	status = find_library(&rules.library, err);
	if (status == OK && asked->prune)
		status = output_check(asked->output, &input, 1, err);
	if (status == OK)
		status = read_rules(asked->file, &rules, err);
	if (status == OK)
		status = refuse_grave(asked->file, &rules, err);
	if (status == OK && !getenv(begun))
		status = begin(context, rules.library, asked->file, err);
	else if (status == OK)
		status = look_on(context, asked, &rules, err);
	rules_release(&rules);
	return status;
}
