#ifndef SONDE_EXCHANGE_BENCHMARK_H
#define SONDE_EXCHANGE_BENCHMARK_H

#include <stddef.h>

#include "base/error.h"

/* What other benchmarks print of messages between two processes. */

enum benchmark {
	BENCHMARK_NONE,    /* none that is known */
	BENCHMARK_OSU,     /* osu_latency */
	BENCHMARK_IMB,     /* IMB-MPI1: of its tables that of PingPong */
	BENCHMARK_NETPIPE, /* NetPIPE: its file np.out, or what it prints */
	BENCHMARK_DIMEMAS  /* no benchmark: a configuration of Dimemas (exchange/dimemas.h) */
};

/* One line: half a round trip. */
struct benchmark_line {
	size_t bytes, repetitions; /* over how many the time is an average; 0: it is not said */
	double seconds;
};

struct benchmark_lines {
	enum benchmark from;
	struct benchmark_line *list; /* owned */
	size_t n, room;
};

/* "OSU Micro-Benchmarks", "Intel MPI Benchmarks", "NetPIPE", "Dimemas". */
const char *benchmark_name(enum benchmark benchmark);

/* Whose a text is; BENCHMARK_NONE: it cannot be told. Local. */
enum benchmark benchmark_of(const char *text);

/*
 * Reads the lines of a benchmark's text. Of OSU's and IMB's tables those of latencies are read.
 *
 * - name: of the file, for texts.
 * - ERR_INPUT: it is none of latencies, a line begins with a number and is none of the benchmark's, or there is no
 *   line. ERR_MEMORY.
 * - benchmark_release in any case. Local.
 */
enum status benchmark_read(const char *text, const char *name, struct benchmark_lines *lines, struct error *err);

void benchmark_release(struct benchmark_lines *lines);

#endif
