#ifndef SONDE_REPORT_ASSEMBLY_H
#define SONDE_REPORT_ASSEMBLY_H

#include "render/page.h"
#include "report/input.h"
#include "report/plots.h"

enum { TEXT_ROOM = 2400 };

/* A page that is being put together. */
struct assembly {
	struct page *page;
	const struct report_input *input;
	size_t n_plots;
};

/* Adds the table and frees it. ERR_MEMORY. Local. */
enum status assembly_table(struct assembly *a, struct table *table, struct error *err);

/* Adds the plot unless it is empty; *drawn tells. ERR_MEMORY. Local. */
enum status assembly_plot(struct assembly *a, enum report_plot_kind kind, bool *drawn, struct error *err);

#endif
