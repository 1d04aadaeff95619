#include "cli/measuring.h"

#include "cli/state.h"
#include "estimate/verdict.h"
#include "sample/reduce.h"

#include <math.h>

static const double another_state = 0.15;

/* s; NAN without memory, which then is no other state. */
static double sample_median(const struct sample *sample)
{
	return sample_reduce(sample, &(struct reduce_rule){.statistic = STATISTIC_MEDIAN, .confidence = 0.95}).median;
}

/* Tells the watch that a resumed run's parts are of two states, if they are. */
static void join(const struct measuring *m, struct watch *watch, double patience)
{
	for (size_t i = 0; m->resumed && i < watch->n; i++) {
		const struct sample *sample = campaign_find(&m->before, &watch->sentinels[i]);
		double first = sample ? sample_median(sample) : NAN;

		if (!watch->gives_up && fabs(watch->level[i] - first) > another_state * first) {
			watch->gives_up = true;
			watch->waited = patience;
		}
	}
}

void measuring_join(const struct measuring *m, struct prober *prober)
{
	join(m, &prober->watch, m->patience);
}
enum status measuring_end(struct measuring *m, const struct prober *prober, const struct moved *moved,
			  struct error *err)
{
	struct watch watch = prober->watch;
	struct verdict_on_machine verdict;
	enum status status = OK;

	join(m, &watch, m->patience);
	verdict = verdict_find(&watch, measuring_usual(m), moved);
	for (int kind = 0; status == OK && kind < EXPERIMENT_KINDS; kind++)
		if (prober->spent[kind].messages)
			status = store_part(m->store, m->run, experiment_name((enum experiment_kind)kind),
					    prober->spent[kind].seconds, prober->spent[kind].messages, err);
	if (status == OK)
		status = store_part(m->store, m->run, "preparing", prober->preparing.seconds,
				    prober->preparing.messages, err);
	if (status == OK)
		status = store_part(m->store, m->run, "watching", prober->watching.seconds, prober->watching.messages,
				    err);
	progress_note(&m->progress, "%s", verdict.text);
	if (status == OK)
		status = state_store(m->store, m->run, &watch, err);
	if (status == OK)
		status = store_set_fact(m->store, m->run, FACT_MACHINE,
					verdict.changed ? VERDICT_CHANGED : VERDICT_STAYED, err);
	return status == OK ? store_end(m->store, m->run, err) : status;
}
