#include "measuring/provenance.h"

#include "measuring/machine_state.h"
#include "probe/levels.h"

#include <math.h>
#include <string.h>

static const struct {
	const char *bytes, *seconds;
} state_facts[WATCH_SENTINELS] = {{"sentinel_bytes", "sentinel_seconds"},
				  {"large_sentinel_bytes", "large_sentinel_seconds"}};

static enum status add_sentinel(struct model *model, const struct watch *watch, size_t i, struct error *err)
{
	TRY(model_fact_number(model, state_facts[i].bytes, (double)watch->sentinels[i].bytes, err));
	return model_fact_number(model, state_facts[i].seconds, watch->level[i], err);
}

enum status provenance_add(struct model *model, const struct estimate_options *o, const struct circumstances *c,
			   const struct prober *prober, double seconds, int64_t run, struct error *err)
{
	const struct {
		const char *name, *text;
	} texts[] = {
		{"method", o->method->name}, {"statistic", statistic_name(o->probe.stopping.statistic)},
		{"platform", c->platform},   {"library", c->library},
		{"started", c->started},     {"version", c->version},
		{"command", c->command},     {"buffers", c->buffers},
	};
	const struct {
		const char *name;
		double number;
	} numbers[] = {
		{"from", o->pair.from},
		{"to", o->pair.to},
		{"confidence", o->confidence},
		{"epsilon", o->sizes.epsilon},
		{"seed", (double)o->probe.seed},
		{"long_bytes", (double)o->long_size},
		{"unsaturated_trains", (double)prober->unsaturated},
		{"made_of_two_states", prober->watch.gives_up},
		{"measuring_seconds", seconds},
	};
	char crowded[CIRCUMSTANCES_CROWDED_ROOM], hosts[CIRCUMSTANCES_PAIR_ROOM];
	enum status status = OK;

	if (circumstances_crowded_text(c, crowded, sizeof(crowded)))
		status = model_fact_text(model, MODEL_CROWDED, crowded, err);
	if (status == OK && circumstances_pair_hosts(c, o->pair.from, o->pair.to, hosts, sizeof(hosts)))
		status = model_fact_text(model, MODEL_HOSTS, hosts, err);
	if (status == OK && run > 0)
		status = model_fact_number(model, MODEL_RUN, (double)run, err);
	for (size_t i = 0; status == OK && i < sizeof(texts) / sizeof(texts[0]); i++)
		status = texts[i].text && texts[i].text[0] ? model_fact_text(model, texts[i].name, texts[i].text, err)
							   : OK;
	for (size_t i = 0; status == OK && i < sizeof(numbers) / sizeof(numbers[0]); i++)
		status = model_fact_number(model, numbers[i].name, numbers[i].number, err);
	for (size_t i = 0; status == OK && i < prober->watch.n; i++)
		if (!prober->tracking.on || levels_are_states(&prober->tracking))
			status = add_sentinel(model, &prober->watch, i, err);
	return status;
}

enum status provenance_state(const struct model *model, struct link link, struct campaign *state, struct error *err)
{
	enum status status = OK;

	for (size_t i = 0; status == OK && i < WATCH_SENTINELS; i++) {
		const struct fact *bytes = model_fact(model, state_facts[i].bytes),
				  *seconds = model_fact(model, state_facts[i].seconds);

		if (bytes && !bytes->text && bytes->number >= 0 && seconds && !seconds->text && seconds->number > 0)
			status = machine_state_add(
				state,
				&(struct experiment){.from = link.from, .to = link.to, .bytes = (size_t)bytes->number},
				seconds->number, err);
	}
	return status;
}

void provenance_tell_crowded(const struct circumstances *c, const struct progress *progress)
{
	char crowded[CIRCUMSTANCES_CROWDED_ROOM];

	if (circumstances_crowded_text(c, crowded, sizeof(crowded)))
		progress_warn(progress, "%s: what is measured is also how the operating system shares them", crowded);
	if (c->yielding)
		progress_note(
			progress,
			"processes outnumber CPUs, and this MPI library keeps a CPU while it waits: %zu processes "
			"are made to yield theirs",
			c->yielding);
}

void provenance_tell_one_host(const struct circumstances *c, const struct progress *progress)
{
	for (size_t i = 0; i < c->processes; i++)
		if (!c->hosts || !c->hosts[i] || strcmp(c->hosts[i], c->hosts[0]) != 0)
			return;
	if (c->processes > 0 && c->platform && strcmp(c->platform, "mpi") == 0)
		progress_note(progress,
			      "all %zu processes run on one host, %s: L and 1/beta are those of its memory, not of a "
			      "network; processes that share its CPUs are alike",
			      c->processes, c->hosts[0]);
}
