#ifndef SONDE_SCHEDULE_GOAL_H
#define SONDE_SCHEDULE_GOAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "schedule/goal_index.h"
#include "schedule/schedule.h"

/*
 * GOAL, the schedule format of LogGOPSim and ATLAHS (Hoefler, Siebert, Lumsdaine 2009), as text and in LogGOPSim's
 * binary form.
 *
 * - Counts are bytes.
 * - It knows no buffers. What is read has all data at offset 0; of what is written copies and reductions become
 *   calculations of 0 ns, so that what waits for them still does.
 * - All functions are Local.
 */

/*
 * Reads and checks a file of either form; a pipe stays in memory.
 *
 * - Ownership: goal_release frees *goal, in any case.
 * - The file must stay as it is as long as programs are built; that it does not is an error of theirs.
 * - ERR_INPUT names file, line (or offset) and reason; ERR_IO; ERR_MEMORY.
 */
enum status goal_read(const char *path, struct goal *goal, struct error *err);

/*
 * As goal_read, of which only the head is read; each rank is checked when its program is built, so that who builds them
 * all, once and in order, need not read the file twice.
 */
enum status goal_open(const char *path, struct goal *goal, struct error *err);

/*
 * As goal_read, of bytes in memory.
 *
 * - The bytes must outlive *goal.
 * - name: stands for the file in errors.
 */
enum status goal_parse_text(const char *text, size_t length, const char *name, struct goal *goal, struct error *err);
enum status goal_parse_binary(const unsigned char *bytes, size_t length, const char *name, struct goal *goal,
			      struct error *err);

void goal_release(struct goal *goal);

/*
 * The schedule that was read.
 *
 * - goal must outlive it.
 * - Its programs are built one at a time, and best in order.
 * - A program's errors are those of goal_read.
 */
struct schedule goal_schedule(const struct goal *goal);

/*
 * About how many operations the file has, by a few places of it.
 *
 * - Errors: ERR_IO, ERR_MEMORY.
 */
enum status goal_operations(const struct goal *goal, double *operations, struct error *err);

/*
 * The line of an operation of a text, and its label: 0 and empty if the file is binary; empty if it has none.
 *
 * - All programs have been built, or checked.
 * - again: the same process was asked for before, and nothing was built or read since: its rank is not read again.
 * - label: has room GOAL_LABEL_ROOM; a longer one is cut.
 */
#define GOAL_LABEL_ROOM 64
size_t goal_where(const struct goal *goal, int process, size_t operation, bool again, char label[GOAL_LABEL_ROOM]);

/*
 * Writes a schedule, one process at a time.
 *
 * - ERR_IO if that fails (the text does not name the file), or what building a program fails with.
 */
enum status goal_write_text(const struct schedule *schedule, FILE *out, struct error *err);

/*
 * As goal_write_text, in binary.
 *
 * - out: must be seekable.
 */
enum status goal_write_binary(const struct schedule *schedule, FILE *out, struct error *err);

/*
 * Writes a schedule to a file, by way of a new one beside it: a failure leaves the file that was there.
 *
 * - ERR_IO names the file; or what building a program fails with.
 */
enum status goal_write_file(const struct schedule *schedule, const char *path, bool binary, struct error *err);

#endif
