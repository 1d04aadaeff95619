#include "cli/predict_tables.h"

#include <string.h>

static const struct column closed_columns[] = {
	{"operation", "", CELL_TEXT}, {"algorithm", "", CELL_TEXT},   {"processes", "", CELL_COUNT},
	{"bytes", "B", CELL_BYTES},   {"seconds", "s", CELL_SECONDS}, {"form", "", CELL_TEXT},
	{"relation", "", CELL_TEXT},  {"source", "", CELL_TEXT},      {"escalation", "", CELL_RATIO},
};
static const struct column columns[] = {
	{"operation", "", CELL_TEXT}, {"algorithm", "", CELL_TEXT},    {"processes", "", CELL_COUNT},
	{"bytes", "B", CELL_BYTES},   {"seconds", "s", CELL_SECONDS},  {"escalation", "", CELL_RATIO},
	{"adds", "s", CELL_SECONDS},  {"expected", "s", CELL_SECONDS},
};
static const struct column ranked_columns[] = {
	{"operation", "", CELL_TEXT},   {"algorithm", "", CELL_TEXT},   {"processes", "", CELL_COUNT},
	{"bytes", "B", CELL_BYTES},     {"seconds", "s", CELL_SECONDS}, {"rank", "", CELL_COUNT},
	{"escalation", "", CELL_RATIO}, {"adds", "s", CELL_SECONDS},    {"expected", "s", CELL_SECONDS},
};

static struct table *new_table(const struct predict_options *how, const struct collective_request *request)
{
	size_t more = escalation_known(how->use.model, request->collective) ? 3 : 0;

	if (how->closed)
		return table_new("predicted times of a collective operation, closed forms", closed_columns, 9);
	if (!request->algorithm)
		return table_new("predicted times of a collective operation", ranked_columns, 6 + more);
	return table_new("predicted times of a collective operation", columns, 5 + more);
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

static void add_row(struct table *table, const struct predict_options *how, const struct collective_request *request,
		    const struct prediction *prediction)
{
	table_row(table);
	table_set_text(table, "operation", collective_words[request->collective]);
	table_set_text(table, "algorithm", prediction->algorithm->name);
	table_set_number(table, "processes", request->processes);
	table_set_number(table, "bytes", (double)prediction->bytes);
	table_set_number(table, "seconds", prediction->seconds);
	if (how->closed) {
		add_form(table, &prediction->form);
		return;
	}
	if (prediction->rank > 0)
		table_set_number(table, "rank", (double)prediction->rank);
	if (escalation_known(how->use.model, request->collective))
		add_escalation(table, prediction);
}

/* What was asked for beyond the columns, so that results can be told apart afterwards. */
static void tell_request(struct table *table, const struct collective_request *request,
			 const struct request_options *options)
{
	char text[400];

	if (collective_has_root(request->collective))
		table_summary_number(table, NULL, "root", CELL_COUNT, request->root);
	if (request->segment)
		table_summary_number(table, NULL, "segment", CELL_BYTES, (double)request->segment);
	if (request->fanout)
		table_summary_number(table, NULL, "fanout", CELL_COUNT, request->fanout);
	if (request->order)
		table_summary_text(
			table, NULL, "order",
			request_list_text(options->order, request->order, request->processes, text, sizeof(text)));
	if (request->group)
		table_summary_text(
			table, NULL, "groups",
			request_list_text(options->groups, request->group, request->processes, text, sizeof(text)));
}

/* What the simulation took for granted beyond the model's parameters. */
static void tell_ports(struct table *table, const struct predict_options *how)
{
	table_summary_text(table, NULL, "ports",
			   how->use.parallel ? MODEL_PORTS_PARALLEL
			   : how->use.fair   ? MODEL_PORTS_FAIR
					     : MODEL_PORTS_IN_TURN);
	if (how->eager_most < UINT64_MAX)
		table_summary_number(table, NULL, "eager_bytes", CELL_BYTES, (double)how->eager_most);
}

struct table *predictions_table(const struct predictions *found, const struct predict_options *how,
				const struct collective_request *request, const struct request_options *options)
{
	struct table *table = new_table(how, request);

	if (!table)
		return NULL;
	for (size_t i = 0; i < found->n; i++)
		add_row(table, how, request, &found->list[i]);
	for (size_t i = 0; i < found->n_refusals; i++)
		table_summary_text(table, "left_out", found->refusals[i].algorithm->name, found->refusals[i].why);
	table_summary_text(table, NULL, "model", how->use.model->class->name);
	tell_request(table, request, options);
	if (!how->closed)
		tell_ports(table, how);
	return table;
}
