#ifndef SONDE_TRACE_CALL_H
#define SONDE_TRACE_CALL_H

#include "trace/block_read.h"
#include "trace/members.h"
#include "trace/reader.h"
#include "trace/slots.h"

/*
 * Calls as trace/reader.h has them, of what the files have: ranks of the world for those of communicators, requests for
 * slots. All functions are Local.
 */

/* What the calls of a process have in common, whichever thread they are of. */
struct trace_calls_state {
	int rank, processes;
	int thread;                                /* whose call is read next; the caller sets it */
	struct trace_members_pool *members;        /* borrowed */
	struct trace_communicator **communicators; /* by number, ascending */
	size_t n_communicators, room_communicators;
	struct trace_slots slots;
	struct trace_completion *done;
	uint64_t *started;
	int *neighbours;
	size_t room_done, room_started, room_neighbours;
};

/* MPI_COMM_WORLD and MPI_COMM_SELF are there. members: where members are kept, longer than the state; several states
 * may have the same. ERR_MEMORY. */
enum status trace_calls_state_init(struct trace_calls_state *state, int rank, int processes,
				   struct trace_members_pool *members, struct error *err);
void trace_calls_state_release(struct trace_calls_state *state);

/* Takes up a communicator. ERR_INPUT: it makes no sense (the text says only that), ERR_MEMORY. */
enum status trace_calls_state_communicator(struct trace_calls_state *state,
					   const struct trace_read_communicator *communicator, struct error *err);

/*
 * Sets *call but for its times, thread and number. All calls of a structure are of one state. What it points at stays
 * until the next one. ERR_INPUT: the call makes no sense (the text says only that), ERR_MEMORY.
 */
enum status trace_call_read(struct trace_calls_state *state, struct trace_structure *structure,
			    const struct trace_raw_call *raw, struct trace_call *call, struct error *err);

#endif
