#include "measuring/measured_states.h"

#include "measuring/state_names.h"
#include "probe/tracked.h"
#include "sample/warmup.h"

#include <string.h>

enum status measured_states_find(const struct measurement *m, const struct prober *prober,
				 struct measured_states *states, struct error *err)
{
	const struct tracking *t = &prober->tracking;
	struct run_level levels[RUN_LEVELS_MOST];
	enum status status = OK;

	*states = (struct measured_states){.n = state_names_find(t, &m->history, levels)};
	if (states->n == 0)
		return OK;
	states->levels[0] = levels[t->main];
	for (size_t k = 0, i = 1; status == OK && k < states->n; k++) {
		if (k == t->main)
			continue;
		states->levels[i] = levels[k];
		status = tracked_campaign(t, k, &states->campaigns[i], err);
		if (status == OK)
			status = campaign_find_warmup(&states->campaigns[i], NULL, NULL, err);
		i++;
	}
	return status;
}

void measured_states_release(struct measured_states *states)
{
	for (size_t i = 0; i < states->n; i++)
		campaign_release(&states->campaigns[i]);
	states->n = 0;
}

size_t measured_states_index(const struct measured_states *states, const char *name)
{
	if (strcmp(name, "main") == 0)
		return 0;
	for (size_t i = 0; i < states->n; i++)
		if (strcmp(states->levels[i].name, name) == 0)
			return i;
	return states->n;
}
