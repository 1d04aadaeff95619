#include "report/scores.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COLUMNS(columns) (columns), sizeof(columns) / sizeof((columns)[0])

static void add_error(struct table *table, const struct scores *j, size_t region, size_t operation, size_t model)
{
	const struct evaluation_operation *what = &j->evaluation->operations[operation];
	struct scores_error_range error = scores_error(j, model, operation, region);

	if (error.n == 0)
		return;
	table_row(table);
	table_set_text(table, "model", j->evaluation->list[model].name);
	table_set_text(table, "operation", evaluation_operation_name(what));
	table_set_text(table, "algorithm", evaluation_algorithm_name(what));
	table_set_number(table, "processes", what->algorithm ? (double)j->evaluation->processes : 2);
	table_set_text(table, "region", j->regions[region].name);
	table_set_number(table, "points", (double)error.n);
	table_set_number(table, "mean_relative_error", error.mean);
	table_set_number(table, "maximum_relative_error", error.most);
	table_set_text(table, "verdict",
		       model == scores_best(j, operation, region)    ? "best"
		       : scores_as_good(j, model, operation, region) ? "as good"
								     : "");
}

struct table *scores_errors(const struct scores *j)
{
	static const struct column columns[] = {
		{"model", "", CELL_TEXT},
		{"operation", "", CELL_TEXT},
		{"algorithm", "", CELL_TEXT},
		{"processes", "", CELL_COUNT},
		{"region", "", CELL_TEXT},
		{"points", "", CELL_COUNT},
		{"mean_relative_error", "", CELL_RATIO},
		{"maximum_relative_error", "", CELL_RATIO},
		{"verdict", "", CELL_TEXT},
	};
	struct table *table = table_new("how far each model's predictions are off", COLUMNS(columns));

	for (size_t r = 0; table && r < j->n_regions; r++)
		for (size_t k = 0; k < j->evaluation->n_operations; k++)
			for (size_t i = 0; i < j->evaluation->n; i++)
				add_error(table, j, r, k, i);
	return table;
}

static void add_point(struct table *table, const struct scores *j, size_t p, size_t model)
{
	const struct evaluated_point *point = &j->points[p];
	const struct evaluation_operation *what = &j->evaluation->operations[point->operation];
	double predicted = j->predicted[p * j->evaluation->n + model];

	table_row(table);
	table_set_text(table, "model", j->evaluation->list[model].name);
	table_set_text(table, "operation", evaluation_operation_name(what));
	table_set_text(table, "algorithm", evaluation_algorithm_name(what));
	table_set_number(table, "processes", what->algorithm ? (double)j->evaluation->processes : 2);
	table_set_number(table, "bytes", (double)point->what.bytes);
	if (!what->algorithm) {
		table_set_number(table, "from", point->what.from);
		table_set_number(table, "to", point->what.to);
	}
	table_set_text(table, "region", j->regions[point->region].name);
	table_set_number(table, "measured", point->measured.value);
	table_set_number(table, "predicted", predicted);
	table_set_number(table, "relative_error", predicted / point->measured.value - 1);
}

struct table *scores_points(const struct scores *j)
{
	static const struct column columns[] = {
		{"model", "", CELL_TEXT},         {"operation", "", CELL_TEXT},       {"algorithm", "", CELL_TEXT},
		{"processes", "", CELL_COUNT},    {"bytes", "B", CELL_BYTES},         {"from", "", CELL_COUNT},
		{"to", "", CELL_COUNT},           {"region", "", CELL_TEXT},          {"measured", "s", CELL_SECONDS},
		{"predicted", "s", CELL_SECONDS}, {"relative_error", "", CELL_RATIO},
	};
	struct table *table = table_new("measured against predicted", COLUMNS(columns));

	for (size_t i = 0; table && i < j->evaluation->n; i++)
		for (size_t p = 0; p < j->n; p++)
			add_point(table, j, p, i);
	return table;
}

/* Whose experiments a candidate is fitted to; NULL: its own. */
static const char *shared_with(const struct evaluation *evaluation, size_t i)
{
	return evaluation->list[i].source == i ? NULL : evaluation->list[evaluation->list[i].source].name;
}

static void add_cost(struct table *table, const char *name, const struct evaluation_cost *taken, const char *shared)
{
	table_row(table);
	table_set_text(table, "model", name);
	table_set_number(table, "experiments", taken->experiments);
	table_set_number(table, "messages", taken->messages);
	table_set_number(table, "seconds", taken->seconds);
	table_set_text(table, "shared with", shared ? shared : "");
}

