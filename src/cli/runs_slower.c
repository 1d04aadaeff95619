#include "cli/runs_slower.h"

#include "base/text.h"
#include "report/state_tables.h"
#include "report/runs_comparison.h"
#include "report/slower.h"

#include <stdio.h>
#include <string.h>

enum { NAMES_MOST = 8 };

/* By how much a program may be slower where nobody says it. */
static const double usual_limit = 0.05;

bool runs_are_group(const char *name)
{
	return strpbrk(name, ",*?[") != NULL;
}

static enum status read_part(const char *text, double *part, struct error *err)
{
	double number = 0;
	const char *rest = text_number(text, &number);
	bool percent = rest && strcmp(rest, "%") == 0;

	if (!rest || (*rest && !percent) || !(number > 0) || (!percent && number >= 1))
		return error_set(err, ERR_USAGE,
				 "--fail-if-slower %.40s: by how much B may be slower than A, as 5%% or 0.05", text);
	*part = percent ? number / 100 : number;
	return OK;
}

static enum status print_groups(struct context *context, struct store *store, const struct runs_compared *c,
				const char *state, struct error *err)
{
	struct slower s = {.n = 0};
	double limit = usual_limit;
	char text[600] = "";
	enum status status = c->slower ? read_part(c->slower, &limit, err) : OK;
	bool alarm, untold;

	if (status == OK)
		status = slower_compare(&s, store, c->a, c->b, state, limit, c->confidence, err);
	alarm = status == OK && c->slower && s.alarms > 0;
	untold = status == OK && c->slower && s.elsewhere;
	if (alarm || untold)
		slower_text(&s, text, sizeof(text));
	if (status == OK)
		status = command_print(context, slower_table(&s), err);
	slower_release(&s);
	if (status == OK && untold)
		return error_set(err, ERR_INPUT, "%s; \"--machine-state main\" compares all the same", text);
	return status == OK && alarm ? error_set(err, ERR_CHECK, "%s", text) : status;
}

static enum status print_two(struct context *context, struct store *store, const struct runs_compared *c,
			     const char *state, struct error *err)
{
	struct runs_comparison comparison = {.n = 0};
	struct slower judged = {.n = 0};
	struct error why = {0}; /* some runs are no launches to be judged */
	enum status status = runs_compare(&comparison, store, c->a, c->b, state, c->confidence, err);
	bool known = status == OK &&
		     slower_compare(&judged, store, c->a, c->b, state, usual_limit, c->confidence, &why) == OK;

	if (status == OK)
		status = command_print(context,
				       runs_comparison_table(&comparison, known ? &judged : NULL, context->json), err);
	slower_release(&judged);
	runs_comparison_release(&comparison);
	return status;
}

static enum status print_in(struct context *context, struct store *store, const struct runs_compared *c,
			    const char *state, struct error *err)
{
	bool groups = c->groups || c->slower || runs_are_group(c->a) || runs_are_group(c->b);

	return groups ? print_groups(context, store, c, state, err) : print_two(context, store, c, state, err);
}

/* What was printed of some states is shown, too, where others failed. */
static enum status print_joined(struct context *context, enum status status, struct error *err)
{
	enum status printed = command_print_states(context, status == ERR_INPUT ? OK : status, err);

	return status == OK ? printed : status;
}

/* What is wrong in one state does not keep the others from being shown; an alarm in any is one. */
static enum status print_each(struct context *context, struct store *store, const struct runs_compared *c,
			      struct error *err)
{
	struct launch_group groups[2] = {{.n = 0}, {.n = 0}};
	struct state_tables tables = {.n = 0};
	char names[NAMES_MOST][LEVEL_NAME];
	size_t n = 0;
	enum status status = launch_group_find(store, c->a, &groups[0], err);

	if (status == OK)
		status = launch_group_find(store, c->b, &groups[1], err);
	if (status == OK)
		n = launch_groups_states(groups, names, NAMES_MOST);
	launch_group_release(&groups[0]);
	launch_group_release(&groups[1]);
	if (status != OK)
		return status;
	tables.several = n > 0;
	context->states = &tables;
	for (size_t i = 0; (status == OK || status == ERR_CHECK) && i < n + (n == 0); i++) {
		struct run_level level = {.name = "main"};
		struct error own = {.status = OK};

		if (n > 0)
			memcpy(level.name, names[i], LEVEL_NAME);
		state_tables_begin(&tables, context->quiet ? NULL : context->chatter, &level);
		if (print_in(context, store, c, n > 0 ? names[i] : NULL, &own) != OK && n > 0) {
			char where[LEVEL_NAME + 16];

			snprintf(where, sizeof(where), "in the state \"%s\"", level.name);
			error_prefix(&own, where);
		}
		if (own.status != OK)
			status = error_set(err, own.status, "%s", own.text);
	}
	return print_joined(context, status, err);
}

enum status runs_compared_print(struct context *context, struct store *store, const struct runs_compared *c,
				struct error *err)
{
	if (c->state && strcmp(c->state, "each") == 0)
		return print_each(context, store, c, err);
	return print_in(context, store, c, c->state, err);
}
