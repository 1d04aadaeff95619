#ifndef SONDE_RENDER_RENDER_PARTS_H
#define SONDE_RENDER_RENDER_PARTS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/table.h"

/* What the renderers of render.h share. */

/* Whether a number is whole and small enough that a double holds it and its neighbours. Local. */
bool render_is_whole(double number);

/* Writes out what the stream's buffer holds: each renderer ends with it, as that may fail too. ERR_IO if the stream
 * failed, now or before. Local. */
enum status render_finish(FILE *out, struct error *err);

/* The parts of CSV and JSON: before the rows, the rows (before: how many others were written), behind them. ERR_MEMORY.
 * Local. */
void render_csv_head(const struct table *table, FILE *out);
void render_csv_rows(const struct table *table, FILE *out);
enum status render_json_head(const struct table *table, FILE *out, struct error *err);
enum status render_json_rows(const struct table *table, size_t before, FILE *out, struct error *err);
enum status render_json_tail(const struct table *table, FILE *out, struct error *err);

#endif
