#ifndef SONDE_REPORT_SLOWER_H
#define SONDE_REPORT_SLOWER_H

#include "base/table.h"
#include "runs/slower.h"

/* A row for each point with the ratio b/a, its interval and whether that is an alarm; the summary counts the alarms and
 * says what the spread of launches is. NULL without memory; the caller frees it. Local. */
struct table *slower_table(const struct slower *s);

/* Which is slower, by how much and where, into text of room bytes (400 suffice), which is returned. Local. */
const char *slower_text(const struct slower *s, char *text, size_t room);

/* How many points were left out of a comparison, since some launches do not have them; nothing for 0. Local. */
void table_tell_left_out(struct table *table, size_t points);

#endif
