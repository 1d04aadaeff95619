#include "report/tuning.h"

#include "tune/loss.h"

#include <math.h>

static const struct column columns[] = {
	{"operation", "", CELL_TEXT},     {"processes", "", CELL_COUNT},  {"which", "", CELL_TEXT},
	{"from", "B", CELL_BYTES},        {"to", "B", CELL_BYTES},        {"algorithm", "", CELL_TEXT},
	{"fanout", "", CELL_COUNT},       {"segment", "B", CELL_BYTES},   {"best_at", "B", CELL_BYTES},
	{"unchanged", "s", CELL_SECONDS}, {"seconds", "s", CELL_SECONDS}, {"gain", "", CELL_RATIO},
};

/* The same with what pairs of timings tell of the gain. */
static const struct column measured_columns[] = {
	{"operation", "", CELL_TEXT},     {"processes", "", CELL_COUNT},  {"which", "", CELL_TEXT},
	{"from", "B", CELL_BYTES},        {"to", "B", CELL_BYTES},        {"algorithm", "", CELL_TEXT},
	{"fanout", "", CELL_COUNT},       {"segment", "B", CELL_BYTES},   {"best_at", "B", CELL_BYTES},
	{"unchanged", "s", CELL_SECONDS}, {"seconds", "s", CELL_SECONDS}, {"gain", "", CELL_RATIO},
	{"of_pairs", "", CELL_RATIO},     {"gain_low", "", CELL_RATIO},   {"gain_high", "", CELL_RATIO},
	{"p_holm", "", CELL_NUMBER},
};

static const struct column worth_columns[] = {
	{"operation", "", CELL_TEXT},      {"processes", "", CELL_COUNT},     {"which", "", CELL_TEXT},
	{"bytes", "B", CELL_BYTES},        {"algorithm", "", CELL_TEXT},      {"fanout", "", CELL_COUNT},
	{"segment", "B", CELL_BYTES},      {"unchanged", "s", CELL_SECONDS},  {"seconds", "s", CELL_SECONDS},
	{"best", "s", CELL_SECONDS},       {"best_algorithm", "", CELL_TEXT}, {"best_fanout", "", CELL_COUNT},
	{"best_segment", "B", CELL_BYTES}, {"loss", "", CELL_RATIO},
};

static bool has_levels(const struct tune_result *result)
{
	bool found = false;

	for (size_t i = 0; i < result->n; i++)
		found = found || result->gains[i].level != TUNED_WHOLE;
	return found;
}

static void set_row(struct table *table, const struct tune_library *library, const struct tune_gain *gain)
{
	const struct tuned_class *class = library->class(gain->id);

	table_row(table);
	table_set_text(table, "operation", class->name);
	table_set_number(table, "processes", gain->processes);
	table_set_text(table, "which", tuned_level_words[gain->level]);
	table_set_number(table, "from", (double)gain->from);
	table_set_number(table, "to", (double)gain->to);
	table_set_text(table, "algorithm", class->algorithms[gain->choice.algorithm].name);
	if (gain->choice.fanout > 0)
		table_set_number(table, "fanout", gain->choice.fanout);
	if (gain->choice.segment > 0)
		table_set_number(table, "segment", (double)gain->choice.segment);
	table_set_number(table, "best_at", (double)gain->best_at);
	table_set_number(table, "unchanged", gain->unchanged);
	table_set_number(table, "seconds", gain->seconds);
	table_set_number(table, "gain", tune_gain_part(gain));
	if (isnan(gain->won.p))
		return;
	table_set_number(table, "of_pairs", -gain->won.part.value);
	table_set_number(table, "gain_low", -gain->won.part.high);
	table_set_number(table, "gain_high", -gain->won.part.low);
	table_set_number(table, "p_holm", gain->won.p);
}

struct table *tuning_table(const struct tune_result *result, const struct tune_library *library, bool measured)
{
	struct table *table = measured ? table_new("what rules gain, where they gain most: measured", measured_columns,
						   sizeof(measured_columns) / sizeof(measured_columns[0]))
				       : table_new("what rules gain by the model, where they gain most", columns,
						   sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < result->n; i++)
		set_row(table, library, &result->gains[i]);
	if (table && !has_levels(result))
		table_for_files(table, "which");
	if (table)
		table_summary_text(table, NULL, "library", library->name);
	if (table)
		table_summary_number(table, NULL, "simulations", CELL_COUNT, (double)result->simulations);
	return table;
}

