#ifndef SONDE_CLI_PREDICT_COURSE_H
#define SONDE_CLI_PREDICT_COURSE_H

#include "algorithm/request.h"
#include "base/table.h"
#include "predict/predict.h"

/* What is asked about the course of a prediction: where its time goes. */
struct course_options {
	bool breakdown; /* of each process */
	bool path;      /* what the last process to finish waited for */
};

/*
 * Simulates one call, and makes a table of its course in place of its time: of each process, or the critical path.
 *
 * - request: of one algorithm.
 * - *table: the caller frees it; NULL after an error.
 * - ERR_USAGE: the algorithm cannot do it. Else as predict_simulation.
 * - Local.
 */
enum status predict_course_table(const struct predict_options *how, const struct course_options *course,
				 struct collective_request *request, uint64_t bytes, struct table **table,
				 struct error *err);

#endif
