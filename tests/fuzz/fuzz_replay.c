/*
 * Traces of two processes that are simulated, as programs that no MPI would let run: the input is the files 0.times,
 * 0.structure, 1.times and 1.structure, each but the last with its length in two bytes in front. Checksums are made
 * right first.
 */

#include "fuzz.h"
#include "fuzz_parts.h"

#include "../simulate/loggp.h"
#include "../trace/sealed.h"
#include "replay/simulated.h"
#include "simulate/simulate.h"
#include "trace/info.h"
#include "trace/reader.h"

#include <math.h>

enum { CALLS_MOST = 2000, PROCESSES = 2 };

static void make_folder(void)
{
	static const struct trace_run_process processes[] = {{"host", "0"}, {"other", "0"}};
	static const struct trace_run run = {
		.library = "Open MPI v4.1.4", .n_processes = PROCESSES, .processes = processes};
	static bool made;

	if (made)
		return;
	fuzz_folder_remember("trace.json");
	FUZZ_REQUIRE(trace_info_write(fuzz_folder(), &run, NULL) == OK, "no circumstances");
	made = true;
}

/* Whether there are few calls, all of which can be read; a few bytes of a loop may be very many. */
static bool is_short(struct trace *trace)
{
	bool few = true;

	for (int p = 0; p < PROCESSES && few; p++) {
		struct error err = {0}, open_err = {0};
		struct trace_calls *calls = NULL;
		struct trace_call call;
		size_t n = 0;

		if (!fuzz_accepted(trace_calls_open(&calls, trace, p, &open_err), &open_err))
			return false;
		while (n <= CALLS_MOST && trace_calls_next(calls, &call, &err))
			n++;
		trace_calls_free(calls);
		few = n <= CALLS_MOST;
	}
	return few;
}

static void replay_trace(struct trace *trace, const struct model *model)
{
	const struct model_use use = {.model = model};
	struct costs costs = model_costs(&use, UINT64_MAX - 1);
	struct simulation found = {0};
	struct replay_options options;
	struct replay *replay = NULL;
	struct error err = {0}, usual_err = {0};

	FUZZ_REQUIRE(replay_usual(trace, &options, &usual_err) == OK, "%s", usual_err.text);
	costs.queued = true;
	if (fuzz_accepted(replay_simulate(trace, &options, &costs, NULL, &found, &replay, &err), &err)) {
		FUZZ_REQUIRE(found.seconds >= 0 && isfinite(found.seconds), "it takes %g s", found.seconds);
		FUZZ_REQUIRE(replay_found(replay)->processes == PROCESSES, "other processes");
	}
	simulation_release(&found);
	replay_free(replay);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[] = {"0.times", "0.structure", "1.times", "1.structure"};
	static struct model *model;
	struct error err = {0};
	struct trace *trace = NULL;
	struct fuzz_parts parts;

	if (!model)
		model = loggp_of((struct loggp_times){.L = 10e-6, .o_s = 1e-6, .o_r = 1e-6, .g = 0, .G = 1e-9});
	FUZZ_REQUIRE(model, "no model");
	make_folder();
	if (fuzz_parts_cut(&parts, 2 * PROCESSES, data, size)) {
		for (int i = 0; i < 2 * PROCESSES; i += 2)
			sealed(parts.data[i], parts.size[i], parts.data[i + 1], parts.size[i + 1]);
		for (int i = 0; i < 2 * PROCESSES; i++)
			fuzz_folder_write(names[i], parts.data[i], parts.size[i]);
		if (fuzz_accepted(trace_open(&trace, fuzz_folder(), &err), &err)) {
			if (is_short(trace))
				replay_trace(trace, model);
			trace_free(trace);
		}
	}
	fuzz_parts_release(&parts);
	return 0;
}
