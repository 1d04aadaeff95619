#ifndef SONDE_REPORT_PREDICTIONS_H
#define SONDE_REPORT_PREDICTIONS_H

#include "base/table.h"
#include "predict/message.h"
#include "predict/operation.h"

/*
 * Predictions of an operation as a table, a row for each: operation, algorithm, processes, bytes, seconds; with closed
 * forms what they are to the simulated schedule, else the rank among all algorithms or segments, the segment, by what
 * part it takes longer than the first, = for a tie with the one before, what escalations add, where there are such, and
 * the order of processes that was found (report/tree_mapping.h), where one was looked for.
 * Its summary says what was asked for, and which algorithms were left out and why.
 *
 * order and groups are what the request's lists were given as: a number of groups is told so, and so is a list that is
 * too long to be told (it may be the name of a file). NULL if memory does not suffice. Local, as are all of these.
 */
struct table *predictions_table(const struct predictions *found, const struct predict_options *how,
				const struct collective_request *request, const char *order, const char *groups);

/* Adds to the summary of another table of a prediction what predictions_table has there of the request, the model and
 * its ports. */
void predictions_tell(struct table *table, const struct predict_options *how, const struct collective_request *request,
		      const char *order, const char *groups);

/* The same of messages that are simulated and belong to no operation: the model and its ports. */
void predictions_tell_model(struct table *table, const struct predict_options *how);

/* Predicted messages, and with terms what they are made of: operation, algorithm, processes, bytes, seconds. NULL as
 * above. */
struct table *message_predictions_table(const struct model *model, const struct message_prediction *list, size_t n,
					bool terms);

/* Predicted paths of messages: operation, algorithm, processes, layout, bytes, send, receive, full. NULL as above. */
struct table *path_predictions_table(const struct model *model, const struct path_prediction *list, size_t n);

#endif
