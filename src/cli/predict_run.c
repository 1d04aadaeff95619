#include "cli/predict_run.h"

#include "cli/negative_times.h"
#include "predict/escalation.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const struct column columns[] = {
	{"operation", "", CELL_TEXT}, {"algorithm", "", CELL_TEXT},   {"processes", "", CELL_COUNT},
	{"bytes", "B", CELL_BYTES},   {"seconds", "s", CELL_SECONDS},
};

static struct table *predict_table(const struct model *model, struct link link, const struct size_list *sizes)
{
	struct table *table = table_new("predicted time of one message", columns, sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < sizes->n; i++) {
		table_row(table);
		table_set_text(table, "operation", "p2p");
		table_set_text(table, "algorithm", "native");
		table_set_number(table, "processes", 2);
		table_set_number(table, "bytes", (double)sizes->bytes[i]);
		table_set_number(table, "seconds", model_p2p(model, link, sizes->bytes[i]));
	}
	if (table)
		table_summary_text(table, NULL, "model", model->class->name);
	return table;
}

/* The largest size that the model was fitted at; SIZE_MAX if no parameter is one per size whose line goes on beyond. */
static size_t largest_fitted(const struct model *model)
{
	double largest = -1;

	for (size_t i = 0; i < model->n_links * model->class->n_params; i++) {
		const struct curve *curve = &model->parameters[i].curve;

		const struct param_spec *spec = &model->class->params[i % model->class->n_params];

		if (spec->shape == PARAM_PER_SIZE && !spec->holds_ends && curve->n > 0)
			largest = fmax(largest, curve->x[curve->n - 1]);
	}
	return largest < 0 ? SIZE_MAX : (size_t)largest;
}

static void tell_extrapolated(const struct context *context, size_t fitted, uint64_t largest)
{
	char text[32];

	if (!context->quiet && largest > fitted)
		fprintf(context->chatter,
			"sonde: the model was fitted at sizes up to %s: larger messages are predicted by the line "
			"through its last two\n",
			size_format(fitted, text, sizeof(text)));
}

/* Gathers of medium sizes at which no escalations were counted have those of the nearest size that was. */
static void tell_escalations(const struct context *context, const struct model *model, const struct size_list *sizes)
{
	size_t l = model_platform(model), beyond = 0;
	const struct curve none = {.n = 0},
			   *curve = l < model->n_links && model_param_index(model->class, "M1") < model->class->n_params
					    ? &model_param(model, l, "escalation_probability")->curve
					    : &none;
	char from[32], to[32];

	for (size_t i = 0; curve->n && i < sizes->n; i++) {
		double m = (double)sizes->bytes[i];

		beyond += escalation_region(model, sizes->bytes[i]) && (m < curve->x[0] || m > curve->x[curve->n - 1]);
	}
	if (!context->quiet && beyond > 0)
		fprintf(context->chatter,
			"sonde: escalations of gathers were counted at sizes from %s to %s: gathers of other sizes are "
			"given those of the nearest one\n",
			size_format((size_t)curve->x[0], from, sizeof(from)),
			size_format((size_t)curve->x[curve->n - 1], to, sizeof(to)));
}

static enum status check_sizes(const struct size_list *sizes, struct error *err)
{
	if (sizes->n == 0)
		return error_set(err, ERR_USAGE, "-s SIZES is missing: which message sizes? For example -s 0,1K,64K");
	if (sizes->adaptive)
		return error_set(err, ERR_USAGE,
				 "-s auto: a prediction has nothing to adapt to; give sizes, or a range like 1K:1M");
	return OK;
}

static enum status check_ends(const struct model *model, const size_t ends[2], struct error *err)
{
	if (ends[0] >= model->processes || ends[1] >= model->processes || ends[0] == ends[1])
		return error_set(err, ERR_USAGE,
				 "--from %zu --to %zu: the model holds for two different processes of 0 to %zu",
				 ends[0], ends[1], model->processes - 1);
	return OK;
}

/* Whether the model's parameters hold for every pair; else for as many processes as it has. */
static enum status check_operation(const struct model *model, const struct operation_wish *wish,
				   const struct size_list *sizes, int operation, struct error *err)
{
	if (!wish->algorithm)
		return error_set(err, ERR_USAGE,
				 "--algorithm NAME is missing: by which one? --algorithm all ranks them");
	if (operation_check_ports(wish, err) != OK)
		return err->status;
	if (wish->closed && (wish->in_turn || wish->fair || wish->parallel || wish->eager < SIZE_MAX))
		return error_set(err, ERR_USAGE,
				 "--eager, --parallel, --fair and --in-turn say how the schedule is simulated: with "
				 "--closed-form it is not");
	if (wish->processes == 0)
		return error_set(err, ERR_USAGE, "-n P is missing: among how many processes?");
	if (!model_holds_for_any(model) && wish->processes > model->processes)
		return error_set(err, ERR_USAGE, "-n %zu: the model holds for its own %zu processes only",
				 wish->processes, model->processes);
	if (wish->root >= wish->processes)
		return error_set(err, ERR_USAGE, "--root %zu: there are processes 0 to %zu", wish->root,
				 wish->processes - 1);
	return operation == COLLECTIVE_BARRIER ? OK : check_sizes(sizes, err);
}

/* A barrier has no size. */
enum status predict_operation(struct context *context, const struct model *model, int operation,
			      struct operation_wish *wish, const struct size_list *sizes, struct error *err)
{
	static size_t none = 0;
	const struct size_list empty = {.bytes = &none, .n = 1},
			       *asked = operation == COLLECTIVE_BARRIER ? &empty : sizes;
	enum status status = check_operation(model, wish, sizes, operation, err);
	uint64_t largest = 0;
	struct table *table;

	if (status == OK)
		status = operation_lists(wish, err);
	if (status != OK)
		return status;
	table = operation_table(model, (enum collective)operation, wish, asked, largest_fitted(model), &largest, err);
	if (table)
		tell_extrapolated(context, largest_fitted(model), largest);
	if (table && operation == COLLECTIVE_GATHER &&
	    (strcmp(wish->algorithm, "linear") == 0 || strcmp(wish->algorithm, "all") == 0))
		tell_escalations(context, model, sizes);
	negative_times_tell(context, table, model);
	if (table)
		negative_messages_tell(context, model, asked);
	return command_print(context, table, err);
}

enum status predict_messages(struct context *context, const struct model *model, const size_t ends[2],
			     const struct paths_wish *paths, const struct size_list *sizes, struct error *err)
{
	const struct link link = {(int)ends[0], (int)ends[1]};
	struct table *table = NULL;
	enum status status = check_sizes(sizes, err);

	if (status == OK)
		status = check_ends(model, ends, err);
	if (status != OK)
		return status;
	tell_extrapolated(context, largest_fitted(model), sizes->bytes[sizes->n - 1]);
	if (paths->paths)
		status = paths_table(model, link, paths, sizes, &table, err);
	else
		table = predict_table(model, link, sizes);
	negative_times_tell(context, table, model);
	return status == OK ? command_print(context, table, err) : status;
}
