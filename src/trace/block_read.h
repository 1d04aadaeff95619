#ifndef SONDE_TRACE_BLOCK_READ_H
#define SONDE_TRACE_BLOCK_READ_H

#include "trace/structure.h"

/* The calls of a block as they are read. All functions are Local. */

/* A pair of a tick with the node's clock, s, and what rank 0's clock is ahead of it, NAN: not known. */
struct trace_clock_pair {
	uint64_t tick;
	double node, ahead;
};

struct trace_read_communicator {
	int number, own;
	uint64_t key;
	size_t at, n_lists;   /* bytes of its two lists of members, where they are among all */
	const uint8_t *lists; /* set when it is asked for */
};

/* One call as the file has it. Fields stay until the next one is read. */
struct trace_raw_call {
	uint32_t number; /* of its signature in the structure */
	bool has_cpu;
	uint64_t begin, end, cpu; /* ticks; ns */
	double own;               /* ticks between the call before and this one that the tracer took for itself */
	const int64_t *fields;
	size_t n;
};

struct trace_read_group {
	uint32_t number, calls, at;
	uint16_t least[2];
};

/* What stands in a block beside its calls. */
struct trace_block_content {
	uint32_t calls;
	uint64_t first, last; /* ticks */
	uint64_t own;         /* parts of a tick that the tracer took behind each call */
	size_t n_clocks, n_communicators, n_groups, room_communicators, room_groups;
	size_t taken; /* communicators that were asked for; the others stay when the next block is read */
	struct trace_clock_pair *clocks;
	struct trace_read_communicator *communicators;
	struct trace_bytes lists; /* of their members */
	struct trace_bytes tail, cpu, values, planes;
	struct trace_read_group *groups;
};

struct trace_block_reader {
	struct trace_block_content content;
	struct trace_structure *structure; /* borrowed */
	uint64_t scale;                    /* of intervals */
	bool owns;                         /* blocks say what the tracer itself took */
	bool began;                        /* there was a call; tick is its end */
	uint64_t tick;
	double own;            /* ticks before the next call, beside what the tracer took behind each */
	uint32_t next, cpu_at; /* the next call; the one that has the next CPU time */
	uint32_t *numbers;     /* signatures of the calls */
	struct trace_cursor values, cpu;
	uint32_t *groups; /* by number of a signature: 1 + its place in the content's groups, 0: none */
	int64_t **fields; /* by number of a signature: of its last call; NULL: not needed yet */
	size_t n_nodes, room_groups, room_fields;
	int64_t *long_fields; /* of a call of a whole function */
	size_t room_long;
	bool no_memory;
};

void trace_block_reader_release(struct trace_block_reader *reader);

/* Reads a block's content but for its calls. False if it makes no sense, or if memory does not suffice (no_memory). */
bool trace_block_reader_open(struct trace_block_reader *reader, const uint8_t *data, size_t n);

/*
 * Goes to the block's first call. Before it: the piece of structure before the block has been read, and its runs but
 * for skip calls, then those of the block's tail, are the block's calls. Errors as above.
 */
bool trace_block_reader_begin(struct trace_block_reader *reader, const struct trace_runs *piece, uint64_t skip);

/* The next call: false at the block's end, or if it makes no sense: then *sound is false. */
bool trace_block_reader_next(struct trace_block_reader *reader, struct trace_raw_call *call, bool *sound);

#endif
