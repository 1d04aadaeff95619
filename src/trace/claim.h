#ifndef SONDE_TRACE_CLAIM_H
#define SONDE_TRACE_CLAIM_H

#include <stdbool.h>

#include "base/error.h"

/* All functions are Local. */

/* What a process has of the folder of its trace. */
struct trace_claim {
	char *path;                  /* absolute */
	bool made_folder, made_file; /* by this process */
};

/*
 * Makes the folder of a trace, or joins the processes of the same job that made it.
 *
 * - The first process of a job leaves a file there, "job", that names the job; the others find it. The parent folder
 *   must be there.
 * - key: what names the job, the same at all its processes and at no others; one line.
 * - rank: this process' in the job; its own files must not be there yet.
 * - trace_claim_release frees what the claim holds, after a failure too.
 * - ERR_INPUT: it is no folder, cannot be written, or holds a trace of another job; nothing is left behind then.
 *   ERR_MEMORY.
 */
enum status trace_claim(struct trace_claim *claim, const char *dir, const char *key, long rank, struct error *err);
void trace_claim_release(struct trace_claim *claim);

/* The process writes no trace after all: takes away what it made, unless others have written there. */
void trace_claim_undo(const struct trace_claim *claim);

/* The key of the job whose trace a folder holds, which the caller frees; NULL: it says none, or without memory. */
char *trace_claim_key(const char *dir);

/* The name of that file. */
extern const char trace_claim_file[];

#endif
