#ifndef SONDE_CLI_MEASURE_FAMILIES_H
#define SONDE_CLI_MEASURE_FAMILIES_H

#include "cli/measure_command.h"
#include "cli/measure_sizes.h"
#include "cli/measure_table.h"

/*
 * Measures the families, one after the other, at the sizes of the options (sizes_choose was called), under a run of
 * this purpose, and prints the first one's times in this form with its breaks. Two families are the same one, with its
 * pairs one after the other and in parallel: both are in the table. The platform is open; it is made ready first.
 * ERR_*. Runs on the platform.
 */
enum status measure_families(struct measure_command *c, struct sizes_options *o, const struct explore_family *families,
			     size_t n, const struct purpose *purpose, const char *title, enum table_form form,
			     struct error *err);

/* After the run has ended: its number in the store, what stands for repeated timings, and what measure_tell_machine
 * says, as the table's summary. Local. */
void measure_tell_run(const struct measurement *m, struct table *table);

/* After the run has ended: whether the machine stayed the same, its states if there were several, and whether processes
 * took turns, as the table's summary. Local. */
void measure_tell_machine(const struct measurement *m, struct table *table);

/* Of which state of the machine the table is: its name in the store (state), if it has one, and what the sentinel takes
 * in it (sentinel_seconds). Local. */
void measure_tell_state(const struct run_level *level, struct table *table);

/* That processes took turns on too few CPUs, as the table's summary, if they did. Local. */
void measure_tell_crowded(const struct circumstances *c, struct table *table);

#endif
