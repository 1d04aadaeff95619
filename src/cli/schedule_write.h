#ifndef SONDE_CLI_SCHEDULE_WRITE_H
#define SONDE_CLI_SCHEDULE_WRITE_H

#include "cli/command.h"
#include "schedule/schedule.h"

/* The forms of GOAL, and their words. */
enum schedule_form { SCHEDULE_TEXT, SCHEDULE_BINARY };
extern const char *const schedule_forms[];

/*
 * Writes a schedule as GOAL to standard output, or to a file; then a table of its processes, operations, messages and
 * their bytes is printed. A file that could not be written whole is removed. ERR_IO, ERR_MEMORY, or what building a
 * part fails with. Local.
 */
enum status schedule_write(struct context *context, const struct schedule *schedule, const char *output, int form,
			   struct error *err);

#endif
