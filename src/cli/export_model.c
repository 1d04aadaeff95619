#include "cli/export_model.h"

#include <string.h>

#include "base/file.h"
#include "cli/negative_times.h"
#include "cli/output.h"
#include "exchange/dimemas.h"
#include "exchange/loggopsim.h"
#include "exchange/simgrid.h"
#include "model/file/file.h"
#include "simulate/simulate.h"

/* What is off by less is not worth a note; on a platform that much is given up for the ports. */
static const double off_least = 1e-3, off_least_simgrid = 5e-3;

static enum status write_model(const struct context *context, const struct export_model *asked,
			       const struct model *model, FILE *out, struct error *err)
{
	size_t processes = asked->processes ? asked->processes : model->processes;
	uint64_t eager = model_eager_default(model);
	double off = 0;
	enum status status;

	if (asked->format == EXPORT_DIMEMAS)
		return dimemas_write(model, processes, out, err);
	status = asked->format == EXPORT_SIMGRID ? simgrid_write(model, processes, eager, out, &off, err)
						 : loggopsim_write(model, eager, out, &off, err);
	if (status == OK && off > (asked->format == EXPORT_SIMGRID ? off_least_simgrid : off_least) && !context->quiet)
		fprintf(context->chatter, "sonde: what is written is up to %.1f %% off the model: %s\n", 100 * off,
			asked->format == EXPORT_SIMGRID ? "on SMPI's wire no time is below 0 without bytes, none falls "
							  "with the size, and a message "
							  "has 16 bytes more"
							: "LogGOPSim takes whole nanoseconds");
	return status;
}

enum status export_model(struct context *context, const struct export_model *asked, const char *path, struct error *err)
{
	struct file_replacement file;
	struct model *model;
	enum status status;

	if (!path)
		return error_set(err, ERR_USAGE,
				 "which model? its file is missing: sonde export MODEL.json --format ...");
	status = output_check(asked->output, &(struct output_input){path, "the model that is read"}, 1, err);
	model = status == OK ? model_read(path, err) : NULL;
	if (!model)
		return err->status;
	status = model_check(model, err);
	if (status == OK)
		negative_latency_tell(context, model);
	if (status == OK && (!asked->output || strcmp(asked->output, "-") == 0))
		status = write_model(context, asked, model, context->out, err);
	else if (status == OK && (status = file_replace_begin(&file, asked->output, "export", err)) == OK)
		status = file_replace_end(&file, write_model(context, asked, model, file.stream, err), err);
	model_free(model);
	return status;
}
