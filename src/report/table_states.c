#include "report/table_states.h"

#include "base/units.h"

#include <stdio.h>

enum { STATES_ROOM = 320 };

void table_tell_states(struct table *table, const struct run_level *levels, size_t n)
{
	char text[STATES_ROOM], level[32];
	size_t used = 0;

	for (size_t i = 0; i < n && used < sizeof(text); i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s%s %s us in %.0f %% of the time",
					 i ? ", " : "", levels[i].name, i == 0 ? " (main)" : "",
					 microseconds_format(levels[i].seconds, level, sizeof(level)),
					 100 * levels[i].share);
	if (n > 1)
		table_summary_text(table, NULL, "states", text);
}
