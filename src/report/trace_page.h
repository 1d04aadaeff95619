#ifndef SONDE_REPORT_TRACE_PAGE_H
#define SONDE_REPORT_TRACE_PAGE_H

#include <stdbool.h>

#include "model/model.h"
#include "render/page.h"
#include "trace/reader.h"

/* All functions are Local. */

/*
 * A page for a trace alone, with its key figures, which page_free frees.
 *
 * - model: under which it is simulated, beside what was recorded; NULL: it is not.
 * - NULL: ERR_MEMORY, or what simulating it fails with.
 */
struct page *report_trace_page(struct trace *trace, const struct model *model, size_t *n_plots, struct error *err);

/* Adds what a trace holds to a page: its timeline, functions, the matrix of its messages, their sizes, regions. n_plots
 * counts the drawings. Model and errors as above. */
enum status report_trace_add(struct page *page, struct trace *trace, const struct model *model, size_t *n_plots,
			     struct error *err);

/*
 * What happened when in a trace, as an SVG picture that free() releases.
 *
 * - model: recorded and simulated have one scale; NULL: there is no simulation.
 * - simulated: as it is under the model, with the critical path; else as recorded.
 * - NULL: ERR_MEMORY, ERR_INPUT of a trace without calls, or what simulating it fails with.
 */
char *report_trace_picture(struct trace *trace, const struct model *model, bool simulated, struct error *err);

#endif
