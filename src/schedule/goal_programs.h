#ifndef SONDE_SCHEDULE_GOAL_PROGRAMS_H
#define SONDE_SCHEDULE_GOAL_PROGRAMS_H

#include "schedule/goal_index.h"
#include "schedule/goal_labels.h"
#include "schedule/goal_source.h"
#include "schedule/schedule.h"

/*
 * How the programs of a GOAL file are found and read, for its own files, and how writing one fails. All functions are
 * Local.
 */

/* What reading needs, kept from one program to the next. */
struct goal_reader {
	struct goal_source source;
	struct labels labels;
	struct rank_program program; /* one that nobody asked for: while the file is checked, and to find a line */
	int known;                   /* of a text: so many ranks have been read, and where they end is known */
};

/*
 * Reads the head of the source, which has just been opened: sets processes and sections, of a text the first of them.
 *
 * - Errors: as goal_read.
 */
enum status goal_text_open(struct goal *goal, struct error *err);
enum status goal_binary_open(struct goal *goal, struct error *err);

/*
 * Reads and checks the program of a rank into an empty one.
 *
 * - Those before it of a text are read too if they have not been; with the last one, what is behind it.
 * - Errors: as goal_read.
 */
enum status goal_text_program(const struct goal *goal, int rank, struct rank_program *program, struct error *err);
enum status goal_binary_program(const struct goal *goal, int rank, struct rank_program *program, struct error *err);

/* The byte of a binary file at which an operation of a rank begins, 0 if it is not known. */
uint64_t goal_binary_offset(const struct goal *goal, int rank, size_t operation);

/* OK if what was to be written is, else ERR_IO with the reason that errno has. */
enum status goal_written(bool written, struct error *err);

#endif
