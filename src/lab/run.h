#ifndef SONDE_LAB_RUN_H
#define SONDE_LAB_RUN_H

#include "lab/state.h"

enum lab_mpi { LAB_OPENMPI, LAB_MPICH };

/* How a program is started in a lab. */
struct lab_launch {
	enum lab_mpi mpi;
	size_t processes;
	bool second;   /* as of lab_launch_line */
	bool realtime; /* everything that is started runs before the machine's other processes (SCHED_RR), which the
			  kernel leaves a twentieth of the time */
};

/* Whose process is to watch over what does not outlive this one. */
struct lab_guard {
	long process;
	int pipe;
};

/*
 * The command line (NULL-terminated, allocated as one block, the caller frees it) that starts argv on the first
 * processes nodes of the lab, one process on each, through its TCP network: to be run on node 1. second: by the name
 * that launchers have on systems with one MPI only. Its words are argv's, or lie in the block. NULL if memory does not
 * suffice. Local, as are all of these.
 */
const char **lab_launch_line(const struct lab *lab, enum lab_mpi mpi, size_t processes, const char *const *argv,
			     bool second);

/*
 * Runs argv under the launcher, and waits until it has ended, then ends what it has left behind in the lab, as a guard
 * does if this process is killed. Signals that ask to stop are handed on; who sends a second one, or waits for 10 s
 * after the first, ends it at once. *code receives its exit code, 128 and more for a signal. program: this program's
 * own path, which starts processes on nodes. ERR_PLATFORM if it cannot be started, or how it ended cannot be had.
 */
enum status lab_run(const struct lab *lab, const char *program, const struct lab_launch *launch,
		    const char *const *argv, int *code, struct error *err);

/*
 * Starts a process that takes the lab of this name down when this one has ended, by whatever death; or, with a mark
 * (NULL: none), that ends what runs with it in its environment (inside_end_marked). ERR_PLATFORM.
 */
enum status lab_guard_start(struct lab_guard *guard, const char *program, const char *name, const char *mark,
			    struct error *err);

/*
 * Lets the guard of a lab go, and waits for it, unless the lab is still there: the guard then takes it down as soon as
 * this process has ended, and not before.
 */
void lab_guard_end(struct lab_guard *guard, const char *name);

#endif
