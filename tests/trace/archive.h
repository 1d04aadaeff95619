#ifndef SONDE_TESTS_TRACE_ARCHIVE_H
#define SONDE_TESTS_TRACE_ARCHIVE_H

/* OTF2 archives that are written of traces in memory, and read again. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory_trace.h"
#include "trace/otf2/write.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Times are written in whole nanoseconds. */
#define EXACT 0.6e-9

/* libotf2 leaks what it read of an archive that it refuses. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libopen-trace-format2";
}

/* A folder of a test, with an archive in it. */
struct archive {
	char folder[64], dir[96], anchor[128];
	struct otf2_written written;
	struct trace *trace;
};

static inline void write_archive(struct archive *a, struct memory_trace *t)
{
	struct error err = {0}, damage = {0};
	snprintf(a->folder, sizeof(a->folder), "/tmp/sonde-otf2-XXXXXX");
	assert_non_null(mkdtemp(a->folder));
	snprintf(a->dir, sizeof(a->dir), "%s/archive", a->folder);
	snprintf(a->anchor, sizeof(a->anchor), "%s/traces.otf2", a->dir);
	a->trace = NULL;
	assert_int_equal(otf2_write(&t->trace, a->dir, &a->written, &damage, &err), OK);
	assert_int_equal(damage.status, OK);
}

static inline void write_and_open(struct archive *a, struct memory_trace *t)
{
	struct error err = {0};
	write_archive(a, t);
	assert_int_equal(trace_otf2.open(&a->trace, a->dir, &err), OK);
	assert_string_equal(err.text, "");
}

static inline void remove_folder(const char *path)
{
	DIR *dir = opendir(path);
	if (!dir)
		return;
	for (struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
		char inner[1024];
		struct stat about;
		if (entry->d_name[0] == '.')
			continue;
		int length = snprintf(inner, sizeof(inner), "%s/%s", path, entry->d_name);
		assert_in_range(length, 1, sizeof(inner) - 1);
		if (stat(inner, &about) == 0 && S_ISDIR(about.st_mode))
			remove_folder(inner);
		else
			unlink(inner);
	}
	closedir(dir);
	rmdir(path);
}

static inline void close_archive(struct archive *a)
{
	if (a->trace)
		trace_free(a->trace);
	remove_folder(a->folder);
}

static inline struct trace_calls *open_calls(const struct archive *a, int rank)
{
	struct trace_calls *calls = NULL;
	struct error err = {0};
	assert_int_equal(trace_calls_open(&calls, a->trace, rank, &err), OK);
	return calls;
}

/* The next call, which has to be one of that function. */
static inline struct trace_call expect(struct trace_calls *calls, enum trace_function function)
{
	struct trace_call call = {0};
	struct error err = {0};
	assert_true(trace_calls_next(calls, &call, &err));
	assert_string_equal(trace_function_name(call.function), trace_function_name(function));
	return call;
}

static inline void expect_end(struct trace_calls *calls)
{
	struct trace_call call;
	struct error err = {0};
	assert_false(trace_calls_next(calls, &call, &err));
	assert_string_equal(err.text, "");
	trace_calls_free(calls);
}

static inline void expect_side(const struct trace_side *side, int peer, int64_t tag, uint64_t bytes)
{
	assert_true(side->there);
	assert_int_equal(side->peer, peer);
	assert_int_equal(side->tag, tag);
	assert_int_equal(side->bytes, bytes);
}

#endif
