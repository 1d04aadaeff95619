#ifndef SONDE_CLI_MEASURE_P2P_H
#define SONDE_CLI_MEASURE_P2P_H

#include "cli/command.h"

/* sonde measure p2p: times between pairs of processes, by the options of the context. As command.run. */
enum status measure_p2p(struct context *context, struct error *err);

#endif
