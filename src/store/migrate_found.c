#include "store/migrate.h"

#include "base/memory.h"
#include "base/text.h"
#include "model/model.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ESCALATIONS_MOST = 64, KEY_ROOM = 200 };

static const double default_confidence = 0.95; /* of evaluations that did not say theirs */

enum status migrate_fact(struct store *store, int64_t run, const char *key, char **text, struct error *err)
{
	sqlite3_stmt *statement = NULL;
	const char *found = NULL;
	enum status status = OK;

	*text = NULL;
	if (sqlite3_prepare_v2(store->db, "SELECT value FROM temp.facts WHERE run = ? AND key = ?", -1, &statement,
			       NULL) != SQLITE_OK)
		return sql_failed(store, err);
	sqlite3_bind_int64(statement, 1, run);
	sqlite3_bind_text(statement, 2, key, -1, SQLITE_STATIC);
	if (sqlite3_step(statement) == SQLITE_ROW)
		found = (const char *)sqlite3_column_text(statement, 0);
	if (found && !(*text = memory_text(found)))
		status = error_memory(err, "a text from the store");
	sqlite3_finalize(statement);
	return status;
}

static enum status not_understood(struct store *store, int64_t run, const char *key, const char *text,
				  struct error *err)
{
	return run_damaged(store, run, err, "its '%s' is \"%.200s\", which is not understood", key, text);
}

/* Reads what stands before a number, and the number, which may be NaN or infinite; as the functions of base/text.h. */
static const char *take_number(const char *text, const char *before, double *number)
{
	char *end;

	text = text_after(text, before);
	if (!text)
		return NULL;
	*number = strtod(text, &end);
	return end != text ? end : NULL;
}

static const char *take_escalations(const char *text, struct run_escalation *e)
{
	text = text_whole(text_after(text, "; "), &e->bytes);
	text = text_whole(text_after(text, " B: "), &e->escalated);
	text = text_whole(text_after(text, " of "), &e->made);
	text = take_number(text, ", ", &e->q10);
	text = take_number(text, " ", &e->q50);
	text = take_number(text, " ", &e->q90);
	return text_after(text, " s");
}

/* "S 65536 M1 8192 M2 65537; 8192 B: 30 of 60, 0.1 0.2 0.3 s; ...". */
static bool read_thresholds(const char *text, struct run_thresholds *t)
{
	const char *rest = take_number(take_number(take_number(text, "S ", &t->S), " M1 ", &t->M1), " M2 ", &t->M2);

	while (rest && *rest && t->n < ESCALATIONS_MOST) {
		const struct run_escalation *e = &t->list[t->n];

		rest = take_escalations(rest, &t->list[t->n]);
		if (e->made == 0 || e->escalated > e->made || (t->n > 0 && e->bytes <= e[-1].bytes))
			rest = NULL;
		t->n++;
	}
	return rest && !*rest;
}

static enum status keep_thresholds(struct store *store, int64_t run, struct error *err)
{
	struct run_escalation list[ESCALATIONS_MOST];
	struct run_thresholds found = {.list = list};
	char *text = NULL;
	enum status status = migrate_fact(store, run, "thresholds", &text, err);

	if (status == OK && text)
		status = read_thresholds(text, &found) ? thresholds_write(store, run, &found, err)
						       : not_understood(store, run, "thresholds", text, err);
	free(text);
	return status;
}

/* "state 0:1". */
static bool read_pair(const char *key, size_t *from, size_t *to)
{
	const char *rest = text_whole(text_after(text_whole(text_after(key, "state "), from), ":"), to);

	return rest && !*rest && *from <= INT_MAX && *to <= INT_MAX;
}

/* The state of a pair, "0=1.2e-06 1048576=0.0002", as its fact "state 0:1" says it. */
static enum status keep_state(struct store *store, int64_t run, const char *key, const char *text, struct error *err)
{
	size_t from = 0, to = 0, bytes = 0;
	enum status status = OK;
	const char *rest = text;
	double seconds = 0;

