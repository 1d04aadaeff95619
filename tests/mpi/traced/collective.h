#ifndef SONDE_TEST_TRACED_COLLECTIVE_H
#define SONDE_TEST_TRACED_COLLECTIVE_H

#include "expect.h"

enum how { BLOCKING, NONBLOCKING, PERSISTENT };

/* A collective operation in one of these ways; what begins has the request r. MPI-3 has no persistent ones. */
#define CALL(name, begins, ...)                        \
	do {                                           \
		if (how == BLOCKING)                   \
			MPI_##name(__VA_ARGS__);       \
		else if (how == NONBLOCKING)           \
			MPI_##begins(__VA_ARGS__, &r); \
		else                                   \
			CALL_INIT(name, __VA_ARGS__);  \
	} while (0)
#if MPI_VERSION >= 4
#define LAST_WAY PERSISTENT
#define CALL_INIT(name, ...) MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, &r)
#else
#define LAST_WAY NONBLOCKING
#define CALL_INIT(name, ...) (void)0
#endif

/* Behind a call of that name without MPI_ and I: says what is expected of it. Of what only began it waits for
 * the end; what is persistent it starts. */
void expect_collective(struct program *p, enum how how, MPI_Request *request, const char *name, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* "[8,16]:c": bytes of counts of a datatype of that size. */
const char *list(int n, const mpi_count *counts, int size);

#endif
