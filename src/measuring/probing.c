#include "measuring/probing.h"

#include "base/units.h"
#include "sample/collective.h"
#include "sample/warmup.h"
#include "probe/tracking.h"
#include "probe/watch.h"

#include <math.h>

#include <stdlib.h>

enum { ROOM = 4096 };

enum status probing_prepare(struct platform *platform, const struct experiment *largest, struct error *err)
{
	const struct collective_kind *kind =
		largest->kind == EXPERIMENT_COLLECTIVE ? collective_find(largest->setup.collective) : NULL;
	size_t room = kind ? collective_room(kind, experiment_span(largest), platform->processes) : 0;

	if (platform_check(platform, largest, err) != OK)
		return ERR_INPUT;
	if (!kind)
		room = experiment_room(largest);
	if (room < ROOM)
		room = ROOM;
	return platform_prepare(platform, room < WATCH_LARGE && kind ? WATCH_LARGE : room, err);
}

enum status probing_begin(struct probing *p, struct measurement *m, size_t largest, struct error *err)
{
	p->measurement = m;
	p->options = measuring_probe(m->options);
	p->options.spread = platform_passes(m->platform) ? probing_spread(m, -1) : 0;
	p->begun = (struct probe_account){.seconds = platform_now(m->platform), .messages = m->platform->messages};
	prober_init(&p->prober, m->platform, &m->campaign, &p->options, &m->sink, &m->progress);
	TRY(probe_warm(&p->prober, m->options->pair[0], m->options->pair[1], err));
	return watch_begin(&p->prober, m->options->pair[0], m->options->pair[1],
			   largest < WATCH_LARGE ? largest : WATCH_LARGE, measurement_main_state(m), err);
}

/* The least and the most that such a timing took off for what confirms the end: NAN if there was none. */
static void find_subtracted(const struct campaign *campaign, enum collective_timing timing, double *least, double *most)
{
	*least = *most = NAN;
	for (size_t i = 0; i < campaign->n; i++) {
		const struct sample *sample = campaign->samples[i];

		for (size_t k = 0;
		     sample->what.kind == EXPERIMENT_COLLECTIVE && sample->what.setup.timing == timing && k < sample->n;
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

static void tell_subtracted(const struct measurement *m)
{
	char least_text[32], most_text[32];
	double least, most;
	size_t negative = count_negative(&m->campaign);

	find_subtracted(&m->campaign, TIMING_ROOT, &least, &most);
	if (isfinite(least))
		progress_note(&m->progress,
			      "root timing: the barrier that confirms the end took %s to %s us, which were subtracted; "
			      "each timing's part is in the store (send_seconds)",
			      microseconds_format(least, least_text, sizeof(least_text)),
			      microseconds_format(most, most_text, sizeof(most_text)));
	find_subtracted(&m->campaign, TIMING_ACKNOWLEDGED, &least, &most);
	if (isfinite(least))
		progress_note(
			&m->progress,
			"acknowledged timing: %zu broadcasts for each timing; the acknowledgement of who was last took "
			"%s to %s us, which were subtracted; each timing's part is in the store (send_seconds)",
			m->platform->processes, microseconds_format(least, least_text, sizeof(least_text)),
			microseconds_format(most, most_text, sizeof(most_text)));
	if (negative)
		progress_warn(&m->progress,
			      "%zu timings are below 0: these operations take less than barriers differ by; max and "
			      "global timing measure them",
			      negative);
}

enum status probing_searched(struct probing *p, enum status status, struct error *err)
{
	struct measurement *m = p->measurement;
	const struct prober *prober = &p->prober;
	double seconds =
		platform_now(m->platform) - p->begun.seconds - prober->preparing.seconds - prober->watching.seconds;
	size_t messages =
		m->platform->messages - p->begun.messages - prober->preparing.messages - prober->watching.messages;

	for (int kind = 0; kind < EXPERIMENT_KINDS; kind++) {
		seconds -= prober->spent[kind].seconds;
		messages -= prober->spent[kind].messages;
	}
	return status == OK ? measurement_part(m, "searching", seconds, messages, err) : status;
}

enum status probing_end(struct probing *p, enum status status, struct error *err)
{
	struct measurement *m = p->measurement;

	if (status == OK) /* a search may end with timings that no look has followed */
		status = tracking_close(&p->prober, err);
	if (status == OK)
		tell_subtracted(m);
	if (status == OK)
		measurement_tell_single(m, p->begun.seconds);
	if (status == OK && m->platform->discarded > 0)
		progress_note(&m->progress,
			      "%zu operations did not begin at the agreed time at every process; they were left out "
			      "and done again",
			      m->platform->discarded);
	if (status == OK)
		status = measurement_end(m, &p->prober, NULL, err);
	else
		tracking_stop(&p->prober);
	prober_release(&p->prober);
	return status;
}

double probing_spread(const struct measurement *m, double asked)
{
	const double part = 0.5; /* of the time until a deadline that may be passed a little */
	const struct measuring_options *o = m->options;
	double spread = platform_spread(m->platform);

	if (asked >= 0)
		return asked;
	if (measuring_counts(o) || (o->deadline > 0 && !o->lenient))
		return 0;
	return o->deadline > 0 ? fmax(0, fmin(spread, part * (o->deadline - platform_now(m->platform)))) : spread;
}

enum status probing_drop_warmup(struct measurement *m, bool *dropped, struct error *err)
{
	double excess = 0;
	size_t found = 0;
	enum status status = campaign_find_warmup(&m->campaign, &found, &excess, err);

	if (found)
		progress_note(&m->progress,
			      "the first %zu timings of each point were not yet warm, %.0f %% slower than the rest: "
			      "they are left out, and kept in the store",
			      found, 100 * excess);
	if (dropped)
		*dropped = found > 0;
	return status;
}
