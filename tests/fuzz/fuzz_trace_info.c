/* A trace's circumstances: the input is its trace.json; its processes have no files. */

#include "fuzz.h"
#include "fuzz_parts.h"

#include <string.h>

#include "trace/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = {0};
	struct trace *trace = NULL;

	fuzz_folder_write("trace.json", data, size);
	if (fuzz_accepted(trace_open(&trace, fuzz_folder(), &err), &err)) {
		const struct trace_info *info = trace_info(trace);

		FUZZ_REQUIRE(info->processes > 0 && info->library && info->command, "a run of %d processes",
			     info->processes);
		for (size_t i = 0; i < info->n_variables; i++)
			FUZZ_REQUIRE(strlen(info->variables[i]) <= size, "a variable beyond the file");
		for (int p = 0; p < info->processes; p++)
			FUZZ_REQUIRE(trace_process(trace, p)->host && trace_process(trace, p)->binding,
				     "process %d is nowhere", p);
		trace_free(trace);
	}
	return 0;
}
