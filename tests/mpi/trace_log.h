#ifndef SONDE_TESTS_TRACE_LOG_H
#define SONDE_TESTS_TRACE_LOG_H

#include <stdint.h>

/* What a process that will be killed writes of its own calls, in a file that is mapped into its memory. */
enum { LOG_CALLS = 6000000 };

struct trace_log {
	uint64_t n;   /* calls that have returned, after MPI_Init */
	uint64_t pid; /* 0: it has not begun */
	uint32_t call[LOG_CALLS];
};

/* The bytes of the message of iteration i. */
static inline uint32_t log_bytes(uint32_t i)
{
	return i % 7 == 0 ? (i * 2654435761u) % 1000 : 8;
}

enum { LOG_IRECV, LOG_ISEND, LOG_WAITALL, LOG_KINDS };

/* Each three of a kind, with its bytes. */
static inline uint32_t log_entry(uint32_t kind, uint32_t bytes)
{
	return kind << 24 | bytes;
}

#endif
