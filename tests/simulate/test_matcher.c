/* The matcher against lists that are searched from end to end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "simulate/match.h"

#define PROCESSES 3
#define ROOM 400 /* items in one list of the reference */
#define STEPS 3000

/* A list as the reference has it: items in their order. */
struct plain {
	uint32_t at[ROOM];
	size_t n;
};

/* Which wildcards there are: -1 as source or tag of receives, as tag of messages; of so many items one has it. */
static const struct mixture {
	const char *name;
	unsigned any_source, any_tag, any_sent; /* 0: none has it */
	int peers, tags;
} mixtures[] = {
	{"definite values", 0, 0, 0, 4, 30},
	{"wild receives", 20, 20, 0, 4, 30},
	{"messages of any tag", 0, 0, 40, 4, 30},
	{"receives of any source, messages of any tag", 10, 0, 40, 20, 8},
	{"all wildcards", 15, 30, 40, 8, 20},
	{"all wildcards, few values", 3, 3, 3, 2, 2},
};

static bool fits(int a, int b)
{
	return a == b || a == -1 || b == -1;
}

static uint32_t plain_take(const struct items *items, struct plain *list, int peer, int tag)
{
	for (size_t i = 0; i < list->n; i++) {
		uint32_t found = list->at[i];

		if (!fits(items->at[found].peer, peer) || !fits(items->at[found].tag, tag))
			continue;
		list->n--;
		memmove(&list->at[i], &list->at[i + 1], (list->n - i) * sizeof(*list->at));
		return found;
	}
	return 0;
}

static int one_of(struct random *random, int n, unsigned wild)
{
	return wild > 0 && random_below(random, wild) == 0 ? -1 : (int)random_below(random, (uint64_t)n);
}

static struct item new_item(const struct mixture *mixture, struct random *random, bool receive)
{
	struct item item = {.kind = receive ? ITEM_RECEIVE : ITEM_MESSAGE, .process = (int)random_below(random, PROCESSES)};

	item.peer = one_of(random, mixture->peers, receive ? mixture->any_source : 0);
	item.tag = one_of(random, mixture->tags, receive ? mixture->any_tag : mixture->any_sent);
	return item;
}

/* Receives and messages come; each takes what fits out of the other list or is put into its own, whose length takes turns to grow. Returns the longest list that was searched in vain or beyond its first items. */
static size_t compare(const struct mixture *mixture, uint64_t seed)
{
	static const unsigned receives[] = {1, 5, 3}; /* of 6 items, by phase */
	struct items items = {0};
	struct matcher matcher = matcher_of(&items);
	struct match_list lists[2][PROCESSES] = {{{0}}};
	struct plain plains[2][PROCESSES] = {{{{0}, 0}}};
	struct random random;
	size_t longest = 0;

	random_init(&random, seed);
	for (int step = 0; step < STEPS; step++) {
		bool receive = random_below(&random, 6) < receives[step / 150 % 3];
		struct item item = new_item(mixture, &random, receive);
		struct plain *own = &plains[receive][item.process], *other = &plains[!receive][item.process];
		uint32_t wanted, found, i;

		longest = other->n > longest ? other->n : longest;
		wanted = plain_take(&items, other, item.peer, item.tag);
		found = match_take(&matcher, &lists[!receive][item.process], item.process, item.peer, item.tag);
		if (found != wanted)
			fail_msg("%s, seed %llu, step %d: item %u is taken instead of %u", mixture->name, (unsigned long long)seed, step, (unsigned)found, (unsigned)wanted);
		if (found) {
			items_give(&items, found);
		} else if (own->n < ROOM) {
			i = items_take(&items);
			assert_int_not_equal(i, 0);
			items.at[i] = item;
			assert_true(match_add(&matcher, &lists[receive][item.process], i));
			own->at[own->n++] = i;
		}
	}
	matcher_release(&matcher);
	free(items.at);
	return longest;
}

static void the_oldest_match_is_taken_whatever_is_wild_and_however_long_both_lists_are(void **state)
{
	(void)state;
	for (size_t m = 0; m < sizeof(mixtures) / sizeof(mixtures[0]); m++) {
		size_t longest = 0;

		for (uint64_t seed = 1; seed <= 40; seed++) {
			size_t length = compare(&mixtures[m], seed);

			longest = length > longest ? length : longest;
		}
		/* Six items are looked at before any index is asked. */
		if (longest <= 6)
			fail_msg("%s: the longest list had %zu items", mixtures[m].name, longest);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_oldest_match_is_taken_whatever_is_wild_and_however_long_both_lists_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
