#include "cli/lab/up.h"

#include <stdio.h>

#include "lab/slowness.h"

static const struct column columns[] = {{"node", "", CELL_COUNT},        {"address", "", CELL_TEXT},
					{"rate", "bit/s", CELL_NUMBER},  {"cpu_share", "", CELL_NUMBER},
					{"per_call", "s", CELL_SECONDS}, {"per_byte", "s/B", CELL_NUMBER},
					{"namespace", "", CELL_TEXT}};

static const double latency = 20e-6; /* s: of a small switched network */

bool lab_shape_given(const struct lab_options *o)
{
	return o->nodes || o->rate || o->buffer || o->rates || o->cpu || o->slow || o->tcp || o->cpu_share > 0 ||
	       o->latency > 0 || o->links != LAB_WIRES;
}

enum status lab_shape_of(const struct lab_options *o, struct lab_shape *shape, struct error *err)
{
	double rate = 100e6;
	enum status status = OK;

	*shape = (struct lab_shape){.nodes = o->nodes ? o->nodes : 8,
				    .buffer = (size_t)64 << 10,
				    .links = (enum lab_links)o->links,
				    .latency = o->latency > 0 ? o->latency : latency};
	if (o->links == LAB_BUCKETS && o->latency > 0)
		return error_set(err, ERR_USAGE, "--latency: of wires; buckets (--links) add none");
	if (o->rate)
		status = usage_of(lab_rate_parse(o->rate, &rate, err), err);
	if (status == OK && o->buffer)
		status = usage_of(lab_buffer_parse(o->buffer, &shape->buffer, err), err);
	if (status == OK && o->tcp)
		status = usage_of(lab_tcp_parse(o->tcp, shape->tcp, err), err);
	else if (status == OK)
		lab_tcp_own(shape->tcp);
	for (size_t i = 0; i < shape->nodes; i++) {
		shape->rate[i] = rate;
		shape->cpu[i] = o->cpu_share;
	}
	if (status == OK && o->rates)
		status = lab_values_read(o->rates, lab_rate_parse, shape->rate, "25mbit", shape->nodes, err);
	if (status == OK && o->cpu)
		status = lab_values_read(o->cpu, lab_share_parse, shape->cpu, "0.25", shape->nodes, err);
	return status == OK && o->slow ? slowness_read(o->slow, shape->slow, shape->nodes, err) : status;
}

struct table *lab_table(const struct lab *lab)
{
	char title[64], text[LAB_PATH_MOST];
	struct table *table;

	snprintf(title, sizeof(title), "lab %s", lab->name);
	table = table_new(title, columns, sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 1; table && i <= lab->shape.nodes; i++) {
		const struct lab_slowness *slow = &lab->shape.slow[i - 1];

		table_row(table);
		table_set_number(table, "node", (double)i);
		table_set_text(table, "address", lab_address(i, text));
		table_set_number(table, "rate", lab->shape.rate[i - 1]);
		if (lab->shape.cpu[i - 1] > 0)
			table_set_number(table, "cpu_share", lab->shape.cpu[i - 1]);
		if (slow->call + slow->byte > 0) {
			table_set_number(table, "per_call", slow->call);
			table_set_number(table, "per_byte", slow->byte);
		}
		table_set_text(table, "namespace", lab_namespace(lab, i, text));
	}
	if (table) {
		table_summary_text(table, NULL, "switch", lab_namespace(lab, 0, text));
		table_summary_text(table, NULL, "links", lab_links_names[lab->shape.links]);
		if (lab->shape.links == LAB_WIRES)
			table_summary_number(table, NULL, "latency", CELL_SECONDS, lab->shape.latency);
		if (lab->shape.tcp[0])
			table_summary_text(table, NULL, "tcp", lab->shape.tcp);
		table_summary_number(table, NULL, "switch_buffer", CELL_BYTES, (double)lab->shape.buffer);
		table_summary_number(table, NULL, "processes_inside", CELL_COUNT, lab_processes(lab));
	}
	return table;
}
