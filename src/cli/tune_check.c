#include "cli/tune_check.h"

#include "base/file_read.h"
#include "report/rule_effects.h"
#include "rules/mpich.h"
#include "rules/tuned_check.h"

#include <ctype.h>
#include <stdlib.h>

enum { RULES_MOST = 16000000 }; /* bytes of a rule file */

static const char *const library_names[] = {"Open MPI 4.1", "MPICH 4.0"};

static enum status check_tuned(const char *text, size_t length, struct rule_effects *effects, struct error *err)
{
	struct tuned_file file = {.n = 0};
	enum status status = tuned_read(text, length, &file, err);

	if (status == OK)
		status = tuned_check(&file, effects, err);
	tuned_release(&file);
	return status;
}

static enum status check_mpich(const char *text, size_t length, struct rule_effects *effects, struct error *err)
{
	struct mpich_tree tree = {.n = 0};
	enum status status = mpich_read(text, length, &tree, err);

	if (status == OK)
		status = mpich_check(&tree, effects, err);
	mpich_release(&tree);
	return status;
}

/* Whether a text is JSON, or is meant to be: Open MPI 4.1's rules begin with a number or a '#'. */
static bool is_json(const char *text, size_t length)
{
	size_t i = 0;

	while (i < length && isspace((unsigned char)text[i]))
		i++;
	return i < length && (text[i] == '{' || text[i] == '/' || text[i] == '[');
}

/* *library: of library_names. */
static enum status find(const char *path, struct rule_effects *effects, const char **library, struct error *err)
{
	size_t length;
	char *text;
	enum status status = file_read(path, "rule file", RULES_MOST, &text, &length, err);
	bool json = status == OK && is_json(text, length);

	*library = library_names[json];
	if (status != OK)
		return status;
	status = json ? check_mpich(text, length, effects, err) : check_tuned(text, length, effects, err);
	free(text);
	return status;
}

enum status tune_check(struct context *context, const char *path, struct error *err)
{
	struct rule_effects effects = {.n = 0};
	const char *library;
	enum status status = find(path, &effects, &library, err);
	size_t grave = rule_effects_grave(&effects);

	if (status == OK && effects.n == 0 && !context->quiet)
		fprintf(context->chatter, "sonde: %s: %s does what the rules say\n", path, library);
	if (status == OK)
		status = command_print(context, rule_effects_table(&effects), err);
	rule_effects_release(&effects);
	if (status == OK && grave > 0)
		return error_set(err, ERR_CHECK, "%s: %zu %s", path, grave,
				 grave == 1 ? "rule is ignored, aborts programs or may let them hang"
					    : "rules are ignored, abort programs or may let them hang");
	return status;
}
