#include "cli/measure_table.h"

#include "sample/warmup.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

enum { OUTLIER_RANGES = 3 };

/* The bytes that one operation moves. */
static double bytes_moved(const struct experiment *what)
{
	double bytes = (double)what->bytes;

	switch (what->kind) {
	case EXPERIMENT_EXCHANGE:
		return 2 * bytes;
	case EXPERIMENT_ROUNDTRIP:
	case EXPERIMENT_TRAIN:
		return (double)what->count * bytes + (double)what->reply_bytes;
	case EXPERIMENT_ONE_TO_TWO:
		return 2 * (bytes + (double)what->reply_bytes);
	case EXPERIMENT_SEND:
	case EXPERIMENT_SEND_EARLY:
	case EXPERIMENT_RECEIVE:
	case EXPERIMENT_RECEIVE_EXPECTED:
	case EXPERIMENT_OVERLAP:
		return bytes;
	case EXPERIMENT_COLLECTIVE:
		break;
	}
	return NAN;
}

/* What stands for the point in this launch, whose numbers are own, and in those before. *launches is how many have it;
 * NAN without memory. */
static struct estimate pool_of(const struct measurement *m, const struct experiment *what,
			       const struct sample_summary *own, size_t *launches)
{
	const struct reduce_rule how = measurement_rule(m);
	struct estimate *all = malloc((m->history.n_pool + 1) * sizeof(*all)), pooled = {NAN, NAN, NAN};

	*launches = 1;
	if (!all)
		return pooled;
	all[0] = (struct estimate){own->value, own->low, own->high};
	for (size_t i = 0; i < m->history.n_pool; i++) {
		const struct sample *sample = campaign_find(&m->history.pool[i], what);

		if (sample && sample->n)
			all[(*launches)++] = sample_estimate(sample, &how);
	}
	pooled = launches_reduce(all, *launches, &how);
	free(all);
	return pooled;
}

/* How many of the ascending times lie more than three interquartile ranges above the upper quartile: Tukey's far out.
 */
static size_t count_outliers(const double *sorted, size_t n)
{
	double lower = quantile_sorted(sorted, n, 0.25), upper = quantile_sorted(sorted, n, 0.75);
	size_t count = 0;

	while (count < n && sorted[n - 1 - count] > upper + OUTLIER_RANGES * (upper - lower))
		count++;
	return count;
}

/* Tukey's far out timings of the sample. */
static size_t outliers_of(struct table *table, const struct sample *sample)
{
	double *times = malloc(sample->n * sizeof(*times));
	size_t n = times ? sample_seconds(sample, times) : 0, outliers;

	if (!times)
		table->status = ERR_MEMORY;
	quantile_sort(times, n);
	outliers = n ? count_outliers(times, n) : 0;
	free(times);
	return outliers;
}

/* Returns the seconds that stand for all. */
static double fill_row(struct table *table, const struct measurement *m, const struct sample *sample)
{
	const struct reduce_rule how = measurement_rule(m);
	struct sample_summary own = sample_reduce(sample, &how);
	size_t launches;
	struct estimate time = pool_of(m, &sample->what, &own, &launches);

	if (isnan(time.value))
		table->status = ERR_MEMORY;
	table_set_number(table, "seconds", time.value);
	table_set_number(table, "low", time.low);
	table_set_number(table, "high", time.high);
	table_set_number(table, "minimum", own.min);
	table_set_number(table, "median", own.median);
	table_set_number(table, "maximum", own.max);
	table_set_number(table, "timings", (double)own.n);
	table_set_number(table, "outliers", (double)outliers_of(table, sample));
	if (m->history.n_pool > 0)
		table_set_number(table, "launches", (double)launches);
	table_set_number(table, "bandwidth", bytes_moved(&sample->what) / time.value);
	return time.value;
}

