#include "cli/report_page.h"

#include "report/page.h"
#include "report/trace_page.h"

static struct page *make_page(const struct report_input *input, struct trace *trace, size_t *n_plots, struct error *err)
{
	struct page *page = input ? report_page(input, n_plots, err) : report_trace_page(trace, n_plots, err);

	if (!page || !input || !trace || report_trace_add(page, trace, n_plots, err) == OK)
		return page;
	page_free(page);
	return NULL;
}

enum status report_page_write(const char *path, const struct report_input *input, const char *trace, size_t *n_plots,
			      struct error *err)
{
	struct trace *opened = NULL;
	struct page *page = NULL;
	enum status status = trace ? trace_open(&opened, trace, err) : OK;

	if (status == OK && !(page = make_page(input, opened, n_plots, err)))
		status = err->status;
	if (status == OK)
		status = page_write(page, path, err);
	page_free(page);
	trace_free(opened);
	return status;
}
