#ifndef SONDE_CLI_ARRIVAL_OPTION_H
#define SONDE_CLI_ARRIVAL_OPTION_H

#include <stddef.h>
#include <stdint.h>

#include "base/option.h"
#include "sample/setup.h"

/* The line of an option table for when processes come to a collective operation (const char **); it ends with a comma.
 */
#define ARRIVAL_OPTION(text)                                                                                          \
	OPT_TEXT(0, "arrival", text, "PATTERN|FILE",                                                                  \
		 "when processes come to it: late-root, late-root:50us, random:10us (standard deviation), or a file " \
		 "with a delay for each (default: all at once)"),

/*
 * Reads the option for so many processes.
 *
 * - text: NULL: not given, then *pattern is "".
 * - seed: of random delays, where the pattern names none.
 * - most: the bytes that a file's pattern may have; SETUP_ARRIVAL_MOST where a setup keeps it, SIZE_MAX: any number.
 * - *pattern: as sample/arrival.h has it; the caller frees it in any case.
 * - ERR_USAGE names the option and what is allowed; ERR_MEMORY. Local.
 */
enum status arrival_option_read(const char *text, uint64_t seed, size_t processes, size_t most, char **pattern,
				struct error *err);

#endif