/* Algorithm 0 is the library's own decision, which keeps missing cells. */
static void set_candidate(struct table *table, const struct tuned_class *class, const struct tune_candidate *candidate,
			  const char *const names[3])
{
	if (candidate->algorithm > 0)
		table_set_text(table, names[0], class->algorithms[candidate->algorithm].name);
	if (candidate->fanout > 0)
		table_set_number(table, names[1], candidate->fanout);
	if (candidate->segment > 0)
		table_set_number(table, names[2], (double)candidate->segment);
}

static void worth_row(struct table *table, const struct tune_task *task, size_t size, const struct tune_loss *loss)
{
	static const char *const chosen[] = {"algorithm", "fanout", "segment"}, *const best[] = {"best_algorithm",
												 "best_fanout",
												 "best_segment"};
	const struct tuned_class *class = tune_task_class(task);

	table_row(table);
	table_set_text(table, "operation", class->name);
	table_set_number(table, "processes", task->processes);
	table_set_text(table, "which", tuned_level_words[task->level]);
	table_set_number(table, "bytes", (double)task->sizes[size]);
	set_candidate(table, class, &task->candidates.list[task->choice[size]], chosen);
	table_set_number(table, "unchanged", loss->own);
	table_set_number(table, "seconds", loss->chosen);
	table_set_number(table, "best", loss->quickest);
	set_candidate(table, class, &task->candidates.list[loss->best], best);
	table_set_number(table, "loss", loss->part);
}

/* Without memory they are left out. */
static void add_misses(struct table *table, const struct tune_tasks *tasks, int id, const char *name)
{
	struct error ignored = {.status = OK};
	struct tune_misses misses;

	if (tune_misses_of(tasks->list, tasks->n, id, &misses, &ignored) != OK || misses.n == 0)
		return;
	table_summary_number(table, name, "predictions", CELL_COUNT, (double)misses.n);
	table_summary_number(table, name, "median error", CELL_RATIO, misses.median);
	table_summary_number(table, name, "worst error", CELL_RATIO, misses.worst);
	table_summary_number(table, name, "within 10 %", CELL_RATIO, misses.within);
}

static void add_losses(struct table *table, const struct tune_tasks *tasks, const struct tune_library *library)
{
	for (int id = 0; id < TUNED_OPERATIONS; id++) {
		const struct tune_losses all = tune_losses_of(tasks->list, tasks->n, id);
		const char *name = library->class(id)->name;

		if (all.n == 0)
			continue;
		table_summary_number(table, name, "mean loss", CELL_RATIO, all.mean);
		table_summary_number(table, name, "worst loss", CELL_RATIO, all.worst);
		table_summary_number(table, name, "mean loss to best file", CELL_RATIO, all.file_mean);
		table_summary_number(table, name, "worst loss to best file", CELL_RATIO, all.file_worst);
		table_summary_number(table, name, "sizes above 5 %", CELL_COUNT, (double)all.apart);
		add_misses(table, tasks, id, name);
	}
}

struct table *tuning_worth_table(const struct tune_tasks *tasks, const struct tune_library *library)
{
	struct table *table = table_new("what rules are worth beside the library's own decisions and the best of all",
					worth_columns, sizeof(worth_columns) / sizeof(worth_columns[0]));
	bool levels = false;

	for (size_t i = 0; table && i < tasks->n; i++) {
		levels = levels || tasks->list[i].level != TUNED_WHOLE;
		for (size_t s = 0; s < tasks->list[i].n_sizes; s++) {
			struct tune_loss loss;

			if (tune_loss_at(&tasks->list[i], s, &loss))
				worth_row(table, &tasks->list[i], s, &loss);
		}
	}
	if (table && !levels)
		table_for_files(table, "which");
	if (table)
		add_losses(table, tasks, library);
	return table;
}
