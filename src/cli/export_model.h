#ifndef SONDE_CLI_EXPORT_MODEL_H
#define SONDE_CLI_EXPORT_MODEL_H

#include "cli/command.h"

/* In the order of the names in cmd_export.c. */
enum export_model_format { EXPORT_SIMGRID, EXPORT_LOGGOPSIM, EXPORT_DIMEMAS, EXPORT_MODEL_FORMATS };

/* How a model is written. */
struct export_model {
	const char *output; /* NULL: standard output */
	size_t processes;   /* 0: those of the model */
	enum export_model_format format;
};

/* Writes the model of a file; a note says what the form cannot hold. ERR_USAGE: no file is named. ERR_* of model_read
 * and of the writer. Local. */
enum status export_model(struct context *context, const struct export_model *asked, const char *path,
			 struct error *err);

#endif