	if (!read_pair(key, &from, &to))
		return not_understood(store, run, "state", key, err);
	while (status == OK && rest && *rest) {
		rest = text_number(text_after(text_whole(rest, &bytes), "="), &seconds);
		if (!rest || !(seconds > 0) || (*rest && *rest != ' '))
			return not_understood(store, run, key, text, err);
		rest += *rest == ' ';

		const struct value values[] = {INTEGER(run), SIZE(from), SIZE(to), SIZE(bytes), REAL(seconds)};

		status = sql_execute(store, SQL_STATE_SET, values, 5, err);
	}
	return status;
}

static enum status keep_states(struct store *store, int64_t run, struct error *err)
{
	sqlite3_stmt *statement = NULL;
	enum status status = OK;

	if (sqlite3_prepare_v2(store->db, "SELECT key, value FROM temp.facts WHERE run = ? AND key LIKE 'state %'", -1,
			       &statement, NULL) != SQLITE_OK)
		return sql_failed(store, err);
	sqlite3_bind_int64(statement, 1, run);
	while (status == OK && sqlite3_step(statement) == SQLITE_ROW) {
		const char *key = (const char *)sqlite3_column_text(statement, 0),
			   *text = (const char *)sqlite3_column_text(statement, 1);

		status = key && text ? keep_state(store, run, key, text, err)
				     : run_damaged(store, run, err, "its '%s' has no value", key ? key : "state");
	}
	sqlite3_finalize(statement);
	return status;
}

static bool is_end(const char *rest)
{
	return rest && !*rest;
}

/* Absent: as it was. */
static enum status number_of(struct store *store, int64_t run, const char *key, double *number, struct error *err)
{
	char *text = NULL;
	enum status status = migrate_fact(store, run, key, &text, err);

	if (text && !is_end(text_number(text, number)))
		status = not_understood(store, run, key, text, err);
	free(text);
	return status;
}

/* Absent: all 0. */
static enum status cost_of(struct store *store, int64_t run, const char *name, struct run_cost *cost, struct error *err)
{
	char key[KEY_ROOM], *text = NULL;
	enum status status;

	snprintf(key, sizeof(key), "compared cost of %s", name);
	status = migrate_fact(store, run, key, &text, err);
	if (text && !is_end(take_number(take_number(text_number(text, &cost->experiments), " ", &cost->messages), " ",
					&cost->seconds)))
		status = not_understood(store, run, key, text, err);
	free(text);
	return status;
}

/* The place after the next name of a list; the name ends there. NULL after the last one. */
static char *next_name(char *list)
{
	char *comma = strchr(list, ',');

	if (comma)
		*comma = '\0';
	return comma ? comma + 1 : NULL;
}

/* Class and method of a model by its name, "het-hockney:regression": "het-" keeps pairs apart. */
static enum status read_name(const char *name, struct evaluated_model *model, struct error *err)
{
	static const char apart[] = "het-";
	const char *rest = strncmp(name, apart, strlen(apart)) == 0 ? name + strlen(apart) : name;
	size_t length = strcspn(rest, ":");
	char word[PURPOSE_NAME_MOST];
	const struct model_class *class;
	const struct method *method;

	snprintf(word, sizeof(word), "%.*s", (int)length, rest);
	class = model_class_find(word, err);
	method = class ? model_method_find(class, rest[length] ? rest + length + 1 : NULL, err) : NULL;
	if (!method)
		return err->status;
	model->apart = rest != name || class->fit_all;
	model->name = memory_text(name);
	model->model = memory_text(class->name);
	model->method = memory_text(method->name);
	return model->name && model->model && model->method ? OK : error_memory(err, "an evaluation");
}

