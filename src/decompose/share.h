#ifndef SONDE_DECOMPOSE_SHARE_H
#define SONDE_DECOMPOSE_SHARE_H

#include <stddef.h>

/* A message that flows through a port: from when on, and what it takes alone; seconds. */
struct flow {
	double begin, work;
	double end;   /* found by flows_share */
	double due;   /* private */
	size_t which; /* the caller's */
};

/*
 * Finds when flows end that share a port equally. Local.
 *
 * - flows: n of them, which are sorted by their begin.
 * - room: for n numbers.
 */
void flows_share(struct flow *flows, size_t n, size_t *room);

#endif
