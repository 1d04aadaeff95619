#ifndef SONDE_CLI_PREDICT_TABLES_H
#define SONDE_CLI_PREDICT_TABLES_H

#include "base/table.h"
#include "cli/request_options.h"
#include "predict/operation.h"

/*
 * Predictions of an operation as a table, a row for each: operation, algorithm, processes, bytes, seconds; with closed
 * forms what they are to the simulated schedule, else the rank among all algorithms and what escalations add, where
 * there are such. Its summary says what was asked for, as the options said it, and which algorithms were left out and
 * why. NULL if memory does not suffice. Local.
 */
struct table *predictions_table(const struct predictions *found, const struct predict_options *how,
				const struct collective_request *request, const struct request_options *options);

#endif
