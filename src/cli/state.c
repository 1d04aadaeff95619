#include "cli/state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { RUNS = 8, TEXT_MOST = 200 };

enum status state_add(struct campaign *state, int from, int to, size_t bytes, double seconds, struct error *err)
{
	const struct experiment trip = {
		.kind = EXPERIMENT_ROUNDTRIP, .from = from, .to = to, .bytes = bytes, .count = 1, .loop = 1};
	struct sample *sample = campaign_point(state, &trip, err);

	if (!sample)
		return ERR_MEMORY;
	if (sample->n == 0)
		return sample_add(sample, &(struct observation){.seconds = seconds, .send_seconds = NAN}, 1, err);
	sample->observations[0].seconds = fmin(sample->observations[0].seconds, seconds);
	return OK;
}

/* The circumstance that holds the state of a pair: "state 0:1". */
static void name_fact(char *name, int from, int to)
{
	snprintf(name, TEXT_MOST, "state %d:%d", from, to);
}

enum status state_store(struct store *store, int64_t run, const struct watch *watch, struct error *err)
{
	char name[TEXT_MOST], text[TEXT_MOST];
	size_t used = 0;

	for (size_t i = 0; i < watch->n && watch->looks > 0 && isfinite(watch->quickest[i]); i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%zu=%.9g", used ? " " : "",
					 watch->sentinels[i].bytes, watch->quickest[i]);
	if (used == 0)
		return OK;
	name_fact(name, watch->sentinels[0].from, watch->sentinels[0].to);
	return store_set_fact(store, run, name, text, err);
}

/* Adds a state as state_store wrote it. */
static enum status read_state(const char *text, int from, int to, struct campaign *state, struct error *err)
{
	enum status status = OK;
	size_t bytes;
	double seconds;
	int length;

	while (status == OK && sscanf(text, "%zu=%lf%n", &bytes, &seconds, &length) == 2 && seconds > 0) {
		status = state_add(state, from, to, bytes, seconds, err);
		text += length;
	}
	return status;
}

enum status state_usual(struct store *store, const struct circumstances *here, int from, int to, struct campaign *state,
			struct error *err)
{
	struct run *runs = NULL;
	size_t n = 0, known = 0;
	char name[TEXT_MOST];
	enum status status = store_runs(store, &runs, &n, err);

	name_fact(name, from, to);
	for (size_t i = n; status == OK && i > 0 && known < RUNS; i--) {
		char *text = NULL;

		if (!runs[i - 1].ended || !circumstances_same_platform(&runs[i - 1].circumstances, here))
			continue;
		status = store_fact(store, runs[i - 1].id, name, &text, err);
		if (status == OK && text) {
			status = read_state(text, from, to, state, err);
			known++;
		}
		free(text);
	}
	for (size_t i = 0; i < n; i++)
		run_release(&runs[i]);
	free(runs);
	return status;
}
