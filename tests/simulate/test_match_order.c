#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "match_support.h"

/* Processes 0 and 2 send to process 1, messages of lengths that tell whose they are and which. */
#define MOST 40
#define TAGS 2

struct traffic {
	uint64_t seed;
	int n;                             /* of each sender */
	bool any_source, any_tag, chained; /* chained: each receive is posted when the one before is done */
	uint64_t bytes[2][MOST];
	int tags[2][MOST];
};

static struct traffic new_traffic(uint64_t seed)
{
	struct traffic traffic = {.seed = seed};
	struct random random;

	random_init(&random, seed);
	traffic.n = 1 + (int)random_below(&random, MOST);
	traffic.any_source = random_below(&random, 3) == 0;
	traffic.any_tag = !traffic.any_source && random_below(&random, 2) == 0;
	traffic.chained = random_below(&random, 2) == 0;
	for (int s = 0; s < 2; s++) {
		for (int i = 0; i < traffic.n; i++) {
			traffic.bytes[s][i] =
				(uint64_t)(random_below(&random, 2) == 0 ? 10 : 20000) + 2 * (uint64_t)i + (uint64_t)s;
			traffic.tags[s][i] = (int)random_below(&random, TAGS);
		}
	}
	return traffic;
}

/* Sends in their order, some of them after work. */
static void build_sends(const struct traffic *traffic, int s, struct random *random, struct rank_program *program)
{
	struct place place = {BUFFER_RECEIVE, 0};
	size_t before = NO_OPERATION;

	for (int i = 0; i < traffic->n; i++) {
		size_t work = NO_OPERATION, send;

		if (random_below(random, 4) == 0) {
			work = rank_program_compute(program, random_below(random, 50000));
			rank_program_after_start(program, before);
		}
		/* Where receives take any tag, some messages have any. */
		send = rank_program_send(program, 1, traffic->any_tag && i % 3 == 0 ? TAG_ANY : traffic->tags[s][i],
					 place, traffic->bytes[s][i]);
		rank_program_after_start(program, before);
		rank_program_after(program, work);
		before = send;
	}
}

/* The receives of both senders, one sender or the other at random, each sender's in an order of tags at random. */
static void build_receives(const struct traffic *traffic, struct random *random, struct rank_program *program)
{
	struct place place = {BUFFER_RECEIVE, 0};
	size_t left[2][TAGS] = {{0}}, order[2 * MOST], before = NO_OPERATION;

	for (int i = 0; i < 2 * traffic->n; i++) {
		order[i] = (size_t)i;
		left[i / traffic->n][traffic->tags[i / traffic->n][i % traffic->n]]++;
	}
	random_shuffle(random, order, 2 * (size_t)traffic->n);
	for (int i = 0; i < 2 * traffic->n; i++) {
		int s = (int)order[i] / traffic->n, tag = traffic->tags[s][(int)order[i] % traffic->n];

		if (traffic->chained && random_below(random, 3) == 0) {
			size_t work = rank_program_compute(program, random_below(random, 100000));

			rank_program_after(program, before);
			before = work;
		}
		size_t receive = rank_program_receive(program, traffic->any_source ? PEER_ANY : 2 * s,
						      traffic->any_tag ? TAG_ANY : tag, place, 100000);

		if (traffic->chained)
			rank_program_after(program, before);
		before = receive;
	}
}

static enum status build_traffic(const void *self, int process, struct rank_program *program, struct error *err)
{
	const struct traffic *traffic = self;
	struct random random;

	(void)err;
	random_init(&random, traffic->seed + 1000 * (uint64_t)(process + 1));
	if (process == 1)
		build_receives(traffic, &random, program);
	else
		build_sends(traffic, process / 2, &random, program);
	return OK;
}

/* Of messages of one sender and tag each went to a later receive than the one before: receives are numbered in the
 * order of their posting. */
static void assert_in_order(const struct traffic *traffic, const struct simulation *found, const char *manner)
{
	uint32_t got[2][MOST];
	int64_t last[2][TAGS] = {{-1, -1}, {-1, -1}};
	int n = 0;

	memset(got, 0xff, sizeof(got));
	for (size_t i = 1; i < found->n_intervals; i++) {
		const struct interval *interval = &found->intervals[i];

		if (interval->kind == INTERVAL_RECEIVE && interval->process == 1) {
			got[interval->peer / 2][interval->bytes % 10000 / 2 - (interval->bytes < 10000 ? 5 : 0)] =
				interval->operation;
			n++;
		}
	}
	assert_int_equal(n, 2 * traffic->n);
	for (int s = 0; s < 2; s++) {
		for (int i = 0; i < traffic->n; i++) {
			int64_t *before = &last[s][traffic->tags[s][i]];

			if (got[s][i] == NO_STEP || (int64_t)got[s][i] <= *before)
				fail_msg("seed %llu, %s: message %d of process %d went to operation %lld, the one "
					 "before it to %lld",
					 (unsigned long long)traffic->seed, manner, i, 2 * s, (long long)got[s][i],
					 (long long)*before);
			*before = got[s][i];
		}
	}
}

static void no_message_overtakes_another_one_of_its_sender_and_tag(void **state)
{
	static const uint64_t eager[] = {1024, UINT64_MAX};
	struct model *models[] = {new_loggp(), new_plogp()};

	(void)state;
	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct traffic traffic = new_traffic(seed);
		struct schedule schedule = {.processes = 3, .build = build_traffic, .self = &traffic};
		struct model *model = models[seed % 2];

		for (int manner = IN_TURN; manner <= PARALLEL; manner++) {
			for (size_t e = 0; e < sizeof(eager) / sizeof(eager[0]); e++) {
				struct simulation found = {.record = true};
				struct error err = {0};

				if (run(&schedule, model, (enum manner)manner, eager[e], &found, &err) != OK)
					fail_msg("seed %llu, %s: %s", (unsigned long long)seed, manners[manner],
						 err.text);
				assert_in_order(&traffic, &found, manners[manner]);
				simulation_release(&found);
			}
		}
	}
	model_free(models[0]);
	model_free(models[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_message_overtakes_another_one_of_its_sender_and_tag),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
