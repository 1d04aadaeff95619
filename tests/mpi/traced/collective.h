#ifndef SONDE_TEST_TRACED_COLLECTIVE_H
#define SONDE_TEST_TRACED_COLLECTIVE_H

#include "expect.h"

enum how { BLOCKING, NONBLOCKING };

/* Behind a call of that name without MPI_ and I: says what is expected of it; waits for it if it only began. */
void expect_collective(struct program *p, enum how how, MPI_Request *request, const char *name, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* "[8,16]:c": bytes of counts of a datatype of that size. */
const char *list(int n, const int *counts, int size);

#endif
