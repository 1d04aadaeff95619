#include "report/predictions.h"

#include "model/what_if.h"
#include "report/tree_mapping.h"
#include "report/trust.h"
#include "sample/process_list.h"

#include <math.h>
#include <string.h>

static const struct column first_columns[] = {
	{"operation", "", CELL_TEXT}, {"algorithm", "", CELL_TEXT},   {"processes", "", CELL_COUNT},
	{"bytes", "B", CELL_BYTES},   {"seconds", "s", CELL_SECONDS},
};
static const struct column unchanged_columns[] = {{"unchanged", "s", CELL_SECONDS}, {"change", "", CELL_RATIO}};
static const struct column closed_columns[] = {
	{"form", "", CELL_TEXT},
	{"relation", "", CELL_TEXT},
	{"source", "", CELL_TEXT},
	{"escalation", "", CELL_RATIO},
};
static const struct column ranked_columns[] = {
	{"rank", "", CELL_COUNT}, {"segment", "B", CELL_BYTES}, {"over_best", "", CELL_RATIO}, {"tie", "", CELL_TEXT}};
/* Of those what is for files alone stands last. */
static const struct column ranked_segment_columns[] = {{"segments", "", CELL_COUNT},
						       {"unsegmented", "s", CELL_SECONDS}};
static const struct column segment_columns[] = {
	{"segment", "B", CELL_BYTES}, {"segments", "", CELL_COUNT}, {"unsegmented", "s", CELL_SECONDS}};
static const struct column escalation_columns[] = {
	{"escalation", "", CELL_RATIO}, {"adds", "s", CELL_SECONDS}, {"expected", "s", CELL_SECONDS}};

/* Columns of a table, group by group. */
struct columns {
	struct column list[24];
	size_t n;
};

static void add_columns(struct columns *columns, const struct column *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		columns->list[columns->n++] = list[i];
}

#define ADD_COLUMNS(columns, list) add_columns(columns, list, sizeof(list) / sizeof((list)[0]))

static const struct column term_columns[] = {{"send", "s", CELL_SECONDS},
					     {"latency", "s", CELL_SECONDS},
					     {"transfer", "s", CELL_SECONDS},
					     {"receive", "s", CELL_SECONDS},
					     {"overheads", "", CELL_TEXT}};

static const struct column path_columns[] = {
	{"operation", "", CELL_TEXT},   {"algorithm", "", CELL_TEXT}, {"processes", "", CELL_COUNT},
	{"layout", "", CELL_TEXT},      {"bytes", "B", CELL_BYTES},   {"send", "s", CELL_SECONDS},
	{"receive", "s", CELL_SECONDS}, {"full", "s", CELL_SECONDS},
};

static bool is_changed(const struct model *model)
{
	return model_fact(model, MODEL_WHAT_IF) != NULL;
}

/* Of a changed model: what it took before, and by what part it takes longer now. */
static void add_unchanged(struct table *table, const struct model *model, double seconds, double unchanged)
{
	if (!is_changed(model))
		return;
	table_set_number(table, "unchanged", unchanged);
	table_set_number(table, "change", unchanged > 0 ? seconds / unchanged - 1 : NAN);
}

/* The model, what was changed of it, and what makes it doubtful. */
static void tell_model(struct table *table, const struct model *model)
{
	table_summary_text(table, NULL, "model", model->class->name);
	if (!is_changed(model))
		trust_tell(table, model, NULL);
	trust_tell_use(table, model);
}

static bool is_ranked(const struct predictions *found)
{
	return found->n > 0 && found->list[0].rank > 0;
}

/* Whether the segment that was found has columns of its own: a rank has them among its own. */
static bool has_segment_columns(const struct predictions *found, const struct predict_options *how)
{
	return how->best_segment && (how->closed || !is_ranked(found));
}

static struct table *new_table(const struct predictions *found, const struct predict_options *how)
{
	struct columns columns = {.n = 0};

