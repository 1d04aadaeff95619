#include "report/protocols.h"

#include "base/units.h"
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct column columns[] = {
	{"fact", "", CELL_TEXT}, {"value", "", CELL_TEXT}, {"number", "", CELL_NUMBER},
	{"unit", "", CELL_TEXT}, {"about", "", CELL_TEXT}, {"seen", "", CELL_TEXT},
};

/* What is known of a platform, in this order. */
static const struct {
	const char *name, *unit, *about;
} rows[] = {
	{MODEL_EAGER, "B", "longest message whose send does not wait for its receiver"},
	{MODEL_EAGER_BACK, "B", "the same the other way"},
	{MODEL_ISEND_SHORT, "s", "MPI_Isend of an empty message"},
	{MODEL_WAIT_SHORT, "s", "its MPI_Wait"},
	{MODEL_ISEND_LONG, "s", "MPI_Isend of a long message"},
	{MODEL_WAIT_LONG, "s", "its MPI_Wait"},
	{MODEL_RENDEZVOUS_HELD, "s", "how long a message above the eager limit keeps its sender"},
	{MODEL_DUPLEX, "", "how much longer a transfer takes beside one the other way: 1 full, 2 half duplex"},
	{MODEL_CONTROL, "", "how a rendezvous' messages without data go beside the data of their direction"},
	{MODEL_VARIATION, "", "how much longer than the quickest a transfer beside one the other way is on average"},
	{MODEL_PORTS, "", "how a sender's port serves several messages"},
	{MODEL_PORTS_IN, "", "how a receiver's port serves several senders"},
	{MODEL_LINK, "", "how the link serves several messages to one receiver"},
	{MODEL_IN_TURN, "B", "longest message that leaves a fair port in turn"},
	{MODEL_PORT_SECONDS, "s", "how long an empty message keeps a port"},
};

/* A fact for people. */
static void value_of(const struct fact *fact, const char *unit, char *text, size_t size)
{
	char number[32];

	if (!fact)
		snprintf(text, size, "not known");
	else if (fact->text)
		snprintf(text, size, "%s", fact->text);
	else if (strcmp(unit, "s") == 0)
		snprintf(text, size, "%s us", microseconds_format(fact->number, number, sizeof(number)));
	else if (strcmp(unit, "B") == 0)
		snprintf(text, size, "%.0f B", fact->number);
	else
		snprintf(text, size, "%.3g", fact->number);
}

struct table *protocols_table(const struct facts *facts)
{
	struct table *table =
		table_new("how the platform treats messages", columns, sizeof(columns) / sizeof(*columns));

	for (size_t i = 0; table && i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct fact *fact = facts_find(facts, rows[i].name), *seen;
		char name[64], text[64];

		snprintf(name, sizeof(name), "%s%s", rows[i].name, MODEL_SEEN);
		seen = facts_find(facts, name);
		value_of(fact, rows[i].unit, text, sizeof(text));
		table_row(table);
		table_set_text(table, "fact", rows[i].name);
		table_set_text(table, "value", text);
		table_set_number(table, "number", fact && !fact->text ? fact->number : NAN);
		table_set_text(table, "unit", rows[i].unit);
		table_set_text(table, "about", rows[i].about);
		if (seen)
			table_set_text(table, "seen", seen->text);
	}
	if (table) {
		table_for_files(table, "number");
		table_for_files(table, "unit");
		table_for_files(table, "about");
	}
	return table;
}
