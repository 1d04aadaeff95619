#include "cli/lab_up.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct column columns[] = {{"node", "", CELL_COUNT},
					{"address", "", CELL_TEXT},
					{"rate", "bit/s", CELL_NUMBER},
					{"cpu_share", "", CELL_NUMBER},
					{"namespace", "", CELL_TEXT}};

bool lab_shape_wished(const struct lab_wishes *w)
{
	return w->nodes || w->rate || w->buffer || w->rates || w->cpu || w->cpu_share > 0;
}

enum status lab_shape_of(const struct lab_wishes *w, struct lab_shape *shape, struct error *err)
{
	double rate = 100e6;
	enum status status = OK;

	*shape = (struct lab_shape){.nodes = w->nodes ? w->nodes : 8, .buffer = (size_t)64 << 10};
	if (w->rate)
		status = lab_rate_parse(w->rate, &rate, err);
	if (status == OK && w->buffer)
		status = lab_buffer_parse(w->buffer, &shape->buffer, err);
	for (size_t i = 0; i < shape->nodes; i++) {
		shape->rate[i] = rate;
		shape->cpu[i] = w->cpu_share;
	}
	if (status == OK && w->rates)
		status = lab_values_read(w->rates, lab_rate_parse, shape->rate, shape->nodes, err);
	return status == OK && w->cpu ? lab_values_read(w->cpu, lab_share_parse, shape->cpu, shape->nodes, err)
				      : status;
}

enum status lab_program(char *path, size_t room, struct error *err)
{
	ssize_t n = readlink("/proc/self/exe", path, room - 1);

	if (n < 0 || (size_t)n >= room - 1)
		return error_set(err, ERR_PLATFORM, "where this program lies cannot be found out: %s",
				 n < 0 ? strerror(errno) : "its path is too long");
	path[n] = '\0';
	return OK;
}

enum status lab_raise(struct lab *lab, const char *name, const struct lab_shape *shape, bool kept, struct error *err)
{
	char program[1024];
	enum status status = lab_check_root(err);

	if (status == OK)
		status = lab_program(program, sizeof(program), err);
	if (status == OK)
		status = lab_begin(lab, name, shape, program, err);
	if (status != OK)
		return status;
	status = lab_make(lab, err);
	if (status == OK)
		status = lab_done(lab, kept, err);
	if (status != OK) {
		lab_unmake(lab, NULL);
		lab_release(lab);
	}
	return status;
}

struct table *lab_table(const struct lab *lab)
{
	char title[64], text[LAB_PATH_MOST];
	struct table *table;

	snprintf(title, sizeof(title), "lab %s", lab->name);
	table = table_new(title, columns, sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 1; table && i <= lab->shape.nodes; i++) {
		table_row(table);
		table_set_number(table, "node", (double)i);
		table_set_text(table, "address", lab_address(i, text));
		table_set_number(table, "rate", lab->shape.rate[i - 1]);
		if (lab->shape.cpu[i - 1] > 0)
			table_set_number(table, "cpu_share", lab->shape.cpu[i - 1]);
		table_set_text(table, "namespace", lab_namespace(lab, i, text));
	}
	if (table) {
		table_summary_text(table, NULL, "switch", lab_namespace(lab, 0, text));
		table_summary_number(table, NULL, "switch_buffer", CELL_BYTES, (double)lab->shape.buffer);
		table_summary_number(table, NULL, "processes_inside", CELL_COUNT, lab_processes(lab));
	}
	return table;
}
