#ifndef SONDE_API_CONTEXT_H
#define SONDE_API_CONTEXT_H

#include <sonde.h>

#include "base/error.h"
#include "mpi/live/embed.h"

struct carried;

struct sonde {
	struct embedded embedded;
	struct carried *carried; /* NULL: no collective operation has been carried out */
};

#define CONTEXT_SIZES_MOST 10000

/* Writes the failure, or SONDE_OK with an empty text, to *error if it is not NULL; returns its status. Local, as are
 * all here but where it is said. */
enum sonde_status context_give(const struct error *err, struct sonde_error *error);

/* The failure of a call without a context. */
enum sonde_status context_missing(struct sonde_error *error);

/*
 * Process 0 drives while the others serve; its outcome is given to all, and written to *error.
 *
 * - drive: uses the platform; the outcome is SONDE_OK before. work is handed on to it.
 * - Collective.
 */
enum sonde_status context_run(struct sonde *context,
			      void (*drive)(const struct sonde *context, void *work, struct sonde_error *outcome),
			      void *work, struct sonde_error *error);

/* True at process 0, which drives the measuring; the others serve. */
bool context_drives(const struct sonde *context);

/* How many processes it has. */
int context_processes(const struct sonde *context);

/* Set the first objection to what Collective functions take alike: a process, two processes that are measured, a
 * budget, sizes. */
enum status context_check_process(const struct sonde *context, int process, struct error *err);
enum status context_check_pair(const struct sonde *context, int from, int to, struct error *err);
enum status context_check_budget(const struct sonde_budget *budget, struct error *err);
enum status context_check_sizes(const size_t *bytes, size_t n, struct error *err);

/* Adds a budget to a digest of arguments. */
unsigned long long context_digest_budget(unsigned long long digest, const struct sonde_budget *budget);

#endif
