#include "runs/launch_group.h"

#include "runs/run_reduction.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_ROOM = 256 };

/* Room for n more runs; zero-initialised. */
static enum status make_room(struct launch_group *group, size_t n, struct error *err)
{
	struct run *runs = realloc(group->runs, (group->n + n + 1) * sizeof(*runs));
	struct campaign *campaigns;
	struct run_states *states;

	if (runs)
		group->runs = runs;
	campaigns = runs ? realloc(group->campaigns, (group->n + n + 1) * sizeof(*campaigns)) : NULL;
	if (campaigns)
		group->campaigns = campaigns;
	states = campaigns ? realloc(group->states, (group->n + n + 1) * sizeof(*states)) : NULL;
	if (!states)
		return error_memory(err, "a group of runs");
	group->states = states;
	memset(&group->states[group->n], 0, n * sizeof(*states));
	memset(&group->runs[group->n], 0, n * sizeof(*runs));
	memset(&group->campaigns[group->n], 0, n * sizeof(*campaigns));
	return OK;
}

/* Loads what launch i has of a state of the machine. */
static enum status load(struct store *store, struct launch_group *group, size_t i, int state, struct error *err)
{
	campaign_release(&group->campaigns[i]);
	TRY(store_load_state(store, group->runs[i].id, state, &group->campaigns[i], err));
	return run_drop_warmup(&group->runs[i], &group->campaigns[i], err);
}

static void leave_out(struct launch_group *group, size_t i)
{
	run_release(&group->runs[i]);
	campaign_release(&group->campaigns[i]);
	group->n--;
	memmove(&group->runs[i], &group->runs[i + 1], (group->n - i) * sizeof(*group->runs));
	memmove(&group->campaigns[i], &group->campaigns[i + 1], (group->n - i) * sizeof(*group->campaigns));
	memmove(&group->states[i], &group->states[i + 1], (group->n - i) * sizeof(*group->states));
}

/* Takes each launch in the state that was chosen; what was loaded is of main ones. */
static enum status take_state(struct store *store, struct launch_group *group, const struct state_choice *choice,
			      struct error *err)
{
	enum status status = OK;

	for (size_t i = group->n; status == OK && i-- > 0;) {
		int number = run_states_number(&group->states[i], choice);

		if (number == STATE_NONE)
			leave_out(group, i);
		else if (number > 0)
			status = load(store, group, i, number, err);
	}
	return status;
}

/* Takes names off the states of launches that are not of the platform and the pair of the first one that has any. */
static void localise(const struct launch_group *reference, struct launch_group *group)
{
	size_t first = 0;

	while (first < reference->n && reference->states[first].n == 0)
		first++;
	for (size_t i = 0; first < reference->n && i < group->n; i++) {
		const struct run_level *level = &reference->states[first].of[0];

		run_states_localise(&group->states[i],
				    circumstances_same_platform(&group->runs[i].circumstances,
								&reference->runs[first].circumstances),
				    level->from, level->to);
	}
}

/* The states of all launches of both groups, and on which side each is; both for the caller to free. */
static enum status join_states(const struct launch_group groups[2], struct run_states **states, size_t **sides,
			       struct error *err)
{
	size_t n = groups[0].n + groups[1].n;

	*states = calloc(n + 1, sizeof(**states));
	*sides = calloc(n + 1, sizeof(**sides));
	for (size_t i = 0; *states && *sides && i < n; i++) {
		(*sides)[i] = i >= groups[0].n;
		(*states)[i] = groups[(*sides)[i]].states[i - ((*sides)[i] ? groups[0].n : 0)];
	}
	return *states && *sides ? OK : error_memory(err, "the states of the machine");
}

enum status launch_groups_choose(struct store *store, struct launch_group groups[2], const char *state,
				 struct state_choice *choice, struct error *err)
{
	struct run_states *states;
	size_t *sides;
	enum status status;

	localise(&groups[0], &groups[1]);
	localise(&groups[0], &groups[0]);
	status = join_states(groups, &states, &sides, err);
	if (status == OK)
		status = run_states_choose(states, sides, groups[0].n + groups[1].n, state, choice, err);
	free(states);
	free(sides);
	for (size_t k = 0; status == OK && k < 2; k++)
		status = take_state(store, &groups[k], choice, err);
	return status;
}

