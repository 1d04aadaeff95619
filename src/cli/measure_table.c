#include "cli/measure_table.h"

#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

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

static void fill_row(struct table *table, const struct measuring *m, const struct sample *sample, double *times)
{
	double resolution = m->platform->clock.resolution / (double)(sample->what.loop ? sample->what.loop : 1);
	struct estimate time;

	for (size_t i = 0; i < sample->n; i++)
		times[i] = sample->observations[i].seconds;
	quantile_sort(times, sample->n);
	time = statistic_estimate((enum statistic)m->statistic, times, sample->n, m->confidence, resolution);
	table_set_number(table, "seconds", time.value);
	table_set_number(table, "low", time.low);
	table_set_number(table, "high", time.high);
	table_set_number(table, "minimum", times[0]);
	table_set_number(table, "maximum", times[sample->n - 1]);
	table_set_number(table, "timings", (double)sample->n);
	table_set_number(table, "bandwidth", bytes_moved(&sample->what) / time.value);
}

static void add_row(struct table *table, const struct measuring *m, const struct experiment *what, bool pairs)
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
	free(times);
}

struct table *measure_table(const struct measuring *m, const char *title, const struct experiment *list, size_t n)
{
	static const struct column columns[] = {
		{"from", "", CELL_COUNT}, {"to", "", CELL_COUNT}, {"bytes", "B", CELL_BYTES}, {"seconds", "s", CELL_SECONDS}, {"low", "s", CELL_SECONDS}, {"high", "s", CELL_SECONDS},
		{"minimum", "s", CELL_SECONDS}, {"maximum", "s", CELL_SECONDS}, {"timings", "", CELL_COUNT}, {"bandwidth", "B/s", CELL_NUMBER},
	};
	enum { PAIR = 2, COLUMNS = sizeof(columns) / sizeof(columns[0]) };
	bool pairs = false;
	struct table *table;

	for (size_t i = 1; i < n; i++)
		pairs = pairs || list[i].from != list[0].from || list[i].to != list[0].to;
	table = pairs ? table_new(title, columns, COLUMNS) : table_new(title, columns + PAIR, COLUMNS - PAIR);
	for (size_t i = 0; table && i < n; i++)
		add_row(table, m, &list[i], pairs);
	return table;
}
