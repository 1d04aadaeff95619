#ifndef SONDE_SCHEDULE_GOAL_INDEX_H
#define SONDE_SCHEDULE_GOAL_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* All functions are Local. */

/* Where the data of a rank are. */
struct goal_section {
	uint64_t at; /* byte of the file */
	union {
		uint64_t line; /* text: of this byte. It ends where the next one begins */
		uint64_t size; /* binary: bytes */
	};
};

/*
 * What is kept of a GOAL file that is read.
 *
 * - Its operations are not held: where each rank begins is kept, and its program is read from there when it is built.
 * - Zero-initialise it; goal_release frees it.
 */
struct goal {
	int processes;
	bool binary;
	struct goal_section *sections; /* of each process; of a text one more, where the last one ends */
	struct goal_reader *reader;
};

/*
 * Makes room for so many sections.
 *
 * - ERR_MEMORY.
 */
enum status goal_sections_new(struct goal *goal, size_t n, struct error *err);

#endif
