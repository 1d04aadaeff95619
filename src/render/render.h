#ifndef SONDE_RENDER_RENDER_H
#define SONDE_RENDER_RENDER_H

#include <stdbool.h>
#include <stdio.h>

#include "base/table.h"

/*
 * Write a table to a stream: for people (aligned, title above, units under the names, summaries below), as CSV (RFC
 * 4180; the rows only; names with no unit; seconds; a missing cell is empty), or as
 * {"format": "sonde-table", "version": 1, "columns": [{"name": "bytes", "unit": "B"}, ...], "rows": [{"bytes": 1024,
 * ...},
 * ...], "summary": {...}} (groups are objects; missing cells and infinities null; seconds). Numbers in files read back
 * exactly. Text that is not UTF-8 goes into JSON with ? for each byte that is not ASCII. ERR_IO if the stream fails,
 * ERR_MEMORY. Local.
 */
enum status render_text(const struct table *table, FILE *out, struct error *err);
enum status render_csv(const struct table *table, FILE *out, struct error *err);
enum status render_json(const struct table *table, FILE *out, struct error *err);

/*
 * The same CSV or JSON where rows come piece by piece and need not be held together: begin writes what stands before
 * the rows, rows adds those that the table has by then, which may be cleared after that (table_clear), end writes what
 * stands behind them, and looks at the stream. All for the same table. Local.
 */
struct render_stream {
	FILE *out;
	bool json;
	size_t written; /* rows */
};

enum status render_begin(struct render_stream *stream, const struct table *table, struct error *err);
enum status render_rows(struct render_stream *stream, const struct table *table, struct error *err);
enum status render_end(struct render_stream *stream, const struct table *table, struct error *err);

/* One cell as people read it, "-" if it is missing, with no unit, in text of room bytes (64 suffice for a number);
 * returns text. Local. */
const char *render_cell(enum cell_type type, const struct cell *cell, char *text, size_t room);

/* The unit in which render_cell writes cells of that type and unit: "us" for seconds, "us/B" for "s/B", "MB/s" for
 * bandwidths, "%" for ratios. Returns text. Local. */
const char *render_unit(enum cell_type type, const char *unit, char *text, size_t room);

#endif
