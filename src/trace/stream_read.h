#ifndef SONDE_TRACE_STREAM_READ_H
#define SONDE_TRACE_STREAM_READ_H

#include "base/error.h"
#include "trace/block_read.h"

/* The calls of one thread, read from its two files. All functions are Local. */

/* What a look at the files' ends says. */
struct trace_stream_summary {
	int rank, processes, thread;
	double tick; /* s */
	uint64_t scale;
	bool ended, complete; /* an end record is there; the program called MPI_Finalize */
	int shared;           /* the rank that has the structure, -1: this one */
	uint64_t calls, blocks;
	uint64_t bytes, structure_bytes; /* of the files; a shared structure counts 0 */
	uint64_t cut;                    /* bytes at the end of the file of times that are no whole block */
	uint64_t last_block;             /* where the last block is in the file, 0: there is none */
	uint64_t structure;              /* bytes of structure that the blocks need */
	bool short_structure;            /* there are fewer */
};

struct trace_stream_reader;

/*
 * Opens the files of a thread. ERR_INPUT (no trace, a newer version, damaged at its begin: file and place), ERR_IO,
 * ERR_MEMORY. A file that was cut is read as far as it goes. *newer: it is refused for its version; may be NULL.
 */
enum status trace_stream_reader_open(struct trace_stream_reader **reader, const char *dir, int rank, int thread,
				     bool *newer, struct error *err);
void trace_stream_reader_free(struct trace_stream_reader *reader);
const struct trace_stream_summary *trace_stream_reader_summary(const struct trace_stream_reader *reader);

/*
 * Sets the pairs of the first block and of the last one, where there are some. A damaged block has none.
 *
 * - found: how many of the two.
 * - first: the tick at which the first block begins, 0 if there is none.
 */
enum status trace_stream_reader_clocks(struct trace_stream_reader *reader, struct trace_clock_pair pairs[2], int *found,
				       uint64_t *first, struct error *err);

/* The next call: false at the end, or after a failure, which *err then has. */
bool trace_stream_reader_next(struct trace_stream_reader *reader, struct trace_raw_call *call, struct error *err);

struct trace_structure *trace_stream_reader_structure(struct trace_stream_reader *reader);

/* Communicators of the blocks up to the last call that was read, since the last time that this was asked. They stay
 * until the next call is read. */
size_t trace_stream_reader_communicators(struct trace_stream_reader *reader,
					 const struct trace_read_communicator **communicators);

#endif
