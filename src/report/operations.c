#include "report/operations.h"

#include "predict/closed.h"
#include "report/comparison.h"

#include <stdio.h>
#include <string.h>

static const struct column columns[] = {
	{"model", "", CELL_TEXT},         {"operation", "", CELL_TEXT},
	{"algorithm", "", CELL_TEXT},     {"processes", "", CELL_COUNT},
	{"bytes", "B", CELL_BYTES},       {"segment", "B", CELL_BYTES},
	{"fanout", "", CELL_COUNT},       {"order", "", CELL_TEXT},
	{"groups", "", CELL_TEXT},        {"arrival", "", CELL_TEXT},
	{"series", "", CELL_COUNT},       {"root", "", CELL_COUNT},
	{"timing", "", CELL_TEXT},        {"run", "", CELL_TEXT},
	{"state", "", CELL_TEXT},         {"form", "", CELL_TEXT},
	{"relation", "", CELL_TEXT},      {"measured", "s", CELL_SECONDS},
	{"predicted", "s", CELL_SECONDS}, {"relative_error", "", CELL_RATIO},
	{"uncertain", "", CELL_TEXT},
};

/* Returns how a form is called in the table. */
static const char *form_name(const struct closed_form *form)
{
	return form->name[0] ? form->name : "closed form";
}

/* form: the closed form that predicts; NULL: the simulated schedule does. */
static void add_row(struct table *table, const char *name, const struct timed_run *run,
		    const struct compared_call *call, const struct closed_form *form, double predicted, double limit)
{
	const struct setup *setup = &call->what->setup;
	bool native = operation_is_native(call->what);

	table_row(table);
	table_set_text(table, "model", name);
	table_set_text(table, "operation", setup->collective);
	table_set_text(table, "algorithm", native ? "native" : setup->algorithm);
	table_set_number(table, "processes", (double)run->processes);
	table_set_number(table, "bytes", (double)call->what->bytes);
	if (setup->segment)
		table_set_number(table, "segment", (double)setup->segment);
	if (setup->fanout)
		table_set_number(table, "fanout", (double)setup->fanout);
	if (setup->order[0])
		table_set_text(table, "order", setup->order);
	if (setup->groups[0])
		table_set_text(table, "groups", setup->groups);
	if (setup->arrival[0])
		table_set_text(table, "arrival", setup->arrival);
	table_set_number(table, "series", (double)call->what->count);
	table_set_number(table, "root", call->what->from);
	table_set_text(table, "timing", timing_names[setup->timing]);
	table_set_text(table, "run", run->name);
	if (run->state)
		table_set_text(table, "state", run->state);
	if (!native)
		table_set_text(table, "form", form ? form_name(form) : "simulated");
	if (form)
		table_set_text(table, "relation", relation_words[form->relation]);
	table_set_number(table, "measured", call->measured);
	if (native)
		return;
	table_set_number(table, "predicted", predicted);
	if (predicted > 0)
		table_set_number(table, "relative_error", prediction_error(predicted, call->measured));
	table_set_text(table, "uncertain", is_uncertain(&call->time, limit, predicted) ? "yes" : NULL);
}

/* Adds the errors of each form of the model to the summary, under the names of both. */
static void summarise_forms(struct table *table, const char *name, const struct operations_comparison *comparison,
			    size_t model)
{
	const char *known[CLOSED_FORM_NAMES];
	size_t n = 0;

	for (size_t i = 0; i < comparison->n; i++)
		for (const struct closed_form *form = operations_forms(comparison, model, i);
		     form->name && n < CLOSED_FORM_NAMES; form++) {
			struct prediction_errors errors;
			char title[200];
			size_t k = 0;

			while (k < n && strcmp(known[k], form->name) != 0)
				k++;
			if (k < n)
				continue;
			known[n++] = form->name;
			errors = operations_errors(comparison, model, form->name);
			snprintf(title, sizeof(title), "%s, %s", name, form_name(form));
			comparison_summarise(table, title, &errors);
		}
}

static bool any_state(const struct operations_comparison *comparison, const struct timed_run *runs)
{
	for (size_t i = 0; i < comparison->n; i++)
		if (runs[comparison->calls[i].run].state)
			return true;
	return false;
}

static bool any_arrival(const struct operations_comparison *comparison)
{
	for (size_t i = 0; i < comparison->n; i++)
		if (comparison->calls[i].what->setup.arrival[0])
			return true;
	return false;
}

static bool any_series(const struct operations_comparison *comparison)
{
	for (size_t i = 0; i < comparison->n; i++)
		if (comparison->calls[i].what->count > 1)
			return true;
	return false;
}

/* Of several runs it is said by name which they are. */
static void tell_crowded(struct table *table, const struct timed_run *runs, size_t n)
{
	char text[CIRCUMSTANCES_CROWDED_ROOM];

	for (size_t i = 0; i < n; i++)
		if (runs[i].circumstances && circumstances_crowded_text(runs[i].circumstances, text, sizeof(text)))
			table_summary_text(table, n > 1 ? runs[i].name : NULL, "crowded", text);
}

struct table *operations_comparison_table(const struct operations_comparison *comparison, const struct timed_run *runs,
					  char *const *names)
{
	struct table *table = table_new("collective operations: measured against predicted", columns,
					sizeof(columns) / sizeof(columns[0]));
	size_t uncertain = 0, forms = 0;

	if (table && !any_state(comparison, runs))
		table_for_files(table, "state");
	for (size_t k = 0; table && k < comparison->n_models; k++) {
		const struct prediction_errors errors = operations_errors(comparison, k, NULL);

		for (size_t i = 0; i < comparison->n; i++) {
			add_row(table, names[k], &runs[comparison->calls[i].run], &comparison->calls[i], NULL,
				operations_predicted(comparison, k, i), comparison->limit);
			for (const struct closed_form *form = operations_forms(comparison, k, i); form && form->name;
			     form++, forms++)
				add_row(table, names[k], &runs[comparison->calls[i].run], &comparison->calls[i], form,
					form->seconds, comparison->limit);
		}
		comparison_summarise(table, names[k], &errors);
		if (comparison->forms)
			summarise_forms(table, names[k], comparison, k);
		uncertain += errors.uncertain;
	}
	if (table && forms == 0) {
		table_for_files(table, "form");
		table_for_files(table, "relation");
	}
	if (table && !any_arrival(comparison))
		table_for_files(table, "arrival");
	if (table && !any_series(comparison))
		table_for_files(table, "series");
	if (table && uncertain == 0)
		table_for_files(table, "uncertain");
	if (table)
		tell_crowded(table, runs, comparison->n_runs);
	return table;
}
