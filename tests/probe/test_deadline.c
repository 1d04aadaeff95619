#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "model/classes.h"
#include "platform/synthetic.h"
#include "probe/probe.h"
#include "probe/unfinished.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

enum { SIZES = 5, KINDS = 3 };

static const size_t sizes[SIZES] = {0, 1000, 65536, 1 << 20, 64 << 20};
static const enum experiment_kind kinds[KINDS] = {EXPERIMENT_ROUNDTRIP, EXPERIMENT_SEND, EXPERIMENT_RECEIVE};

/* A synthetic platform of the Hockney model, and a probing of all sizes of all kinds on it. */
struct bench {
	struct model *model;
	struct platform *platform;
	struct campaign campaign;
	struct probe_options options;
	struct prober prober;
	struct experiment points[SIZES * KINDS];
	size_t n;
};

static void bench_open_among(struct bench *b, size_t processes, double alpha, double beta, const struct noise *noise,
			     uint64_t seed)
{
	static const struct link any = {LINK_ANY, LINK_ANY};

	*b = (struct bench){.model = model_new(&model_hockney, processes, &any, 1), .options = probe_options_default()};
	assert_non_null(b->model);
	assert_int_equal(model_set(b->model, 0, "alpha", alpha, NULL), OK);
	assert_int_equal(model_set(b->model, 0, "beta", beta, NULL), OK);
	assert_int_equal(synthetic_open(b->model, noise, seed, &b->platform, NULL), OK);
	b->options.stopping.statistic = STATISTIC_MEDIAN;
	b->options.seed = seed;
	prober_init(&b->prober, b->platform, &b->campaign, &b->options, NULL, NULL);
	for (size_t k = 0; k < KINDS; k++)
		for (size_t i = 0; i < SIZES; i++)
			b->points[b->n++] =
				(struct experiment){.kind = kinds[k],
						    .from = 0,
						    .to = 1,
						    .bytes = sizes[i],
						    .reply_bytes = kinds[k] == EXPERIMENT_ROUNDTRIP ? sizes[i] : 0,
						    .count = 1};
}

static void bench_open(struct bench *b, double alpha, double beta, const struct noise *noise, uint64_t seed)
{
	bench_open_among(b, 2, alpha, beta, noise, seed);
}

static void bench_close(struct bench *b)
{
	prober_release(&b->prober);
	campaign_release(&b->campaign);
	platform_close(b->platform);
	model_free(b->model);
}

static void probe(struct bench *b, double deadline, size_t n)
{
	struct error err = {0};

	b->options.deadline = deadline;
	if (probe_points(&b->prober, b->points, n, &err) != OK)
		fail_msg("%s", err.text);
}

static size_t timings(const struct bench *b, size_t point)
{
	const struct sample *sample = campaign_find(&b->campaign, &b->points[point]);

	return sample ? sample->n : 0;
}

/* Fast and slow networks; every half-performance length is at least the 1 KiB that deadline.h asks for. */
static const struct {
	double alpha, beta;
} networks[] = {{1e-7, 5e-11}, {1e-6, 1e-9}, {5e-5, 8e-9}, {1e-3, 1e-7}, {2e-2, 1e-9}};

static const double deadlines[] = {1e-4, 1e-3, 0.01, 0.05, 0.3, 2};

/* With and without noise, and whether the clock is exact or has a tick: not a nanosecond later, from the second round
 * trip on: the first one, of 0 bytes, cannot be foreseen. */
static void nothing_ends_after_the_deadline(void **state)
{
	static const double ticks[] = {0, 3e-8, 1e-6};

	(void)state;
	for (size_t i = 0; i < COUNT(networks) * COUNT(deadlines) * COUNT(ticks); i++) {
		size_t network = i % COUNT(networks);
		double deadline = deadlines[i / COUNT(networks) % COUNT(deadlines)],
		       first = 2 * networks[network].alpha;
		struct noise noise = {.tick = ticks[i / COUNT(networks) / COUNT(deadlines)],
				      .spread = i % 2 ? 0.05 : 0};
		struct bench b;

		bench_open(&b, networks[network].alpha, networks[network].beta, &noise, i + 1);
		probe(&b, deadline, b.n);
		if (platform_now(b.platform) > (first > deadline ? first : deadline))
			fail_msg("network %zu: over at %g s where %g s were allowed", network, platform_now(b.platform),
				 deadline);
		bench_close(&b);
	}
}

