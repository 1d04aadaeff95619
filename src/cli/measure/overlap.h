#ifndef SONDE_CLI_MEASURE_OVERLAP_H
#define SONDE_CLI_MEASURE_OVERLAP_H

#include "cli/command.h"

/* sonde measure overlap: how much of a message's time growing computation hides, at the sender or the receiver. As
 * command.run. */
enum status measure_overlap(struct context *context, struct error *err);

#endif
