#ifndef SONDE_CLI_LAB_STATUS_H
#define SONDE_CLI_LAB_STATUS_H

#include "cli/command.h"

/*
 * Removes what nobody else will: labs that were left over, and folders in which there is no lab. Which labs were
 * removed, and which could not be and why, is said unless the user wants no notes; *removed receives how many labs
 * were. A lab that cannot be removed or read does not keep the others. Local, as are all of these. ERR_MEMORY.
 */
enum status lab_clear_all(struct context *context, size_t *removed, struct error *err);

/* `sonde lab status`. */
enum status lab_status_command(struct context *context, struct error *err);

/* `sonde lab down`: the lab of the name, and nothing else, if one is given; else what was left over, and the lab of the
 * default name. */
enum status lab_down_command(struct context *context, struct error *err);

#endif
