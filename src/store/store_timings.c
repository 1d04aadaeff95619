#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sample/states.h"
#include "store/store.h"
#include "store/store_private.h"

static enum status read_kind(struct store *store, int64_t run, enum experiment_kind *kind, struct error *err)
{
	const char *name = (const char *)sqlite3_column_text(store->statements[SQL_TIMINGS], 1);

	for (int i = 0; name && i < EXPERIMENT_KINDS; i++) {
		if (!strcmp(name, experiment_name((enum experiment_kind)i))) {
			*kind = (enum experiment_kind)i;
			return OK;
		}
	}
	return run_damaged(store, run, err, "point %lld is an experiment '%.80s', which this sonde does not know",
			   (long long)sqlite3_column_int64(store->statements[SQL_TIMINGS], 0), name ? name : "");
}

/* The experiment in the current row of SQL_TIMINGS. */
static enum status read_experiment(struct store *store, int64_t run, struct experiment *what, struct error *err)
{
	size_t from, to;
	size_t *const sizes[] = {&from,        &to,         &what->bytes, &what->reply_bytes,
				 &what->count, &what->loop, &what->warmup};
	struct error why = {0};
	const char *setup;
	enum status status = read_kind(store, run, &what->kind, err);

	for (int i = 0; !status && i < 7; i++)
		status = sql_size(store, SQL_TIMINGS, 2 + i, sizes[i], err);
	if (status)
		return status;
	if (from > INT_MAX || to > INT_MAX)
		return store_damaged(store, "a process number in it is none", err);
	what->from = (int)from;
	what->to = (int)to;
	status = sql_number(store, SQL_TIMINGS, 9, &what->delay, err);
	if (status)
		return status;
	if (what->delay < 0)
		return run_damaged(store, run, err, "batch %lld has a delay below 0: %g s",
				   (long long)sqlite3_column_int64(store->statements[SQL_TIMINGS], 14), what->delay);
	setup = (const char *)sqlite3_column_text(store->statements[SQL_TIMINGS], 13);
	if (!setup)
		return run_damaged(store, run, err, "point %lld has no setup",
				   (long long)sqlite3_column_int64(store->statements[SQL_TIMINGS], 0));
	return setup_parse(setup, &what->setup, &why) == OK && experiment_check(what, &why) == OK
		       ? OK
		       : run_damaged(store, run, err, "point %lld: %s",
				     (long long)sqlite3_column_int64(store->statements[SQL_TIMINGS], 0), why.text);
}

static const char *shown(sqlite3_stmt *row, int column)
{
	const char *text = (const char *)sqlite3_column_text(row, column);

	return text ? text : "nothing";
}

static bool is_number(sqlite3_stmt *row, int column)
{
	int type = sqlite3_column_type(row, column);

	return type == SQLITE_FLOAT || type == SQLITE_INTEGER;
}

static int read_state(sqlite3_stmt *row, int column)
{
	return sqlite3_column_type(row, column) == SQLITE_NULL ? STATE_NONE : sqlite3_column_int(row, column);
}

static enum status read_observation(struct store *store, int64_t run, struct timing *timing, struct error *err)
{
	sqlite3_stmt *row = store->statements[SQL_TIMINGS];
	bool sent = sqlite3_column_type(row, 12) != SQLITE_NULL;

	timing->observation = (struct observation){
		.at = sqlite3_column_double(row, 10),
		.seconds = sqlite3_column_double(row, 11),
		.send_seconds = sent ? sqlite3_column_double(row, 12) : NAN,
		.state_before = read_state(row, 16),
		.state_after = read_state(row, 17),
		.level = sqlite3_column_double(row, 18),
	};
	if (is_number(row, 10) && is_number(row, 11) && (!sent || is_number(row, 12)) &&
	    observation_is_possible(&timing->what, &timing->observation))
		return OK;
	return run_damaged(
		store, run, err,
		"observation %zu of batch %lld, of the %s of %zu B from %d to %d, has a time that cannot be: "
		"%.40s s (%.40s s in send calls, at %.40s s)",
		timing->number, (long long)timing->batch, experiment_name(timing->what.kind), timing->what.bytes,
		timing->what.from, timing->what.to, shown(row, 11), shown(row, 12), shown(row, 10));
}

/* The current row of SQL_TIMINGS. timing holds the row before, whose experiment stays if it is of the same batch. */
static enum status read_timing(struct store *store, int64_t run, struct timing *timing, struct error *err)
{
	sqlite3_stmt *row = store->statements[SQL_TIMINGS];
	sqlite3_int64 batch = sqlite3_column_int64(row, 14);
	enum status status = sql_size(store, SQL_TIMINGS, 15, &timing->number, err);

	if (!status && batch != timing->batch)
		status = read_experiment(store, run, &timing->what, err);
	timing->batch = batch;
	return status ? status : read_observation(store, run, timing, err);
}

enum status store_timings(struct store *store, int64_t run,
			  enum status (*take)(void *context, const struct timing *timing, struct error *err),
			  void *context, struct error *err)
{
	struct timing timing = {.batch = -1};
	bool row;
	enum status status = sql_bind(store, SQL_TIMINGS, &INTEGER(run), 1, err);

	while (!status && !(status = sql_step(store, SQL_TIMINGS, &row, err)) && row) {
		status = read_timing(store, run, &timing, err);
		if (!status)
			status = take(context, &timing, err);
	}
	sql_reset(store, SQL_TIMINGS);
	return status;
}

/* What is loaded of a run, and whether the machine's state is known of any of it. */
struct load {
	struct campaign all;
	bool tracked;
};

static enum status add_to_campaign(void *context, const struct timing *timing, struct error *err)
{
	struct load *load = context;
	struct sample *sample = campaign_point(&load->all, &timing->what, err);

	load->tracked = load->tracked || timing->observation.level > 0;
	return sample ? sample_add(sample, &timing->observation, 1, err) : ERR_MEMORY;
}

enum status store_load(struct store *store, int64_t run, struct campaign *campaign, struct error *err)
{
	return store_load_state(store, run, 0, campaign, err);
}

/* What the sentinel took in each state, which the marks of observations tell only of what is of a state. */
static enum status load_levels(struct store *store, int64_t run, struct campaign *all, struct error *err)
{
	struct run_level levels[RUN_LEVELS_MOST];
	size_t n = 0;
	enum status status = store_levels(store, run, levels, &n, err);

	for (size_t k = 0; k < n && k < REGIMES_MOST; k++)
		all->levels[k] = levels[k].seconds;
	return status;
}

enum status store_load_state(struct store *store, int64_t run, int state, struct campaign *campaign, struct error *err)
{
	struct load load = {.tracked = campaign->n > 0};
	enum status status = store_timings(store, run, add_to_campaign, &load, err);

	if (!load.tracked) {
		*campaign = load.all;
		return status;
	}
	if (!status)
		status = load_levels(store, run, &load.all, err);
	if (!status)
		status = campaign_add_state(campaign, &load.all, state, err);
	campaign_release(&load.all);
	return status;
}
