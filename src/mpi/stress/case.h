#ifndef SONDE_MPI_STRESS_CASE_H
#define SONDE_MPI_STRESS_CASE_H

#include "mpi/process.h"
#include "mpi/stress/place.h"
#include "mpi/stress/plan.h"
#include "mpi/stress/result.h"

/* Steps until process 0 hears how it went. */
#define STRESS_BATCH 64

/* What a process says after a batch. Sent as bytes. */
struct stress_report {
	size_t n;
	struct stress_fault faults[STRESS_BATCH]; /* the first of each step that has one */
	double messages[STRESS_OPERATIONS], bytes[STRESS_OPERATIONS];
};

/* A process' state while it walks through a plan. */
struct stress {
	struct process *process;
	unsigned char *out, *in; /* what is sent, what is received: stress_room bytes each */
	MPI_Win windows[2];      /* on these; MPI_WIN_NULL if no one-sided operation is planned */
	struct stress_report report;
};

/* A step at one process. */
struct stress_case {
	struct stress *stress;
	const struct stress_step *step;
	int peer;             /* -1: none */
	bool sends, receives; /* between two processes */
	struct message_row out,
		in;  /* as at the sender, as at the receiver; at both of them, for one-sided operations */
	bool faulty; /* one of its faults is in the report */
};

/* Looks at message i, which came in slot i of what was received from a process: content and what lies around. siblings:
 * how many others it could have been taken for. Local, as are all below. */
void stress_look(struct stress_case *c, size_t i, const struct content *content, int from, size_t siblings);

/* Reports a fault of message i, unless the step has one already. found is truncated. */
void stress_fault(struct stress_case *c, const char *kind, int from, size_t i, long long offset, const char *expected,
		  const char *found);

/* Reports a call that failed, if code says so; true then. */
bool stress_failed(struct stress_case *c, int code, size_t i);

#endif
