#include "cli/measure_overlap.h"

#include "cli/measure_families.h"
#include "measuring/probing.h"
#include "probe/remeasure.h"

#include <math.h>
#include <stdlib.h>

/* Computation as a part of the time of the message alone. */
static const double parts[] = {0, 0.25, 0.5, 0.75, 1, 1.5, 2};

enum { PARTS = sizeof(parts) / sizeof(parts[0]) };

struct overlap_options {
	struct size_list sizes;
	int side;
	double spread; /* s; below 0: as the platform needs it */
};

static const struct column columns[] = {
	{"bytes", "B", CELL_BYTES},     {"compute", "s", CELL_SECONDS}, {"seconds", "s", CELL_SECONDS},
	{"low", "s", CELL_SECONDS},     {"high", "s", CELL_SECONDS},    {"minimum", "s", CELL_SECONDS},
	{"maximum", "s", CELL_SECONDS}, {"alone", "s", CELL_SECONDS},   {"overlap", "", CELL_RATIO},
	{"timings", "", CELL_COUNT},
};

static struct experiment experiment_of(const struct measuring_options *o, const struct overlap_options *w, size_t bytes,
				       double compute)
{
	struct experiment what = {
		.kind = EXPERIMENT_OVERLAP, .from = o->pair[0], .to = o->pair[1], .bytes = bytes, .count = 1};

	what.setup =
		(struct setup){.operation = OPERATION_ISEND, .side = (enum overlap_side)w->side, .compute = compute};
	return what;
}

static struct sample_summary summary_of(const struct measurement *m, const struct experiment *what)
{
	const struct reduce_rule how = measurement_rule(m);

	return sample_reduce(campaign_find(&m->campaign, what), &how);
}

/* First every size without computation, then with computation that is a part of that time. points has room for PARTS of
 * each size, size by size. */
static enum status measure(struct measurement *m, struct prober *prober, const struct overlap_options *w,
			   struct experiment *points, struct error *err)
{
	double spread = w->spread >= 0 ? w->spread : measuring_counts(m->options) ? 0 : platform_spread(m->platform);
	size_t n = w->sizes.n;
	enum status status;

	for (size_t i = 0; i < n; i++)
		points[i] = experiment_of(m->options, w, w->sizes.bytes[i], 0);
	status = probe_points(prober, points, n, err);
	for (size_t i = n; status == OK && i-- > 0;) {
		double alone = summary_of(m, &points[i]).value;

		for (size_t k = PARTS; k-- > 0;)
			points[i * PARTS + k] = experiment_of(m->options, w, w->sizes.bytes[i], parts[k] * alone);
	}
	if (status == OK)
		status = probe_points(prober, points, n * PARTS, err);
	return status == OK && spread > 0 ? remeasure_spread(prober, points, 1, n * PARTS, spread, err) : status;
}

/*
 * Of the shorter of message and computation, the part that took no time of its own: 1 if the whole takes as long as the
 * longer of the two, 0 if as long as both together (the definition of the COMB and of the IMB suites).
 */
static double overlap_ratio(double alone, double compute, double whole)
{
	return compute > 0 ? (alone + compute - whole) / fmin(alone, compute) : NAN;
}

static void fill_row(struct table *table, const struct measurement *m, const struct experiment *what, double alone)
{
	struct sample_summary whole = summary_of(m, what);

	table_set_number(table, "bytes", (double)what->bytes);
	table_set_number(table, "compute", what->setup.compute);
	table_set_number(table, "seconds", whole.value);
	table_set_number(table, "low", whole.low);
	table_set_number(table, "high", whole.high);
	table_set_number(table, "minimum", whole.min);
	table_set_number(table, "maximum", whole.max);
	table_set_number(table, "alone", alone);
	table_set_number(table, "overlap", overlap_ratio(alone, what->setup.compute, whole.value));
	table_set_number(table, "timings", (double)whole.n);
}

static struct table *result_table(const struct measurement *m, const struct overlap_options *w,
				  const struct experiment *points)
{
	struct table *table = table_new(w->side == SIDE_SENDER ? "overlap at the sender: the part of the shorter of "
								 "message and computation that took no time of its own"
							       : "overlap at the receiver: the part of the shorter of "
								 "message and computation that took no time of its own",
					columns, sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < w->sizes.n * PARTS; i++) {
		table_row(table);
		fill_row(table, m, &points[i], summary_of(m, &points[i / PARTS * PARTS]).value);
	}
	return table;
}

/* Measures for a run that has begun. */
static enum status measure_run(struct measurement *m, const struct overlap_options *w, struct experiment *points,
			       struct error *err)
{
	struct probing p;
	enum status status = probing_begin(&p, m, w->sizes.bytes[w->sizes.n - 1], err);

	if (status == OK)
		status = measure(m, &p.prober, w, points, err);
	probing_drop_warmup(m);
	return probing_end(&p, status, err);
}

static enum status measure_and_print(struct measure_command *c, const struct overlap_options *w,
				     struct experiment *points, struct error *err)
{
	const struct purpose purpose = purpose_of(PURPOSE_MEASURE_OVERLAP, "measure overlap");
	struct measurement m = {.run = 0};
	struct table *table = NULL;
	enum status status = measurement_begin(&m, &c->measuring, c->measuring.options.run_name, &purpose, err);

	if (status == OK)
		status = measure_run(&m, w, points, err);
	if (status == OK && (table = result_table(&m, w, points)))
		measure_tell_run(&m, table);
	measurement_release(&m);
	return status == OK ? command_print(c->context, table, err) : status;
}

static enum status run(struct measure_command *c, struct overlap_options *w, struct error *err)
{
	struct experiment *points = NULL;
	enum status status = measure_command_open(c, err);

	if (status == OK && w->sizes.adaptive)
		status = error_set(
			err, ERR_USAGE,
			"--sizes auto: an overlap has nothing to adapt to; give sizes, or a range like 1K:1M");
	if (status == OK && w->sizes.n == 0)
		status = size_list_parse("1K,16K,64K,256K,1M", &w->sizes, err);
	if (status == OK && !(points = calloc(PARTS * w->sizes.n + 1, sizeof(*points))))
		status = error_memory(err, "a list of experiments");
	if (status == OK) {
		const struct experiment most =
			experiment_of(&c->measuring.options, w, w->sizes.bytes[w->sizes.n - 1], 0);

		status = probing_prepare(c->measuring.platform, &most, err);
	}
	if (status == OK)
		status = measure_and_print(c, w, points, err);
	free(points);
	return status;
}

enum status measure_overlap(struct context *context, struct error *err)
{
	struct measure_command c;
	struct overlap_options w = {.side = SIDE_SENDER, .spread = -1};
	const struct option options[] = {
		OPT_SIZES('s', "sizes", &w.sizes, "SIZES", "message sizes (default 1K,16K,64K,256K,1M)"),
		OPT_CHOICE(0, "side", &w.side, side_names,
			   "who computes while the message is under way (default sender)"),
		OPT_SECONDS(0, "spread", &w.spread, "TIME", 0, 86400,
			    "spread the timings over at least so long, in rounds over all points (default 1s; 0 with "
			    "--reps)",
			    OPTION_MAY_DIFFER),
		MEASURING_OPTIONS(&c),
		COMMON_OPTIONS(context),
	};
	size_t n = 0;
	enum status status;

	measure_command_init(&c, context);
	status = command_options(context, options, NULL, 0, 0, &n, err);
	if (status == OK && !context->help)
		status = measure_command_ended(&c, run(&c, &w, err), err);
	measure_command_release(&c);
	size_list_release(&w.sizes);
	return status;
}
