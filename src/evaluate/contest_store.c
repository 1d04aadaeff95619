#include "evaluate/contest_store.h"

#include "model/file/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_ROOM = 4096, KEY_ROOM = 64 };

static const char key_models[] = "compared models", key_operations[] = "compared operations",
		  key_sizes[] = "compared sizes", key_confidence[] = "compared confidence",
		  key_noise[] = "compared noise";
static const double usual_confidence = 0.95; /* of runs that do not say theirs */

static const char *comma(const char *text)
{
	return text[0] ? "," : "";
}

static enum status save_names(struct store *store, int64_t run, const struct contest *contest, struct error *err)
{
	char models[NAMES_ROOM] = "", operations[NAMES_ROOM] = "";
	enum status status;

	for (size_t i = 0; i < contest->n; i++)
		snprintf(models + strlen(models), sizeof(models) - strlen(models), "%s%s", comma(models),
			 contest->list[i].name);
	for (size_t k = 0; k < contest->n_operations; k++) {
		const struct contest_operation *what = &contest->operations[k];
		size_t n = strlen(operations);

		snprintf(operations + n, sizeof(operations) - n, "%s%s%s%s", comma(operations),
			 contest_operation_name(what), what->algorithm ? ":" : "",
			 what->algorithm ? what->algorithm->name : "");
	}
	status = store_set_fact(store, run, key_models, models, err);
	return status == OK ? store_set_fact(store, run, key_operations, operations, err) : status;
}

static enum status save_sizes(struct store *store, int64_t run, const struct size_list *sizes, struct error *err)
{
	enum { SIZE_ROOM = 24 };
	size_t room = sizes->n * SIZE_ROOM + 1, n = 0;
	char *text = calloc(room, 1);
	enum status status = text ? OK : error_memory(err, "a list of sizes");

	for (size_t i = 0; text && i < sizes->n; i++)
		n += (size_t)snprintf(text + n, room - n, "%s%zu", i ? "," : "", sizes->bytes[i]);
	if (status == OK)
		status = store_set_fact(store, run, key_sizes, text, err);
	free(text);
	return status;
}

static enum status save_number(struct store *store, int64_t run, const char *key, double number, struct error *err)
{
	char text[40];

	snprintf(text, sizeof(text), "%.17g", number);
	return store_set_fact(store, run, key, text, err);
}

static enum status save_cost(struct store *store, int64_t run, const char *name, const struct contest_part *taken,
			     struct error *err)
{
	char key[KEY_ROOM + CONTENDER_NAME], text[200];

	snprintf(key, sizeof(key), "compared cost of %s", name);
	snprintf(text, sizeof(text), "%.17g %.17g %.17g", taken->experiments, taken->messages, taken->seconds);
	return store_set_fact(store, run, key, text, err);
}

static enum status save_model(struct store *store, int64_t run, const struct contender *c, struct error *err)
{
	char key[KEY_ROOM + CONTENDER_NAME];
	char *text = model_text(c->model, err);
	enum status status = text ? OK : err->status;

	snprintf(key, sizeof(key), "compared model %s", c->name);
	if (status == OK)
		status = store_set_fact(store, run, key, text, err);
	free(text);
	return status == OK ? save_cost(store, run, c->name, &c->taken, err) : status;
}

enum status contest_save(struct store *store, int64_t run, const struct contest *contest, struct error *err)
{
	enum status status = save_names(store, run, contest, err);

	if (status == OK)
		status = save_sizes(store, run, &contest->sizes, err);
	if (status == OK)
		status = save_number(store, run, key_confidence, contest->confidence, err);
	if (status == OK)
		status = save_number(store, run, key_noise, contest->noise, err);
	for (size_t i = 0; status == OK && i < contest->n; i++)
		status = save_model(store, run, &contest->list[i], err);
	for (size_t k = 0; status == OK && k < CONTEST_PARTS; k++)
		if (contest->parts[k].experiments > 0)
			status = save_cost(store, run, contest_part_names[k], &contest->parts[k], err);
	return status;
}

/* The text of a fact that must be there. *text is allocated. */
static enum status load_text(struct store *store, int64_t run, const char *key, char **text, struct error *err)
{
	enum status status = store_fact(store, run, key, text, err);

	return status == OK && !*text ? error_set(err, ERR_INPUT,
						  "run %lld of the store compares models and lacks '%s': it was "
						  "interrupted, or is damaged",
						  (long long)run, key)
				      : status;
}

/* Absent: as it was. */
static enum status load_number(struct store *store, int64_t run, const char *key, double *number, struct error *err)
{
	char *text = NULL;
	enum status status = store_fact(store, run, key, &text, err);

	if (text && sscanf(text, "%lf", number) != 1)
		status = error_set(err, ERR_INPUT, "run %lld of the store: '%s' is no number: '%s'", (long long)run,
				   key, text);
	free(text);
	return status;
}

/* Absent: all 0. */
static enum status load_cost(struct store *store, int64_t run, const char *name, struct contest_part *taken,
			     struct error *err)
{
	char key[KEY_ROOM + CONTENDER_NAME];
	char *text = NULL;
	enum status status;

	snprintf(key, sizeof(key), "compared cost of %s", name);
	status = store_fact(store, run, key, &text, err);
	if (text && sscanf(text, "%lf %lf %lf", &taken->experiments, &taken->messages, &taken->seconds) != 3)
		status = error_set(err, ERR_INPUT, "run %lld of the store: '%s' is no cost: '%s'", (long long)run, key,
				   text);
	free(text);
	return status;
}

static enum status load_model(struct store *store, int64_t run, struct contender *c, struct error *err)
{
	char key[KEY_ROOM + CONTENDER_NAME];
	char *text = NULL;
	enum status status;

	snprintf(key, sizeof(key), "compared model %s", c->name);
	status = load_text(store, run, key, &text, err);
	if (status == OK && !(c->model = model_parse(text, key, err)))
		status = err->status;
	free(text);
	return status == OK ? load_cost(store, run, c->name, &c->taken, err) : status;
}

enum status contest_load(struct store *store, int64_t run, size_t processes, struct contest *contest, struct error *err)
{
	const char *const keys[] = {key_models, key_operations, key_sizes};
	char *texts[3] = {NULL, NULL, NULL};
	enum status status = OK;

	*contest = (struct contest){.processes = processes, .confidence = usual_confidence};
	for (size_t i = 0; status == OK && i < 3; i++)
		status = load_text(store, run, keys[i], &texts[i], err);
	if (status == OK)
		status = contest_read_models(contest, texts[0], err);
	if (status == OK)
		status = contest_read_operations(contest, texts[1], err);
	if (status == OK)
		status = size_list_parse(texts[2], &contest->sizes, err);
	for (size_t i = 0; status == OK && i < contest->n; i++)
		status = load_model(store, run, &contest->list[i], err);
	for (size_t k = 0; status == OK && k < CONTEST_PARTS; k++)
		status = load_cost(store, run, contest_part_names[k], &contest->parts[k], err);
	if (status == OK)
		status = load_number(store, run, key_confidence, &contest->confidence, err);
	if (status == OK)
		status = load_number(store, run, key_noise, &contest->noise, err);
	for (size_t i = 0; i < 3; i++)
		free(texts[i]);
	return status;
}
