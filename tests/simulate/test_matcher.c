/* The matcher against lists that are searched from end to end, and schedules whose messages have any tag. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "schedule/goal.h"
#include "simulate/match.h"
#include "simulate/simulate.h"

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
	{"definite values", 0, 0, 0, 4, 30},      {"wild receives", 20, 20, 0, 4, 30},
	{"messages of any tag", 0, 0, 40, 4, 30}, {"receives of any source, messages of any tag", 10, 0, 40, 20, 8},
	{"all wildcards", 15, 30, 40, 8, 20},     {"all wildcards, few values", 3, 3, 3, 2, 2},
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
	struct item item = {.kind = receive ? ITEM_RECEIVE : ITEM_MESSAGE,
			    .process = (int)random_below(random, PROCESSES)};

	item.peer = one_of(random, mixture->peers, receive ? mixture->any_source : 0);
	item.tag = one_of(random, mixture->tags, receive ? mixture->any_tag : mixture->any_sent);
	return item;
}

/* Receives and messages come; each takes what fits out of the other list or is put into its own, whose length takes
 * turns to grow. Returns the length of the longest list that was searched. */
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
			fail_msg("%s, seed %llu, step %d: item %u is taken instead of %u", mixture->name,
				 (unsigned long long)seed, step, (unsigned)found, (unsigned)wanted);
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

/* Messages sent with tag -1, which any receive takes, behind more messages or receives than are looked at one by one;
 * and when each process ends under L=2000, o=1000, g=1000, G=1. */
static const struct {
	const char *text;
	int processes;
	double ends[3]; /* nanoseconds */
} any_tag_sent[] = {
	/* It finds a posted receive of another tag, the eighth. Seven sends take the port for 1007 each; the last is
	   there 3000 after its start and takes 1007. */
	{"num_ranks 3 rank 0 { p0: recv 8b from 2 tag 9 p1: recv 8b from 2 tag 9 p2: recv 8b from 2 tag 9 p3: recv 8b "
	 "from 2 tag 9 p4: recv 8b from 2 tag 9 p5: recv 8b from 2 tag 9 p6: recv 8b from 2 tag 9 a: recv 8b from -1 "
	 "tag 5 }"
	 " rank 1 { send 8b to 0 tag -1 } rank 2 { c: calc 1000000 s0: send 8b to 0 tag 9 s0 requires c s1: send 8b to "
	 "0 tag 9 s1 requires c s2: send 8b to 0 tag 9 s2 requires c s3: send 8b to 0 tag 9 s3 requires c s4: send 8b "
	 "to 0 tag 9 s4 requires c s5: send 8b to 0 tag 9 s5 requires c s6: send 8b to 0 tag 9 s6 requires c }",
	 3,
	 {1000000 + 6 * 1007 + 3000 + 1007, 1000, 1000000 + 6 * 1007 + 1000}},
	/* It is the oldest one that a receive of any source and another tag finds, not the long message behind it: for
	   that there is no room. The first eight are long there, the long one too. */
	{"num_ranks 2 rank 0 { c: calc 9000000 cpu 1 a: recv 1b from -1 tag 5 a requires c p0: recv 8b from 1 tag 9 p0 "
	 "requires a p1: recv 8b from 1 tag 9 p1 requires a p2: recv 8b from 1 tag 9 p2 requires a p3: recv 8b from 1 "
	 "tag 9 p3 requires a p4: recv 8b from 1 tag 9 p4 requires a p5: recv 8b from 1 tag 9 p5 requires a p6: recv "
	 "8b from 1 tag 9 p6 requires a y: recv 4000b from 1 tag 5 y requires a }"
	 " rank 1 { s0: send 8b to 0 tag 9 s1: send 8b to 0 tag 9 s1 requires s0 s2: send 8b to 0 tag 9 s2 requires s1 "
	 "s3: send 8b to 0 tag 9 s3 requires s2 s4: send 8b to 0 tag 9 s4 requires s3 s5: send 8b to 0 tag 9 s5 "
	 "requires s4 s6: send 8b to 0 tag 9 s6 requires s5 z: send 1b to 0 tag -1 z requires s6 y: send 4000b to 0 "
	 "tag 5 y requires z }",
	 2,
	 {9000000, 7 * 1007 + 1000 + 1000}},
	/* A process whose lists, both of them, are searched by wildcards. */
	{"num_ranks 3 rank 0 { c: calc 1000000 cpu 1 a: recv 8b from -1 tag 8 a requires c p0: recv 8b from 2 tag 100 "
	 "p0 requires c p1: recv 8b from 2 tag 101 p1 requires c p2: recv 8b from 2 tag 102 p2 requires c p3: recv 8b "
	 "from 2 tag 103 p3 requires c p4: recv 8b from 2 tag 104 p4 requires c p5: recv 8b from 2 tag 105 p5 requires "
	 "c p6: recv 8b from 2 tag 106 p6 requires c p7: recv 8b from 2 tag 107 p7 requires c"
	 " q: recv 8b from 1 tag 200 q requires c w: calc 9000000 cpu 1 w requires c r0: recv 8b from 1 tag 0 r0 "
	 "requires w r1: recv 8b from 1 tag 1 r1 requires w r2: recv 8b from 1 tag 2 r2 requires w r3: recv 8b from 1 "
	 "tag 3 r3 requires w r4: recv 8b from 1 tag 4 r4 requires w r5: recv 8b from 1 tag 5 r5 requires w r6: recv "
	 "8b from 1 tag 6 r6 requires w r7: recv 8b from 1 tag 7 r7 requires w r9: recv 8b from 1 tag 9 r9 requires w }"
	 " rank 1 { s0: send 8b to 0 tag 0 s1: send 8b to 0 tag 1 s1 requires s0 s2: send 8b to 0 tag 2 s2 requires s1 "
	 "s3: send 8b to 0 tag 3 s3 requires s2 s4: send 8b to 0 tag 4 s4 requires s3 s5: send 8b to 0 tag 5 s5 "
	 "requires s4 s6: send 8b to 0 tag 6 s6 requires s5 s7: send 8b to 0 tag 7 s7 requires s6 s8: send 8b to 0 tag "
	 "8 s8 requires s7 s9: send 8b to 0 tag 9 s9 requires s8 d: calc 3000000 d requires s9 z: send 8b to 0 tag -1 "
	 "z requires d }"
	 " rank 2 { c: calc 5000000 s0: send 8b to 0 tag 100 s0 requires c s1: send 8b to 0 tag 101 s1 requires c s2: "
	 "send 8b to 0 tag 102 s2 requires c s3: send 8b to 0 tag 103 s3 requires c s4: send 8b to 0 tag 104 s4 "
	 "requires c s5: send 8b to 0 tag 105 s5 requires c s6: send 8b to 0 tag 106 s6 requires c s7: send 8b to 0 "
	 "tag 107 s7 requires c }",
	 3,
	 {10000000, 9 * 1007 + 1000 + 3000000 + 1000, 5000000 + 7 * 1007 + 1000}},
};

