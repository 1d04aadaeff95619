#ifndef SONDE_TRACE_CLAIM_H
#define SONDE_TRACE_CLAIM_H

#include "base/error.h"

/* All functions are Local. */

/*
 * Makes the folder of a trace, or joins the processes of the same job that made it.
 *
 * - The first process of a job leaves a file there, "job", that names the job; the others find it. The parent folder
 *   must be there.
 * - key: what names the job, the same at all its processes and at no others; one line.
 * - rank: this process' in the job; its own files must not be there yet.
 * - *path: the folder as an absolute path, which the caller frees; untouched on failure.
 * - ERR_INPUT: it is no folder, cannot be written, or holds a trace of another job. ERR_MEMORY.
 */
enum status trace_claim(const char *dir, const char *key, long rank, char **path, struct error *err);

/* The key of the job whose trace a folder holds, which the caller frees; NULL: it says none, or without memory. */
char *trace_claim_key(const char *dir);

/* The name of that file. */
extern const char trace_claim_file[];

#endif
