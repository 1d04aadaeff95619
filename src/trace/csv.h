#ifndef SONDE_TRACE_CSV_H
#define SONDE_TRACE_CSV_H

#include <stdio.h>

#include "base/error.h"
#include "trace/reader.h"

/*
 * Writes all calls of a trace as CSV, a row each, process after process, those of all threads of a process
 * by their beginnings. doc/tracing.md explains the columns; the first row names them.
 *
 * What is damaged is written as far as it is right; *damage then has why, and the status OK if nothing is. ERR_IO if
 * the stream fails, ERR_MEMORY. Local.
 */
enum status trace_write_csv(struct trace *trace, FILE *out, struct error *damage, struct error *err);

#endif