	ADD_COLUMNS(&columns, first_columns);
	if (is_changed(how->use.model))
		ADD_COLUMNS(&columns, unchanged_columns);
	if (has_segment_columns(found, how))
		ADD_COLUMNS(&columns, segment_columns);
	if (how->closed)
		ADD_COLUMNS(&columns, closed_columns);
	else if (is_ranked(found))
		ADD_COLUMNS(&columns, ranked_columns);
	if (found->escalates && !how->closed)
		ADD_COLUMNS(&columns, escalation_columns);
	if (how->mapping)
		add_columns(&columns, tree_mapping_columns, TREE_MAPPING_COLUMNS);
	if (how->best_segment && !has_segment_columns(found, how))
		ADD_COLUMNS(&columns, ranked_segment_columns);
	return table_new(how->closed ? "predicted times of a collective operation, closed forms"
				     : "predicted times of a collective operation",
			 columns.list, columns.n);
}

static void add_form(struct table *table, const struct closed_form *form)
{
	table_set_text(table, "form", form->name);
	table_set_text(table, "relation", relation_words[form->relation]);
	table_set_text(table, "source", form->source);
	table_set_number(table, "escalation", form->escalation);
}

/* What a gather may take beyond its predicted time, which is its least; and what is to be expected with it. */
static void add_escalation(struct table *table, const struct prediction *prediction)
{
	table_set_number(table, "escalation", prediction->escalation.probability);
	table_set_number(table, "adds", prediction->escalation.median);
	table_set_number(table, "expected", prediction->expected);
}

static double segment_cell(const struct prediction *prediction)
{
	return prediction->segment ? (double)prediction->segment : NAN;
}

/* The segment that was found, beside one piece; a rank has it among its own. */
static void add_segment(struct table *table, const struct prediction *prediction)
{
	if (prediction->rank == 0)
		table_set_number(table, "segment", segment_cell(prediction));
	table_set_number(table, "segments", (double)prediction->pieces);
	table_set_number(table, "unsegmented", prediction->whole);
}

static void add_row(struct table *table, const struct predictions *found, const struct predict_options *how,
		    const struct collective_request *request, const struct prediction *prediction)
{
	table_row(table);
	table_set_text(table, "operation", collective_words[request->collective]);
	table_set_text(table, "algorithm", prediction->algorithm->name);
	table_set_number(table, "processes", prediction->processes);
	table_set_number(table, "bytes", (double)prediction->bytes);
	table_set_number(table, "seconds", prediction->seconds);
	add_unchanged(table, how->use.model, prediction->seconds, prediction->unchanged);
	if (how->best_segment)
		add_segment(table, prediction);
	if (how->closed) {
		add_form(table, &prediction->form);
		return;
	}
	if (prediction->rank > 0) {
		table_set_number(table, "rank", (double)prediction->rank);
		table_set_number(table, "segment", segment_cell(prediction));
		table_set_number(table, "over_best", prediction->over_best);
		table_set_text(table, "tie", prediction->tied ? "=" : NULL);
	}
	if (found->escalates)
		add_escalation(table, prediction);
	if (how->mapping)
		tree_mapping_add(table, prediction->mapping);
}

/* A list may have come from a file, which may not be there afterwards: what was in it is told. */
static void tell_list(struct table *table, const char *name, const char *given, const int *list, int processes)
{
	char text[400];
	bool number = given[strspn(given, "0123456789")] == '\0',
	     fits = !number && process_list_format(list, (size_t)processes, text, sizeof(text));

	table_summary_text(table, NULL, name, fits ? text : given);
}

/* What was asked for beyond the columns, so that results can be told apart afterwards. */
static void tell_request(struct table *table, const struct collective_request *request, const char *order,
			 const char *groups)
{
	if (collective_has_root(request->collective))
		table_summary_number(table, NULL, "root", CELL_COUNT, request->root);
	if (request->segment)
		table_summary_number(table, NULL, "segment", CELL_BYTES, (double)request->segment);
	if (request->fanout)
		table_summary_number(table, NULL, "fanout", CELL_COUNT, request->fanout);
	if (request->order)
		tell_list(table, "order", order, request->order, request->processes);
	if (request->group)
		tell_list(table, "groups", groups, request->group, request->processes);
}

