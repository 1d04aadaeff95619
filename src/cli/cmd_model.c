#include "cli/command.h"
#include "report/model_table.h"
#include "cli/machine_state.h"
#include "cli/negative_times.h"
#include "cli/output.h"
#include "model/average.h"
#include "model/doubts.h"
#include "model/file/file.h"
#include "model/negative.h"

#include <string.h>

/* show: parameters, then the provenance as a summary. */
static enum status show(struct context *context, const struct model *model, struct error *err)
{
	struct table *table = context->json || context->csv ? model_table(model, true) : model_table_view(model, true);

	if (table)
		model_table_tell_states(table, model);
	for (size_t i = 0; table && i < model->facts.n; i++) {
		const struct fact *fact = &model->facts.list[i];

		if (fact->text)
			table_summary_text(table, "provenance", fact->name, fact->text);
		else
			table_summary_number(table, "provenance", fact->name, CELL_NUMBER, fact->number);
	}
	return command_print(context, table, err);
}

static enum status convert(struct context *context, const struct model *model, const char *to, const char *output,
			   struct error *err)
{
	const struct model_class *target = NULL;
	struct model *converted = NULL;
	enum status status;

	if (!to)
		return error_set(err, ERR_USAGE,
				 "--to MODEL is missing: plogp converts to loggp and logp, loggp to logp, lmo to "
				 "hockney, 3pc to loggp, p3pc to loggp-star");
	target = model_class_find(to, err);
	if (!target)
		return usage_of(ERR_INPUT, err);
	if (!(converted = model_convert(model, target, err)))
		return err->status;
	status = model_write(converted, output, context->out, err);
	model_free(converted);
	return status;
}

static enum status average(struct context *context, const struct model *model, const char *output, struct error *err)
{
	struct model *mean = model_average(model, err);
	enum status status = mean ? model_write(mean, output, context->out, err) : err->status;

	model_free(mean);
	return status;
}

static void tell_doubt(void *context, const char *text)
{
	fprintf(((struct context *)context)->chatter, "sonde: %s\n", text);
}

/* check: one line, and none with --quiet; the exit code says it too. A model that predicts times below 0 fails. */
static enum status check(struct context *context, const struct model *model, const char *path, struct error *err)
{
	static const struct column columns[] = {
		{"file", "", CELL_TEXT}, {"model", "", CELL_TEXT}, {"processes", "", CELL_COUNT}};
	size_t bytes;
	double least = negative_message_anywhere(model, &bytes);
	char text[NEGATIVE_TEXT];
	struct table *table;

	if (least < 0)
		return error_set(err, ERR_CHECK, "%s: %s", path, negative_message_text(least, bytes, model, text));
	negative_latency_tell(context, model);
	if (!context->quiet)
		model_doubts(model, tell_doubt, context);
	if (!context->json && !context->csv) {
		if (!context->quiet)
			fprintf(context->out, "%s: a complete %s model of %zu processes\n", path, model->class->name,
				model->processes);
		return OK;
	}
	table = table_new("checked model", columns, sizeof(columns) / sizeof(columns[0]));
	if (table) {
		table_row(table);
		table_set_text(table, "file", path);
		table_set_text(table, "model", model->class->name);
		table_set_number(table, "processes", (double)model->processes);
	}
	return command_print(context, table, err);
}

/* What the command is asked to do. */
struct model_action {
	struct context *context;
	const char *action, *path, *to, *output, *state;
};

static enum status do_action(void *what, struct model *model, struct error *err)
{
	const struct model_action *asked = what;
	struct context *context = asked->context;
	const char *action = asked->action, *path = asked->path, *to = asked->to, *output = asked->output;

	if (strcmp(action, "show") == 0)
		return show(context, model, err);
	if (strcmp(action, "check") == 0)
		return check(context, model, path, err);
	if (strcmp(action, "average") == 0)
		return average(context, model, output ? output : "-", err);
	return convert(context, model, to, output ? output : "-", err);
}

static enum status act(struct model_action *asked, struct error *err)
{
	static const char *const actions[] = {"show", "convert", "average", "check"};
	const char *action = asked->action, *path = asked->path, *to = asked->to, *output = asked->output;
	bool known = false;

	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		known = known || strcmp(action, actions[i]) == 0;
	if (!known)
		return error_set(err, ERR_USAGE,
				 "\"%s\" cannot be done with a model: the actions are show, convert, average and check",
				 action);
	if (to && strcmp(action, "convert") != 0)
		return error_set(err, ERR_USAGE, "--to goes with \"convert\" only");
	if (output && (strcmp(action, "show") == 0 || strcmp(action, "check") == 0))
		return error_set(err, ERR_USAGE, "--output goes with \"convert\" and \"average\" only");
	if (output_check(output, &(struct output_input){path, "the model that is read"}, 1, err) != OK)
		return err->status;
	if (asked->state && strcmp(asked->state, "each") == 0 && strcmp(action, "show") != 0)
		return error_set(err, ERR_USAGE, "--machine-state each goes with \"show\" only");
	return machine_state_each(asked->context, path, asked->state, do_action, asked, err);
}

static enum status model_command(struct context *context, struct error *err)
{
	struct model_action asked = {.context = context};
	const struct option options[] = {
		OPT_TEXT(0, "to", &asked.to, "MODEL",
			 "convert: the kind of model wanted: loggp, logp, hockney or loggp-star"),
		OPT_TEXT('o', "output", &asked.output, "FILE.json",
			 "convert, average: write there (default: standard output)"),
		MACHINE_STATE_OPTION(&asked.state),
		COMMON_OPTIONS(context),
	};
	const char *operands[2] = {NULL};
	size_t n = 0;
	enum status status = command_options(context, options, operands, 2, 2, &n, err);

	asked.action = operands[0], asked.path = operands[1];
	return status == OK && !context->help ? act(&asked, err) : status;
}

const struct command command_model = {
	.name = "model",
	.operands = "show|convert|average|check FILE.json",
	.summary = "shows a model's parameters, converts it, averages over pairs, checks a file",
	.example = "sonde model convert plogp.json --to loggp -o loggp.json",
	.run = model_command,
};
