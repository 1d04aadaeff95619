#include "report/overlapped.h"

#include "report/trust.h"

#include <math.h>

static const struct column columns[] = {
	{"bytes", "B", CELL_BYTES},   {"receive", "", CELL_TEXT},       {"transfer", "", CELL_TEXT},
	{"progress", "", CELL_TEXT},  {"compute", "s", CELL_SECONDS},   {"receiver_compute", "s", CELL_SECONDS},
	{"T_r", "s", CELL_SECONDS},   {"O_s", "s", CELL_SECONDS},       {"O_r", "s", CELL_SECONDS},
	{"T_c", "s", CELL_SECONDS},   {"R_so", "", CELL_RATIO},         {"R_ro", "", CELL_RATIO},
	{"whole", "s", CELL_SECONDS}, {"simulated", "s", CELL_SECONDS}, {"difference", "s", CELL_SECONDS}};

static const char *const protocol_names[] = {
	[PROTOCOL_MEASURED] = "T", [PROTOCOL_TA] = "TA", [PROTOCOL_RAT] = "RAT", [PROTOCOL_RTA] = "RTA"};

/* s: of sums of the same times. */
static const double rounding = 1e-15;

/* The farthest that the simulation is off the formula, of the sender, the receiver and the whole. */
static double difference(const struct overlapped *o)
{
	const double off[] = {o->simulated.sender - o->formula.sender, o->simulated.receiver - o->formula.receiver,
			      o->simulated.whole - o->formula.whole};
	double most = 0;

	for (size_t i = 0; i < sizeof(off) / sizeof(off[0]); i++)
		most = fabs(off[i]) > fabs(most) ? off[i] : most;
	return fabs(most) < rounding ? 0 : most;
}

static void fill_row(struct table *table, const struct overlapped *o)
{
	bool eager = o->handshake.protocol == PROTOCOL_MEASURED;

	table_set_number(table, "bytes", (double)o->bytes);
	table_set_text(table, "receive", o->receiver == RECEIVER_EARLY ? "early" : "late");
	table_set_text(table, "transfer", protocol_names[o->handshake.protocol]);
	table_set_text(table, "progress",
		       eager                      ? ""
		       : o->handshake.independent ? "ICP"
		       : o->handshake.in_waits    ? "DCP in waits"
						  : "DCP");
	table_set_number(table, "compute", o->compute);
	table_set_number(table, "receiver_compute", o->receiver_compute);
	table_set_number(table, "T_r", o->receive);
	table_set_number(table, "O_s", o->formula.sender);
	table_set_number(table, "O_r", o->formula.receiver);
	table_set_number(table, "T_c", o->cost);
	table_set_number(table, "R_so", o->hidden_sender);
	table_set_number(table, "R_ro", o->hidden_receiver);
	table_set_number(table, "whole", o->formula.whole);
	table_set_number(table, "simulated", o->simulated.whole);
	table_set_number(table, "difference", difference(o));
}

struct table *overlapped_table(const struct model *model, const struct overlapped *list, size_t n)
{
	struct table *table = table_new("messages with computation beside them, closed forms", columns,
					sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < n; i++) {
		table_row(table);
		fill_row(table, &list[i]);
	}
	if (!table)
		return NULL;
	table_summary_text(table, NULL, "model", model->class->name);
	table_summary_text(table, NULL, "source", "Chen, Zhai, Zhang, Zheng, Science in China F, 2009, section 2.2");
	trust_tell_use(table, model);
	return table;
}
