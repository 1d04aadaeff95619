#include "cli/machine_state.h"
#include "cli/tune_check.h"
#include "cli/tune_model.h"

static const char *const libraries[] = {"openmpi", NULL};

static enum status tune(struct context *context, struct error *err)
{
	struct tune_model_options model = {.model = NULL};
	const char *file = NULL;
	int library = 0;
	const struct option options[] = {
		OPT_TEXT('m', "model", &model.model, "MODEL.json", "what messages cost: rules are made by simulation"),
		OPT_SIZES('n', "processes", &model.processes, "LIST",
			  "numbers of processes that get rules (default 2:64, doubling; 2:64:1 is each)"),
		OPT_SIZES(0, "sizes", &model.sizes, "SIZES",
			  "of messages, or of a process's block (default 1:1M, doubling)"),
		OPT_SIZES(0, "segments", &model.segments, "SIZES",
			  "that are tried besides none (default 1K,4K,16K,64K)"),
		OPT_TEXT(0, "only", &model.operations, "OPERATIONS",
			 "which of allgather, allreduce, alltoall, barrier, bcast, gather, reduce, reduce_scatter, "
			 "reduce_scatter_block, scatter (default all)"),
		OPT_CHOICE(0, "for", &library, libraries, "the library that reads the rules (default openmpi: 4.1)"),
		OPT_TEXT('o', "output", &model.file, "FILE", "where the rules go"),
		MACHINE_STATE_OPTION(&model.state),
		OPT_TEXT(0, "check", &file, "FILE",
			 "a rule file of Open MPI 4.1's coll/tuned, of whoever: what the library does with it. Exit "
			 "code 3 "
			 "if it is ignored, aborts programs or may let them hang"),
		COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status = command_options(context, options, NULL, 0, 0, &n, err);

	if (status == OK && !context->help)
		status = file ? tune_check(context, file, err) : tune_by_model(context, &model, err);
	size_list_release(&model.processes);
	size_list_release(&model.sizes);
	size_list_release(&model.segments);
	return status;
}

const struct command command_tune = {
	.name = "tune",
	.operands = "",
	.summary = "makes rules by which an MPI library chooses quicker algorithms, or checks some",
	.example = "sonde tune -m plogp.json -n 2:64 -o rules.conf",
	.run = tune,
};
