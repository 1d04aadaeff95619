#include "cli/measure_overlap.h"

#include "cli/measure_run.h"
#include "sample/settle.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdlib.h>

/* Computation as a part of the time of the message alone. */
static const double parts[] = {0, 0.25, 0.5, 0.75, 1, 1.5, 2};

enum { PARTS = sizeof(parts) / sizeof(parts[0]) };

struct wishes {
	struct size_list sizes;
	int side;
};

static const struct column columns[] = {
	{"bytes", "B", CELL_BYTES}, {"compute", "s", CELL_SECONDS}, {"seconds", "s", CELL_SECONDS}, {"alone", "s", CELL_SECONDS}, {"overlap", "", CELL_RATIO}, {"timings", "", CELL_COUNT},
};

static struct experiment experiment_of(const struct measuring *m, const struct wishes *w, size_t bytes, double compute)
{
	struct experiment what = {.kind = EXPERIMENT_OVERLAP, .from = m->pair[0], .to = m->pair[1], .bytes = bytes, .count = 1};

	what.setup = (struct setup){.operation = OPERATION_ISEND, .side = (enum overlap_side)w->side, .compute = compute};
	return what;
}

static double median_of(const struct measuring *m, const struct experiment *what)
{
	const struct sample *sample = campaign_find(&m->campaign, what);
	double *times = sample && sample->n ? malloc(sample->n * sizeof(*times)) : NULL, median = NAN;

	if (times)
		median = quantile_median(times, sample_seconds(sample, times));
	free(times);
	return median;
}

/* First every size without computation, then with computation that is a part of that time. points has room for PARTS of each size, size by size. */
static enum status measure(struct measuring *m, struct prober *prober, const struct wishes *w, struct experiment *points, struct error *err)
{
	size_t n = w->sizes.n;
	enum status status;

	for (size_t i = 0; i < n; i++)
		points[i] = experiment_of(m, w, w->sizes.bytes[i], 0);
	status = probe_points(prober, points, n, err);
	for (size_t i = n; status == OK && i-- > 0;) {
		double alone = median_of(m, &points[i]);

		for (size_t k = PARTS; k-- > 0;)
			points[i * PARTS + k] = experiment_of(m, w, w->sizes.bytes[i], parts[k] * alone);
	}
	return status == OK ? probe_points(prober, points, n * PARTS, err) : status;
}

/*
 * Of the shorter of message and computation, the part that took no time of its own: 1 if the whole takes as long as the longer of the two, 0 if as long as both together (the definition of the
 * COMB and of the IMB suites).
 */
static double overlap_ratio(double alone, double compute, double whole)
{
	return compute > 0 ? (alone + compute - whole) / fmin(alone, compute) : NAN;
}

static struct table *result_table(const struct measuring *m, const struct wishes *w, const struct experiment *points)
{
	struct table *table = table_new(w->side == SIDE_SENDER ? "overlap at the sender" : "overlap at the receiver", columns, sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < w->sizes.n * PARTS; i++) {
		double alone = median_of(m, &points[i / PARTS * PARTS]), whole = median_of(m, &points[i]), compute = points[i].setup.compute;

		table_row(table);
		table_set_number(table, "bytes", (double)points[i].bytes);
		table_set_number(table, "compute", compute);
		table_set_number(table, "seconds", whole);
		table_set_number(table, "alone", alone);
		table_set_number(table, "overlap", overlap_ratio(alone, compute, whole));
		table_set_number(table, "timings", (double)campaign_find(&m->campaign, &points[i])->n);
	}
	return table;
}

static enum status run(struct measuring *m, struct wishes *w, struct error *err)
{
	struct experiment *points = NULL;
	struct measure_run run;
	size_t largest = 0;
	enum status status = measuring_platform(m, err);

	if (status == OK && w->sizes.adaptive)
		status = error_set(err, ERR_USAGE, "--sizes auto: an overlap has nothing to adapt to; give sizes, or a range like 1K:1M");
	if (status == OK && w->sizes.n == 0)
		status = size_list_parse("1K,16K,64K,256K,1M", &w->sizes, err);
	if (status == OK && !(points = calloc(PARTS * w->sizes.n + 1, sizeof(*points))))
		status = error_memory(err, "a list of experiments");
	if (status == OK) {
		const struct experiment most = experiment_of(m, w, largest = w->sizes.bytes[w->sizes.n - 1], 0);

		status = measure_prepare(m->platform, &most, err);
	}
	if (status == OK)
		status = measuring_begin(m, "measure overlap", err);
	if (status == OK) {
		status = measure_begin(&run, m, largest, err);
		if (status == OK)
			status = measure(m, &run.prober, w, points, err);
		status = measure_end(&run, m, status, err);
	}
	if (status == OK)
		status = command_print(m->context, result_table(m, w, points), err);
	free(points);
	return status;
}

enum status measure_overlap(struct context *context, struct error *err)
{
	struct measuring m;
	struct wishes w = {.side = SIDE_SENDER};
	const struct option options[] = {
		{.name = "sizes", .letter = 's', .type = OPTION_SIZES, .value = &w.sizes, .argument = "SIZES", .help = "message sizes (default 1K,16K,64K,256K,1M)"},
		{.name = "side", .type = OPTION_CHOICE, .value = &w.side, .choices = side_names, .help = "who computes while the message is under way (default sender)"},
		MEASURING_OPTIONS(&m),
		COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status;

	measuring_init(&m, context);
	status = command_options(context, options, NULL, 0, 0, &n, err);
	if (status == OK && !context->help)
		status = run(&m, &w, err);
	measuring_release(&m);
	size_list_release(&w.sizes);
	return status;
}
