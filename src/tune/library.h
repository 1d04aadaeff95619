#ifndef SONDE_TUNE_LIBRARY_H
#define SONDE_TUNE_LIBRARY_H

#include <stdio.h>

#include "algorithm/decision/case.h"
#include "rules/tuned.h"

struct tune_candidate;

/*
 * An MPI library that reads rules. Rules are made in the form of rules/tuned.h, by numbers of operations that are those
 * of coll/tuned; each library has its own algorithms, and writes them in its own form.
 */
struct tune_library {
	const char *name;               /* "Open MPI 4.1" */
	const char *word;               /* what its MPI_Get_library_version has: "Open MPI" */
	const char *rules;              /* what its rules are called: "coll/tuned" */
	enum decision_library decision; /* what it chooses by itself */
	bool proven;                    /* files of this form were tried on the library */

	/* Whether it looks rules of the operation up by nodes where several processes share one; NULL: of none. */
	bool (*goes_by_nodes)(int id);

	/* Its algorithms for the operation of an id; n of the class is 0 if it has no rules for that. */
	const struct tuned_class *(*class)(int id);

	/* Whether it does not have a candidate of its class among so many processes; NULL: it has all. */
	bool (*lacks)(const struct tune_library *library, int id, const struct tune_candidate *candidate,
		      int processes);

	/* Writes rules behind lines of comments, each ended by '\n'; ERR_INPUT, and nothing is written, for what it
	 * would not do as they say. ERR_MEMORY. */
	enum status (*write)(FILE *out, const struct tuned_file *file, const char *comments, struct error *err);
};

extern const struct tune_library tune_openmpi, tune_mpich, tune_openmpi_5, tune_openmpi_6;

#endif
