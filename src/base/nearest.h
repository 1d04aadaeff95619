#ifndef SONDE_BASE_NEAREST_H
#define SONDE_BASE_NEAREST_H

#include <stddef.h>

/*
 * The name nearest to text among the NULL-terminated names by edit distance (insert, delete, replace, swap neighbours),
 * or NULL if none is within a third of text's length (at least 2) or all are wholly different. Local.
 */
const char *name_nearest(const char *text, const char *const *names);

/* Makes name the *nearest if it is near, in the same sense, to the length characters of text, and nearer than
 * *distance, which becomes its own. *nearest is NULL at first. Local. */
void name_nearer(const char *text, size_t length, const char *name, const char **nearest, size_t *distance);

#endif