static void a_message_for_which_there_is_no_time_is_left_out_and_the_others_go_on(void **state)
{
	const struct noise noise = {0};
	struct bench b;

	(void)state;
	bench_open(&b, 5e-5, 8e-9, &noise, 7); /* 64 MiB take 0.54 s one way */
	probe(&b, 0.3, SIZES);
	assert_int_equal(timings(&b, 4), 0);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(timings(&b, i), 6); /* all the same five times: steady; a visit has two */
	assert_int_equal(unfinished_count(&b.prober), 1);
	assert_true(b.prober.deadline.refused > 0);
	bench_close(&b);
}

/* The operation itself takes microseconds. */
static void an_operation_that_waits_for_a_late_process_is_left_out_where_there_is_no_time(void **state)
{
	const struct noise noise = {0};
	struct bench b;

	(void)state;
	for (int late = 0; late < 2; late++)
		for (int enough = 0; enough < 2; enough++) {
			double deadline = enough ? 100 : 1.5;

			bench_open(&b, 5e-6, 1e-9, &noise, 1);
			b.points[0] = (struct experiment){.kind = EXPERIMENT_COLLECTIVE, .bytes = 1000, .count = 1};
			strcpy(b.points[0].setup.collective, "bcast");
			strcpy(b.points[0].setup.algorithm, "linear");
			if (late)
				strcpy(b.points[0].setup.arrival, "late-root:1");
			probe(&b, deadline, 1);
			assert_int_equal(timings(&b, 0) > 0, enough || !late);
			assert_true(platform_now(b.platform) <= deadline);
			bench_close(&b);
		}
}

/* Among 16 processes 1 MB takes 8.4 ms one way. Sixteen messages of it are in time where 256 would not be. */
static void a_message_for_all_is_left_out_only_where_its_messages_may_not_be_in_time(void **state)
{
	static const struct {
		const char *collective, *algorithm;
		size_t segment;
	} cases[] = {{"bcast", "linear", 0},      {"bcast", "chain", 0},    {"bcast", "chain", 8192},
		     {"bcast", "binomial", 8192}, {"reduce", "linear", 0},  {"reduce", "chain", 8192},
		     {"reduce", "binomial", 0},   {"allreduce", "ring", 0}, {"allreduce", "recursive-doubling", 0}};
	static const double until[] = {0.1, 0.5, 2, 20};
	const struct noise noise = {0};

	(void)state;
	for (size_t i = 0; i < COUNT(cases) * COUNT(until); i++) {
		size_t which = i / COUNT(until);
		double deadline = until[i % COUNT(until)];
		struct bench b;

		bench_open_among(&b, 16, 5e-5, 8e-9, &noise, 1);
		b.points[0] = (struct experiment){.kind = EXPERIMENT_COLLECTIVE, .bytes = 1 << 20, .count = 1};
		strcpy(b.points[0].setup.collective, cases[which].collective);
		strcpy(b.points[0].setup.algorithm, cases[which].algorithm);
		b.points[0].setup.segment = cases[which].segment;
		probe(&b, deadline, 1);
		if (platform_now(b.platform) > deadline || (deadline == 20 && timings(&b, 0) == 0))
			fail_msg("%s by %s: %zu timings, over at %g s where %g s were allowed", cases[which].collective,
				 cases[which].algorithm, timings(&b, 0), platform_now(b.platform), deadline);
		bench_close(&b);
	}
}

/* An exchange of 1 MB among 16 processes takes 0.13 s, and 256 such messages one after the other 2.2 s each way: it is
 * in time where it was seen with fewer bytes. */
static void blocks_for_all_are_admitted_by_what_fewer_bytes_took(void **state)
{
	const struct noise noise = {0};

	(void)state;
	for (int seen = 0; seen < 2; seen++) {
		struct bench b;

		bench_open_among(&b, 16, 5e-5, 8e-9, &noise, 1);
		for (size_t i = 0; i < 2; i++) {
			b.points[i] = (struct experiment){
				.kind = EXPERIMENT_COLLECTIVE, .bytes = i == 0 ? 1 << 20 : 1 << 16, .count = 1};
			strcpy(b.points[i].setup.collective, "alltoall");
			strcpy(b.points[i].setup.algorithm, "pairwise");
		}
		probe(&b, 20, seen ? 2 : 1);
		assert_int_equal(timings(&b, 0) > 0, seen);
		assert_true(platform_now(b.platform) <= 20);
		bench_close(&b);
	}
}

