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

/* Of the choices, by FNV-1a over their numbers: programs that differ may have the same. */
static uint64_t key_of(const struct traced_search *search)
{
	uint64_t key = UINT64_C(14695981039346656037);

	for (size_t s = 0; s < search->n_scopes; s++)
		key = (key ^ search->scopes[s].choice) * UINT64_C(1099511628211);
	return key;
}

static bool is_program(const struct traced_search *search, size_t program)
{
	const uint32_t *taken = search->taken + program * search->n_scopes;

	for (size_t s = 0; s < search->n_scopes; s++)
		if (taken[s] != search->scopes[s].choice)
			return false;
	return true;
}

/* Whether a program with these choices was simulated: *program. *key: it is kept by this, or is to be. */
static bool find_known(const struct traced_search *search, uint64_t *key, uint64_t *program)
{
	*key = key_of(search);
	while (lookup_get(&search->known, *key, program)) {
		if (is_program(search, *program))
			return true;
		++*key;
	}
	return false;
}

static enum status keep(struct traced_search *search, uint64_t key, double seconds, struct error *err)
{
	size_t n = search->n_scopes, i = search->n_times;
	double *times = memory_grow(search->times, &search->time_capacity, i + 1, sizeof(*times));
	uint32_t *taken = memory_grow(search->taken, &search->taken_capacity, (i + 1) * n, sizeof(*taken));

	search->times = times ? times : search->times;
	search->taken = taken ? taken : search->taken;
	if (!times || !taken || !lookup_put(&search->known, key, i))
		return error_memory(err, "the times of programs");
	for (size_t s = 0; s < n; s++)
		taken[i * n + s] = (uint32_t)search->scopes[s].choice;
	times[search->n_times++] = seconds;
	return OK;
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

bool search_recall(const struct traced_search *search, double *seconds)
{
	uint64_t key, program;
	bool known = find_known(search, &key, &program);

	if (known)
		*seconds = search->times[program];
	return known;
}

enum status search_program(struct traced_search *search, double *seconds, struct error *err)
{
	uint64_t key, program;

	if (find_known(search, &key, &program)) {
		*seconds = search->times[program];
		return OK;
	}
	set_choices(search);
	TRY(simulate_program(search, seconds, err));
	return search->n_scopes > 0 ? keep(search, key, *seconds, err) : OK;
}
