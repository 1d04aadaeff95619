#include "runs/run_states.h"

#include "base/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A state of a launch that no launch has a name for. */
struct entry {
	double seconds;
	size_t launch;
};

/* What launches have of a pooled state. */
struct tally {
	size_t sides[2]; /* launches of either that have it */
	size_t mains;
	double share, low, high;
};

static size_t pooled_of_name(const struct state_choice *choice, const char *name)
{
	size_t s = 0;

	while (s < choice->n && strcmp(choice->of[s].name, name) != 0)
		s++;
	return s;
}

static double centre(const struct pooled_state *pooled)
{
	return sqrt(pooled->low * pooled->high);
}

static bool is_near(const struct pooled_state *pooled, double seconds)
{
	return run_levels_alike(seconds, fmin(fmax(seconds, pooled->low), pooled->high));
}

/* Whether state k of the launch may be the pooled state s beside those that have a place. */
static bool keeps_order(const struct run_states *launch, const struct state_choice *choice, const size_t *place,
			size_t k, size_t s)
{
	for (size_t j = 0; j < launch->n; j++) {
		if (place[j] >= choice->n)
			continue;
		if (place[j] == s || (launch->of[j].seconds < launch->of[k].seconds) !=
					     (centre(&choice->of[place[j]]) < centre(&choice->of[s])))
			return false;
	}
	return true;
}

/* Gives the launch's states that have no place the pooled ones near them, the nearest first; named: only those with a
 * name, to states without one. */
static void place_near(const struct run_states *launch, const struct state_choice *choice, bool named, size_t *place)
{
	size_t state = 0, found = 0;

	while (state < launch->n) {
		double least = INFINITY;

		state = launch->n;
		for (size_t k = 0; k < launch->n; k++)
			for (size_t s = 0; s < choice->n; s++) {
				double apart = fabs(log(launch->of[k].seconds / centre(&choice->of[s])));

				if (place[k] < choice->n || (*choice->of[s].name != '\0') != named ||
				    (named && *launch->of[k].name) || apart >= least ||
				    !is_near(&choice->of[s], launch->of[k].seconds) ||
				    !keeps_order(launch, choice, place, k, s))
					continue;
				least = apart;
				state = k;
				found = s;
			}
		if (state < launch->n)
			place[state] = found;
	}
}

/* Which pooled state each of the launch is; choice->n: none. */
static void find_places(const struct run_states *launch, const struct state_choice *choice, size_t *place)
{
	for (size_t k = 0; k < launch->n; k++)
		place[k] = *launch->of[k].name ? pooled_of_name(choice, launch->of[k].name) : choice->n;
	place_near(launch, choice, true, place);
	place_near(launch, choice, false, place);
}

/* Adds a level to the pooled state s; s: choice->n: to a new one. */
static void widen(struct state_choice *choice, size_t s, const char *name, double seconds)
{
	if (s == POOLED_STATES_MOST)
		return;
	if (s == choice->n) {
		choice->of[choice->n] = (struct pooled_state){.low = seconds, .high = seconds};
		snprintf(choice->of[choice->n++].name, LEVEL_NAME, "%s", name);
	}
	choice->of[s].low = fmin(choice->of[s].low, seconds);
	choice->of[s].high = fmax(choice->of[s].high, seconds);
}

static int by_level(const void *one, const void *other)
{
	double a = ((const struct entry *)one)->seconds, b = ((const struct entry *)other)->seconds;

	return (a > b) - (a < b);
}

/* States that no name is known of, from the quickest; room for all. */
static size_t list_nameless(const struct run_states *launches, size_t n, const struct state_choice *choice,
			    struct entry *entries)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		size_t place[RUN_LEVELS_MOST];

		find_places(&launches[i], choice, place);
		for (size_t k = 0; k < launches[i].n; k++)
			if (!*launches[i].of[k].name && place[k] == choice->n)
				entries[count++] = (struct entry){launches[i].of[k].seconds, i};
	}
	qsort(entries, count, sizeof(*entries), by_level);
	return count;
}

static bool has_launch(const struct entry *entries, size_t n, size_t launch)
{
	for (size_t i = 0; i < n; i++)
		if (entries[i].launch == launch)
			return true;
	return false;
}

/* Pools states by their names, and those that are left, without one, by their levels. */
static enum status pool_states(const struct run_states *launches, size_t n, struct state_choice *choice,
			       struct error *err)
{
	struct entry *entries = calloc(n * RUN_LEVELS_MOST + 1, sizeof(*entries));
	size_t count, first = 0;

	if (!entries)
		return error_memory(err, "the states of the machine");
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < launches[i].n; k++)
			if (*launches[i].of[k].name)
				widen(choice, pooled_of_name(choice, launches[i].of[k].name), launches[i].of[k].name,
				      launches[i].of[k].seconds);
	count = list_nameless(launches, n, choice, entries);
	for (size_t i = 0; i < count; i++) {
		bool joins = i > first && run_levels_alike(entries[i - 1].seconds, entries[i].seconds) &&
			     !has_launch(&entries[first], i - first, entries[i].launch);

		first = joins ? first : i;
		widen(choice, joins ? choice->n - 1 : choice->n, "", entries[i].seconds);
	}
	free(entries);
	return OK;
}

static void count_launch(const struct run_states *launch, size_t side, const struct state_choice *choice,
			 struct tally *tallies)
{
	size_t place[RUN_LEVELS_MOST];

