/* The whole program with the choices at hand. */
#include "tune/traced/search.h"

#include "base/memory.h"
#include "simulate/simulate.h"
#include "simulate/source.h"

#include <math.h>

static void set_choices(struct traced_search *search)
{
	for (size_t s = 0; s < search->n_scopes; s++)
		search->choice[s] =
			&search->tasks.list[search->scopes[s].task].candidates.list[search->scopes[s].choice];
	search->calls.choice = search->n_scopes > 0 ? search->choice : NULL;
}

/* Of the choices, by FNV-1a over their numbers: programs that differ have the same with a probability of 2^-64. */
static uint64_t key_of(const struct traced_search *search)
{
	uint64_t key = UINT64_C(14695981039346656037);

	for (size_t s = 0; s < search->n_scopes; s++)
		key = (key ^ search->scopes[s].choice) * UINT64_C(1099511628211);
	return key;
}

static enum status simulate_program(struct traced_search *search, double *seconds, struct error *err)
{
	struct replay_options options = search->options->replay;
	struct simulation found = {.record = false};
	struct replay *replay = NULL;
	struct replay_rules rules;
	struct replay_watch watch;
	struct program_source source;
	enum status status;

	traced_calls_decide(&search->calls, &rules);
	traced_calls_watch(&search->calls, &watch);
	options.rules = &rules;
	status = replay_open(&replay, search->options->trace, &options, err);
	if (status != OK)
		return status;
	if (search->calls.collecting)
		replay_watch(replay, &watch);
	source = replay_source(replay);
	status = simulate_source(&source, search->options->costs, &found, err);
	if (status == OK && search->calls.failed)
		status = error_memory(err, "the operations of a trace");
	*seconds = found.seconds;
	search->operations = found.operations;
	for (int p = 0; p < replay_found(replay)->processes; p++)
		search->recorded = fmax(search->recorded, replay_found(replay)->recorded[p]);
	simulation_release(&found);
	replay_free(replay);
	search->programs++;
	return status;
}

enum status search_program(struct traced_search *search, double *seconds, struct error *err)
{
	uint64_t key = key_of(search), index;
	double *grown;
	enum status status;

	if (lookup_get(&search->known, key, &index)) {
		*seconds = search->times[index];
		return OK;
	}
	set_choices(search);
	status = simulate_program(search, seconds, err);
	if (status != OK || search->n_scopes == 0)
		return status;
	grown = memory_grow(search->times, &search->time_capacity, search->n_times + 1, sizeof(*grown));
	if (grown)
		search->times = grown;
	if (!grown || !lookup_put(&search->known, key, search->n_times))
		return error_memory(err, "the times of programs");
	search->times[search->n_times++] = *seconds;
	return OK;
}
