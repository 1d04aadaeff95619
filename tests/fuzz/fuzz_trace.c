/*
 * The files of a traced process: the input is the length of the file of times in two bytes, that file, and the file of
 * structure. Checksums are made right first.
 */

#include "fuzz.h"
#include "fuzz_parts.h"

#include "../trace/sealed.h"
#include "trace/info.h"
#include "trace/reader.h"

enum { CALLS_MAX = 100000 };

static void make_folder(void)
{
	static const struct trace_run_process process = {"host", "0"};
	static const struct trace_run run = {.library = "library", .n_processes = 1, .processes = &process};
	static bool made;

	if (made)
		return;
	fuzz_folder_remember("trace.json");
	FUZZ_REQUIRE(trace_info_write(fuzz_folder(), &run, NULL) == OK, "no circumstances");
	made = true;
}

static void read_calls(struct trace_calls *calls)
{
	struct error err = {0};
	struct trace_call call;
	uint64_t n = 0;

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
	struct fuzz_parts parts;

	make_folder();
	if (fuzz_parts_cut(&parts, 2, data, size)) {
		sealed(parts.data[0], parts.size[0], parts.data[1], parts.size[1]);
		fuzz_folder_write("0.times", parts.data[0], parts.size[0]);
		fuzz_folder_write("0.structure", parts.data[1], parts.size[1]);
		if (fuzz_accepted(trace_open(&trace, fuzz_folder(), &err), &err) &&
		    fuzz_accepted(trace_calls_open(&calls, trace, 0, &err), &err))
			read_calls(calls);
		if (calls)
			trace_calls_free(calls);
		if (trace)
			trace_free(trace);
	}
	fuzz_parts_release(&parts);
	return 0;
}
