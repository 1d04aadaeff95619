/*
 * The files of a traced process: the input is the length of the file of times in two bytes, that file, and the file of
 * structure. Checksums are made right first.
 */

#include "fuzz.h"

#include "../trace/sealed.h"
#include "trace/info.h"
#include "trace/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { CALLS_MAX = 100000 };

static char folder[4096];

static void write_file(const char *name, const uint8_t *data, size_t size)
{
	char path[4200];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "wb");
	FUZZ_REQUIRE(file && fwrite(data, 1, size, file) == size && fclose(file) == 0, "%s cannot be written", path);
}

static void remove_folder(void)
{
	static const char *const names[] = {"trace.json", "0.times", "0.structure"};
	char path[4200];

	for (int i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		remove(path);
	}
	rmdir(folder);
}

static void make_folder(void)
{
	const struct trace_run_process process = {"host", "0"};
	const struct trace_run run = {.library = "library", .n_processes = 1, .processes = &process};
	const char *parent = getenv("TMPDIR");

	if (folder[0] != '\0')
		return;
	snprintf(folder, sizeof(folder), "%.4000s/fuzz-XXXXXX", parent ? parent : "/tmp");
	FUZZ_REQUIRE(mkdtemp(folder), "no folder");
	FUZZ_REQUIRE(trace_info_write(folder, &run, NULL) == OK, "no circumstances");
	atexit(remove_folder);
}

static void read_calls(const struct trace *trace, struct trace_calls *calls)
{
	struct error err = {0};
	struct trace_call call;
	uint64_t n = 0;

	(void)trace;
	for (; n < CALLS_MAX && trace_calls_next(calls, &call, &err); n++) {
		FUZZ_REQUIRE(call.number == n, "call %llu has another number", (unsigned long long)n);
		FUZZ_REQUIRE(call.function < TRACE_FUNCTIONS, "a function that is none");
		FUZZ_REQUIRE(call.end >= call.begin, "a call ends before it begins");
	}
	fuzz_accepted(err.status, &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = {0};
	struct trace *trace = NULL;
	struct trace_calls *calls = NULL;
	size_t n = size >= 2 ? (size_t)(data[0] | data[1] << 8) : 0;
	uint8_t *copy = malloc(size + 1);

	make_folder();
	if (size < 2 || n > size - 2 || !copy) {
		free(copy);
		return 0;
	}
	memcpy(copy, data + 2, size - 2);
	sealed(copy, n, copy + n, size - 2 - n);
	write_file("0.times", copy, n);
	write_file("0.structure", copy + n, size - 2 - n);
	free(copy);
	if (fuzz_accepted(trace_open(&trace, folder, &err), &err)) {
		if (fuzz_accepted(trace_calls_open(&calls, trace, 0, &err), &err))
			read_calls(trace, calls);
		trace_calls_free(calls);
	}
	trace_free(trace);
	return 0;
}
