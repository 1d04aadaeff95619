#include "base/nearest.h"
#include "cli/command.h"
#include "cli/runs_table.h"
#include "cli/runs_slower.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

enum { OPERANDS_MOST = 1000 };

struct runs_options {
	const char *store_path;
	double confidence;
	const char *baseline, *slower, *state; /* as they were given */
};

/* One of the things that can be done with runs. operands: those after its name. */
struct action {
	const char *name;
	size_t least, most; /* operands */
	const char *takes;  /* what they are */
	enum status (*act)(struct context *context, const struct runs_options *o, struct store *store,
			   const char **operands, size_t n, struct error *err);
};

static enum status list(struct context *context, const struct runs_options *o, struct store *store,
			const char **operands, size_t n, struct error *err)
{
	(void)o, (void)operands, (void)n;
	return command_print(context, runs_list(store, err), err);
}

static enum status show(struct context *context, const struct runs_options *o, struct store *store,
			const char **operands, size_t n, struct error *err)
{
	struct run run = {0};
	enum status status = store_find(store, n ? operands[0] : NULL, &run, err);

	(void)o;
	if (status == OK)
		status = command_print(context, runs_show(store, &run, err), err);
	run_release(&run);
	return status;
}

/* All are there, and no two are the same, before anything is done to the first; action: to what they are named. */
static enum status find_all(const char *action, struct store *store, const char **names, size_t n, int64_t *ids,
			    struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < n; i++) {
		struct run run = {0};

		status = store_find(store, names[i], &run, err);
		ids[i] = run.id;
		for (size_t k = 0; status == OK && k < i; k++)
			if (ids[k] == run.id)
				status = error_set(err, ERR_USAGE, "runs %s: '%s' and '%s' are the same run", action,
						   names[k], names[i]);
		run_release(&run);
	}
	return status;
}

static enum status delete (struct context *context, const struct runs_options *o, struct store *store,
			   const char **operands, size_t n, struct error *err) {
	int64_t ids[OPERANDS_MOST]; enum status status = find_all("delete", store, operands, n, ids, err);

	for (size_t i = 0; status == OK && i < n; i++) status = store_delete(store, ids[i], err);
	if (status == OK) status = store_shrink(store, err);
	if (status == OK && !context->quiet)
		fprintf(context->chatter, "sonde: %zu run%s removed from %s\n", n, n == 1 ? "" : "s", o->store_path);
	return status;
}

static const char compare_takes[] = "2 runs or groups of launches, or one and --baseline,";

static enum status refuse_operands(const char *action, const char *takes, struct error *err)
{
	return error_set(err, ERR_USAGE, "runs %s takes %s by name or number: \"sonde runs list\" lists them", action,
			 takes);
}

static enum status compare(struct context *context, const struct runs_options *o, struct store *store,
			   const char **operands, size_t n, struct error *err)
{
	int64_t ids[2];
	struct runs_compared compared = {
		.slower = o->slower, .state = o->state, .groups = o->baseline != NULL, .confidence = o->confidence};

	if (n + (o->baseline != NULL) != 2)
		return refuse_operands("compare", compare_takes, err);
	compared.a = o->baseline ? o->baseline : operands[0];
	compared.b = operands[n - 1];
	if (!o->baseline && !o->slower && !runs_are_group(operands[0]) && !runs_are_group(operands[1]) &&
	    find_all("compare", store, operands, n, ids, err) != OK)
		return err->status;
	return runs_compared_print(context, store, &compared, err);
}

static const struct action actions[] = {
	{"list", 0, 0, "no run; show takes one", list},
	{"show", 0, 1, "1 run, or none for the newest,", show},
	{"delete", 1, OPERANDS_MOST, "1 run or more", delete},
	{"compare", 1, 2, compare_takes, compare},
};

static const struct action *find_action(const char *name, struct error *err)
{
	enum { ACTIONS = sizeof(actions) / sizeof(actions[0]) };
	const char *names[ACTIONS + 1] = {NULL};
	const char *nearest;

	for (size_t i = 0; i < ACTIONS; i++) {
		names[i] = actions[i].name;
		if (strcmp(name, names[i]) == 0)
			return &actions[i];
	}
	nearest = name_nearest(name, names);
	error_set(err, ERR_USAGE, "runs %s: use list, show, delete or compare%s%s%s", name,
		  nearest ? " (did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?)" : "");
	return NULL;
}

/* What only compare heeds would be ignored. */
static enum status refuse_idle(const struct context *context, const char *action, struct error *err)
{
	static const char *const of_compare[] = {"confidence", "fail-if-slower", "machine-state", "baseline", NULL};

	for (size_t i = 0; i < context->asked.n; i++)
		for (size_t k = 0; of_compare[k]; k++)
			if (strcmp(context->asked.options[i].key, of_compare[k]) == 0)
				return error_set(err, ERR_USAGE, "--%s goes with runs compare, not with runs %s",
						 of_compare[k], action);
	return OK;
}

static enum status act(struct context *context, const struct runs_options *o, const char **operands, size_t n,
		       struct error *err)
{
	const struct action *action = find_action(operands[0], err);
	struct store *store;
	enum status status;

	if (!action)
		return err->status;
	if (action->act != compare && refuse_idle(context, action->name, err) != OK)
		return err->status;
	if (n - 1 < action->least || n - 1 > action->most)
		return refuse_operands(action->name, action->takes, err);
	store = store_open(o->store_path, 0, err);
	status = store ? action->act(context, o, store, operands + 1, n - 1, err) : err->status;
	store_close(store);
	return status;
}

static enum status runs(struct context *context, struct error *err)
{
	struct runs_options o = {.store_path = "sonde.db", .confidence = 0.95};
	const struct option options[] = {
		OPT_TEXT(0, "store", &o.store_path, "FILE", "the store (default sonde.db)"),
		OPT_NUMBER(0, "confidence", &o.confidence, "C", 0.5, 0.9999,
			   "compare: of the intervals (default 0.95)"),
		OPT_TEXT(0, "fail-if-slower", &o.slower, "PART",
			 "compare: exit code 3 if B is slower than A by more than this, as 5%"),
		OPT_TEXT(0, "machine-state", &o.state, "main|NAME|each",
			 "compare: the state of the machine in which runs are compared (default: one that both have)"),
		OPT_TEXT(0, "baseline", &o.baseline, "A", "compare: the first of the two, such as main"),
		COMMON_OPTIONS(context),
	};
	const char *operands[OPERANDS_MOST];
	size_t n = 0;

	TRY(command_options(context, options, operands, 1, OPERANDS_MOST, &n, err));
	return !context->help ? act(context, &o, operands, n, err) : OK;
}

const struct command command_runs = {
	.name = "runs",
	.operands = "list|show [RUN]|delete RUN ...|compare A B",
	.summary = "lists, shows, removes and compares the runs of a store",
	.example = "sonde runs compare run-1 run-2",
	.run = runs,
};
