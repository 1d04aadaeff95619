#ifndef SONDE_CLI_RUNS_EXPORT_H
#define SONDE_CLI_RUNS_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/table.h"
#include "store/store.h"

/* Both tables: NULL with err set on failure; freed by the caller. The first four columns are experiment, from, to and
 * setup, the next two bytes and reply_bytes. Local, as are all of these. */

/* Every observation of the run, a row each, with all that the store holds of it; rows by points in the order in which
 * they were first measured. */
struct table *runs_raw(struct store *store, const struct run *run, struct error *err);

/* The same as CSV or JSON, written as the rows are read from the store: what it takes of memory does not depend on how
 * many there are. ERR_IO, ERR_MEMORY. */
enum status runs_raw_write(struct store *store, const struct run *run, bool json, FILE *out, struct error *err);

/* A row per point, by kind and size: number of observations, least, quartiles, median, mean, largest, and the
 * distribution-free interval of the median. */
struct table *runs_summary(struct store *store, const struct run *run, double confidence, struct error *err);

/*
 * Writes either table as data for gnuplot: a block per curve (experiment, processes, setup, answers as long as the
 * message or not), by bytes, two empty lines apart, so that "index" chooses a curve; above each a comment that names it
 * and its columns. ERR_IO, ERR_MEMORY.
 */
enum status runs_gnuplot(const struct table *table, FILE *out, struct error *err);

#endif
