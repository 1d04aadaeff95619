#ifndef SONDE_SCHEDULE_GOAL_SOURCE_H
#define SONDE_SCHEDULE_GOAL_SOURCE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/* All functions are Local. */

/*
 * The bytes of a GOAL file, of which a window is in memory.
 *
 * - The window is a quarter of a megabyte, or what was asked for at once if that is more.
 * - What cannot be read twice, a pipe, is in memory as a whole.
 * - Zero-initialise it.
 */
struct goal_source {
	char *name; /* for errors; owned */
	uint64_t length;
	FILE *file;                 /* NULL: the window is all */
	const unsigned char *bytes; /* the window: bytes [from, from + n) */
	uint64_t from;
	size_t n;
	unsigned char *room; /* what is allocated for the window; NULL if the bytes are the caller's */
	size_t capacity;
};

/*
 * Opens a file.
 *
 * - Ownership: goal_source_release in any case.
 * - ERR_IO, ERR_MEMORY.
 */
enum status goal_source_open(struct goal_source *source, const char *path, struct error *err);

/*
 * As goal_source_open, of bytes in memory, which must outlive the source.
 *
 * - ERR_MEMORY.
 */
enum status goal_source_memory(struct goal_source *source, const char *name, const void *bytes, size_t length,
			       struct error *err);

/*
 * Sets *bytes to n bytes at a place of the file.
 *
 * - There must be so many.
 * - They stay until something else is asked for.
 * - ERR_IO, ERR_MEMORY.
 */
enum status goal_source_bytes(struct goal_source *source, uint64_t at, size_t n, const unsigned char **bytes,
			      struct error *err);

/* As goal_source_bytes, of as many bytes as are at hand: *n of them, at least 1 but at the end of the file. */
enum status goal_source_some(struct goal_source *source, uint64_t at, const unsigned char **bytes, size_t *n,
			     struct error *err);

void goal_source_release(struct goal_source *source);

#endif
