#include "cli/measure/families.h"

#include "cli/machine_state.h"
#include "model/states.h"
#include "report/state_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is printed, beside its rows. */
struct heading {
	const char *title;
	enum table_form form;
};

/* A table for each state of the machine that is asked for. */
struct printed {
	struct measured_states states;
	struct table *tables[RUN_LEVELS_MOST];
	size_t state[RUN_LEVELS_MOST]; /* of states, that the table is of */
	size_t n;
};

/* What was measured of the first family in a state, as it is printed. */
static struct table *families_table(const struct measure_command *c, const struct measurement *m,
				    const struct sizes_options *o, const struct explore_family *family,
				    const struct prober *prober, const char *title, struct measured_rows *rows)
{
	size_t n = o->request.sizes.n * family->curves;
	struct experiment *list = malloc((n + 1) * sizeof(*list));
	struct table *table;

	if (!list)
		return NULL;
	for (size_t i = 0; i < n; i++)
		list[i] = family->at(family->context, o->request.sizes.bytes[i / family->curves], i % family->curves);
	rows->list = list;
	rows->n = sizes_shorten(o, family, prober, c->context, list, n);
	table = measure_table(m, title, rows);
	free(list);
	return table;
}

/* Whether one state is asked for that need not be the main one. */
static bool names_state(const char *state)
{
	return state && !machine_state_is_each(state) && strcmp(state, "main") != 0;
}

/* A state that cannot be asked for, as far as that is known before anything is measured. */
static enum status check_state(const struct measure_command *c, struct error *err)
{
	if (!names_state(c->state))
		return OK;
	if (!machine_state_is_name(c->state))
		return error_set(err, ERR_USAGE,
				 "--machine-state %.40s: no state has this name; names are main, quick, middle, slow, "
				 "slowest, state-1 and so on (\"sonde runs show\" has those of a run), or each",
				 c->state);
	return measuring_probe(&c->measuring.options).states
		       ? OK
		       : error_set(err, ERR_USAGE,
				   "--machine-state %.40s: with --patience one state of the machine is waited for, and "
				   "states are not told apart",
				   c->state);
}

static enum status refuse_state(const struct measure_command *c, const struct measurement *m,
				const struct measured_states *states, struct error *err)
{
	char names[160] = "";
	size_t used = 0;

	if (states->n == 0)
		return error_set(err, ERR_INPUT,
				 "--machine-state %.40s: the machine's states could not be told apart meanwhile; what "
				 "was measured is in the store, as run %lld",
				 c->state, (long long)m->run);
	for (size_t i = 0; i < states->n && used < sizeof(names); i++)
		used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s", i ? ", " : "",
					 *states->levels[i].name ? states->levels[i].name
								 : "one, and no run knows another");
	return error_set(err, ERR_INPUT,
			 "--machine-state %.40s: the machine was not in this state meanwhile: it was in %s; what was "
			 "measured is in the store, as run %lld",
			 c->state, names, (long long)m->run);
}

/* Which states are printed. */
static enum status choose_states(const struct measure_command *c, const struct measurement *m, struct printed *printed,
				 struct error *err)
{
	bool named = names_state(c->state);
	size_t state = named ? measured_states_index(&printed->states, c->state) : 0;

	if (machine_state_is_each(c->state))
		while (printed->n < printed->states.n) {
			printed->state[printed->n] = printed->n;
			printed->n++;
		}
	if (printed->n == 0)
		printed->state[printed->n++] = state;
	return !named || state < printed->states.n ? OK : refuse_state(c, m, &printed->states, err);
}

/* Makes the tables, while the prober is there. */
static enum status make_tables(const struct measure_command *c, struct measurement *m, struct sizes_options *o,
			       const struct explore_family *families, size_t n, const struct prober *prober,
			       const struct heading *heading, struct printed *printed, struct error *err)
{
	enum status status = measured_states_find(m, prober, &printed->states, err);

	if (status == OK)
		status = choose_states(c, m, printed, err);
	for (size_t i = 0; status == OK && i < printed->n; i++) {
		struct measured_rows rows = {.side_by_side = n > 1,
					     .form = heading->form,
					     .states = &printed->states,
					     .state = printed->state[i],
					     .others = !c->state};

		printed->tables[i] = families_table(c, m, o, &families[0], prober, heading->title, &rows);
		if (!printed->tables[i])
			status = error_memory(err, "a table");
	}
	return status == OK && printed->state[0] == 0
		       ? sizes_summarise(o, &families[0], prober, printed->tables[0], err)
		       : status;
}

/* Measures for a run that has begun. */
static enum status measure(const struct measure_command *c, struct measurement *m, struct sizes_options *o,
			   const struct explore_family *families, size_t n, const struct heading *heading,
			   struct printed *printed, struct error *err)
{
	struct probing p;
	struct error none = {.status = OK};
	enum status status = sizes_families(&o->request, m, &p, families, n, err), made = OK;

	if (status == OK)
		status = measurement_pool(m, &p.prober.tracking, err);
	if (status == OK)
		made = make_tables(c, m, o, families, n, &p.prober, heading, printed, &none);
	status = probing_end(&p, status, err);
	if (status == OK && made != OK)
		return error_set(err, made, "%s", none.text);
	for (size_t i = 0; status == OK && i < printed->n; i++) {
		measure_tell_run(m, printed->tables[i]);
		if (printed->states.n > 0)
			measure_tell_state(&printed->states.levels[printed->state[i]], printed->tables[i]);
	}
	return status;
}

static enum status print(struct context *context, struct printed *printed, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; i < printed->n; i++) {
		struct run_level level = printed->states.levels[printed->state[i]];

		if (!*level.name)
			snprintf(level.name, sizeof(level.name), "main");
		if (context->states)
			state_tables_begin(context->states, context->quiet ? NULL : context->chatter, &level);
		if (status == OK)
			status = command_print(context, printed->tables[i], err);
		else
			table_free(printed->tables[i]);
	}
	return status;
}

/* The tables are freed. */
static enum status print_tables(const struct measure_command *c, struct printed *printed, struct error *err)
{
	struct context *context = c->context;
	struct state_tables tables = {.several = printed->states.n > 1};

	if (!machine_state_is_each(c->state))
		return print(context, printed, err);
	context->states = &tables;
	return command_print_states(context, print(context, printed, err), err);
}

enum status measure_families(struct measure_command *c, struct sizes_options *o, const struct explore_family *families,
			     size_t n, const struct purpose *purpose, const char *title, enum table_form form,
			     struct error *err)
{
	const struct heading heading = {title, form};
	const struct size_list *sizes = &o->request.sizes;
	const struct experiment largest = families[0].at(families[0].context, sizes->bytes[sizes->n - 1], 0);
	struct measurement m = {.run = 0};
	struct printed printed = {.n = 0};
	enum status status = check_state(c, err);

	if (status == OK)
		status = probing_prepare(c->measuring.platform, &largest, err);
	if (status == OK)
		status = measurement_begin(&m, &c->measuring, c->measuring.options.run_name, purpose, err);
	if (status == OK)
		status = measure(c, &m, o, families, n, &heading, &printed, err);
	measurement_release(&m);
	if (status == OK)
		status = print_tables(c, &printed, err);
	else
		for (size_t i = 0; i < printed.n; i++)
			table_free(printed.tables[i]);
	measured_states_release(&printed.states);
	return status;
}
