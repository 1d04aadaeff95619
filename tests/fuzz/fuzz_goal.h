#ifndef SONDE_TESTS_FUZZ_GOAL_H
#define SONDE_TESTS_FUZZ_GOAL_H

#include "schedule/goal.h"

/* What the two targets of GOAL share. Local. */

/*
 * Looks at an input of either form as goal_parse_text or goal_parse_binary read it, with the status and the error that
 * they gave: as a file it is read the same, and what is accepted is written in both forms, read again and the same.
 * Releases *goal.
 */
void fuzz_goal(struct goal *goal, enum status status, const struct error *err, const uint8_t *data, size_t size);

#endif
