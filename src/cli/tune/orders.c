#include "cli/tune/orders.h"

#include "base/units.h"
#include "cli/tune/estimate.h"
#include "tune/mapped.h"

#include <math.h>

enum { FEWEST = 3 };

/* Of the platform's processes alone: others cannot be measured. */
static enum status find(const struct tune_options *tune, const struct model *model, size_t processes,
			struct choices *rows, struct error *err)
{
	struct tune_options options = *tune;

	options.predict = predict_options_default(model);
	options.node = NULL;
	options.processes = (struct size_list){.bytes = &processes, .n = 1};
	return tune_mapped_rows(&options, rows, err);
}

enum status tune_orders_find(struct measure_command *c, const struct tune_options *tune, const struct model *given,
			     struct choices *rows, struct error *err)
{
	const struct progress *progress = &c->measuring.host.progress;
	size_t processes = c->measuring.platform->processes;
	struct error hindered = {.status = OK};
	struct model *model = NULL;
	enum status status = OK;

	if (processes < FEWEST)
		return OK;
	if (!given) {
		progress_note(progress, "whether processes are unlike is looked at, for rows with an order of them");
		model = tune_estimate_unlike(c, &tune->sizes, &hindered);
		if (!model && hindered.status != ERR_INPUT)
			return error_set(err, hindered.status, "%s", hindered.text);
		if (!model)
			progress_warn(progress, "no rows with an order of processes: %s", hindered.text);
	}
	if (given || model)
		status = find(tune, given ? given : model, processes, rows, err);
	if (status == OK && rows->n > 0)
		progress_note(progress, "%zu rows with an order of processes are to be measured", rows->n);
	model_free(model);
	return status;
}

void tune_orders_put(FILE *out, const struct tune_ordered *ordered)
{
	if (ordered->rows.n > 0)
		fputs("Rows with an order are for calls of process 0. Each was quicker than what is done without it, "
		      "by timings of its own.\n",
		      out);
	for (size_t i = 0; i < ordered->rows.n; i++) {
		const struct algorithm_choice *row = &ordered->rows.list[i];
		const struct overall *won = &ordered->won[i];
		char from[32], to[32];

		fprintf(out,
			"%s, %zu processes, %s to %s: %s in an order, measured %.1f %% quicker (%.1f to %.1f; p "
			"%.2g)\n",
			collective_words[row->collective], (size_t)row->processes[0],
			size_format(row->bytes[0], from, sizeof(from)), size_format(row->bytes[1], to, sizeof(to)),
			row->algorithm->name, -100 * won->part.value, -100 * won->part.high, -100 * won->part.low,
			won->p);
	}
}
