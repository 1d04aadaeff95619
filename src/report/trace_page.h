#ifndef SONDE_REPORT_TRACE_PAGE_H
#define SONDE_REPORT_TRACE_PAGE_H

#include "render/page.h"
#include "trace/reader.h"

/* All functions are Local. */

/* A page for a trace alone, with its key figures, which page_free frees. NULL: ERR_MEMORY. */
struct page *report_trace_page(struct trace *trace, size_t *n_plots, struct error *err);

/* Adds what a trace holds to a page: its timeline, functions, the matrix of its messages, their sizes, regions. n_plots
 * counts the drawings. ERR_MEMORY. */
enum status report_trace_add(struct page *page, struct trace *trace, size_t *n_plots, struct error *err);

#endif
