#ifndef SONDE_CLI_MEASURE_FAMILIES_H
#define SONDE_CLI_MEASURE_FAMILIES_H

#include "cli/measure/command.h"
#include "cli/measure/sizes.h"
#include "report/measure_table.h"

/*
 * Measures the families, one after the other, at the sizes of the options (sizes_choose was called), under a run of
 * this purpose, and prints the first one's times in this form with its breaks. Two families are the same one, with its
 * pairs one after the other and in parallel: both are in the table. The platform is open; it is made ready first.
 * ERR_*. Runs on the platform.
 */
enum status measure_families(struct measure_command *c, struct sizes_options *o, const struct explore_family *families,
			     size_t n, const struct purpose *purpose, const char *title, enum table_form form,
			     struct error *err);

#endif
