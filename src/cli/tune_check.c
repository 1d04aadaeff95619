#include "cli/tune_check.h"

#include "base/file_read.h"
#include "report/rule_effects.h"
#include "rules/tuned_check.h"

#include <stdlib.h>

enum { RULES_MOST = 16000000 }; /* bytes of a rule file */

static enum status find(const char *path, struct rule_effects *effects, struct error *err)
{
	struct tuned_file file = {.n = 0};
	size_t length;
	char *text;
	enum status status = file_read(path, "rule file", RULES_MOST, &text, &length, err);

	if (status != OK)
		return status;
	status = tuned_read(text, length, &file, err);
	if (status == OK)
		status = tuned_check(&file, effects, err);
	tuned_release(&file);
	free(text);
	return status;
}

enum status tune_check(struct context *context, const char *path, struct error *err)
{
	struct rule_effects effects = {.n = 0};
	enum status status = find(path, &effects, err);
	size_t grave = rule_effects_grave(&effects);

	if (status == OK && effects.n == 0 && !context->quiet)
		fprintf(context->chatter, "sonde: %s: Open MPI 4.1 does what the rules say\n", path);
	if (status == OK)
		status = command_print(context, rule_effects_table(&effects), err);
	rule_effects_release(&effects);
	if (status == OK && grave > 0)
		return error_set(err, ERR_CHECK, "%s: %zu %s", path, grave,
				 grave == 1 ? "rule is ignored, aborts programs or may let them hang"
					    : "rules are ignored, abort programs or may let them hang");
	return status;
}
