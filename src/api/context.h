#ifndef SONDE_API_CONTEXT_H
#define SONDE_API_CONTEXT_H

#include <sonde.h>

#include "base/error.h"
#include "mpi/live/embed.h"
#include "probe/probe.h"

struct sonde {
	struct embedded embedded;
};

#define CONTEXT_SIZES_MOST 10000

/* Writes the failure, or SONDE_OK with an empty text, to *error if it is not NULL; returns its status. Local, as are
 * all here but where it is said. */
enum sonde_status context_give(const struct error *err, struct sonde_error *error);

/* The failure of a call without a context. */
enum sonde_status context_missing(struct sonde_error *error);

/* Process 0's outcome, given to all and written to *error. Collective. */
enum sonde_status context_share(const struct sonde *context, struct sonde_error *outcome, struct sonde_error *error);

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

/* The probing of a budget from now on, of which this share (0 .. 1) goes to measuring. The precision is that of
 * medians. */
struct probe_options context_probe(const struct sonde *context, const struct sonde_budget *budget, double share);

#endif
