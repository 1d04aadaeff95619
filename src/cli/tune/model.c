#include "cli/tune/model.h"

#include "cli/machine_state.h"
#include "cli/negative_times.h"
#include "cli/placement_options.h"
#include "cli/tune/rules.h"
#include "predict/escalation.h"
#include "report/state_tables.h"
#include "report/trust.h"
#include "report/tuning.h"
#include "tune/mapped.h"
#include "tune/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is tuned, and where it goes. */
struct tune_asked {
	struct context *context;
	const struct tune_request *request;
	struct tune_options tune;
	const char *file, *plot; /* where the rules and a figure go; NULL: nowhere */
	struct placed *placed;   /* NULL: all pairs are alike */
	size_t ppn;              /* of placed */
	bool usual_sizes;        /* nobody named others; said once */
};

static enum status write_rules(const struct tune_asked *asked, const struct tune_result *result, struct error *err)
{
	const struct tune_library *library = asked->tune.library;
	char *comments = NULL;
	size_t length;
	FILE *out = open_memstream(&comments, &length);
	enum status status = out ? OK : error_memory(err, "a rule file");

	if (out) {
		fprintf(out, "Rules for %s, by the model %s: simulated, not measured.\n", library->name,
			asked->placed ? asked->request->inter : asked->request->model);
		if (asked->placed && asked->request->placement)
			fprintf(out,
				"For processes that are placed as %s says, and messages within a node that cost "
				"what %s says.\n",
				asked->request->placement, asked->request->intra);
		else if (asked->placed)
			fprintf(out, "For nodes with %zu of the processes each, whose messages cost what %s says.\n",
				asked->ppn, asked->request->intra);
		if (result->file.first && result->file.first->n > 0)
			fputs("Rows with an order are for calls of process 0 among unlike processes: they were "
			      "simulated.\n",
			      out);
		tune_rules_put_escalating(out, &result->file, false);
		if (fclose(out) != 0)
			status = error_memory(err, "a rule file");
	}
	if (status == OK)
		status = tune_rules_write(library, asked->file, comments, tune_rules_processes(&asked->tune.processes),
					  &result->file, err);
	free(comments);
	return status;
}

static enum status tune_it(void *what, struct model *model, struct error *err)
{
	struct tune_asked *asked = what;
	struct choices ordered = {.n = 0};
	struct tune_result result;
	uint64_t escalating[2];
	struct table *table;
	enum status status;

	asked->tune.predict = predict_options_default(model);
	if (asked->placed) {
		placed_apply(asked->placed, &asked->tune.predict.use);
		asked->tune.node = asked->placed->node;
	}
	status = tune_model(&asked->tune, &result, err);
	if (status == OK && tune_table_has_gather(asked->tune.library, asked->tune.operations) &&
	    escalation_sizes(model, escalating))
		tune_table_escalating(escalating, &asked->tune.processes, &result.file);
	if (status == OK && tune_library_is_sonde(asked->tune.library))
		status = tune_mapped_rows(&asked->tune, &ordered, err);
	result.file.first = &ordered;
	if (status == OK && asked->file && tune_rules_count(&result) > 0)
		status = write_rules(asked, &result, err);
	if (status == OK) {
		negative_latency_tell(asked->context, model);
		table = tuning_table(&result, asked->tune.library, false);
		if (table)
			trust_tell_use(table, model);
		if (table && ordered.n > 0)
			table_summary_number(table, NULL, "rows_with_an_order", CELL_COUNT, (double)ordered.n);
		if (table && asked->placed)
			placed_tell(asked->placed, table);
		status = command_print(asked->context, table, err);
	}
	if (status == OK)
		tune_rules_tell(
			asked->context, asked->tune.library,
			&(struct tune_news){.file = asked->file,
					    .n = tune_rules_count(&result),
					    .none = "by the model the library's own decisions are within 2 % of "
						    "the best",
					    .doubt = "They are by the model and were not measured.",
					    .usual_sizes = asked->usual_sizes,
					    .processes = tune_rules_processes(&asked->tune.processes)});
	if (status == OK)
		status = tune_rules_plot(asked->tune.library, asked->plot, &result, err);
	tune_result_release(&result);
	choices_release(&ordered);
	return status;
}

