#ifndef SONDE_TRACE_STREAM_PARTS_H
#define SONDE_TRACE_STREAM_PARTS_H

#include <stdbool.h>

#include "trace/block.h"
#include "trace/file.h"
#include "trace/interval.h"
#include "trace/rules.h"

/* What a stream of calls is made of. */

/* The stream before its last call, which is written twice. */
struct stream_before_last {
	struct trace_interval_coder coder;
	uint64_t last, cpu;
	uint64_t structure, piece; /* as the heads of chunks have them */
	size_t written;
	struct trace_symbol *symbol; /* NULL: there was no last call yet */
};

/* Where it is written, and what is needed only then. */
struct stream_files {
	char times[TRACE_PATH_MAX], structure[TRACE_PATH_MAX];
	size_t written;  /* bytes of the file of times */
	bool structured; /* there is a file of structure */
	bool ends_short; /* the last call is not written */
	int shared;      /* the rank whose structure this is, -1: its own */
	uint64_t calls_at_share;
	void (*before_block)(void *argument);
	uint64_t (*now)(void *argument);
	void *argument;
	struct stream_before_last before_last;
};

struct trace_stream {
	struct trace_rules rules; /* first, as the coder and the block: what each call needs */
	struct trace_interval_coder coder;
	uint64_t last;     /* tick at which the last call ended */
	uint64_t deadline; /* tick from which on the block is written */
	uint64_t cpu, own; /* ns before the next call, UINT64_MAX: not known; ticks that reading it took */
	uint64_t calls, lost;
	bool began; /* a call was recorded */
	struct error fault;
	struct trace_block block;
	struct trace_symbols symbols;
	struct trace_log log;
	struct trace_bytes chunk, tail;
	uint64_t first, coded, longest; /* coded tick at the block's begin, of the last call; ticks of LONGEST */
	struct stream_files *files;
};

#endif
