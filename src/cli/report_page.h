#ifndef SONDE_CLI_REPORT_PAGE_H
#define SONDE_CLI_REPORT_PAGE_H

#include <stddef.h>

#include "base/error.h"
#include "report/input.h"

/*
 * Writes a page to path: the report of an input, of a trace (a folder or an OTF2 archive), or both, the trace last.
 *
 * - input, trace: NULL: none.
 * - *n_plots: how many drawings are in it.
 * - Errors of trace_open and page_write. Local.
 */
enum status report_page_write(const char *path, const struct report_input *input, const char *trace, size_t *n_plots,
			      struct error *err);

#endif
