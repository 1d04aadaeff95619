#ifndef SONDE_TEST_TRACED_EXPECT_H
#define SONDE_TEST_TRACED_EXPECT_H

#include <mpi.h>
#include <stdio.h>

/*
 * The programs are compiled once more for the functions of large counts, which have the same names with _c behind them
 * (TRACED_LARGE; large.h is made of mpi.h). A trace has them without _c.
 */
#ifdef TRACED_LARGE
#include "large.h"
typedef MPI_Count mpi_count;
typedef MPI_Aint mpi_place;
typedef MPI_Count mpi_position;
#else
typedef int mpi_count;
typedef int mpi_place;
typedef MPI_Aint mpi_position;
#endif

/*
 * A program that calls MPI and writes for itself what it called, a line for each call, as dump.c writes those of a
 * trace:
 *
 * MPI_Isend comm=0 send=1:7:80:c request=3
 *
 * - comm, made: numbers of communicators, in the order in which they were made; 0 and 1 are the world and the process
 *   itself.
 * - send, receive: peer:tag:bytes:layout, c for contiguous, n for not; of collectives bytes:layout, or
 * [bytes,…]:layout.
 * - to, from: neighbours.
 * - got: source:tag of a wildcard.
 * - request, started, done: numbers of requests, in the order in which they began; done: number:source:tag of
 * wildcards.
 */
struct program {
	int rank, size;
	int next, last;      /* in a ring of all */
	int requests, comms; /* how many there were so far */
	long polls;          /* calls that found nothing */
	FILE *file;
	const char *dir; /* for files */
	char *program;   /* which others start */
};

void expect(struct program *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What a test needs: buffers, and a datatype of gaps, of 24 bytes. */
enum { ROOM = 1 << 16 };
extern char out[ROOM], in[ROOM];

/* A call that is expected by its name. */
#define NAMED(name, ...)                 \
	do {                             \
		MPI_##name(__VA_ARGS__); \
		expect(p, "MPI_" #name); \
	} while (0)

/* The same of one that begins a request; waits for it. */
#define NAMED_REQUEST(name, ...)                                      \
	do {                                                          \
		MPI_Request request_;                                 \
		MPI_##name(__VA_ARGS__, &request_);                   \
		expect(p, "MPI_" #name " request=%d", ++p->requests); \
		MPI_Wait(&request_, MPI_STATUS_IGNORE);               \
		expect(p, "MPI_Wait done=%d:-1:-1", p->requests);     \
	} while (0)

void call_barrier(struct program *program);

void call_messages(struct program *program);
void call_exchanges(struct program *program);
void call_probes(struct program *program);
void call_matched_probes(struct program *program);
void call_completions(struct program *program);
void call_other_completions(struct program *program);
void call_collectives(struct program *program);
void call_in_place(struct program *program);
void call_neighbours(struct program *program);
void call_communicators(struct program *program);
void call_copies(struct program *program);
void call_named(struct program *program);
void call_windows(struct program *program);
void call_files(struct program *program);
void call_processes(struct program *program);
void call_more(struct program *program); /* MPI-4: more.c, or none.c */

#endif
