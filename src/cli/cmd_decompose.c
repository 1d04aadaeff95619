#include "cli/command.h"
#include "cli/decompose_mapping.h"
#include "cli/decompose_request.h"
#include "cli/machine_state.h"
#include "cli/negative_times.h"
#include "cli/placement_options.h"
#include "cli/progress_line.h"
#include "decompose/warnings.h"
#include "report/decompositions.h"
#include "report/trust.h"

enum { SHOWN = 10, DRAWS = 200, FEW_DRAWS = 40, FEW_ABOVE = 128 };

/* What is to be decomposed. */
struct decompose_asked {
	struct context *context;
	const struct sequence *sequence;
	const struct placed *placed;
	struct planning_request request; /* but for the model */
	struct mapping_options mapping;
	size_t show;
};

/* Predictions take the nearest stride that the model knows, which may be far off, and a prediction of one message at
 * such a stride is refused. */
static enum status tell_strides(const struct context *context, const struct planning_request *request,
				const struct planned *found, struct error *err)
{
	char text[100] = "does not say at which stride its noncontiguous data were measured, and its own";
	struct stride_range needed, known;
	bool unknown = false;
	enum status status = planned_strides(request, found, &needed, &known, &unknown, err);

	if (context->quiet || !unknown)
		return status;
	if (known.least < known.most)
		snprintf(text, sizeof(text), "knows those of %g to %g, of which the nearest", known.least, known.most);
	else if (known.least >= known.most)
		snprintf(text, sizeof(text), "knows one of %g only, which", known.least);
	fprintf(context->chatter,
		"sonde: the domain's noncontiguous data have strides of %.3g to %.3g blocks: the model %s stands for "
		"the others\n",
		needed.least, needed.most, text);
	return status;
}

static enum status decompose_domain(void *what, struct model *model, struct error *err)
{
	struct decompose_asked *a = what;
	struct planned found = {.n_whole = 0};
	struct progress_line line;
	enum status status;

	progress_line_init(&line, a->context);
	a->request.progress = &line.progress;
	a->request.model = model;
	status = planning_run(&a->request, &found, err);
	progress_line_clear(a->context);
	if (status == OK) {
		const struct negative_times times = planned_negative(&found);

		negative_times_tell(a->context, &times, model);
		status = tell_strides(a->context, &a->request, &found, err);
	}
	if (status == OK)
		status = mapping_options_write(&a->mapping, &a->request, &found,
					       a->context->quiet ? NULL : a->context->chatter, err);
	if (status == OK) {
		struct table *table = decompositions_table(&a->request, &found, a->show);

		if (table) {
			trust_tell_use(table, model);
			placed_tell(a->placed, table);
		}
		status = command_print(a->context, table, err);
	}
	planned_release(&found);
	return status;
}

/* Where the processes are, row by row. */
static enum status place(const struct placement_options *options, struct placed *placed, struct sequence *sequence,
			 struct error *err)
{
	enum status status = placed_read(placed, options, err);

	if (status == OK)
		status = placed_nodes(placed, sequence->processes, NULL, err);
	sequence->domain.node = placed->node;
	sequence->domain.within = placed->within;
	return status;
}

static enum status decompose(struct context *context, struct error *err)
{
	struct decompose_options o = DECOMPOSE_OPTIONS_DEFAULT;
	struct placement_options placement = {.placement = NULL};
	const char *model = NULL, *state = NULL;
	struct sequence sequence = {.n = 0};
	struct placed placed = {.options = NULL};
	struct decompose_asked asked = {.context = context, .sequence = &sequence, .placed = &placed, .show = SHOWN};
	const struct option options[] = {
		OPT_TEXT('m', "model", &model, "MODEL.json",
			 "what messages cost; p3pc tells contiguous from noncontiguous data"),
		MACHINE_STATE_OPTION(&state),
		DECOMPOSE_OPTIONS(&o) OPT_COUNT(0, "show", &asked.show, "N", 0, 1e9,
						"so many rows of the whole and of each step; 0: all (default 10)"),
		MAPPING_OPTIONS(&asked.mapping) PLACEMENT_OPTIONS(&placement, "") COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status = command_options(context, options, NULL, 0, 0, &n, err);

	if (status != OK || context->help)
		return status;
	if (!model && !placement.inter)
		return error_set(err, ERR_USAGE, "-m MODEL.json is missing: by which model?");
	status = mapping_options_check(&asked.mapping, err);
	if (status == OK && asked.mapping.path && machine_state_is_each(state))
		status = error_set(err, ERR_USAGE, "--machine-state each: not with --mapping, which writes one file");
	if (status == OK)
		status = placement_options_model(&placement, false, &model, err);
	if (status == OK)
		status = decompose_request(&o, &sequence, &asked.request.fewer, err);
	if (status == OK)
		status = place(&placement, &placed, &sequence, err);
	asked.request.sequence = &sequence;
	asked.request.processes = sequence.processes;
	asked.request.scatter = o.scatter;
	asked.request.one_grid = o.one_grid;
	asked.request.draws = sequence.processes > FEW_ABOVE ? FEW_DRAWS : DRAWS;
	if (status == OK)
		status = machine_state_each(context, model, state, decompose_domain, &asked, err);
	sequence_release(&sequence);
	placed_release(&placed);
	return status;
}

const struct command command_decompose = {
	.name = "decompose",
	.operands = "",
	.summary = "chooses the processor grid of a regular domain, how it is scattered and gathered, and how many "
		   "processes "
		   "are used",
	.example = "sonde decompose -m p3pc.json --domain 512x512 --border 18 -n 16",
	.run = decompose,
};
