#include <stdlib.h>

#include "base/memory.h"
#include "store/found.h"
#include "store/migrate.h"
#include "store/store_private.h"

const char *const part_words[] = {
	[STORED_SWITCH] = "switch", [STORED_THRESHOLDS] = "thresholds", [STORED_HELD_OUT] = "held-out", NULL};

void stored_evaluation_release(struct stored_evaluation *evaluation)
{
	for (size_t i = 0; i < evaluation->n_models; i++) {
		free(evaluation->models[i].name);
		free(evaluation->models[i].model);
		free(evaluation->models[i].method);
		free(evaluation->models[i].file);
	}
	for (size_t i = 0; i < evaluation->n_operations; i++) {
		free(evaluation->operations[i].operation);
		free(evaluation->operations[i].algorithm);
	}
	free(evaluation->models);
	free(evaluation->operations);
	size_list_release(&evaluation->sizes);
	*evaluation = (struct stored_evaluation){.n_models = 0};
}

static enum status write_models(struct store *store, int64_t run, const struct stored_evaluation *e, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; !status && i < e->n_models; i++) {
		const struct evaluated_model *m = &e->models[i];
		const struct value values[] = {INTEGER(run),           SIZE(i),
					       TEXT(m->name),          TEXT(m->model),
					       TEXT(m->method),        INTEGER(m->apart),
					       TEXT(m->file),          REAL(m->cost.experiments),
					       REAL(m->cost.messages), REAL(m->cost.seconds)};

		status = sql_execute(store, SQL_EVALUATED_MODEL_INSERT, values, 10, err);
	}
	return status;
}

static enum status write_rest(struct store *store, int64_t run, const struct stored_evaluation *e, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; !status && i < e->n_operations; i++) {
		const struct value values[] = {INTEGER(run), SIZE(i), TEXT(e->operations[i].operation),
					       TEXT(e->operations[i].algorithm)};

		status = sql_execute(store, SQL_EVALUATED_OPERATION_INSERT, values, 4, err);
	}
	for (size_t i = 0; !status && i < e->sizes.n; i++) {
		const struct value values[] = {INTEGER(run), SIZE(e->sizes.bytes[i])};

		status = sql_execute(store, SQL_EVALUATED_SIZE_INSERT, values, 2, err);
	}
	for (size_t i = 0; !status && i < STORED_PARTS; i++) {
		const struct value values[] = {INTEGER(run), TEXT(part_words[i]), REAL(e->parts[i].experiments),
					       REAL(e->parts[i].messages), REAL(e->parts[i].seconds)};

		if (e->parts[i].experiments > 0)
			status = sql_execute(store, SQL_EVALUATION_COST_INSERT, values, 5, err);
	}
	return status;
}

enum status stored_evaluation_write(struct store *store, int64_t run, const struct stored_evaluation *e,
				    struct error *err)
{
	const struct value values[] = {INTEGER(run), REAL(e->confidence), REAL(e->noise)};
	enum status status = sql_insert_for_run(store, SQL_EVALUATION_INSERT, run, values, 3, err);

	if (!status)
		status = write_models(store, run, e, err);
	return status ? status : write_rest(store, run, e, err);
}

enum status store_set_evaluation(struct store *store, int64_t run, const struct stored_evaluation *evaluation,
				 struct error *err)
{
	enum status status = transaction_begin(store, err);

	return status ? status : transaction_end(store, stored_evaluation_write(store, run, evaluation, err), err);
}

/* An evaluation that is being read. */
struct evaluation_reading {
	int64_t run;
	struct stored_evaluation *evaluation;
	bool known;
	size_t models, operations, sizes; /* room */
};

static enum status read_head(struct store *store, void *context, struct error *err)
{
	struct evaluation_reading *reading = context;
	enum status status = sql_number(store, SQL_EVALUATION, 0, &reading->evaluation->confidence, err);

	reading->known = true;
	if (!status)
		status = sql_number(store, SQL_EVALUATION, 1, &reading->evaluation->noise, err);
	if (!status && !(reading->evaluation->confidence > 0 && reading->evaluation->confidence < 1))
		status = run_damaged(store, reading->run, err, "the confidence of its evaluation is %g, not in 0 to 1",
				     reading->evaluation->confidence);
	return status;
}

/* Three columns from the first one on. */
static enum status read_cost(struct store *store, enum statement statement, int first, struct run_cost *cost,
			     struct error *err)
{
	enum status status = sql_number(store, statement, first, &cost->experiments, err);

