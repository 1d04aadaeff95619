#include "cli/measure/overlap.h"

#include "cli/measure/families.h"
#include "base/text.h"
#include "measuring/overlap.h"

#include <stdlib.h>
#include <string.h>

/* More would take longer than anybody waits. */
static const double part_most = 1000;

struct overlap_options {
	struct size_list sizes;
	int side;
	double spread;     /* s; below 0: as the platform needs it */
	const char *given; /* parts as they were given; NULL: the usual ones */
	double parts[OVERLAP_PARTS_MOST];
	size_t n_parts;
};

static const struct column columns[] = {
	{"bytes", "B", CELL_BYTES},     {"compute", "s", CELL_SECONDS}, {"seconds", "s", CELL_SECONDS},
	{"low", "s", CELL_SECONDS},     {"high", "s", CELL_SECONDS},    {"minimum", "s", CELL_SECONDS},
	{"maximum", "s", CELL_SECONDS}, {"alone", "s", CELL_SECONDS},   {"overlap", "", CELL_RATIO},
	{"timings", "", CELL_COUNT},
};

static void fill_row(struct table *table, const struct overlap_point *point)
{
	table_set_number(table, "bytes", (double)point->what.bytes);
	table_set_number(table, "compute", point->what.setup.compute);
	table_set_number(table, "seconds", point->whole.value);
	table_set_number(table, "low", point->whole.low);
	table_set_number(table, "high", point->whole.high);
	table_set_number(table, "minimum", point->whole.min);
	table_set_number(table, "maximum", point->whole.max);
	table_set_number(table, "alone", point->alone);
	table_set_number(table, "overlap", point->overlap);
	table_set_number(table, "timings", (double)point->whole.n);
}

static struct table *result_table(const struct overlap_request *request, const struct overlap_point *points)
{
	struct table *table = table_new(request->side == SIDE_SENDER
						? "overlap at the sender: the part of the shorter of message and "
						  "computation that took no time of its own"
						: "overlap at the receiver: the part of the shorter of message and "
						  "computation that took no time of its own",
					columns, sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < request->n * request->n_parts; i++) {
		size_t k = i % request->n_parts;

		if (k > 0 && request->parts[k] > 0 && points[i].what.setup.compute == 0)
			continue; /* what the message takes alone is not known, and one row of it is enough */
		table_row(table);
		fill_row(table, &points[i]);
	}
	return table;
}

static enum status measure_and_print(struct measure_command *c, const struct overlap_request *request,
				     struct overlap_point *points, struct error *err)
{
	const struct purpose purpose = purpose_of(PURPOSE_MEASURE_OVERLAP, "measure overlap");
	struct measurement m = {.run = 0};
	struct table *table = NULL;
	enum status status = measurement_begin(&m, &c->measuring, c->measuring.options.run_name, &purpose, err);

	if (status == OK)
		status = overlap_measure(&m, request, points, err);
	if (status == OK && (table = result_table(request, points)))
		measure_tell_run(&m, table);
	measurement_release(&m);
	return status == OK ? command_print(c->context, table, err) : status;
}

static struct overlap_request request_of(const struct overlap_options *o)
{
	return (struct overlap_request){.side = (enum overlap_side)o->side,
					.bytes = o->sizes.bytes,
					.n = o->sizes.n,
					.parts = o->given ? o->parts : overlap_parts,
					.n_parts = o->given ? o->n_parts : OVERLAP_PARTS,
					.spread = o->spread};
}

/* Reads "0,0.5,2". */
static enum status read_parts(struct overlap_options *o, struct error *err)
{
	const char *at = o->given;

	for (o->n_parts = 0; at && o->n_parts < OVERLAP_PARTS_MOST; o->n_parts++) {
		at = text_number(at, &o->parts[o->n_parts]);
		if (at && !(o->parts[o->n_parts] >= 0 && o->parts[o->n_parts] <= part_most))
			at = NULL;
		if (at && !*at) {
			o->n_parts++;
			return OK;
		}
		at = text_after(at, ",");
	}
	return error_set(err, ERR_USAGE,
			 "--parts: '%s' is no list of at most %d numbers from 0 to %g, such as 0,0.5,1,2", o->given,
			 OVERLAP_PARTS_MOST, part_most);
}

static enum status run(struct measure_command *c, void *options, struct error *err)
{
	struct overlap_options *o = options;
	struct overlap_point *points = NULL;
	struct overlap_request request;
	enum status status = o->given ? read_parts(o, err) : OK;

	if (status == OK)
		status = measure_command_open(c, err);
	if (status == OK && o->sizes.adaptive)
		status = error_set(
			err, ERR_USAGE,
			"--sizes auto: an overlap has nothing to adapt to; give sizes, or a range like 1K:1M");
	if (status == OK && o->sizes.n == 0)
		status = size_list_parse("1K,16K,64K,256K,1M", &o->sizes, err);
	request = request_of(o);
	if (status == OK && !(points = calloc(request.n * request.n_parts + 1, sizeof(*points))))
		status = error_memory(err, "the times of overlaps");
	if (status == OK) {
		const struct experiment most =
			overlap_experiment(&c->measuring.options, &request, request.bytes[request.n - 1], 0);

		status = probing_prepare(c->measuring.platform, &most, err);
	}
	if (status == OK)
		status = measure_and_print(c, &request, points, err);
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
		OPT_TEXT(0, "parts", &w.given, "LIST",
			 "how long it computes, in times that the message takes alone (default "
			 "0,0.25,0.5,0.75,1,1.5,2)"),
		OPT_SECONDS(0, "spread", &w.spread, "TIME", 0, 86400,
			    "spread the timings over at least so long, in rounds over all points (default 1s; 0 with "
			    "--reps)",
			    OPTION_MAY_DIFFER),
		MEASURING_OPTIONS(&c),
		COMMON_OPTIONS(context),
	};
	enum status status = measure_command_run(&c, context, options, run, &w, err);

	size_list_release(&w.sizes);
	return status;
}
