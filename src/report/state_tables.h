#ifndef SONDE_REPORT_STATE_TABLES_H
#define SONDE_REPORT_STATE_TABLES_H

#include "base/table.h"
#include "sample/findings.h"

#include <stdbool.h>
#include <stdio.h>

/*
 * Results in several states of the machine, of which one output is made. For people: a table for each, whose title
 * names its state. For scripts: one table with a first column, state; what stands below the table of a state is in a
 * group of its name, with sentinel_seconds and share where they are known.
 *
 * - Starts zero-initialised; while results are printed a context points to it.
 */
struct state_tables {
	struct run_level state; /* of the next table; seconds 0: not known */
	bool several;           /* there are others */
	const char *what;       /* unless NULL: tables are not of states but of these, as of places */
	size_t n;               /* tables */
	struct table *joined;   /* for scripts; owned */
	bool no_memory;
};

/*
 * Names the state that the next tables are of, which is noted too if there are several.
 *
 * - chatter: where notes go; NULL: none is wanted.
 * - level: seconds 0 if it is not known.
 * - Local, as are all of these.
 */
void state_tables_begin(struct state_tables *states, FILE *chatter, const struct run_level *level);

/* For people: names the table's state; out is where it is printed afterwards. */
void state_tables_name(struct state_tables *states, FILE *out, struct table *table);

/* For scripts: adds the table, which is freed. */
void state_tables_add(struct state_tables *states, struct table *table);

#endif
