#include "report/measure_table.h"

#include "base/units.h"
#include "measuring/p2p.h"
#include "report/table_states.h"
#include "sample/warmup.h"
#include "stats/quantile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUTLIER_RANGES = 3, IN_STATE = LEVEL_NAME + 8 };

/* What stands for the point in this launch, whose numbers are own, and in n before. *launches is how many have it; NAN
 * without memory. */
static struct estimate pool_of(const struct measurement *m, size_t n, const struct experiment *what,
			       const struct sample_summary *own, size_t *launches)
{
	const struct reduce_rule how = measurement_rule(m);
	struct estimate *all = malloc((n + 1) * sizeof(*all)), pooled = {NAN, NAN, NAN};

	*launches = 1;
	if (!all)
		return pooled;
	all[0] = (struct estimate){own->value, own->low, own->high};
	for (size_t i = 0; i < n; i++) {
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

/* How many of what a row tells make up a timing: the two ways of a round trip, the messages of a window. */
static double parts_of(enum table_form form, const struct experiment *what)
{
	if (form == FORM_LATENCY)
		return 2;
	return form == FORM_BANDWIDTH ? (double)what->count : 1;
}

/* What only this form has. time: of the whole operation. */
static void fill_form(struct table *table, const struct experiment *what, enum table_form form,
		      const struct sample_summary *own, double time)
{
	if (form == FORM_LATENCY)
		table_set_number(table, "roundtrip", time);
	else if (form == FORM_BANDWIDTH)
		table_set_number(table, "best", experiment_bytes_moved(what) / own->min);
	else if (what->kind == EXPERIMENT_ROUNDTRIP)
		table_set_number(table, "half", time / 2);
}

/* Launches before this one that are pooled with it. */
static size_t pooled(const struct measurement *m, const struct measured_rows *rows)
{
	return rows->state == 0 ? m->history.n_pool : 0;
}

static const struct campaign *campaign_of(const struct measurement *m, const struct measured_rows *rows)
{
	return rows->state == 0 ? &m->campaign : &rows->states->campaigns[rows->state];
}

/* Returns the seconds that stand for all. */
static double fill_row(struct table *table, const struct measurement *m, const struct measured_rows *rows,
		       const struct sample *sample)
{
	const struct reduce_rule how = measurement_rule(m);
	struct sample_summary own = sample_reduce(sample, &how);
	double parts = parts_of(rows->form, &sample->what);
	size_t launches;
	struct estimate time = pool_of(m, pooled(m, rows), &sample->what, &own, &launches);

	if (isnan(time.value))
		table->status = ERR_MEMORY;
	table_set_number(table, "seconds", time.value / parts);
	table_set_number(table, "time", time.value / parts);
	table_set_number(table, "low", time.low / parts);
	table_set_number(table, "high", time.high / parts);
	table_set_number(table, "minimum", own.min / parts);
	table_set_number(table, "median", own.median / parts);
	table_set_number(table, "maximum", own.max / parts);
	table_set_number(table, "timings", (double)own.n);
	table_set_number(table, "outliers", (double)outliers_of(table, sample));
	if (rows->form == FORM_WHOLE)
		table_set_number(table, "loop", (double)sample->what.loop);
	if (m->history.n_pool > 0)
		table_set_number(table, "launches", (double)launches);
	table_set_number(table, "bandwidth", experiment_bytes_moved(&sample->what) / time.value);
	fill_form(table, &sample->what, rows->form, &own, time.value);
	return time.value;
}

static void fill_parallel(struct table *table, const struct measurement *m, const struct measured_rows *rows,
			  const struct experiment *what, double alone)
{
	const struct reduce_rule how = measurement_rule(m);
	struct experiment beside = *what;
	const struct sample *sample;
	struct sample_summary own;
	struct estimate time;
	size_t launches;

	beside.setup.background = BACKGROUND_PARALLEL;
	sample = campaign_find(campaign_of(m, rows), &beside);
	own = sample_reduce(sample, &how);
	if (own.n == 0)
		return;
	time = pool_of(m, pooled(m, rows), &sample->what, &own, &launches);
	if (isnan(time.value))
		table->status = ERR_MEMORY;
	table_set_number(table, "parallel", time.value);
	table_set_number(table, "times_as_long", time.value / alone);
}

static bool is_series(const struct experiment *what)
{
	return what->kind == EXPERIMENT_COLLECTIVE && what->count > 1;
}

/* An operation's share of a series that takes so many seconds, and how much that is of what one takes behind barriers,
 * if that was measured too. */
static void fill_series(struct table *table, const struct measurement *m, const struct measured_rows *rows,
			const struct experiment *what, double seconds)
{
	const struct reduce_rule how = measurement_rule(m);
	struct experiment alone = *what;
	const struct sample *sample;
	double each = seconds / (double)what->count;

	alone.count = 1;
	sample = campaign_find(campaign_of(m, rows), &alone);
	table_set_number(table, "series", (double)what->count);
	table_set_number(table, "each", each);
	if (sample && sample->n > 0)
		table_set_number(table, "of_one", each / sample_reduce(sample, &how).value);
}

/* Says when a column is there. OF_STATES: a row is of another state of the machine than the others. OF_CALLS,
 * OF_LAYOUTS, OF_COLD: messages differ in that; OF_VARIANTS: in one of them. */
enum when {
	ALWAYS,
	OF_PAIRS,
	OF_COLLECTIVES,
	OF_SERIES,
	OF_ROUNDTRIPS,
	OF_LAUNCHES,
	SIDE_BY_SIDE,
	OF_STATES,
	OF_TRIPLETS,
	OF_CALLS,
	OF_LAYOUTS,
	OF_COLD,
	OF_VARIANTS
};

struct form_column {
	enum when when;
	bool for_files;
	struct column column;
};

static const struct form_column whole[] = {
	{OF_COLLECTIVES, false, {"algorithm", "", CELL_TEXT}},
	{OF_SERIES, false, {"series", "", CELL_COUNT}},
	{OF_PAIRS, false, {"from", "", CELL_COUNT}},
	{OF_PAIRS, false, {"to", "", CELL_COUNT}},
	{OF_TRIPLETS, false, {"and_to", "", CELL_COUNT}},
	{ALWAYS, false, {"bytes", "B", CELL_BYTES}},
	{OF_CALLS, false, {"op", "", CELL_TEXT}},
	{OF_LAYOUTS, false, {"layout", "", CELL_TEXT}},
	{OF_COLD, false, {"cold", "", CELL_TEXT}},
	{OF_STATES, false, {"state", "", CELL_TEXT}},
	{ALWAYS, true, {"seconds", "s", CELL_SECONDS}},
	{ALWAYS, false, {"time", "s", CELL_SECONDS}},
	{ALWAYS, false, {"low", "s", CELL_SECONDS}},
	{ALWAYS, false, {"high", "s", CELL_SECONDS}},
	{OF_ROUNDTRIPS, false, {"half", "s", CELL_SECONDS}},
	{OF_SERIES, false, {"each", "s", CELL_SECONDS}},
	{OF_SERIES, false, {"of_one", "", CELL_RATIO}},
	{ALWAYS, false, {"minimum", "s", CELL_SECONDS}},
	{ALWAYS, false, {"median", "s", CELL_SECONDS}},
	{ALWAYS, false, {"maximum", "s", CELL_SECONDS}},
	{ALWAYS, false, {"timings", "", CELL_COUNT}},
	{ALWAYS, true, {"loop", "", CELL_COUNT}},
	{ALWAYS, false, {"outliers", "", CELL_COUNT}},
	{OF_LAUNCHES, false, {"launches", "", CELL_COUNT}},
	{ALWAYS, false, {"bandwidth", "B/s", CELL_BANDWIDTH}},
	{SIDE_BY_SIDE, false, {"parallel", "s", CELL_SECONDS}},
	{SIDE_BY_SIDE, false, {"times_as_long", "", CELL_NUMBER}},
	{OF_VARIANTS, false, {"of_first", "", CELL_RATIO}},
};

static const struct form_column latency[] = {
	{OF_PAIRS, false, {"from", "", CELL_COUNT}},        {OF_PAIRS, false, {"to", "", CELL_COUNT}},
	{ALWAYS, false, {"bytes", "B", CELL_BYTES}},        {OF_CALLS, false, {"op", "", CELL_TEXT}},
	{OF_STATES, false, {"state", "", CELL_TEXT}},       {ALWAYS, true, {"seconds", "s", CELL_SECONDS}},
	{ALWAYS, false, {"time", "s", CELL_SECONDS}},       {OF_VARIANTS, false, {"of_first", "", CELL_RATIO}},
	{ALWAYS, false, {"low", "s", CELL_SECONDS}},        {ALWAYS, false, {"high", "s", CELL_SECONDS}},
	{ALWAYS, false, {"minimum", "s", CELL_SECONDS}},    {ALWAYS, true, {"median", "s", CELL_SECONDS}},
	{ALWAYS, true, {"maximum", "s", CELL_SECONDS}},     {ALWAYS, false, {"roundtrip", "s", CELL_SECONDS}},
	{ALWAYS, false, {"timings", "", CELL_COUNT}},       {ALWAYS, true, {"outliers", "", CELL_COUNT}},
	{OF_LAUNCHES, false, {"launches", "", CELL_COUNT}}, {ALWAYS, true, {"bandwidth", "B/s", CELL_BANDWIDTH}},
};

static const struct form_column bandwidth[] = {
	{OF_PAIRS, false, {"from", "", CELL_COUNT}},           {OF_PAIRS, false, {"to", "", CELL_COUNT}},
	{ALWAYS, false, {"bytes", "B", CELL_BYTES}},           {OF_STATES, false, {"state", "", CELL_TEXT}},
	{ALWAYS, false, {"bandwidth", "B/s", CELL_BANDWIDTH}}, {ALWAYS, false, {"best", "B/s", CELL_BANDWIDTH}},
	{ALWAYS, true, {"seconds", "s", CELL_SECONDS}},        {ALWAYS, false, {"time", "s", CELL_SECONDS}},
	{ALWAYS, false, {"low", "s", CELL_SECONDS}},           {ALWAYS, false, {"high", "s", CELL_SECONDS}},
	{ALWAYS, false, {"minimum", "s", CELL_SECONDS}},       {ALWAYS, true, {"median", "s", CELL_SECONDS}},
	{ALWAYS, true, {"maximum", "s", CELL_SECONDS}},        {ALWAYS, false, {"timings", "", CELL_COUNT}},
	{ALWAYS, true, {"outliers", "", CELL_COUNT}},          {OF_LAUNCHES, false, {"launches", "", CELL_COUNT}},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
enum { COLUMNS_MOST = COUNT(whole) };

static const struct {
	const struct form_column *columns;
	size_t n;
} forms[] = {[FORM_WHOLE] = {whole, COUNT(whole)},
	     [FORM_LATENCY] = {latency, COUNT(latency)},
	     [FORM_BANDWIDTH] = {bandwidth, COUNT(bandwidth)}};

/* The column of a state that the rows are not of. */
static const char *in_state(const struct measured_rows *rows, size_t state, char name[IN_STATE])
{
	snprintf(name, IN_STATE, "in_%s", rows->states->levels[state].name);
	return name;
}

/* What stands for the point's timings in the other states that it was measured in. */
static void fill_others(struct table *table, const struct measurement *m, const struct measured_rows *rows,
			const struct experiment *what)
{
	const struct reduce_rule how = measurement_rule(m);
	char name[IN_STATE];

	for (size_t k = 1; k < rows->states->n; k++) {
		const struct sample *sample = campaign_find(&rows->states->campaigns[k], what);

		if (sample && sample->n > 0)
			table_set_number(table, in_state(rows, k, name),
					 sample_reduce(sample, &how).value / parts_of(rows->form, what));
	}
}

/* An empty table with the form's columns that are there. */
static struct table *form_table(const char *title, const struct measured_rows *rows, const bool *there)
{
	struct column columns[COLUMNS_MOST + RUN_LEVELS_MOST] = {0};
	const struct form_column *form = forms[rows->form].columns;
	char names[RUN_LEVELS_MOST][IN_STATE];
	struct table *table;
	size_t n = 0;

	for (size_t i = 0; i < forms[rows->form].n; i++)
		if (there[form[i].when])
			columns[n++] = form[i].column;
	for (size_t k = 1; rows->others && k < rows->states->n; k++)
		columns[n++] = (struct column){in_state(rows, k, names[k]), "s", CELL_SECONDS};
	table = table_new(title, columns, n);
	for (size_t i = 0; table && i < forms[rows->form].n; i++)
		if (there[form[i].when] && form[i].for_files)
			table_for_files(table, form[i].column.name);
	return table;
}

static size_t timings_in(const struct measurement *m, const struct measured_rows *rows, size_t state,
			 const struct experiment *what)
{
	const struct measured_rows other = {.states = rows->states, .state = state};
	const struct sample *sample = campaign_find(campaign_of(m, &other), what);

	return sample ? sample->n : 0;
}

/* The state that a point's row is of: that of the rows; where it was not timed in that, and the others are shown too,
 * the one in which it was most often. */
static size_t state_of(const struct measurement *m, const struct measured_rows *rows, const struct experiment *what)
{
	size_t best = rows->state;

	for (size_t k = 0; rows->others && timings_in(m, rows, rows->state, what) == 0 && k < rows->states->n; k++)
		if (timings_in(m, rows, k, what) > timings_in(m, rows, best, what))
			best = k;
	return best;
}

/* The seconds that stand for a sample. */
static double time_of(const struct measurement *m, const struct measured_rows *rows, const struct sample *sample)
{
	const struct reduce_rule how = measurement_rule(m);
	const struct sample_summary own = sample_reduce(sample, &how);
	size_t launches;

	return pool_of(m, pooled(m, rows), &sample->what, &own, &launches).value;
}

/* Writes the seconds of a variant as a part of the first variant's at this size and pair. */
static void fill_variant(struct table *table, const struct measurement *m, const struct measured_rows *rows,
			 const struct experiment *what, double seconds)
{
	struct experiment first = *what;
	const struct sample *sample;

	memcpy(first.setup.layout, rows->list[0].setup.layout, sizeof(first.setup.layout));
	memcpy(first.setup.cold, rows->list[0].setup.cold, sizeof(first.setup.cold));
	first.setup.operation = rows->list[0].setup.operation;
	sample = campaign_find(campaign_of(m, rows), &first);
	if (sample && sample->n > 0)
		table_set_number(table, "of_first", seconds / time_of(m, rows, sample));
}

/* there: which columns are, by enum when. */
static void add_row(struct table *table, const struct measurement *m, const struct measured_rows *asked,
		    const struct experiment *what, const bool *there)
{
	struct measured_rows own = *asked;
	const struct measured_rows *rows = &own;
	const struct sample *sample;
	char name[SETUP_ALGORITHM_MOST];
	double alone;

	own.state = state_of(m, asked, what);
	sample = campaign_find(campaign_of(m, rows), what);
	if (!sample || sample->n == 0)
		return;
	table_row(table);
	if (there[OF_COLLECTIVES])
		table_set_text(table, "algorithm", setup_algorithm(&what->setup, name));
	if (there[OF_PAIRS]) {
		table_set_number(table, "from", what->from);
		table_set_number(table, "to", what->to);
	}
	if (there[OF_TRIPLETS])
		table_set_number(table, "and_to", (double)what->setup.third);
	if (there[OF_CALLS])
		table_set_text(table, "op", operation_names[what->setup.operation]);
	if (there[OF_LAYOUTS])
		table_set_text(table, "layout", p2p_layout_name(&what->setup));
	if (there[OF_COLD])
		table_set_text(table, "cold", p2p_cold_name(&what->setup));
	table_set_number(table, "bytes", (double)what->bytes);
	if (there[OF_STATES])
		table_set_text(table, "state", rows->states->levels[rows->state].name);
	alone = fill_row(table, m, rows, sample);
	if (there[OF_SERIES])
		fill_series(table, m, rows, what, alone);
	if (there[SIDE_BY_SIDE])
		fill_parallel(table, m, rows, what, alone);
	if (there[OF_VARIANTS])
		fill_variant(table, m, rows, what, alone);
	if (rows->others)
		fill_others(table, m, rows, what);
}

static bool is_bisection(const struct experiment *what)
{
	return what->setup.background == BACKGROUND_NEIGHBOURS || what->setup.background == BACKGROUND_FAR ||
	       what->setup.background == BACKGROUND_PERMUTATION;
}

/* What the pairs of a bisection move together with messages of a size, in B/s: their bytes over the time of the
 * slowest, since they begin together. NAN if a pair was not measured. */
static double bandwidth_together(const struct measurement *m, const struct measured_rows *rows, size_t bytes)
{
	double moved = 0, longest = 0;

	for (size_t i = 0; i < rows->n; i++) {
		const struct experiment *what = &rows->list[i];
		const struct sample *sample = what->bytes == bytes ? campaign_find(campaign_of(m, rows), what) : NULL;

		if (what->bytes != bytes)
			continue;
		if (!sample || sample->n == 0)
			return NAN;
		moved += experiment_bytes_moved(what);
		longest = fmax(longest, time_of(m, rows, sample));
	}
	return moved / longest;
}

/* Once for each size. */
static void tell_together(struct table *table, const struct measurement *m, const struct measured_rows *rows, size_t at)
{
	size_t bytes = rows->list[at].bytes;
	double together;
	char size[32];

	for (size_t i = 0; i < at; i++)
		if (rows->list[i].bytes == bytes)
			return;
	together = bandwidth_together(m, rows, bytes);
	if (together > 0)
		table_summary_number(table, "all pairs together", size_format(bytes, size, sizeof(size)),
				     CELL_BANDWIDTH, together);
}

struct table *measure_table(const struct measurement *m, const char *title, const struct measured_rows *rows)
{
	const struct experiment *list = rows->list;
	bool there[] = {[ALWAYS] = true,
			[OF_COLLECTIVES] = rows->n > 0 && list[0].kind == EXPERIMENT_COLLECTIVE,
			[OF_SERIES] = false,
			[OF_ROUNDTRIPS] = rows->n > 0 && list[0].kind == EXPERIMENT_ROUNDTRIP,
			[OF_LAUNCHES] = m->history.n_pool > 0,
			[SIDE_BY_SIDE] = rows->side_by_side,
			[OF_TRIPLETS] = rows->n > 0 && list[0].kind == EXPERIMENT_ONE_TO_TWO,
			[OF_VARIANTS] = false};
	struct table *table;

	for (size_t i = 0; i < rows->n; i++)
		there[OF_SERIES] = there[OF_SERIES] || is_series(&list[i]);
	for (size_t i = 0; i < rows->n; i++)
		there[OF_STATES] = there[OF_STATES] || state_of(m, rows, &list[i]) != rows->state;
	there[OF_PAIRS] = there[OF_TRIPLETS];
	for (size_t i = 1; i < rows->n; i++) {
		const struct setup *own = &list[i].setup, *first = &list[0].setup;

		there[OF_PAIRS] = there[OF_PAIRS] || list[i].from != list[0].from || list[i].to != list[0].to;
		there[OF_CALLS] = there[OF_CALLS] || own->operation != first->operation;
		there[OF_LAYOUTS] = there[OF_LAYOUTS] || p2p_layout_name(own) != p2p_layout_name(first);
		there[OF_COLD] = there[OF_COLD] || p2p_cold_name(own) != p2p_cold_name(first);
	}
	there[OF_VARIANTS] = there[OF_CALLS] || there[OF_LAYOUTS] || there[OF_COLD];
	table = form_table(title, rows, there);
	for (size_t i = 0; table && i < rows->n; i++)
		add_row(table, m, rows, &list[i], there);
	for (size_t i = 0; table && rows->n > 0 && is_bisection(&list[0]) && i < rows->n; i++)
		tell_together(table, m, rows, i);
	if (table && rows->n > 0 && *list[0].setup.arrival)
		table_summary_text(table, NULL, "arrival", list[0].setup.arrival);
	return table;
}

void measure_tell_run(const struct measurement *m, struct table *table)
{
	table_summary_number(table, NULL, "run", CELL_COUNT, (double)m->run);
	table_summary_text(table, NULL, "statistic", statistic_name((enum statistic)m->options->statistic));
	measure_tell_machine(m, table);
}

void measure_tell_machine(const struct measurement *m, struct table *table)
{
	table_summary_text(table, NULL, "machine",
			   m->machine == MACHINE_UNKNOWN ? "was not watched"
							 : machine_verdict_text(m->machine, m->n_levels));
	table_tell_states(table, m->levels, m->n_levels);
	measure_tell_processes(&m->circumstances, table);
	table_summary_number(table, "clock", "resolution", CELL_SECONDS, m->circumstances.clock_resolution);
	table_summary_number(table, "clock", "one_call", CELL_SECONDS, m->circumstances.clock_cost);
	table_summary_for_files(table, "clock");
}

static void tell_cpu_load(const struct circumstances *c, struct table *table)
{
	size_t least, most;

	if (!circumstances_cpu_loads(c, &least, &most))
		return;
	table_summary_number(table, "cpu_load", "least", CELL_RATIO, circumstances_cpu_load(c, least));
	table_summary_number(table, "cpu_load", "least_process", CELL_COUNT, (double)least);
	table_summary_number(table, "cpu_load", "most", CELL_RATIO, circumstances_cpu_load(c, most));
	table_summary_number(table, "cpu_load", "most_process", CELL_COUNT, (double)most);
	for (size_t i = 0; i < c->processes; i++) {
		char name[32];

		snprintf(name, sizeof(name), "%zu", i);
		if (isfinite(circumstances_cpu_load(c, i)))
			table_summary_number(table, "cpu_load_of_process", name, CELL_RATIO,
					     circumstances_cpu_load(c, i));
	}
	table_summary_for_files(table, "cpu_load_of_process");
}

void measure_tell_processes(const struct circumstances *c, struct table *table)
{
	char text[CIRCUMSTANCES_CROWDED_ROOM];

	if (circumstances_crowded_text(c, text, sizeof(text)))
		table_summary_text(table, NULL, "crowded", text);
	tell_cpu_load(c, table);
}

void measure_tell_state(const struct run_level *level, struct table *table)
{
	if (*level->name)
		table_summary_text(table, NULL, "state", level->name);
	table_summary_number(table, NULL, "sentinel_seconds", CELL_SECONDS, level->seconds);
}
