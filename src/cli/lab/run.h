#ifndef SONDE_CLI_LAB_RUN_H
#define SONDE_CLI_LAB_RUN_H

#include "cli/command.h"

/* `sonde lab run [OPTIONS] -- PROGRAM ARGUMENT ...`: runs an MPI program in a lab that is up, or in one that is made
 * for the run. Local. */
enum status lab_run_command(struct context *context, struct error *err);

#endif
