#ifndef SONDE_CLI_PREDICT_COURSE_H
#define SONDE_CLI_PREDICT_COURSE_H

#include "algorithm/request.h"
#include "base/option.h"
#include "base/table.h"
#include "predict/predict.h"

/* What is asked about the course of a prediction: where its time goes. */
struct course_options {
	bool breakdown;  /* of each process */
	bool path;       /* what the last process to finish waited for */
	size_t receives; /* what this process receives, and when; COURSE_OF_NOBODY: not asked */
};

#define COURSE_OF_NOBODY SIZE_MAX

/* The options that ask for it (struct course_options *); they end with a comma. */
#define COURSE_OPTIONS(course)                                                                       \
	OPT_FLAG(0, "breakdown", &(course)->breakdown,                                               \
		 "where the time of each process went; with p2p, what a message's time is made of"), \
		OPT_FLAG(0, "critical-path", &(course)->path,                                        \
			 "what the last process to finish waited for, from the beginning on"),       \
		OPT_COUNT(0, "receives", &(course)->receives, "PROCESS", 0, 1e9,                     \
			  "when a process receives each of its messages; with p2p there is --messages"),

/* Whether any of it is asked. */
bool course_is_asked(const struct course_options *course);

/*
 * Simulates one call, and makes a table of its course in place of its time: of each process, the critical path, or
 * what one process receives.
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
