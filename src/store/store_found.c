#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/found.h"
#include "store/migrate.h"
#include "store/store_private.h"

enum status store_set_state(struct store *store, int64_t run, const struct run_state *state, struct error *err)
{
	const struct value values[] = {INTEGER(run), INTEGER(state->from), INTEGER(state->to), SIZE(state->bytes),
				       REAL(state->seconds)};
	enum status status = transaction_begin(store, err);

	return status ? status
		      : transaction_end(store, sql_insert_for_run(store, SQL_STATE_SET, run, values, 5, err), err);
}

static enum status read_state(struct store *store, struct run_state *state, int64_t run, struct error *err)
{
	enum status status = sql_size(store, SQL_STATES, 0, &state->bytes, err);

	if (!status)
		status = sql_number(store, SQL_STATES, 1, &state->seconds, err);
	if (!status && !(state->seconds > 0))
		status = run_damaged(store, run, err, "the machine's state by %zu B is %g s, which cannot be",
				     state->bytes, state->seconds);
	return status;
}

enum status store_states(struct store *store, int64_t run, int from, int to, struct run_state **states, size_t *n,
			 struct error *err)
{
	const struct value values[] = {INTEGER(run), INTEGER(from), INTEGER(to)};
	struct run_state *all = NULL;
	size_t count = 0, capacity = 0;
	bool row;
	enum status status = sql_bind(store, SQL_STATES, values, 3, err);

	while (!status && !(status = sql_step(store, SQL_STATES, &row, err)) && row) {
		struct run_state *grown = memory_grow(all, &capacity, count + 1, sizeof(*all));

		if (!grown) {
			status = error_memory(err, "the states of the machine");
			break;
		}
		all = grown;
		all[count] = (struct run_state){.from = from, .to = to};
		status = read_state(store, &all[count++], run, err);
	}
	sql_reset(store, SQL_STATES);
	if (status) {
		free(all);
		return status;
	}
	*states = all;
	*n = count;
	return OK;
}

enum status store_set_levels(struct store *store, int64_t run, const struct run_level *levels, size_t n,
			     struct error *err)
{
	enum status status = transaction_begin(store, err);

	if (status)
		return status;
	status = sql_execute(store, SQL_LEVELS_DELETE, &INTEGER(run), 1, err);
	for (size_t i = 0; !status && i < n; i++) {
		const struct run_level *l = &levels[i];
		const struct value values[] = {INTEGER(run),   SIZE(i),          TEXT(l->name), INTEGER(l->from),
					       INTEGER(l->to), REAL(l->seconds), REAL(l->share)};

		status = sql_insert_for_run(store, SQL_LEVEL_INSERT, run, values, 7, err);
	}
	return transaction_end(store, status, err);
}

/* States that are being read. */
struct level_reading {
	int64_t run;
	struct run_level *levels;
	size_t n;
};

static enum status read_level(struct store *store, void *context, struct error *err)
{
	struct level_reading *reading = context;
	struct run_level *level = &reading->levels[reading->n];
	size_t number, from, to;
	char *name = NULL;
	enum status status = sql_size(store, SQL_LEVELS, 0, &number, err);

	if (!status && (number != reading->n || number >= RUN_LEVELS_MOST))
		return run_damaged(store, reading->run, err, "it has no state %zu of the machine, and a state %zu",
				   reading->n, number);
	if (!status)
		status = sql_needed_text(store, SQL_LEVELS, 1, &name, err);
	if (!status)
		status = sql_size(store, SQL_LEVELS, 2, &from, err);
	if (!status)
		status = sql_size(store, SQL_LEVELS, 3, &to, err);
	if (!status)
		status = sql_number(store, SQL_LEVELS, 4, &level->seconds, err);
	if (!status)
		status = sql_number(store, SQL_LEVELS, 5, &level->share, err);
	if (!status &&
	    (!(level->seconds > 0) || level->share < 0 || from > INT_MAX || to > INT_MAX || strlen(name) >= LEVEL_NAME))
		status = run_damaged(store, reading->run, err, "its state %zu of the machine cannot be", number);
	if (!status) {
		snprintf(level->name, sizeof(level->name), "%s", name);
		level->from = (int)from;
		level->to = (int)to;
		reading->n++;
	}
	free(name);
	return status;
}

enum status store_levels(struct store *store, int64_t run, struct run_level levels[RUN_LEVELS_MOST], size_t *n,
			 struct error *err)
{
	struct level_reading reading = {.run = run, .levels = levels};
	enum status status = sql_each(store, SQL_LEVELS, run, read_level, &reading, err);

