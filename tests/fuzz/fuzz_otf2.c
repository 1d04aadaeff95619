/*
 * Archives of OTF2 of two processes: the input is the files traces.otf2, traces.def, 0.evt, 0.def, 1.evt and 1.def,
 * each but the last with its length in two bytes in front. tests/fuzz/otf2.sh makes one of an archive.
 *
 * libotf2, which is not instrumented, reads first: what it refuses is refused, and what it gives is to be survived.
 */

#include "fuzz.h"
#include "fuzz_parts.h"

#include "trace/reader.h"

enum { CALLS_MAX = 100000, PROCESSES_MOST = 64 };

/* libotf2 leaks what it read of an archive that it refuses. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libopen-trace-format2";
}

static void read_calls(struct trace *trace, int rank)
{
	struct error open_err = {0}, err = {0};
	struct trace_calls *calls = NULL;
	struct trace_call call;

	if (!fuzz_accepted(trace_calls_open(&calls, trace, rank, &open_err), &open_err))
		return;
	for (uint64_t n = 0; n < CALLS_MAX && trace_calls_next(calls, &call, &err); n++)
		FUZZ_REQUIRE(call.function < TRACE_FUNCTIONS && call.end >= call.begin,
			     "call %llu is of function %d, and takes %g to %g s", (unsigned long long)n,
			     (int)call.function, call.begin, call.end);
	fuzz_accepted(err.status, &err);
	trace_calls_free(calls);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[] = {"traces.otf2",  "traces.def",   "traces/0.evt",
					    "traces/0.def", "traces/1.evt", "traces/1.def"};
	enum { FILES = sizeof(names) / sizeof(names[0]) };
	static bool made;
	struct fuzz_parts parts;
	struct error err = {0};
	struct trace *trace = NULL;

	if (!made)
		fuzz_folder_make("traces");
	made = true;
	if (fuzz_parts_cut(&parts, FILES, data, size)) {
		for (int i = 0; i < FILES; i++)
			fuzz_folder_write(names[i], parts.data[i], parts.size[i]);
		if (fuzz_accepted(trace_open(&trace, fuzz_folder(), &err), &err)) {
			for (int p = 0; p < trace_info(trace)->processes && p < PROCESSES_MOST; p++)
				read_calls(trace, p);
			trace_free(trace);
		}
	}
	fuzz_parts_release(&parts);
	return 0;
}