/* Among 16 processes 1 MB takes 0.13 s, 100 kB 13 ms. */
static void a_long_operation_is_warmed_up_by_its_trial_alone_where_there_is_a_deadline(void **state)
{
	static const size_t bytes[] = {1 << 20, 100000, 1000};
	const struct noise noise = {0};

	(void)state;
	for (size_t i = 0; i < 2 * COUNT(bytes); i++) {
		bool hurried = i % 2;
		struct bench b;

		bench_open_among(&b, 16, 5e-5, 8e-9, &noise, 1);
		b.points[0] = (struct experiment){.kind = EXPERIMENT_COLLECTIVE, .bytes = bytes[i / 2], .count = 1};
		strcpy(b.points[0].setup.collective, "bcast");
		strcpy(b.points[0].setup.algorithm, "linear");
		probe(&b, hurried ? 100 : 0, 1);
		assert_true(timings(&b, 0) > 0);
		assert_int_equal(campaign_find(&b.campaign, &b.points[0])->what.warmup,
				 !(hurried && bytes[i / 2] == 1 << 20));
		bench_close(&b);
	}
}

static void without_a_deadline_or_with_a_late_one_the_timings_are_the_same(void **state)
{
	const struct noise noise = {.spread = 0.02};
	struct bench b;
	size_t n[2][3];

	(void)state;
	for (int late = 0; late < 2; late++) {
		bench_open(&b, 5e-5, 8e-9, &noise, 3);
		b.options.stopping.error = 0;
		probe(&b, late ? 1e6 : 0, 3);
		assert_int_equal(unfinished_count(&b.prober), 0);
		assert_int_equal(b.prober.deadline.refused, 0);
		for (size_t i = 0; i < 3; i++)
			n[late][i] = timings(&b, i);
		bench_close(&b);
	}
	assert_memory_equal(n[0], n[1], sizeof(n[0]));
}

/* If no precision suffices the time is used: with visits of 0.02 to 2.7 ms in 100 ms nine tenths at least. */
static void the_budget_is_used_up_while_precision_is_wanted(void **state)
{
	const struct noise noise = {.spread = 0.02};
	struct bench b;

	(void)state;
	bench_open(&b, 5e-6, 1e-9, &noise, 5);
	b.options.stopping = (struct stopping){
		.least = 6, .most = 1000000, .error = 0, .confidence = 0.95, .statistic = STATISTIC_MEDIAN};
	b.options.large_most = 1000000;
	probe(&b, 0.1, 3);
	assert_int_equal(unfinished_count(&b.prober), 3);
	assert_true(platform_now(b.platform) > 0.09);
	bench_close(&b);
}

/* Whether it was left before does not matter. */
static void what_a_later_round_finishes_is_not_unfinished(void **state)
{
	const struct noise noise = {0};
	struct bench b;

	(void)state;
	bench_open(&b, 5e-5, 8e-9, &noise, 7); /* 64 MiB take 0.54 s one way */
	probe(&b, 0.3, SIZES);
	probe(&b, platform_now(b.platform) + 0.1, SIZES);
	assert_int_equal(unfinished_count(&b.prober), 1);
	b.options.optional = true;
	probe(&b, platform_now(b.platform) + 1e-9, b.n);
	assert_int_equal(unfinished_count(&b.prober), 1);
	b.options.optional = false;
	probe(&b, platform_now(b.platform) + 100, SIZES);
	assert_int_equal(timings(&b, 4), 6);
	assert_int_equal(unfinished_count(&b.prober), 0);
	bench_close(&b);
}

static void trains_end_at_the_deadline_and_are_counted_as_unsaturated(void **state)
{
	const struct noise noise = {0};
	struct error err = {0};
	struct bench b;

	(void)state;
	for (size_t i = 0; i < COUNT(deadlines); i++) {
		bench_open(&b, 5e-5, 8e-9, &noise, 1);
		b.options.deadline = deadlines[i];
		assert_int_equal(probe_saturate(&b.prober, 0, 1, 1 << 20, &err), OK);
		assert_int_equal(b.prober.unsaturated, 1); /* a train of 100 takes 0.8 s, and 15 of them are wanted */
		assert_true(platform_now(b.platform) <= deadlines[i]);
		bench_close(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_ends_after_the_deadline),
		cmocka_unit_test(a_message_for_which_there_is_no_time_is_left_out_and_the_others_go_on),
		cmocka_unit_test(an_operation_that_waits_for_a_late_process_is_left_out_where_there_is_no_time),
		cmocka_unit_test(a_message_for_all_is_left_out_only_where_its_messages_may_not_be_in_time),
		cmocka_unit_test(blocks_for_all_are_admitted_by_what_fewer_bytes_took),
		cmocka_unit_test(a_long_operation_is_warmed_up_by_its_trial_alone_where_there_is_a_deadline),
		cmocka_unit_test(without_a_deadline_or_with_a_late_one_the_timings_are_the_same),
		cmocka_unit_test(the_budget_is_used_up_while_precision_is_wanted),
		cmocka_unit_test(what_a_later_round_finishes_is_not_unfinished),
		cmocka_unit_test(trains_end_at_the_deadline_and_are_counted_as_unsaturated),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
