#ifndef SONDE_LAB_TOOL_H
#define SONDE_LAB_TOOL_H

#include <stddef.h>

#include "base/error.h"

/*
 * Runs a program found in PATH with the NULL-terminated arguments (argv[0] its name) to its end, without input, its
 * output thrown away. ERR_PLATFORM with the command line and what the program said on its error output if it fails; if
 * it is not installed, with the Debian package that has it; if how it ended cannot be had, since SIGCHLD is ignored.
 * Local.
 */
enum status tool_run(const char *const *argv, struct error *err);

/* tool_run of a command line of words between single spaces, at most 32 of them, formatted as by printf; no word of it
 * may hold a space. */
enum status tool_runf(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ERR_PLATFORM unless ip, tc and ethtool can be run; names the first that is missing and its package. */
enum status tool_check(struct error *err);

#endif
