#ifndef SONDE_SAMPLE_PROCESS_LIST_H
#define SONDE_SAMPLE_PROCESS_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* All functions are Local. */

/*
 * Reads one number for each process: "0,3,1,2".
 *
 * - text: numbers and ranges (7-4: 7, 6, 5, 4), separated by commas, spaces or lines.
 * - list: has room for processes of them.
 * - ERR_INPUT if there are more or fewer, or one is no number of 0 to processes - 1.
 */
enum status process_list_parse(const char *text, size_t processes, int *list, struct error *err);

/*
 * As process_list_parse, for the group of each process.
 *
 * - A single number, with or without white space around it, is how many consecutive processes each group has.
 * - Of one process the number may be 0, its group.
 */
enum status process_groups_parse(const char *text, size_t processes, int *list, struct error *err);

/* Writes a list of n numbers with ranges, without spaces; false if there is no room. */
bool process_list_format(const int *list, size_t n, char *text, size_t room);

#endif