struct table *scores_costs(const struct scores *j)
{
	static const struct column columns[] = {{"model", "", CELL_TEXT},
						{"experiments", "", CELL_COUNT},
						{"messages", "", CELL_COUNT},
						{"seconds", "", CELL_NUMBER},
						{"shared with", "", CELL_TEXT}};
	struct table *table = table_new("what it took, on the platform's clock", COLUMNS(columns));

	for (size_t i = 0; table && i < j->evaluation->n; i++)
		add_cost(table, j->evaluation->list[i].name, &j->evaluation->list[i].taken,
			 shared_with(j->evaluation, i));
	for (size_t k = 0; table && k < EVALUATION_PARTS; k++) {
		const struct evaluation_cost *part = &j->evaluation->parts[k];
		char name[CANDIDATE_NAME];

		snprintf(name, sizeof(name), "(%s)", evaluation_part_names[k]);
		if (part->experiments > 0)
			add_cost(table, name, part, NULL);
	}
	return table;
}

/* Those that cannot be told apart from the best, separated by commas. */
static const char *others(const struct scores *j, size_t region, char *text, size_t room)
{
	size_t all = j->evaluation->n_operations, best = scores_best(j, all, region);

	text[0] = '\0';
	for (size_t i = 0; i < j->evaluation->n; i++)
		if (i != best && scores_as_good(j, i, all, region))
			snprintf(text + strlen(text), room - strlen(text), "%s%s", text[0] ? ", " : "",
				 j->evaluation->list[i].name);
	return text;
}

struct table *scores_verdict(const struct scores *j)
{
	static const struct column columns[] = {
		{"region", "", CELL_TEXT},
		{"from", "B", CELL_BYTES},
		{"to", "B", CELL_BYTES},
		{"believe", "", CELL_TEXT},
		{"mean error", "", CELL_RATIO},
		{"spread", "", CELL_RATIO},
		{"not told apart from it", "", CELL_TEXT},
	};
	struct table *table = table_new("which model to believe", COLUMNS(columns));
	char text[MODELS_MOST * (CANDIDATE_NAME + 2)];

	for (size_t r = 0; table && r < j->n_regions; r++) {
		size_t all = j->evaluation->n_operations, best = scores_best(j, all, r);

		if (best == j->evaluation->n)
			continue;
		table_row(table);
		table_set_text(table, "region", j->regions[r].name);
		table_set_number(table, "from", j->regions[r].first);
		table_set_number(table, "to", isfinite(j->regions[r].last) ? j->regions[r].last - 1 : NAN);
		table_set_text(table, "believe", j->evaluation->list[best].name);
		table_set_number(table, "mean error", scores_error(j, best, all, r).mean);
		table_set_number(table, "spread", scores_spread(j, all, r));
		table_set_text(table, "not told apart from it", others(j, r, text, sizeof(text)));
	}
	return table;
}

struct table *scores_rankings(const struct scores *j)
{
	static const struct column columns[] = {{"operation", "", CELL_TEXT},
						{"algorithms", "", CELL_TEXT},
						{"model", "", CELL_TEXT},
						{"sizes that differ by 10 %", "", CELL_COUNT},
						{"ranked right", "", CELL_COUNT}};
	struct table *table = table_new("whether the quicker algorithm is predicted to be quicker", COLUMNS(columns));
	size_t one = 0, other = 0;
	char text[200];

	while (table && scores_next_pair(j, &one, &other))
		for (size_t i = 0; i < j->evaluation->n; i++) {
			struct algorithm_order ranking = scores_ranking(j, i, one, other);

			if (ranking.differ == 0)
				continue;
			snprintf(text, sizeof(text), "%s, %s",
				 evaluation_algorithm_name(&j->evaluation->operations[one]),
				 evaluation_algorithm_name(&j->evaluation->operations[other]));
			table_row(table);
			table_set_text(table, "operation", evaluation_operation_name(&j->evaluation->operations[one]));
			table_set_text(table, "algorithms", text);
			table_set_text(table, "model", j->evaluation->list[i].name);
			table_set_number(table, "sizes that differ by 10 %", (double)ranking.differ);
			table_set_number(table, "ranked right", (double)ranking.right);
		}
	return table;
}

struct table *scores_escalations(const struct scores *j)
{
	static const struct column columns[] = {{"bytes", "B", CELL_BYTES},
						{"gathers", "", CELL_COUNT},
						{"escalated", "", CELL_COUNT},
						{"part", "", CELL_RATIO},
						{"expected", "", CELL_RATIO}};
	struct table *table = table_new("escalations of linear gather from M1 to M2", COLUMNS(columns));

