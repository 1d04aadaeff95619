#ifndef SONDE_BASE_TABLE_H
#define SONDE_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "base/lookup.h"

/* What a cell holds and how people read it. */
enum cell_type {
	CELL_TEXT,
	CELL_COUNT,    /* a whole number, held as a double */
	CELL_BYTES,    /* bytes: printed by size_format */
	CELL_SECONDS,  /* seconds: printed in microseconds, kept in seconds in files */
	CELL_NUMBER,   /* a plain number: whole, or four significant digits */
	CELL_RATIO,    /* a part of one: printed in percent */
	CELL_BANDWIDTH /* bytes per second: printed in MB/s, which are 10^6 B/s */
};

struct column {
	const char *name; /* as scripts rely on it: "bytes", "relative_error" */
	const char *unit; /* as files say it: "B", "s", "" */
	enum cell_type type;
};

/* A cell: text for CELL_TEXT, else number; a missing cell is text NULL, or NAN. */
struct cell {
	char *text;
	double number;
};

/* A value beside the rows, in a group ("plogp") or in none. */
struct summary {
	char *group; /* or NULL */
	char *name;
	enum cell_type type;
	struct cell value;
	bool for_files; /* people are not shown its group */
};

/* A result: what every command ends in and what render/ renders. Cell (row, column) is cells[row * n_columns + column].
 */
struct table {
	char *title;
	struct column *columns; /* names and units owned by the table */
	size_t n_columns;
	bool *for_files; /* per column: people are not shown it */
	struct cell *cells;
	size_t n_rows;
	size_t capacity; /* cells */
	struct summary *summaries;
	size_t n_summaries;
	size_t summary_capacity;
	struct lookup summary_places; /* private: of the hash of group and name, the place among the summaries */
	enum status status; /* ERR_MEMORY once an addition failed: the additions below never fail by themselves */
};

/* An empty table with n_columns columns (copied). NULL if memory does not suffice. table_free frees it (NULL is
 * allowed). Local, as are all of these. */
struct table *table_new(const char *title, const struct column *columns, size_t n_columns);
void table_free(struct table *table);

/* Keeps the named column out of what people read; files have it. The name must be there, as for table_set_*. */
void table_for_files(struct table *table, const char *column);

/* Adds a row of missing cells; the next table_set_* calls fill it. */
void table_row(struct table *table);

/* Takes all rows away; columns and summaries stay. */
void table_clear(struct table *table);

/* Sets the cell of the last row in the named column; text is copied. A name or type that is not there is a programming
 * error: it is asserted. */
void table_set_text(struct table *table, const char *column, const char *text);
void table_set_number(struct table *table, const char *column, double number);

/* Adds a summary value, or replaces the one of that group and name; group may be NULL, and is then not the name of a
 * group too. */
void table_summary_text(struct table *table, const char *group, const char *name, const char *text);
void table_summary_number(struct table *table, const char *group, const char *name, enum cell_type type, double number);

/* Keeps a group of summary values out of what people read; files have it. */
void table_summary_for_files(struct table *table, const char *group);

/* Whether the summary value of this index is the first one of its group, or of none, and people are shown that. */
bool table_begins_group(const struct table *table, size_t index);

/* Whether two summary values' groups, NULL for none, are the same. */
bool table_same_group(const char *a, const char *b);

/*
 * A table with the rows of another one and below them those of this one, for files: in what do they differ says a first
 * column of text.
 *
 * - all: such a table, which is freed; NULL: there is none yet.
 * - column, value: the first column's name, and what it says of this table's rows.
 * - Columns are those of both; a cell that a table does not have is missing. A column of this table that is named as
 *   the first one is left out.
 * - What stands below the table is in the group value, and of a group of its own in the group "value group".
 * - NULL if memory does not suffice. Local.
 */
struct table *table_join(struct table *all, const struct table *table, const char *column, const char *value);

/* ERR_MEMORY if an addition to the table failed since it was made, else OK. */
enum status table_status(const struct table *table, struct error *err);

#endif