static bool is_listed(char names[][LEVEL_NAME], size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

size_t launch_groups_states(struct launch_group groups[2], char names[][LEVEL_NAME], size_t most)
{
	size_t n = 0, *sides;
	struct run_states *states;
	enum status status;

	localise(&groups[0], &groups[1]);
	localise(&groups[0], &groups[0]);
	status = join_states(groups, &states, &sides, NULL);

	for (size_t i = 0; status == OK && i < groups[0].n + groups[1].n; i++)
		for (size_t k = 0; k < states[i].n; k++) {
			const char *name = states[i].of[k].name;
			struct state_choice choice;

			if (n < most && *name && !is_listed(names, n, name) &&
			    run_states_choose(states, sides, groups[0].n + groups[1].n, name, &choice, NULL) == OK)
				memcpy(names[n++], name, LEVEL_NAME);
		}
	free(states);
	free(sides);
	return n;
}

/* Adds the run of this name or number; of this id if there is no name. */
static enum status add(struct store *store, const char *name, int64_t id, struct launch_group *group, struct error *err)
{
	enum status status = make_room(group, 1, err);
	struct run *run = status == OK ? &group->runs[group->n] : NULL;

	if (status == OK)
		status = name ? store_find(store, name, run, err) : store_run(store, id, run, err);
	if (status != OK)
		return status;
	group->n++;
	status = store_levels(store, run->id, group->states[group->n - 1].of, &group->states[group->n - 1].n, err);
	return status == OK ? load(store, group, group->n - 1, 0, err) : status;
}

static void free_runs(struct run *runs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		run_release(&runs[i]);
	free(runs);
}

/* Adds the ended runs whose names are like the pattern, oldest first. */
static enum status add_like(struct store *store, const char *pattern, struct launch_group *group, struct error *err)
{
	struct run *runs = NULL;
	size_t n = 0, before = group->n;
	enum status status = store_runs(store, &runs, &n, err);

	for (size_t i = 0; status == OK && i < n; i++)
		if (runs[i].ended && fnmatch(pattern, runs[i].name, 0) == 0)
			status = add(store, NULL, runs[i].id, group, err);
	if (status == OK && group->n == before)
		status = error_set(err, ERR_INPUT, "no run that has ended has a name like '%s'", pattern);
	free_runs(runs, n);
	return status;
}

enum status launch_group_find(struct store *store, const char *name, struct launch_group *group, struct error *err)
{
	struct error whole = {0};
	enum status status;

	*group = (struct launch_group){.name = name};
	status = add(store, name, 0, group, &whole);
	if (status == OK || !strpbrk(name, ",*?["))
		return status == OK ? OK : error_set(err, whole.status, "%s", whole.text);
	status = OK;
	for (const char *part = name; status == OK; part += strcspn(part, ",") + 1) {
		char one[NAME_ROOM];

		snprintf(one, sizeof(one), "%.*s", (int)strcspn(part, ","), part);
		status = strpbrk(one, "*?[") ? add_like(store, one, group, err) : add(store, one, 0, group, err);
		if (!part[strcspn(part, ",")])
			break;
	}
	return status;
}

enum status launch_groups_check(const struct launch_group groups[2], struct error *err)
{
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < groups[k].n; i++)
			for (size_t l = 0; l <= k; l++)
				for (size_t j = 0; j < (l == k ? i : groups[l].n); j++)
					if (groups[k].runs[i].id == groups[l].runs[j].id)
						return error_set(err, ERR_INPUT,
								 "the run '%s' is named twice: launches are held "
								 "against others",
								 groups[k].runs[i].name);
	return OK;
}

static bool is_in(const struct launch_group *group, int64_t id)
{
	for (size_t i = 0; i < group->n; i++)
		if (group->runs[i].id == id)
			return true;
	return false;
}

enum status launch_group_others(struct store *store, const struct launch_group groups[2],
				const struct state_choice *choice, int64_t newest, size_t most,
				struct launch_group *others, size_t *all, struct error *err)
{
	const struct run *first = &groups[0].runs[0];
	struct run *runs = NULL;
	size_t n = 0;
	enum status status = store_runs(store, &runs, &n, err);

	*others = (struct launch_group){.n = 0};
	*all = 0;
	for (size_t i = n; status == OK && i-- > 0 && others->n < most;) {
		const struct run *run = &runs[i];

		if (!run->ended || run->id > newest || is_in(&groups[1], run->id) ||
		    !purpose_same(&run->purpose, &first->purpose) ||
		    !circumstances_same_platform(&run->circumstances, &first->circumstances))
			continue;
		*all += !is_in(&groups[0], run->id);
		status = add(store, NULL, run->id, others, err);
		if (status == OK && run->machine == MACHINE_CHANGED && others->states[others->n - 1].n == 0)
			leave_out(others, others->n - 1);
	}
	free_runs(runs, n);
	localise(&groups[0], others);
	return status == OK ? take_state(store, others, choice, err) : status;
}

void launch_group_release(struct launch_group *group)
{
	for (size_t i = 0; i < group->n; i++)
		campaign_release(&group->campaigns[i]);
	if (group->runs)
		free_runs(group->runs, group->n);
	free(group->campaigns);
	free(group->states);
	*group = (struct launch_group){.n = 0};
}
