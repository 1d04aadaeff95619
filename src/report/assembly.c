#include "report/assembly.h"

enum status assembly_table(struct assembly *a, struct table *table, struct error *err)
{
	enum status status = table ? table_status(table, err) : error_memory(err, "a table of the report");

	if (status == OK && table->n_rows)
		page_table(a->page, table);
	table_free(table);
	return status;
}

enum status assembly_plot(struct assembly *a, enum report_plot_kind kind, bool *drawn, struct error *err)
{
	struct report_plot plot;
	enum status status = report_plot_make(kind, a->input, &plot, err);

	*drawn = status == OK && plot.plot.n_series > 0;
	if (*drawn) {
		page_plot(a->page, &plot.plot, plot.caption, plot.reading);
		a->n_plots++;
	}
	report_plot_release(&plot);
	return status;
}
