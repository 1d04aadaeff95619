#include "runs/run_states.h"

#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A state of a launch. */
struct entry {
	const struct run_level *level;
	size_t launch;
	bool main;
};

/* States of launches that are alike. */
struct alike_states {
	size_t first, n; /* entries */
	size_t sides[2]; /* launches of either that have it */
	size_t mains;
	double share;
};

static int by_level(const void *one, const void *other)
{
	double a = ((const struct entry *)one)->level->seconds, b = ((const struct entry *)other)->level->seconds;

	return (a > b) - (a < b);
}

static size_t list_entries(const struct run_states *launches, size_t n, struct entry *entries)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < launches[i].n; k++)
			entries[count++] = (struct entry){&launches[i].of[k], i, k == 0};
	qsort(entries, count, sizeof(*entries), by_level);
	return count;
}

static bool has_launch(const struct entry *entries, const struct alike_states *group, size_t launch)
{
	for (size_t i = group->first; i < group->first + group->n; i++)
		if (entries[i].launch == launch)
			return true;
	return false;
}

/* The group that begins with the entry first. */
static struct alike_states group_from(const struct entry *entries, size_t n, size_t first, const size_t *sides)
{
	struct alike_states group = {.first = first};

	for (size_t i = first;
	     i < n && (i == first || run_levels_alike(entries[i - 1].level->seconds, entries[i].level->seconds)); i++) {
		group.sides[sides[entries[i].launch]] += !has_launch(entries, &group, entries[i].launch);
		group.mains += entries[i].main;
		group.share += entries[i].level->share;
		group.n++;
	}
	return group;
}

static bool has_name(const struct entry *entries, const struct alike_states *group, const char *name)
{
	for (size_t i = group->first; i < group->first + group->n; i++)
		if (strcmp(entries[i].level->name, name) == 0)
			return true;
	return false;
}

static bool is_better(const struct alike_states *a, const struct alike_states *b)
{
	size_t has_a = a->sides[0] + a->sides[1], has_b = b->sides[0] + b->sides[1];

	if (has_a != has_b)
		return has_a > has_b;
	return a->mains != b->mains ? a->mains > b->mains : a->share > b->share;
}

/* The best group that both sides have, of this name if there is one; n 0: none. */
static struct alike_states best_group(const struct entry *entries, size_t n, const size_t *sides, const char *name)
{
	struct alike_states best = {.n = 0};

	for (size_t first = 0; first < n;) {
		struct alike_states group = group_from(entries, n, first, sides);

		first += group.n;
		if (group.sides[0] > 0 && group.sides[1] > 0 && (!name || has_name(entries, &group, name)) &&
		    (best.n == 0 || is_better(&group, &best)))
			best = group;
	}
	return best;
}

static void take(const struct entry *entries, const struct alike_states *group, struct state_choice *choice)
{
	choice->low = entries[group->first].level->seconds;
	choice->high = entries[group->first + group->n - 1].level->seconds;
	choice->mains = group->mains;
	choice->left_out = choice->known - group->sides[0] - group->sides[1];
	for (size_t i = group->first; i < group->first + group->n && !*choice->name; i++)
		snprintf(choice->name, sizeof(choice->name), "%s", entries[i].level->name);
}

static enum status refuse(const struct run_states *launches, size_t n, const char *name, struct error *err)
{
	char names[200] = "main";

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < launches[i].n; k++)
			if (*launches[i].of[k].name && !strstr(names, launches[i].of[k].name))
				snprintf(names + strlen(names), sizeof(names) - strlen(names), ", %s",
					 launches[i].of[k].name);
	return error_set(err, ERR_INPUT,
			 "both sides do not have a state \"%.40s\" of the machine: the states of these runs are %s",
			 name, names);
}

static bool mains_alike(const struct run_states *launches, size_t n)
{
	const struct run_level *first = NULL;

	for (size_t i = 0; i < n; i++) {
		if (launches[i].n == 0)
			continue;
		first = first ? first : &launches[i].of[0];
		if (!run_levels_alike(first->seconds, launches[i].of[0].seconds))
			return false;
	}
	return true;
}

enum status run_states_choose(const struct run_states *launches, const size_t *sides, size_t n, const char *name,
			      struct state_choice *choice, struct error *err)
{
	bool of_main = name && strcmp(name, "main") == 0;
	struct entry *entries = calloc(n * RUN_LEVELS_MOST + 1, sizeof(*entries));
	struct alike_states best = {.n = 0};
	size_t count;

	*choice = (struct state_choice){.asked = of_main};
	if (!entries)
		return error_memory(err, "the states of the machine");
	count = list_entries(launches, n, entries);
	for (size_t i = 0; i < n; i++) {
		choice->known += launches[i].n > 0;
		choice->several = choice->several || launches[i].n > 1;
	}
	if (!of_main)
		best = best_group(entries, count, sides, name);
	if (best.n > 0)
		take(entries, &best, choice);
	else
		choice->apart = !mains_alike(launches, n);
	free(entries);
	return name && !of_main && best.n == 0 ? refuse(launches, n, name, err) : OK;
}

int run_states_number(const struct run_states *launch, const struct state_choice *choice)
{
	if (launch->n == 0 || !(choice->high > 0))
		return 0;
	for (size_t k = 0; k < launch->n; k++)
		if (launch->of[k].seconds >= choice->low && launch->of[k].seconds <= choice->high)
			return (int)k;
	return STATE_NONE;
}

const char *state_choice_text(const struct state_choice *choice, char *text, size_t room)
{
	char low[32], high[32], rest[120] = "";

	text[0] = '\0';
	microseconds_format(choice->low, low, sizeof(low));
	microseconds_format(choice->high, high, sizeof(high));
	if (choice->left_out > 0)
		snprintf(rest, sizeof(rest), "; the machine was not in it in %zu launch%s, left out", choice->left_out,
			 choice->left_out == 1 ? "" : "es");
	if (choice->high > 0 && (choice->several || choice->left_out > 0))
		snprintf(text, room,
			 "compared in the state%s%s%s in which an empty round trip takes %s to %s us, the main one of "
			 "%zu of %zu launches%s",
			 *choice->name ? " \"" : "", choice->name, *choice->name ? "\"" : "", low, high, choice->mains,
			 choice->known, rest);
	else if (choice->apart)
		snprintf(
			text, room,
			"main states are compared, in which empty round trips do not take equally long: no other state "
			"of the machine is common to both sides");
	else if (choice->several)
		snprintf(text, room, "main states are compared");
	return text;
}
