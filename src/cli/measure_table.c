#include "cli/measure_table.h"

#include "sample/settle.h"
#include "stats/correlation.h"
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

/* What stands for the sample's timings; times has room for them. */
static struct estimate time_of(const struct measuring *m, const struct sample *sample, double *times)
{
	double resolution = m->platform->clock.resolution / (double)(sample->what.loop ? sample->what.loop : 1);
	struct estimate time = correlation_estimate((enum statistic)m->statistic, times, sample_seconds(sample, times),
						    m->confidence, resolution);

	time.low = fmax(0, time.low);
	return time;
}

/* What stands for the pooled launches of the sample's point, of this one and those before: the mean of theirs, or the
 * least of minima. *launches is how many there are. */
static struct estimate pool_of(const struct measuring *m, const struct experiment *what, const struct estimate *own,
			       size_t *launches)
{
	double *values = malloc((m->n_pool + 1) * sizeof(*values));
	struct estimate least = *own;

	*launches = 1;
	if (!values)
		return *own;
	values[0] = own->value;
	for (size_t i = 0; i < m->n_pool; i++) {
		const struct sample *sample = campaign_find(&m->pool[i], what);
		double *times = sample && sample->n ? malloc(sample->n * sizeof(*times)) : NULL;
		struct estimate one = times ? time_of(m, sample, times) : *own;

		if (times)
			values[(*launches)++] = one.value;
		least = one.value < least.value ? one : least;
		free(times);
	}
	if (*launches > 1 && m->statistic != STATISTIC_MIN)
		least = statistic_estimate(STATISTIC_MEAN, values, *launches, m->confidence, 0);
	free(values);
	return least;
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

/* What stands for the sample's timings and those of the launches before; times has room for the sample's. */
static struct estimate pooled_time(const struct measuring *m, const struct sample *sample, double *times,
				   size_t *launches)
{
	struct estimate own = time_of(m, sample, times);

	return pool_of(m, &sample->what, &own, launches);
}

/* Returns the seconds that stand for all. */
static double fill_row(struct table *table, const struct measuring *m, const struct sample *sample, double *times)
{
	size_t launches, n;
	struct estimate time = pooled_time(m, sample, times, &launches);

	n = sample_seconds(sample, times);
	quantile_sort(times, n);
	table_set_number(table, "seconds", time.value);
	table_set_number(table, "low", time.low);
	table_set_number(table, "high", time.high);
	table_set_number(table, "minimum", times[0]);
	table_set_number(table, "median", quantile_sorted(times, n, 0.5));
	table_set_number(table, "maximum", times[n - 1]);
	table_set_number(table, "timings", (double)n);
	table_set_number(table, "outliers", (double)count_outliers(times, n));
	if (m->n_pool > 0)
		table_set_number(table, "launches", (double)launches);
	table_set_number(table, "bandwidth", bytes_moved(&sample->what) / time.value);
	return time.value;
}

static void fill_parallel(struct table *table, const struct measuring *m, const struct experiment *what, double alone)
{
	struct experiment beside = *what;
	const struct sample *sample;
	size_t launches;
	double *times;

	beside.setup.company = COMPANY_PARALLEL;
	sample = campaign_find(&m->campaign, &beside);
	times = sample && sample->n ? malloc(sample->n * sizeof(*times)) : NULL;
	if (times) {
		double seconds = pooled_time(m, sample, times, &launches).value;

		table_set_number(table, "parallel", seconds);
		table_set_number(table, "times_as_long", seconds / alone);
	} else if (sample && sample->n) {
		table->status = ERR_MEMORY;
	}
	free(times);
}

static void add_row(struct table *table, const struct measuring *m, const struct experiment *what, bool pairs,
		    bool side_by_side)
{
	const struct sample *sample = campaign_find(&m->campaign, what);
	double *times = sample && sample->n ? malloc(sample->n * sizeof(*times)) : NULL, alone;

	if (!sample || sample->n == 0)
		return;
	if (!times) {
		table->status = ERR_MEMORY;
		return;
	}
	table_row(table);
	if (what->kind == EXPERIMENT_COLLECTIVE)
		table_set_text(table, "algorithm", what->setup.algorithm[0] ? what->setup.algorithm : "native");
	if (pairs) {
		table_set_number(table, "from", what->from);
		table_set_number(table, "to", what->to);
	}
	table_set_number(table, "bytes", (double)what->bytes);
	alone = fill_row(table, m, sample, times);
	if (side_by_side)
		fill_parallel(table, m, what, alone);
	free(times);
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

struct table *measure_table(const struct measuring *m, const char *title, const struct experiment *list, size_t n,
			    bool side_by_side)
{
	bool there[] = {[ALWAYS] = true,
			[OF_COLLECTIVES] = n > 0 && list[0].kind == EXPERIMENT_COLLECTIVE,
			[OF_LAUNCHES] = m->n_pool > 0,
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