	for (size_t p = 0; table && p < j->n; p++) {
		const struct evaluated_point *point = &j->points[p];

		if (isnan(point->probability))
			continue;
		table_row(table);
		table_set_number(table, "bytes", (double)point->what.bytes);
		table_set_number(table, "gathers", (double)point->timings);
		table_set_number(table, "escalated", (double)point->escalated);
		table_set_number(table, "part", (double)point->escalated / (double)point->timings);
		table_set_number(table, "expected", point->probability);
	}
	return table;
}

static void summarise_escalations(const struct scores *j, struct table *table)
{
	double gathers = 0, escalated = 0, expected = 0;

	for (size_t p = 0; p < j->n; p++) {
		if (isnan(j->points[p].probability))
			continue;
		gathers += (double)j->points[p].timings;
		escalated += (double)j->points[p].escalated;
		expected += (double)j->points[p].timings * j->points[p].probability;
	}
	if (gathers == 0)
		return;
	table_summary_number(table, "escalations", "gathers", CELL_COUNT, gathers);
	table_summary_number(table, "escalations", "escalated", CELL_COUNT, escalated);
	table_summary_number(table, "escalations", "expected", CELL_NUMBER, expected);
}

static void summarise_rankings(const struct scores *j, size_t model, struct table *table)
{
	struct algorithm_order all = {0, 0};
	size_t one = 0, other = 0;

	while (scores_next_pair(j, &one, &other)) {
		struct algorithm_order ranking = scores_ranking(j, model, one, other);

		all.differ += ranking.differ;
		all.right += ranking.right;
	}
	table_summary_number(table, j->evaluation->list[model].name, "ranked", CELL_COUNT, (double)all.differ);
	table_summary_number(table, j->evaluation->list[model].name, "ranked_right", CELL_COUNT, (double)all.right);
}

static void summarise_cost(struct table *table, const char *group, const struct evaluation_cost *taken)
{
	table_summary_number(table, group, "experiments", CELL_COUNT, taken->experiments);
	table_summary_number(table, group, "messages", CELL_COUNT, taken->messages);
	table_summary_number(table, group, "seconds", CELL_NUMBER, taken->seconds);
}

static void summarise_region(const struct scores *j, size_t r, struct table *table)
{
	size_t all = j->evaluation->n_operations, best = scores_best(j, all, r);
	char text[MODELS_MOST * (CANDIDATE_NAME + 2)];

	if (best == j->evaluation->n)
		return;
	table_summary_number(table, j->regions[r].name, "from", CELL_BYTES, j->regions[r].first);
	table_summary_number(table, j->regions[r].name, "to", CELL_BYTES,
			     isfinite(j->regions[r].last) ? j->regions[r].last - 1 : NAN);
	table_summary_text(table, j->regions[r].name, "believe", j->evaluation->list[best].name);
	table_summary_number(table, j->regions[r].name, "mean_relative_error", CELL_RATIO,
			     scores_error(j, best, all, r).mean);
	table_summary_number(table, j->regions[r].name, "spread", CELL_RATIO, scores_spread(j, all, r));
	table_summary_text(table, j->regions[r].name, "not_told_apart", others(j, r, text, sizeof(text)));
}

void scores_summarise(const struct scores *j, struct table *table)
{
	for (size_t i = 0; i < j->evaluation->n; i++) {
		const struct candidate *c = &j->evaluation->list[i];
		struct scores_error_range error = scores_error(j, i, j->evaluation->n_operations, j->n_regions);

		table_summary_number(table, c->name, "mean_relative_error", CELL_RATIO, error.mean);
		table_summary_number(table, c->name, "maximum_relative_error", CELL_RATIO, error.most);
		if (error.uncertain > 0)
			table_summary_number(table, c->name, "uncertain", CELL_COUNT, (double)error.uncertain);
		summarise_rankings(j, i, table);
		summarise_cost(table, c->name, &c->taken);
		if (shared_with(j->evaluation, i))
			table_summary_text(table, c->name, "shared_with", shared_with(j->evaluation, i));
	}
	for (size_t k = 0; k < EVALUATION_PARTS; k++)
		if (j->evaluation->parts[k].experiments > 0)
			summarise_cost(table, evaluation_part_names[k], &j->evaluation->parts[k]);
	summarise_escalations(j, table);
	for (size_t r = 0; r < j->n_regions; r++)
		summarise_region(j, r, table);
}
