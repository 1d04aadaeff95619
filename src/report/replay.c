#include "report/replay.h"

#include "report/waits.h"

#include "simulate/breakdown.h"
#include "simulate/simulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct column columns[] = {
	{"process", "", CELL_COUNT},    {"recorded", "s", CELL_SECONDS}, {"seconds", "s", CELL_SECONDS},
	{"difference", "", CELL_RATIO}, {"compute", "s", CELL_SECONDS},  {"overhead", "s", CELL_SECONDS},
	{"latency", "s", CELL_SECONDS}, {"gap", "s", CELL_SECONDS},      {"bandwidth", "s", CELL_SECONDS},
	{"waiting", "s", CELL_SECONDS}, {"library", "s", CELL_SECONDS},  {"waits_for", "", CELL_COUNT},
};

enum { WITHOUT_BREAKDOWN = 5 };

/* How far what was predicted is off; NAN where what was recorded is something else. */
static double off_by(const struct replay_found *found, double predicted, double recorded)
{
	return recorded > 0 && !found->apart ? predicted / recorded - 1 : NAN;
}

static void set_difference(struct table *table, const struct replay_found *found, double predicted, double recorded)
{
	double off = off_by(found, predicted, recorded);

	if (!isnan(off))
		table_set_number(table, "difference", off);
}

/* How much of its time a program was in calls that are not simulated. */
static double kept_seconds(const struct replay_found *found)
{
	double seconds = 0;

	for (int f = 0; f < TRACE_FUNCTIONS; f++)
		seconds += found->kept_seconds[f];
	return seconds;
}

static void add_kept(struct table *table, const struct replay_found *found)
{
	for (int f = 0; f < TRACE_FUNCTIONS; f++) {
		if (found->kept[f] == 0)
			continue;
		table_summary_number(table, "not simulated", trace_function_name((enum trace_function)f), CELL_SECONDS,
				     found->kept_seconds[f]);
	}
}

/* Why a prediction may be wrong. */
static void tell_doubts(struct table *table, const struct simulation *simulation, const struct replay_found *found)
{
	if (simulation->unreceived > 0)
		table_summary_number(table, NULL, "unreceived", CELL_COUNT, (double)simulation->unreceived);
	if (found->unresolved > 0)
		table_summary_number(table, NULL, "unresolved", CELL_COUNT, (double)found->unresolved);
	if (found->approximate > 0)
		table_summary_number(table, NULL, "approximate", CELL_COUNT, (double)found->approximate);
	if (found->unfit > 0)
		table_summary_number(table, NULL, "unfit", CELL_COUNT, (double)found->unfit);
	if (found->damage.status != OK)
		table_summary_text(table, NULL, "damaged", found->damage.text);
}

static void summarise(struct table *table, const struct simulation *simulation, const struct replay_found *found)
{
	double recorded = 0, all = 0;

	for (int p = 0; p < found->processes; p++) {
		recorded = found->recorded[p] > recorded ? found->recorded[p] : recorded;
		all += found->recorded[p];
	}
	table_summary_number(table, NULL, "recorded", CELL_SECONDS, recorded);
	table_summary_number(table, NULL, "seconds", CELL_SECONDS, simulation->seconds);
	if (found->apart)
		table_summary_text(table, NULL, "comparable",
				   "no: recorded is of processes that took turns on CPUs, seconds of a CPU for each");
	else if (recorded > 0)
		table_summary_number(table, NULL, "difference", CELL_RATIO,
				     off_by(found, simulation->seconds, recorded));
	table_summary_number(table, NULL, "calls", CELL_COUNT, (double)found->calls);
	table_summary_number(table, NULL, "operations", CELL_COUNT, (double)simulation->operations);
	if (all > 0)
		table_summary_number(table, NULL, "not_simulated", CELL_RATIO, kept_seconds(found) / all);
	tell_doubts(table, simulation, found);
	add_kept(table, found);
}