	*n = status ? 0 : reading.n;
	return status;
}

enum status thresholds_write(struct store *store, int64_t run, const struct run_thresholds *t, struct error *err)
{
	const struct value values[] = {INTEGER(run), REAL(t->S), REAL(t->M1), REAL(t->M2)};
	enum status status = sql_execute(store, SQL_THRESHOLDS_DELETE, values, 1, err);

	if (!status)
		status = sql_insert_for_run(store, SQL_THRESHOLDS_INSERT, run, values, 4, err);
	for (size_t i = 0; !status && i < t->n; i++) {
		const struct run_escalation *e = &t->list[i];
		const struct value row[] = {INTEGER(run), SIZE(e->bytes), SIZE(e->made), SIZE(e->escalated),
					    REAL(e->q10), REAL(e->q50),   REAL(e->q90)};

		status = sql_execute(store, SQL_ESCALATION_INSERT, row, 7, err);
	}
	return status;
}

enum status store_set_thresholds(struct store *store, int64_t run, const struct run_thresholds *thresholds,
				 struct error *err)
{
	enum status status = transaction_begin(store, err);

	return status ? status : transaction_end(store, thresholds_write(store, run, thresholds, err), err);
}

/* Thresholds that are being read. */
struct threshold_reading {
	int64_t run;
	struct run_thresholds *thresholds;
	bool known;
	size_t capacity;
};

static enum status read_thresholds(struct store *store, void *context, struct error *err)
{
	struct threshold_reading *reading = context;
	struct run_thresholds *t = reading->thresholds;
	double *const numbers[] = {&t->S, &t->M1, &t->M2};
	enum status status = OK;

	reading->known = true;
	for (int i = 0; !status && i < 3; i++) {
		status = sql_number_or_null(store, SQL_THRESHOLDS, i, numbers[i], err);
		if (!status && !(isnan(*numbers[i]) || (*numbers[i] >= 0 && (i == 2 || isfinite(*numbers[i])))))
			status = run_damaged(store, reading->run, err, "its threshold %s is %g bytes, which cannot be",
					     sqlite3_column_name(store->statements[SQL_THRESHOLDS], i), *numbers[i]);
	}
	return status;
}

static enum status read_escalation(struct store *store, void *context, struct error *err)
{
	struct threshold_reading *reading = context;
	struct run_thresholds *t = reading->thresholds;
	struct run_escalation *all = memory_grow(t->list, &reading->capacity, t->n + 1, sizeof(*all)), *e;
	enum status status = all ? OK : error_memory(err, "the escalations of a run");

	if (status)
		return status;
	t->list = all;
	e = &all[t->n++];
	size_t *const sizes[] = {&e->bytes, &e->made, &e->escalated};
	double *const numbers[] = {&e->q10, &e->q50, &e->q90};

	for (int i = 0; !status && i < 3; i++)
		status = sql_size(store, SQL_ESCALATIONS, i, sizes[i], err);
	for (int i = 0; !status && i < 3; i++) {
		status = sql_number_or_null(store, SQL_ESCALATIONS, 3 + i, numbers[i], err);
		if (!status && !isnan(*numbers[i]) && !(isfinite(*numbers[i]) && *numbers[i] >= 0))
			status = run_damaged(store, reading->run, err,
					     "a decile of its escalations of %zu B is %g s, which cannot be", e->bytes,
					     *numbers[i]);
	}
	if (!status && (e->made == 0 || e->escalated > e->made))
		status = run_damaged(store, reading->run, err, "%zu of %zu gathers of %zu B cannot have escalated",
				     e->escalated, e->made, e->bytes);
	return status;
}

enum status store_thresholds(struct store *store, int64_t run, struct run_thresholds *thresholds, bool *known,
			     struct error *err)
{
	struct threshold_reading reading = {.run = run, .thresholds = thresholds};
	enum status status;

	*thresholds = (struct run_thresholds){.S = NAN, .M1 = NAN, .M2 = NAN};
	status = sql_each(store, SQL_THRESHOLDS, run, read_thresholds, &reading, err);
	if (!status)
		status = sql_each(store, SQL_ESCALATIONS, run, read_escalation, &reading, err);
	if (!status && !reading.known && thresholds->n > 0)
		status = run_damaged(store, run, err, "it has gathers that escalated and no thresholds");
	*known = reading.known;
	if (status)
		run_thresholds_release(thresholds);
	return status;
}