/* What the simulation took for granted beyond the model's parameters. */
static void tell_ports(struct table *table, const struct predict_options *how)
{
	table_summary_text(table, NULL, "ports",
			   how->use.parallel ? MODEL_PORTS_PARALLEL
			   : how->use.fair   ? MODEL_PORTS_FAIR
					     : MODEL_PORTS_IN_TURN);
	if (how->use.in_turn_most > 0 && !how->use.parallel && !how->use.in_turn)
		table_summary_number(table, NULL, "in_turn_bytes", CELL_BYTES, (double)how->use.in_turn_most);
	if (how->use.both_ways > 0)
		table_summary_number(table, NULL, "duplex_factor", CELL_NUMBER, 1 + how->use.both_ways);
	if (how->eager_most < UINT64_MAX)
		table_summary_number(table, NULL, "eager_bytes", CELL_BYTES, (double)how->eager_most);
}

void predictions_tell(struct table *table, const struct predict_options *how, const struct collective_request *request,
		      const char *order, const char *groups)
{
	tell_model(table, how->use.model);
	tell_request(table, request, order, groups);
	if (!how->closed)
		tell_ports(table, how);
}

void predictions_tell_model(struct table *table, const struct predict_options *how)
{
	tell_model(table, how->use.model);
	tell_ports(table, how);
}

struct table *predictions_table(const struct predictions *found, const struct predict_options *how,
				const struct collective_request *request, const char *order, const char *groups)
{
	struct table *table = new_table(found, how);

	if (!table)
		return NULL;
	if (how->best_segment && !has_segment_columns(found, how)) {
		table_for_files(table, "segments");
		table_for_files(table, "unsegmented");
	}
	for (size_t i = 0; i < found->n; i++)
		add_row(table, found, how, request, &found->list[i]);
	for (size_t i = 0; i < found->n_refusals; i++)
		table_summary_text(table, "left_out", found->refusals[i].algorithm->name, found->refusals[i].why);
	if (how->mapping)
		tree_mapping_tell(table, found);
	predictions_tell(table, how, request, order, groups);
	return table;
}

struct table *path_predictions_table(const struct model *model, const struct path_prediction *list, size_t n)
{
	struct table *table = table_new("predicted times of one message: the sender's, the receiver's, and from end to "
					"end",
					path_columns, sizeof(path_columns) / sizeof(path_columns[0]));

	for (size_t i = 0; table && i < n; i++) {
		table_row(table);
		table_set_text(table, "operation", "p2p");
		table_set_text(table, "algorithm", "native");
		table_set_number(table, "processes", 2);
		table_set_text(table, "layout", message_layout_names[list[i].ends]);
		table_set_number(table, "bytes", (double)list[i].bytes);
		table_set_number(table, "send", list[i].times.send);
		table_set_number(table, "receive", list[i].times.receive);
		table_set_number(table, "full", list[i].times.full);
	}
	if (table)
		tell_model(table, model);
	if (table && !paths_know_layouts(model))
		table_summary_text(table, NULL, "layouts", "all alike under this model");
	return table;
}

static void add_terms(struct table *table, const struct cost *cost)
{
	table_set_number(table, "send", cost->send);
	table_set_number(table, "latency", cost->latency);
	table_set_number(table, "transfer", cost->transfer);
	table_set_number(table, "receive", cost->receive_expected);
	table_set_text(table, "overheads", cost->overheads_overlap ? "inside the transfer" : "outside");
}

struct table *message_predictions_table(const struct model *model, const struct message_prediction *list, size_t n,
					bool terms)
{
	struct columns columns = {.n = 0};
	struct table *table;

	ADD_COLUMNS(&columns, first_columns);
	if (is_changed(model))
		ADD_COLUMNS(&columns, unchanged_columns);
	if (terms)
		ADD_COLUMNS(&columns, term_columns);
	table = table_new("predicted time of one message", columns.list, columns.n);

	for (size_t i = 0; table && i < n; i++) {
		table_row(table);
		table_set_text(table, "operation", "p2p");
		table_set_text(table, "algorithm", "native");
		table_set_number(table, "processes", 2);
		table_set_number(table, "bytes", (double)list[i].bytes);
		table_set_number(table, "seconds", list[i].seconds);
		add_unchanged(table, model, list[i].seconds, list[i].unchanged);
		if (terms)
			add_terms(table, &list[i].cost);
	}
	if (table)
		tell_model(table, model);
	return table;
}
