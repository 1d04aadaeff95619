#ifndef SONDE_CLI_TRACE_JOB_H
#define SONDE_CLI_TRACE_JOB_H

#include <stdbool.h>

#include "executable/executable.h"

enum { TRACE_JOB_KEY = 1024 };

/* What launchers say of the job that this process belongs to, in the environment and in what they run. */
struct trace_job {
	const char
		*certain[MPI_KINDS_KNOWN]; /* the variable of a launcher that starts programs of that MPI only; NULL */
	enum mpi_kind likely;              /* what a program that does not say its MPI is likely to use */
	long rank, processes;              /* 0 and 1 without a launcher */
	char key[TRACE_JOB_KEY];           /* the same at all processes of the job, at no others */
};

/* Local. */
struct trace_job trace_job_find(void);

/*
 * Whether a program that needs an MPI goes with what the user says and with the job's launcher.
 *
 * - asked: enum mpi_kind, or MPI_KIND_NONE: the user says nothing.
 * - ERR_USAGE: it needs another MPI than asked, or the launcher is another MPI's: each process would be alone. Local.
 */
enum status trace_job_check(const struct trace_job *job, const struct executable *program, const char *file, int asked,
			    struct error *err);

#endif
