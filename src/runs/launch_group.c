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

	if (runs)
		group->runs = runs;
	campaigns = runs ? realloc(group->campaigns, (group->n + n + 1) * sizeof(*campaigns)) : NULL;
	if (!campaigns)
		return error_memory(err, "a group of runs");
	group->campaigns = campaigns;
	memset(&group->runs[group->n], 0, n * sizeof(*runs));
	memset(&group->campaigns[group->n], 0, n * sizeof(*campaigns));
	return OK;
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
	status = store_load(store, run->id, &group->campaigns[group->n - 1], err);
	if (status == OK)
		run_drop_warmup(run, &group->campaigns[group->n - 1]);
	return status;
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

enum status launch_group_others(struct store *store, const struct launch_group groups[2], size_t most,
				struct launch_group *others, struct error *err)
{
	const struct run *first = &groups[0].runs[0];
	struct run *runs = NULL;
	size_t n = 0;
	enum status status = store_runs(store, &runs, &n, err);

	*others = (struct launch_group){.n = 0};
	for (size_t i = n; status == OK && i-- > 0 && others->n < most;) {
		const struct run *run = &runs[i];

		if (run->ended && run->machine != MACHINE_CHANGED && !is_in(&groups[1], run->id) &&
		    purpose_same(&run->purpose, &first->purpose) &&
		    circumstances_same_platform(&run->circumstances, &first->circumstances))
			status = add(store, NULL, run->id, others, err);
	}
	free_runs(runs, n);
	return status;
}

void launch_group_release(struct launch_group *group)
{
	for (size_t i = 0; i < group->n; i++)
		campaign_release(&group->campaigns[i]);
	if (group->runs)
		free_runs(group->runs, group->n);
	free(group->campaigns);
	*group = (struct launch_group){.n = 0};
}
