#include "cli/measure_families.h"

#include "report/table_states.h"

#include <stdlib.h>

/* What is printed, beside its rows. */
struct heading {
	const char *title;
	enum table_form form;
};

/* What was measured of the first family, as it is printed. */
static struct table *families_table(const struct measure_command *c, const struct measurement *m,
				    const struct sizes_options *o, const struct explore_family *family,
				    bool side_by_side, const struct prober *prober, const struct heading *heading)
{
	size_t n = o->request.sizes.n * family->curves;
	struct experiment *list = malloc((n + 1) * sizeof(*list));
	struct table *table;

	if (!list)
		return NULL;
	for (size_t i = 0; i < n; i++)
		list[i] = family->at(family->context, o->request.sizes.bytes[i / family->curves], i % family->curves);
	table = measure_table(m, heading->title, list, sizes_shorten(o, family, prober, c->context, list, n),
			      side_by_side, heading->form);
	free(list);
	return table;
}

void measure_tell_run(const struct measurement *m, struct table *table)
{
	table_summary_number(table, NULL, "run", CELL_COUNT, (double)m->run);
	table_summary_text(table, NULL, "statistic", statistic_name((enum statistic)m->options->statistic));
	measure_tell_machine(m, table);
}

void measure_tell_machine(const struct measurement *m, struct table *table)
{
	const enum machine_verdict verdict = m->machine_changed ? MACHINE_CHANGED : MACHINE_SAME;

	table_summary_text(table, NULL, "machine", machine_verdict_text(verdict, m->n_levels));
	table_tell_states(table, m->levels, m->n_levels);
	measure_tell_crowded(&m->circumstances, table);
}

void measure_tell_crowded(const struct circumstances *c, struct table *table)
{
	char text[CIRCUMSTANCES_CROWDED_ROOM];

	if (circumstances_crowded_text(c, text, sizeof(text)))
		table_summary_text(table, NULL, "crowded", text);
}

/* Measures for a run that has begun; *table is what is printed. */
static enum status measure(const struct measure_command *c, struct measurement *m, struct sizes_options *o,
			   const struct explore_family *families, size_t n, const struct heading *heading,
			   struct table **table, struct error *err)
{
	struct probing p;
	enum status status = sizes_families(&o->request, m, &p, families, n, err);

	if (status == OK)
		status = measurement_pool(m, &p.prober.tracking, err);
	if (status == OK)
		*table = families_table(c, m, o, &families[0], n > 1, &p.prober, heading);
	if (status == OK)
		status = sizes_summarise(o, &families[0], &p.prober, *table, err);
	status = probing_end(&p, status, err);
	if (status == OK && *table)
		measure_tell_run(m, *table);
	return status;
}

enum status measure_families(struct measure_command *c, struct sizes_options *o, const struct explore_family *families,
			     size_t n, const struct purpose *purpose, const char *title, enum table_form form,
			     struct error *err)
{
	const struct heading heading = {title, form};
	const struct size_list *sizes = &o->request.sizes;
	const struct experiment largest = families[0].at(families[0].context, sizes->bytes[sizes->n - 1], 0);
	struct measurement m = {.run = 0};
	struct table *table = NULL;
	enum status status = probing_prepare(c->measuring.platform, &largest, err);

	if (status == OK)
		status = measurement_begin(&m, &c->measuring, c->measuring.options.run_name, purpose, err);
	if (status == OK)
		status = measure(c, &m, o, families, n, &heading, &table, err);
	measurement_release(&m);
	if (status == OK)
		return command_print(c->context, table, err);
	table_free(table);
	return status;
}
