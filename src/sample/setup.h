#ifndef SONDE_SAMPLE_SETUP_H
#define SONDE_SAMPLE_SETUP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* All functions are Local. */

/* By which MPI calls a message goes. The receiver takes it by MPI_Recv, or by the call that matches. */
enum mpi_operation {
	OPERATION_SEND,       /* MPI_Send */
	OPERATION_SSEND,      /* MPI_Ssend */
	OPERATION_ISEND,      /* MPI_Isend and MPI_Irecv, MPI_Waitall */
	OPERATION_PERSISTENT, /* MPI_Send_init and MPI_Recv_init, MPI_Start, MPI_Wait */
	OPERATION_SENDRECV,   /* MPI_Sendrecv on both sides */
	OPERATION_PUT_FENCE,  /* MPI_Put between MPI_Win_fence */
	OPERATION_PUT_LOCK,   /* MPI_Put and MPI_Win_flush under MPI_Win_lock */
	OPERATION_GET_FENCE,
	OPERATION_GET_LOCK
};

/* Returns whether the calls go through a window. Windows of several pairs at the same time stop Open MPI 4.1, which
 * gives them one name in shared memory. */
bool operation_has_window(enum mpi_operation operation);

/* What the processes that are not under study do meanwhile. */
enum background {
	BACKGROUND_IDLE,        /* they sleep */
	BACKGROUND_BUSY,        /* they compute */
	BACKGROUND_NEIGHBOURS,  /* bisection: half of all send to the other half, i to i + 1 (i even) */
	BACKGROUND_FAR,         /* bisection: i to i + P/2 */
	BACKGROUND_PERMUTATION, /* bisection: by pairs that the user gave */
	BACKGROUND_PARALLEL     /* other pairs that do not overlap are measured at the same time, in rounds */
};

/* How a message lies in memory. */
enum layout_kind { LAYOUT_CONTIGUOUS, LAYOUT_VECTOR, LAYOUT_INDEXED, LAYOUT_SUBARRAY };

/* A message of m bytes is cut into blocks (the last may be shorter); each starts stride times a block's length after
 * the one before. Contiguous: both 0. */
struct layout {
	enum layout_kind kind;
	size_t block;  /* bytes */
	size_t stride; /* in blocks: 2 leaves a gap as large as a block */
};

/* The bytes from the first to the last of a message of bytes laid out like that; 0 for an empty one; SIZE_MAX if that
 * is more than a size can say. */
size_t layout_span(const struct layout *layout, size_t bytes);

/* The offset in bytes at which the i-th byte of a message lies, of which layout_span is no SIZE_MAX. */
size_t layout_offset(const struct layout *layout, size_t i);

/* How a collective operation is timed (O'Flynn, thesis, 2009, 3.3): at the root, as the longest time of
 * any process, from the first start to the last end on one clock; a bcast also at the root by an acknowledgement of
 * each receiver (de Supinski, Karonis 1999). */
enum collective_timing { TIMING_GLOBAL, TIMING_ROOT, TIMING_MAX, TIMING_ACKNOWLEDGED };

/* Which processes carry a collective operation out: all; those of each node, side by side; the first one of each node.
 */
enum collective_members { MEMBERS_ALL, MEMBERS_NODE, MEMBERS_ROOTS };

#define SETUP_NAME_MOST 48
#define SETUP_TEXT_MOST 1100
#define SETUP_LIST_MOST 104
#define SETUP_ARRIVAL_MOST 256

enum overlap_side { SIDE_SENDER, SIDE_RECEIVER };

/* How an experiment is carried out beyond its sizes and processes: all zero for plain MPI_Send and MPI_Recv of
 * contiguous data in cache, while the others sleep. Part of a point's identity. */
struct setup {
	enum mpi_operation operation;
	enum background background;
	struct layout layout[2];          /* of the sender, of the receiver */
	bool cold[2];                     /* the sender's, the receiver's data are not in cache */
	enum collective_timing timing;    /* collectives */
	char collective[SETUP_NAME_MOST]; /* collectives: "bcast", or a registered name; else empty */
	char algorithm[SETUP_NAME_MOST];  /* collectives: empty for the MPI library's own */
	char forced[SETUP_NAME_MOST]; /* collectives by the MPI library: the algorithm that it is told to take, by the
					 library's name; SETUP_SPLIT: as it decides, in parts of a segment; empty: it
					 decides by itself */
	enum collective_members members; /* collectives */
	size_t segment;                  /* collectives: bytes, 0 for none */
	size_t fanout;                   /* collectives: of the algorithm, 0 for its default */
	char order[SETUP_LIST_MOST];  /* collectives: the process at each place of the tree, as process_list.h reads it;
					 empty: by rank */
	char groups[SETUP_LIST_MOST]; /* collectives: the group of each process; empty: the algorithm's own */
	char arrival[SETUP_ARRIVAL_MOST]; /* collectives: when processes come to it, as arrival.h has it; empty: at
					     once */
	enum overlap_side side; /* overlap: who computes; send-early: whether the receiver does once more, between
				   MPI_Irecv and MPI_Wait */
	size_t third;           /* one-to-two: the second receiver, of a higher number than the first; 0: none */
	double compute; /* s of computation: overlap: while the message is under way; send-early: of the receiver,
			   before it receives */
};

/* NULL-terminated names by value of the enums, as options and setup_format use them. */
extern const char *const operation_names[],
	*const background_names[], *const timing_names[], *const members_names[], *const side_names[],
											  *const layout_names[];

/* The names of the timings that any operation can have, in the same order. */
extern const char *const timing_universal_names[];

/* A gather or scatter of the MPI library in parts of at most setup.segment bytes (mpi/split.h), in setup.forced. */
#define SETUP_SPLIT "split"

/* What a collective operation is carried out by, for tables: "native", "native:binomial", an algorithm of sonde's own.
 * name: has room for SETUP_ALGORITHM_MOST bytes; it is returned. */
enum { SETUP_ALGORITHM_MOST = SETUP_NAME_MOST + 8 };
const char *setup_algorithm(const struct setup *setup, char *name);

/*
 * Whether so many of the collective operation in a row can be timed as the setup says.
 *
 * - ERR_INPUT: acknowledgements tell the end of a bcast alone, by itself, of all processes, which come at once.
 */
enum status setup_timing_check(const struct setup *setup, size_t count, struct error *err);

/* True if both are the same. */
bool setup_same(const struct setup *a, const struct setup *b);

/*
 * The setup as text, for stores and tables: "operation=isend layout.sender=vector:8:2 cold.receiver=1".
 *
 * - What differs from plain, as key=value, separated by spaces; empty for plain.
 * - text: has room for SETUP_TEXT_MOST bytes; it is returned.
 */
const char *setup_format(const struct setup *setup, char *text);

/*
 * Reads what setup_format wrote.
 *
 * - ERR_INPUT names what is not understood; *setup is then undefined.
 */
enum status setup_parse(const char *text, struct setup *setup, struct error *err);

#endif
