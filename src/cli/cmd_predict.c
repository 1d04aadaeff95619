#include "cli/command.h"
#include "model/file.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const struct column columns[] = {
	{"operation", "", CELL_TEXT}, {"algorithm", "", CELL_TEXT}, {"processes", "", CELL_COUNT}, {"bytes", "B", CELL_BYTES}, {"seconds", "s", CELL_SECONDS},
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

/* The largest size that the model was fitted at; SIZE_MAX if no parameter is one per size. */
static size_t largest_fitted(const struct model *model)
{
	double largest = -1;

	for (size_t i = 0; i < model->n_links * model->class->n_params; i++) {
		const struct curve *curve = &model->parameters[i].curve;

		if (model->class->params[i % model->class->n_params].shape == PARAM_PER_SIZE && curve->n > 0)
			largest = fmax(largest, curve->x[curve->n - 1]);
	}
	return largest < 0 ? SIZE_MAX : (size_t)largest;
}

static void tell_extrapolated(const struct context *context, const struct model *model, const struct size_list *sizes)
{
	size_t largest = largest_fitted(model);
	char text[32];

	if (!context->quiet && sizes->bytes[sizes->n - 1] > largest)
		fprintf(context->chatter, "sonde: the model was fitted at sizes up to %s: larger messages are predicted by the line through its last two\n", size_format(largest, text, sizeof(text)));
}

static enum status check_wishes(const struct model *model, const char *operation, const struct size_list *sizes, const size_t ends[2], struct error *err)
{
	if (strcmp(operation, "p2p") != 0)
		return error_set(err, ERR_USAGE, "\"%s\" cannot be predicted: the operations are p2p", operation);
	if (sizes->n == 0)
		return error_set(err, ERR_USAGE, "-s SIZES is missing: which message sizes? For example -s 0,1K,64K");
	if (sizes->adaptive)
		return error_set(err, ERR_USAGE, "-s auto: a prediction has nothing to adapt to; give sizes, or a range like 1K:1M");
	if (ends[0] >= model->processes || ends[1] >= model->processes || ends[0] == ends[1])
		return error_set(err, ERR_USAGE, "--from %zu --to %zu: the model holds for two different processes of 0 to %zu", ends[0], ends[1], model->processes - 1);
	return OK;
}

static enum status predict(struct context *context, struct error *err)
{
	struct size_list sizes = {0};
	size_t ends[2] = {0, 1};
	const struct option options[] = {
		{.name = "sizes", .letter = 's', .type = OPTION_SIZES, .value = &sizes, .argument = "SIZES", .help = "message sizes in bytes: 0,1K,64K or 1K:1M or 1K:64K:1K"},
		{.name = "from", .type = OPTION_COUNT, .value = &ends[0], .argument = "PROCESS", .help = "the sender (default 0)", .least = 0, .most = 1e9},
		{.name = "to", .type = OPTION_COUNT, .value = &ends[1], .argument = "PROCESS", .help = "the receiver (default 1)", .least = 0, .most = 1e9},
		COMMON_OPTIONS(context),
	};
	const char *operands[2] = {NULL};
	struct model *model = NULL;
	size_t n = 0;
	enum status status = command_options(context, options, operands, 2, 2, &n, err);

	if (status == OK && !context->help) {
		model = model_read(operands[0], err);
		status = model ? check_wishes(model, operands[1], &sizes, ends, err) : err->status;
		if (status == OK)
			tell_extrapolated(context, model, &sizes);
		if (status == OK)
			status = command_print(context, predict_table(model, (struct link){(int)ends[0], (int)ends[1]}, &sizes), err);
	}
	model_free(model);
	size_list_release(&sizes);
	return status;
}

const struct command command_predict = {
	.name = "predict",
	.operands = "MODEL.json p2p",
	.summary = "times of messages that a model predicts",
	.example = "sonde predict plogp.json p2p -s 0,1K,64K",
	.run = predict,
};
