#ifndef SONDE_TRACE_GATHER_H
#define SONDE_TRACE_GATHER_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* All functions are Local. */

/* What was copied of a folder. */
struct trace_part {
	size_t files;
	uint64_t bytes;
};

/*
 * Joins the folders that the nodes of one run wrote, each with the files of its own processes, in a new one.
 *
 * - parts: of each of the n folders; a file that several have, such as the job's name, counts for the first.
 * - Files that are no part of a trace are left where they are.
 * - ERR_INPUT: a folder holds no trace, or that of another run; two have different files of one name; the new one holds
 *   something already. ERR_IO, ERR_MEMORY. After a failure the new one is gone, or as it was.
 */
enum status trace_gather(const char *const *dirs, size_t n, const char *to, struct trace_part *parts,
			 struct error *err);

#endif
