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
	case EXPERIMENT_SEND:
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

	return correlation_estimate((enum statistic)m->statistic, times, sample_seconds(sample, times), m->confidence, resolution);
}

/* How many of the ascending times lie more than three interquartile ranges above the upper quartile: Tukey's far out. */
static size_t count_outliers(const double *sorted, size_t n)
{
	double lower = quantile_sorted(sorted, n, 0.25), upper = quantile_sorted(sorted, n, 0.75);
	size_t count = 0;

	while (count < n && sorted[n - 1 - count] > upper + OUTLIER_RANGES * (upper - lower))
		count++;
	return count;
}

static void fill_row(struct table *table, const struct measuring *m, const struct sample *sample, double *times)
{
	struct estimate time = time_of(m, sample, times);

	for (size_t i = 0; i < sample->n; i++)
		times[i] = sample->observations[i].seconds;
	quantile_sort(times, sample->n);
	table_set_number(table, "seconds", time.value);
	table_set_number(table, "low", time.low);
	table_set_number(table, "high", time.high);
	table_set_number(table, "minimum", times[0]);
	table_set_number(table, "maximum", times[sample->n - 1]);
	table_set_number(table, "timings", (double)sample->n);
	table_set_number(table, "outliers", (double)count_outliers(times, sample->n));
	table_set_number(table, "bandwidth", bytes_moved(&sample->what) / time.value);
}

static void fill_parallel(struct table *table, const struct measuring *m, const struct experiment *what, double alone)
{
	struct experiment beside = *what;
	const struct sample *sample;
	double *times;

	beside.setup.company = COMPANY_PARALLEL;
	sample = campaign_find(&m->campaign, &beside);
	times = sample && sample->n ? malloc(sample->n * sizeof(*times)) : NULL;
	if (times) {
		double seconds = time_of(m, sample, times).value;

		table_set_number(table, "parallel", seconds);
		table_set_number(table, "times_as_long", seconds / alone);
	} else if (sample && sample->n) {
		table->status = ERR_MEMORY;
	}
	free(times);
}

static void add_row(struct table *table, const struct measuring *m, const struct experiment *what, bool pairs, bool side_by_side)
{
	const struct sample *sample = campaign_find(&m->campaign, what);
	double *times = sample && sample->n ? malloc(sample->n * sizeof(*times)) : NULL;

	if (!sample || sample->n == 0)
		return;
	if (!times) {
		table->status = ERR_MEMORY;
		return;
	}
	table_row(table);
	if (pairs) {
		table_set_number(table, "from", what->from);
		table_set_number(table, "to", what->to);
	}
	table_set_number(table, "bytes", (double)what->bytes);
	fill_row(table, m, sample, times);
	if (side_by_side)
		fill_parallel(table, m, what, time_of(m, sample, times).value);
	free(times);
}

struct table *measure_table(const struct measuring *m, const char *title, const struct experiment *list, size_t n, bool side_by_side)
{
	static const struct column columns[] = {
		{"from", "", CELL_COUNT}, {"to", "", CELL_COUNT}, {"bytes", "B", CELL_BYTES}, {"seconds", "s", CELL_SECONDS}, {"low", "s", CELL_SECONDS}, {"high", "s", CELL_SECONDS},
		{"minimum", "s", CELL_SECONDS}, {"maximum", "s", CELL_SECONDS}, {"timings", "", CELL_COUNT}, {"outliers", "", CELL_COUNT}, {"bandwidth", "B/s", CELL_NUMBER},
		{"parallel", "s", CELL_SECONDS}, {"times_as_long", "", CELL_NUMBER},
	};
	enum { PAIR = 2, BESIDE = 2, ALL = sizeof(columns) / sizeof(columns[0]) };
	size_t first = PAIR, end = side_by_side ? ALL : ALL - BESIDE;
	struct table *table;

	for (size_t i = 1; i < n; i++)
		if (list[i].from != list[0].from || list[i].to != list[0].to)
			first = 0;
	table = table_new(title, columns + first, end - first);
	for (size_t i = 0; table && i < n; i++)
		add_row(table, m, &list[i], first == 0, side_by_side);
	return table;
}
