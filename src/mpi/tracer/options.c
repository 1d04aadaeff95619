#define _GNU_SOURCE
#include "mpi/tracer/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/tracer/environment.h"

/* What is recorded whatever the options say. */
static bool is_needed(enum trace_function function)
{
	switch (function) {
	case trace_Init:
	case trace_Init_thread:
	case trace_Finalize:
	case trace_Abort:
	case trace_Pcontrol:
		return true;
	default:
		return trace_function_fields(function) >> TRACE_MADE & 1 || function == trace_Comm_free ||
		       function == trace_Comm_disconnect;
	}
}

/* NAME:NAME… up to the length. */
static void keep_only(struct tracer_process *process, const char *names, size_t length)
{
	free(process->only.names);
	process->only.names = strndup(names, length);
	for (char *c = process->only.names; c && *c; c++)
		if (*c == ':')
			*c = ',';
	for (int i = 0; i < TRACE_FUNCTIONS; i++)
		process->only.kept[i] = is_needed((enum trace_function)i);
	for (size_t at = 0; at < length;) {
		char name[64];
		size_t n = strcspn(names + at, ":,");
		snprintf(name, sizeof(name), "%.*s", (int)n, names + at);
		const enum trace_function function = trace_function_find(name);
		if (function != TRACE_FUNCTIONS)
			process->only.kept[function] = true;
		at += n + 1;
	}
}

static void read_option(struct tracer_process *process, const char *word, size_t length, bool *off)
{
	const struct {
		const char *name;
		bool *flag;
	} flags[] = {{"off", off},
		     {"exact", &process->exact},
		     {"verbose", &process->verbose},
		     {"regions", &process->regions}};
	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++)
		if (strlen(flags[i].name) == length && strncmp(word, flags[i].name, length) == 0)
			*flags[i].flag = true;
	if (strncmp(word, "memory=", 7) == 0)
		process->memory = strtoull(word + 7, NULL, 10);
	if (strncmp(word, "only=", 5) == 0)
		keep_only(process, word + 5, length - 5);
}

bool process_options(struct tracer_process *process)
{
	const char *dir = getenv(TRACER_DIR);
	const char *options = getenv(TRACER_OPTIONS);
	bool off = false;
	if (!dir || !*dir)
		return false;
	process->dir = strdup(dir);
	memset(process->only.kept, true, sizeof(process->only.kept));
	for (const char *at = options ? options : ""; *at;) {
		const size_t length = strcspn(at, ",");
		read_option(process, at, length, &off);
		at += length + (at[length] == ',');
	}
	memcpy(process->present, process->only.kept, sizeof(process->present));
	if (off)
		process_switch(process, false);
	return process->dir;
}

void process_switch(struct tracer_process *process, bool on)
{
	for (int i = 0; i < TRACE_FUNCTIONS; i++)
		process->present[i] = process->only.kept[i] && (on || is_needed((enum trace_function)i));
}

void process_say(const struct tracer_process *process, const char *what, const char *more)
{
	fprintf(stderr, "sonde: process %d: %s%s\n", process->rank, what, more);
}
