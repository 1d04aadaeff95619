#ifndef SONDE_CLI_PREDICT_REQUEST_H
#define SONDE_CLI_PREDICT_REQUEST_H

#include "cli/command.h"
#include "cli/placement_options.h"
#include "cli/predict/course.h"
#include "cli/request_options.h"

/* What is asked about a collective operation. */
struct predict_request_options {
	struct request_options request;
	struct port_options ports;
	struct size_list processes; /* adaptive: no list */
	struct size_list segments;  /* of algorithms that take them; 0: in one piece */
	bool best_segment;          /* the quickest of all, in place of those */
	bool segmented;             /* segments were asked for */
	const char *arrival;        /* as the user said it; NULL: all come at once */
	size_t series;              /* operations in a row */
	bool best_order;            /* the order is looked for in place of one that is given */
	bool closed;                /* by the literature's formulas in place of simulated schedules */
	struct course_options course;
	struct placement_options placement;
	struct placed *placed; /* by them */
};

#endif