struct table *replay_table(const struct simulation *simulation, const struct replay *replay,
			   const struct wait_causes *causes, bool breakdown)
{
	const struct replay_found *found = replay_found(replay);
	struct spent *spent = breakdown ? calloc((size_t)found->processes + 1, sizeof(*spent)) : NULL;
	struct table *table = NULL;

	if (!breakdown || (spent && simulation_spent(simulation, spent, NULL) == OK))
		table = table_new("predicted time of each process of a traced program", columns,
				  breakdown ? sizeof(columns) / sizeof(columns[0]) : WITHOUT_BREAKDOWN);
	for (int p = 0; table && p < found->processes; p++) {
		table_row(table);
		table_set_number(table, "process", p);
		table_set_number(table, "recorded", found->recorded[p]);
		table_set_number(table, "seconds", simulation->finish[p]);
		set_difference(table, found, simulation->finish[p], found->recorded[p]);
		table_set_number(table, "compute", spent ? spent[p].compute : found->computing[p]);
		if (!spent)
			continue;
		table_set_number(table, "overhead", spent[p].overhead);
		table_set_number(table, "latency", spent[p].latency);
		table_set_number(table, "gap", spent[p].gap);
		table_set_number(table, "bandwidth", spent[p].bandwidth);
		table_set_number(table, "waiting", spent[p].waiting);
		table_set_number(table, "library", spent[p].kept);
		if (causes && causes->waits[p].for_process >= 0)
			table_set_number(table, "waits_for", causes->waits[p].for_process);
	}
	if (table)
		summarise(table, simulation, found);
	if (table && causes)
		wait_causes_summarise(table, causes, replay);
	free(spent);
	return table;
}

void replay_table_efficiency(struct table *table, const struct efficiency *efficiency)
{
	static const char group[] = "efficiency";

	table_summary_number(table, group, "load_balance", CELL_RATIO, efficiency->load_balance);
	table_summary_number(table, group, "serialisation", CELL_RATIO, efficiency->serialisation);
	table_summary_number(table, group, "transfer", CELL_RATIO, efficiency->transfer);
	table_summary_number(table, group, "communication", CELL_RATIO, efficiency_of_communication(efficiency));
	table_summary_number(table, group, "parallel", CELL_RATIO, efficiency_of_all(efficiency));
}

struct table *replay_models_table(void)
{
	static const struct column own[] = {{"model", "", CELL_TEXT},           {"file", "", CELL_TEXT},
					    {"recorded", "s", CELL_SECONDS},    {"seconds", "s", CELL_SECONDS},
					    {"difference", "", CELL_RATIO},     {"mean_difference", "", CELL_RATIO},
					    {"most_difference", "", CELL_RATIO}};

	return table_new("predicted time of a traced program under models; differences of processes without sign", own,
			 sizeof(own) / sizeof(own[0]));
}

void replay_model_row(struct table *table, const char *model, const char *file, const struct simulation *simulation,
		      const struct replay_found *found)
{
	double recorded = 0, sum = 0, most = 0;
	int n = 0;

	for (int p = 0; p < found->processes; p++) {
		double off = fabs(off_by(found, simulation->finish[p], found->recorded[p]));

		recorded = fmax(recorded, found->recorded[p]);
		if (isnan(off))
			continue;
		sum += off;
		most = fmax(most, off);
		n++;
	}
	if (table->n_rows == 0)
		tell_doubts(table, simulation, found);
	table_row(table);
	table_set_text(table, "model", model);
	table_set_text(table, "file", file);
	table_set_number(table, "recorded", recorded);
	table_set_number(table, "seconds", simulation->seconds);
	if (n == 0)
		return;
	table_set_number(table, "difference", simulation->seconds / recorded - 1);
	table_set_number(table, "mean_difference", sum / n);
	table_set_number(table, "most_difference", most);
}

static int by_name(const void *a, const void *b)
{
	const struct replay_region *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : (x->process > y->process) - (x->process < y->process);
}

struct table *replay_regions_table(const struct simulation *simulation, const struct replay_found *found)
{
	static const struct column own[] = {{"region", "", CELL_TEXT},      {"process", "", CELL_COUNT},
					    {"times", "", CELL_COUNT},      {"recorded", "s", CELL_SECONDS},
					    {"seconds", "s", CELL_SECONDS}, {"difference", "", CELL_RATIO}};
	struct table *table =
		table_new("predicted time of each region of a traced program", own, sizeof(own) / sizeof(own[0]));
	struct replay_region *sorted = calloc(found->n_regions + 1, sizeof(*sorted));

	if (!table || !sorted) {
		table_free(table);
		free(sorted);
		return NULL;
	}
	if (found->n_regions > 0)
		memcpy(sorted, found->regions, found->n_regions * sizeof(*sorted));
	qsort(sorted, found->n_regions, sizeof(*sorted), by_name);
	for (size_t i = 0; i < found->n_regions; i++) {
		table_row(table);
		table_set_text(table, "region", sorted[i].name);
		table_set_number(table, "process", sorted[i].process);
		table_set_number(table, "times", (double)sorted[i].times);
		table_set_number(table, "recorded", sorted[i].recorded);
		table_set_number(table, "seconds", sorted[i].seconds);
		set_difference(table, found, sorted[i].seconds, sorted[i].recorded);
	}
	summarise(table, simulation, found);
	free(sorted);
	return table;
}
