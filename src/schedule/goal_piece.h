#ifndef SONDE_SCHEDULE_GOAL_PIECE_H
#define SONDE_SCHEDULE_GOAL_PIECE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "schedule/goal_labels.h"
#include "schedule/schedule.h"

/*
 * The words of a GOAL text. What functions return is ERR_INPUT also where memory did not suffice; the error knows. All
 * are Local.
 */

/* A piece of the text, to the end of a rank, and where its reader is in it. */
struct goal_piece {
	const char *at, *end;  /* what is left of it */
	size_t line;           /* of at */
	struct labels *labels; /* cleared */
	int ranks;             /* of the file, once it is known */
	struct error *err;
};

/* ERR_INPUT, with file, line and a text. */
enum status __attribute__((format(printf, 2, 3))) goal_piece_wrong(struct goal_piece *piece, const char *format, ...);

/* Reads "num_ranks N". */
enum status goal_piece_head(struct goal_piece *piece, int64_t *ranks);

/* Reads "rank N { ... }" of this rank into an empty program. */
enum status goal_piece_rank(struct goal_piece *piece, int rank, struct rank_program *program);

/* OK if nothing is left but spaces and comments. */
enum status goal_piece_end(struct goal_piece *piece);

#endif
