#include "report/receives.h"

static const struct column columns[] = {
	{"receive", "", CELL_COUNT},   {"from", "", CELL_COUNT},       {"bytes", "B", CELL_BYTES},
	{"posted", "s", CELL_SECONDS}, {"seconds", "s", CELL_SECONDS}, {"takes", "s", CELL_SECONDS},
};

struct table *receives_table(const struct receives_asked *receives)
{
	struct table *table = table_new("predicted times of the messages that a process receives", columns,
					sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < receives->n; i++) {
		const struct simulated_receive *receive = &receives->list[i];

		table_row(table);
		table_set_number(table, "receive", (double)(i + 1));
		table_set_number(table, "from", receive->from);
		table_set_number(table, "bytes", (double)receive->bytes);
		table_set_number(table, "posted", receive->posted);
		table_set_number(table, "seconds", receive->done);
		table_set_number(table, "takes", receive->done - receive->posted);
	}
	if (table) {
		table_summary_number(table, NULL, "process", CELL_COUNT, receives->process);
		table_summary_number(table, NULL, "seconds", CELL_SECONDS,
				     receives->n > 0 ? receives->list[receives->n - 1].done : 0);
	}
	return table;
}
