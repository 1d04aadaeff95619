#ifndef SONDE_TRACE_STREAM_H
#define SONDE_TRACE_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "trace/signature.h"

/* All functions are Local. */

/* The calls of one thread of a process, on their way to files. One thread writes to it. */
struct trace_stream;

struct trace_stream_options {
	const char *dir;     /* which is there; borrowed for the open */
	int rank, processes; /* in MPI_COMM_WORLD */
	int thread;          /* 0: the thread that called MPI_Init; counted from there */
	double tick;         /* s: how long a tick takes, as far as is known */
	int exact;           /* keeps every tick */
	size_t memory;       /* bytes that signatures may take, about; 0: 64 MiB */

	/* Called before a block is written, which is not before each is full or 5 s old. May call trace_stream_clock
	 * and trace_stream_region. NULL: nothing is called. */
	void (*before_block)(void *argument);

	/* The tick now, for what writing a block takes: the gap that follows begins behind it. NULL: it is part of
	 * that. */
	uint64_t (*now)(void *argument);
	void *argument;
};

/* ERR_IO, ERR_MEMORY: nothing is left behind then. */
enum status trace_stream_open(struct trace_stream **stream, const struct trace_stream_options *options,
			      struct error *err);

/*
 * Appends a call that began and ended at these ticks.
 *
 * - Calls come in the order of their ends. A begin before the last end is taken as that end.
 * - It does not fail: if memory or the disk is full, what was written stays readable, later calls are counted and not
 * kept, and trace_stream_close says so.
 */
void trace_stream_call(struct trace_stream *stream, const struct trace_signature *signature, uint64_t begin,
		       uint64_t end);

/* CPU time of this thread between two calls, s, for the gap before the next call that is appended; own: ticks of the
 * gap that reading it took. */
void trace_stream_cpu(struct trace_stream *stream, double seconds, uint64_t own);

/* The tracer itself took so many ticks behind a call. What it takes behind all of a block is told from some. */
void trace_stream_own(struct trace_stream *stream, uint64_t ticks);

/*
 * Notes that the communicator has the number; its text is the members as ranks of the world.
 *
 * - Before the first call that uses it. 0 and 1, MPI_COMM_WORLD and MPI_COMM_SELF, need not be noted.
 * - key: the same number at all members, and of no other communicator.
 * - own: this process' rank in it, -1: none. remote: the other group's members of an intercommunicator, or NULL.
 */
void trace_stream_communicator(struct trace_stream *stream, int number, uint64_t key, int own, const int *members,
			       int n_members, const int *remote, int n_remote);

/* The communicator is freed: its number comes in no call any more but that which frees it. Nothing happens if the
 * stream was not told of it. */
void trace_stream_communicator_end(struct trace_stream *stream, int number);

/* Notes the name of a region. */
void trace_stream_region(struct trace_stream *stream, int number, const char *name);

/* Pairs a tick with a reading of the node's clock (s) and what rank 0's clock is ahead of that (s); NAN if that is not
 * known, as between MPI_Init and MPI_Finalize. The first pair and the last one count, and those ahead that are known.
 */
void trace_stream_clock(struct trace_stream *stream, uint64_t tick, double node, double ahead);

/* Writes what there is as a block now. */
void trace_stream_flush(struct trace_stream *stream);

/* A hash of the structure as if the stream ended now: ranks with equal hashes have equal structures. */
void trace_stream_digest(const struct trace_stream *stream, uint64_t digest[2]);

/* Just after the digest: the structure is that of a lower rank, which keeps it. One more call may follow, the same at
 * both ranks, as MPI_Finalize. */
void trace_stream_share(struct trace_stream *stream, int rank);

/*
 * Appends the last call, and writes it and the end record; what came before should have been flushed.
 *
 * - May be called again with other times of the same call, which then stand instead of the first: a program that is
 *   ended in its last call has left it all. Nothing but that and trace_stream_close may follow.
 * - complete: the program called MPI_Finalize.
 */
void trace_stream_last(struct trace_stream *stream, const struct trace_signature *signature, uint64_t begin,
		       uint64_t end, int complete);

/* The first failure since the stream was opened, OK: none. */
enum status trace_stream_status(const struct trace_stream *stream);

/* Writes the rest and the end record, and frees the stream. complete: the program called MPI_Finalize. ERR_IO,
 * ERR_MEMORY: the first failure since it was opened. */
enum status trace_stream_close(struct trace_stream *stream, int complete, struct error *err);

/* Frees a stream that is not its own process's any more, as after fork: writes nothing. */
void trace_stream_abandon(struct trace_stream *stream);

#endif
