#include "cli/measure_run.h"

#include "cli/measure_table.h"
#include "sample/collective.h"
#include "sample/settle.h"

#include <math.h>

#include <stdlib.h>

enum {
	ROOM = 4096,
	ATTEMPTS = 3 /* at measuring in the machine's quickest state */
};

enum status measure_prepare(struct platform *platform, const struct experiment *largest, struct error *err)
{
	const struct collective_kind *kind =
		largest->kind == EXPERIMENT_COLLECTIVE ? collective_find(largest->setup.collective) : NULL;
	size_t room = kind ? collective_room(kind, largest->bytes, platform->processes) : 0;

	if (platform->class->check && platform->class->check(platform, largest, err) != OK)
		return ERR_INPUT;
	if (!kind)
		room = experiment_room(largest);
	if (room < ROOM)
		room = ROOM;
	return platform->class->prepare(platform, room < WATCH_LARGE && kind ? WATCH_LARGE : room, err);
}

enum status measure_begin(struct measure_run *run, struct measuring *m, size_t largest, struct error *err)
{
	enum status status;

	run->options = measuring_probe(m);
	run->begun = (struct probe_account){.seconds = m->platform->class->now(m->platform),
					    .messages = m->platform->messages};
	prober_init(&run->prober, m->platform, &m->campaign, &run->options, &m->sink, &m->progress);
	status = probe_warm(&run->prober, m->pair[0], m->pair[1], err);
	return status == OK ? watch_begin(&run->prober, m->pair[0], m->pair[1],
					  largest < WATCH_LARGE ? largest : WATCH_LARGE, measuring_usual(m), err)
			    : status;
}

/* The least and the most that root timing took off for the barrier that confirms the end: NAN if there was none. */
static void find_subtracted(const struct campaign *campaign, double *least, double *most)
{
	*least = *most = NAN;
	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i];

		for (size_t k = 0; sample->what.kind == EXPERIMENT_COLLECTIVE &&
				   sample->what.setup.timing == TIMING_ROOT && k < sample->n;
		     k++) {
			*least = fmin(*least, sample->observations[k].send_seconds);
			*most = fmax(*most, sample->observations[k].send_seconds);
		}
	}
}

/* Timings below 0: more was subtracted than the operation took. */
static size_t count_negative(const struct campaign *campaign)
{
	size_t n = 0;

	for (size_t i = 0; i < campaign->n; i++)
		for (size_t k = 0; k < campaign->samples[i]->n; k++)
			n += campaign->samples[i]->observations[k].seconds < 0;
	return n;
}

static void tell_subtracted(const struct measuring *m)
{
	char least_text[32], most_text[32];
	double least, most;
	size_t negative = count_negative(&m->campaign);

	find_subtracted(&m->campaign, &least, &most);
	if (isfinite(least))
		progress_note(&m->progress,
			      "root timing: the barrier that confirms the end took %s to %s us, which were subtracted; "
			      "each timing's part is in the store (send_seconds)",
			      microseconds_format(least, least_text, sizeof(least_text)),
			      microseconds_format(most, most_text, sizeof(most_text)));
	if (negative)
		progress_note(&m->progress,
			      "%zu timings are below 0: these operations take less than barriers differ by; --timing "
			      "max or global measures them",
			      negative);
}

enum status measure_searched(struct measure_run *run, struct measuring *m, enum status status, struct error *err)
{
	const struct prober *prober = &run->prober;
	double seconds = m->platform->class->now(m->platform) - run->begun.seconds - prober->preparing.seconds -
			 prober->watching.seconds;
	size_t messages =
		m->platform->messages - run->begun.messages - prober->preparing.messages - prober->watching.messages;

	for (int kind = 0; kind < EXPERIMENT_KINDS; kind++) {
		seconds -= prober->spent[kind].seconds;
		messages -= prober->spent[kind].messages;
	}
	return status == OK ? store_part(m->store, m->run, "searching", seconds, messages, err) : status;
}

enum status measure_end(struct measure_run *run, struct measuring *m, enum status status, struct error *err)
{
	if (status == OK)
		tell_subtracted(m);
	if (status == OK && m->platform->discarded > 0)
		progress_note(&m->progress,
			      "%zu operations did not begin at the agreed time at every process; they were left out "
			      "and done again",
			      m->platform->discarded);
	if (status == OK && m->platform->substituted > 0)
		progress_note(&m->progress,
			      "%zu timings are those of max timing, not global: the processes began late again and "
			      "again, the machine is too busy for clocks",
			      m->platform->substituted);
	if (status == OK)
		status = measuring_end(m, &run->prober, NULL, err);
	prober_release(&run->prober);
	return status;
}

