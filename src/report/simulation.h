#ifndef SONDE_REPORT_SIMULATION_H
#define SONDE_REPORT_SIMULATION_H

#include "base/table.h"
#include "schedule/goal.h"
#include "simulate/simulate.h"

/* The finish of each process, and with breakdown (recorded simulations only) where its time went. NULL if memory does
 * not suffice. Local, as are all of these. */
struct table *simulation_table(const struct simulation *found, bool breakdown);

/* Adds to a summary where the time of each process went, a group each. ERR_MEMORY. */
enum status simulation_add_spent(struct table *table, const struct simulation *found);

/* The critical path, with labels and lines of the file that was simulated (goal: NULL if there was none), and how much
 * of it is of each kind; with breakdown also where the time of each process went, as a group of the summary. NULL if
 * memory does not suffice. */
struct table *simulation_path_table(const struct simulation *found, const struct goal *goal, bool breakdown);

/* Writes all intervals as CSV, by their beginning: process, operation, kind, peer, bytes, start, end in seconds. ERR_IO
 * names the file. */
enum status simulation_timeline_write(const struct simulation *found, const char *path, struct error *err);

/* Writes what processors did over time and the messages between them as an SVG picture. ERR_IO, ERR_MEMORY. */
enum status simulation_picture_write(const struct simulation *found, const char *path, struct error *err);

#endif
