#ifndef SONDE_REPORT_METHODS_H
#define SONDE_REPORT_METHODS_H

#include "report/input.h"

/* What is to be said of plogp by the fast method and by saturation. */
struct report_methods {
	bool both;       /* the input has a model by each; else nothing is said */
	char gaps[400];  /* how their gaps differ */
	char times[400]; /* how long they measured; empty if it is not known */
};

/* ERR_MEMORY. Local. */
enum status report_methods_find(const struct report_input *input, struct report_methods *methods, struct error *err);

#endif
