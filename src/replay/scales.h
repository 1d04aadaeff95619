#ifndef SONDE_REPLAY_SCALES_H
#define SONDE_REPLAY_SCALES_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What computation takes, of what was recorded: by process and region, a table of which the first row that holds
 * counts.
 *
 * - As text: a line of each row, PROCESSES FACTOR [REGION]. # begins a comment, at the begin of a line or behind a
 *   blank.
 *   PROCESSES are ranks and ranges of them with commas, as 0, 4-7, 4-, or any. FACTOR is a number, 0 or more. REGION,
 *   all that is left of the line, is the name that the program gave it; a row without one holds everywhere.
 * - What no row holds for takes what was recorded.
 * - All functions are Local.
 */
struct computation_scale {
	uint64_t processes[2]; /* the first and the last */
	double factor;
	char *region; /* NULL: everywhere */
	size_t line;  /* of the text, from 1 */
};

/* Zero-initialise it; scales_release frees it. */
struct computation_scales {
	struct computation_scale *list;
	size_t n, capacity;
};

/* Appends the rows of a text. ERR_INPUT names the line and what is allowed there, ERR_MEMORY. */
enum status scales_read(struct computation_scales *scales, const char *text, struct error *err);

/* Whether a row holds for a process, in a region or what is inside one; region may be NULL: outside of all. */
bool scales_holds(const struct computation_scale *row, int process, const char *region);
void scales_release(struct computation_scales *scales);

#endif