static void fill_parallel(struct table *table, const struct measurement *m, const struct experiment *what, double alone)
{
	const struct reduce_rule how = measurement_rule(m);
	struct experiment beside = *what;
	const struct sample *sample;
	struct sample_summary own;
	struct estimate time;
	size_t launches;

	beside.setup.background = BACKGROUND_PARALLEL;
	sample = campaign_find(&m->campaign, &beside);
	own = sample_reduce(sample, &how);
	if (own.n == 0)
		return;
	time = pool_of(m, &sample->what, &own, &launches);
	if (isnan(time.value))
		table->status = ERR_MEMORY;
	table_set_number(table, "parallel", time.value);
	table_set_number(table, "times_as_long", time.value / alone);
}

static void add_row(struct table *table, const struct measurement *m, const struct experiment *what, bool pairs,
		    bool side_by_side)
{
	const struct sample *sample = campaign_find(&m->campaign, what);
	double alone;

	if (!sample || sample->n == 0)
		return;
	table_row(table);
	if (what->kind == EXPERIMENT_COLLECTIVE)
		table_set_text(table, "algorithm", what->setup.algorithm[0] ? what->setup.algorithm : "native");
	if (pairs) {
		table_set_number(table, "from", what->from);
		table_set_number(table, "to", what->to);
	}
	table_set_number(table, "bytes", (double)what->bytes);
	alone = fill_row(table, m, sample);
	if (side_by_side)
		fill_parallel(table, m, what, alone);
}

/* When a column is there. */
enum when { ALWAYS, OF_PAIRS, OF_COLLECTIVES, OF_LAUNCHES, SIDE_BY_SIDE };

static const struct {
	enum when when;
	struct column column;
} all_columns[] = {
	{OF_COLLECTIVES, {"algorithm", "", CELL_TEXT}},
	{OF_PAIRS, {"from", "", CELL_COUNT}},
	{OF_PAIRS, {"to", "", CELL_COUNT}},
	{ALWAYS, {"bytes", "B", CELL_BYTES}},
	{ALWAYS, {"seconds", "s", CELL_SECONDS}},
	{ALWAYS, {"low", "s", CELL_SECONDS}},
	{ALWAYS, {"high", "s", CELL_SECONDS}},
	{ALWAYS, {"minimum", "s", CELL_SECONDS}},
	{ALWAYS, {"median", "s", CELL_SECONDS}},
	{ALWAYS, {"maximum", "s", CELL_SECONDS}},
	{ALWAYS, {"timings", "", CELL_COUNT}},
	{ALWAYS, {"outliers", "", CELL_COUNT}},
	{OF_LAUNCHES, {"launches", "", CELL_COUNT}},
	{ALWAYS, {"bandwidth", "B/s", CELL_NUMBER}},
	{SIDE_BY_SIDE, {"parallel", "s", CELL_SECONDS}},
	{SIDE_BY_SIDE, {"times_as_long", "", CELL_NUMBER}},
};

enum { COLUMNS = sizeof(all_columns) / sizeof(all_columns[0]) };

struct table *measure_table(const struct measurement *m, const char *title, const struct experiment *list, size_t n,
			    bool side_by_side)
{
	bool there[] = {[ALWAYS] = true,
			[OF_COLLECTIVES] = n > 0 && list[0].kind == EXPERIMENT_COLLECTIVE,
			[OF_LAUNCHES] = m->history.n_pool > 0,
			[SIDE_BY_SIDE] = side_by_side};
	struct column columns[COLUMNS];
	struct table *table;
	size_t n_columns = 0;

	for (size_t i = 1; i < n; i++)
		there[OF_PAIRS] = there[OF_PAIRS] || list[i].from != list[0].from || list[i].to != list[0].to;
	for (size_t i = 0; i < COLUMNS; i++)
		if (there[all_columns[i].when])
			columns[n_columns++] = all_columns[i].column;
	table = table_new(title, columns, n_columns);
	for (size_t i = 0; table && i < n; i++)
		add_row(table, m, &list[i], there[OF_PAIRS], side_by_side);
	return table;
}
