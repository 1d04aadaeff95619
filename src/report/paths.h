#ifndef SONDE_REPORT_PATHS_H
#define SONDE_REPORT_PATHS_H

#include "report/input.h"
#include "evaluate/paths.h"

/* The three paths of a message, as a run of sonde compare --paths timed them and the report's models predict them.
 * Starts zero-initialised; report_paths_release frees it. */
struct report_paths {
	struct paths_comparison comparison; /* no paths: there is no such run, no model, or none knows such messages */
	char *names[MODELS_MOST];           /* of its models, the report's */
	struct size_list sizes;
	size_t stride;      /* of the noncontiguous data measured, in blocks */
	char left_out[600]; /* names of models that do not know that stride, separated by commas */
};

/* Finds sizes and stride in the run's timings and holds the models against them. ERR_MEMORY. Local. */
enum status report_paths_make(const struct report_input *input, struct report_paths *paths, struct error *err);

/* What was measured and which models are left out, as a paragraph in text of room bytes; returns text. Local. */
const char *report_paths_text(const struct report_input *input, const struct report_paths *paths, char *text,
			      size_t room);

void report_paths_release(struct report_paths *paths);

#endif