enum status tune_by_model(struct context *context, struct tune_request *o, const struct progress *progress,
			  struct error *err)
{
	struct tune_asked asked = {
		.context = context, .request = o, .file = o->file, .plot = o->plot, .usual_sizes = o->sizes.n == 0};
	enum status status = OK;

	if (!o->model)
		return error_set(err, ERR_USAGE,
				 "%s-m MODEL.json is missing: by which model are rules made? mpirun -n 8 sonde tune "
				 "measures on 8 processes; --check FILE checks a file",
				 o->processes.n > 0 ? "-n goes with a model: " : "");
	status = tune_request_options(o, &asked.tune, err);
	asked.tune.progress = progress;
	return status == OK ? machine_state_each(context, o->model, o->state, tune_it, &asked, err) : status;
}

/* "rules.conf" of 4 processes on each node is "rules-ppn4.conf" where there are several such files. The caller frees
 * it.
 */
static char *shape_file(const char *file, size_t ppn)
{
	const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file, *dot = strrchr(name, '.');
	size_t room = strlen(file) + 32, stem = dot && dot > name ? (size_t)(dot - file) : strlen(file);
	char *text = malloc(room);

	if (text)
		snprintf(text, room, "%.*s-ppn%zu%s", (int)stem, file, ppn, file + stem);
	return text;
}

static enum status tune_shape(struct tune_asked *asked, size_t ppn, struct error *err)
{
	const struct tune_request *o = asked->request;
	const struct size_list *list = &asked->tune.processes;
	char places[40];
	struct placement_options options = {
		.intra = o->intra, .inter = o->inter, .placement = o->placement ? o->placement : places};
	struct placed placed = {.options = NULL};
	char *file = o->file && o->ppn.n > 1 ? shape_file(o->file, ppn) : NULL,
	     *plot = o->plot && o->ppn.n > 1 ? shape_file(o->plot, ppn) : NULL;
	enum status status;

	snprintf(places, sizeof(places), "block:%zu", ppn);
	asked->file = file ? file : o->file;
	asked->plot = plot ? plot : o->plot;
	asked->placed = &placed;
	asked->ppn = ppn;
	status = o->ppn.n > 1 && ((o->file && !file) || (o->plot && !plot))
			 ? error_memory(err, "the name of a rule file")
			 : placed_read(&placed, &options, err);
	if (status == OK)
		status = placed_nodes(&placed, list->bytes[list->n - 1], NULL, err);
	if (status == OK)
		status = machine_state_each(asked->context, o->inter, o->state, tune_it, asked, err);
	placed_release(&placed);
	free(file);
	free(plot);
	return status;
}

enum status tune_by_shapes(struct context *context, struct tune_request *o, const struct progress *progress,
			   struct error *err)
{
	struct tune_asked asked = {.context = context, .request = o, .usual_sizes = o->sizes.n == 0 && o->ppn.n <= 1};
	struct state_tables tables = {.several = o->ppn.n > 1, .what = "ppn"};
	enum status status = tune_request_options(o, &asked.tune, err);

	asked.tune.progress = progress;
	if (status == OK && machine_state_is_each(o->state))
		status = error_set(err, ERR_USAGE, "--machine-state each: not with --ppn or --placement");
	if (o->ppn.n > 1)
		context->states = &tables;
	if (status == OK && o->placement)
		status = tune_shape(&asked, 0, err);
	for (size_t i = 0; status == OK && i < o->ppn.n; i++) {
		snprintf(tables.state.name, sizeof(tables.state.name), "%zu", o->ppn.bytes[i]);
		status = tune_shape(&asked, o->ppn.bytes[i], err);
	}
	status = o->ppn.n > 1 ? command_print_states(context, status, err) : status;
	context->states = NULL;
	return status;
}
