#ifndef SONDE_API_CARRIED_KINDS_H
#define SONDE_API_CARRIED_KINDS_H

#include "mpi/user/communicator.h"

/* What a context keeps of collective operations that it has carried out. All functions are Local, but for the last. */

enum { KINDS_MOST = 64 };

/* The choice for a kind of call. */
struct kind {
	unsigned long long digest;
	struct algorithm_choice row;
	double seconds, plain;
};

/* Zero-initialise it, but for the communicator. */
struct carried {
	struct user_communicator comm;
	uint64_t *counts; /* of the call under way */
	struct kind kinds[KINDS_MOST];
	size_t n, next;
	const struct kind *last;
};

/* The kind of this digest, NULL if it is not kept. */
const struct kind *carried_find(const struct carried *carried, unsigned long long digest);

/* The place for a new kind: that of the oldest, if there is no other. */
struct kind *carried_place(struct carried *carried);

/* Frees it (NULL is allowed, at all processes). Collective. */
void carried_close(struct carried *carried);

#endif
