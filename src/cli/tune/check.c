#include "cli/tune/check.h"

#include "algorithm/choice.h"
#include "base/file_read.h"
#include "base/json_tree.h"
#include "mpi/dropin/environment.h"
#include "report/rule_effects.h"
#include "rules/mpich.h"
#include "rules/tuned_check.h"
#include "rules/tuned_json.h"
#include "tune/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { RULES_MOST = 16000000 }; /* bytes of a rule file */

static const char mpich_name[] = "MPICH 4.0", sonde_name[] = "sonde run --collectives";

static enum status check_classic(enum tuned_edition edition, const char *text, size_t length,
				 struct rule_effects *effects, struct error *err)
{
	struct tuned_file file = {.n = 0};
	enum status status = tuned_read_as(edition, text, length, &file, err);

	if (status == OK)
		status = tuned_check(&file, effects, err);
	tuned_release(&file);
	return status;
}

/* What is no JSON 6.0 reads as a classic file. */
static enum status check_json(const char *text, size_t length, struct rule_effects *effects, struct error *err)
{
	struct tuned_json file = {.n = 0};
	enum status status = tuned_json_read(text, length, &file, err);
	const struct rule_effect misread = {.kind = EFFECT_MISREAD, .line = file.fault_at};

	if (status == OK && !file.fault) {
		status = tuned_json_check(&file, effects, err);
	} else if (status == OK) {
		if (tuned_json_is(text, length))
			status = rule_effects_add(effects, &misread, err,
						  "%s: it is no JSON, and is read as a classic file", file.fault);
		if (status == OK)
			status = check_classic(TUNED_6_0, text, length, effects, err);
	}
	tuned_json_release(&file);
	return status;
}

static enum status check_tuned(enum tuned_edition edition, const char *text, size_t length,
			       struct rule_effects *effects, struct error *err)
{
	return edition == TUNED_6_0 ? check_json(text, length, effects, err)
				    : check_classic(edition, text, length, effects, err);
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

/* Rows of which another one has all calls. */
static enum status check_rows(const struct choices *table, struct rule_effects *effects, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < table->n; i++)
		for (size_t k = 0; k < i; k++) {
			const struct rule_effect never = {.kind = EFFECT_NEVER,
							  .line = table->list[i].line,
							  .operation = collective_words[table->list[i].collective]};

			if (!choice_covers(&table->list[k], &table->list[i]))
				continue;
			status = rule_effects_add(effects, &never, err, "row %zu: row %zu has all of its calls", i + 1,
						  k + 1);
			break;
		}
	return status;
}

/* sonde run refuses a table of which nothing would be done. */
static enum status check_acts(const struct choices *table, struct rule_effects *effects, struct error *err)
{
	const struct rule_effect ignored = {.kind = EFFECT_IGNORED};

	for (size_t i = 0; i < table->n; i++)
		if (dropin_row_acts(&table->list[i]))
			return OK;
	return rule_effects_add(effects, &ignored, err,
				table->n == 0 ? "it has no rules, and sonde run refuses it: a rule is a line such as "
						"\"bcast 2-16 4K- chain segment=64K\", or in JSON "
						"{\"operation\": \"bcast\", \"algorithm\": \"chain\"}"
					      : "it has no row but for the MPI library's own way");
}

/* Whether it is JSON with an empty list of rules, whatever else it has or lacks. */
static enum status find_empty_list(const char *text, bool *empty, struct error *err)
{
	struct json_tree json = {.n = 0};
	enum status status = json_read(text, strlen(text), &json, err);
	size_t rules = status == OK && !json.fault && json.n > 1 && json.list[1].kind == JSON_OBJECT
			       ? json_member(&json, 1, "rules")
			       : JSON_NONE;

	*empty = rules && json.list[rules].kind == JSON_ARRAY && !json.list[rules].child;
	json_release(&json);
	return status;
}

static enum status check_table(const char *text, struct rule_effects *effects, struct error *err)
{
	struct choices table = {.n = 0};
	bool empty = false;
	enum status status = find_empty_list(text, &empty, err);

	if (status == OK && !empty)
		status = choices_read(&table, text, err);
	if (status == OK)
		status = check_rows(&table, effects, err);
	if (status == OK)
		status = check_acts(&table, effects, err);
	choices_release(&table);
	return status;
}

