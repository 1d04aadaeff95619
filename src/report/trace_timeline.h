#ifndef SONDE_REPORT_TRACE_TIMELINE_H
#define SONDE_REPORT_TRACE_TIMELINE_H

#include "render/picture.h"
#include "simulate/interval.h"
#include "trace/reader.h"

/* All functions are Local. */

enum { TIMELINE_COLUMNS = 800, TIMELINE_ROWS = 48, TIMELINE_CLASSES = 6, TIMELINE_NAME = 32 };

/* What each process does in MPI, over time. Of more than TIMELINE_ROWS processes neighbours share a row, in which their
 * parts of the time are averaged; so are those of the threads of a process. */
struct trace_timeline {
	struct picture_bands bands;
	char (*names)[TIMELINE_NAME];
	const char **rows;
	double *shares;
	double *marked;
	struct picture_hop *hops;
	int together; /* processes in a row */
	double zero;  /* s: where the timeline begins, in the trace's time */
};

/*
 * Reads all calls of a trace, from begin to end in s; those of MPI_Finalize come after the program.
 * trace_timeline_release follows, also after a failure.
 *
 * - A damaged process is shown as far as it is right.
 * - ERR_MEMORY.
 */
enum status trace_timeline_read(struct trace_timeline *timeline, struct trace *trace, double begin, double end,
				struct error *err);

/* Marks the critical path, whose times are s since begin. ERR_MEMORY. */
enum status trace_timeline_mark(struct trace_timeline *timeline, const struct interval *path, size_t n, double begin,
				struct error *err);
void trace_timeline_release(struct trace_timeline *timeline);

#endif
