#ifndef SONDE_TESTS_TRACED_H
#define SONDE_TESTS_TRACED_H

/* A trace of one process or more in a folder of its own, and the calls that a test says it has. */

#include <dirent.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <setjmp.h>
#include <cmocka.h>

#include "trace/fields.h"
#include "trace/info.h"
#include "trace/reader.h"
#include "trace/stream.h"

static char traced_dir[64];

static inline void traced_begin(void)
{
	/* Thousands of files: in memory, if there is such a place. */
	strcpy(traced_dir, access("/dev/shm", W_OK) == 0 ? "/dev/shm/sonde-trace-XXXXXX" : "/tmp/sonde-trace-XXXXXX");
	assert_non_null(mkdtemp(traced_dir));
}

static inline void traced_path(char path[512], const char *name)
{
	snprintf(path, 512, "%s/%s", traced_dir, name);
}

/* Removes the files, and the folder too if it is the end. */
static inline void traced_clear(int end)
{
	DIR *dir = opendir(traced_dir);
	char path[512];

	assert_non_null(dir);
	for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
		if (entry->d_name[0] == '.')
			continue;
		traced_path(path, entry->d_name);
		assert_int_equal(remove(path), 0);
	}
	closedir(dir);
	if (end)
		assert_int_equal(rmdir(traced_dir), 0);
}

static inline void traced_end(void)
{
	traced_clear(1);
}

/* The bytes of a file, -1 if there is none. */
static inline long traced_size(const char *name)
{
	char path[512];
	struct stat about;

	traced_path(path, name);
	return stat(path, &about) == 0 ? (long)about.st_size : -1;
}

static inline void traced_info(int processes)
{
	struct trace_run_process process[64];
	struct trace_run run = {.library = "a library", .command = "a \"program\"\n", .tick = 1e-9, .resolution = 8e-9};
	struct error err = {0};

	for (int i = 0; i < processes; i++)
		process[i] = (struct trace_run_process){"host", "0"};
	run.n_processes = processes;
	run.processes = process;
	assert_int_equal(trace_info_write(traced_dir, &run, &err), OK);
}

static inline struct trace_stream *traced_open(int rank, int processes, int thread, int exact)
{
	struct trace_stream_options options = {.dir = traced_dir,
					       .rank = rank,
					       .processes = processes,
					       .thread = thread,
					       .tick = 1e-9,
					       .exact = exact};
	struct trace_stream *stream = NULL;
	struct error err = {0};
	enum status status = trace_stream_open(&stream, &options, &err);

	if (status != OK)
		fail_msg("%s", err.text);
	return stream;
}

static inline void traced_close(struct trace_stream *stream)
{
	struct error err = {0};

	if (trace_stream_close(stream, 1, &err) != OK)
		fail_msg("%s", err.text);
}

static inline void traced_call(struct trace_stream *stream, enum trace_function function, const int64_t *fields,
			       uint32_t n, uint64_t begin, uint64_t end)
{
	struct trace_signature signature = {(uint16_t)function, n, fields};

	trace_stream_call(stream, &signature, begin, end);
}

static inline struct trace_calls *traced_read(struct trace **trace, int rank)
{
	struct trace_calls *calls = NULL;
	struct error err = {0};

	if (trace_open(trace, traced_dir, &err) != OK || trace_calls_open(&calls, *trace, rank, &err) != OK)
		fail_msg("%s", err.text);
	return calls;
}

#endif