/* What was measured of the first family, as it is printed. */
static struct table *families_table(const struct measuring *m, const struct sizes_wish *wish,
				    const struct explore_family *family, bool side_by_side, const struct prober *prober,
				    const char *title)
{
	size_t n = wish->sizes.n * family->curves;
	struct experiment *list = malloc((n + 1) * sizeof(*list));
	struct table *table;

	if (!list)
		return NULL;
	for (size_t i = 0; i < n; i++)
		list[i] = family->at(family->context, wish->sizes.bytes[i / family->curves], i % family->curves);
	table = measure_table(m, title, list, sizes_shorten(wish, family, prober, m->context, list, n), side_by_side);
	free(list);
	return table;
}

/* The largest message decides how much room is needed, and by which messages the machine is watched. */
static enum status prepare(struct measuring *m, const struct sizes_wish *wish, const struct explore_family *family,
			   struct error *err)
{
	const struct experiment largest = family->at(family->context, wish->sizes.bytes[wish->sizes.n - 1], 0);

	return measure_prepare(m->platform, &largest, err);
}

void measure_settle(struct measuring *m)
{
	double excess = 0;
	size_t found = campaign_settle(&m->campaign, &excess);

	if (found)
		progress_note(&m->progress,
			      "the first %zu timings of each point were not yet warm, %.0f %% slower than the rest: "
			      "they are left out, and kept in the store",
			      found, 100 * excess);
}

/* Measures all families. */
static enum status measure_all(struct measure_run *run, struct measuring *m, struct sizes_wish *wish,
			       const struct explore_family *families, size_t n, size_t largest, struct error *err)
{
	enum status status = measure_begin(run, m, largest, err);

	wish->sizes.adaptive = wish->adaptive;
	if (wish->spread < 0)
		wish->spread = measuring_counts(m) ? 0 : m->platform->class->spread;
	for (size_t i = 0; status == OK && i < n; i++)
		status = sizes_measure(wish, &families[i], &run->prober, err);
	return status;
}

/* The same, and again if the machine went into a quicker state meanwhile: the timings before are of another state. The
 * prober of the last attempt is the one of run. */
static enum status measure_quickest(struct measure_run *run, struct measuring *m, struct sizes_wish *wish,
				    const struct explore_family *families, size_t n, size_t largest,
				    const char *purpose, struct error *err)
{
	enum status status = measure_all(run, m, wish, families, n, largest, err);

	for (int attempt = 1; status == OK && run->prober.watch.quicker && attempt < ATTEMPTS; attempt++) {
		status = measuring_again(m, purpose, &run->prober, err);
		prober_release(&run->prober);
		if (status == OK)
			status = measure_all(run, m, wish, families, n, largest, err);
	}
	return status;
}

enum status measure_tell_run(const struct measuring *m, struct table *table, struct error *err)
{
	char *machine = NULL;
	enum status status = store_fact(m->store, m->run, FACT_MACHINE, &machine, err);

	table_summary_number(table, NULL, "run", CELL_COUNT, (double)m->run);
	table_summary_text(table, NULL, "statistic", statistic_name((enum statistic)m->statistic));
	if (machine)
		table_summary_text(table, NULL, "machine", machine);
	free(machine);
	return status;
}

enum status measure_families(struct measuring *m, struct sizes_wish *wish, const struct explore_family *families,
			     size_t n, const char *purpose, const char *title, struct error *err)
{
	struct measure_run run;
	struct table *table = NULL;
	size_t largest = families[0].at(families[0].context, 0, 0).kind == EXPERIMENT_COLLECTIVE
				 ? WATCH_LARGE
				 : wish->sizes.bytes[wish->sizes.n - 1];
	enum status status = prepare(m, wish, &families[0], err);

	if (status == OK)
		status = measuring_begin(m, purpose, err);
	if (status != OK)
		return status;
	status = measuring_pool(m, purpose, err);
	if (status != OK)
		return status;
	status = measure_quickest(&run, m, wish, families, n, largest, purpose, err);
	measure_settle(m);
	if (status == OK)
		table = families_table(m, wish, &families[0], n > 1, &run.prober, title);
	if (status == OK)
		status = sizes_summarise(wish, &families[0], &run.prober, table, err);
	status = measure_end(&run, m, status, err);
	if (status == OK && table)
		status = measure_tell_run(m, table, err);
	if (status == OK)
		return command_print(m->context, table, err);
	table_free(table);
	return status;
}
