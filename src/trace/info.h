#ifndef SONDE_TRACE_INFO_H
#define SONDE_TRACE_INFO_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* The circumstances of a traced run: the file trace.json. */

struct trace_run_process {
	const char *host, *binding; /* CPUs, such as "0-1" */
};

struct trace_run {
	const char *library; /* MPI library with its version */
	const char *command; /* the program and its arguments */
	const char *cpu;     /* the processor's name; may be NULL */
	double tick;         /* s */
	double resolution;   /* s: the smallest step of times; 0: every tick is kept */
	int n_processes;     /* of MPI_COMM_WORLD */
	const struct trace_run_process *processes;
	size_t n_variables; /* NAME=VALUE */
	const char *const *variables;
	const char *only; /* the functions that are recorded, with a comma between each two; NULL: all */
};

/* Writes DIR/trace.json. Strings that are NULL count as empty. ERR_IO, ERR_MEMORY. Local. */
enum status trace_info_write(const char *dir, const struct trace_run *run, struct error *err);

/* What TCP of the hosts sent during a run: the file network.json, which a trace of several hosts has. */
struct trace_network {
	int hosts;                       /* 0: nothing is known */
	double segments, segments_again; /* again: of these, those that were sent once more */
};

/* Writes DIR/network.json. ERR_IO, ERR_MEMORY. Local. */
enum status trace_network_write(const char *dir, const struct trace_network *network, struct error *err);

#endif
