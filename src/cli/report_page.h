#ifndef SONDE_CLI_REPORT_PAGE_H
#define SONDE_CLI_REPORT_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "report/input.h"

/* A trace (a folder or an OTF2 archive), and the model's file under which it is simulated; NULL: none. */
struct report_traced {
	const char *trace, *model;
};

/*
 * Writes a page to path: the report of an input, of a trace, or both, the trace last.
 *
 * - input: NULL: none.
 * - *n_plots: how many drawings are in it.
 * - Errors of trace_open, model_read, of simulating, and page_write. Local.
 */
enum status report_page_write(const char *path, const struct report_input *input, const struct report_traced *traced,
			      size_t *n_plots, struct error *err);

/* Writes a picture of the trace alone, recorded or simulated. Errors as above. Local. */
enum status report_picture_write(const char *path, const struct report_traced *traced, bool simulated,
				 struct error *err);

#endif
