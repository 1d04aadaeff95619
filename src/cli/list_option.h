#ifndef SONDE_CLI_LIST_OPTION_H
#define SONDE_CLI_LIST_OPTION_H

#include <stddef.h>

#include "base/error.h"

/*
 * One number for each process, from an option's argument: a list as process_list_parse takes it, or the name of a file
 * with one. *list has processes of them, for the caller to free. ERR_USAGE names the option and what is wrong;
 * ERR_MEMORY. Local, as is the other.
 */
enum status list_option_read(const char *option, const char *text, size_t processes, int **list, struct error *err);

/* The same for groups: a single number is how many consecutive processes each of them has. */
enum status groups_option_read(const char *option, const char *text, size_t processes, int **list, struct error *err);

#endif
