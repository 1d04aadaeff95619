#ifndef SONDE_TRACE_CLASS_H
#define SONDE_TRACE_CLASS_H

#include <stdbool.h>

#include "trace/clock_bounds.h"
#include "trace/reader.h"

/*
 * A kind of trace: how the functions of trace/reader.h, which have the same names, are carried out. Each is required.
 */
struct trace_class {
	const char *name; /* "sonde", "OTF2" */

	/* Whether what is at this path looks like such a trace; it need not be whole. */
	bool (*is)(const char *path);

	enum status (*open)(struct trace **trace, const char *path, struct error *err);
	void (*free)(struct trace *trace);
	const struct trace_info *(*info)(const struct trace *trace);
	const struct trace_process *(*process)(const struct trace *trace, int rank);
	uint64_t (*bytes)(const struct trace *trace);
	uint64_t (*structure_bytes)(const struct trace *trace); /* 0 where structure is not kept apart */
	enum status (*calls_open)(struct trace_calls **calls, struct trace *trace, int rank, struct error *err);
	bool (*calls_next)(struct trace_calls *calls, struct trace_call *call, struct error *err);
	void (*calls_free)(struct trace_calls *calls);
};

/* Clocks of a trace, and how its times are corrected. */
struct trace_correction {
	struct trace_clocks clocks;
	struct trace_line *lines; /* by ranks; NULL: times stay */
};

/* What the structs of every class begin with. Classes leave the second members NULL. */
struct trace {
	const struct trace_class *class;
	struct trace_correction *correction; /* NULL: there is one clock */
};

struct trace_calls {
	const struct trace_class *class;
	const struct trace_line *line; /* NULL: times stay */
};

/* The classes, each defined at the foot of its own file: trace/folder.c, trace/otf2/read.c. */
extern const struct trace_class trace_sonde;
extern const struct trace_class trace_otf2;

#endif