bool tune_check_is_table(const char *text)
{
	char word[32];

	while (isspace((unsigned char)*text) || *text == '#')
		text += *text == '#' ? strcspn(text, "\n") : 1;
	if (*text == '{') {
		const char *first = text + 1 + strspn(text + 1, " \t\r\n");

		return strstr(text, "\"sonde-collectives\"") || strncmp(first, "\"rules\"", strlen("\"rules\"")) == 0;
	}
	return sscanf(text, "%31s", word) == 1 && collective_of_word(word) >= 0;
}

/* Whether a text is JSON, or is meant to be: Open MPI 4.1's rules begin with a number or a '#'. */
static bool is_json(const char *text, size_t length)
{
	size_t i = 0;

	while (i < length && isspace((unsigned char)text[i]))
		i++;
	return i < length && (text[i] == '{' || text[i] == '/' || text[i] == '[');
}

/* The edition of Open MPI that a file without more words is for; false: it is MPICH's. */
static bool edition_of(const char *text, size_t length, enum tuned_edition *edition)
{
	bool json = is_json(text, length), is_of_6 = json && tuned_json_is(text, length);

	*edition = is_of_6 ? TUNED_6_0 : tuned_has_version(text, length) ? TUNED_5_0 : TUNED_4_1;
	return !json || is_of_6;
}

/* The same of a library that was named. */
static bool edition_named(const struct tune_library *library, enum tuned_edition *edition)
{
	*edition = library == &tune_openmpi_6 ? TUNED_6_0 : library == &tune_openmpi_5 ? TUNED_5_0 : TUNED_4_1;
	return library != &tune_mpich;
}

/* Nothing in a file says which library it is for. */
static enum status check_empty(struct rule_effects *effects, struct error *err)
{
	const struct rule_effect ignored = {.kind = EFFECT_IGNORED, .line = 1};

	return rule_effects_add(
		effects, &ignored, err,
		"the file is empty: Open MPI decides by itself, MPICH crashes in MPI_Init. Rules begin with "
		"a number of operations (4.1), rule-file-version-2 (5.0) or { (6.0, MPICH)");
}

/* *name: of the library. */
static enum status find(const char *path, const struct tune_library *library, struct rule_effects *effects,
			const char **name, struct error *err)
{
	enum tuned_edition edition;
	bool openmpi;
	size_t length;
	char *text;
	enum status status = file_read(path, "rule file", RULES_MOST, &text, &length, err);

	if (status != OK)
		return status;
	if (library ? tune_library_is_sonde(library) : tune_check_is_table(text)) {
		*name = sonde_name;
		status = check_table(text, effects, err);
		free(text);
		return status;
	}
	if (!library && text[strspn(text, " \t\r\n")] == '\0') {
		*name = "any library";
		status = check_empty(effects, err);
		free(text);
		return status;
	}
	openmpi = library ? edition_named(library, &edition) : edition_of(text, length, &edition);
	*name = openmpi ? tuned_edition_names[edition] : mpich_name;
	status = openmpi ? check_tuned(edition, text, length, effects, err) : check_mpich(text, length, effects, err);
	free(text);
	return status;
}

/* A grave effect of the whole file; NULL: there is none. */
static const struct rule_effect *find_of_file(const struct rule_effects *effects)
{
	for (size_t i = 0; i < effects->n; i++)
		if (effects->list[i].kind <= EFFECT_DEADLOCKS && !effects->list[i].operation)
			return &effects->list[i];
	return NULL;
}

enum status tune_check(struct context *context, const char *path, const struct tune_library *library, struct error *err)
{
	struct rule_effects effects = {.n = 0};
	const char *name = "";
	enum status status = find(path, library, &effects, &name, err);
	const struct rule_effect *of_file = find_of_file(&effects);
	size_t grave = rule_effects_grave(&effects);

	if (status == OK && effects.n == 0 && !context->quiet)
		fprintf(context->chatter, "sonde: %s: %s does what the rules say\n", path, name);
	else if (status == OK && !context->quiet)
		fprintf(context->chatter, "sonde: %s: as %s takes it\n", path, name);
	if (status == OK && !library && name == tuned_edition_names[TUNED_5_0] && !context->quiet)
		fprintf(context->chatter, "sonde: %s: Open MPI before 4.1.8 and 5.0.7 ignores it\n", path);
	if (status == OK)
		status = command_print(context, rule_effects_table(&effects), err);
	if (status == OK && of_file)
		status = error_set(err, ERR_CHECK, "%s: %s", path, of_file->text);
	else if (status == OK && grave > 0)
		status = error_set(err, ERR_CHECK, "%s: %zu %s", path, grave,
				   grave == 1 ? "rule is ignored, aborts programs or may let them hang"
					      : "rules are ignored, abort programs or may let them hang");
	rule_effects_release(&effects);
	return status;
}
