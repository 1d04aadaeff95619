#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "mpi/stress/plan.h"

static void each_pair_comes_once_and_nobody_has_two_partners(void **state)
{
	(void)state;
	for (int n = 2; n <= 17; n++) {
		int met[17][17] = {{0}};

		for (int pairing = 0; pairing < stress_pairings(n); pairing++)
			for (int i = 0; i < n; i++) {
				int peer = stress_peer(n, pairing, i);

				assert_int_not_equal(peer, i);
				assert_in_range(peer + 1, 0, n);
				if (peer < 0)
					continue;
				assert_int_equal(stress_peer(n, pairing, peer), i);
				met[i][peer]++;
			}
		for (int i = 0; i < n; i++)
			for (int k = 0; k < n; k++)
				assert_int_equal(met[i][k], i != k);
	}
}

static struct stress_steps steps_of(size_t largest, uint64_t seed, unsigned operations, int processes)
{
	const struct stress_plan plan = {
		.largest = largest, .seed = seed, .operations = operations, .processes = processes};
	struct stress_steps steps;

	assert_int_equal(stress_steps_init(&steps, &plan, NULL), OK);
	return steps;
}

static void sizes_are_zero_one_and_those_around_powers_of_two(void **state)
{
	static const size_t expected[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64};
	struct stress_steps steps = steps_of(64, 1, 1, 2);

	(void)state;
	assert_int_equal(steps.n_sizes, sizeof(expected) / sizeof(expected[0]));
	assert_memory_equal(steps.sizes, expected, sizeof(expected));
	stress_steps_release(&steps);
	steps = steps_of(1, 1, 1, 2);
	assert_int_equal(steps.n_sizes, 2);
	stress_steps_release(&steps);
}

/* A round has each operation with each size in each direction between each pair; sendrecv goes both ways at once,
 * collectives are of all. */
static void a_round_has_each_step_once(void **state)
{
	struct stress_steps steps = steps_of(100, 5, (1u << STRESS_OPERATIONS) - 1, 4);
	size_t counts[STRESS_OPERATIONS] = {0}, size_sum[STRESS_OPERATIONS] = {0}, all = 0;

	(void)state;
	for (size_t i = 0; i < steps.n_sizes; i++)
		all += steps.sizes[i];
	stress_shuffle(&steps, 3);
	for (size_t i = 0; i < steps.n; i++) {
		struct stress_step step = stress_step(&steps, 3, i);

		counts[step.operation]++;
		size_sum[step.operation] += step.bytes;
		assert_int_equal(step.number, 3 * steps.n + i);
		assert_in_range(step.root, 0, 3);
		assert_in_range(step.pairing, 0, 2);
	}
	for (int o = 0; o < STRESS_BCAST; o++) {
		size_t times = o == OPERATION_SENDRECV ? 3 : 6;

		assert_int_equal(counts[o], times * steps.n_sizes);
		assert_int_equal(size_sum[o], times * all);
	}
	assert_int_equal(counts[STRESS_BCAST], steps.n_sizes);
	assert_int_equal(size_sum[STRESS_ALLREDUCE], all);
	stress_steps_release(&steps);
}

/* Four layouts at either end and six patterns: 96 rounds combine them all, for each step. */
static void rounds_combine_each_layout_with_each_pattern(void **state)
{
	struct stress_steps steps = steps_of(9, 2, 1u << OPERATION_SEND, 2);
	unsigned char seen[64][96];

	(void)state;
	assert_in_range(steps.n, 1, 64);
	memset(seen, 0, sizeof(seen));
	for (size_t round = 0; round < 96; round++) {
		stress_shuffle(&steps, round);
		for (size_t i = 0; i < steps.n; i++) {
			struct stress_step step = stress_step(&steps, round, i);

			seen[steps.order[i]][((size_t)step.pattern * 4 + step.layout[0]) * 4 + step.layout[1]]++;
		}
	}
	for (size_t i = 0; i < steps.n; i++)
		for (size_t k = 0; k < 96; k++)
			assert_int_equal(seen[i][k], 1);
	stress_steps_release(&steps);
}

/* All processes draw the same steps, on their own; another seed gives another order. */
static void steps_follow_from_the_seed(void **state)
{
	struct stress_steps a = steps_of(3000, 7, 0x3fff, 3), b = steps_of(3000, 7, 0x3fff, 3),
			    c = steps_of(3000, 8, 0x3fff, 3);
	size_t same = 0;

	(void)state;
	stress_shuffle(&a, 1);
	stress_shuffle(&b, 1);
	stress_shuffle(&c, 1);
	for (size_t i = 0; i < a.n; i++) {
		struct stress_step x = stress_step(&a, 1, i), y = stress_step(&b, 1, i), z = stress_step(&c, 1, i);

		assert_true(x.operation == y.operation && x.bytes == y.bytes && x.seed == y.seed && x.root == y.root &&
			    x.open == y.open && x.layout[1] == y.layout[1]);
		same += x.operation == z.operation && x.bytes == z.bytes && x.pairing == z.pairing;
	}
	assert_in_range(same, 0, a.n / 10); /* by chance: one in a.n */
	stress_steps_release(&a);
	stress_steps_release(&b);
	stress_steps_release(&c);
}

static void each_bit_that_is_turned_over_is_found_at_its_place(void **state)
{
	unsigned char data[2100];

	(void)state;
	for (int pattern = 0; pattern < STRESS_PATTERNS; pattern++) {
		const struct content content = {.pattern = (enum stress_pattern)pattern, .seed = 99},
				     merged = {.pattern = (enum stress_pattern)pattern, .seed = 99, .merged = 3};

		for (size_t first = 0; first < 9; first++) {
			content_write(&content, first, data, sizeof(data));
			assert_int_equal(content_check(&content, first, data, sizeof(data)), sizeof(data));
			for (size_t bit = 0; bit < 8 * sizeof(data); bit += 131) {
				data[bit / 8] ^= (unsigned char)(1 << bit % 8);
				assert_int_equal(content_check(&content, first, data, sizeof(data)), bit / 8);
				data[bit / 8] ^= (unsigned char)(1 << bit % 8);
			}
		}
		for (size_t i = 0; i < 300; i++) {
			unsigned char all = 0;

			for (int process = 0; process < 3; process++) {
				const struct content part = content_of(&merged, process);

				all ^= content_byte(&part, i);
			}
			assert_int_equal(content_byte(&merged, i), all);
		}
	}
}

/* Messages of a row, and of different processes, must not pass for each other from a few words on. */
static void contents_of_a_step_differ(void **state)
{
	struct stress_step step = {.seed = 12345};

	(void)state;
	for (size_t i = 0; i < 5; i++)
		for (size_t k = 0; k < i; k++) {
			const struct content a = stress_content(&step, i), b = stress_content(&step, k);
			unsigned char data[64];

			content_write(&a, 0, data, sizeof(data));
			assert_in_range(content_check(&b, 0, data, sizeof(data)), 0, 8);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_pair_comes_once_and_nobody_has_two_partners),
		cmocka_unit_test(sizes_are_zero_one_and_those_around_powers_of_two),
		cmocka_unit_test(a_round_has_each_step_once),
		cmocka_unit_test(rounds_combine_each_layout_with_each_pattern),
		cmocka_unit_test(steps_follow_from_the_seed),
		cmocka_unit_test(each_bit_that_is_turned_over_is_found_at_its_place),
		cmocka_unit_test(contents_of_a_step_differ),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