static void a_message_of_any_tag_is_found_by_each_receive_and_finds_each(void **state)
{
	static const struct loggops loggops = {.L = 2000, .o = 1000, .g = 1000, .G = 1, .S = UINT64_MAX};

	(void)state;
	for (size_t i = 0; i < sizeof(any_tag_sent) / sizeof(any_tag_sent[0]); i++) {
		struct costs costs = loggops_costs(&loggops);
		struct goal goal = {0};
		struct simulation found = {0};
		struct error err = {0};
		struct schedule schedule;

		costs.any_size = false;
		if (goal_parse_text(any_tag_sent[i].text, strlen(any_tag_sent[i].text), "text", &goal, &err) != OK)
			fail_msg("%s", err.text);
		schedule = goal_schedule(&goal);
		if (simulate(&schedule, &costs, &found, &err) != OK)
			fail_msg("case %zu: %s", i, err.text);
		for (int p = 0; p < any_tag_sent[i].processes; p++) {
			if (llround(found.finish[p] * 1e9) != llround(any_tag_sent[i].ends[p]))
				fail_msg("case %zu: process %d ends at %.0f ns instead of %.0f", i, p,
					 found.finish[p] * 1e9, any_tag_sent[i].ends[p]);
		}
		simulation_release(&found);
		goal_release(&goal);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_oldest_match_is_taken_whatever_is_wild_and_however_long_both_lists_are),
		cmocka_unit_test(a_message_of_any_tag_is_found_by_each_receive_and_finds_each),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
