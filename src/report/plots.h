#ifndef SONDE_REPORT_PLOTS_H
#define SONDE_REPORT_PLOTS_H

#include "report/drawing.h"
#include "report/input.h"

/* The plots of a report. */
enum report_plot_kind {
	REPORT_PARAMETERS,    /* the times per size of the first model that has parameters per size */
	REPORT_PROBABILITIES, /* its probabilities per size */
	REPORT_METHODS,       /* plogp's g by the fast method and by saturation */
	REPORT_TIMES,         /* measured one-way times and every model's */
	REPORT_ERRORS,        /* every model's relative error per size */
	REPORT_ROUNDTRIPS,    /* round trips of the newest runs, for a report without models */
	REPORT_BANDWIDTH,     /* of the newest runs that measured messages, and of a stream by each model */
	REPORT_STATES,        /* the machine's states over the time of a run, if there were several */
	REPORT_OVERLAP,       /* what computation beside a message hides, of the first model that says so */
	REPORT_PLOTS,
	REPORT_RECORDED = REPORT_PLOTS, /* what happened when in a trace (trace_page.h) */
	REPORT_SIMULATED                /* the same as it is simulated under a model */
};

/* NULL-terminated names by value: "parameters", "methods", ... */
extern const char *const report_plot_names[];

/* What the parameters per size of the report's first model that has such are, as a heading: "Overheads and gap" of
 * plogp, else "Parameters by size". */
const char *report_parameters_heading(const struct report_input *input);

/* Whether the plot shows timings of the store, and not only models. */
bool report_plot_needs_store(enum report_plot_kind kind);

/* Makes the plot. ERR_MEMORY. report_plot_release in any case. Local. */
enum status report_plot_make(enum report_plot_kind kind, const struct report_input *input, struct report_plot *plot,
			     struct error *err);
void report_plot_release(struct report_plot *plot);

#endif
