#ifndef SONDE_BASE_FILE_READ_H
#define SONDE_BASE_FILE_READ_H

#include <stddef.h>

#include "base/error.h"

/*
 * Reads a whole text file, or what a pipe has.
 *
 * - what: "model": what error texts call it.
 * - most: bytes; a file that has more, or never ends, is refused.
 * - *text: with a 0 after it, for the caller to free; *length: bytes without that.
 * - ERR_IO: it cannot be opened or read. ERR_INPUT: it is too long, or has a byte 0, as devices and other
 * files have that are no texts: this is told at once. ERR_MEMORY.
 * - Local.
 */
enum status file_read(const char *path, const char *what, size_t most, char **text, size_t *length, struct error *err);

#endif
