#ifndef SONDE_REPORT_EXPORT_H
#define SONDE_REPORT_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "runs/export_rows.h"

/* The rows as a table: experiment, from, to, setup, bytes, reply_bytes, count, and the numbers. Of points the summary
 * names the run's statistic. NULL if memory does not suffice; the caller frees it. Local, as are all of these. */
struct table *export_table(const struct export_rows *rows, const struct run *run);

/* The observations of a run as CSV or JSON, written as they are read from the store: what it takes of memory does not
 * depend on how many there are. ERR_IO, ERR_MEMORY. */
enum status export_write_observations(struct store *store, const struct run *run, bool json, FILE *out,
				      struct error *err);

/*
 * Writes the rows as data for gnuplot: a block per curve (experiment, processes, setup, answers as long as the message
 * or not), by bytes, two empty lines apart, so that "index" chooses a curve; above each a comment that names it and its
 * columns. ERR_IO, ERR_MEMORY.
 */
enum status export_gnuplot(const struct export_rows *rows, const struct run *run, FILE *out, struct error *err);

/* "Points of run first": what the rows are, in text of room bytes; returns text. */
const char *export_title(enum export_kind kind, const struct run *run, char *text, size_t room);

#endif
