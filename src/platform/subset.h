#ifndef SONDE_PLATFORM_SUBSET_H
#define SONDE_PLATFORM_SUBSET_H

#include "platform/platform.h"

/*
 * Some processes of a platform as a platform of their own: process i is members[i] of the whole, ascending. Both are
 * borrowed. NULL if memory does not suffice. platform_close frees it and leaves the whole alone. Local.
 */
struct platform *subset_open(struct platform *whole, const int *members, size_t n, struct error *err);

/* The experiment of the subset as one of the whole, and the other way round: false if a process of it is no member.
 * Local. */
struct experiment subset_outside(const struct experiment *what, const int *members);
bool subset_inside(const struct experiment *what, const int *members, size_t n, struct experiment *inside);

#endif
