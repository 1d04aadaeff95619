#ifndef SONDE_REPORT_PAGE_H
#define SONDE_REPORT_PAGE_H

#include "report/input.h"
#include "render/page.h"

/*
 * The report as a page, which page_free frees; *n_plots is how many plots are in it. The input has a store. NULL:
 * ERR_MEMORY. Local.
 */
struct page *report_page(const struct report_input *input, size_t *n_plots, struct error *err);

#endif
