#ifndef SONDE_SCHEDULE_CHECK_STATE_H
#define SONDE_SCHEDULE_CHECK_STATE_H

#include "schedule/check_held.h"
#include "schedule/check_order.h"
#include "schedule/holding.h"

/* What a check holds, for its own files: check.c loads a schedule and looks at how it ends, check_tasks.c runs it. */

#define CHECK_WORD 64
#define NONE UINT32_MAX

enum stage { STAGE_WAITING, STAGE_STARTED, STAGE_DONE };

/* An operation while the schedule runs. All operations of all processes are numbered through. */
struct task {
	uint32_t waits; /* requirements not met yet */
	uint32_t first; /* its successors are those from here to the next task's first */
	uint32_t next;  /* in the list of messages or receives waiting at a process */
	uint32_t process;
	uint32_t done_at; /* the how many-th it was to be done */
	uint8_t stage;
};

/* Sends that have come to a process and receives that it has posted, in order. */
struct message_queue {
	uint32_t head, tail;
};

struct checked_process {
	struct rank_program program;
	uint64_t elements[2];
	struct buffer_contents held[3];
	size_t base; /* the number of its first operation */
	struct message_queue messages, posted;
};

struct check {
	struct checked_process *processes;
	size_t processes_capacity;
	int n;
	struct task *tasks;
	size_t n_tasks, tasks_capacity;
	struct requirement *successors; /* operations of the same process, by their index there */
	size_t successors_capacity;
	uint32_t *ready;
	size_t ready_capacity, ready_begin, ready_end;
	uint32_t done;
	uint64_t *known; /* which processes have begun when an operation is done, a row of bits each, if the schedule
			    synchronises */
	size_t known_capacity, known_words;
	struct sets sets;
	struct buffer_contents room, expected;
	struct holdings before, after;
	struct check_order order;
	struct error inner; /* what the functions on contents say, to be said again with the operation */
};

/*
 * Runs the operations of a loaded schedule: each starts when what it waits for is done, and moves what buffers hold.
 *
 * - ERR_INPUT for the first fault; ERR_MEMORY.
 * - Local.
 */
enum status check_tasks(struct check *check, struct error *err);

#endif
