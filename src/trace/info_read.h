#ifndef SONDE_TRACE_INFO_READ_H
#define SONDE_TRACE_INFO_READ_H

#include <stddef.h>

#include "base/error.h"
#include "trace/info.h"

/* The file trace.json of a trace as it is read. All functions are Local. */

struct trace_info_file {
	void *json;
	const char *library, *command; /* "" if they are not there */
	const char *only;              /* as in trace/info.h; NULL: all */
	int n_processes;               /* 0 if they are not there */
	const char **variables;
	size_t n_variables;
	const char **hosts, **bindings; /* n_processes each */
	struct trace_network network;   /* of network.json; no hosts where there is none, or it cannot be read */
};

/* ERR_INPUT (none there, a newer version, broken: file and place), ERR_MEMORY. */
enum status trace_info_read(struct trace_info_file *info, const char *dir, struct error *err);
void trace_info_release(struct trace_info_file *info);

#endif
