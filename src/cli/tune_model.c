#include "cli/tune_model.h"

#include "base/file.h"
#include "cli/machine_state.h"
#include "report/trust.h"
#include "report/tuning.h"
#include "rules/tuned_write.h"

#include <stdlib.h>
#include <string.h>

/* What is tuned, and where it goes. */
struct tune_asked {
	struct context *context;
	const struct tune_model_options *options;
	struct tune_options tune;
};

static enum status write_file(FILE *out, const struct tune_asked *asked, const struct tune_result *result,
			      struct error *err)
{
	fprintf(out,
		"# Rules for Open MPI 4.1, by the model %s: simulated, not measured.\n"
		"# mpirun --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename %s\n",
		asked->options->model, asked->options->file);
	return tuned_write(out, &result->file, err);
}

static enum status write_rules(const struct tune_asked *asked, const struct tune_result *result, struct error *err)
{
	struct file_replacement file;
	enum status status = file_replace_begin(&file, asked->options->file, "rule file", err);

	if (status != OK)
		return status;
	return file_replace_end(&file, write_file(file.stream, asked, result, err), err);
}

/* Where the file went, or that there is none. */
static void tell(const struct tune_asked *asked, const struct tune_result *result)
{
	const char *file = asked->options->file;

	if (asked->context->quiet)
		return;
	if (result->n == 0)
		fprintf(asked->context->chatter,
			"sonde: by the model the library's own decisions are within 2 %% of the best: no rules%s\n",
			file ? ", and no file" : "");
	else if (file)
		fprintf(asked->context->chatter,
			"sonde: rules for Open MPI 4.1 are in %s. They are by the model and were not measured: "
			"mpirun --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename %s\n",
			file, file);
	else
		fprintf(asked->context->chatter, "sonde: -o FILE writes the rules\n");
}

static enum status tune_it(void *what, struct model *model, struct error *err)
{
	struct tune_asked *asked = what;
	struct tune_result result;
	struct table *table;
	enum status status;

	asked->tune.predict = predict_options_default(model);
	status = tune_model(&asked->tune, &result, err);
	if (status == OK && asked->options->file && result.n > 0)
		status = write_rules(asked, &result, err);
	if (status == OK) {
		table = tuning_table(&result);
		if (table)
			trust_tell_use(table, model);
		status = command_print(asked->context, table, err);
	}
	if (status == OK)
		tell(asked, &result);
	tune_result_release(&result);
	return status;
}

static enum status choose_operation(struct tune_options *tune, const char *name, size_t length, struct error *err)
{
	enum decision_operation operation;

	for (int id = 0; id < TUNED_OPERATIONS; id++) {
		const char *its = tuned_class(id)->name;

		if (strlen(its) != length || strncmp(its, name, length) != 0)
			continue;
		tune->operations[id] = tune_operation(id, &operation);
		if (tune->operations[id])
			return OK;
		return error_set(err, ERR_USAGE, "--only %s: Open MPI's coll/tuned has no rules for it", its);
	}
	return error_set(
		err, ERR_USAGE,
		"--only %.*s: no such operation; it has allgather, allreduce, alltoall, barrier, bcast, gather, "
		"reduce, reduce_scatter, reduce_scatter_block, scatter",
		(int)length, name);
}

/* Those of which all that rules choose can be simulated by the size of a block. */
static const char usual[] = "allgather,allreduce,alltoall,barrier,bcast,gather,reduce,reduce_scatter,"
			    "reduce_scatter_block,scatter";

static enum status choose_operations(struct tune_options *tune, const char *names, struct error *err)
{
	enum status status = OK;

	for (const char *p = names ? names : usual; status == OK && *p;) {
		size_t length = strcspn(p, ",");

		status = choose_operation(tune, p, length, err);
		p += length + (p[length] == ',');
	}
	return status;
}

/* A list as it was given, or else by this text. */
static enum status choose_list(struct size_list *list, const char *text, struct error *err)
{
	return list->n > 0 ? OK : size_list_parse(text, list, err);
}

static enum status check(const struct tune_model_options *o, struct error *err)
{
	const struct size_list *processes = &o->processes;

	if (!o->model)
		return error_set(err, ERR_USAGE,
				 "-m MODEL.json is missing: by which model are rules made? --check FILE checks a file");
	if (processes->adaptive || o->sizes.adaptive || o->segments.adaptive)
		return error_set(err, ERR_USAGE, "auto: a simulation has nothing to adapt to; give lists, like 2:64");
	if (processes->n > 0 && (processes->bytes[0] < 2 || processes->bytes[processes->n - 1] > 1 << 20))
		return error_set(err, ERR_USAGE, "-n: numbers of processes are 2 to %d: 16, or 2:1024", 1 << 20);
	if (o->sizes.n > 0 && o->sizes.bytes[0] < 1)
		return error_set(err, ERR_USAGE, "--sizes: from 1 B on");
	return OK;
}

enum status tune_by_model(struct context *context, struct tune_model_options *o, struct error *err)
{
	struct tune_asked asked = {.context = context, .options = o, .tune = {.loss = 0.02}};
	enum status status = check(o, err);

	if (status == OK)
		status = choose_list(&o->processes, "2:64", err);
	if (status == OK)
		status = choose_list(&o->sizes, "1:1M", err);
	if (status == OK)
		status = choose_list(&o->segments, "1K,4K,16K,64K", err);
	if (status == OK)
		status = choose_operations(&asked.tune, o->operations, err);
	asked.tune.processes = o->processes;
	asked.tune.sizes = o->sizes;
	asked.tune.segments = o->segments;
	return status == OK ? machine_state_each(context, o->model, o->state, tune_it, &asked, err) : status;
}
