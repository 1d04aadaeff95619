#include "cli/measure/families.h"

#include "cli/machine_state.h"
#include "model/states.h"
#include "report/state_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table for each state of the machine that is asked for. */
struct printed {
	struct measured_states states;
	struct table *tables[RUN_LEVELS_MOST];
	size_t state[RUN_LEVELS_MOST]; /* of states, that the table is of */
	size_t n;
};

/* Returns the table of the families in a state of the machine; NULL without memory. */
static struct table *families_table(const struct measure_command *c, const struct measurement *m,
				    const struct sizes_options *o, const struct families_request *request,
				    const struct prober *prober, struct measured_rows *rows)
{
	size_t sizes = o->request.sizes.n, shown = request->side_by_side ? 1 : request->n, most = 0;
	struct experiment *list;
	struct table *table;

	for (size_t f = 0; f < shown; f++)
		most += sizes * request->families[f].curves;
	list = malloc((most + 1) * sizeof(*list));
	if (!list)
		return NULL;
	for (size_t s = 0; s < sizes; s++)
		for (size_t f = 0; f < shown; f++) {
			const struct explore_family *family = &request->families[f];

			for (size_t curve = 0; curve < family->curves; curve++)
				list[rows->n++] = family->at(family->context, o->request.sizes.bytes[s], curve);
		}
	rows->list = list;
	rows->n = sizes_shorten(o, &request->families[0], prober, c->context, list, rows->n);
	table = measure_table(m, request->title, rows);
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
			       const struct families_request *request, const struct prober *prober,
			       struct printed *printed, struct error *err)
{
	enum status status = measured_states_find(m, prober, &printed->states, err);

	if (status == OK)
		status = choose_states(c, m, printed, err);
	for (size_t i = 0; status == OK && i < printed->n; i++) {
		struct measured_rows rows = {.side_by_side = request->side_by_side,
					     .form = request->form,
					     .states = &printed->states,
					     .state = printed->state[i],
					     .others = !c->state};

		printed->tables[i] = families_table(c, m, o, request, prober, &rows);
		if (!printed->tables[i])
			status = error_memory(err, "a table");
	}
	return status == OK && printed->state[0] == 0
		       ? sizes_summarise(o, &request->families[0], prober, printed->tables[0], err)
		       : status;
}

/* Measures for a run that has begun. */
static enum status measure(const struct measure_command *c, struct measurement *m, struct sizes_options *o,
			   const struct families_request *request, struct printed *printed, struct error *err)
{
	struct probing p;
	struct error none = {.status = OK};
	enum status status = sizes_families(&o->request, m, &p, request->families, request->n, err), made = OK;

	if (status == OK)
		status = measurement_pool(m, &p.prober.tracking, err);
	if (status == OK)
		made = make_tables(c, m, o, request, &p.prober, printed, &none);
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

/* Returns the bytes of a message, or of a block of a collective operation, in the buffers. */
static size_t room_of(const struct experiment *what)
{
	return what->kind == EXPERIMENT_COLLECTIVE ? experiment_span(what) : experiment_room(what);
}

/* Sees that the platform can carry out every curve, and makes it ready for the one that needs most room. */
static enum status prepare(struct platform *platform, const struct families_request *request, size_t bytes,
			   struct error *err)
{
	const struct explore_family *family = &request->families[0];
	struct experiment largest = family->at(family->context, bytes, 0);

	for (size_t curve = 0; curve < family->curves; curve++) {
		const struct experiment what = family->at(family->context, bytes, curve);

		TRY(platform_check(platform, &what, err));
		if (room_of(&what) > room_of(&largest))
			largest = what;
	}
	return probing_prepare(platform, &largest, err);
}

enum status measure_families(struct measure_command *c, struct sizes_options *o, const struct families_request *request,
			     struct error *err)
{
	const struct size_list *sizes = &o->request.sizes;
	struct measurement m = {.run = 0};
	struct printed printed = {.n = 0};
	enum status status = check_state(c, err);

	if (status == OK)
		status = prepare(c->measuring.platform, request, sizes->bytes[sizes->n - 1], err);
	if (status == OK)
		status = measurement_begin(&m, &c->measuring, c->measuring.options.run_name, request->purpose, err);
	if (status == OK)
		status = measure(c, &m, o, request, &printed, err);
	measurement_release(&m);
	if (status == OK)
		status = print_tables(c, &printed, err);
	else
		for (size_t i = 0; i < printed.n; i++)
			table_free(printed.tables[i]);
	measured_states_release(&printed.states);
	return status;
}
