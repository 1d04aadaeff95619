#ifndef SONDE_TRACE_BLOCK_H
#define SONDE_TRACE_BLOCK_H

#include "trace/bytes.h"
#include "trace/symbol.h"

/*
 * The calls of a block until it is written: their symbols, codes of their intervals, and the values that go with them.
 * In the file, codes are grouped by symbol. All functions are Local.
 */

struct trace_block_call {
	uint16_t group, gap, duration;
};

struct trace_block_group {
	struct trace_symbol *symbol;
	uint32_t calls, start;
	uint16_t most[2]; /* codes of gaps and of durations, without the least ones */
};

struct trace_block {
	uint32_t number, n; /* of the block, from 1; calls */
	struct trace_block_call *calls;
	struct trace_block_group *groups;
	size_t n_groups, room_groups;
	struct trace_bytes values, cpu, clocks, communicators;
	uint32_t n_clocks, n_communicators, cpu_before; /* cpu_before: the call of the last one */
	uint64_t own, own_samples; /* ticks that the tracer took behind some calls, how many these are */
	uint64_t own_mean;         /* in a block with none: that of the block before, in TRACE_OWN_PARTS */
	uint16_t *codes[2];        /* of gaps, of durations, by groups; room for a block's calls */
	uint8_t *plane;            /* a byte of each, on its way to a frame */
	void *zstd;
	bool failed; /* memory did not suffice */
};

/* False if memory does not suffice. */
bool trace_block_init(struct trace_block *block);
void trace_block_release(struct trace_block *block);

/* The first call of a symbol in this block. */
void trace_block_group_add(struct trace_block *block, struct trace_symbol *symbol);

/* The fields of a call that its symbol does not have. */
void trace_block_values(struct trace_block *block, struct trace_symbol *symbol,
			const struct trace_signature *signature);

/* Appends a call; there is room for TRACE_BLOCK_CALLS. */
static inline void trace_block_call(struct trace_block *block, struct trace_symbol *symbol, uint16_t gap,
				    uint16_t duration)
{
	if (symbol->block != block->number)
		trace_block_group_add(block, symbol);
	symbol->calls++;
	block->calls[block->n++] = (struct trace_block_call){(uint16_t)symbol->group, gap, duration};
}

/* The CPU time before the next call, ns; own: ticks that reading it took. */
void trace_block_cpu(struct trace_block *block, uint64_t ns, uint64_t own);

/* The tracer itself took so many ticks behind one of the block's calls. */
static inline void trace_block_own(struct trace_block *block, uint64_t ticks)
{
	block->own += ticks;
	block->own_samples++;
}

/* A communicator, whose members follow, and those of its other group: as trace_stream_communicator has them. */
void trace_block_communicator(struct trace_block *block, int number, uint64_t key, int own);
void trace_block_members(struct trace_block *block, const int *members, int n);

/* A pair of clocks: as trace_stream_clock has it. */
void trace_block_clock(struct trace_block *block, uint64_t tick, double node, double ahead);

/* Whether there is anything to write. */
bool trace_block_empty(const struct trace_block *block);

/* Appends the block's content to out, and begins the next block. tail: runs that are not in the structure yet. */
void trace_block_end(struct trace_block *block, const struct trace_bytes *tail, uint64_t first, uint64_t last,
		     struct trace_bytes *out);

#endif
