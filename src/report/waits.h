#ifndef SONDE_REPORT_WAITS_H
#define SONDE_REPORT_WAITS_H

#include "base/table.h"
#include "explain/waits.h"
#include "replay/replay.h"

/* All functions are Local. */

enum { CAUSE_TEXT = 240, PLACE_TEXT = 100 };

/* The place of a number that intervals have: "before MPI_Allreduce in region solve"; "" if it is not known. Returns
 * text. */
const char *replay_place_words(const struct replay *replay, uint32_t number, char text[PLACE_TEXT]);

/*
 * A cause in words: "process 3: late computation before MPI_Allreduce (call 17) in region solve". Returns text.
 *
 * - Computation is late if one interval is half of it or more, else the process is slow.
 */
const char *wait_cause_words(const struct wait_cause *cause, const struct replay *replay, char text[CAUSE_TEXT]);

/* What it is in two words: "late computation", "slow process", "message before", ... */
const char *wait_cause_name(const struct wait_cause *cause);

/* Adds to a summary how long processes waited, and the first causes of that in words. */
void wait_causes_summarise(struct table *table, const struct wait_causes *causes, const struct replay *replay);

/* All causes, the longest first. NULL if memory does not suffice. */
struct table *wait_causes_table(const struct wait_causes *causes, const struct replay *replay);

#endif
