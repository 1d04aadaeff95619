#ifndef SONDE_CLI_MEASURE_FAMILIES_H
#define SONDE_CLI_MEASURE_FAMILIES_H

#include "cli/measure/command.h"
#include "cli/measure/sizes.h"
#include "report/measure_table.h"

/* Holds what is measured and printed: n families, for a run of this purpose. All is borrowed. */
struct families_request {
	const struct explore_family *families;
	size_t n;
	bool side_by_side; /* the second family is the first one's pairs in parallel, and has columns, not rows */
	const struct purpose *purpose;
	const char *title;
	enum table_form form;
};

/*
 * Measures the families, one after the other, at the sizes of the options (sizes_choose was called), and prints their
 * times with the breaks of the first. The platform is open; it is made ready first. ERR_INPUT if the platform cannot
 * carry out what is asked for. Runs on the platform.
 */
enum status measure_families(struct measure_command *c, struct sizes_options *o, const struct families_request *request,
			     struct error *err);

#endif