static enum status add_model(struct store *store, int64_t run, const char *name, struct stored_evaluation *e,
			     struct error *err)
{
	struct evaluated_model *model = &e->models[e->n_models++];
	char key[KEY_ROOM];
	struct error why = {0};
	enum status status = read_name(name, model, &why);

	if (status != OK)
		return run_damaged(store, run, err, "of the models that it compares: %s", why.text);
	snprintf(key, sizeof(key), "compared model %s", name);
	status = migrate_fact(store, run, key, &model->file, err);
	if (status == OK && !model->file)
		status = run_damaged(store, run, err, "it compares models and lacks '%s'", key);
	return status == OK ? cost_of(store, run, name, &model->cost, err) : status;
}

static enum status add_models(struct store *store, int64_t run, char *names, struct stored_evaluation *e,
			      struct error *err)
{
	enum status status = OK;

	e->models = calloc(strlen(names) + 1, sizeof(*e->models));
	if (!e->models)
		return error_memory(err, "an evaluation");
	for (char *name = names, *next; status == OK && name; name = next) {
		next = next_name(name);
		status = add_model(store, run, name, e, err);
	}
	return status;
}

/* "p2p,scatter:linear". */
static enum status add_operations(char *names, struct stored_evaluation *e, struct error *err)
{
	e->operations = calloc(strlen(names) + 1, sizeof(*e->operations));
	if (!e->operations)
		return error_memory(err, "an evaluation");
	for (char *name = names, *next; name; name = next) {
		struct evaluated_operation *operation = &e->operations[e->n_operations++];
		char *colon;

		next = next_name(name);
		colon = strchr(name, ':');
		if (colon)
			*colon = '\0';
		operation->operation = memory_text(name);
		operation->algorithm = colon ? memory_text(colon + 1) : NULL;
		if (!operation->operation || (colon && !operation->algorithm))
			return error_memory(err, "an evaluation");
	}
	return OK;
}

static enum status add_parts(struct store *store, int64_t run, struct stored_evaluation *e, struct error *err)
{
	static const char *const names[] = {
		[STORED_SWITCH] = "switch", [STORED_THRESHOLDS] = "thresholds", [STORED_HELD_OUT] = "held back"};
	enum status status = OK;

	for (size_t i = 0; status == OK && i < STORED_PARTS; i++)
		status = cost_of(store, run, names[i], &e->parts[i], err);
	return status;
}

/* A run that was interrupted before it had all of them has none. */
static enum status keep_evaluation(struct store *store, int64_t run, struct error *err)
{
	static const char *const keys[] = {"compared models", "compared operations", "compared sizes"};
	struct stored_evaluation found = {.confidence = default_confidence};
	char *texts[3] = {NULL, NULL, NULL};
	enum status status = OK;
	bool whole;

	for (size_t i = 0; status == OK && i < 3; i++)
		status = migrate_fact(store, run, keys[i], &texts[i], err);
	whole = status == OK && texts[0] && texts[1] && texts[2];
	if (whole)
		status = add_models(store, run, texts[0], &found, err);
	if (whole && status == OK)
		status = add_operations(texts[1], &found, err);
	if (whole && status == OK && *texts[2] && size_list_parse(texts[2], &found.sizes, NULL) != OK)
		status = not_understood(store, run, keys[2], texts[2], err);
	if (whole && status == OK)
		status = add_parts(store, run, &found, err);
	if (whole && status == OK)
		status = number_of(store, run, "compared confidence", &found.confidence, err);
	if (whole && status == OK)
		status = number_of(store, run, "compared noise", &found.noise, err);
	if (whole && status == OK)
		status = stored_evaluation_write(store, run, &found, err);
	for (size_t i = 0; i < 3; i++)
		free(texts[i]);
	stored_evaluation_release(&found);
	return status;
}

enum status migrate_found(struct store *store, int64_t run, struct error *err)
{
	TRY(keep_thresholds(store, run, err));
	TRY(keep_states(store, run, err));
	return keep_evaluation(store, run, err);
}