	find_places(launch, choice, place);
	for (size_t k = 0; k < launch->n; k++) {
		struct tally *tally = &tallies[place[k]];
		double seconds = launch->of[k].seconds;

		if (place[k] == choice->n)
			continue;
		tally->low = tally->sides[0] + tally->sides[1] ? fmin(tally->low, seconds) : seconds;
		tally->high = fmax(tally->high, seconds);
		tally->sides[side]++;
		tally->mains += k == 0;
		tally->share += launch->of[k].share;
	}
}

static bool is_better(const struct tally *a, const struct tally *b)
{
	size_t has_a = a->sides[0] + a->sides[1], has_b = b->sides[0] + b->sides[1];

	if (has_a != has_b)
		return has_a > has_b;
	return a->mains != b->mains ? a->mains > b->mains : a->share > b->share;
}

/* The best state that both sides have, of this name if there is one; choice->n: none. */
static size_t best_of(const struct state_choice *choice, const struct tally *tallies, const char *name)
{
	size_t best = choice->n;

	for (size_t s = 0; s < choice->n; s++)
		if (tallies[s].sides[0] > 0 && tallies[s].sides[1] > 0 &&
		    (!name || strcmp(choice->of[s].name, name) == 0) &&
		    (best == choice->n || is_better(&tallies[s], &tallies[best])))
			best = s;
	return best;
}

static enum status refuse(const struct state_choice *choice, const char *name, struct error *err)
{
	char names[200] = "main";
	size_t used = strlen(names);

	for (size_t s = 0; s < choice->n && used < sizeof(names); s++)
		if (*choice->of[s].name)
			used += (size_t)snprintf(names + used, sizeof(names) - used, ", %s", choice->of[s].name);
	return error_set(err, ERR_INPUT,
			 "both sides do not have a state \"%.40s\" of the machine: the states of these runs are %s",
			 name, names);
}

static bool mains_alike(const struct run_states *launches, size_t n, const struct state_choice *choice)
{
	const struct run_states *first = NULL;

	for (size_t i = 0; i < n; i++) {
		if (launches[i].n == 0)
			continue;
		first = first ? first : &launches[i];
		if (run_states_place(first, 0, choice) != run_states_place(&launches[i], 0, choice))
			return false;
	}
	return true;
}

void run_states_localise(struct run_states *launch, bool same_platform, int from, int to)
{
	for (size_t k = 0; k < launch->n; k++)
		if (!same_platform || launch->of[k].from != from || launch->of[k].to != to)
			launch->of[k].name[0] = '\0';
}

enum status run_states_choose(const struct run_states *launches, const size_t *sides, size_t n, const char *name,
			      struct state_choice *choice, struct error *err)
{
	bool of_main = name && strcmp(name, "main") == 0;
	struct tally tallies[POOLED_STATES_MOST] = {{.mains = 0}};

	*choice = (struct state_choice){.asked = of_main};
	if (pool_states(launches, n, choice, err) != OK)
		return ERR_MEMORY;
	for (size_t i = 0; i < n; i++) {
		choice->known += launches[i].n > 0;
		choice->several = choice->several || launches[i].n > 1;
		count_launch(&launches[i], sides[i], choice, tallies);
	}
	choice->chosen = of_main ? choice->n : best_of(choice, tallies, name);
	if (choice->chosen < choice->n) {
		const struct tally *best = &tallies[choice->chosen];

		choice->low = best->low;
		choice->high = best->high;
		choice->mains = best->mains;
		choice->left_out = choice->known - best->sides[0] - best->sides[1];
		return OK;
	}
	choice->apart = !mains_alike(launches, n, choice);
	return name && !of_main ? refuse(choice, name, err) : OK;
}

void run_states_take(const struct run_level *levels, size_t n, size_t chosen, struct state_choice *choice)
{
	*choice = (struct state_choice){.chosen = chosen};
	for (size_t k = 0; k < n; k++)
		widen(choice, choice->n, levels[k].name, levels[k].seconds);
}

size_t run_states_place(const struct run_states *launch, size_t k, const struct state_choice *choice)
{
	size_t place[RUN_LEVELS_MOST];

	find_places(launch, choice, place);
	return place[k];
}

int run_states_number(const struct run_states *launch, const struct state_choice *choice)
{
	if (launch->n == 0 || choice->chosen >= choice->n)
		return 0;
	for (size_t k = 0; k < launch->n; k++)
		if (run_states_place(launch, k, choice) == choice->chosen)
			return (int)k;
	return STATE_NONE;
}

const char *state_choice_text(const struct state_choice *choice, char *text, size_t room)
{
	bool chosen = choice->chosen < choice->n;
	const char *name = chosen ? choice->of[choice->chosen].name : "";
	char low[32], high[32], rest[120] = "";
	bool one;

	text[0] = '\0';
	microseconds_format(choice->low, low, sizeof(low));
	microseconds_format(choice->high, high, sizeof(high));
	one = strcmp(low, high) == 0;
	if (choice->left_out > 0)
		snprintf(rest, sizeof(rest), "; the machine was not in it in %zu launch%s, left out", choice->left_out,
			 choice->left_out == 1 ? "" : "es");
	if (chosen && (*name || choice->several || choice->left_out > 0))
		snprintf(text, room,
			 "compared in the state%s%s%s in which an empty round trip takes %s%s%s us, the main one of "
			 "%zu of %zu launches%s",
			 *name ? " \"" : "", name, *name ? "\"" : "", low, one ? "" : " to ", one ? "" : high,
			 choice->mains, choice->known, rest);
	else if (choice->apart)
		snprintf(text, room, "main states are compared, which are not the same: %s",
			 choice->asked ? "they were asked for"
				       : "no other state of the machine is common to both sides");
	else if (choice->several)
		snprintf(text, room, "main states are compared");
	return text;
}
