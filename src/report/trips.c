#include "report/trips.h"

#include "base/units.h"
#include "runs/run_reduction.h"

#include <math.h>

#include <stdlib.h>

static const double confidence = 0.95;

struct sample_summary report_summary(const struct report_run *run, const struct sample *sample)
{
	const struct reduce_rule how = run_rule(&run->run, run->statistic, confidence);

	return sample_reduce(sample, &how);
}

enum status report_trip_sizes(const struct report_run *run, bool same, struct link *link, struct size_list *sizes,
			      struct error *err)
{
	const struct setup plain = {.operation = OPERATION_SEND};

	*sizes = (struct size_list){.bytes = malloc((run->campaign.n + 1) * sizeof(*sizes->bytes))};
	if (!sizes->bytes)
		return error_memory(err, "a list of sizes");
	for (size_t i = 0; i < run->campaign.n; i++) {
		const struct sample *sample = run->campaign.samples[i];

		if (sample->what.kind != EXPERIMENT_ROUNDTRIP || !setup_same(&sample->what.setup, &plain) ||
		    sample->what.reply_bytes != (same ? sample->what.bytes : 0) || sample->n == 0)
			continue;
		if (sizes->n == 0)
			*link = (struct link){sample->what.from, sample->what.to};
		if (sample->what.from == link->from && sample->what.to == link->to)
			sizes->bytes[sizes->n++] = sample->what.bytes;
	}
	qsort(sizes->bytes, sizes->n, sizeof(*sizes->bytes), size_order);
	return OK;
}

const struct sample *report_trip_find(const struct report_run *run, struct link link, size_t bytes, bool same)
{
	const struct experiment trip = {.kind = EXPERIMENT_ROUNDTRIP,
					.from = link.from,
					.to = link.to,
					.bytes = bytes,
					.reply_bytes = same ? bytes : 0,
					.count = 1};
	const struct sample *sample = campaign_find(&run->campaign, &trip);

	return sample && sample->n ? sample : NULL;
}

static void add_row(struct table *table, const struct report_run *run, const struct sample *sample)
{
	const struct sample_summary time = report_summary(run, sample);

	if (isnan(time.value))
		table->status = ERR_MEMORY;
	table_row(table);
	table_set_text(table, "run", run->run.name);
	table_set_number(table, "bytes", (double)sample->what.bytes);
	table_set_number(table, "answer", (double)sample->what.reply_bytes);
	table_set_number(table, "timings", (double)time.n);
	table_set_number(table, "time", time.value);
	table_set_number(table, "low", time.low);
	table_set_number(table, "high", time.high);
}

struct table *report_trips_table(const struct report_run *runs, size_t n)
{
	static const struct column columns[] = {
		{"run", "", CELL_TEXT},      {"bytes", "B", CELL_BYTES}, {"answer", "B", CELL_BYTES},
		{"time", "s", CELL_SECONDS}, {"low", "s", CELL_SECONDS}, {"high", "s", CELL_SECONDS},
		{"timings", "", CELL_COUNT},
	};
	struct table *table = table_new("Round trips", columns, sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; table && i < n; i++) {
		for (int same = 0; same < 2; same++) {
			struct size_list sizes;
			struct link link = {0, 0};

			if (report_trip_sizes(&runs[i], same, &link, &sizes, NULL) != OK)
				table->status = ERR_MEMORY;
			for (size_t k = 0; k < sizes.n; k++)
				if (!same || sizes.bytes[k] > 0) /* 0 bytes with an answer of 0 bytes: once is enough */
					add_row(table, &runs[i],
						report_trip_find(&runs[i], link, sizes.bytes[k], same));
			size_list_release(&sizes);
		}
	}
	return table;
}
