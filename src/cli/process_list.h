#ifndef SONDE_CLI_PROCESS_LIST_H
#define SONDE_CLI_PROCESS_LIST_H

#include <stddef.h>

#include "base/error.h"

/*
 * One number for each process, from an option's argument: "0,3,1,2", or the name of a file with such numbers, separated by commas, spaces or lines. *list has processes of them, for the caller to free. ERR_USAGE if there are more
 * or fewer, or one is no number of 0 to processes - 1; ERR_IO; ERR_MEMORY. The text names option. Local, as is the other.
 */
enum status process_list_read(const char *option, const char *text, size_t processes, int **list, struct error *err);

/* The same for groups: a single number is how many consecutive processes each of them has. */
enum status process_groups_read(const char *option, const char *text, size_t processes, int **list, struct error *err);

#endif
