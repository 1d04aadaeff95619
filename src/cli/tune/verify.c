#include "cli/tune/verify.h"

#include "cli/tune/check.h"
#include "cli/tune/verify_prune.h"
#include "cli/tune/verify_report.h"

#include "base/file_read.h"
#include "cli/output.h"
#include "cli/trace/library.h"
#include "executable/find.h"
#include "executable/preload.h"
#include "mpi/dropin/environment.h"
#include "mpi/live/library.h"
#include "rules/tuned_check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RULES_MOST = 16000000, PATH_ROOM = 4096 };

static const char family[] = "libsonde-spy-", begun[] = "SONDE_VERIFIES"; /* set where rules are in force */

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

/* The library that is preloaded, which the caller frees. */
static enum status find_preloaded(const struct rules *rules, char **file, struct error *err)
{
	char spy[PATH_ROOM];
	enum status status;

	if (!rules->target->spy)
		return preloaded_library_find(DROPIN_FAMILY, "library of collective operations", rules->mpi, file, err);
	status = find_spy(rules->target->spy, spy, err);
	*file = status == OK ? strdup(spy) : NULL;
	return status == OK && !*file ? error_memory(err, "the environment") : status;
}

static bool set_environment(const struct verify_target *target, const char *preload, const char *file)
{
	return setenv("LD_PRELOAD", preload, 1) == 0 && setenv(begun, "1", 1) == 0 &&
	       setenv(target->variable, file, 1) == 0 && (!target->also || setenv(target->also, target->to, 1) == 0);
}

/* Starts this program anew, with the rules in force and what looks on preloaded. Returns after a failure. */
static enum status begin(const struct context *context, const struct rules *rules, const char *file, struct error *err)
{
	char *library = NULL, *preload = NULL, **argv;
	enum status status = find_preloaded(rules, &library, err);

	if (status != OK)
		return status;
	preload = preload_put(library, getenv("LD_PRELOAD"), rules->target->spy ? family : DROPIN_FAMILY, NULL);
	argv = calloc((size_t)context->argc + 3, sizeof(*argv));
	if (!preload || !argv || !set_environment(rules->target, preload, file)) {
		status = error_memory(err, "the environment");
	} else {
		argv[0] = "sonde";
		argv[1] = "tune";
		memcpy(argv + 2, context->argv, (size_t)context->argc * sizeof(*argv));
		execv("/proc/self/exe", argv);
		status = error_set(err, ERR_IO, "this program could not be started anew: %s", strerror(errno));
	}
	free(library);
	free(preload);
	free(argv);
	return status;
}

/* Of the library of this build, or a table. */
static enum status read_rules(const char *path, struct rules *rules, struct error *err)
{
	size_t length;
	char *text;
	enum status status = file_read(path, "rule file", RULES_MOST, &text, &length, err);

	if (status != OK)
		return status;
	if (tune_check_is_table(text)) {
		rules->target = &verify_target_table;
		status = choices_read(&rules->table, text, err);
		if (status != OK)
			error_prefix(err, path);
	} else {
		status = rules->target == &verify_target_mpich ? mpich_read(text, length, &rules->tree, err)
							       : tuned_read(text, length, &rules->file, err);
	}
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
	const struct rule_effect *grave;
	enum status status = rules->target == &verify_target_mpich     ? mpich_check(&rules->tree, &effects, err)
			     : rules->target == &verify_target_openmpi ? tuned_check(&rules->file, &effects, err)
								       : OK;

	grave = status == OK ? rule_effects_first_grave(&effects) : NULL;
	if (grave)
		status = error_set(err, ERR_INPUT, "%s, line %zu: %s%s%s. It is not tried", path, grave->line,
				   grave->operation ? grave->operation : "", grave->operation ? ": " : "", grave->text);
	rule_effects_release(&effects);
	return status;
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
				   "(mpirun -n), or for operations without a call, or name what the library takes by "
				   "itself, or it has none",
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
	enum status status;

	if (rules->target == &verify_target_table)
		status = verify_table(&rules->table, asked->confidence, &first, &result, err);
	else if (rules->target == &verify_target_mpich)
		status = verify_mpich(&rules->tree, asked->confidence, &first, &result, err);
	else
		status = verify_tuned(&rules->file, asked->confidence, &first, &result, err);
	if (status == OK && first) {
		status = command_print(context, verify_report_table(rules, &result, asked->confidence), err);
		if (status == OK && asked->prune && result.n > 0)
			status = verify_prune(context, asked, rules, &result, err);
		if (status == OK)
			status = conclude(asked, &result, err);
	}
	free(result.list);
	return status;
}

/* The library of this build. */
static enum status find_library(struct rules *rules, struct error *err)
{
	char text[256];
	const char *library = live_library(text, sizeof(text));

	rules->mpi = strncmp(library, "Open MPI", strlen("Open MPI")) == 0 ? MPI_KIND_OPENMPI
		     : strncmp(library, "MPICH", strlen("MPICH")) == 0     ? MPI_KIND_MPICH
									   : MPI_KIND_OTHER;
	rules->target = rules->mpi == MPI_KIND_MPICH ? &verify_target_mpich : &verify_target_openmpi;
	return rules->mpi != MPI_KIND_OTHER
		       ? OK
		       : error_set(err, ERR_INPUT,
				   "--verify: rules are seen at work by a sonde for Open MPI or MPICH; this one is "
				   "for %s",
				   library);
}

enum status tune_verify(struct context *context, const struct tune_verification *asked, struct error *err)
{
	const struct output_input input = {asked->file, "the rule file"};
	struct rules rules = {.target = NULL};
	enum status status = OK;

	if (asked->prune && !asked->output)
		return error_set(err, ERR_USAGE, "--prune: -o FILE is missing, where the rules go that are left");
	context->echoes = false;
	status = find_library(&rules, err);
	if (status == OK && asked->prune)
		status = output_check(asked->output, &input, 1, err);
	if (status == OK)
		status = read_rules(asked->file, &rules, err);
	if (status == OK)
		status = refuse_grave(asked->file, &rules, err);
	if (status == OK && !getenv(begun))
		status = begin(context, &rules, asked->file, err);
	else if (status == OK)
		status = look_on(context, asked, &rules, err);
	rules_release(&rules);
	return status;
}
