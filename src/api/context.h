#ifndef SONDE_API_CONTEXT_H
#define SONDE_API_CONTEXT_H

#include <sonde.h>

#include "base/error.h"
#include "mpi/live/embed.h"
#include "probe/probe.h"

struct sonde {
	struct embedded embedded;
};

/* What the processes must want alike. Zeroed first: it is compared byte by byte. */
struct request {
	int operation, from, to;
	char name[32];
	size_t n;
	unsigned long long sizes; /* a digest */
	struct sonde_budget budget;
};

/* Writes the failure, or SONDE_OK with an empty text, to *error if it is not NULL; returns its status. Local, as are
 * all here but where it is said. */
enum sonde_status context_give(const struct error *err, struct sonde_error *error);

/* Process 0's outcome, given to all and written to *error. Collective. */
enum sonde_status context_share(const struct sonde *context, struct sonde_error *outcome, struct sonde_error *error);

/* True at process 0, which drives the measuring; the others serve. */
bool context_drives(const struct sonde *context);

/* Sets the first objection to what Collective functions take alike: context, processes, budget. */
enum status context_check(const struct sonde *context, int from, int to, const struct sonde_budget *budget,
			  struct error *err);

/* The probing of a budget from now on, of which this share (0 .. 1) goes to measuring. The precision is that of
 * medians. */
struct probe_options context_probe(const struct sonde *context, const struct sonde_budget *budget, double share);

#endif
