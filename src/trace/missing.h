#ifndef SONDE_TRACE_MISSING_H
#define SONDE_TRACE_MISSING_H

#include <stddef.h>

/*
 * Says of which processes a part is missing, and what: "processes 0-2, 5: its file is not there; process 4: ...".
 *
 * - what: of each of n processes, NULL where nothing is missing. Processes of the same text are told together, in the
 *   order of the first of them.
 * - text: of room bytes; what has no place in it is counted: "; and 7 more processes".
 * - Returns text, which is empty if nothing is missing. Local.
 */
char *trace_missing(const char *const *what, int n, char *text, size_t room);

#endif
