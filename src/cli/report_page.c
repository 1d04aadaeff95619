#include "cli/report_page.h"

#include <stdlib.h>

#include "base/file.h"
#include "model/file/file.h"
#include "report/page.h"
#include "report/trace_page.h"

static struct page *make_page(const struct report_input *input, struct trace *trace, const struct model *model,
			      size_t *n_plots, struct error *err)
{
	struct page *page = input ? report_page(input, n_plots, err) : report_trace_page(trace, model, n_plots, err);

	if (!page || !input || !trace || report_trace_add(page, trace, model, n_plots, err) == OK)
		return page;
	page_free(page);
	return NULL;
}

/* Opens what is named; both are the caller's, also after a failure. */
static enum status open_traced(const struct report_traced *traced, struct trace **trace, struct model **model,
			       struct error *err)
{
	enum status status = traced->trace ? trace_open(trace, traced->trace, err) : OK;

	if (status == OK && traced->model && !(*model = model_read(traced->model, err)))
		status = err->status;
	return status == OK && *model ? model_check(*model, err) : status;
}

enum status report_page_write(const char *path, const struct report_input *input, const struct report_traced *traced,
			      size_t *n_plots, struct error *err)
{
	struct trace *trace = NULL;
	struct model *model = NULL;
	struct page *page = NULL;
	enum status status = open_traced(traced, &trace, &model, err);

	if (status == OK && !(page = make_page(input, trace, model, n_plots, err)))
		status = err->status;
	if (status == OK)
		status = page_write(page, path, err);
	page_free(page);
	model_free(model);
	trace_free(trace);
	return status;
}

enum status report_picture_write(const char *path, const struct report_traced *traced, bool simulated,
				 struct error *err)
{
	struct trace *trace = NULL;
	struct model *model = NULL;
	char *svg = NULL;
	enum status status = open_traced(traced, &trace, &model, err);

	if (status == OK && !(svg = report_trace_picture(trace, model, simulated, err)))
		status = err->status;
	if (status == OK)
		status = file_replace_text(path, "plot", svg, err);
	free(svg);
	model_free(model);
	trace_free(trace);
	return status;
}