	if (!status)
		status = sql_number(store, statement, first + 1, &cost->messages, err);
	if (!status)
		status = sql_number(store, statement, first + 2, &cost->seconds, err);
	if (!status && (cost->experiments < 0 || cost->messages < 0))
		status = store_damaged(store, "an evaluation took less than no experiments or messages", err);
	return status;
}

static enum status read_model(struct store *store, void *context, struct error *err)
{
	struct evaluation_reading *reading = context;
	struct stored_evaluation *e = reading->evaluation;
	struct evaluated_model *all = memory_grow(e->models, &reading->models, e->n_models + 1, sizeof(*all)), *model;
	enum status status = all ? OK : error_memory(err, "an evaluation");

	if (status)
		return status;
	e->models = all;
	model = &all[e->n_models++];
	*model = (struct evaluated_model){.apart = sqlite3_column_int(store->statements[SQL_EVALUATED_MODELS], 3) != 0};
	status = sql_needed_text(store, SQL_EVALUATED_MODELS, 0, &model->name, err);
	if (!status)
		status = sql_needed_text(store, SQL_EVALUATED_MODELS, 1, &model->model, err);
	if (!status)
		status = sql_needed_text(store, SQL_EVALUATED_MODELS, 2, &model->method, err);
	if (!status)
		status = sql_needed_text(store, SQL_EVALUATED_MODELS, 4, &model->file, err);
	return status ? status : read_cost(store, SQL_EVALUATED_MODELS, 5, &model->cost, err);
}

static enum status read_operation(struct store *store, void *context, struct error *err)
{
	struct evaluation_reading *reading = context;
	struct stored_evaluation *e = reading->evaluation;
	struct evaluated_operation *all =
		memory_grow(e->operations, &reading->operations, e->n_operations + 1, sizeof(*all));
	struct evaluated_operation *operation;
	enum status status = all ? OK : error_memory(err, "an evaluation");

	if (status)
		return status;
	e->operations = all;
	operation = &all[e->n_operations++];
	*operation = (struct evaluated_operation){NULL, NULL};
	status = sql_needed_text(store, SQL_EVALUATED_OPERATIONS, 0, &operation->operation, err);
	return status ? status : sql_text(store, SQL_EVALUATED_OPERATIONS, 1, &operation->algorithm, err);
}

static enum status read_size(struct store *store, void *context, struct error *err)
{
	struct evaluation_reading *reading = context;
	struct size_list *sizes = &reading->evaluation->sizes;
	size_t *all = memory_grow(sizes->bytes, &reading->sizes, sizes->n + 1, sizeof(*all));

	if (!all)
		return error_memory(err, "an evaluation");
	sizes->bytes = all;
	return sql_size(store, SQL_EVALUATED_SIZES, 0, &all[sizes->n++], err);
}

static enum status read_part(struct store *store, void *context, struct error *err)
{
	struct evaluation_reading *reading = context;
	int part = 0;
	enum status status = sql_needed_word(store, SQL_EVALUATION_COSTS, 0, part_words, "evaluation's part",
					     reading->run, &part, err);

	return status ? status : read_cost(store, SQL_EVALUATION_COSTS, 1, &reading->evaluation->parts[part], err);
}

enum status store_evaluation(struct store *store, int64_t run, struct stored_evaluation *evaluation, struct error *err)
{
	static const struct {
		enum statement statement;
		enum status (*take)(struct store *store, void *context, struct error *err);
	} lists[] = {{SQL_EVALUATION, read_head},
		     {SQL_EVALUATED_MODELS, read_model},
		     {SQL_EVALUATED_OPERATIONS, read_operation},
		     {SQL_EVALUATED_SIZES, read_size},
		     {SQL_EVALUATION_COSTS, read_part}};
	struct evaluation_reading reading = {.run = run, .evaluation = evaluation};
	enum status status = OK;

	*evaluation = (struct stored_evaluation){.n_models = 0};
	for (size_t i = 0; !status && i < sizeof(lists) / sizeof(*lists); i++)
		status = sql_each(store, lists[i].statement, run, lists[i].take, &reading, err);
	if (!status && !reading.known)
		status = run_damaged(store, run, err,
				     "it compares models and holds no evaluation: it was interrupted, or is damaged");
	if (status)
		stored_evaluation_release(evaluation);
	return status;
}
