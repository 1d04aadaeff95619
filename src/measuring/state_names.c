#include "measuring/state_names.h"

#include "model/states.h"
#include "probe/levels.h"

#include <string.h>

/* known: the states of earlier runs, of which some may get a name. */
static size_t find(const struct tracking *t, struct run_level *known, size_t n_known,
		   struct run_level levels[RUN_LEVELS_MOST])
{
	if (!levels_are_states(t))
		return 0;
	for (size_t k = 0; k < t->levels.n; k++)
		levels[k] = (struct run_level){.from = t->sentinel.from,
					       .to = t->sentinel.to,
					       .seconds = t->levels.of[k].value,
					       .share = t->levels.of[k].share};
	machine_states_name(levels, t->levels.n, known, n_known);
	return t->levels.n;
}

size_t state_names_find(const struct tracking *t, const struct history *history,
			struct run_level levels[RUN_LEVELS_MOST])
{
	struct run_level known[MACHINE_STATES_KNOWN];

	memcpy(known, history->known, sizeof(known));
	return find(t, known, history->n_known, levels);
}

void state_names_earlier(const struct tracking *t, const struct history *history, double seconds, char name[LEVEL_NAME])
{
	struct run_level known[MACHINE_STATES_KNOWN], levels[RUN_LEVELS_MOST];

	memcpy(known, history->known, sizeof(known));
	find(t, known, history->n_known, levels);
	name[0] = '\0';
	for (size_t k = 0; k < history->n_known; k++)
		if (sentinels_alike(known[k].seconds, seconds))
			memcpy(name, known[k].name, LEVEL_NAME);
}

size_t state_names_settle(const struct tracking *t, struct history *history, struct run_level levels[RUN_LEVELS_MOST])
{
	size_t n = find(t, history->known, history->n_known, levels);
	struct run_level main;

	if (n == 0)
		return 0;
	main = levels[t->main];
	for (size_t k = t->main; k > 0; k--)
		levels[k] = levels[k - 1];
	levels[0] = main;
	return n;
}
