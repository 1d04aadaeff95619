#ifndef SONDE_ALGORITHM_BUILD_H
#define SONDE_ALGORITHM_BUILD_H

#include "algorithm/algorithm.h"
#include "algorithm/fold.h"

/*
 * What algorithms share: the steps of an algorithm as one process goes through it, appended one by one. The operations
 * of a step are under way together; each waits for all of the step before. A blocking call is a step of one operation,
 * a row of nonblocking ones and the wait for all of them another.
 */
struct step_builder {
	const struct call *call;
	struct rank_program *program;
	int process, processes;
	size_t previous, current; /* the step before begins and ends at these operations, this one ends at the newest */
};

/* A builder that begins. Local, as are all of these. */
struct step_builder builder_begin(const struct call *call, int process, struct rank_program *program);

/* What is appended from here on waits for what has been appended so far. */
void builder_step(struct step_builder *builder);

/*
 * Comes before the first operation of a step that is appended by part_*, and makes the newest operation wait for the
 * step before. The functions below do both.
 */
void builder_enter(struct step_builder *builder);
void builder_after(struct step_builder *builder);

size_t builder_send(struct step_builder *builder, int peer, struct place from, uint64_t count);
size_t builder_receive(struct step_builder *builder, int peer, struct place to, uint64_t count);
size_t builder_copy(struct step_builder *builder, struct place from, struct place to,
		    uint64_t count); /* NO_OPERATION if nothing is to be copied */
size_t builder_reduce(struct step_builder *builder, struct place from, struct place to, uint64_t count);

/* MPI_Sendrecv: a step of its own, the receive posted first. */
void builder_exchange(struct step_builder *builder, int to_peer, struct place from, uint64_t from_count, int from_peer,
		      struct place to, uint64_t to_count);

/* What a process contributes, and where its result goes: at the beginning of the user's buffers. */
struct place input(const struct call *call, int process);
struct place output(void);

/*
 * The process at a place of the tree, and the place of a process: 0 is the root's. Without an order, places count ranks
 * from the root on; of operations without a root, place and rank are one.
 */
int process_at(const struct call *call, int place);
int place_of(const struct call *call, int process);

/*
 * Whom the root of a linear algorithm talks to at turn 0, 1, ..., processes - 1: by order, or without one by rank as
 * the libraries do. The root has a turn too.
 */
int process_at_turn(const struct call *call, int turn);

/*
 * The block of a process, and, for the root, where it begins in its buffer (scatter, gather and those with counts).
 * That takes a sum of counts, but in a builder, where the root's call has displacements.
 */
uint64_t block_count(const struct call *call, int process);
uint64_t block_offset(const struct call *call, int process);

/* count elements divided into parts that differ by one at most, the larger ones first: where part i begins; the one
 * after the last begins at count. */
uint64_t share_begin(uint64_t count, int parts, int i);
uint64_t share_count(uint64_t count, int parts, int i);

/* Returns the length of the parts of a block: a segment, or as much as makes 65536 equal parts where segments would be
 * more. */
uint64_t part_length(const struct call *call, uint64_t count);

/* Returns how many operations a call by "split" consists of: the parts of its largest block, at least 1. */
uint64_t split_parts(const struct call *call);

/* How many segments count elements have, at least 1, and how large segment i is. Segments that are 0 or longer than the
 * message are the message. */
uint64_t segments(uint64_t count, uint64_t segment);
uint64_t segment_count(uint64_t count, uint64_t segment, uint64_t i);

#endif
