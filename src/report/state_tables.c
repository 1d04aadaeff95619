#include "report/state_tables.h"

#include "base/memory.h"
#include "base/units.h"

#include <stdio.h>
#include <stdlib.h>

enum { STATE_ROOM = 160, TITLE_ROOM = 600 };

/* 'the state "quick", where an empty round trip takes 26.3 us, for 56 % of the time' */
static const char *state_text(const struct run_level *state, char text[STATE_ROOM])
{
	char level[32];
	int used = snprintf(text, STATE_ROOM, "the state \"%s\"", state->name);

	if (state->seconds > 0)
		snprintf(text + used, (size_t)(STATE_ROOM - used),
			 ", where an empty round trip takes %s us, for %.0f %% of the time",
			 microseconds_format(state->seconds, level, sizeof(level)), 100 * state->share);
	return text;
}

void state_tables_begin(struct state_tables *states, FILE *chatter, const struct run_level *level)
{
	char text[STATE_ROOM];

	states->state = *level;
	if (states->several && chatter)
		fprintf(chatter, "sonde: in %s:\n", state_text(level, text));
}

void state_tables_name(struct state_tables *states, FILE *out, struct table *table)
{
	char text[STATE_ROOM], title[TITLE_ROOM];
	char *named;

	if (states->n++ > 0)
		fputc('\n', out);
	if (!states->several)
		return;
	if (states->what)
		snprintf(title, sizeof(title), "%s, %s %s", table->title, states->what, states->state.name);
	else
		snprintf(title, sizeof(title), "%s, in %s", table->title, state_text(&states->state, text));
	named = memory_text(title);
	if (!named) {
		table->status = ERR_MEMORY;
		return;
	}
	free(table->title);
	table->title = named;
}

void state_tables_add(struct state_tables *states, struct table *table)
{
	const struct run_level *state = &states->state;

	states->n++;
	states->joined = table_join(states->joined, table, states->what ? states->what : "state", state->name);
	states->no_memory = states->no_memory || !states->joined;
	if (states->joined && state->seconds > 0) {
		table_summary_number(states->joined, state->name, "sentinel_seconds", CELL_SECONDS, state->seconds);
		table_summary_number(states->joined, state->name, "share", CELL_RATIO, state->share);
	}
	table_free(table);
}
